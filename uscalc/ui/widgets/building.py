"""Make the common parts of views: names, margins, pages, scroll areas, dialogs."""

from typing import Final, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QBoxLayout,
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QProgressBar,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from uscalc.ui.theme.theme import UNIT

Named = TypeVar("Named", bound=QWidget)
Box = TypeVar("Box", bound=QLayout)
Margins = tuple[int, int, int, int] | int
"""Pixels at the left, above, at the right and below, or on every side."""
NO_MARGINS: Final = 0
PAGE_MARGINS: Final[Margins] = (2 * UNIT, UNIT, 2 * UNIT, UNIT)
"""Around a page of text and controls."""
HEAD_MARGINS: Final[Margins] = (2 * UNIT, UNIT // 2, UNIT, UNIT // 2)
"""Around the line above a table."""
DIALOG_MARGINS: Final = 2 * UNIT


def name_widget(widget: Named, name: str, label: str = "", look: str = "") -> Named:
    """Give a widget its objectName and its accessible name, and return it.

    `look` is the property that the style sheet uses, such as "page" or "tool". Without
    `label`, a screen reader reads the widget's own text, or that of the label beside
    it.
    """
    widget.setObjectName(name)
    if label:
        widget.setAccessibleName(label)
    if look:
        widget.setProperty(look, True)
    return widget


def make_page(name: str, label: str = "", look: str = "page") -> QWidget:
    """Make a widget for other widgets, with the background of pages."""
    return name_widget(QWidget(), name, label, look)


def make_column(
    parent: QWidget | None = None,
    margins: Margins = NO_MARGINS,
    spacing: int | None = UNIT,
) -> QVBoxLayout:
    """Make a layout from top to bottom; with `spacing` None, that of the layout around it."""
    return set_margins(_make_box(QVBoxLayout, parent), margins, spacing)


def make_row(
    parent: QWidget | None = None,
    margins: Margins = NO_MARGINS,
    spacing: int | None = UNIT,
) -> QHBoxLayout:
    """Make a layout from left to right; with `spacing` None, that of the layout around it."""
    return set_margins(_make_box(QHBoxLayout, parent), margins, spacing)


def make_grid(parent: QWidget, across: int = UNIT, down: int = UNIT) -> QGridLayout:
    """Make a grid without margins; `across` and `down` are the gaps between its cells."""
    grid = set_margins(QGridLayout(parent), spacing=None)
    grid.setHorizontalSpacing(across)
    grid.setVerticalSpacing(down)
    return grid


Direction = TypeVar("Direction", QVBoxLayout, QHBoxLayout)


def _make_box(kind: type[Direction], parent: QWidget | None) -> Direction:
    # Qt takes None for a parent in some of its versions only.
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

    The focus goes to the controls of the page, not to the area.
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
    splitter = QSplitter(way)
    splitter.setObjectName(name)
    splitter.setChildrenCollapsible(False)
    for part in parts:
        splitter.addWidget(part)
    return splitter


def make_progress_bar(name: str, label: str) -> QProgressBar:
    """Make a thin progress bar without text; `label` names what it counts."""
    bar = name_widget(QProgressBar(), name, label)
    bar.setTextVisible(False)
    return bar


def set_up_dialog(dialog: QDialog, name: str, title: str, label: str = "") -> None:
    """Name a dialog, set its title, and have it deleted when it closes.

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
"""Free room between the parts of a row or a column."""
Part = QWidget | QLayout | int | tuple[QWidget | QLayout, int]
"""An item of a row or a column: a part, free room, or a part with its share of it."""


def add_parts(box: QLayout, *parts: Part) -> None:
    """Add widgets, layouts and stretches to a row or a column, in their order."""
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
    """Arrange a box from top to bottom or from left to right; return True if that changed."""
    direction = QBoxLayout.Direction
    wanted = direction.TopToBottom if down else direction.LeftToRight
    turns = box.direction() != wanted
    box.setDirection(wanted)
    return turns


def set_look(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet uses, and apply the style sheet.

    Qt looks at properties only when it applies a style sheet.
    """
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
