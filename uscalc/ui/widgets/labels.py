"""Labels: text that wraps, lines that never do, lines that end in dots, field names."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from uscalc.ui.theme.hints import escape_hint
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import name_widget


def make_plain_button(
    name: str,
    text: str,
    words: str = "",
    pressed: Callable[[], object] | None = None,
    hint: str | None = None,
) -> QPushButton:
    """Return a button with words on it.

    `words` are read aloud in place of its text, and are the tooltip unless
    `hint` is given; `pressed` is what it does. Return in a dialog does not press it unless
    it is made the default.
    """
    button = name_widget(QPushButton(text), name, words or spoken_text(text), "plain")
    button.setToolTip(words if hint is None else hint)
    button.setAutoDefault(False)
    if pressed is not None:
        button.clicked.connect(lambda _checked=False: pressed())
    return button


def make_tool_button(
    name: str, text: str, words: str, hint: str = "", look: str = "tool"
) -> QToolButton:
    """Return a small button without a frame; `words` are read aloud."""
    button = name_widget(QToolButton(), name, words, look)
    button.setText(text)
    button.setToolTip(hint)
    return button


def make_choice_button(name: str, text: str, words: str, hint: str = "") -> QToolButton:
    """Return a button that stays pressed while its choice holds."""
    button = make_tool_button(name, text, words, hint, "choice")
    button.setCheckable(True)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button


def spoken_text(text: str) -> str:
    """Return a button's text for screen readers."""
    return text.replace("&", "").rstrip("\N{HORIZONTAL ELLIPSIS}")


def make_text_label(
    name: str,
    role: str,
    text: str = "",
    form: Qt.TextFormat = Qt.TextFormat.PlainText,
) -> QLabel:
    """Return a label that wraps, and never widens the widget around it."""
    label = make_plain_line(name, role, text)
    label.setTextFormat(form)
    label.setWordWrap(True)
    label.setMinimumWidth(1)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    return label


def make_running_text(name: str, role: str) -> QLabel:
    """Return a label that wraps; its height follows from the width it gets, and no other."""
    label = make_text_label(name, role)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label


def make_wrapped_label(name: str, role: str, text: str = "") -> QLabel:
    """Return a label whose words take as many lines as they need."""
    label = make_plain_line(name, role, text)
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.MinimumExpanding)
    return label


def write_label(label: QLabel, text: str) -> None:
    """Show a text that a screen reader reads too."""
    label.setText(text)
    label.setAccessibleName(text)


def show_text(label: QLabel, text: str) -> None:
    """Show a text; a tooltip and screen readers have all of it, however little is seen."""
    write_label(label, text)
    label.setToolTip(escape_hint(text))


def reserve_height(label: QLabel, width: int, texts: Iterable[str]) -> None:
    """Give a label room for the highest of some texts, so that nothing below it jumps."""
    metrics, flags = label.fontMetrics(), int(Qt.TextFlag.TextWordWrap)
    heights = [
        metrics.boundingRect(0, 0, width, 10_000, flags, text).height()
        for text in texts
    ]
    label.setFixedHeight(max(heights) + 2)


def show_or_hide(label: QLabel, text: str) -> None:
    """Show a text; hide the label where there is none."""
    label.setText(text)
    label.setVisible(bool(text))


class ElidingLabel(QLabel):
    """A line that ends in dots where there is no room, and never widens the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumWidth(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, cut with dots where there is no room."""
        painter = QPainter(self)
        rect = self.contentsRect()
        shown = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, rect.width()
        )
        painter.setPen(self.palette().windowText().color())
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, shown)


def make_eliding_line(name: str, role: str, text: str = "") -> ElidingLabel:
    """Return a line that ends in dots where there is no room."""
    label = name_widget(ElidingLabel(), name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    label.setProperty("role", role)
    return label


class FieldLabel(QLabel):
    """The words beside a field, one letter of which is its key.

    They are the field's accessible name where it has no other.

    Letters beside the underlined one are wider apart than Qt computes; without room
    for that the last one is cut.
    """

    def __init__(self, words: str, field: QWidget) -> None:
        super().__init__(words)
        self.setTextFormat(Qt.TextFormat.PlainText)
        name_widget(self, f"{field.objectName()}Label")
        self.setProperty("role", "label")
        self.setBuddy(field)
        if not field.accessibleName():
            field.setAccessibleName(spoken_text(words))

    def sizeHint(self) -> QSize:
        """Return a little wider than Qt says."""
        size = super().sizeHint()
        return QSize(size.width() + UNIT // 2, size.height())

    def minimumSizeHint(self) -> QSize:
        """Return the same: nothing may be cut."""
        return self.sizeHint()


def make_plain_line(name: str, role: str, text: str = "") -> QLabel:
    """Return a line of plain text that never wraps."""
    label = name_widget(QLabel(), name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    label.setProperty("role", role)
    return label
