"""The facts that explain published ratings, as a table model: equals below each other."""

from collections.abc import Container, Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt

from uscalc.document.audit.result import Explanation, Fact
from uscalc.ui.widgets.plain_table import STRONG, TONE, Index, PlainModel, alignment
from uscalc.ui.wording.hints import plain_hint

COLUMNS: tuple[tuple[str, str], ...] = (
    ("", "Sets of facts that explain as much, the likeliest first"),
    ("Hidden fact", "What the file does not say, or says otherwise"),
    ("Explains", "The players whose published ratings come out by it"),
    ("Breaks", "The players whose published ratings do not come out any more"),
)
SET, FACT, EXPLAINS, BREAKS = range(4)
WORDS = (SET, FACT, EXPLAINS, BREAKS)
LETTERS = "ABC"


class Line(NamedTuple):
    """A fact, and the place of the set that it is of."""

    place: int
    fact: Fact
    first: bool


class FactsModel(PlainModel):
    """A row for each fact of each set; `chosen` is the set that is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.explanations: tuple[Explanation, ...] = ()
        self.lines: tuple[Line, ...] = ()
        self.chosen = 0

    def show_sets(self, explanations: tuple[Explanation, ...]) -> None:
        """Show the facts of another audit."""
        self.beginResetModel()
        self.explanations, self.chosen = explanations, 0
        self.lines = tuple(
            Line(place, fact, at == 0)
            for place, one in enumerate(explanations)
            for at, fact in enumerate(one.facts)
        )
        self.endResetModel()

    def choose(self, row: int) -> bool:
        """Choose the set of a row; whether it is another one."""
        place = self.lines[row].place
        if place == self.chosen:
            return False
        self.chosen = place
        last = self.createIndex(len(self.lines) - 1, len(COLUMNS) - 1)
        self.dataChanged.emit(self.createIndex(0, 0), last)
        return True

    @property
    def shown(self) -> Explanation | None:
        """The set that is chosen."""
        return self.explanations[self.chosen] if self.explanations else None

    def heads(self) -> Sequence[tuple[str, str]]:
        """Return the columns."""
        return COLUMNS

    def count(self) -> int:
        """Return one for each fact."""
        return len(self.lines)

    def words(self) -> Container[int]:
        """Return the columns of words."""
        return WORDS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a fact's words, and whom it explains."""
        if not index.isValid():
            return None
        line, column = self.lines[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(line, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            text = self._text(line, column)
            if column == FACT:
                text = f"{text}.\nTo settle it, ask for {line.fact.settle}."
            return plain_hint(text) or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._aloud(line, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(column, WORDS)
        if role == STRONG:
            return column == FACT and line.place == self.chosen
        if role == TONE:
            if column == BREAKS:
                return "loss"
            return "text" if line.place == self.chosen else "soft"
        return None

    def _text(self, line: Line, column: int) -> str:
        match column:
            case 0:
                several = len(self.explanations) > 1 and line.first
                return LETTERS[line.place] if several else ""
            case 1:
                return line.fact.says[:1].upper() + line.fact.says[1:]
            case 2:
                return ", ".join(map(str, line.fact.explains))
            case _:
                return ", ".join(map(str, line.fact.breaks))

    def _aloud(self, line: Line, column: int) -> str:
        shown = "shown" if line.place == self.chosen else "not shown"
        if column == SET and len(self.explanations) > 1:
            return f"Set {LETTERS[line.place]} of facts, {shown}"
        return f"{COLUMNS[column][0]}: {self._text(line, column) or 'none'}"
