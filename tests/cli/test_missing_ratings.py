"""Ratings that nobody gave, and members whom no ID joins, from the command line."""

import csv
import io
import json

from tests.cli.running import run, run_json


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


def test_sheets_leave_out_what_is_not_rated(tmp_path):
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
