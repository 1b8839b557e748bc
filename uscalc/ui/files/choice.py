"""A button with a title and a note, reached with the arrow keys."""

import re
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy

from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    make_column,
    make_wrapped_label,
    name_widget,
    spoken_text,
)

Way = tuple[int, int]
ARROWS: Final[dict[int, Way]] = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
"""The direction of each arrow key: to the right, and down."""
PRESSES: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
MARGINS: Final = (12, UNIT, 12, UNIT)
ASIDE: Final = 3
"""A distance across the arrow's direction counts this many times."""


def find_neighbor(places: Sequence[QRect], at: int, way: Way) -> int | None:
    """Return the index that an arrow key leads to from index `at`, or None.

    The nearest place wins, by the distance in the arrow's direction and the gap across
    it.
    """
    here = places[at]
    costs: list[tuple[int, int]] = []
    for other, there in enumerate(places):
        ahead = _gap_between(here, there, way)
        if other != at and ahead >= 0:
            # The gap across the direction; 0 if the two overlap.
            side = (abs(way[1]), abs(way[0]))
            back = (-side[0], -side[1])
            aside = max(
                _gap_between(here, there, side), _gap_between(here, there, back), 0
            )
            offset = here.center() - there.center()
            costs.append((ahead + ASIDE * aside + offset.manhattanLength() // 8, other))
    return min(costs)[1] if costs else None


def _gap_between(here: QRect, there: QRect, way: Way) -> int:
    """Return the distance from the end of one place to the beginning of another, in pixels.

    It is negative if they overlap in this direction.
    """
    if way[0]:
        return (
            there.left() - here.right() if way[0] > 0 else here.left() - there.right()
        )
    return there.top() - here.bottom() if way[1] > 0 else here.top() - there.bottom()


def _break_path(text: str) -> str:
    """Return a text in which paths and file names may be split over lines."""
    return re.sub(r"([/\\._-])(?=\w)", "\\1\N{ZERO WIDTH SPACE}", text)


class ChoiceButton(QPushButton):
    """A button with a title and a note, both of which wrap; `moved` is emitted for arrow keys."""

    moved = Signal(int)

    def __init__(self, name: str, title: str, note: str = "") -> None:
        super().__init__(autoDefault=False)
        name_widget(self, name, spoken_text(title))
        self.setAccessibleDescription(note)
        column = make_column(self, MARGINS, UNIT // 2)
        self.title = make_wrapped_label(f"{name}Title", "choice", _break_path(title))
        # The underlined letter presses the button.
        self.title.setBuddy(self)
        labels = [self.title]
        if note:
            labels.append(make_wrapped_label(f"{name}Note", "note", _break_path(note)))
        for label in labels:
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            column.addWidget(label)
        column.addStretch(1)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        """Return the size of the texts."""
        layout = self.layout()
        assert layout is not None
        return layout.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return the least size of the texts."""
        layout = self.layout()
        assert layout is not None
        return layout.minimumSize()

    def heightForWidth(self, width: int) -> int:
        """Return the height that the texts need at a width."""
        layout = self.layout()
        assert layout is not None
        return layout.totalHeightForWidth(width)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the button with Enter or Space; go to a neighbor with the arrow keys."""
        if event.key() in PRESSES:
            self.click()
        elif event.key() in ARROWS and not event.modifiers():
            self.moved.emit(event.key())
        else:
            super().keyPressEvent(event)
