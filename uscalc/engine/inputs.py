"""The engine's input: one frozen section of entrants and their rated games.

Each topic of a derivation has a citation: the section of the rating document.
"""

from collections import Counter
from collections.abc import Mapping
from datetime import date
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import force_setattr, replace

System = Literal["R", "Q", "B", "OR", "OQ", "OB"]

SYSTEMS: Final[tuple[System, ...]] = ("R", "Q", "B", "OR", "OQ", "OB")

SYSTEM_NAMES: Final[dict[System, str]] = {
    "R": "Regular",
    "Q": "Quick",
    "B": "Blitz",
    "OR": "Online Regular",
    "OQ": "Online Quick",
    "OB": "Online Blitz",
}
SOURCE_NAMES: Final[dict[str, str]] = {"fide": "FIDE", "cfc": "CFC"} | SYSTEM_NAMES
"""The names of the ratings that an initial rating is calculated from, by key."""

ONLINE: Final[frozenset[System]] = frozenset({"OR", "OQ", "OB"})


NO_RULE: Final = "no such rule"
"""The section for an edition without the topic."""


class Citation(NamedTuple):
    """A section of a rating document; `edition` is the key of the document.

    If the edition in force has no such rule, another edition is cited, and `lacking` is
    the key of the edition in force.
    """

    edition: str
    section: str
    lacking: str = ""

    def __str__(self) -> str:
        return f"{self.edition}, {self.section}"


class OtherFirstDay(NamedTuple):
    """Another first day that a document gives for a value."""

    cited: Citation
    start: date


class ParameterOrigin(NamedTuple):
    """The place that prints a parameter's value, and the value in the edition in force.

    `cited` is that place. If no document prints the value, it is None, and `source`
    says where the value comes from. `edition` is the key of the edition in force,
    `prints` its own value, and `differs` is True if that value is a different one.
    `by_edition` is True if only the edition's date gives the value's first day.
    `disputes` are the documents whose dates would give a different value on the
    section's day.
    """

    cited: Citation | None
    source: str
    edition: str
    prints: Any
    differs: bool
    by_edition: bool = False
    disputes: tuple[OtherFirstDay, ...] = ()


class Citations(Struct, frozen=True):
    """The cited section of every topic; each field is a topic and a key of the rule data.

    `start_by_system` pairs a system with the section of its own starting ratings, if a
    document has one.
    """

    systems: Citation
    time_control: Citation
    steps: Citation
    start: Citation
    age: Citation
    fide: Citation
    cfc: Citation
    effective: Citation
    special: Citation
    standard: Citation
    bonus: Citation
    floors: Citation
    foreign: Citation
    match: Citation
    storage: Citation
    office: Citation
    games: Citation
    match_bonus: Citation
    changes: Citation
    start_by_system: tuple[tuple[str, Citation], ...] = ()

    def cite_starting_rating(self, system: str) -> Citation:
        """Return the citation of a system's starting ratings."""
        return dict(self.start_by_system).get(system, self.start)


TOPICS: Final = tuple(
    name for name in Citations.__struct_fields__ if name != "start_by_system"
)
"""Every topic, in the order of the documents."""


Record = Literal["mixed", "all_wins", "all_losses"]
Kind = Literal["event", "match", "foreign-fide", "foreign-fide-youth", "estimate"]


class RatedGame(NamedTuple):
    """One rated game as one entrant sees it.

    `opponent` is the opponent's place among the section's entrants, `score` 1, 0.5 or
    0, `round` counts from 1.
    """

    opponent: int
    score: float
    round: int


class SourceRating(Struct, frozen=True):
    """A rating of another system or federation from which an unrated player can start.

    `games` and `as_of`, the day of computation, are None when unknown.
    """

    rating: float
    games: int | None = None
    as_of: date | None = None


class InitialRatingFacts(Struct, frozen=True):
    """The facts that Step 1 uses for a player who is unrated in the system being rated.

    `office` is a starting rating and game count set by US Chess; `others` the player's
    other US Chess ratings; `cfc` only for a Canadian resident.
    """

    birth_date: date | None = None
    adult: bool | None = None
    office: tuple[float, int] | None = None
    others: tuple[tuple[System, SourceRating], ...] = ()
    fide: SourceRating | None = None
    cfc: SourceRating | None = None


