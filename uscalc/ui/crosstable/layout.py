"""The places of the columns, for a number of rounds."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from uscalc.ui.crosstable.table import COLUMNS, Spec
from uscalc.ui.specs import Follows

if TYPE_CHECKING:
    from uscalc.document.edit.block import PasteColumn

FIGURE_SPACE: Final = "\N{FIGURE SPACE}"
SPECS: Final = {spec.kind: spec for spec in COLUMNS}
BEFORE: Final = tuple(spec for spec in COLUMNS if spec.where == "before")
AFTER: Final = tuple(spec for spec in COLUMNS if spec.where == "after")
ROUND: Final = SPECS["round"]
NAME: Final = BEFORE.index(SPECS["name"])
"""The column of the names, whichever others are shown."""


@dataclass(frozen=True, slots=True)
class CrosstableColumns:
    """The columns of a section with a number of rounds, with member IDs or without.

    One more column follows the last round, where the next one is begun.
    """

    rounds: int
    ids: bool = False
    specs: tuple[Spec, ...] = field(init=False, repr=False, compare=False)
    """The kind of each column; asked for with every cell that is painted."""
    count: int = field(init=False, repr=False, compare=False)
    """How many columns there are."""
    results: range = field(init=False, repr=False, compare=False)
    """The columns of the rounds, the one that begins the next among them."""
    rounds_of: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The round of each column, from 0; -1 beside the rounds."""

    def __post_init__(self) -> None:
        before = tuple(spec for spec in BEFORE if self.ids or not spec.optional)
        rounds = (ROUND,) * (self.rounds + 1)
        results = range(len(before), len(before) + len(rounds))
        specs = (*before, *rounds, *AFTER)
        object.__setattr__(self, "specs", specs)
        object.__setattr__(self, "count", len(specs))
        object.__setattr__(self, "results", results)
        beside = (-1,) * len(before), (-1,) * len(AFTER)
        rounds_of = (*beside[0], *range(len(rounds)), *beside[1])
        object.__setattr__(self, "rounds_of", rounds_of)

    def find_round_column(self, round_number: int) -> int:
        """Return the column of a round that is counted from 1."""
        return self.results.start + round_number - 1

    def find_written(self, column: int) -> "PasteColumn | None":
        """Return what can be written into a column; None where figures are computed."""
        if column in self.results:
            return self.rounds_of[column]
        return self.specs[column].pasted

    def is_entry(self, column: int) -> bool:
        """Return whether a new player's facts are typed here, from the name on."""
        before = NAME <= column < self.results.start
        return before and self.specs[column].edit is not None

    def find_column(self, kind: str) -> int:
        """Return the column of a kind that occurs once and is shown."""
        return self.specs.index(SPECS[kind])

    def find_followers(self, *what: Follows) -> list[tuple[int, int]]:
        """Return the first and last columns of those, beside rounds, that change with these."""
        spans: list[tuple[int, int]] = []
        for column, spec in enumerate(self.specs):
            if spec.follows not in what or spec is ROUND:
                continue
            if spans and spans[-1][1] == column - 1:
                spans[-1] = spans[-1][0], column
            else:
                spans.append((column, column))
        return spans

    def find_title(self, column: int) -> str:
        """Return what the header says."""
        spec = self.specs[column]
        if spec is not ROUND:
            return f"{spec.title}{FIGURE_SPACE * spec.gap}"
        index = self.rounds_of[column]
        return "+" if index == self.rounds else f"{spec.title}{index + 1}"

    def find_hint(self, column: int) -> str:
        """Return what the header says at length."""
        spec = self.specs[column]
        if spec is not ROUND:
            return spec.hint
        number = self.rounds_of[column] + 1
        if number > self.rounds:
            return f"Type a result here to start round {number}"
        return f"Round {number}. {spec.hint}"
