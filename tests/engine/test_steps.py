"""The strengths of player and opponents that each of the five steps uses."""

import pytest

from tests.engine.make import field, rate_one, rules, section
from uscalc.engine.floors import FOREIGN_FIDE
from uscalc.engine.inputs import Entrant, InitialRatingFacts, RatedGame
from uscalc.engine.section import rate_section
from uscalc.engine.trace import PlayerTrace, SpecialTrace
from uscalc.monitor import Monitor

NEW = InitialRatingFacts(office=(1000.0, 0))


def rate(*facts: dict[str, object], results: list[tuple[int, int, float]]) -> list:
    return list(rate_section(section(field(facts, results)), rules()).players)


def special(trace: PlayerTrace, step: int) -> SpecialTrace:
    found = (trace.step3, trace.step4, trace.step5)[step - 3]
    assert isinstance(found, SpecialTrace)
    return found


def test_starts_and_the_monitor_follow_the_steps():
    assert special(rate_one([1100.0], [0.5], rating=None, start=NEW), 5).p == 2
    low = InitialRatingFacts(office=(40.0, 0))
    found = rate_one([200.0], [0.0], rating=None, start=low)
    assert found.start.r0 == 40.0
    assert (found.step3.result, special(found, 4).result, found.post) == (100, 100, 100)
    idle = rate_one([], [], rating=1432.5, games=7)
    assert (idle.post, idle.post_games, idle.formula) == (1432.5, 7, "none")
    assert idle.step4 is idle.step5 is idle.floors is None
    assert rate_one([], [], rating=None, start=NEW).post is None
    entrants = field(
        [*[{"rating": None, "start": NEW}] * 2, *[{"rating": 1500.0, "games": 30}] * 3],
        [(0, 2, 1.0), (3, 4, 0.5)],
    )
    pauses: list[None] = []
    rate_section(section(entrants), rules(), Monitor(lambda: bool(pauses.append(None))))
    # Steps 1 and 2 together, Step 3 for the new player with a game, Steps 4 and 5.
    assert len(pauses) == 5 + 1 + 5 + 5


@pytest.mark.parametrize("facts", [{"rating": 1500.0, "games": 0}, {"rating": None}])
def test_without_an_earlier_game_no_record_is_one_way(facts):
    start = InitialRatingFacts(office=(1500.0, 5))
    found = rate_one([1500.0], [0.5], record="all_wins", start=start, **facts)
    assert special(found, 5).prior == 1500.0


@pytest.mark.parametrize("kind", ["event", "foreign-fide", "foreign-fide-youth"])
def test_an_event_abroad_rates_all_players_in_one_step(kind):
    rated = ({"rating": rating, "games": 30} for rating in (1500.0, 1200.0, 1300.0))
    facts = [{"rating": None, "start": NEW}, *rated]
    entrants = field(facts, [(0, 1, 1.0), (1, 2, 0.5)])
    new, rated, last, idle = rate_section(section(entrants, kind=kind), rules()).players
    usual = kind == "event"
    assert (new.step3 is not None, new.step4 is not None) == (usual, usual)
    assert (last.step3 is not None, last.step4 is not None) == (False, usual)
    assert None not in (rated.step5, last.step5)
    assert new.why == ("few-games" if usual else "foreign")
    assert rated.why == ("many-games" if usual else "foreign")
    # A player without a game has no steps.
    assert (idle.formula, idle.why) == ("none", "no-games")
    assert (idle.step3, idle.step4, idle.step5) == (None, None, None)


@pytest.mark.parametrize("games", [None, 0])
def test_a_fixed_strength_is_used_in_every_step(games):
    rated, fixed = rate(
        {"rating": 1500.0, "games": 30},
        {"rating": None, "games": games, "fixed": 1400.0},
        results=[(0, 1, 1.0)],
    )
    assert rated.step4.strengths == rated.step5.strengths == (1400.0,)
    assert (fixed.formula, fixed.step5, fixed.post) == ("none", None, None)
    assert (fixed.start.how, fixed.start.r0, fixed.start.n) == ("fixed", 1400.0, None)


# Players whom an event abroad rates, by edition.

UNRATED = Entrant((1,), None)
PROVISIONAL = Entrant((1,), 1500.0, 25)
ESTABLISHED = Entrant((1,), 1500.0, 26)
UNKNOWN = Entrant((1,), 1500.0)


@pytest.mark.parametrize(
    ("variant", "rated"),
    [
        ("nobody", (False, False, False, False)),
        ("any-rated", (False, True, True, True)),
        ("established", (False, False, True, True)),
    ],
)
def test_who_is_rated(variant, rated):
    asked = (UNRATED, PROVISIONAL, ESTABLISHED, UNKNOWN)
    assert tuple(FOREIGN_FIDE[variant](one) for one in asked) == rated


# Values that follow from an entrant's games, and default values.


@pytest.mark.parametrize("count", [19, 20, 21])
def test_meetings_are_counted_the_same_in_short_and_long_events(count):
    own = tuple(RatedGame(2 + place // 3, 1.0, place) for place in range(count))
    assert Entrant((1,), 1500.0, own=own).most_meetings == 3
