"""The wave of another result: whom it reaches in which step, and by which games."""

from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.test_influence import one_unrated, rated
from tests.analysis.test_whatif import RULES
from tests.engine.make import field, rules, section
from tests.often import often
from uscalc.analysis.ripple import RippleEffect, trace_ripple
from uscalc.engine.section import rate_section
from uscalc.engine.trace import SectionTrace

SCORES = (0.0, 0.5, 1.0)


def turned(facts, results, at, score, rule_set):
    """The section as it is, and with one game otherwise."""
    one, other, _ = results[at]
    games = [*results[:at], (one, other, score), *results[at + 1 :]]
    before = rate_section(section(field(facts, results)), rule_set)
    return before, rate_section(section(field(facts, games)), rule_set)


def moved(before: SectionTrace, after: SectionTrace) -> set[int]:
    pairs = zip(before.players, after.players, strict=True)
    return {place for place, (old, new) in enumerate(pairs) if old.post != new.post}


@often(80)
@given(rated(), RULES, st.data())
def test_a_ripple_reaches_every_moved_player_through_reached_players(
    drawn, rule_set, data
):
    facts, results = drawn
    at = data.draw(st.integers(0, len(results) - 1))
    score = data.draw(st.sampled_from([s for s in SCORES if s != results[at][2]]))
    before, after = turned(facts, results, at, score, rule_set)
    found = trace_ripple(before, after, moved(before, after))
    players = set(results[at][:2])
    assert {place for _, *pair in found.games for place in pair} == players
    assert moved(before, after) <= found.places
    assert [stop.step for stop in found.stops] == sorted(
        {stop.step for stop in found.stops}
    )
    reached: set[int] = set()
    for stop in found.stops:
        sources = {hop.target: hop.source for hop in stop.hops}
        for place in stop.reached:
            assert place in players or sources[place] in reached
        for hop in stop.hops:
            # Whoever counts otherwise was moved in a step before.
            assert hop.source in reached
            assert hop.source in before.players[hop.target].entrant.opponents
            assert hop.before != hop.after
        assert not reached & set(stop.reached)
        reached |= set(stop.reached)


def test_established_players_move_in_step_4_and_their_opponents_in_step_5():
    facts = [{"rating": 1400.0 + 50 * i, "games": 40} for i in range(6)]
    games = [(0, 1, 1.0), (1, 2, 0.5), (0, 3, 1.0), (3, 4, 0.0), (4, 5, 1.0)]
    before, after = turned(facts, games, 0, 0.0, rules("2025"))
    found = trace_ripple(before, after, moved(before, after))
    assert found.games == ((1, 0, 1),)
    assert [(stop.step, stop.reached) for stop in found.stops] == [
        (4, (0, 1)),
        (5, (2, 3)),
    ]
    assert [found.find_arrival_stage(place) for place in range(6)] == [
        1,
        1,
        2,
        2,
        None,
        None,
    ]
    last = found.stops[1]
    assert {(hop.source, hop.target) for hop in last.hops} >= {(1, 2), (0, 3)}
    (hop,) = (hop for hop in last.hops if hop.target == 3)
    assert hop.before == before.players[0].step4.result
    assert hop.after == after.players[0].step4.result


def test_a_newcomer_carries_a_ripple_a_step_further():
    facts = [
        {"rating": None, "games": 0},
        *({"rating": 1500.0 + 20 * i, "games": 40} for i in range(4)),
    ]
    games = [(0, 1, 1.0), (0, 2, 0.0), (2, 3, 1.0), (3, 4, 0.5)]
    before, after = turned(facts, games, 0, 0.0, rules("2025"))
    found = trace_ripple(before, after, moved(before, after))
    assert [(stop.step, stop.reached) for stop in found.stops] == [
        (3, (0,)),
        (4, (1, 2)),
        (5, (3,)),
    ]
    trace = one_unrated().trace
    assert trace_ripple(trace, trace, ()) == RippleEffect((), ())
