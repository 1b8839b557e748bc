"""What differs between an event and its published page, and what would mend it."""

from dataclasses import dataclass, field
from typing import Any, Final, Literal

from uscalc.document.audit.result import Put
from uscalc.document.model import Player, Published, Section
from uscalc.engine.systems import System

Cause = Literal["theirs", "ours", "fact"]
CAUSES: Final[dict[Cause, str]] = {
    "theirs": "theirs",
    "ours": "ours",
    "fact": "a fact",
}
"""Who has it otherwise than it is, most likely, in the words of a table."""
AGAINST: Final = "with the page's the published ratings do not come out"
"""Why the cause is theirs where the page speaks against itself."""

Kind = Literal[
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
KINDS: Final[dict[Kind, str]] = {
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
"""What is otherwise, in the words of a table."""


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
    """Another rating before the event; None: unrated. What else is known stays."""

    row: int
    system: System
    rating: float | None
    games: int | None
    rounded: bool | None = None


@dataclass(frozen=True, slots=True)
class SetPublished:
    """What was published of a row."""

    row: int
    system: System
    published: Published


@dataclass(frozen=True, slots=True)
class SetEntry:
    """One entry of a cell in the place of another; nothing: put in, or taken out."""

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
    """A row less; what others say of it is changed beside."""

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
    """Keys of the event file as a hidden fact has them; None: the section's."""

    number: int | None
    # Its values are as a file has them, and may be what no set takes.
    put: Put = field(hash=False)


Change = (
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
class Difference:
    """One thing that the event and the page have otherwise.

    `section` is the section's position, `player` a pairing number here, `name` whose it
    is, `round` counts from 1. `ours` and `theirs` say what stands on each side, `because`
    in a sentence why the cause is thought so. `adds` says that the page only knows more:
    nothing that stands here is contradicted. `changes` take it over; a published rating
    that no fact explains has none. `settle` is the one thing to ask for that would
    tell whether a fact is so.
    """

    kind: Kind
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
    changes: tuple[Change, ...] = field(default=(), repr=False)
    settle: str = ""

    @property
    def is_fact(self) -> bool:
        """Whether no page says it: what is taken over is only thought to be so."""
        return self.cause == "fact"

    @property
    def is_refuted(self) -> bool:
        """Whether the published ratings speak against what the page says here."""
        return self.because == AGAINST

    @property
    def what(self) -> str:
        """What is otherwise, with its round."""
        said = KINDS[self.kind]
        return said if self.round is None else f"{said}, round {self.round}"


@dataclass(frozen=True, slots=True)
class Overlay:
    """A page laid over an event: everything that differs, section by section.

    `pairs` has our sections by the page's; `sections` counts those of the event.
    """

    differences: tuple[Difference, ...]
    pairs: tuple[tuple[int, int], ...]
    sections: int

    @property
    def contradicting(self) -> tuple[Difference, ...]:
        """Those in which the two say otherwise."""
        return tuple(one for one in self.differences if not one.adds)

    @property
    def adding(self) -> tuple[Difference, ...]:
        """Those in which the page only knows more."""
        return tuple(one for one in self.differences if one.adds)
