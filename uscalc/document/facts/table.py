"""The whole table: the facts of every class of the model."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from uscalc.document.facts.event import (
    EVENT_FACTS,
    EVENT_REPORT_FACTS,
    SECTION_FACTS,
    SECTION_REPORT_FACTS,
)
from uscalc.document.facts.fact import Fact
from uscalc.document.facts.player import (
    FIDE_FACTS,
    PLAYER_FACTS,
    PUBLISHED_FACTS,
)
from uscalc.document.facts.rating import (
    INITIAL_FACTS,
    MATCHES_FACTS,
    PRIZE_FLOOR_FACTS,
    RATING_FACTS,
)
from uscalc.document.model import (
    Document,
    EventReport,
    ForeignRating,
    MatchNetChanges,
    OfficialStartingRating,
    Player,
    PrizeFloor,
    PublishedRating,
    RatingFacts,
    Section,
    SectionReport,
)

FACTS: Final[Mapping[type, tuple[Fact, ...]]] = {
    Document: EVENT_FACTS,
    EventReport: EVENT_REPORT_FACTS,
    Section: SECTION_FACTS,
    SectionReport: SECTION_REPORT_FACTS,
    Player: PLAYER_FACTS,
    RatingFacts: RATING_FACTS,
    PrizeFloor: PRIZE_FLOOR_FACTS,
    MatchNetChanges: MATCHES_FACTS,
    OfficialStartingRating: INITIAL_FACTS,
    ForeignRating: FIDE_FACTS,
    PublishedRating: PUBLISHED_FACTS,
}
"""The facts of each class, in the order of the forms."""


def _sort_by_model(owner: type[Struct]) -> tuple[Fact, ...]:
    order = owner.__struct_fields__
    return tuple(sorted(FACTS[owner], key=lambda fact: order.index(fact.key)))


_IN_MODEL_ORDER: Final = {owner: _sort_by_model(owner) for owner in FACTS}
_BY_KEY: Final = {
    owner: {fact.key: fact for fact in facts} for owner, facts in FACTS.items()
}
_NAMES: Final = {
    fact.key: fact.name
    for owner in (Document, EventReport, Section, SectionReport, Player, RatingFacts)
    for fact in FACTS[owner]
}


def facts_of(owner: type) -> tuple[Fact, ...]:
    """Return the facts of a class, in the order of the model and the event file."""
    return _IN_MODEL_ORDER[owner]


def fact_of(owner: type, key: str) -> Fact:
    """Return one fact of a class. Raise KeyError if the table doesn't have it."""
    return _BY_KEY[owner][key]


def list_merged_keys(owner: type, of_rating: bool = False) -> tuple[str, ...]:
    """Return the keys that a merge compares one by one, in the model's order.

    With `of_rating`, return instead the keys that are merged together with one rating
    figure.
    """
    return tuple(
        fact.key
        for fact in facts_of(owner)
        if fact.merged and fact.of_rating == of_rating
    )


def name_fact(key: str) -> str:
    """Return the name of a fact in edits and findings."""
    return _NAMES.get(key, key.replace("_", " "))


def tidy_changes(owner: type, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return changed fields of an owner as the model stores them."""
    known = _BY_KEY[owner]
    return {
        key: known[key].tidy_value(value) if key in known else value
        for key, value in changes.items()
    }


def find_problems(owner: type, changes: Mapping[str, Any]) -> tuple[str, ...]:
    """Return why changed fields of an owner are refused, for example values out of bounds."""
    known = _BY_KEY[owner]
    return tuple(
        problem
        for key, value in changes.items()
        if key in known
        for problem in known[key].find_problems(value)
    )
