"""Every path through the steps can be explained with the trace's own figures."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from tests.engine.make import field, games, section
from tests.explain.make import check_text, derive, rules_of
from tests.explain.reader import check_by_hand
from uscalc.engine.inputs import (
    Entrant,
    FloorFacts,
    InitialRatingFacts,
    MatchFacts,
    SourceRating,
)
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section
from uscalc.engine.trace import SectionTrace

EDITIONS = ("2009", "2015", "2020", "2025")
YOUNG = InitialRatingFacts(birth_date=dt.date(2013, 5, 17))
SOURCES = InitialRatingFacts(
    birth_date=dt.date(2000, 7, 1),
    others=(("Q", SourceRating(1643.0, 90, dt.date(2024, 1, 13))),),
    fide=SourceRating(2160.0),
)


def alone(scores, strengths=None, kind="event", dual=False, **facts):
    met = strengths or [1500.0] * len(scores)
    me = Entrant((1,), own=games(*((i, s) for i, s in enumerate(scores, 1))), **facts)
    others = [Entrant((i,), None, fixed=level) for i, level in enumerate(met, 2)]
    made = section((me, *others), kind=kind, dual=dual)
    return lambda rule_set: rate_section(made, rule_set)


def together(facts, results, kind="event") -> Callable[[Rules], SectionTrace]:
    made = section(field(facts, results), kind=kind)
    return lambda rule_set: rate_section(made, rule_set)


STRONG: dict[str, Any] = {"rating": 1500.0, "games": 80}


def abroad(kind: Any) -> Callable[[Rules], SectionTrace]:
    def rate(rule_set: Rules) -> SectionTrace:
        convert = rule_set.fide_conversion
        if kind == "foreign-fide-youth":
            convert = rule_set.fide_youth_conversion or convert
        met = {1.0: 1404.0, 0.5: 1413.0, 0.0: 2160.0}
        players = [Entrant((1,), own=games(*enumerate(met, 1)), **STRONG)]
        for i, fide in enumerate(met.values(), 2):
            start = InitialRatingFacts(fide=SourceRating(fide))
            players.append(Entrant((i,), None, start=start, fixed=convert(fide)))
        return rate_section(section(tuple(players), kind=kind), rule_set)

    return rate


FAR = [600.0, 2200.0]
INFANT = InitialRatingFacts(birth_date=dt.date(2024, 5, 17))
GAINED = STRONG | {"matches": MatchFacts(net_180_days=80.0)}
LOW = {"rating": 1700.0, "games": 80, "floors": FloorFacts(given=1695)}
UNKNOWN = [{"rating": None, "start": YOUNG}, {"rating": None, "start": SOURCES}]
PATHS: dict[str, Callable[[Rules], SectionTrace]] = {
    "standard": alone([1.0, 0.0, 0.5], **STRONG),
    "standard with bonus": alone([1.0] * 5, **STRONG),
    "standard on three games with bonus": alone([1.0] * 3, **STRONG),
    "standard on two games": alone([1.0, 0.0], **STRONG),
    "standard, count unknown": alone([1.0, 0.0], rating=1500.0, games=None),
    "repeats": together([STRONG, STRONG], [(0, 1, 1.0)] * 4),
    "reduced k": alone([1.0], [2300.0], dual=True, rating=2300.0, games=99),
    "reduced k above 2500": alone([1.0], [2300.0], dual=True, rating=2600.0, games=99),
    "special": alone([1.0, 0.5], [1510.0, 1620.0], rating=1480.0, games=5),
    "special on no games": alone([0.5], [1700.0], rating=1480.0, games=0),
    "special that stays": alone([0.5], [1480.0], rating=1480.0, games=5),
    "special on a knot": alone([1.0], [1400.0], rating=1200.0, games=0),
    "special on its own knot": alone(
        [1.0, 0.0], [900.0, 2400.0], rating=1900.0, games=4, record="all_wins"
    ),
    "special across a plateau": alone([1.0, 1.0], FAR, rating=700.0, games=0),
    "special across a flat piece": alone([1.0, 0.0], FAR, rating=700.0, games=0),
    "special, falling": alone([0.0, 0.0], [900.0, 1300.0], rating=1900.0, games=3),
    "all wins": alone([1.0, 1.0], rating=1500.0, games=12, record="all_wins"),
    "all losses": alone([0.0, 0.5], rating=900.0, games=30, record="all_losses"),
    "cap": alone([1.0], [2600.0], rating=2500.0, games=0),
    "minimum": alone([0.0], [200.0], rating=150.0, games=0),
    "minimum, standard": alone([0.0] * 9, [100.0] * 9, rating=101.0, games=9),
    "given floor": alone([0.0] * 4, floors=FloorFacts(given=1490), **STRONG),
    "peak floor": alone([0.0] * 4, floors=FloorFacts(peak=1702.0), **STRONG),
    "title floor": alone([0.0], floors=FloorFacts(life_master=True), **STRONG),
    "ceiling": alone([1.0] * 4, floors=FloorFacts(ceiling=1510.0), **STRONG),
    "ceiling not reached": alone([1.0], floors=FloorFacts(ceiling=2510.0), **STRONG),
    "unrated by age": alone([1.0, 0.0], rating=None, start=YOUNG),
    "unrated, nothing known": alone([1.0, 0.0], rating=None),
    "unrated adult": alone([0.5], rating=None, start=InitialRatingFacts(adult=True)),
    "unrated infant": alone([0.5], rating=None, start=INFANT),
    "unrated by the office": alone(
        [0.5], rating=None, start=InitialRatingFacts(office=(406.0, 0))
    ),
    "unrated from sources": alone([1.0, 0.0], rating=None, start=SOURCES),
    "unrated among unrated": together(
        [*UNKNOWN, {"rating": None}], [(0, 1, 1.0), (1, 2, 0.5), (0, 2, 0.0)]
    ),
    "match": together([GAINED, LOW], [(0, 1, 1.0)] * 6, "match"),
    "no match": together([STRONG, {"rating": None}], [(0, 1, 1.0)], "match"),
    "foreign": abroad("foreign-fide"),
    "foreign, youth": abroad("foreign-fide-youth"),
    "estimate": alone([1.0, 0.5, 0.5], kind="estimate", **STRONG),
    "no game": alone([], **STRONG),
    "no game, unrated": alone([], rating=None),
}


@pytest.mark.parametrize("edition", [*EDITIONS, "2012-01-01", "2014-01-01"])
@pytest.mark.parametrize("path", PATHS)
def test_a_path_can_be_explained_and_worked_out_by_hand(path, edition):
    trace = PATHS[path](rules_of(edition))
    for place, player in enumerate(trace.players):
        derivation = derive(trace, place)
        check_text(derivation, player)
        check_by_hand(player, derivation)
