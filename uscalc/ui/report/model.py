"""The tables of an audit: computed and published ratings, and the facts that explain them."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from PySide6.QtWidgets import QWidget

from uscalc.document.audit.result import AuditFact, ComparedRating, Explanation
from uscalc.ui.theme.figures import (
    format_change,
    format_exact,
    format_rating,
    format_whole,
)
from uscalc.ui.widgets.column_table import ColumnTableModel, TableColumn

NUMBER, NAME, COMPUTED, PUBLISHED, OFF, COMES_OUT = range(6)
SAID: Final[Mapping[str, str]] = {
    "left": "not explained",
    "explained": "with the facts",
    "rounding": "by rounding",
    "exact": "exactly",
}
ORDER: Final = tuple(SAID)


def sort_by_outcome(
    rows: Iterable[ComparedRating], how: Mapping[int, str]
) -> tuple[ComparedRating, ...]:
    """Sort ratings by outcome, and within it by the size of the difference.

    `how` maps pairing numbers to keys of SAID.
    """
    return tuple(
        sorted(
            rows,
            key=lambda row: (ORDER.index(how[row.number]), -abs(row.off), row.number),
        )
    )


def make_columns(how: Mapping[int, str]) -> tuple[TableColumn[ComparedRating], ...]:
    """Make the columns for ratings whose outcomes are `how` by pairing number."""
    tones = {"left": "loss", "explained": "gain"}

    def tone_of_difference(row: ComparedRating) -> str:
        return "soft" if row.exact else "gain" if row.off > 0 else "loss"

    return (
        TableColumn(
            "#",
            "Pairing number",
            lambda row: str(row.number),
            side="right",
            digits=3,
            tone="soft",
        ),
        TableColumn("Name", "Name", lambda row: row.name, digits=12, stretches=True),
        TableColumn(
            "Computed",
            "The new rating computed here",
            lambda row: (
                format_exact(row.computed)
                if _decimals(row)
                else format_whole(row.computed)
            ),
            side="right",
            digits=9,
        ),
        TableColumn(
            "Published",
            "The new rating that was published",
            lambda row: (
                format_exact(row.published)
                if _decimals(row)
                else format_rating(row.published)
            ),
            side="right",
            digits=9,
        ),
        TableColumn(
            "Off",
            "Published minus computed",
            lambda row: "0" if row.exact else format_change(row.off, _decimals(row)),
            side="right",
            tone=tone_of_difference,
            strong=lambda row: not row.exact,
        ),
        TableColumn(
            "Comes out",
            "Whether it comes out with the facts that are shown",
            lambda row: SAID[how[row.number]],
            digits=15,
            tone=lambda row: tones.get(how[row.number], "soft"),
        ),
    )


def describe_cell(column: TableColumn[ComparedRating], row: ComparedRating) -> str:
    """Return a cell as a screen reader says it."""
    return f"{column.title} of {row.name}: {column.text(row)}"


def _decimals(row: ComparedRating) -> int:
    """Return how many decimals a difference has: 2 where one was published, else 0."""
    return 0 if row.published == int(row.published) else 2


SET, FACT, EXPLAINS, BREAKS = range(4)
LETTERS = "ABC"


class FactRow(NamedTuple):
    """A fact, and the place of the set that it belongs to."""

    place: int
    fact: AuditFact
    first: bool


class FactsModel(ColumnTableModel[FactRow]):
    """A row for each fact of each set; `chosen` is the set that is shown."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(
            self._make_columns(),
            parent,
            tooltip=lambda column, line: column.text(line),
            spoken=lambda column, line: (
                f"{column.title}: {column.text(line) or 'none'}"
            ),
        )
        self.explanations: tuple[Explanation, ...] = ()
        self.chosen = 0

    def _make_columns(self) -> tuple[TableColumn[FactRow], ...]:
        def tone(line: FactRow) -> str:
            return "text" if self._is_shown(line) else "soft"

        return (
            TableColumn(
                "",
                "Sets of facts that explain as much, the likeliest first",
                lambda line: (
                    LETTERS[line.place] if line.first and self._several else ""
                ),
                digits=2,
                tone=tone,
                spoken=self._name_set,
            ),
            TableColumn(
                "Hidden fact",
                "What the file does not say, or says otherwise",
                _describe_fact,
                digits=24,
                stretches=True,
                tone=tone,
                strong=self._is_shown,
                tooltip=lambda line: (
                    f"{_describe_fact(line)}.\nTo settle it, ask for {line.fact.settle}."
                ),
            ),
            TableColumn(
                "Explains",
                "The players whose published ratings come out by it",
                lambda line: ", ".join(map(str, line.fact.explains)),
                digits=10,
                fits=True,
                tone=tone,
            ),
            TableColumn(
                "Breaks",
                "The players whose published ratings do not come out any more",
                lambda line: ", ".join(map(str, line.fact.breaks)),
                digits=6,
                tone="loss",
            ),
        )

    @property
    def _several(self) -> bool:
        return len(self.explanations) > 1

    def _is_shown(self, line: FactRow) -> bool:
        return line.place == self.chosen

    def _name_set(self, line: FactRow) -> str:
        if not self._several:
            return ": none"
        shown = "shown" if self._is_shown(line) else "not shown"
        return f"Set {LETTERS[line.place]} of facts, {shown}"

    def show_sets(self, explanations: tuple[Explanation, ...]) -> None:
        """Show the facts of another audit."""
        self.explanations, self.chosen = explanations, 0
        self.show_rows(
            tuple(
                FactRow(place, fact, at == 0)
                for place, one in enumerate(explanations)
                for at, fact in enumerate(one.facts)
            )
        )

    def choose_set(self, row: int) -> bool:
        """Choose the set of a row; return whether it is another one."""
        place = self.rows[row].place
        if place == self.chosen:
            return False
        self.chosen = place
        self.update_rows()
        return True

    @property
    def shown(self) -> Explanation | None:
        """The set that is chosen."""
        return self.explanations[self.chosen] if self.explanations else None


def _describe_fact(line: FactRow) -> str:
    return line.fact.says[:1].upper() + line.fact.says[1:]
