"""The audit finds the fact behind a published rating that does not come out."""

import json

import pytest

from tests.cli.running import SAMPLE, event, player, run
from tests.shared_data import shared


def published(rating, **more):
    return {"R": {"rating": rating, **more}}


def audited(path, *more):
    done = run("audit", path, "--json", *more)
    return done, json.loads(done.stdout)


def post_of(path):
    value = json.loads(run("rate", path, "--json").stdout)
    rows = value["sections"][0]["ratings"][0]["players"]
    return [row["post_rounded"] for row in rows]


def test_ratings_that_come_out_are_counted_and_nothing_else_is_said(file):
    players = [player(1, 1700, "W2"), player(2, 1600, "L1")]
    first, second = post_of(file(event(players)))
    players[0]["published"] = published(first)
    players[1]["published"] = published(second)
    done, value = audited(file(event(players)))
    assert done.returncode == 0
    assert (value["published"], value["exact"], value["differences"]) == (2, 2, [])


def test_a_published_rating_on_the_floor_is_laid_to_the_unknown_peak(file):
    players = [
        player(1, 1703, "L2", "L3"),
        player(2, 1500, "W1"),
        player(3, 1500, "U", "W1"),
    ]
    players[0]["published"] = published(1700)
    done, value = audited(file(event(players)))
    assert done.returncode == 1
    (row,) = value["differences"]
    assert row["number"] == 1
    assert row["cause"].startswith("this player: the highest rating is not known")
    assert "floor" in row["settle"]


def test_a_history_of_losses_is_found_behind_a_lower_rating(file):
    few = {"R": {"rating": 800, "games": 3}}
    players = [
        player(1, 900, "W2"),
        {**player(2, 800, "L1"), "ratings": few},
    ]
    lost = {"R": {"rating": 800, "games": 3, "record": "all_losses"}}
    truth = post_of(file(event([players[0], {**players[1], "ratings": lost}])))[1]
    players[1]["published"] = published(truth)
    _, value = audited(file(event(players)))
    (row,) = value["differences"]
    assert "earlier results" in row["cause"]


def test_a_difference_nothing_explains_is_said_to_be_so(file):
    facts = {"games": 60, "floor": 100, "rounded": False}
    players = [
        {**player(1, 1700, "W2"), "ratings": {"R": {"rating": 1700, **facts}}},
        {**player(2, 1600, "L1"), "ratings": {"R": {"rating": 1600, **facts}}},
    ]
    players[0]["published"] = published(1900)
    _, value = audited(file(event(players)))
    (row,) = value["differences"]
    assert row["off"] == pytest.approx(190, abs=5)
    assert row["cause"] == "no open fact of this file explains it"


def test_a_file_without_published_ratings_is_said_to_be_one():
    done = run("audit", SAMPLE)
    assert done.returncode == 2
    assert "no published ratings" in done.stderr


def test_published_decimals_are_compared_to_the_hundredth():
    done, value = audited(shared("realdata", "2026-novice-decimals.uscalc"))
    assert done.returncode == 0
    assert (value["published"], value["exact"]) == (12, 12)
