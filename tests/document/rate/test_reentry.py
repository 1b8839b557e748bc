"""One member under several pairing numbers is one player with all the games."""

import pytest

from tests.build import codes, document, player, post, rate, rate_one, section, trace
from uscalc.document.model import RatingFacts
from uscalc.document.rate.carry import next_event

STRONG = RatingFacts(1600.0, games=40, wins=10, draws=2, events=5, peak=1700.0)


def test_all_games_count_for_one_player():
    again = rate_one(
        player(1, "W2", "U", id="M1"),
        player(2, "L1", "D3"),
        player(3, "U", "D2", id="M1"),
    )
    once = rate_one(player(1, "W2", "D2"), player(2, "L1", "D1"))
    assert post(again, 1) == post(again, 3) == post(once, 1)
    assert post(again, 2) == post(once, 2)
    assert trace(again, 3).entrant.numbers == (1, 3)
    assert trace(again, 3).post_games == 52


def test_meetings_are_counted_by_member():
    rated = rate_one(
        player(1, "W4", "U", "U", id="M1"),
        player(2, "U", "W4", "U", id="M1"),
        player(3, "U", "U", "W4", id="M1"),
        player(4, "L1", "L2", "L3"),
    )
    assert trace(rated, 1).no_bonus == trace(rated, 4).no_bonus == "repeats"


def test_the_rating_of_the_lowest_number_counts():
    rated = rate_one(
        player(5, "W2", rating=1400.0, id="M1"),
        player(2, "L5"),
        player(3, "", "", rating=1450.0, id="M1"),
    )
    found = rated.in_system("R")
    assert found.find_trace(5).entrant.rating == 1450.0
    assert found.find_trace(5) is found.find_trace(3)
    (finding,) = rated.findings
    assert (finding.code, finding.severity, finding.player) == (
        "re-entry-differs",
        "warns",
        5,
    )


def test_equal_ratings_are_no_finding():
    rated = rate_one(player(1, "W2", id="M1"), player(2, "L1"), player(3, "", id="M1"))
    assert codes(rated) == []


def test_players_without_an_id_are_different_people():
    rated = rate_one(player(1, "W2"), player(2, "L1"), player(3, "", rating=1234.0))
    assert post(rated, 3) == 1234.0


@pytest.mark.parametrize("other", [None, RatingFacts(1400.0, games=3)])
def test_a_later_section_starts_from_the_facts_of_the_lowest_number(other):
    entered = player(3, "U", "W2", id="M1", facts=other or RatingFacts())
    first = section(
        player(1, "W2", "U", id="M1", facts=STRONG), player(2, "L1", "L3"), entered
    )
    second = section(player(1, "W2", id="M1"), player(2, "L1"), name="Later")
    found = rate(first, second, chain_sections=True).sections[1].in_system("R")
    floors = found.find_trace(1).entrant.floors
    assert (floors.wins, floors.draws, floors.events) == (12, 2, 5)
    assert floors.peak == 1700.0


def test_the_next_event_starts_from_the_facts_of_the_lowest_number():
    first = section(
        player(1, "W2", "U", id="M1", facts=STRONG),
        player(2, "L1", "L3"),
        player(3, "U", "W2", id="M1", facts=RatingFacts()),
    )
    rated = rate(first)
    facts = next_event(rated, "Next", document().end_date).sections[0].players[0]
    assert facts.facts("R").wins == 12
    assert facts.facts("R").peak == 1700.0


def test_the_number_for_whoever_has_none_joins_nobody():
    """Programs give it to many: they play each other, and each is rated alone."""
    rows = ("W2", "D3"), ("L1", "U"), ("U", "D1")
    same = rate_one(*(player(n, *row, id="25000000") for n, row in enumerate(rows, 1)))
    apart = rate_one(*(player(n, *row) for n, row in enumerate(rows, 1)))
    assert same.findings == apart.findings == ()
    assert [post(same, n) for n in (1, 2, 3)] == [post(apart, n) for n in (1, 2, 3)]
