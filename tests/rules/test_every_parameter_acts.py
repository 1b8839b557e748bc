"""Every parameter of the rule data decides something: changing it changes a result."""

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.engine.make import field, rate_one, rules, section
from uscalc.document.model import (
    Document,
    ForeignRating,
    Player,
    RatingFacts,
    RulesChoice,
    Section,
)
from uscalc.document.rate.whole import rate_document
from uscalc.engine.inputs import (
    FloorFacts,
    InitialRatingFacts,
    MatchFacts,
    PrizeFloorFact,
    SourceRating,
    System,
)
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section
from uscalc.engine.table import PARAMETERS

END = dt.date(2025, 9, 1)
GIRL = InitialRatingFacts(birth_date=dt.date(2015, 9, 1))


def won(rule_set: Rules) -> Any:
    return rate_one([1500.0] * 3, [1.0] * 3, rule_set, rating=1500.0, games=50).post


def met_twice(rule_set: Rules) -> Any:
    strong = {"rating": 1500.0, "games": 50}
    results = [(0, 1, 1.0), (0, 1, 1.0), (0, 2, 1.0)]
    return rate_section(section(field([strong] * 3, results)), rule_set).players[0].post


def dual(rule_set: Rules) -> Any:
    strong = {"rating": 2400.0, "games": 99}
    return rate_one([2400.0], [1.0], rule_set, dual=True, **strong).post


def unrated(**facts: Any) -> Callable[[Rules], Any]:
    start = replace(GIRL, **facts)
    return lambda rule_set: (
        rate_one([900.0], [0.5], rule_set, rating=None, start=start).start
    )


def floored(**facts: Any) -> Callable[[Rules], Any]:
    floors = FloorFacts(**facts)
    return lambda rule_set: (
        rate_one(
            [100.0] * 3,
            [0.0] * 3,
            rule_set,
            "Q",
            rating=120.0,
            games=900,
            floors=floors,
        ).post
    )


def match(one: int = 99, **facts: Any) -> Callable[[Rules], Any]:
    players = [
        {"rating": 1500.0, "games": one, "matches": MatchFacts(**facts)},
        {"rating": 1700.0, "games": 99, "floors": FloorFacts(given=1695)},
    ]
    entrants = field(players, [(0, 1, 1.0)] * 8)

    def outcome(rule_set: Rules) -> Any:
        made = section(entrants, kind="match")
        return [p.post for p in rate_section(made, rule_set).players]

    return outcome


def document(kind: str, games: int = 15, **more: Any) -> Callable[[Rules], Any]:
    players = (
        Player(
            1,
            "Player 1",
            ratings=(("R", RatingFacts(1800.0, games=games)),),
            results=("W2",),
        ),
        Player(
            2,
            "Player 2",
            ratings=(("R", RatingFacts(1800.0, games=50)),),
            fide=ForeignRating(1900.0),
            results=("L1",),
        ),
    )
    made = Section("Open", kind=kind, players=players, **more)

    def outcome(rule_set: Rules) -> Any:
        def book(choice: RulesChoice, end: dt.date, system: System) -> Rules:
            return rule_set

        rated = rate_document(Document("Test Open", END, (made,)), book).sections[0]
        codes = [finding.code for finding in rated.findings]
        return codes, [(r.system, r.find_trace(1).post) for r in rated.ratings]

    return outcome


LATE = {"birth_date": END - dt.timedelta(days=500)}
OF_2009, OF_2015 = rules("2009"), rules("2015")
ACTS: dict[str, tuple[Callable[[Rules], Any], Any]] = {
    "systems": (document("event", systems=("R",)), ("Q",)),
    "initial": (unrated(fide=SourceRating(2000.0)), "list-2015"),
    "fide_conversion": (unrated(fide=SourceRating(1900.0)), OF_2009.fide_conversion),
    "fide_youth_conversion": (
        document("foreign-fide-youth", games=50),
        OF_2015.fide_youth_conversion,
    ),
    "cfc_conversion": (unrated(cfc=SourceRating(1300.0)), OF_2009.cfc_conversion),
    "age_formula": (unrated(), replace(OF_2009.age_formula, per_year=40.0)),
    "under_three": (unrated(**LATE), "adult"),
    "effective_games": (won, "2001"),
    "bonus_multiplier": (won, 6.0),
    "bonus_repeats": (met_twice, "more-than-twice"),
    "reduced_k": (dual, "none"),
    "storage": (won, "integer"),
    "personal_floor": (floored(wins=12), "flat"),
    "peak_floor_lowest": (floored(peak=1500.0), 1400),
    "peak_rounding": (floored(peak=1899.5), "as-it-is"),
    "peak_level": (floored(peak=1900.0), "just-below"),
    "life_master_floor": (floored(life_master=True), "every-system"),
    "prize_floor": (floored(prize=PrizeFloorFact(900, 2500.0)), "over-2000-dollars"),
    "match_eligibility": (match(one=20), "rated"),
    "match_change_cap": (match(), 60.0),
    "match_net_180_days": (match(net_180_days=80.0), 90.0),
    "match_net_3_years": (match(net_3_years=180.0), 210.0),
    "match_below_floor": (match(), "floored"),
    "foreign_fide": (document("foreign-fide"), "any-rated"),
    "time_control": (document("event", time_control="G/62"), OF_2009.time_control),
}


@pytest.mark.parametrize("name", PARAMETERS)
def test_changing_a_parameter_changes_a_result(name):
    outcome, other = ACTS[name]
    printed = rules("2025")
    assert getattr(printed, name) != other
    assert outcome(printed) != outcome(replace(printed, **{name: other}))
