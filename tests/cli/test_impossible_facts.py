"""Facts that cannot be right are named with player and field; the rest is rated."""

import json

import pytest

from tests.cli.running import event, first_rating, player, refused, run

CASES = {
    "a birth date after the event": ({"birth_date": "2025-03-03"}, "birth_date"),
    "a FIDE rating of 0": ({"fide": {"rating": 0}}, "fide.rating"),
    "a FIDE rating dated after the event": (
        {"fide": {"rating": 1800, "as_of": "2025-04-01"}},
        "fide.as_of",
    ),
    "a CFC rating dated after the event": (
        {"cfc": {"rating": 1500, "as_of": "2025-04-01"}},
        "cfc.as_of",
    ),
    "another rating dated after the event": (
        {"ratings": {"Q": {"rating": 1500, "games": 30, "as_of": "2025-04-01"}}},
        "ratings.Q.as_of",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_finding_names_player_and_field_and_the_fact_is_not_used(name, file):
    facts, field = CASES[name]
    new = {"number": 2, "name": "Player 2", "results": ["L1"], "adult": True}
    path = file(event([player(1, 1700, "W2"), {**new, **facts}]))
    done = run("rate", path, "--json")
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "player 2" in line
    assert field in line
    rows = json.loads(done.stdout)["sections"][0]["ratings"][0]["players"]
    assert rows[1]["r0"] == 1300
    assert rows[0]["post"] > 1700


def test_half_k_belongs_to_the_guide_and_an_override_is_named(file):
    players = [
        player(1, 1500, "W2", "W3", "W4"),
        player(2, 1500, "L1"),
        player(3, 1500, "U", "L1"),
        player(4, 1500, "U", "U", "L1"),
    ]
    posts = []
    for rules in (None, {"edition": "2025", "bonus_multiplier": 14}):
        rating = first_rating(file(event(players, rules=rules)))
        posts.append(rating["players"][0]["post"])
    assert rating["rules"]["overridden"] == ["bonus_multiplier"]
    assert posts[0] - posts[1] == pytest.approx(8.0)
    players = [player(1, 1700, "W2"), player(2, 1600, "L1")]
    done = run("rate", file(event(players, half_k=True)))
    assert done.returncode == 1
    assert "Half K" in done.stderr
    guided = run("rate", file(event(players, half_k=True, rules="2001-guide")))
    assert guided.returncode == 0


FACTS = {
    "a floor above the rating": ({"floor": 1700}, "below the floor 1700"),
    "a ceiling below the rating": ({"ceiling": 1500}, "above the ceiling 1500"),
    "a prize at no hundred": ({"prize_floor": 1250}, "1250 is ignored"),
    "a prize beyond 2000": ({"prize_floor": 2100}, "2100 is ignored"),
    "a prize won later": (
        {"prize_floor": {"level": 1500, "amount": 9000, "date": "2026-01-01"}},
        "sets no floor yet",
    ),
    "a prize too small": (
        {"prize_floor": {"level": 1500, "amount": 3999, "date": "2024-01-01"}},
        "4000 dollars or more",
    ),
    "more wins than games": ({"wins": 100}, "more than 40 games"),
    "a record that draws belie": ({"record": "all_wins", "draws": 5}, "5 draws"),
    "a peak below the rating": (
        {"peak": 1500},
        "1500 is lower than the pre-event rating",
    ),
}


@pytest.mark.parametrize("name", FACTS)
def test_facts_that_contradict_each_other_are_named(name, file):
    facts, words = FACTS[name]
    odd = player(2, 1600, "L1")
    odd["ratings"]["R"].update(facts)
    third = player(3, 1650, "U", "U")
    done = run("rate", file(event([player(1, 1700, "W2"), odd, third])))
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "player 2" in line
    assert words in line


def test_a_match_below_the_floor_is_a_request_and_a_game_is_set_once(file):
    rounds = 8
    players = [player(1, 1600, *["L2"] * rounds), player(2, 1600, *["W1"] * rounds)]
    players[0]["ratings"]["R"]["floor"] = 1590
    done = run("rate", file(event(players, kind="match")))
    assert done.returncode == 1
    assert "sk US Chess to lower the floor" in done.stderr
    from tests.cli.running import SAMPLE

    assert "same game" in refused("what-if", SAMPLE, "--set", "5:1=W", "--set", "5:3=W")
