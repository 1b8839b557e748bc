"""The columns of the crosstable, by what they hold."""

from dataclasses import dataclass, field
from typing import Literal

from uscalc.document.edit.paste import Column

Kind = Literal[
    "number", "name", "id", "rating", "games", "round", "points", "post", "change"
]
FIGURE_SPACE = "\N{FIGURE SPACE}"
NAME = 1
"""The column of the names, whichever others are shown."""
LEFT: tuple[Kind, ...] = ("number", "name", "rating", "games")
LEFT_WITH_ID: tuple[Kind, ...] = ("number", "name", "id", "rating", "games")
RIGHT: tuple[Kind, ...] = ("points", "post", "change")
TITLES: dict[Kind, str] = {
    "number": "#",
    "name": "Name",
    "id": "ID",
    "rating": "Rating",
    "games": "N",
    "points": "Pts",
    "post": "Post",
    "change": "Change",
}
HINTS: dict[Kind, str] = {
    "number": "Pairing number",
    "name": "Name",
    "id": "Member ID",
    "rating": "Rating before the event. Type 1450, 554.22, 1450/12, or new.",
    "games": "Games the rating is based on. est: not known, taken as established.",
    "points": "Points scored, byes and forfeits included",
    "post": "Rating after the event, and the games it is based on up to 25",
    "change": "Change of the rating",
}


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a section with so many rounds, member IDs among them or not.

    One more column stands after the last round, where the next one is begun.
    """

    rounds: int
    ids: bool = False
    kinds: tuple[Kind, ...] = field(init=False, repr=False, compare=False)
    """What each column holds; asked for with every cell that is painted."""

    def __post_init__(self) -> None:
        round_kind: Kind = "round"
        rounds = (round_kind,) * (self.rounds + 1)
        object.__setattr__(self, "kinds", (*self.left, *rounds, *RIGHT))

    @property
    def left(self) -> tuple[Kind, ...]:
        """What stands before the rounds."""
        return LEFT_WITH_ID if self.ids else LEFT

    @property
    def results(self) -> range:
        """The columns of the rounds, the one that begins the next among them."""
        first = len(self.left)
        return range(first, first + self.rounds + 1)

    @property
    def count(self) -> int:
        """How many columns there are."""
        return len(self.kinds)

    def kind(self, column: int) -> Kind:
        """What a column holds."""
        return self.kinds[column]

    def round_index(self, column: int) -> int:
        """The round of a results column, from 0."""
        return column - len(self.left)

    def of_round(self, round_number: int) -> int:
        """The column of a round that is counted from 1."""
        return len(self.left) + round_number - 1

    def written(self, column: int) -> Column | None:
        """What can be written into a column; None where figures are computed."""
        kind = self.kind(column)
        match kind:
            case "round":
                return self.round_index(column)
            case "points" | "post" | "change":
                return None
            case _:
                return kind

    def of(self, kind: Kind) -> int:
        """The column of a kind that stands once and is shown."""
        return self.kinds.index(kind)

    def title(self, column: int) -> str:
        """What the header says."""
        kind = self.kind(column)
        if kind == "post":
            # The figures stand left of the count of a provisional rating.
            return f"{TITLES[kind]}{FIGURE_SPACE * 2}"
        if kind == "games":
            return f"{TITLES[kind]}{FIGURE_SPACE}"
        if kind != "round":
            return TITLES[kind]
        index = self.round_index(column)
        return "+" if index == self.rounds else f"R{index + 1}"

    def hint(self, column: int) -> str:
        """What the header says at length."""
        if self.kind(column) != "round":
            return HINTS[self.kind(column)]
        number = self.round_index(column) + 1
        if number > self.rounds:
            return f"Type a result here to begin round {number}"
        return f"Round {number}. Type W12, D3, L7, B, H, U, X12, F12, or ?5."
