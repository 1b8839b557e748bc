"""Many alternatives at once give what rating each again gives: shown to the point."""

from dataclasses import replace
from math import floor

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.make import FLOORS, LEVELS, RULES, SCORES, fields, matches, sheets
from tests.engine.make import field, rules, section
from tests.often import often
from uscalc.analysis import assumptions
from uscalc.analysis.arrays import alternatives
from uscalc.analysis.arrays import sections as arrays_sections
from uscalc.analysis.arrays.alternatives import rate_alternatives
from uscalc.analysis.arrays.plans import (
    FAR,
    compute_special_rows,
    compute_standard_rows,
)
from uscalc.analysis.arrays.sections import CLOSE
from uscalc.analysis.assumptions import (
    UnknownFact,
    find_relevant_assumptions_of_sections,
)
from uscalc.analysis.whatif import (
    AlternativesCase,
    RatedBase,
    rerate_changed,
    rerate_players,
)
from uscalc.engine.inputs import InitialRatingFacts
from uscalc.engine.section import rate_section
from uscalc.engine.special import compute_special_rating
from uscalc.engine.standard import compute_standard_rating
from uscalc.monitor import Monitor


@st.composite
def changed(draw, made):
    """One entrant or several with other facts, the games as they are."""
    places = st.integers(0, len(made.entrants) - 1)
    found = {}
    for place in draw(st.lists(places, min_size=1, max_size=3, unique=True)):
        entrant = made.entrants[place]
        match draw(st.sampled_from(["games", "record", "floors", "rating"])):
            case "games":
                games = draw(st.sampled_from([None, 0, 1, 8, 9, 26, 60]))
                found[place] = entrant.with_facts(games=games)
            case "record":
                record = draw(st.sampled_from(["all_wins", "all_losses"]))
                found[place] = entrant.with_facts(record=record)
            case "floors":
                found[place] = entrant.with_facts(floors=draw(FLOORS))
            case _ if entrant.fixed is not None:
                found[place] = entrant.with_facts(fixed=draw(LEVELS))
            case _ if entrant.rating is None:
                office = draw(LEVELS), draw(st.sampled_from([0, 0, 5]))
                found[place] = entrant.with_facts(
                    start=InitialRatingFacts(office=office)
                )
            case _:
                away = draw(st.sampled_from([-0.5, 0.499999, -200.0, 700.0]))
                found[place] = entrant.with_facts(
                    rating=max(100.0, entrant.rating + away)
                )
    return found


def lines(found):
    """Each outcome as (alternative, place), with the rating and what is shown of it."""
    return {
        (at, place): (post, shown)
        for block in found
        for at, place, post, shown in zip(*(c.tolist() for c in block[:4]), strict=True)
    }


def by_engine(base, changes):
    players = base.trace.players
    return {
        (at, place): player.post
        for at, change in enumerate(changes)
        for place, player in rerate_changed(base, change).items()
        if player.post is not None and players[place].post is not None
    }


@often(400)
@given(st.data(), st.one_of(fields(), fields(), fields(), matches(), sheets()), RULES)
def test_every_rating_is_shown_as_the_engine_shows_it(data, drawn, rule_set):
    made, _ = drawn
    base = RatedBase(rate_section(made, rule_set))
    changes = data.draw(st.lists(changed(made), max_size=6))
    players = base.trace.players
    found = lines(rate_alternatives([AlternativesCase(base, changes)]))
    wanted = by_engine(base, changes)
    for key, (post, shown) in found.items():
        assert abs(post - wanted[key]) <= CLOSE
        assert shown == floor(wanted[key] + 0.5)
    # Who is left out has not moved.
    for (at, place), post in wanted.items():
        if (at, place) not in found:
            assert abs(post - players[place].post) < 1e-6
            assert floor(post + 0.5) == floor(players[place].post + 0.5)


@often(100)
@given(st.data(), st.one_of(fields(), matches(), sheets()), RULES)
def test_few_unknowns_and_many_are_weighed_alike(data, drawn, rule_set):
    """Few are rated one by one, many by arrays; what is said of them is the same."""
    made, _ = drawn
    base = RatedBase(rate_section(made, rule_set))
    several = st.lists(changed(made), min_size=1, max_size=3).map(tuple)
    unknowns = [
        UnknownFact("games", None, f"fact {at}", changes)
        for at, changes in enumerate(data.draw(st.lists(several, max_size=4)))
    ]
    said = []
    usual = assumptions.MOST_RATED_ONE_BY_ONE
    try:
        for assumptions.MOST_RATED_ONE_BY_ONE in (-1, 1000):
            said += find_relevant_assumptions_of_sections([(base, unknowns)])
    finally:
        assumptions.MOST_RATED_ONE_BY_ONE = usual
    assert said[0] == said[1]


@often(60)
@given(st.data(), st.lists(st.one_of(fields(), matches(), sheets()), max_size=4), RULES)
def test_sections_side_by_side_are_weighed_as_each_alone(data, drawn, rule_set):
    asked = []
    for made, _ in drawn:
        rules_here = data.draw(RULES) if data.draw(st.booleans()) else rule_set
        several = st.lists(changed(made), min_size=1, max_size=3).map(tuple)
        unknowns = [
            UnknownFact("games", None, f"fact {at}", changes)
            for at, changes in enumerate(data.draw(st.lists(several, max_size=3)))
        ]
        asked.append((RatedBase(rate_section(made, rules_here)), unknowns))
    usual, assumptions.MOST_RATED_ONE_BY_ONE = assumptions.MOST_RATED_ONE_BY_ONE, -1
    few = alternatives.FIGURES_AT_ONCE
    alternatives.FIGURES_AT_ONCE = data.draw(st.sampled_from([1, 100, few]))
    try:
        found = find_relevant_assumptions_of_sections(asked)
    finally:
        assumptions.MOST_RATED_ONE_BY_ONE, alternatives.FIGURES_AT_ONCE = usual, few
    assert found == [find_relevant_assumptions_of_sections([one])[0] for one in asked]


