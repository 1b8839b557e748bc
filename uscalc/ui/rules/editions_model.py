"""Show a section under every edition as a table, with the rules behind each difference."""

from typing import Final

from PySide6.QtCore import QObject

from uscalc.document.model import Player
from uscalc.document.queries.compare import BY_DATE, EditionColumn, EditionComparison
from uscalc.engine.inputs import System
from uscalc.engine.rounding import round_for_display
from uscalc.engine.table import RuleTable
from uscalc.rules.resolve import load_rule_table
from uscalc.ui.charts.scene import (
    Axis,
    AxisTick,
    Chart,
    ChartDot,
    ChartLabel,
    ChartLine,
    ChartRule,
    Mark,
)
from uscalc.ui.theme.figures import format_change, format_facts, format_whole
from uscalc.ui.widgets.column_table import FREE, ColumnTableModel, TableColumn

FIRST = 3
"""The first column of an edition, after number, name and rating."""
OFF = FREE
"""Role of the difference from the rating by end date, in whole points."""
FIGURES = 9
"""The width in digits of a gap, a rating, a gap, and the difference, in smaller type."""
FIGURE_SPACE = "\N{FIGURE SPACE}"
"""A space as wide as a digit, so that the heading begins above the ratings, and apart
from the one before it."""
FAR = 100
"""A difference of at least this many points needs one more digit."""


def edition_words(column: EditionColumn) -> str:
    """Return a column's name in the form used within a sentence."""
    if column.rules == BY_DATE:
        return "The rules by end date"
    return (
        "The 2001 guide"
        if column.rated.guide is not None
        else f"The {column.rules} edition"
    )


class EditionsModel(ColumnTableModel[Player]):
    """A section in one rating system: a row for each player, a column for each edition."""

    def __init__(
        self, table: RuleTable | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent=parent)
        self._rules = table or load_rule_table()
        self.choices: tuple[EditionColumn, ...] = ()
        self.furthest = 0
        """The largest difference of any rating from the one by end date, in points."""
        self.compared: EditionComparison | None = None
        """The shown comparison."""
        self._system: System = "R"
        self.show_section(None, "R")

    def show_section(self, compared: EditionComparison | None, system: System) -> None:
        """Show another section, or another system of it."""
        self.compared, self._system = compared, system
        found = compared.columns if compared else ()
        self.choices = tuple(c for c in found if c.system == system)
        players = compared.section.players if compared else ()
        offs = (self.get_difference(p.number, c) for p in players for c in self.choices)
        self.furthest = max((abs(off or 0) for off in offs), default=0)
        self.show_rows(players if self.choices else (), self._make_columns())

    def get_post(self, number: int, column: EditionColumn) -> int | None:
        """Return a player's displayed post-event rating under an edition."""
        # A player who was added since then isn't compared yet.
        if number not in column.rated.places:
            return None
        post = column.find_post(number)
        return None if post is None else int(round_for_display(post))

    def get_difference(self, number: int, column: EditionColumn) -> int | None:
        """Return the difference from the rating by end date, in whole points."""
        by_date = next((c for c in self.choices if c.rules == BY_DATE), None)
        if by_date is None or column is by_date:
            return None
        here, there = self.get_post(number, column), self.get_post(number, by_date)
        return None if here is None or there is None else here - there

    def explain_difference(self, number: int, column: EditionColumn) -> str:
        """Return which rules cause the difference."""
        words = edition_words(column)
        post, off = self.get_post(number, column), self.get_difference(number, column)
        if post is None:
            return f"{words} gives no rating."
        if off is None:
            return f"{words} give {post}."
        if column.rated.guide is not None:
            size = format_change(off) if off else "the same"
            return f"{words} (calculated from its tables): {post}, {size}."
        parts = [
            f"{self._rule_title(rule)} {format_change(points, 2)}"
            for rule, points in column.list_causes(number)
        ]
        if not parts:
            return f"{words}: {post}, the same."
        size = format_change(off) if off else "the same when rounded"
        return f"{words}: {post}, {size}: {'; '.join(parts)}."

    # Columns

    def _make_columns(self) -> list[TableColumn[Player]]:
        """Make the columns of the players, and one for each edition."""

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
                "Pre",
                "Pre-event rating",
                lambda player: format_facts(player.facts(self._system)),
                "right",
                tone="pale",
            ),
            *(self._make_column(column) for column in self.choices),
        ]

    def _make_column(self, column: EditionColumn) -> TableColumn[Player]:
        by_date = column.rules == BY_DATE

        def show_post(player: Player) -> str:
            post = self.get_post(player.number, column)
            text = "" if post is None else format_whole(post)
            return text if by_date else text.rjust(5, FIGURE_SPACE)

        def explain(player: Player) -> str:
            return self.explain_difference(player.number, column)

        year = f"{FIGURE_SPACE}{column.rules.removesuffix('-guide')}"
        return TableColumn(
            "By date" if by_date else year,
            edition_words(column),
            show_post,
            "right" if by_date else "left",
            digits=5 if by_date else FIGURES + (self.furthest >= FAR),
            strong=by_date,
            tooltip=explain,
            spoken=lambda player: f"{player.name}: {explain(player)}",
            roles={OFF: lambda player: self.get_difference(player.number, column)},
        )

    def _rule_title(self, rule: str) -> str:
        title = self._rules.parameters[rule].title
        return f"{title[:1].lower()}{title[1:]}"


