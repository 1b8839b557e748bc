"""The table of computed and published ratings: unexplained differences first."""

from collections.abc import Iterable, Mapping
from typing import Final

from uscalc.document.audit.result import ComparedRating
from uscalc.ui.theme.figures import (
    format_change,
    format_exact,
    format_rating,
    format_whole,
)
from uscalc.ui.widgets.column_table import TableColumn

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
