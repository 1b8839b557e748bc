"""The event as frozen values that only answer simple questions.

Everything that the event file can hold has a place here, under the same name and in the
same order. A `Document` is never changed; an edit makes a new one
(`uscalc.document.edit`). Each field is described in `uscalc.document.facts`. The
identity of a player or section shows which one it is in another state of the event.
"""

import datetime as dt
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, Final, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from uscalc.engine.inputs import SYSTEMS, System

SectionKind = Literal[
    "event", "match", "foreign-fide", "foreign-fide-youth", "estimate", "unrated"
]
ONE_SIDED_KINDS: Final[tuple[SectionKind, ...]] = (
    "foreign-fide",
    "foreign-fide-youth",
    "estimate",
)
"""The section types in which a result may be on one side only."""
SECTION_KINDS: Final[tuple[SectionKind, ...]] = (
    "event",
    "match",
    "foreign-fide",
    "foreign-fide-youth",
    "estimate",
    "unrated",
)
RatingSource = Literal["official", "latest", "published", "typed"]
WinRecord = Literal["mixed", "all_wins", "all_losses"]
WIN_RECORDS: Final[tuple[WinRecord, ...]] = ("mixed", "all_wins", "all_losses")

PLACEHOLDER_ID: Final = "25000000"
"""The ID that pairing programs give to all players without one."""
LOWEST_RATING: Final = 100.0
HIGHEST_RATING: Final = 3000.0
MAX_ROUNDS: Final = 99
"""The maximum number of rounds that a section may be planned for."""
FOREIGN: Final[tuple[SectionKind, ...]] = ("foreign-fide", "foreign-fide-youth")
"""The types of FIDE events abroad."""
HIGHEST_PUBLISHED: Final = 9999.0
"""A published rating is kept even if it isn't a possible one."""


class Identity:
    """Identify one player or section through every edit of an event.

    Numbers, names and rows change, and two players may share them. An identity is
    unique, lasts as long as the event is open, and is in no file.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return "Identity()"


class _Part(Struct, frozen=True, eq=False):
    """A player or section; two are equal if all but their identities are."""

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        compared = _COMPARED[type(self)]
        return bool(compared(self) == compared(other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(_COMPARED[type(self)](self))


class PrizeFloor(Struct, frozen=True):
    """A floor earned by a cash prize: its level, and the data for the rule that tests it."""

    level: int
    amount: float | None = None
    """US dollars; None if unknown, and then the level holds untested."""
    date: dt.date | None = None


class MatchNetChanges(Struct, frozen=True):
    """Net rating changes by earlier matches, in points; None if unknown."""

    net_180_days: float | None = None
    net_3_years: float | None = None


class OfficialStartingRating(Struct, frozen=True):
    """US Chess's own starting rating of an unrated player; it overrides Step 1."""

    rating: float
    games: int = 0


class RatingFacts(Struct, frozen=True):
    """The facts of one player in one rating system before the event.

    `rating` None with `unknown` False means unrated. `games` None with a rating means
    that N is unknown. The counts `wins`, `draws` and `events` are for the personal
    absolute floor. `rounded` None means the default of the section's date; `record`
    None means that the earlier results are unknown and assumed mixed.
    """

    rating: float | None = None
    unknown: bool = False
    games: int | None = None
    as_of: dt.date | None = None
    source: RatingSource | None = None
    rounded: bool | None = None
    record: WinRecord | None = None
    peak: float | None = None
    wins: int | None = None
    draws: int | None = None
    events: int | None = None
    floor: int | None = None
    prize_floor: PrizeFloor | None = None
    life_master: bool = False
    ceiling: float | None = None
    official: float | None = None
    matches: MatchNetChanges | None = None
    initial: OfficialStartingRating | None = None

    @property
    def is_rounded(self) -> bool:
        """True if the decimals of the rating are unknown."""
        return (
            self.rounded
            if self.rounded is not None
            else self.rating is not None and self.rating == int(self.rating)
        )


UNRATED: Final = RatingFacts()


class ForeignRating(Struct, frozen=True):
    """A FIDE or CFC rating, and its date if known."""

    rating: float
    as_of: dt.date | None = None


