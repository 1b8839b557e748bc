"""What-if on the command line: the same as if the file had said so."""

import json

import pytest

from tests.cli.running import SAMPLE, first_rating, refused, run, run_json


def then(*outcomes, system="R"):
    sets = [word for outcome in outcomes for word in ("--set", outcome)]
    done = run("what-if", SAMPLE, *sets, "--system", system, "--json")
    assert done.returncode == 0, done.stderr
    (rating,) = json.loads(done.stdout)["ratings"]
    return {row["number"]: row["after"] for row in rating["players"]}


def as_if_written(tmp_path, *changes):
    """The new ratings where each change was made to the players of the file."""
    body = json.loads(SAMPLE.read_text(encoding="utf-8"))
    for number, round_number, text in changes:
        row = body["sections"][0]["players"][number - 1]
        row["results"][round_number - 1] = text
    path = tmp_path / "changed.uscalc"
    path.write_text(json.dumps(body), encoding="utf-8")
    rows = first_rating(path, "--system", "R")["players"]
    return {row["number"]: row["post"] for row in rows}


def test_games_are_decided_on_both_sides_together(tmp_path):
    moved = then("5:1=W")
    written = as_if_written(tmp_path, (1, 5, "W3"), (3, 5, "L1"))
    assert {1, 3} <= set(moved)
    for number, after in moved.items():
        assert after == written[number]
    moved = then("5:3=w", "1:12=L")
    written = as_if_written(
        tmp_path, (3, 5, "W1"), (1, 5, "L3"), (12, 1, "L6"), (6, 1, "W12")
    )
    for number, after in moved.items():
        assert after == written[number]
    assert then("1:12=W") == {}


def test_another_rating_games_and_floor_before_the_event(tmp_path):
    done = run(
        "what-if",
        SAMPLE,
        *("--rating", "3=1711", "--games", "3=6", "--floor", "1=2100", "--json"),
        *("--system", "R"),
    )
    assert done.returncode == 0, done.stderr
    value = json.loads(done.stdout)
    assert value["set"] == ["rating 3=1711", "games 3=6", "floor 1=2100"]
    body = json.loads(SAMPLE.read_text(encoding="utf-8"))
    players = body["sections"][0]["players"]
    players[2]["ratings"]["R"] |= {"rating": 1711, "games": 6}
    players[0]["ratings"]["R"] |= {"floor": 2100}
    path = tmp_path / "changed.uscalc"
    path.write_text(json.dumps(body), encoding="utf-8")
    written = run_json("rate", path, "--system", "R", "--json")
    rows = written["sections"][0]["ratings"][0]["players"]
    posts = {row["number"]: row["post"] for row in rows}
    (rating,) = value["ratings"]
    moved = {row["number"]: row["after"] for row in rating["players"]}
    assert 3 in moved
    for number, after in moved.items():
        assert after == posts[number]


@pytest.mark.parametrize(
    ("words", "word"),
    [
        (("--set", "5-1=W"), "7:4=W"),
        (("--set", "5:1=X"), "7:4=W"),
        (("--set", "9:1=W"), "no round 9"),
        (("--set", "5:99=W"), "no player 99"),
        ((), "--set"),
        (("--rating", "3:1711"), "4=1850"),
        (("--games", "3=1.5"), "number of games"),
        (("--floor", "3=20"), "from 100"),
        (("--rating", "99=1700"), "no player 99"),
    ],
)
def test_an_impossible_change_is_refused_in_one_line(words, word):
    assert word in refused("what-if", SAMPLE, *words)
