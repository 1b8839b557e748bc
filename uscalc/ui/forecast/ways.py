"""Every way through several games to come, as a table."""

from collections.abc import Container, Sequence
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from uscalc.analysis.forecast_model import Forecast, Line
from uscalc.analysis.goals import reach
from uscalc.analysis.intervals import Interval
from uscalc.explain.numbers import whole
from uscalc.report.forecast_words import interval_words, percent, way_words
from uscalc.ui.cards.lines import SHARE, verdict_words
from uscalc.ui.widgets.plain_table import STRONG, TONE, PlainModel, alignment

Index = QModelIndex | QPersistentModelIndex
TITLES: Final = ("Result", "Chance", "Rating", "Usually", "Range")
WAY, CHANCE, RATING, USUAL, LIMITS, TARGET = range(6)
DIGITS: Final = {WAY: 22, CHANCE: 6, RATING: 6, USUAL: 10, LIMITS: 10, TARGET: 16}


class WaysModel(PlainModel):
    """The ways by score; only what is in sight is ever put into words."""

    def __init__(self) -> None:
        super().__init__()
        self._found: Forecast | None = None
        self._target: float | None = None
        self._cell = lru_cache(maxsize=2048)(self._words)

    def show_forecast(self, found: Forecast | None, target: float | None) -> None:
        """Shows another forecast, or the same with another target."""
        if found is self._found and target == self._target:
            return
        self.beginResetModel()
        self._found, self._target = found, target
        self._cell.cache_clear()
        self.endResetModel()

    def line(self, row: int) -> Line | None:
        """The way of a row."""
        ways = self._found.ways if self._found else ()
        return ways[row] if 0 <= row < len(ways) else None

    def first_of(self, score: float) -> int:
        """The first row with a score."""
        ways = self._found.ways if self._found else ()
        return next((i for i, way in enumerate(ways) if way.score == score), 0)

    def heads(self) -> Sequence[tuple[str, str]]:
        """The columns; with a target there is one more."""
        target = () if self._target is None else (f"{self._target:g}",)
        return [(title, "") for title in (*TITLES, *target)]

    def count(self) -> int:
        """A row a way."""
        return 0 if self._found is None else len(self._found.ways)

    def words(self) -> Container[int]:
        """The columns of words."""
        return WAY, TARGET

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A cell."""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(index.column(), (WAY, TARGET))
        if role == STRONG:
            return index.column() == RATING
        if role == TONE:
            return "soft" if index.column() in (CHANCE, USUAL, LIMITS) else "text"
        spoken = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
        return self._cell(index.row(), index.column()) if spoken else None

    def _words(self, row: int, column: int) -> str:
        found, line = self._found, self.line(row)
        if found is None or line is None:
            return ""
        if column == WAY:
            text = way_words(line, found.own)
            return f"{text[:1].upper()}{text[1:]}"
        if column == CHANCE:
            return "" if line.chance is None else percent(line.chance)
        if column == RATING:
            return whole(line.value)
        if column == USUAL:
            return interval_words(Interval(*line.spread.within(SHARE)))
        if column == LIMITS:
            return interval_words(line.range)
        return "" if self._target is None else verdict_words(reach(line, self._target))