LEAST: Final = 5.0
"""The least range of the chart above and below, in points."""


def editions_chart(model: EditionsModel, number: int | None, source: str) -> Chart:
    """Return the chart of all players over the editions; the selected line is bold."""
    columns = [column for column in model.choices if column.rules != BY_DATE]
    section = model.compared.section if model.compared else None
    marks: list[Mark] = [ChartRule(y=0.0, role="pale", dashed=False)]
    labels: list[ChartLabel] = []
    furthest = LEAST
    text = ""
    for player in section.players if section else ():
        points = [
            (float(place), float(off))
            for place, column in enumerate(columns)
            if (off := model.get_difference(player.number, column)) is not None
        ]
        if not points:
            continue
        furthest = max(furthest, *(abs(y) for _, y in points))
        here = player.number == number
        marks.append(
            ChartLine(
                tuple(points),
                role="accent" if here else "pale",
                width=2.5 if here else 1.0,
                strength=1.0 if here else 0.4,
                key=player.number,
                hint=player.name,
            )
        )
        if here:
            text = player.name
            marks += [ChartDot(*at, role="accent", key=player.number) for at in points]
            labels += [
                ChartLabel(
                    x, y, format_change(y), role="accent", strong=True, priority=2
                )
                for x, y in points
            ]
    ticks = tuple(
        AxisTick(float(place), column.rules.removesuffix("-guide"))
        for place, column in enumerate(columns)
    )
    # The selected player's line is drawn last, above all others.
    marks.sort(key=lambda mark: getattr(mark, "role", "") == "accent")
    offs = [
        (off, edition_words(c))
        for c in columns
        if number is not None and (off := model.get_difference(number, c)) is not None
    ]
    return Chart(
        _make_headline(text, offs),
        Axis(-0.3, max(len(columns) - 0.7, 0.3), ticks=ticks),
        Axis(
            -furthest * 1.15,
            furthest * 1.15,
            title="points above or below By date",
        ),
        tuple(marks),
        tuple(labels),
        description="; ".join(f"{c}: {format_change(off)}" for off, c in offs),
        source=source,
    )


def _make_headline(name: str, offs: list[tuple[int, str]]) -> str:
    """Return the edition with the largest difference, as the chart's title."""
    if not name or not offs:
        return "Difference from the rules by end date, in points"
    off, edition = max(offs, key=lambda found: abs(found[0]))
    return (
        f"Every edition gives {name} the same rating"
        if not off
        else f"{edition}: {format_change(off)} points for {name}, the largest difference"
    )
