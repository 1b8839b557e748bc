"""The command rate: files, folders, pasted text, and what it refuses."""

import csv
import io
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


def test_several_files_give_one_json_line_each_and_an_error_stops_no_other(file):
    good, bad = file(event(PAIR), "good.uscalc"), file("{", "bad.uscalc")
    done = run("rate", good, bad, good, "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["file"] for line in lines] == [str(good), str(bad), str(good)]
    assert "error" in lines[1]
    assert "bad.uscalc" in lines[1]["error"]
    assert lines[0]["sections"][0]["ratings"][0]["players"][0]["post"] > 1700
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_a_folder_means_every_readable_file_below_it(file, tmp_path):
    deeper = tmp_path / "autumn" / "club"
    deeper.mkdir(parents=True)
    file(event(PAIR), "autumn/club/one.uscalc")
    file(event(PAIR), "two.uscalc")
    file("no event", "notes.txt")
    done = run("rate", tmp_path, "--json")
    names = [Path(json.loads(line)["file"]).name for line in done.stdout.splitlines()]
    assert sorted(names) == ["one.uscalc", "two.uscalc"]
    assert done.returncode == 0


def test_an_empty_folder_is_an_error(tmp_path):
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


def test_pasted_text_and_sections_are_rated_as_chosen():
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
    path = made("msa", "dual-1-pasted.txt")
    assert "--end-date" in refused("rate", path)
    value = run_json("audit", path, "--end-date", "2008-02-19", "--json")
    ratings = [rating for s in value["sections"] for rating in s["ratings"]]
    assert sum(rating["published"] for rating in ratings) == 22
    assert sum(rating["exact"] for rating in ratings) >= 18


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


# Missing ratings, and sections of one member not linked by ID, on the command line.


def file_of(*sections, **more):
    body = {
        "format": "uscalc-event",
        "version": 1,
        "name": "Lantern Open",
        "end_date": "2025-10-05",
        "sections": list(sections),
        **more,
    }
    return json.dumps(body)


def entrant(number, name, result, **ratings):
    return {
        "number": number,
        "name": name,
        "ratings": {system: {"rating": rating} for system, rating in ratings.items()},
        "results": [result],
    }


def dual(quick):
    return {
        "name": "Open",
        "time_control": "G/60;d5",
        "players": [
            entrant(1, "Inventa, Ada", "W2", R=1500, Q=quick),
            entrant(2, "Inventa, Bea", "L1", R=1400, Q=quick),
        ],
    }


def test_unknown_ratings_stop_rating_and_players_marked_unrated_do_not(tmp_path):
    path = tmp_path / "dual.uscalc"
    path.write_text(file_of(dual("unknown")))
    done = run("rate", path)
    assert done.returncode == 1
    assert "Quick" not in done.stdout
    said = "No Quick ratings entered, so this section isn't Quick-rated"
    assert done.stderr.count(said) == 1
    found = run_json("rate", path, "--json")["sections"][0]
    assert [rating["system"] for rating in found["ratings"]] == ["R"]
    path, sheet = tmp_path / "dual.uscalc", tmp_path / "wall.csv"
    path.write_text(file_of(dual(None)))
    assert run("sheets", path, sheet).returncode == 0
    text = sheet.read_text(encoding="utf-8-sig")
    heads = next(row for row in csv.reader(io.StringIO(text)) if "Name" in row)
    assert any("Quick" in head for head in heads)
    assert "unr" in text


def test_sheets_and_overrides_name_what_they_leave_out(tmp_path, file):
    path, sheet = tmp_path / "dual.uscalc", tmp_path / "wall.csv"
    path.write_text(file_of(dual("unknown")))
    assert run("sheets", path, sheet).returncode == 1
    text = sheet.read_text(encoding="utf-8-sig")
    heads = next(row for row in csv.reader(io.StringIO(text)) if "Name" in row)
    assert not any("Quick" in head for head in heads)
    assert "new" not in text
    page = tmp_path / "wall.html"
    done = run("sheets", path, page)
    assert done.returncode == 1
    assert "isn't Quick-rated" in done.stderr
    html = page.read_text(encoding="utf-8")
    assert ">new<" not in html
    assert "Quick" not in html
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


def test_a_player_not_chained_without_an_id_is_named(tmp_path):
    first = [
        entrant(1, "Ortiz, Ana", "W2", R=1500),
        entrant(2, "Beck, Bo", "L1", R=1400),
    ]
    later = [
        entrant(1, "Ortiz, Ana", "L2", R=1500),
        entrant(2, "Cole, Cy", "W1", R=1450),
    ]
    sections = [
        {"name": name, "systems": ["R"], "players": players}
        for name, players in (("Open", first), ("Late", later))
    ]
    path = tmp_path / "chain.uscalc"
    path.write_text(file_of(*sections, chain_sections=True))
    done = run("rate", path)
    assert done.returncode == 1
    assert '"Ortiz, Ana" is also in "Open"' in done.stderr
    for players in (first, later):
        players[0]["id"] = "12345678"
    path.write_text(file_of(*sections, chain_sections=True))
    done = run("rate", path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


# Impossible facts are reported with player and field; all else is rated.

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
