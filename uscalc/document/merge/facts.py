"""A player's and a section's own facts, taken from where they changed."""

import math
from collections.abc import Callable
from dataclasses import fields, replace
from functools import partial
from typing import Any, Final

from uscalc.document.edit.settings import WORDS
from uscalc.document.findings import Finding
from uscalc.document.merge.ledger import Ledger, disagreement
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
    "played_rounds",
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
Disagree = Callable[[str, Any, Any], Finding]


def merge_fields(
    names: tuple[str, ...],
    ours: Any,
    base: Any,
    theirs: Any,
    ledger: Ledger,
    change: tuple[object, ...],
    disagree: Disagree,
) -> Both:
    """The named fields of one value, each for itself."""
    held: dict[str, Any] = {}
    kept: dict[str, Any] = {}
    for name in names:
        held[name], kept[name] = ledger.pick(
            getattr(ours, name),
            getattr(base, name),
            getattr(theirs, name),
            (*change, name),
            partial(disagree, name),
        )
    return held, kept


def merge_event(
    ours: Document, base: Document, theirs: Document, ledger: Ledger
) -> Both:
    """The event's own fields."""
    return _with_report(
        EVENT_FIELDS,
        ours,
        base,
        theirs,
        ledger,
        (),
        lambda name, one, other: disagreement(_words("event's", name), one, other),
    )


def merge_settings(
    ours: Section, base: Section, theirs: Section, ledger: Ledger
) -> Both:
    """The section's own fields."""

    def disagree(name: str, one: Any, other: Any) -> Finding:
        return disagreement(_words("section's", name), one, other, ours.name)

    return _with_report(
        SECTION_FIELDS, ours, base, theirs, ledger, (ours.name,), disagree
    )


def _with_report(
    names: tuple[str, ...],
    ours: Any,
    base: Any,
    theirs: Any,
    ledger: Ledger,
    change: tuple[object, ...],
    disagree: Disagree,
) -> Both:
    """The named fields, and what the ratings report says of the same thing."""
    held, kept = merge_fields(names, ours, base, theirs, ledger, change, disagree)
    reports = ours.report, base.report, theirs.report
    said = tuple(field.name for field in fields(ours.report))
    holds, remembers = merge_fields(said, *reports, ledger, change, disagree)
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
    """The player as here, with what the file changed; and the file's to remember."""

    def disagree(name: str, one: Any, other: Any) -> Finding:
        return disagreement(_words("", name), one, other, section, number)

    held, kept = merge_fields(
        PLAYER_FIELDS, ours, base, theirs, ledger, (section, number), disagree
    )
    ratings, remembered = dict(ours.ratings), dict(theirs.ratings)
    for system in SYSTEMS:
        facts = [player.facts(system) for player in (ours, base, theirs)]
        new, said = _merge_rating(facts, system, ledger, section, number)
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
    """Whether a fact, other than a result or the number, was typed here."""
    return any(getattr(ours, n) != getattr(base, n) for n in PLAYER_FIELDS) or any(
        ours.facts(system) != base.facts(system) for system in SYSTEMS
    )


def _merge_rating(
    facts: list[RatingFacts], system: System, ledger: Ledger, section: str, number: int
) -> tuple[RatingFacts, RatingFacts]:
    ours, base, theirs = facts
    if theirs == base:
        return ours, theirs
    change = section, number, system

    def disagree(name: str, one: Any, other: Any) -> Finding:
        what = _words("", name)
        return disagreement(what, one, other, section, number, None, system)

    figure, figure_said = ledger.pick(
        _figure(ours),
        _figure(ours if _rated_since(*facts) else base),
        _figure(theirs),
        change,
        lambda one, other: disagree("rating", _figure_words(one), _figure_words(other)),
        _same_figure,
    )
    held, kept = merge_fields(FACT_FIELDS, ours, base, theirs, ledger, change, disagree)
    if figure == _figure(theirs) != _figure(ours):
        held |= {name: getattr(theirs, name) for name in RATING_FIELDS}
    else:
        more, more_kept = merge_fields(
            RATING_FIELDS, ours, base, theirs, ledger, change, disagree
        )
        held |= more
        kept |= more_kept
    held |= {"rating": figure[0], "unknown": figure[1]}
    kept |= {"rating": figure_said[0], "unknown": figure_said[1]}
    return replace(ours, **held), replace(theirs, **kept)


def _rated_since(ours: RatingFacts, base: RatingFacts, theirs: RatingFacts) -> bool:
    """Whether somebody called new here has got a first rating in the file.

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
    """Whether a typed rating is the file's, perhaps with its decimals."""
    if ours[0] is None or theirs[0] is None:
        return ours == theirs
    return theirs[0] in (ours[0], math.floor(ours[0] + 0.5))


def _ordered(
    ratings: dict[System, RatingFacts], as_in: Player
) -> tuple[tuple[System, RatingFacts], ...]:
    """The systems as a player has them, and what else is known after those."""
    known = [system for system, _ in as_in.ratings]
    more = [s for s in SYSTEMS if s not in known and s in ratings]
    return tuple(
        (system, ratings[system])
        for system in (*known, *(s for s in more if ratings[s] != UNRATED))
        if system in ratings
    )


def _words(whose: str, name: str) -> str:
    return f"{whose} {WORDS.get(name) or name.replace('_', ' ')}".strip()