class PublishedRating(Struct, frozen=True):
    """A rating that US Chess published after the event, for the audit."""

    rating: float
    games: int | None = None


class BirthDate(Struct, frozen=True):
    """A birth date; with `year_only` only the year is known, and the date is its July 1."""

    date: dt.date
    year_only: bool = False


class EventReport(Struct, frozen=True):
    """The facts of an event that only its rating report needs; empty if unknown.

    `crosstable` is Y or N: whether to send a crosstable on paper.
    """

    affiliate: str = ""
    chief_td: str = ""
    assistant_td: str = ""
    other_tds: str = ""
    city: str = ""
    state: str = ""
    zip: str = ""
    country: str = ""
    event_id: str = ""
    program: str = ""
    crosstable: str = "N"


class SectionReport(Struct, frozen=True):
    """The facts of a section that only its rating report needs.

    `type` and `system` are the report's letters; they are empty if the games and the
    time control decide them. `chief_td` is empty if it is the event's.
    """

    type: str = ""
    system: str = ""
    chief_td: str = ""
    assistant_td: str = ""
    scholastic_level: str = ""
    grand_prix: str = "N"
    grand_prix_points: str = ""
    fide_rated: str = "N"


class Player(_Part, frozen=True):
    """One row of the crosstable; `results` has one text for each round, as typed."""

    number: int
    name: str = ""
    id: str | None = None
    state: str | None = None
    birth: BirthDate | None = None
    adult: bool | None = None
    ratings: tuple[tuple[System, RatingFacts], ...] = ()
    fide: ForeignRating | None = None
    cfc: ForeignRating | None = None
    results: tuple[str, ...] = ()
    published: tuple[tuple[System, PublishedRating], ...] = ()
    identity: Identity = field(default_factory=Identity)

    @property
    def member(self) -> str | None:
        """The ID shared by the rows of one member; None if the row has no real ID.

        Spaces around it are ignored. An ID of only zeros isn't real.
        """
        found = (self.id or "").strip()
        return None if found == PLACEHOLDER_ID or not found.strip("0") else found

    def facts(self, system: System) -> RatingFacts:
        """Return the facts in a system; unrated if there are none."""
        for name, facts in self.ratings:
            if name == system:
                return facts
        return UNRATED

    def published_in(self, system: System) -> PublishedRating | None:
        """Return the published result in a system, if any."""
        return dict(self.published).get(system)


class RulesChoice(Struct, frozen=True):
    """An edition selected by key (None: by date), and values that replace single parameters."""

    edition: str | None = None
    overrides: tuple[tuple[str, str | float | None], ...] = ()


BY_DATE: Final = RulesChoice()


class Section(_Part, frozen=True):
    """One section: its players, and everything that decides how it is rated.

    `start_date` None means the section's last day, `end_date` None the event's. If
    nobody entered the first day, that one day is only a default; the rating report's
    checks ask for both days if more was played than fits into one. `systems` None means
    those of the time control. `planned_rounds` None means that nobody entered the
    number of rounds. `played_rounds` None means that no file gives the number of
    finished rounds; then the results decide (`count_finished_rounds`).
    """

    name: str = "Section 1"
    start_date: dt.date | None = None
    end_date: dt.date | None = None
    time_control: str | None = None
    online: bool = False
    kind: SectionKind = "event"
    systems: tuple[System, ...] | None = None
    half_k: bool = False
    rules: RulesChoice = BY_DATE
    planned_rounds: int | None = None
    played_rounds: int | None = None
    report: SectionReport = SectionReport()
    players: tuple[Player, ...] = ()
    identity: Identity = field(default_factory=Identity)

    @property
    def rounds(self) -> int:
        """The number of rounds that have a result of any player."""
        return max((len(player.results) for player in self.players), default=0)


_COMPARED: Final[dict[type, Callable[[object], object]]] = {
    kind: attrgetter(*(name for name in kind.__struct_fields__ if name != "identity"))
    for kind in (Player, Section)
}


