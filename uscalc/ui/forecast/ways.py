"""Every way through several games to come, as a table."""

from collections.abc import Container, Sequence
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from uscalc.analysis.forecast_model import Forecast, Line
from uscalc.analysis.goals import reach
from uscalc.analysis.intervals import Interval
from uscalc.explain.numbers import whole
from uscalc.report.forecast.words import (
    OUTCOME_LETTERS,
    interval_words,
    percent,
    way_words,
)
from uscalc.ui.cards.lines import SHARE, verdict_words
from uscalc.ui.widgets.plain_table import STRONG, TONE, PlainModel, alignment

Index = QModelIndex | QPersistentModelIndex
SPOKEN: Final = (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
TITLES: Final = ("", "Chance", "Rating", "", "Usually", "Range")
WAY, CHANCE, RATING, TARGET, USUAL, LIMITS = range(6)
"""Whether the target is reached stands before what is cut first in a narrow view."""
DIGITS: Final = (9, 6, 6, 15, 10, 10)


class WaysModel(PlainModel):
    """The ways by score; only what is in sight is ever put into words."""

    def __init__(self) -> None:
        super().__init__()
        self._found: Forecast | None = None
        self._target: float | None = None
        self._cell = lru_cache(maxsize=2048)(self._words)

    def show_forecast(self, found: Forecast | None, target: float | None) -> None:
        """Show another forecast, or the same with another target."""
        if found is self._found and target == self._target:
            return
        self.beginResetModel()
        self._found, self._target = found, target
        self._cell.cache_clear()
        self.endResetModel()

    def line(self, row: int) -> Line | None:
        """Return the way of a row."""
        ways = self._found.ways if self._found else ()
        return ways[row] if 0 <= row < len(ways) else None

    def first_of(self, score: float) -> int:
        """Return the first row with a score."""
        ways = self._found.ways if self._found else ()
        return next((i for i, way in enumerate(ways) if way.score == score), 0)

    def heads(self) -> Sequence[tuple[str, str]]:
        """Return the columns: the rounds to come, and the target where there is one."""
        rounds = [] if self._found is None else [game.round for game in self._found.own]
        titles = list(TITLES)
        titles[WAY] = f"Round {', '.join(map(str, rounds))}"
        titles[TARGET] = "" if self._target is None else f"{self._target:g}"
        return [(titles[column], "") for column in self._columns()]

    def digits(self, at: int) -> int:
        """Return how wide a column is, in digits."""
        return DIGITS[self._columns()[at]]

    def _columns(self) -> Sequence[int]:
        every = range(len(TITLES))
        return [c for c in every if c != TARGET or self._target is not None]

    def count(self) -> int:
        """Return a row a way."""
        return 0 if self._found is None else len(self._found.ways)

    def words(self) -> Container[int]:
        """Return the columns of words."""
        return (WAY,) if self._target is None else (WAY, TARGET)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell."""
        column = self._columns()[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(column, (WAY, TARGET))
        if role == STRONG:
            return column == RATING
        if role == TONE:
            return "soft" if column in (CHANCE, USUAL, LIMITS) else "text"
        if role in SPOKEN and column == WAY:
            return self._spelled(index.row())
        shown = role in (Qt.ItemDataRole.DisplayRole, *SPOKEN)
        return self._cell(index.row(), column) if shown else None

    def _spelled(self, row: int) -> str:
        """Return a way in words, which a narrow table has no room for."""
        line = self.line(row)
        if self._found is None or line is None:
            return ""
        text = way_words(line, self._found.own)
        return f"{text[:1].upper()}{text[1:]}"

    def _words(self, row: int, column: int) -> str:
        found, line = self._found, self.line(row)
        if found is None or line is None:
            return ""
        if column == WAY:
            return "   ".join(OUTCOME_LETTERS[half] for half in line.halves or ())
        if column == CHANCE:
            return "" if line.chance is None else percent(line.chance)
        if column == RATING:
            return whole(line.value)
        if column == USUAL:
            return interval_words(Interval(*line.spread.within(SHARE)))
        if column == LIMITS:
            return interval_words(line.range)
        return "" if self._target is None else verdict_words(reach(line, self._target))
