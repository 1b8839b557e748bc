"""The command rate: files, folders, pasted text, and what it refuses."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.build import event_file
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
    assert (done.returncode, done.stderr) == (0, "")
    row = next(line for line in done.stdout.splitlines() if "Zugzwang" in line)
    assert row.split()[-2:] == ["1148", "+145.03"]
    value = run_json("rate", SAMPLE, "--json")
    assert value["event"] == "Autumn Open"
    (section,) = value["sections"]
    assert section["findings"] == []
    regular, quick = section["ratings"]
    assert (regular["system"], quick["system"]) == ("R", "Q")
    assert regular["dual"] is True
    assert regular["rules"].items() >= {
        *(("edition", "2025"), ("date", "2025-09-21"), ("bonus_multiplier", 10.0)),
        ("effective_games", "2013"),
    }
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
    assert "bad.uscalc" in lines[1]["error"]
    assert lines[0]["sections"][0]["ratings"][0]["players"][0]["post"] > 1700
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_a_folder_means_every_readable_file_below_it(file, tmp_path):
    deeper = tmp_path / "autumn" / "club"
    deeper.mkdir(parents=True)
    assert "no readable file" in refused("rate", tmp_path)
    file(event(PAIR), "autumn/club/one.uscalc")
    file(event(PAIR), "two.uscalc")
    file("no event", "notes.txt")
    done = run("rate", tmp_path, "--json")
    names = [Path(json.loads(line)["file"]).name for line in done.stdout.splitlines()]
    assert sorted(names) == ["one.uscalc", "two.uscalc"]
    assert done.returncode == 0


def test_bad_input_gives_one_line_with_its_place(file):
    for players, words in (
        ([(1, 1700, "W2"), (2, 1600, "W1")], ("player 1", "round 1", "player 2")),
        ([(1, 1700, "U"), (1, 1600, "U")], ("player 1", "number 1")),
        ([(1, 99, "U")], ("player 1", "99")),
    ):
        path = file(event([player(*row) for row in players]))
        line = refused("rate", path)
        for word in (str(path), "Open", *words):
            assert word in line


def test_a_broken_game_or_section_is_left_out_with_a_finding(file):
    players = [player(1, 1700, "W2", "W3"), player(2, 1600, "W1", "U")]
    players.append(player(3, 1650, "U", "L1"))
    done = run("rate", file(event(players)), "--lenient", "--json")
    assert done.returncode == 1
    rows = json.loads(done.stdout)["sections"][0]["ratings"][0]["players"]
    assert [row["games_played"] for row in rows] == [1, 0, 1]
    assert rows[1]["post"] == 1600
    assert "left out" in done.stderr
    body = json.loads(event(PAIR))
    reserve = {"name": "Reserve", "players": [player(1, 1700, "W5")]}
    body["sections"].append({**body["sections"][0], **reserve})
    done = run("rate", file(json.dumps(body)), "--json")
    sections = json.loads(done.stdout)["sections"]
    assert [len(section["ratings"]) for section in sections] == [1, 0]
    assert done.returncode == 1
    assert "Reserve" in done.stderr


def test_pasted_text_and_sections_are_rated_as_chosen():
    assert first_rating(SAMPLE, "--system", "q", "--section", "open")["system"] == "Q"
    assert '"Open"' in refused("rate", SAMPLE, "--section", "Reserve")
    rules = first_rating(SAMPLE, "--rules", "2009")["rules"]
    keys = ("edition", "date", "bonus_multiplier")
    assert [rules[key] for key in keys] == ["2009", None, 6]
    said = refused("rate", SAMPLE, "--rules", "1999")
    assert "2001-guide, 2009, 2015, 2020, 2025" in said
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
    assert 0 < abs(ada["post"] - ada["exact"]["post"]) < 3
    assert tom["post"] is None
    why = "the guide does not rate the unrated."
    assert "unrated" in tom["worksheet"]["problem"]
    said = run("rate", SAMPLE, "--rules", "2001-guide", "--system", "R").stdout
    assert f"The guide gives no rating for 12: {why}" in said
    assert "Exact" in said


RIVALS = [player(1, 1700, *["W2"] * 4), player(2, 1600, *["L1"] * 4)]


def test_limits_of_a_match_are_listed_if_they_cannot_be_checked(file):
    path = file(event(RIVALS, kind="match"))
    limits = ["limit for 180 days", "limit for 3 years"]
    assert (
        f"Not checked for players 1, 2: {', '.join(limits)}, because the earlier net "
        "change isn't known." in " ".join(run("rate", path).stdout.split())
    )
    unchecked = first_rating(path)["unchecked"]
    assert [(row["player"], row["what"]) for row in unchecked] == [
        (1, limits),
        (2, limits),
    ]
    rivals = json.loads(json.dumps(RIVALS))
    for one in rivals:
        one["ratings"]["R"]["matches"] = {"net_180_days": 0, "net_3_years": 0}
    assert "unchecked" not in first_rating(file(event(rivals, kind="match")))
    assert "unchecked" not in run("rate", SAMPLE, "--json").stdout
    players = [player(1, 150, "L2", "L2"), player(2, 160, "W1", "W1")]
    row = first_rating(file(event(players)))["players"][0]
    assert (row["performance"], row["performance_relation"]) == (100.0, "<")


def file_of(*sections, **more):
    body = event_file(title="Lantern Open", end="2025-10-05")
    return json.dumps(body | {"sections": sections, **more})


def entrant(number, name, result, **ratings):
    known = {system: {"rating": rating} for system, rating in ratings.items()}
    return {"number": number, "name": name, "ratings": known, "results": [result]}


def dual(quick):
    ada = entrant(1, "Inventa, Ada", "W2", R=1500, Q=quick)
    bea = entrant(2, "Inventa, Bea", "L1", R=1400, Q=quick)
    return {"name": "Open", "time_control": "G/60;d5", "players": [ada, bea]}


def heads_of(sheet):
    text = sheet.read_text(encoding="utf-8-sig")
    rows = csv.reader(io.StringIO(text))
    return " ".join(next(row for row in rows if "Name" in row)), text


def test_unknown_ratings_stop_rating_and_players_marked_unrated_do_not(tmp_path):
    path, sheet = tmp_path / "dual.uscalc", tmp_path / "wall.csv"
    path.write_text(file_of(dual("unknown")))
    done = run("rate", path)
    assert done.returncode == 1
    assert "Quick" not in done.stdout
    said = "No Quick ratings entered, so this section isn't Quick-rated"
    assert done.stderr.count(said) == 1
    found = run_json("rate", path, "--json")["sections"][0]
    assert [rating["system"] for rating in found["ratings"]] == ["R"]
    page = tmp_path / "wall.html"
    for out in (sheet, page):
        done = run("sheets", path, out)
        assert done.returncode == 1
        assert "isn't Quick-rated" in done.stderr
    heads, text = heads_of(sheet)
    assert "Quick" not in heads
    assert "new" not in text
    html = page.read_text(encoding="utf-8")
    assert ">new<" not in html
    assert "Quick" not in html
    path.write_text(file_of(dual(None)))
    assert run("sheets", path, sheet, "--force").returncode == 0
    heads, text = heads_of(sheet)
    assert "Quick" in heads
    assert "unr" in text


def test_overrides_and_half_k_are_named(file):
    players = [player(1, 1500, "W2", "W3", "W4"), player(2, 1500, "L1")]
    players += [player(3, 1500, "U", "L1"), player(4, 1500, "U", "U", "L1")]
    usual, other = (
        first_rating(file(event(players, rules=rules)))
        for rules in (None, {"edition": "2025", "bonus_multiplier": 14})
    )
    assert other["rules"]["overridden"] == ["bonus_multiplier"]
    lost = usual["players"][0]["post"] - other["players"][0]["post"]
    assert lost == pytest.approx(8.0)
    done = run("rate", file(event(PAIR, half_k=True)))
    assert done.returncode == 1
    assert "Half K" in done.stderr
    guided = run("rate", file(event(PAIR, half_k=True, rules="2001-guide")))
    assert guided.returncode == 0


def test_a_player_not_chained_without_an_id_is_named(tmp_path):
    ana = "Ortiz, Ana"
    first = [entrant(1, ana, "W2", R=1500), entrant(2, "Beck, Bo", "L1", R=1400)]
    later = [entrant(1, ana, "L2", R=1500), entrant(2, "Cole, Cy", "W1", R=1450)]
    sections = [
        {"name": name, "systems": ["R"], "players": players}
        for name, players in (("Open", first), ("Late", later))
    ]
    path = tmp_path / "chain.uscalc"
    path.write_text(file_of(*sections, chain_sections=True))
    done = run("rate", path)
    assert done.returncode == 1
    assert f'"{ana}" is also in "Open"' in done.stderr
    first[0]["id"] = later[0]["id"] = "12345678"
    path.write_text(file_of(*sections, chain_sections=True))
    done = run("rate", path)
    assert (done.returncode, done.stderr) == (0, "")


PRIZE = {"level": 1500, "amount": 9000, "date": "2024-01-01"}
LATER = "2025-04-01"


def test_a_finding_names_player_and_field_and_the_fact_is_not_used(file):
    for field, facts in (
        ("birth_date", {"birth_date": "2025-03-03"}),
        ("fide.rating", {"fide": {"rating": 0}}),
        ("fide.as_of", {"fide": {"rating": 1800, "as_of": LATER}}),
        ("cfc.as_of", {"cfc": {"rating": 1500, "as_of": LATER}}),
        ("ratings.Q.as_of", {"ratings": {"Q": {"rating": 1500, "as_of": LATER}}}),
    ):
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


def test_facts_that_contradict_each_other_are_named(file):
    for words, facts in (
        ("below the floor 1700", {"floor": 1700}),
        ("above the ceiling 1500", {"ceiling": 1500}),
        ("1250 is ignored", {"prize_floor": 1250}),
        ("2100 is ignored", {"prize_floor": 2100}),
        ("sets no floor yet", {"prize_floor": PRIZE | {"date": "2026-01-01"}}),
        ("4000 dollars or more", {"prize_floor": PRIZE | {"amount": 3999}}),
        ("more than 40 games", {"wins": 100}),
        ("5 draws", {"record": "all_wins", "draws": 5}),
        ("1500 is lower than the pre-event rating", {"peak": 1500}),
    ):
        odd = player(2, 1600, "L1")
        odd["ratings"]["R"].update(facts)
        third = player(3, 1650, "U", "U")
        done = run("rate", file(event([player(1, 1700, "W2"), odd, third])))
        assert done.returncode == 1
        (line,) = done.stderr.splitlines()
        assert "player 2" in line
        assert words in line


def test_a_match_below_the_floor_is_a_request(file):
    players = [player(1, 1600, *["L2"] * 8), player(2, 1600, *["W1"] * 8)]
    players[0]["ratings"]["R"]["floor"] = 1590
    done = run("rate", file(event(players, kind="match")))
    assert done.returncode == 1
    assert "sk US Chess to lower the floor" in done.stderr