class Document(Struct, frozen=True):
    """A whole event."""

    name: str
    end_date: dt.date
    sections: tuple[Section, ...] = ()
    chain_sections: bool = False
    report: EventReport = EventReport()
    link: "Link | None" = None

    def end_date_of(self, section: Section) -> dt.date:
        """Return the end date that decides the section's rules."""
        return section.end_date or self.end_date

    def days_of(self, section: Section) -> tuple[dt.date, dt.date]:
        """Return the first and the last day of a section."""
        end = self.end_date_of(section)
        return min(section.start_date or end, end), end

    def overlap(self, one: Section, other: Section) -> bool:
        """Return whether two sections were played on the same days."""
        (begin, end), (first, last) = self.days_of(one), self.days_of(other)
        return begin <= last and first <= end


class Link(Struct, frozen=True):
    """The linked file of another program.

    `base` is the content of the file when it was last merged. If you typed a different
    value and the file changed after that, `base` has the earlier value. `end_date` is
    the date that you entered because the file has none.
    """

    path: str
    base: Document
    end_date: dt.date | None = None


class Edit(Struct, frozen=True):
    """A document after an edit, and the name of the edit.

    `refused` has the reasons if the edit was refused; then `document` is the original
    one.
    """

    document: Document
    name: str
    refused: tuple[str, ...] = ()


def make_edit(before: Document, after: Document, name: str) -> Edit:
    """Return the edit from one document to the next; the first one if they are equal."""
    return Edit(before if after == before else after, name)


def with_section(document: Document, index: int, section: Section) -> Document:
    """Return the document with one section replaced."""
    sections = list(document.sections)
    sections[index] = section
    return replace(document, sections=tuple(sections))


def with_players(
    document: Document, section_index: int, players: Sequence[Player]
) -> Document:
    """Return the document with the players of one section replaced."""
    section = document.sections[section_index]
    return with_section(
        document, section_index, replace(section, players=tuple(players))
    )


def with_player(
    document: Document, section_index: int, row: int, player: Player
) -> Document:
    """Return the document with one player replaced."""
    players = list(document.sections[section_index].players)
    players[row] = player
    return with_players(document, section_index, players)


def with_published(
    player: Player, system: System, published: PublishedRating | None
) -> Player:
    """Return the player with another published rating in a system; None removes it."""
    known = dict(player.published) | {system: published}
    ordered = tuple(
        (key, one) for key in SYSTEMS if (one := known.get(key)) is not None
    )
    return replace(player, published=ordered)


def is_unchanged(old: Any, changes: dict[str, Any]) -> bool:
    """Return whether changes would leave a value unchanged."""
    return all(getattr(old, key) == value for key, value in changes.items())


def is_same_except_results(one: Player, other: Player) -> bool:
    """Return whether two players differ only in results."""
    return one.ratings is other.ratings and replace(one, results=other.results) == other


def differ_in_results(one: Document, other: Document) -> bool:
    """Return whether two documents have the same players and differ only in results."""
    return (
        len(one.sections) == len(other.sections)
        and replace(one, sections=other.sections) == other
        and all(
            old is new
            or (
                old.identity is new.identity
                and len(old.players) == len(new.players)
                and replace(old, players=new.players) == new
                and all(
                    was is now
                    or (
                        was.identity is now.identity
                        and is_same_except_results(was, now)
                    )
                    for was, now in zip(old.players, new.players, strict=True)
                )
            )
            for old, new in zip(one.sections, other.sections, strict=True)
        )
    )


Place = tuple[int, int]
"""A section and a row in it, counted from 0."""


def find_section(document: Document, identity: Identity | None) -> int | None:
    """Return the index of a section; None if it is no longer in the event."""
    return next(
        (
            index
            for index, section in enumerate(document.sections)
            if section.identity is identity
        ),
        None,
    )


def find_player(document: Document, identity: Identity | None) -> Place | None:
    """Return the section and row of a player; None if the player is in no section."""
    return next(
        (
            (index, row)
            for index, section in enumerate(document.sections)
            for row, player in enumerate(section.players)
            if player.identity is identity
        ),
        None,
    )
