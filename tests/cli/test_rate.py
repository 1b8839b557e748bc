"""Rating from the command line: files, folders, pasted text, and what is refused."""

import json
from pathlib import Path

import pytest

from tests.cli.running import (
    PAIR,
    SAMPLE,
    event,
    first_rating,
    player,
    refused,
    run,
    run_json,
)
from tests.made_files.samples import made


def test_the_sample_is_rated_in_words_and_in_json_with_every_key():
    done = run("rate", SAMPLE)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    row = next(line for line in done.stdout.splitlines() if "Zugzwang" in line)
    assert row.split()[-2:] == ["1148", "+145.03"]
    done = run("rate", SAMPLE, "--json")
    assert done.returncode == 0
    value = json.loads(done.stdout)
    assert value["event"] == "Autumn Open"
    (section,) = value["sections"]
    assert section["findings"] == []
    regular, quick = section["ratings"]
    assert (regular["system"], quick["system"]) == ("R", "Q")
    assert regular["dual"] is True
    assert regular["rules"]["edition"] == "2025"
    assert regular["rules"]["date"] == "2025-09-21"
    assert regular["rules"]["bonus_multiplier"] == 10.0
    assert regular["rules"]["effective_games"] == "2013"
    keys = {
        *("number", "name", "pre", "games", "r0", "n", "effective_games", "formula"),
        *("score", "games_played", "expected", "k", "bonus", "step3", "step4", "step5"),
        *("floor", "post", "post_rounded", "post_games", "change", "performance"),
        *("assumptions", "published"),
    }
    for row in regular["players"]:
        assert keys <= set(row)


def test_files_and_folders_give_one_line_each_and_an_error_stops_no_other(
    file, tmp_path
):
    good, bad = file(event(PAIR), "good.uscalc"), file("{", "bad.uscalc")
    done = run("rate", good, bad, good, "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["file"] for line in lines] == [str(good), str(bad), str(good)]
    assert "error" in lines[1]
    assert "bad.uscalc" in lines[1]["error"]
    assert lines[0]["sections"][0]["ratings"][0]["players"][0]["post"] > 1700
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    deeper = tmp_path / "autumn" / "club"
    deeper.mkdir(parents=True)
    file(event(PAIR), "autumn/club/one.uscalc")
    file(event(PAIR), "two.uscalc")
    file("no event", "notes.txt")
    done = run("rate", tmp_path, "--json")
    names = [Path(json.loads(line)["file"]).name for line in done.stdout.splitlines()]
    assert sorted(names) == ["one.uscalc", "two.uscalc"]
    assert done.returncode == 0
    assert "no readable file" in refused("rate", tmp_path)


BROKEN = {
    "two sides that disagree": (
        [player(1, 1700, "W2"), player(2, 1600, "W1")],
        ["player 1", "round 1", "player 2"],
    ),
    "a number used twice": (
        [player(1, 1700, "U"), player(1, 1600, "U")],
        ["player 1", "number 1"],
    ),
    "a rating below 100": ([player(1, 99, "U")], ["player 1", "99"]),
}


@pytest.mark.parametrize("name", BROKEN)
def test_bad_input_gives_one_line_with_its_place(name, file):
    players, words = BROKEN[name]
    path = file(event(players))
    done = run("rate", path)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    for word in [str(path), "Open", *words]:
        assert word in line, line
    assert done.stdout.strip() == ""


def test_a_broken_game_or_section_is_left_out_with_a_finding(file):
    players = [
        player(1, 1700, "W2", "W3"),
        player(2, 1600, "W1", "U"),
        player(3, 1650, "U", "L1"),
    ]
    path = file(event(players))
    done = run("rate", path, "--lenient", "--json")
    assert done.returncode == 1
    rows = json.loads(done.stdout)["sections"][0]["ratings"][0]["players"]
    assert [row["games_played"] for row in rows] == [1, 0, 1]
    assert rows[1]["post"] == 1600
    assert "left out" in done.stderr
    body = json.loads(event(PAIR))
    body["sections"].append(
        {"name": "Reserve", "systems": ["R"], "players": [player(1, 1700, "W5")]}
    )
    path = file(json.dumps(body))
    done = run("rate", path, "--json")
    sections = json.loads(done.stdout)["sections"]
    assert len(sections[0]["ratings"]) == 1
    assert sections[1]["ratings"] == []
    assert done.returncode == 1
    assert "Reserve" in done.stderr


def test_sections_systems_and_editions_can_be_selected():
    found = first_rating(SAMPLE, "--system", "q", "--section", "open")
    assert found["system"] == "Q"
    assert '"Open"' in refused("rate", SAMPLE, "--section", "Reserve")
    rules = first_rating(SAMPLE, "--rules", "2009")["rules"]
    assert (rules["edition"], rules["date"], rules["bonus_multiplier"]) == (
        "2009",
        None,
        6,
    )
    assert "2001-guide, 2009, 2015, 2020, 2025" in refused(
        "rate", SAMPLE, "--rules", "1999"
    )


def test_the_2001_guide_is_shown_beside_the_exact_result():
    rating = first_rating(SAMPLE, "--rules", "2001-guide")
    assert rating["rules"]["edition"] == "2001-guide"
    ada, tom = rating["players"][0], rating["players"][11]
    assert ada["formula"] == "guide"
    assert ada["post"] != ada["exact"]["post"]
    assert abs(ada["post"] - ada["exact"]["post"]) < 3
    assert tom["post"] is None
    assert "unrated" in tom["worksheet"]["problem"]
    done = run("rate", SAMPLE, "--rules", "2001-guide", "--system", "R")
    assert (
        "The guide gives no rating for 12: the guide does not rate the unrated."
        in done.stdout
    )
    assert "Exact" in done.stdout


def test_pasted_text_is_rated_once_its_end_date_is_given():
    path = made("msa", "dual-1-pasted.txt")
    assert "--end-date" in refused("rate", path)
    value = run_json("audit", path, "--end-date", "2008-02-19", "--json")
    ratings = [rating for s in value["sections"] for rating in s["ratings"]]
    assert sum(rating["published"] for rating in ratings) == 22
    assert sum(rating["exact"] for rating in ratings) >= 18


RIVALS = [player(1, 1700, *["W2"] * 4), player(2, 1600, *["L1"] * 4)]


def test_limits_of_a_match_are_listed_if_they_cannot_be_checked(file):
    done = run("rate", file(event(RIVALS, kind="match")))
    assert (
        "Not checked for players 1, 2: limit for 180 days, limit for 3 years, because the "
        "earlier net change isn't known." in " ".join(done.stdout.split())
    )
    rating = first_rating(file(event(RIVALS, kind="match")))
    assert [row["player"] for row in rating["unchecked"]] == [1, 2]
    assert rating["unchecked"][0]["what"] == ["limit for 180 days", "limit for 3 years"]
    known = {"net_180_days": 0, "net_3_years": 0}
    rivals = [json.loads(json.dumps(one)) for one in RIVALS]
    for one in rivals:
        one["ratings"]["R"]["matches"] = known
    assert "unchecked" not in first_rating(file(event(rivals, kind="match")))
    assert "unchecked" not in run("rate", SAMPLE, "--json").stdout
    players = [player(1, 150, "L2", "L2"), player(2, 160, "W1", "W1")]
    row = first_rating(file(event(players)))["players"][0]
    assert (row["performance"], row["performance_relation"]) == (100.0, "<")
