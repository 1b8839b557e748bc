"""A player's and a section's own facts, taken from where they changed."""

import math
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any, Final

from uscalc.document.compare.people import name_key
from uscalc.document.edit.settings import WORDS
from uscalc.document.findings import Finding
from uscalc.document.merge.ledger import Ledger, disagreement, shown
from uscalc.document.merge.news import ROUND_OVER, News
from uscalc.document.model import UNRATED, Document, Player, RatingFacts, Section
from uscalc.engine.systems import SYSTEMS, System

PLAYER_FIELDS: Final = (
    "name",
    "id",
    "state",
    "birth",
    "adult",
    "fide",
    "cfc",
    "published",
)
PLAYED: Final = "played_rounds"
SECTION_FIELDS: Final = (
    "name",
    "start_date",
    "end_date",
    "time_control",
    "online",
    "kind",
    "systems",
    "half_k",
    "rules",
    "planned_rounds",
    PLAYED,
)
EVENT_FIELDS: Final = ("name", "end_date", "chain_sections")
RATING_FIELDS: Final = ("as_of", "source", "rounded")
"""They belong to one figure, and go with it."""
FACT_FIELDS: Final = (
    "games",
    "record",
    "peak",
    "wins",
    "draws",
    "events",
    "floor",
    "prize_floor",
    "life_master",
    "ceiling",
    "official",
    "matches",
    "initial",
)

Both = tuple[dict[str, Any], dict[str, Any]]
"""Values that hold, and values to be remembered as the file's."""


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose facts are merged: the event's, a section's, or a player's in a system."""

    section: str = ""
    number: int | None = None
    name: str = ""
    system: System | None = None

    def words(self, field: str) -> str:
        """Return what a fact is called."""
        if self.number is not None:
            return _words("", field)
        return _words("section's" if self.section else "event's", field)

    def disagree(self, field: str, ours: Any, theirs: Any) -> Finding:
        """Return the finding that a fact is another here than in the file."""
        return disagreement(
            self.words(field),
            ours,
            theirs,
            self.section,
            self.number,
            None,
            self.system,
        )

    def news(self, field: str, ours: Any, theirs: Any) -> News:
        """Return what a fact was here, and is by the file."""
        if field == PLAYED:
            said = f"round {theirs} is over" if theirs else "no round is over"
            return News(ROUND_OVER, said, self.section, theirs)
        # The section is said beside it.
        words = _words("", field) if self.section else self.words(field)
        # A rating may be a word, "unrated"; a title is quoted.
        was, now = (
            value if field == "rating" and isinstance(value, str) else shown(value)
            for value in (ours, theirs)
        )
        said = f"{words} {now}, was {was}"
        if self.name:
            said = f"{self.name}: {said}"
        return News("fact", said, self.section, None, self.name, words)


def merge_fields(
    names: tuple[str, ...],
    ours: Any,
    base: Any,
    theirs: Any,
    ledger: Ledger,
    whose: Whose,
) -> Both:
    """Return the named fields of one value, each for itself."""
    held: dict[str, Any] = {}
    kept: dict[str, Any] = {}
    for name in names:
        held[name], kept[name] = ledger.pick(
            getattr(ours, name),
            getattr(base, name),
            getattr(theirs, name),
            (whose, name),
            partial(whose.disagree, name),
            news=partial(whose.news, name),
        )
    return held, kept


def merge_event(
    ours: Document, base: Document, theirs: Document, ledger: Ledger
) -> Both:
    """Return the event's own fields."""
    return _with_report(EVENT_FIELDS, ours, base, theirs, ledger, Whose())


def merge_settings(
    ours: Section, base: Section, theirs: Section, ledger: Ledger
) -> Both:
    """Return the section's own fields."""
    whose = Whose(ours.name)
    return _with_report(SECTION_FIELDS, ours, base, theirs, ledger, whose)


def _with_report(
    names: tuple[str, ...],
    ours: Any,
    base: Any,
    theirs: Any,
    ledger: Ledger,
    whose: Whose,
) -> Both:
    """Return the named fields, and what the ratings report says of the same thing."""
    held, kept = merge_fields(names, ours, base, theirs, ledger, whose)
    reports = ours.report, base.report, theirs.report
    said = tuple(field.name for field in fields(ours.report))
    holds, remembers = merge_fields(said, *reports, ledger, whose)
    held["report"] = replace(ours.report, **holds)
    kept["report"] = replace(theirs.report, **remembers)
    return held, kept