class PrizeFloorFact(Struct, frozen=True):
    """A prize floor: its level in points, the prize in dollars, and the rule of its date.

    `printed` is the section that prints that rule.
    """

    level: int
    amount: float | None = None
    rule: str | None = None
    printed: Citation | None = None


class FloorFacts(Struct, frozen=True):
    """The facts that decide a player's floors and ceiling; counts exclude this event."""

    peak: float | None = None
    given: int | None = None
    wins: int | None = None
    draws: int | None = None
    events: int | None = None
    prize: PrizeFloorFact | None = None
    life_master: bool = False
    ceiling: float | None = None


class MatchFacts(Struct, frozen=True):
    """The facts that match limits use: the last published rating and earlier net changes."""

    official: float | None = None
    net_180_days: float | None = None
    net_3_years: float | None = None


NO_START: Final = InitialRatingFacts()
NO_FLOORS: Final = FloorFacts()
NO_MATCHES: Final = MatchFacts()


class Entrant(Struct, frozen=True):
    """One member in one section, with all games that are rated for the member.

    `numbers` are the pairing numbers, lowest first; a re-entry adds one. `rating` is
    None for an unrated player. `games` is N; it is None if a rated player's N is
    unknown. `fixed` is the strength of an opponent who is not rated in this section:
    every step uses it.

    The last six fields follow from `own`, whatever is passed for them. They are stored
    because every step uses them: the opponents' places, the score S, the number of
    games m, the most games against one opponent, and the numbers of wins and draws.
    """

    numbers: tuple[int, ...]
    rating: float | None
    games: int | None = None
    record: Record = "mixed"
    own: tuple[RatedGame, ...] = ()
    start: InitialRatingFacts = NO_START
    floors: FloorFacts = NO_FLOORS
    matches: MatchFacts = NO_MATCHES
    fixed: float | None = None
    opponents: tuple[int, ...] = ()
    score: float = 0.0
    m: int = 0
    most_meetings: int = 0
    wins: int = 0
    draws: int = 0

    def __post_init__(self) -> None:
        opponents, scores, _ = zip(*self.own, strict=True) if self.own else ((), (), ())
        m = len(opponents)
        once = len(set(opponents)) == m
        met = min(m, 1) if once else max(Counter(opponents).values())
        force_setattr(self, "opponents", opponents)
        force_setattr(self, "score", sum(scores, 0.0))
        force_setattr(self, "m", m)
        force_setattr(self, "most_meetings", met)
        force_setattr(self, "wins", scores.count(1.0))
        force_setattr(self, "draws", scores.count(0.5))

    def with_facts(self, **facts: Any) -> "Entrant":
        """Return the entrant with some facts replaced and the same games."""
        if not _FACTS.issuperset(facts):
            raise TypeError(
                f"{', '.join(facts.keys() - _FACTS)} is not a fact of an entrant"
            )
        # The function `copy` takes twice as long.
        made: Entrant = self.__copy__()  # type: ignore[attr-defined]
        for name, value in facts.items():
            force_setattr(made, name, value)
        return made

    @property
    def number(self) -> int:
        """The lowest pairing number, which stands for the member."""
        return self.numbers[0]


_FACTS: Final = frozenset(Entrant.__struct_fields__[:-6]) - {"own"}


class SectionInput(Struct, frozen=True):
    """Everything except the rules that decides one section's ratings in one system."""

    system: System
    end_date: date
    entrants: tuple[Entrant, ...]
    kind: Kind = "event"
    dual: bool = False
    half_k: bool = False

    def with_entrants(self, changed: Mapping[int, Entrant]) -> "SectionInput":
        """Return the section with other entrants at some places."""
        entrants = list(self.entrants)
        for place, entrant in changed.items():
            entrants[place] = entrant
        return replace(self, entrants=tuple(entrants))
