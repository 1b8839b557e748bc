"""Keys that move a grabbed value, and texts and roles for screen readers.

Enter or Space grabs, arrow keys move, Enter or Space drops, and Esc cancels: the same
for the marker, the bars, the curve, and numbers in sentences.
"""

from functools import cache
from math import ceil, floor, inf
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
    QKeyEvent,
)
from PySide6.QtWidgets import QAccessibleWidget, QTableView, QWidget

from uscalc.ui.scheduling import follow_focus

GRAB: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
ANNOUNCED: Final = "announced"
"""The property with the last sentence announced for a control."""
Key = Qt.Key
UP: Final = {Key.Key_Right: 1, Key.Key_Up: 1, Key.Key_Left: -1, Key.Key_Down: -1}
PAGES: Final = {Key.Key_PageUp: 1, Key.Key_PageDown: -1}
ENDS: Final = {Key.Key_Home: -inf, Key.Key_End: inf}


class KeySteps(NamedTuple):
    """How far keys move a value: an arrow key with Shift, an arrow key, and Page Up or Down."""

    fine: float
    usual: float
    large: float


RATING_STEPS: Final = KeySteps(1.0, 10.0, 100.0)
COUNT_STEPS: Final = KeySteps(1.0, 1.0, 10.0)
SCORE_STEPS: Final = KeySteps(0.5, 0.5, 0.5)


def read_step(event: QKeyEvent, steps: KeySteps = RATING_STEPS) -> float | None:
    """Return how far a key moves a value; infinite for Home and End, None for other keys."""
    key = Qt.Key(event.key())
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    shift = modifiers == Qt.KeyboardModifier.ShiftModifier
    if modifiers and not shift:
        return None
    if key in UP:
        return UP[key] * (steps.fine if shift else steps.usual)
    if shift:
        return None
    return PAGES[key] * steps.large if key in PAGES else ENDS.get(key)


def move_to_multiple(value: float, step: float, low: float, high: float) -> float:
    """Return the next multiple of `step` above a value, or below it if `step` is negative.

    The result is limited to the range from `low` to `high`.
    """
    if abs(step) == inf:
        return low if step < 0 else high
    size, here = abs(step), value / abs(step)
    there = floor(here + 1e-9) + 1 if step > 0 else ceil(here - 1e-9) - 1
    return min(max(there * size, low), high)


def announce(control: QWidget, sentence: str) -> None:
    """Make screen readers read a sentence, whichever widget has the focus."""
    control.setProperty(ANNOUNCED, sentence)
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(control, sentence))


IMAGE: Final = QAccessible.Role.Graphic
GROUP: Final = QAccessible.Role.Grouping


@cache
def inform_screen_readers() -> None:
    """Tell screen readers what Qt doesn't tell them.

    These are the roles of our own widgets (`accessible_role` of a class), and the
    current cell of a table that gets the focus.
    """
    QAccessible.installFactory(_make_interface)
    follow_focus(_read_current_cell)


def _read_current_cell(_old: QWidget | None, table: QWidget | None) -> None:
    if isinstance(table, QTableView) and QAccessible.isActive():
        # Later, after Qt has reported that the table has the focus.
        QTimer.singleShot(0, table, lambda: _focus_cell(table))


def _focus_cell(table: QTableView) -> None:
    index = table.currentIndex()
    if table.hasFocus() and index.isValid():
        event = QAccessibleEvent(table, QAccessible.Event.Focus)
        # Qt counts the headings as cells.
        row = (index.row() + 1) * (index.model().columnCount() + 1)
        event.setChild(row + index.column() + 1)
        QAccessible.updateAccessibility(event)


def _make_interface(_class_name: str, widget: QObject) -> QAccessibleInterface | None:
    role = getattr(type(widget), "accessible_role", None)
    return (
        None
        if role is None or not isinstance(widget, QWidget)
        else QAccessibleWidget(widget, role)
    )
