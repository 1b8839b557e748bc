"""The event as it is edited: frozen values, no behaviour beyond looking things up.

Everything the event file can say has a place here, in the same words. A `Document`
is never changed; an edit makes a new one (`uscalc.document.edit.cells`).
"""

import datetime as dt
from dataclasses import dataclass, field
from typing import Final, Literal

from uscalc.engine.systems import System

Kind = Literal[
    "event", "match", "foreign-fide", "foreign-fide-youth", "estimate", "unrated"
]
ONE_SIDED_KINDS: Final[tuple[Kind, ...]] = (
    "foreign-fide",
    "foreign-fide-youth",
    "estimate",
)
"""Those in which results may stand on one side."""
KINDS: Final[tuple[Kind, ...]] = (
    "event",
    "match",
    "foreign-fide",
    "foreign-fide-youth",
    "estimate",
    "unrated",
)
Source = Literal["official", "latest", "published", "typed"]
SOURCES: Final[tuple[Source, ...]] = ("official", "latest", "published", "typed")
Record = Literal["mixed", "all_wins", "all_losses"]
RECORDS: Final[tuple[Record, ...]] = ("mixed", "all_wins", "all_losses")

NOBODYS_ID: Final = "25000000"
"""The number that pairing programs give to whoever has none; many have it at once."""
LOWEST_RATING: Final = 100.0
HIGHEST_RATING: Final = 3000.0
MOST_ROUNDS: Final = 99
"""That a section may be planned for."""
HIGHEST_PUBLISHED: Final = 9999.0
"""What was published is kept as it stands, even where it can be no rating."""


class Identity:
    """Mark one player or section through every edit of an event.

    Numbers, names and rows change, and two players may share them; an identity stays
    and is nobody else's. It lasts as long as the event is open and is in no file.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class PrizeFloor:
    """A floor earned by a cash prize: a level, and what its rule is tested with."""

    level: int
    amount: float | None = None
    """US dollars; None when not known, and then the level is taken as given."""
    date: dt.date | None = None


@dataclass(frozen=True, slots=True)
class Matches:
    """Net rating changes by earlier matches, in points; None when not known."""

    net_180_days: float | None = None
    net_3_years: float | None = None


@dataclass(frozen=True, slots=True)
class OfficeInitial:
    """The office's own starting rating of an unrated player; it overrides Step 1."""

    rating: float
    games: int = 0


@dataclass(frozen=True, slots=True)
class RatingFacts:
    """What is known of one player in one system before the event.

    `rating` None with `unknown` False means unrated. `games` None with a rating means
    that N is not known. Counts (`wins`, `draws`, `events`) serve the personal absolute
    floor. `rounded` None means the default of the section's date; `record` None that
    the earlier results are not known, and then they are taken as mixed.
    """

    rating: float | None = None
    unknown: bool = False
    games: int | None = None
    as_of: dt.date | None = None
    source: Source | None = None
    rounded: bool | None = None
    record: Record | None = None
    peak: float | None = None
    wins: int | None = None
    draws: int | None = None
    events: int | None = None
    floor: int | None = None
    prize_floor: PrizeFloor | None = None
    life_master: bool = False
    ceiling: float | None = None
    official: float | None = None
    matches: Matches | None = None
    initial: OfficeInitial | None = None


UNRATED: Final = RatingFacts()


@dataclass(frozen=True, slots=True)
class ForeignRating:
    """A FIDE or CFC rating and the date it is of, if known."""

    rating: float
    as_of: dt.date | None = None


@dataclass(frozen=True, slots=True)
class Published:
    """What the federation published after the event, for the audit."""

    rating: float
    games: int | None = None


@dataclass(frozen=True, slots=True)
class Birth:
    """A birth date; `year_only` when just the year is known (then July 1 is taken)."""

    date: dt.date
    year_only: bool = False


