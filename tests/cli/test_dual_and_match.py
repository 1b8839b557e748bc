"""K by the time control, systems that contradict it, and matches left as sections."""

import json
from typing import Any

import pytest

from tests.build import event_file
from tests.cli.running import first_rating, run
from tests.shared_data import shared

KNOWN = {"games": 100, "rounded": False, "floor": 100}
ROUNDS = 4


def strong(level: int = 2400, end: str = "2025-09-01", **section: Any) -> str:
    """Return an event in which player 1 beats four others, all of them above 2200."""
    facts = {"rating": level, **KNOWN}
    players: list[dict[str, Any]] = []
    for number in range(1, ROUNDS + 2):
        own = [f"W{n}" for n in range(2, ROUNDS + 2)]
        if number > 1:
            own = ["U"] * ROUNDS
            own[number - 2] = "L1"
        ratings = {"R": facts, "Q": facts}
        name = f"Inventa, P{number}"
        players.append(
            {"number": number, "name": name, "ratings": ratings, "results": own}
        )
    given = {"start_date": end, "end_date": end, **section}
    return json.dumps(event_file(*players, end=end, **given))


def k_of(text: str) -> dict[str, float]:
    """Return the first player's K in each system."""
    (section,) = json.loads(text)["sections"]
    return {r["system"]: r["players"][0]["k"] for r in section["ratings"]}


def full_and_reduced(level: int) -> tuple[float, float]:
    """Return K by the formulas of section 4.2, with N' = N* = 50 and m games."""
    return 800 / (50 + ROUNDS), 800 * (6.5 - 0.0025 * level) / (50 + ROUNDS)


FULL, REDUCED = full_and_reduced(2400)


def test_the_derivation_of_a_regular_section_does_not_call_it_dual_rated(tmp_path):
    path = tmp_path / "event.uscalc"
    path.write_text(strong(systems=["R"], time_control="G/60;d5"), encoding="utf-8")
    said = " ".join(run("explain", path, "--player", "1").stdout.split())
    assert (
        "(reduced above 2200 under a time control for both Regular and Quick)" in said
    )
    assert "dual-rated" not in said


@pytest.mark.parametrize(
    ("systems", "control", "wanted", "warned"),
    [
        (None, "G/60;d5", {"R": REDUCED, "Q": FULL}, False),
        (["R", "Q"], "G/60;d5", {"R": REDUCED, "Q": FULL}, False),
        (["R"], "G/60;d5", {"R": REDUCED}, True),
        (["R"], "G/25+5", {"R": REDUCED}, True),
        (["R"], "G/60;d6", {"R": FULL}, False),
        (["R", "Q"], "G/120;d5", {"R": FULL, "Q": FULL}, True),
        (["Q"], "G/120;d5", {"Q": FULL}, True),
        # Without a time control that can be read, the systems say.
        (["R"], None, {"R": FULL}, False),
        (["R", "Q"], None, {"R": REDUCED, "Q": FULL}, False),
        (["R", "Q"], "as usual", {"R": REDUCED, "Q": FULL}, False),
    ],
)
def test_the_time_control_decides_the_reduced_k(file, systems, control, wanted, warned):
    given = {"systems": systems, "time_control": control}
    path = file(strong(**{k: v for k, v in given.items() if v is not None}))
    done = run("rate", path, "--json")
    assert k_of(done.stdout) == pytest.approx(wanted)
    assert done.returncode == bool(warned)
    if warned:
        (line,) = done.stderr.splitlines()
        assert f'Time control "{control}" c' in line
        assert run("explain", path, "--player", "1").returncode == 1


@pytest.mark.parametrize(
    ("end", "reduced"), [("2013-05-17", False), ("2013-05-18", True)]
)
def test_by_date_the_reduced_k_begins_on_2013_05_18(file, end, reduced):
    done = run("rate", file(strong(end=end, time_control="G/60;d5")), "--json")
    assert (k_of(done.stdout)["R"] < FULL - 1) is reduced


def test_the_time_control_is_assumed_where_it_is_not_known(file):
    """Each range has the rating that the time control would give."""
    first, other = (
        first_rating(file(strong(systems=["R"], **more)))["players"][0]
        for more in ({}, {"time_control": "G/60;d5"})
    )
    (assumed,) = [a for a in first["assumptions"] if a["kind"] == "time_control"]
    assert (assumed["low"], assumed["high"]) == (
        other["post_rounded"],
        first["post_rounded"],
    )


def pair(games, one=1500, other=1700, games_of_one=60, **more) -> str:
    """Return an event of two players, the first of whom wins every game."""
    known = {"rounded": False, "floor": 100}
    players = [
        {
            "number": number,
            "name": f"Inventa, P{number}",
            "ratings": {"R": {"rating": level, "games": count, **known}},
            "results": [result] * games,
        }
        for number, level, count, result in (
            (1, one, games_of_one, "W2"),
            (2, other, 60, "L1"),
        )
    ]
    given = {"time_control": "G/120;d5", **more}
    return json.dumps(event_file(*players, end="2025-09-01", **given))


@pytest.mark.parametrize("command", ["rate", "explain"])
def test_two_players_in_an_ordinary_section_are_a_warning_that_names_the_key(
    file, command
):
    path = file(pair(4))
    words = [command, path, *(["--player", "1"] if command == "explain" else [])]
    done = run(*words)
    assert done.returncode == 1
    assert 'kind: "match"' in done.stderr
    as_match = run(*[command, file(pair(4, kind="match")), *words[2:]])
    assert as_match.returncode == 0
    assert as_match.stdout != done.stdout


@pytest.mark.parametrize(
    "event",
    [
        pair(1),  # One game, and a match would give the same ratings.
        pair(4, other=1901),  # Too far apart for a match.
        pair(4, games_of_one=20),  # Not established.
        pair(4, kind="unrated"),
    ],
)
def test_no_match_warning_if_rules_forbid_it_or_ratings_are_equal(file, event):
    done = run("rate", file(event))
    assert "match" not in done.stderr


def test_one_game_that_a_match_would_rate_differently_is_a_warning(file):
    """K of a low rating is large, and a match limits its change to 50 points."""
    done = run("rate", file(pair(1, 300, 600)))
    assert 'kind: "match"' in done.stderr


@pytest.mark.parametrize(
    ("name", "kind", "ratings"),
    [
        ("r1-games-None", "source", (1847, 1773, 1496)),
        ("r2-adult-None", "start", (1553, 1538)),
        ("r7-match", "official", (1550, 1631)),
        ("r10-start", "days", (1707, 1703)),
    ],
)
def test_the_examples_name_what_they_assume(name, kind, ratings):
    row = first_rating(shared("repro", f"{name}.uscalc"))["players"][0]
    named = [a for a in row["assumptions"] if a["kind"] == kind]
    for rating in ratings:
        assert any(a["low"] <= rating <= a["high"] for a in named)
    text = run("explain", shared("repro", f"{name}.uscalc"), "--player", "1").stdout
    said = text.partition("Assumptions")[2]
    for one in named:
        assert f"The new rating can be {one['low']} to {one['high']}." in said
