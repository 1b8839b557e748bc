"""Rating only what a change affects gives exactly the result of a full rating."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.analysis import make
from tests.engine.make import EDITIONS, field, rules, rules_on, section
from tests.often import often
from uscalc.analysis import spread
from uscalc.analysis.assumptions import UnknownFact
from uscalc.analysis.ripple import (
    RippleEffect,
    compute_influence,
    explain_change,
    list_mutual_games,
    rerate_with_score,
    trace_ripple,
)
from uscalc.analysis.whatif import (
    RatedBase,
    decide_games,
    rerate_changed,
    rerate_player,
)
from uscalc.engine.inputs import Entrant, InitialRatingFacts, RatedGame
from uscalc.engine.rounding import round_for_display
from uscalc.engine.section import rate_section
from uscalc.engine.trace import SectionTrace
from uscalc.monitor import Monitor
from uscalc.rules.resolve import load_rule_table

RATINGS = st.integers(100, 2800).map(float) | st.floats(100, 2800) | st.just(1500.0)
STARTS = st.tuples(RATINGS, st.sampled_from([0, 0, 5, 10]))
FACTS = st.fixed_dictionaries(
    {
        "rating": RATINGS,
        "games": st.none() | st.integers(0, 60),
        "record": st.sampled_from(["mixed", "mixed", "all_wins", "all_losses"]),
    }
) | st.fixed_dictionaries(
    {"rating": st.none(), "start": st.builds(InitialRatingFacts, office=STARTS)}
)
RULE_SETS = st.sampled_from(
    [*(rules(key) for key in EDITIONS), rules_on("2013-02-01"), rules_on("2018-02-01")]
)


@st.composite
def rated(draw, most=7, fewest_games=1):
    n = draw(st.integers(2, most))
    facts = draw(st.lists(FACTS, min_size=n, max_size=n))
    place = st.integers(0, n - 1)
    games = st.tuples(place, place, st.sampled_from([0.0, 0.5, 1.0]))
    pairs = games.filter(lambda game: game[0] != game[1])
    return facts, draw(st.lists(pairs, min_size=fewest_games, max_size=2 * n))


def assert_same_ratings(base, changes):
    section, rules = base.trace.section, base.trace.rules
    entrants = tuple(changes.get(i, one) for i, one in enumerate(section.entrants))
    full = rate_section(replace(section, entrants=entrants), rules)
    new = rerate_changed(base, changes)
    for place, player in enumerate(full.players):
        assert new.get(place, base.trace.players[place]) == player
        assert rerate_player(base, changes, place) == player
    return new


def assert_same(made, rule_set, changes):
    before = rate_section(made, rule_set)
    return before, assert_same_ratings(RatedBase(before), changes)


@often(200)
@given(rated(9, 0), st.booleans(), RULE_SETS, st.data())
def test_one_game_more_or_less_equals_the_full_rating(drawn, dual, rule_set, data):
    facts, results = drawn
    made = section(field(facts, results), dual=dual)
    n = len(facts)
    one = data.draw(st.integers(0, n - 1))
    other = data.draw(st.integers(0, n - 1).filter(lambda place: place != one))
    more = field(facts, [*results, (one, other, 1.0)])
    assert_same(made, rule_set, {one: more[one], other: more[other]})
    full = section(more, dual=dual)
    assert_same(full, rule_set, {one: made.entrants[one], other: made.entrants[other]})


def test_reached_players_are_rated_again_also_from_one_sided_games():
    lonely = Entrant((1,), 1500.0, 30, own=(RatedGame(1, 1.0, 1),))
    stronger = Entrant((2,), 1700.0, 30)
    made = section((lonely, stronger))
    changes = {1: replace(stronger, rating=1900.0)}
    before, new = assert_same(made, rules(), changes)
    assert new[0].post > before.players[0].post
    facts = [{"rating": 1500.0 + i, "games": 50} for i in range(40)]
    made = section(field(facts, [(i, (i + 1) % 40, 1.0) for i in range(40)]))
    changes = {10: replace(made.entrants[10], rating=1800.0)}
    _, new = assert_same(made, rules(), changes)
    # The neighbors' Step 4 ratings change, and so do the Step 5 ratings of their
    # neighbors.
    assert set(new) == {8, 9, 10, 11, 12}


# Rating what a change affects: matches, one-sided section types, and floors.


def outcomes(draw, pending):
    return [draw(st.integers(0, 2)) for _ in pending]


@often(80)
@given(st.one_of(make.fields(), make.matches(), make.sheets()), make.RULES, st.data())
def test_any_set_of_outcomes(drawn, rules, data):
    made, pending = drawn
    base = RatedBase(make.scalar(made, rules, pending, outcomes(data.draw, pending)))
    then = decide_games(made, pending, outcomes(data.draw, pending))
    touched = {side for game in pending for side in game.list_places()}
    assert_same_ratings(base, {place: then.entrants[place] for place in touched})


@often(50)
@given(st.one_of(make.fields(), make.matches(), make.sheets()), make.RULES, st.data())
def test_other_floors(drawn, rules, data):
    made, pending = drawn
    base = RatedBase(make.scalar(made, rules, pending, outcomes(data.draw, pending)))
    entrants = base.trace.section.entrants
    places = data.draw(st.sets(st.integers(0, len(entrants) - 1), min_size=1))
    changes = {
        at: replace(entrants[at], floors=data.draw(make.FLOORS)) for at in places
    }
    assert_same_ratings(base, changes)


@often(60)
@given(make.fields(), make.RULES, st.data())
def test_other_ratings_counts_and_records(drawn, rules, data):
    made, pending = drawn
    base = RatedBase(make.scalar(made, rules, pending, outcomes(data.draw, pending)))
    entrants = base.trace.section.entrants
    places = data.draw(st.sets(st.integers(0, len(entrants) - 1), min_size=1))
    changes = {}
    for place in places:
        facts = data.draw(make.RATED | make.UNRATED)
        changes[place] = Entrant(numbers=(place + 1,), own=entrants[place].own, **facts)
    assert_same_ratings(base, changes)


@often(30)
@given(make.sheets(), make.RULES, st.data())
def test_a_changed_fixed_strength_equals_the_full_rating(drawn, rules, data):
    made, pending = drawn
    base = RatedBase(make.scalar(made, rules, pending, outcomes(data.draw, pending)))
    place = len(made.entrants) - 1
    other = replace(base.trace.section.entrants[place], fixed=data.draw(make.LEVELS))
    assert_same_ratings(base, {place: other})


# The influence of a game equals the result of rating the section again.


@often(60)
@given(rated(), RULE_SETS)
def test_the_swing_of_a_game_is_that_of_three_full_ratings(drawn, rule_set):
    facts, results = drawn
    trace = rate_section(section(field(facts, results)), rule_set)
    found = compute_influence(RatedBase(trace))
    assert len(found.meetings) == len(results)
    expected = []
    for i, (one, other, _) in enumerate(results):
        posts = []
        for score in (0.0, 0.5, 1.0):
            games = [*results[:i], (one, other, score), *results[i + 1 :]]
            trace = rate_section(section(field(facts, games)), rule_set)
            posts.append([player.post for player in trace.players])
        swings = {}
        for place, values in enumerate(zip(*posts, strict=True)):
            if None not in values and max(values) != min(values):
                swings[place] = max(values) - min(values)
        expected.append(swings)
    by_size = sorted(sorted(s.items()) for s in expected)
    assert sorted(sorted(s.items()) for s in found.swings) == by_size
    assert found.widest == max((v for s in expected for v in s.values()), default=0.0)


def one_unrated() -> RatedBase:
    facts = [{"rating": rating, "games": 40} for rating in (1500.0, 1600.0, 1400.0)]
    games = [(0, 1, 1.0), (1, 2, 0.5), (0, 2, 1.0)]
    return RatedBase(rate_section(section(field(facts, games)), rules("2025")))


def test_games_are_listed_once_and_counting_can_be_stopped():
    found = list_mutual_games(one_unrated())
    assert len(found) == 3
    assert all(meeting.mirror is not None for meeting in found)
    base = one_unrated()
    said: list[tuple[int, int]] = []
    monitor = Monitor(report=lambda n, of: said.append((n, of)))
    assert compute_influence(base, monitor=monitor) is not None
    assert said == [(0, 3), (1, 3), (2, 3)]
    left = iter([True, False])
    assert compute_influence(base, monitor=Monitor(lambda: not next(left))) is None


def test_a_game_moves_opponents_of_its_players_through_step_4():
    base = one_unrated()
    (game,) = (m for m in list_mutual_games(base) if {m.place, m.opponent} == {0, 1})
    moved = rerate_with_score(base, game, 0.0)
    players = [moved.get(i, old) for i, old in enumerate(base.trace.players)]
    after = base.trace._replace(players=tuple(players))
    said = explain_change(base.trace, after, 2)
    assert {reason.kind for reason in said} == {"strength"}
    assert {reason.place for reason in said} == {0, 1}
    first = said[0]
    old, new = base.trace.players[first.place], after.players[first.place]
    assert (first.before, first.after) == (old.step4.result, new.step4.result)
    assert explain_change(base.trace, after, 0)[0].kind == "own"
    assert explain_change(base.trace, base.trace, 2) == ()


# The ripple effect of another result: the players reached in each step, and the games.

SCORES = (0.0, 0.5, 1.0)


def rate_with_result(facts, results, at, score, rule_set):
    """Return the section, and the same section with another result of one game."""
    one, other, _ = results[at]
    games = [*results[:at], (one, other, score), *results[at + 1 :]]
    before = rate_section(section(field(facts, results)), rule_set)
    return before, rate_section(section(field(facts, games)), rule_set)


def places_with_changed_rating(before: SectionTrace, after: SectionTrace) -> set[int]:
    pairs = zip(before.players, after.players, strict=True)
    return {place for place, (old, new) in enumerate(pairs) if old.post != new.post}


@often(80)
@given(rated(), RULE_SETS, st.data())
def test_a_ripple_reaches_moved_players_through_reached_players(drawn, rule_set, data):
    facts, results = drawn
    at = data.draw(st.integers(0, len(results) - 1))
    score = data.draw(st.sampled_from([s for s in SCORES if s != results[at][2]]))
    before, after = rate_with_result(facts, results, at, score, rule_set)
    found = trace_ripple(before, after, places_with_changed_rating(before, after))
    players = set(results[at][:2])
    assert {place for _, *pair in found.games for place in pair} == players
    assert places_with_changed_rating(before, after) <= found.places
    steps = [stop.step for stop in found.stops]
    assert steps == sorted(set(steps))
    reached: set[int] = set()
    for stop in found.stops:
        sources = {hop.target: hop.source for hop in stop.hops}
        for place in stop.reached:
            assert place in players or sources[place] in reached
        for hop in stop.hops:
            # A player with a different strength was reached in an earlier step.
            assert hop.source in reached
            assert hop.source in before.players[hop.target].entrant.opponents
            assert hop.before != hop.after
        assert not reached & set(stop.reached)
        reached |= set(stop.reached)


def test_established_players_move_in_step_4_and_their_opponents_in_step_5():
    facts = [{"rating": 1400.0 + 50 * i, "games": 40} for i in range(6)]
    games = [(0, 1, 1.0), (1, 2, 0.5), (0, 3, 1.0), (3, 4, 0.0), (4, 5, 1.0)]
    before, after = rate_with_result(facts, games, 0, 0.0, rules("2025"))
    found = trace_ripple(before, after, places_with_changed_rating(before, after))
    assert found.games == ((1, 0, 1),)
    stops = [(stop.step, stop.reached) for stop in found.stops]
    assert stops == [(4, (0, 1)), (5, (2, 3))]
    stages = [found.find_arrival_stage(place) for place in range(6)]
    assert stages == [1, 1, 2, 2, None, None]
    last = found.stops[1]
    assert {(hop.source, hop.target) for hop in last.hops} >= {(1, 2), (0, 3)}
    (hop,) = (hop for hop in last.hops if hop.target == 3)
    assert hop.before == before.players[0].step4.result
    assert hop.after == after.players[0].step4.result


def test_a_newcomer_carries_a_ripple_a_step_further():
    others = ({"rating": 1500.0 + 20 * i, "games": 40} for i in range(4))
    facts = [{"rating": None, "games": 0}, *others]
    games = [(0, 1, 1.0), (0, 2, 0.0), (2, 3, 1.0), (3, 4, 0.5)]
    before, after = rate_with_result(facts, games, 0, 0.0, rules("2025"))
    found = trace_ripple(before, after, places_with_changed_rating(before, after))
    stops = [(stop.step, stop.reached) for stop in found.stops]
    assert stops == [(3, (0,)), (4, (1, 2)), (5, (3,))]
    trace = one_unrated().trace
    assert trace_ripple(trace, trace, ()) == RippleEffect((), ())


# Unknown facts appear in an answer as a range.


def raise_ratings(made, places, points):
    known = ((at, made.entrants[at]) for at in places)
    return {
        at: replace(one, rating=one.rating + points)
        for at, one in known
        if one.rating is not None
    }


def interval_of(base, place, unknowns):
    now = base.trace.players[place].post
    open_ = spread.compute_slack_of_base(base, place, unknowns)
    return spread.make_displayed_interval(now - open_.down, now + open_.up)


@often(60)
@given(make.fields(to_come=0), make.RULES, st.integers(0, 9), st.integers(0, 9))
def test_every_alternative_is_within_the_interval(drawn, rule_set, one, other):
    made, _ = drawn
    n = len(made.entrants)
    unknowns = []
    for place in {one % n, other % n}:
        changes = tuple(
            raise_ratings(made, [place], points) for points in (-20.0, 20.0)
        )
        unknowns.append(UnknownFact("games", place, "taken as they stand", changes))
    base = RatedBase(rate_section(made, rule_set))
    for place, player in enumerate(base.trace.players):
        if player.post is None:
            continue
        found = interval_of(base, place, unknowns)
        assert found.low <= round_for_display(player.post) <= found.high
        for change in (change for each in unknowns for change in each.alternatives):
            entrants = tuple(change.get(i, e) for i, e in enumerate(made.entrants))
            then = rate_section(replace(made, entrants=entrants), rule_set)
            post = round_for_display(then.players[place].post)
            assert found.low <= post <= found.high


def two_players():
    facts = [{"rating": 1500.0, "games": 40}, {"rating": 1600.0, "games": 40}]
    return section(field(facts, [(0, 1, 1.0)]))


def test_intervals_add_up_and_are_a_point_without_unknowns():
    made = two_players()
    doubts = [
        UnknownFact("rounded", place, "", (raise_ratings(made, [place], 10.0),))
        for place in (0, 1)
    ]
    both = spread.compute_slack(made, rules(), 0, doubts)
    each = [spread.compute_slack(made, rules(), 0, [doubt]) for doubt in doubts]
    assert both.up == pytest.approx(each[0].up + each[1].up)
    assert min(each[0].up, each[1].up) > 0.0
    assert both.down == 0.0
    base = RatedBase(rate_section(made, rules()))
    found = interval_of(base, 0, [])
    assert not found.open
    assert found == (round_for_display(base.trace.players[0].post),) * 2
    assert found.join(spread.RatingInterval(3, 4)) == (3, found.high)
    day = rules_on("2003-02-01").date
    facts = [{"rating": 1500.0 + 40 * i, "games": 60} for i in range(4)]
    made = section(field(facts, [(0, 1, 1.0), (0, 2, 0.5), (0, 3, 0.0)]), end=day)
    by_guide = load_rule_table().get_rules_with_guide(day, "R")
    doubt = UnknownFact("rounded", 0, "", (raise_ratings(made, [0], 10.0),))
    assert 5.0 < spread.compute_slack(made, by_guide, 0, [doubt]).up < 10.0