@dataclass(frozen=True, slots=True)
class EventReport:
    """What a ratings report says of an event, beside what is rated; empty: not known.

    `crosstable` is the mark, Y or N, that a crosstable is wanted on paper.
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


@dataclass(frozen=True, slots=True)
class SectionReport:
    """What a ratings report says of a section, beside what is rated.

    `type` and `system` are the report's letters, empty where they follow from the
    games and the time control; `chief_td` is empty where it is the event's.
    """

    type: str = ""
    system: str = ""
    chief_td: str = ""
    assistant_td: str = ""
    scholastic_level: str = ""
    grand_prix: str = "N"
    grand_prix_points: str = ""
    fide_rated: str = "N"


@dataclass(frozen=True, slots=True)
class Player:
    """One row of the crosstable. `results` holds one text a round, as typed."""

    number: int
    name: str = ""
    id: str | None = None
    state: str | None = None
    birth: Birth | None = None
    adult: bool | None = None
    ratings: tuple[tuple[System, RatingFacts], ...] = ()
    fide: ForeignRating | None = None
    cfc: ForeignRating | None = None
    results: tuple[str, ...] = ()
    published: tuple[tuple[System, Published], ...] = ()
    identity: Identity = field(default_factory=Identity, compare=False, repr=False)

    @property
    def member(self) -> str | None:
        """The ID by which rows are one member's; none where it is nobody's.

        Spaces around it say nothing, and zeros alone are no ID.
        """
        found = (self.id or "").strip()
        return None if found == NOBODYS_ID or not found.strip("0") else found

    def facts(self, system: System) -> RatingFacts:
        """Return what is known in a system; unrated where nothing stands."""
        for name, facts in self.ratings:
            if name == system:
                return facts
        return UNRATED

    def published_in(self, system: System) -> Published | None:
        """Return the published result in a system, if any."""
        for name, published in self.published:
            if name == system:
                return published
        return None


@dataclass(frozen=True, slots=True)
class RulesChoice:
    """An edition chosen by key (None: by date), with single parameters overridden."""

    edition: str | None = None
    overrides: tuple[tuple[str, str | float | None], ...] = ()


BY_DATE: Final = RulesChoice()


@dataclass(frozen=True, slots=True)
class Section:
    """One section: its players, and what decides how it is rated.

    `start_date`, `end_date` None mean the section's end and the event's end. So a
    `start_date` that is None was never entered: the one day is only a default, and a
    report's checks ask for both days where more was played than fits into one;
    `systems` None means those of the time control. `planned_rounds` None means
    that nobody entered the number of rounds, and `played_rounds` that no file gives the
    number of rounds that are over: then the results decide (`rounds_over`).
    """

    name: str = "Section 1"
    start_date: dt.date | None = None
    end_date: dt.date | None = None
    time_control: str | None = None
    online: bool = False
    kind: Kind = "event"
    systems: tuple[System, ...] | None = None
    half_k: bool = False
    rules: RulesChoice = BY_DATE
    planned_rounds: int | None = None
    played_rounds: int | None = None
    report: SectionReport = SectionReport()
    players: tuple[Player, ...] = ()
    identity: Identity = field(default_factory=Identity, compare=False, repr=False)

    @property
    def rounds(self) -> int:
        """The number of rounds that any player has a result for."""
        return max((len(player.results) for player in self.players), default=0)


@dataclass(frozen=True, slots=True)
class Document:
    """A whole event."""

    name: str
    end_date: dt.date
    sections: tuple[Section, ...] = ()
    chain_sections: bool = False
    report: EventReport = EventReport()
    link: "Link | None" = None

    def end_of(self, section: Section) -> dt.date:
        """Return the end date that decides the section's rules."""
        return section.end_date or self.end_date

    def days_of(self, section: Section) -> tuple[dt.date, dt.date]:
        """Return the first and the last day of a section."""
        end = self.end_of(section)
        return min(section.start_date or end, end), end


@dataclass(frozen=True, slots=True)
class Link:
    """The file of another program that an event follows.

    `base` is what the file said when it was merged last; where a person had typed
    otherwise, and the file changed after that, what it said before. `end_date` is the
    date that was given because the file lacks one.
    """

    path: str
    base: Document
    end_date: dt.date | None = None