@given(st.data(), fields(), RULES)
def test_blocks_of_any_size_give_the_same(data, drawn, rule_set):
    made, _ = drawn
    base = RatedBase(rate_section(made, rule_set))
    changes = data.draw(st.lists(changed(made), min_size=2, max_size=9))
    usual, alternatives.FIGURES_AT_ONCE = alternatives.FIGURES_AT_ONCE, 1
    try:
        one_by_one = lines(rate_alternatives([AlternativesCase(base, changes)]))
    finally:
        alternatives.FIGURES_AT_ONCE = usual
    assert one_by_one == lines(rate_alternatives([AlternativesCase(base, changes)]))


def ring(size):
    facts = [{"rating": 1500.0 + 3 * i, "games": None} for i in range(size)]
    results = [(i, (i + 1) % size, 0.5 * (i % 3)) for i in range(size)]
    return RatedBase(rate_section(section(field(facts, results)), rules("2025")))


def test_rating_alternatives_can_be_canceled_and_nothing_gives_nothing(monkeypatch):
    base = ring(9)
    entrants = base.trace.section.entrants
    changes = [{place: entrants[place].with_facts(games=1)} for place in range(9)]
    monkeypatch.setattr(alternatives, "FIGURES_AT_ONCE", 20)
    told = []
    list(
        rate_alternatives(
            [AlternativesCase(base, changes)],
            monitor=Monitor(report=lambda count, of: told.append((count, of))),
        )
    )
    assert told == [(2, 9), (4, 9), (6, 9), (8, 9), (9, 9)]
    asked = iter([True] * 2 + [False] * 99)
    found = list(
        rate_alternatives(
            [AlternativesCase(base, changes)], Monitor(lambda: not next(asked))
        )
    )
    assert len(found) == 2
    assert list(rate_alternatives([AlternativesCase(ring(4), [])])) == []


def test_the_engine_is_asked_only_where_the_arrays_leave_a_point_open(monkeypatch):
    base = ring(40)
    entrants = base.trace.section.entrants
    changes = [
        {p: entrants[p].with_facts(games=n)} for p in range(40) for n in (1, 9, 26)
    ]
    asked = []
    monkeypatch.setattr(
        arrays_sections,
        "rerate_players",
        lambda b, c, p: asked.extend(p) or rerate_players(b, c, p),
    )
    list(rate_alternatives([AlternativesCase(base, changes)]))
    assert len(asked) <= 2


def test_a_changed_game_is_left_to_the_engine():
    base = ring(6)
    entrants = list(base.trace.section.entrants)
    games = tuple(game._replace(score=1.0) for game in entrants[2].own)
    changes = [{2: replace(entrants[2], own=games)}]
    assert {
        k: v
        for k, (v, _) in lines(
            rate_alternatives([AlternativesCase(base, changes)])
        ).items()
    } == by_engine(base, changes)


@often(400)
@given(
    st.lists(LEVELS, min_size=1, max_size=9),
    LEVELS,
    st.sampled_from([0.0, 1.0, 4.0, 8.0, 17.3]),
    st.data(),
)
def test_a_row_of_the_special_formula_ends_where_the_walk_ends(met, r0, n_eff, data):
    mixed = sum(data.draw(SCORES) for _ in met)
    # With a perfect score f may be zero on a stretch, over which a line shoots.
    score = data.draw(st.sampled_from([mixed, 0.0, float(len(met))]))
    record = data.draw(st.sampled_from(["mixed", "all_wins", "all_losses"]))
    walked = compute_special_rating(r0, n_eff, tuple(met), score, record)
    otherwise = compute_special_rating(r0, n_eff, tuple(met), score, "mixed").result
    starts = st.one_of(LEVELS, st.just(np.nan), st.just(otherwise))
    assert_row_is_walked(walked, n_eff, met, data.draw(starts))


def assert_row_is_walked(walked, n_eff, met, near):
    strengths = np.array([[*met, FAR, FAR]]).T
    (found,) = compute_special_rows(
        *(np.array([x]) for x in (walked.prior, n_eff, walked.target)),
        strengths,
        np.array([near]),
    )
    assert np.isnan(found) or abs(found - walked.result) < 1e-6


@given(st.lists(LEVELS, min_size=1, max_size=9), LEVELS, st.booleans(), st.data())
def test_a_row_of_the_standard_formula_is_the_engines(met, r0, bonus, data):
    score = sum(data.draw(SCORES) for _ in met)
    threshold = 20.0 if bonus else None
    wanted = compute_standard_rating(r0, tuple(met), score, 25.0, threshold).result
    (found,) = compute_standard_rows(
        *(np.array([x]) for x in (r0, 25.0, threshold or np.inf, score)),
        np.array([[*met, FAR]]).T,
    )
    assert abs(found - wanted) < 1e-9
