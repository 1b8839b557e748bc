"""Alternatives have as many mismatches with published ratings as after a full rating of each."""

from math import floor

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.analysis.make import RULES, fields
from tests.often import often
from uscalc.analysis.hidden import (
    LARGEST_ERROR,
    PublishedTarget,
    PublishedTargets,
    approximate_rating,
    find_fitting_values,
    score_alternatives,
)
from uscalc.analysis.whatif import RatedBase, rerate_section_after
from uscalc.engine.section import rate_section

EVERYTHING = 10_000


@pytest.mark.parametrize(
    ("published", "post", "comes_out"),
    [
        (1500.0, 1499.5, True),
        (1500.0, 1500.499, True),
        (1500.0, 1500.5, False),
        (1500.0, 1499.4, False),
        (1500.25, 1500.2551, True),
        (1500.25, 1500.261, False),
    ],
)
def test_a_whole_published_rating_matches_as_displayed_decimals_to_a_hundredth(
    published, post, comes_out
):
    assert (PublishedTarget(0, published).compute_error(post) == 0.0) is comes_out


def test_published_ratings_are_compared_to_their_precision_and_far_ones_to_a_limit():
    assert PublishedTarget(0, 1501.0, above=0.6).compute_error(1500.0) == 0.0
    found = PublishedTarget(0, 1499.0, above=0.6).compute_error(1500.0)
    assert found == pytest.approx(0.5, abs=1e-4)
    assert PublishedTarget(0, 1499.0, below=0.6).compute_error(1500.0) == 0.0
    found = PublishedTarget(0, 1503.0, 0.6, 0.6).compute_error(1500.0)
    assert found == pytest.approx(1.9)
    assert PublishedTargets(()).every == ()
    assert PublishedTarget(0, 2000.0).compute_error(1000.0) > LARGEST_ERROR


@often(150)
@given(fields(), RULES, st.data())
def test_mismatches_of_an_alternative_equal_those_of_rating_it_again(made, rules, data):
    section, _ = made
    base = RatedBase(rate_section(section, rules))
    places = st.integers(0, len(section.entrants) - 1)
    changes = []
    for place in data.draw(st.lists(places, min_size=1, max_size=6)):
        games = data.draw(st.sampled_from([1, 5, 9, 30]))
        entrant = section.entrants[place]
        assume(entrant.rating is not None)
        changes.append({place: entrant.with_facts(games=games)})
    truth = rerate_section_after(base, data.draw(st.sampled_from(changes)))
    slack = data.draw(st.sampled_from([0.0, 0.0, 0.7]))
    targets = PublishedTargets(
        tuple(
            PublishedTarget(place, float(floor(player.post + 0.5)), slack, slack)
            for place, player in enumerate(truth.trace.players)
            if player.post is not None
        )
    )
    now, far = targets.find_mismatches(base), targets.compute_total_error(base)
    found = {
        one.at: one for one in score_alternatives(base, targets, changes, EVERYTHING)
    }
    for at, change in enumerate(changes):
        there = rerate_section_after(base, change)
        wrong = targets.find_mismatches(there)
        distance = targets.compute_total_error(there)
        if at in found:
            assert found[at].wrong == wrong
            assert found[at].distance == pytest.approx(distance, abs=1e-3)
        else:
            assert len(wrong) >= len(now)
            assert distance >= far - 0.5 - 1e-3


@often(100)
@given(fields(), RULES, st.data())
def test_nearly_matching_is_exact_if_no_opponent_counts_the_change(made, rules, data):
    section, _ = made
    base = RatedBase(rate_section(section, rules))
    place = data.draw(st.integers(0, len(section.entrants) - 1))
    found = approximate_rating(base, base.trace.players[place].entrant)
    assert found == pytest.approx(base.trace.players[place].post, abs=1e-6)


def test_fitting_values_are_found_without_trying_all():
    asked = []

    def rating(value: int) -> float:
        asked.append(value)
        return 1000.0 + value / 3

    found = find_fitting_values(rating, PublishedTarget(0, 1200.0), 0.0, 100, 3000)
    assert list(found) == [599, 600, 601]
    assert len(asked) < 40
    for out_of_reach in (PublishedTarget(0, 9000.0), PublishedTarget(0, 500.0)):
        assert len(find_fitting_values(rating, out_of_reach, 0.0, 100, 3000)) == 0
