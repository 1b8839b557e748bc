"""A section under every edition as a table model, each difference with its rules."""

from collections.abc import Container, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from uscalc.document.queries.compare import BY_DATE, Column, SideBySide
from uscalc.engine.rounding import shown
from uscalc.engine.systems import System
from uscalc.engine.table import RuleTable
from uscalc.rules.resolve import rule_table
from uscalc.ui.widgets.plain_table import FREE, STRONG, TONE, PlainModel, alignment
from uscalc.ui.wording.figures import change_text, facts_text, whole

Index = QModelIndex | QPersistentModelIndex
FIXED: tuple[tuple[str, str], ...] = (
    ("#", "Pairing number"),
    ("Name", "Name"),
    ("Before", "The rating before the event"),
)
NAME, FIRST = 1, len(FIXED)
OFF = FREE
"""By how many whole points the edition differs from the rules of the date."""


def edition_words(column: Column) -> str:
    """Return a column's name in a sentence."""
    if column.rules == BY_DATE:
        return "The rules of the date"
    if column.rated.guide is not None:
        return "The guide of 2001"
    return f"The edition of {column.rules}"


class EditionsModel(PlainModel):
    """Players down, choices of rules across; for one system."""

    def __init__(self, table: RuleTable | None = None) -> None:
        super().__init__()
        self._rules = table or rule_table()
        self.columns: tuple[Column, ...] = ()
        self.furthest = 0
        """The most points that any rating is away from the rules of the date."""
        self._compared: SideBySide | None = None
        self._system: System = "R"

    def show_section(self, compared: SideBySide | None, system: System) -> None:
        """Show another section, or another system of it."""
        self.beginResetModel()
        self._compared, self._system = compared, system
        found = compared.columns if compared else ()
        self.columns = tuple(c for c in found if c.system == system)
        players = compared.section.players if compared else ()
        offs = (self.off(p.number, c) for p in players for c in self.columns)
        self.furthest = max((abs(off or 0) for off in offs), default=0)
        self.endResetModel()

    @property
    def compared(self) -> SideBySide | None:
        """What is shown."""
        return self._compared

    def post(self, number: int, column: Column) -> int | None:
        """Return a displayed new rating under a choice of rules."""
        # Somebody entered since is in the section, but was not compared yet.
        if number not in column.rated.places:
            return None
        post = column.post(number)
        return None if post is None else int(shown(post))

    def off(self, number: int, column: Column) -> int | None:
        """Whole points away from the rules of the date."""
        by_date = next((c for c in self.columns if c.rules == BY_DATE), None)
        if by_date is None or column is by_date:
            return None
        here, there = self.post(number, column), self.post(number, by_date)
        return None if here is None or there is None else here - there

    def because(self, number: int, column: Column) -> str:
        """Return which rules make the difference, in words."""
        words = edition_words(column)
        post, off = self.post(number, column), self.off(number, column)
        if post is None:
            return f"{words} gives no rating."
        if off is None:
            return f"{words} give {post}."
        if column.rated.guide is not None:
            size = change_text(off) if off else "the same"
            return f"{words}, worked by hand from its tables: {post}, {size}."
        parts = [
            f"{self._title(rule)} {change_text(points, 2)}"
            for rule, points in column.because(number)
        ]
        if not parts:
            return f"{words}: {post}, the same."
        size = change_text(off) if off else "the same when rounded"
        return f"{words}: {post}, {size}: {'; '.join(parts)}."

    # Qt

    def heads(self) -> Sequence[tuple[str, str]]:
        """Return the columns."""
        editions = (
            (
                c.rules if c.rated.guide is None else "2001 guide",
                edition_words(c),
            )
            for c in self.columns
        )
        return (*FIXED, *editions)

    def count(self) -> int:
        """Return the number of players."""
        if self._compared is None or not self.columns:
            return 0
        return len(self._compared.section.players)

    def words(self) -> Container[int]:
        """Return the columns of words."""
        return (NAME,)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a rating, and how far it is from the rules of the date."""
        if not index.isValid() or self._compared is None:
            return None
        player = self._compared.section.players[index.row()]
        place = index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(place, (NAME,))
        if role == TONE:
            return "pale" if place < FIRST and place != NAME else "text"
        if place < FIRST:
            if role != Qt.ItemDataRole.DisplayRole:
                return None
            facts = facts_text(player.facts(self._system))
            return (str(player.number), player.name, facts)[place]
        column = self.columns[place - FIRST]
        if role == Qt.ItemDataRole.DisplayRole:
            post = self.post(player.number, column)
            return "" if post is None else whole(post)
        if role == OFF:
            return self.off(player.number, column)
        if role == STRONG:
            return column.rules == BY_DATE
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            said = self.because(player.number, column)
            accessible = role == Qt.ItemDataRole.AccessibleTextRole
            return f"{player.name}: {said}" if accessible else said
        return None

    def _title(self, rule: str) -> str:
        title = self._rules.parameters[rule].title
        return f"{title[:1].lower()}{title[1:]}"