def merge_facts(
    ours: Player,
    base: Player,
    theirs: Player,
    ledger: Ledger,
    section: str,
    number: int,
) -> tuple[Player, Player]:
    """Return the player as here, with what the file changed; and the file's to remember."""
    whose = Whose(section, number, theirs.name or f"number {number}")
    if ours.name != base.name and name_key(ours.name) == name_key(theirs.name):
        # Typed here in other letters; it stays, and is none of the file's news.
        ours, name = replace(ours, name=theirs.name), ours.name
    else:
        name = ""
    held, kept = merge_fields(PLAYER_FIELDS, ours, base, theirs, ledger, whose)
    held["name"] = name or held["name"]
    ratings, remembered = dict(ours.ratings), dict(theirs.ratings)
    for system in SYSTEMS:
        facts = [player.facts(system) for player in (ours, base, theirs)]
        new, said = _merge_rating(facts, ledger, replace(whose, system=system))
        if new != facts[0]:
            ratings[system] = new
        if said != facts[2]:
            remembered[system] = said
    order = theirs if ours.ratings == base.ratings else ours
    return (
        replace(ours, **held, ratings=_ordered(ratings, order)),
        replace(theirs, **kept, ratings=_ordered(remembered, theirs)),
    )


def has_typed(ours: Player, base: Player) -> bool:
    """Return whether a fact, other than a result or the number, was typed here."""
    return any(getattr(ours, n) != getattr(base, n) for n in PLAYER_FIELDS) or any(
        ours.facts(system) != base.facts(system) for system in SYSTEMS
    )


def _merge_rating(
    facts: list[RatingFacts], ledger: Ledger, whose: Whose
) -> tuple[RatingFacts, RatingFacts]:
    ours, base, theirs = facts
    if theirs == base:
        return ours, theirs
    figure, figure_said = ledger.pick(
        _figure(ours),
        _figure(ours if _rated_since(*facts) else base),
        _figure(theirs),
        (whose, "rating"),
        lambda one, other: whose.disagree(
            "rating", _figure_words(one), _figure_words(other)
        ),
        _same_figure,
        lambda one, other: whose.news(
            "rating", _figure_words(one), _figure_words(other)
        ),
    )
    held, kept = merge_fields(FACT_FIELDS, ours, base, theirs, ledger, whose)
    if figure == _figure(theirs) != _figure(ours):
        held |= {name: getattr(theirs, name) for name in RATING_FIELDS}
    else:
        more, more_kept = merge_fields(RATING_FIELDS, ours, base, theirs, ledger, whose)
        held |= more
        kept |= more_kept
    held |= {"rating": figure[0], "unknown": figure[1]}
    kept |= {"rating": figure_said[0], "unknown": figure_said[1]}
    return replace(ours, **held), replace(theirs, **kept)


def _rated_since(ours: RatingFacts, base: RatingFacts, theirs: RatingFacts) -> bool:
    """Return whether somebody called new here has got a first rating in the file.

    "New" answered a blank there, so the two do not contradict each other.
    """
    new = ours.rating is None and not ours.unknown
    return new and base.unknown and theirs.rating is not None


def _figure(facts: RatingFacts) -> tuple[float | None, bool]:
    return facts.rating, facts.unknown


def _figure_words(figure: tuple[float | None, bool]) -> float | str:
    rating, unknown = figure
    if rating is not None:
        return rating
    return "not known" if unknown else "unrated"


def _same_figure(
    ours: tuple[float | None, bool], theirs: tuple[float | None, bool]
) -> bool:
    """Return whether a typed rating is the file's, perhaps with its decimals."""
    if ours[0] is None or theirs[0] is None:
        return ours == theirs
    return theirs[0] in (ours[0], math.floor(ours[0] + 0.5))


def _ordered(
    ratings: dict[System, RatingFacts], as_in: Player
) -> tuple[tuple[System, RatingFacts], ...]:
    """Return the systems as a player has them, and what else is known after those."""
    known = [system for system, _ in as_in.ratings]
    more = [s for s in SYSTEMS if s not in known and s in ratings]
    return tuple(
        (system, ratings[system])
        for system in (*known, *(s for s in more if ratings[s] != UNRATED))
        if system in ratings
    )


def _words(whose: str, name: str) -> str:
    return f"{whose} {WORDS.get(name) or name.replace('_', ' ')}".strip()
