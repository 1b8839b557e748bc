"""Differences between an event and its page from US Chess, and their corrections."""

from dataclasses import dataclass, field
from typing import Any, Final, Literal

from uscalc.document.audit.result import KeyChange
from uscalc.document.model import Player, PublishedRating, Section
from uscalc.engine.systems import System

Cause = Literal["theirs", "ours", "fact"]
CAUSES: Final[dict[Cause, str]] = {
    "theirs": "theirs",
    "ours": "ours",
    "fact": "a fact",
}
"""The side that is most likely wrong, in the words of a table."""
AGAINST: Final = "with the page's the published ratings do not come out"
"""The reason why a difference is the page's own mistake."""

DifferenceKind = Literal[
    "settings",
    "entry",
    "id",
    "name",
    "rating",
    "result",
    "published",
    "post",
    "new-section",
    "open",
    "new-ids",
    "new-names",
    "new-ratings",
    "new-published",
]
KINDS: Final[dict[DifferenceKind, str]] = {
    "settings": "Section",
    "entry": "Entry",
    "id": "Member ID",
    "name": "Name",
    "rating": "Rating before",
    "result": "Result",
    "published": "Published rating",
    "post": "Rating after",
    "new-section": "Section",
    "open": "Open results",
    "new-ids": "Member IDs",
    "new-names": "Names",
    "new-ratings": "Ratings before",
    "new-published": "Published ratings",
}
"""Kinds of differences, in the words of a table."""


@dataclass(frozen=True, slots=True)
class SetSection:
    """Other values for a section's own fields."""

    values: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class SetPlayer:
    """Other values for fields of a row."""

    row: int
    values: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class SetRating:
    """Another pre-event rating; None: unrated. The other facts stay."""

    row: int
    system: System
    rating: float | None
    games: int | None
    rounded: bool | None = None


@dataclass(frozen=True, slots=True)
class SetPublished:
    """The published rating of a row."""

    row: int
    system: System
    published: PublishedRating


@dataclass(frozen=True, slots=True)
class SetEntry:
    """One entry of a cell replaced by another; an empty text adds or removes it."""

    row: int
    round: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class AddPlayer:
    """A row more, its results with the numbers of the event."""

    player: Player


@dataclass(frozen=True, slots=True)
class RemovePlayer:
    """A row removed; the cells of its opponents have changes of their own."""

    row: int


@dataclass(frozen=True, slots=True)
class AddSection:
    """A section more."""

    section: Section


@dataclass(frozen=True, slots=True)
class SetCell:
    """The whole of a cell; rows are meant by number, as some are still to come."""

    number: int
    round: int
    text: str


@dataclass(frozen=True, slots=True)
class SetKeys:
    """Keys of the event file as a correction sets them; None: the section's."""

    number: int | None
    # Its values are as a file has them, and may be what no set takes.
    put: KeyChange = field(hash=False)


PageChange = (
    SetSection
    | SetPlayer
    | SetRating
    | SetPublished
    | SetEntry
    | AddPlayer
    | SetCell
    | SetKeys
    | RemovePlayer
    | AddSection
)


@dataclass(frozen=True, slots=True)
class PageDifference:
    """One difference between the event and the page.

    `section` is the section's position, `player` a pairing number here, `name` that
    player's name; `round` counts from 1. `ours` and `theirs` describe each side,
    `because` gives the reason for the cause. `adds` is True if the page only has more
    and contradicts nothing here. `changes` accept the page's version; an unexplained
    published rating has none. `settle` is the one question that would settle a possible
    correction.
    """

    kind: DifferenceKind
    section: int
    section_name: str
    ours: str
    theirs: str
    cause: Cause
    because: str
    player: int | None = None
    name: str = ""
    round: int | None = None
    system: System | None = None
    adds: bool = False
    changes: tuple[PageChange, ...] = field(default=(), repr=False)
    settle: str = ""

    @property
    def is_fact(self) -> bool:
        """True for a possible correction that no page shows."""
        return self.cause == "fact"

    @property
    def is_refuted(self) -> bool:
        """True if the published ratings contradict the page here."""
        return self.because == AGAINST

    @property
    def what(self) -> str:
        """The kind of difference, with its round."""
        said = KINDS[self.kind]
        return said if self.round is None else f"{said}, round {self.round}"


@dataclass(frozen=True, slots=True)
class PageComparison:
    """An event compared with its page: every difference, section by section.

    `pairs` maps our sections to the page's; `sections` counts those of the event.
    """

    differences: tuple[PageDifference, ...]
    pairs: tuple[tuple[int, int], ...]
    sections: int

    @property
    def contradicting(self) -> tuple[PageDifference, ...]:
        """The differences in which the two contradict each other."""
        return tuple(one for one in self.differences if not one.adds)

    @property
    def adding(self) -> tuple[PageDifference, ...]:
        """Those in which the page only knows more."""
        return tuple(one for one in self.differences if one.adds)
