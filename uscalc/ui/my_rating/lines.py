"""The lines of a sheet: an opponent's rating and the result, one more as one types."""

import re
from typing import Final, Literal, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from uscalc.document.model import HIGHEST_RATING, LOWEST_RATING
from uscalc.document.sheet.sheet import SheetLine
from uscalc.ui.my_rating.result import ENDS, KEYS, ResultControl
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.labels import plain_line

_TYPED: Final = re.compile(
    r"(?P<low>\d{1,4}(?:[.,]\d{1,4})?)(?:\s*[-\N{EN DASH}]\s*(?P<high>\d{1,4}))?"
)
LETTERS: Final = "wdlWDL="
FIRST: Final = 3
"""Lines that are there before anything is typed."""


def parse_opponent(text: str) -> tuple[float, float | None] | str | None:
    """A typed rating, or a range of them; None where nothing stands, else why not."""
    typed = text.strip()
    if not typed:
        return None
    found = _TYPED.fullmatch(typed)
    if found is None:
        return f'"{typed[:20]}" is no rating; write 1702, or 1600-1800'
    low = float(found["low"].replace(",", "."))
    high = float(found["high"]) if found["high"] else None
    for end in (low, high):
        if end is not None and not LOWEST_RATING <= end <= HIGHEST_RATING:
            return (
                f"{end:g} is no rating; ratings are from {LOWEST_RATING:.0f} to "
                f"{HIGHEST_RATING:.0f}"
            )
    return low, high


class RatingField(QLineEdit):
    """A rating; a letter behind it is the result. `done` as in ResultControl."""

    lettered = Signal(str)
    done = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setProperty("form", True)
        self.setMaxLength(12)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters give the result, Return and the arrows go from line to line."""
        key, typed = Qt.Key(event.key()), event.text()
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.ShiftModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if plain and typed and typed in LETTERS and self.text().strip():
            self.lettered.emit(KEYS[typed.lower()])
            self.done.emit(1)
        elif key in ENDS:
            self.done.emit(1)
        elif key == Qt.Key.Key_Up:
            self.done.emit(-1)
        else:
            super().keyPressEvent(event)


class _Row:
    """The controls of one line."""

    def __init__(self, theme: Theme, place: int) -> None:
        self.number = plain_line(f"myNumber{place + 1}", "label")
        self.rating = RatingField(f"myOpponent{place + 1}")
        self.result = ResultControl(theme, f"myResult{place + 1}")

    @property
    def empty(self) -> bool:
        return not self.rating.text().strip()

    def name(self, number: int) -> None:
        self.number.setText(f"{number}.")
        self.rating.setAccessibleName(f"Opponent {number}: rating")
        self.result.call(f"Opponent {number}: result")


class SheetLines(QWidget):
    """`changed` comes with every key; `above` when the keyboard goes back to the top.

    `reached` gives the widget that the keyboard came to.
    """

    changed = Signal()
    above = Signal()
    reached = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: list[_Row] = []
        self.setObjectName("myLines")
        self.setProperty("page", True)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(UNIT)
        self._grid.setVerticalSpacing(UNIT // 2)
        for column, words in ((1, "Opponent"), (2, "Result, or blank")):
            title = plain_line(f"myColumn{column}", "label", words)
            self._grid.addWidget(title, 0, column)
        self._grid.setColumnStretch(3, 1)
        for _ in range(FIRST):
            self._add()
        theme.changed.connect(self._measure)
        self._measure()

    # The lines

    def lines(self) -> tuple[tuple[SheetLine, ...], str]:
        """Every line that can be read, and what is wrong with the first that cannot.

        The line that is being typed is not wrong yet.
        """
        found: list[SheetLine] = []
        problem = ""
        for number, row in enumerate((r for r in self.rows if not r.empty), 1):
            read = parse_opponent(row.rating.text())
            if isinstance(read, str):
                if not row.rating.hasFocus():
                    problem = problem or f"Line {number}: {read}."
            elif read is not None:
                low, high = read
                letter = cast("Literal['W', 'D', 'L'] | None", row.result.letter)
                found.append(SheetLine(low, letter, high))
        return tuple(found), problem

    def clear(self) -> None:
        """Empties every line."""
        for row in self.rows:
            row.rating.clear()
            row.result.choose(None)

    def begin(self) -> None:
        """Gives the first line the keyboard."""
        self._go(0)

    # Building

    def _add(self) -> None:
        place = len(self.rows)
        row = _Row(self._theme, place)
        self.rows.append(row)
        self._grid.addWidget(row.number, place + 1, 0)
        self._grid.addWidget(row.rating, place + 1, 1)
        self._grid.addWidget(row.result, place + 1, 2)
        if self.isVisible():
            # At once, so that the next key finds the line there.
            for widget in (row.number, row.rating, row.result):
                widget.show()
        row.rating.textChanged.connect(self._typed)
        row.rating.editingFinished.connect(self.changed)
        row.rating.lettered.connect(row.result.choose)
        row.result.changed.connect(self.changed)
        row.rating.done.connect(lambda by, at=row: self._step(at, by))
        row.result.done.connect(lambda by, at=row: self._step(at, by))
        if place:
            QWidget.setTabOrder(self.rows[place - 1].result, row.rating)
        QWidget.setTabOrder(row.rating, row.result)
        self._number()
        self._measure()

    def _measure(self) -> None:
        digit = self.fontMetrics().horizontalAdvance("0")
        for row in self.rows:
            row.rating.setFixedWidth(digit * 10 + 2 * UNIT)

    def _typed(self) -> None:
        if not self.rows[-1].empty:
            self._add()
        self._number()
        self.changed.emit()

    def _number(self) -> None:
        """Filled lines are counted through; the empty ones go on after them."""
        filled = [row for row in self.rows if not row.empty]
        empty = [row for row in self.rows if row.empty]
        for number, row in enumerate((*filled, *empty), 1):
            row.name(number)

    def _step(self, row: _Row, by: int) -> None:
        self._go(self.rows.index(row) + by)

    def _go(self, place: int) -> None:
        if place < 0:
            self.above.emit()
        elif place < len(self.rows):
            field = self.rows[place].rating
            field.setFocus(Qt.FocusReason.TabFocusReason)
            field.selectAll()
            self.reached.emit(field)
