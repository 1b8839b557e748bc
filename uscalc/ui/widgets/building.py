"""Make the common parts of views: names, margins, pages, labels, buttons, dialogs."""

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QBoxLayout,
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from uscalc.ui.theme.menu_text import escape_hint
from uscalc.ui.theme.theme import UNIT

Named = TypeVar("Named", bound=QWidget)
Box = TypeVar("Box", bound=QLayout)
Margins = tuple[int, int, int, int] | int
"""Margins in pixels: left, top, right and bottom, or one number for all sides."""
NO_MARGINS: Final = 0
PAGE_MARGINS: Final[Margins] = (2 * UNIT, UNIT, 2 * UNIT, UNIT)
"""The margins around a page of text and controls."""
HEAD_MARGINS: Final[Margins] = (2 * UNIT, UNIT // 2, UNIT, UNIT // 2)
"""The margins around the line above a table."""
DIALOG_MARGINS: Final = 2 * UNIT


def name_widget(widget: Named, name: str, label: str = "", look: str = "") -> Named:
    """Set the object name and the accessible name of a widget, and return it.

    `look` is the property that the style sheet uses, for example "page" or "tool".
    Without `label`, a screen reader reads the widget's own text, or that of the label
    beside it.
    """
    widget.setObjectName(name)
    if label:
        widget.setAccessibleName(label)
    if look:
        widget.setProperty(look, True)
    return widget


def make_page(name: str, label: str = "", look: str = "page") -> QWidget:
    """Make a widget that contains other widgets, with the background of pages."""
    return name_widget(QWidget(), name, label, look)


def make_column(
    parent: QWidget | None = None,
    margins: Margins = NO_MARGINS,
    spacing: int | None = UNIT,
) -> QVBoxLayout:
    """Make a vertical layout; if `spacing` is None, with the spacing of the layout around it."""
    return set_margins(_make_box(QVBoxLayout, parent), margins, spacing)


def make_row(
    parent: QWidget | None = None,
    margins: Margins = NO_MARGINS,
    spacing: int | None = UNIT,
) -> QHBoxLayout:
    """Make a horizontal layout; if `spacing` is None, with the spacing of the layout around it."""
    return set_margins(_make_box(QHBoxLayout, parent), margins, spacing)


def make_grid(parent: QWidget, across: int = UNIT, down: int = UNIT) -> QGridLayout:
    """Make a grid without margins; `across` and `down` are the gaps between its cells."""
    grid = set_margins(QGridLayout(parent), spacing=None)
    grid.setHorizontalSpacing(across)
    grid.setVerticalSpacing(down)
    return grid


Direction = TypeVar("Direction", QVBoxLayout, QHBoxLayout)


def _make_box(kind: type[Direction], parent: QWidget | None) -> Direction:
    # Not all versions of Qt accept None as a parent.
    return kind() if parent is None else kind(parent)


def set_margins(
    layout: Box, margins: Margins = NO_MARGINS, spacing: int | None = UNIT
) -> Box:
    """Set the margins and the spacing of a layout, and return it."""
    sides = (margins,) * 4 if isinstance(margins, int) else margins
    layout.setContentsMargins(*sides)
    if spacing is not None:
        layout.setSpacing(spacing)
    return layout


def make_scroll_area(name: str, label: str, page: QWidget | None = None) -> QScrollArea:
    """Make an area without a frame in which a page scrolls up and down, never sideways.

    The controls of the page get the focus, not the area.
    """
    area = set_up_scroll_area(QScrollArea(), name, label)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    if page is not None:
        area.setWidget(page)
    return area


Area = TypeVar("Area", bound=QScrollArea)


def set_up_scroll_area(area: Area, name: str, label: str) -> Area:
    """Set up an area without a frame that scrolls up and down, never sideways."""
    name_widget(area, name, label)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area


def name_scroll_bars(area: QAbstractScrollArea, name: str, title: str) -> None:
    """Name the scroll bars of an area for screen readers."""
    name_widget(area.verticalScrollBar(), f"{name}ScrollUp", f"{title}: up and down")
    name_widget(
        area.horizontalScrollBar(), f"{name}ScrollSideways", f"{title}: sideways"
    )


def make_splitter(
    name: str,
    *parts: QWidget,
    way: Qt.Orientation = Qt.Orientation.Horizontal,
) -> QSplitter:
    """Make a splitter between parts, none of which can be collapsed."""
    splitter = QSplitter(way, childrenCollapsible=False)
    splitter.setObjectName(name)
    for part in parts:
        splitter.addWidget(part)
    return splitter


def make_progress_bar(name: str, label: str) -> QProgressBar:
    """Make a thin progress bar without text; screen readers read `label`."""
    return name_widget(QProgressBar(textVisible=False), name, label)


def set_up_dialog(dialog: QDialog, name: str, title: str, label: str = "") -> None:
    """Name a dialog, set its title, and delete it when it closes.

    A screen reader reads `label`, or else the title.
    """
    name_widget(dialog, name, label or title)
    dialog.setWindowTitle(title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)


Dialog = TypeVar("Dialog", bound=QDialog)


def open_dialog(dialog: Dialog) -> Dialog:
    """Open a dialog over its window, and return it."""
    dialog.open()
    return dialog


STRETCH: Final = 1
"""An empty space in a row or a column, which takes the remaining room."""
Part = QWidget | QLayout | int | tuple[QWidget | QLayout, int]
"""An item of a row or column: a part, an empty space, or a part with its share of the room."""


def add_parts(box: Box, *parts: Part) -> Box:
    """Add widgets, layouts and stretches to a row or a column, in their order; return it."""
    for part in parts:
        item, share = part if isinstance(part, tuple) else (part, 0)
        if not isinstance(box, QBoxLayout):
            assert isinstance(item, QWidget)
            box.addWidget(item)
        elif isinstance(item, int):
            box.addStretch(item)
        elif isinstance(item, QWidget):
            box.addWidget(item, share)
        else:
            box.addLayout(item, share)
    return box


def make_head(name: str, *parts: Part) -> QWidget:
    """Make the line above a page, with its parts from left to right.

    If no part stretches, the line is as wide as its parts.
    """
    head = name_widget(QWidget(), name)
    add_parts(make_row(head, HEAD_MARGINS), *parts)
    if not any(isinstance(part, tuple) for part in parts):
        head.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
    return head


def turn_box(box: QBoxLayout, *, down: bool) -> bool:
    """Arrange a box vertically if `down` is True, or horizontally; return whether it changed."""
    direction = QBoxLayout.Direction
    wanted = direction.TopToBottom if down else direction.LeftToRight
    turns = box.direction() != wanted
    box.setDirection(wanted)
    return turns


def set_look(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet uses, and apply the style sheet again.

    Qt reads such properties only when it applies a style sheet.
    """
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


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
    button = name_widget(
        QPushButton(text, autoDefault=False), name, words or spoken_text(text), "plain"
    )
    button.setToolTip(words if hint is None else hint)
    if pressed is not None:
        button.clicked.connect(lambda _checked=False: pressed())
    return button


def add_action(
    parent: QWidget, name: str, text: str, run: Callable[[], object]
) -> QAction:
    """Add an action to a menu, or to a widget's context menu, and return it."""
    action = parent.addAction(text)
    action.setObjectName(name)
    action.triggered.connect(lambda _checked=False: run())
    return action


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
    """Return a label that wraps and never makes its parent wider."""
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
    """Return a label that wraps, and is only as high as its text needs at its width."""
    label = make_text_label(name, role, text, form)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label


def make_wrapped_label(name: str, role: str, text: str = "") -> QLabel:
    """Return a label that wraps onto as many lines as its text needs."""
    label = make_plain_line(name, role, text, wraps=True)
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.MinimumExpanding)
    return label


def write_label(label: QLabel | QAbstractButton, text: str) -> None:
    """Show a text that screen readers read too."""
    label.setText(text)
    label.setAccessibleName(text)


def show_text(label: QLabel, text: str) -> None:
    """Show a text; the tooltip and screen readers have all of it, even if it is cut off."""
    write_label(label, text)
    label.setToolTip(escape_hint(text))


def discard_widget(widget: QWidget) -> None:
    """Hide a widget now, and delete it when Qt handles events."""
    widget.hide()
    widget.deleteLater()


def bring_to_front(window: QWidget) -> None:
    """Show a window over the others, and give it the keyboard."""
    window.show()
    window.raise_()
    window.activateWindow()


def set_ink(painter: QPainter, line: QPen | QColor | None, fill: QColor | None) -> None:
    """Draw shapes with a line and a fill from now on; None leaves one of them out."""
    painter.setPen(Qt.PenStyle.NoPen if line is None else line)
    painter.setBrush(Qt.BrushStyle.NoBrush if fill is None else fill)


def reserve_height(label: QLabel, width: int, texts: Iterable[str]) -> None:
    """Make a label as high as the highest of some texts, so that nothing below it moves."""
    metrics, flags = label.fontMetrics(), int(Qt.TextFlag.TextWordWrap)
    heights = [
        metrics.boundingRect(0, 0, width, 10_000, flags, text).height()
        for text in texts
    ]
    label.setFixedHeight(max(heights) + 2)


def reserve_width(button: QAbstractButton, texts: Iterable[str]) -> None:
    """Make a button as wide as the widest of some texts, so that nothing beside it moves."""
    shown, widths = button.text(), []
    for text in texts:
        button.setText(text)
        widths.append(button.sizeHint().width())
    button.setText(shown)
    button.setMinimumWidth(max(widths))


def show_or_hide(label: QLabel, text: str) -> None:
    """Show a text, or hide the label if the text is empty."""
    label.setText(text)
    label.setVisible(bool(text))


class ElidingLabel(QLabel):
    """A line of text that is shortened if there is no room, and never widens the window."""

    def __init__(self) -> None:
        super().__init__()
        self.setMinimumWidth(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, shortened if there is no room."""
        painter = QPainter(self)
        rect = self.contentsRect()
        shown = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, rect.width()
        )
        painter.setPen(self.palette().windowText().color())
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, shown)


def make_eliding_line(name: str, role: str, text: str = "") -> ElidingLabel:
    """Return a line of text that is shortened if there is no room."""
    label = name_widget(ElidingLabel(), name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    label.setProperty("role", role)
    return label


class FieldLabel(QLabel):
    """The label of a field, with an underlined letter as its key.

    It is the field's accessible name if the field has no other. The underline makes the
    text wider than Qt computes, so that the last letter could be cut off.
    """

    def __init__(self, words: str, field: QWidget) -> None:
        super().__init__(words, textFormat=Qt.TextFormat.PlainText)
        name_widget(self, f"{field.objectName()}Label")
        self.setProperty("role", "label")
        self.setBuddy(field)
        if not field.accessibleName():
            field.setAccessibleName(spoken_text(words))

    def sizeHint(self) -> QSize:
        """Return slightly more width than Qt computes."""
        size = super().sizeHint()
        return QSize(size.width() + UNIT // 2, size.height())

    def minimumSizeHint(self) -> QSize:
        """Return the usual size, so that nothing is cut off."""
        return self.sizeHint()


def make_plain_line(
    name: str, role: str, text: str = "", *, wraps: bool = False
) -> QLabel:
    """Return a label with plain text; it wraps if `wraps` is True."""
    label = name_widget(
        QLabel(wordWrap=wraps, textFormat=Qt.TextFormat.PlainText, text=text), name
    )
    label.setProperty("role", role)
    return label
