"""A section under every edition as a table model, each difference with its rules."""

from uscalc.document.model import Player
from uscalc.document.queries.compare import BY_DATE, Column, SideBySide
from uscalc.engine.rounding import shown
from uscalc.engine.systems import System
from uscalc.engine.table import RuleTable
from uscalc.rules.resolve import rule_table
from uscalc.ui.widgets.column_table import FREE, ColumnTableModel, TableColumn
from uscalc.ui.wording.figures import change_text, facts_text, whole

FIRST = 3
"""The first column of a choice of rules, after number, name and rating."""
OFF = FREE
"""Role of the whole points by which the edition differs from the rules of the date."""
FIGURES = 7
"""Digits of a rating, and of how far it is from that of the date, which is smaller."""
FAR = 100
"""From so many points on that takes a digit more."""


def edition_words(column: Column) -> str:
    """Return a column's name in a sentence."""
    if column.rules == BY_DATE:
        return "The rules of the date"
    if column.rated.guide is not None:
        return "The guide of 2001"
    return f"The edition of {column.rules}"


class EditionsModel(ColumnTableModel[Player]):
    """Players down, choices of rules across; for one system."""

    def __init__(self, table: RuleTable | None = None) -> None:
        super().__init__()
        self._rules = table or rule_table()
        self.choices: tuple[Column, ...] = ()
        self.furthest = 0
        """The most points that any rating is away from the rules of the date."""
        self._compared: SideBySide | None = None
        self._system: System = "R"
        self.show_section(None, "R")

    def show_section(self, compared: SideBySide | None, system: System) -> None:
        """Show another section, or another system of it."""
        self._compared, self._system = compared, system
        found = compared.columns if compared else ()
        self.choices = tuple(c for c in found if c.system == system)
        players = compared.section.players if compared else ()
        offs = (self.off(p.number, c) for p in players for c in self.choices)
        self.furthest = max((abs(off or 0) for off in offs), default=0)
        self.show_rows(players if self.choices else (), self._make_columns())

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
        by_date = next((c for c in self.choices if c.rules == BY_DATE), None)
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

    # Columns

    def _make_columns(self) -> list[TableColumn[Player]]:
        """Make the players' columns, and one for each choice of rules."""

        def show_rating(player: Player) -> str:
            return facts_text(player.facts(self._system))

        return [
            TableColumn(
                "#",
                "Pairing number",
                lambda player: str(player.number),
                "right",
                digits=3,
                tone="pale",
            ),
            TableColumn("Name", "Name", lambda p: p.name, digits=12, fits=True),
            TableColumn(
                "Before",
                "The rating before the event",
                show_rating,
                "right",
                tone="pale",
            ),
            *(self._make_column(column) for column in self.choices),
        ]

    def _make_column(self, column: Column) -> TableColumn[Player]:
        by_date = column.rules == BY_DATE

        def show_post(player: Player) -> str:
            post = self.post(player.number, column)
            return "" if post is None else whole(post)

        def explain(player: Player) -> str:
            return self.because(player.number, column)

        return TableColumn(
            column.rules if column.rated.guide is None else "2001 guide",
            edition_words(column),
            show_post,
            "right",
            digits=5 if by_date else FIGURES + (self.furthest >= FAR),
            strong=by_date,
            tooltip=explain,
            spoken=lambda player: f"{player.name}: {explain(player)}",
            roles={OFF: lambda player: self.off(player.number, column)},
        )

    def _title(self, rule: str) -> str:
        title = self._rules.parameters[rule].title
        return f"{title[:1].lower()}{title[1:]}"
