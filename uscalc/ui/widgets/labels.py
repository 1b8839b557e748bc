"""Labels and small buttons: text that wraps, lines that don't, elided lines, field labels."""

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
    """Return a button with a text.

    Screen readers read `words`, which is also the tooltip unless `hint` is given;
    `pressed` is called on a click. Enter in a dialog doesn't press it unless it is made
    the default button.
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
    """Return a small button without a frame; screen readers read `words`."""
    button = name_widget(QToolButton(), name, words, look)
    button.setText(text)
    button.setToolTip(hint)
    return button


def make_choice_button(name: str, text: str, words: str, hint: str = "") -> QToolButton:
    """Return a button that stays pressed while it is selected."""
    button = make_tool_button(name, text, words, hint, "choice")
    button.setCheckable(True)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button


def spoken_text(text: str) -> str:
    """Return a button's text as screen readers read it."""
    return text.replace("&", "").rstrip("\N{HORIZONTAL ELLIPSIS}")


def make_text_label(
    name: str,
    role: str,
    text: str = "",
    form: Qt.TextFormat = Qt.TextFormat.PlainText,
) -> QLabel:
    """Return a label that wraps, and never widens its parent."""
    label = make_plain_line(name, role, text)
    label.setTextFormat(form)
    label.setWordWrap(True)
    label.setMinimumWidth(1)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    return label


def make_running_text(
    name: str,
    role: str,
    text: str = "",
    form: Qt.TextFormat = Qt.TextFormat.PlainText,
) -> QLabel:
    """Return a label that wraps; its height follows from the width it gets, and no other."""
    label = make_text_label(name, role, text, form)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label


def make_wrapped_label(name: str, role: str, text: str = "") -> QLabel:
    """Return a label that wraps onto as many lines as it needs."""
    label = make_plain_line(name, role, text)
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.MinimumExpanding)
    return label


def write_label(label: QLabel, text: str) -> None:
    """Show a text that screen readers read too."""
    label.setText(text)
    label.setAccessibleName(text)


def show_text(label: QLabel, text: str) -> None:
    """Show a text; the tooltip and screen readers have all of it, even if it is cut."""
    write_label(label, text)
    label.setToolTip(escape_hint(text))


def reserve_height(label: QLabel, width: int, texts: Iterable[str]) -> None:
    """Give a label the height of the highest of some texts, so that nothing below it moves."""
    metrics, flags = label.fontMetrics(), int(Qt.TextFlag.TextWordWrap)
    heights = [
        metrics.boundingRect(0, 0, width, 10_000, flags, text).height()
        for text in texts
    ]
    label.setFixedHeight(max(heights) + 2)


def show_or_hide(label: QLabel, text: str) -> None:
    """Show a text, or hide the label if the text is empty."""
    label.setText(text)
    label.setVisible(bool(text))


class ElidingLabel(QLabel):
    """A line that is elided if there is no room, and never widens the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumWidth(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, elided if there is no room."""
        painter = QPainter(self)
        rect = self.contentsRect()
        shown = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, rect.width()
        )
        painter.setPen(self.palette().windowText().color())
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, shown)


def make_eliding_line(name: str, role: str, text: str = "") -> ElidingLabel:
    """Return a line that is elided if there is no room."""
    label = name_widget(ElidingLabel(), name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    label.setProperty("role", role)
    return label


class FieldLabel(QLabel):
    """The label of a field, with a letter as its key.

    It is the field's accessible name if the field has no other. Underlining makes
    letters wider than Qt computes, so that the last one could be cut.
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
        """Return a little more width than Qt computes."""
        size = super().sizeHint()
        return QSize(size.width() + UNIT // 2, size.height())

    def minimumSizeHint(self) -> QSize:
        """Return the same size, so that nothing is cut."""
        return self.sizeHint()


def make_plain_line(name: str, role: str, text: str = "") -> QLabel:
    """Return a line of plain text that never wraps."""
    label = name_widget(QLabel(), name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    label.setProperty("role", role)
    return label
