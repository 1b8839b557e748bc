"""The audit finds the corrections behind published ratings, and writes the file with them."""

import json

import pytest

from tests.cli.running import (
    SAMPLE,
    event,
    first_rating,
    player,
    refused,
    run,
    run_json,
)
from tests.document.audit.test_in_order import (
    FIRST,
    SECOND,
    next_event,
    printed,
    true_event,
)
from tests.shared_data import shared
from uscalc.formats.native.reader import save_event


def published(rating, **more):
    return {"R": {"rating": rating, **more}}


def audited(path, *more):
    done = run("audit", path, "--json", *more)
    return done, json.loads(done.stdout)["sections"][0]["ratings"][0]


def posts_of(path):
    return {row["number"]: row["post_rounded"] for row in first_rating(path)["players"]}


def players_in(path):
    return json.loads(path.read_text(encoding="utf-8"))["sections"][0]["players"]


def field(**changed):
    """Return six players who all meet; `changed` has the ratings of one, by name p1, p2 ..."""
    results = {
        **{1: ("W2", "W3", "D4", "W5", "L6"), 2: ("L1", "W4", "W3", "W6", "W5")},
        **{3: ("W6", "L1", "L2", "D4", "L4"), 4: ("W5", "L2", "D1", "D3", "W3")},
        **{5: ("L4", "W6", "W6", "L1", "L2"), 6: ("L3", "L5", "L5", "L2", "W1")},
    }
    players = []
    for number, cells in results.items():
        facts = {"rating": 1400 + 50 * number, "games": 40, "rounded": False}
        facts |= changed.get(f"p{number}", {})
        players.append(player(number, None, *cells) | {"ratings": {"R": facts}})
    return players


ODD = {"start_date": "2008-03-01", "end_date": "2008-03-02"}
"""Ratings were whole numbers in that year."""


def hidden(file, told, true, **section):
    """Write a file with the facts of `told` and the published ratings that follow from `true`."""
    section = section or ODD
    posts = posts_of(file(event(true, **section), "true.uscalc"))
    for one in told:
        one["published"] = published(posts[one["number"]])
    return file(event(told, **section), "told.uscalc")


def without_last_round(*numbers):
    players = field()
    for number in numbers:
        players[number - 1]["results"][4] = "U"
    return players


@pytest.fixture
def few_games_file(file):
    """Write an event whose player 3 lost all 4 earlier games, which the file doesn't say."""
    true = field(p3={"games": 4, "record": "all_losses"})
    return hidden(file, field(p3={"games": 4}), true)


def test_matching_and_rounded_ratings_need_no_correction(file):
    done, value = audited(hidden(file, field(), field()))
    assert done.returncode == 0
    assert (value["published"], value["exact"], value["explained"]) == (6, 6, 0)
    assert value["facts"] == value["alternatives"] == value["left"] == []
    levels = {f"p{n}": 1400 + 50 * n for n in range(1, 7)}
    true = field(**{name: {"rating": at + 0.49} for name, at in levels.items()})
    told = field(**{n: {"rating": at, "rounded": True} for n, at in levels.items()})
    done, value = audited(hidden(file, told, true, systems=["R"]))
    assert done.returncode == 0
    assert value["rounding"] > 0
    assert value["exact"] + value["rounding"] == 6
    assert (value["facts"], value["left"]) == ([], [])


def test_one_correction_is_listed_in_json_and_in_the_table_and_adopted(
    few_games_file, tmp_path
):
    out = tmp_path / "out.uscalc"
    done, value = audited(few_games_file, "--adopt", out)
    assert done.returncode == 1
    (fact,) = value["facts"]
    assert fact["player"] == 3
    assert fact["set"] == {"ratings.R.record": "all_losses"}
    assert fact["says"] == "Player 3 (#3) had lost every earlier game"
    assert len(fact["explains"]) == value["explained"] >= 2
    assert value["exact"] + value["explained"] == 6
    assert (fact["breaks"], value["left"]) == ([], [])
    assert "Player 3 (#3)" in fact["settle"]
    said = players_in(out)
    assert said[2]["ratings"]["R"]["record"] == "all_losses"
    assert posts_of(out) == {p["number"]: p["published"]["R"]["rating"] for p in said}
    _, again = audited(out)
    assert (again["exact"], again["facts"]) == (6, [])
    text = " ".join(run("audit", few_games_file).stdout.split())
    assert "1 of 6 published ratings matches exactly" in text
    assert "Player 3 (#3) had lost every earlier game" in text
    lost = "Player 3 (#3) had won or lost every earlier game"
    assert f"To confirm, check whether {lost}" in text


def test_facts_limits_the_number_of_corrections(file):
    told = field(p3={"games": 4})
    true = field(p3={"games": 4, "record": "all_losses"}, p5={"rating": 1702})
    path = hidden(file, told, true)
    found = [audited(path, "--facts", most)[1] for most in "012"]
    assert [len(value["facts"]) for value in found] == [0, 1, 2]
    left = [len(value["left"]) for value in found]
    assert left[0] == found[0]["published"] - found[0]["exact"] > left[1] > left[2] == 0


def test_values_with_the_same_effect_are_one_correction_with_a_range(file):
    """One game moves a player so little that several numbers of games fit."""
    told, true = (
        [player(1, 1700, "D2"), player(2, 1600, "D1")] for _ in ("told", "true")
    )
    told[0]["ratings"]["R"]["games"], true[0]["ratings"]["R"]["games"] = None, 21
    _, value = audited(hidden(file, told, true))
    sets = [value["facts"], *value["alternatives"]]
    (found,) = [one for (one,) in sets if (one["player"], one["kind"]) == (1, "games")]
    low, high = found["range"]["low"], found["range"]["high"]
    assert found["range"]["key"] == "ratings.R.games"
    assert low <= 21 <= high > low
    assert low <= found["set"]["ratings.R.games"] <= high
    assert f"(any value from {low} to {high} fits)" in found["says"]
    assert len(sets) <= 3


def test_a_reversed_missing_or_added_game_changes_both_rows(file, tmp_path):
    told = field()
    told[0]["results"][1], told[2]["results"][1] = "L3", "W1"
    out = tmp_path / "out.uscalc"
    _, value = audited(hidden(file, told, field()), "--adopt", out)
    (fact,) = value["facts"]
    assert fact["says"] == "round 2: Player 1 (#1) beat Player 3 (#3)"
    assert fact["set"]["results"][1] == "W3"
    (other,) = fact["also"]
    assert (other["player"], other["set"]["results"][1]) == (3, "L1")
    assert [one["results"][1] for one in players_in(out)[:3]] == ["W3", "W4", "L1"]
    _, value = audited(hidden(file, without_last_round(2, 5), field()))
    (fact,) = value["facts"]
    assert "Player 2 (#2) beat Player 5 (#5)" in fact["says"]
    assert "game missing from the file" in fact["says"]
    assert value["left"] == []
    _, value = audited(hidden(file, field(), without_last_round(3, 4)))
    (fact,) = value["facts"]
    assert fact["says"].startswith("round 5: the game between")
    assert [one["set"]["results"][4] for one in (fact, *fact["also"])] == ["U", "U"]


def test_floors_explain_a_rating_on_a_level_and_other_differences_are_left(file):
    players = [player(1, 1703, "L2", "L3"), player(2, 1500, "W1")]
    players.append(player(3, 1500, "U", "W1"))
    players[0]["published"] = published(1700)
    _, value = audited(file(event(players)))
    (fact,) = value["facts"]
    assert fact["set"] == {"ratings.R.floor": 1700}
    assert value["guess"] is True
    players = [player(1, 1700, "W2"), player(2, 1600, "L1")]
    for one in players:
        one["ratings"]["R"] |= {"games": 60, "floor": 100, "rounded": False}
    players[0]["published"] = published(9000)
    done, value = audited(file(event(players)))
    assert done.returncode == 1
    assert (value["facts"], value["left"]) == ([], [1])


def test_a_game_found_in_one_system_explains_the_other(file, tmp_path):
    players = field()
    for one in players:
        quick = {"rating": 1300 + 60 * one["number"], "games": 40, "rounded": False}
        one["ratings"]["Q"] = quick
    section = ODD | {"systems": ["R", "Q"]}
    rated = run_json("rate", file(event(players, **section), "true.uscalc"), "--json")
    for rating in rated["sections"][0]["ratings"]:
        for one, row in zip(players, rating["players"], strict=True):
            told = {rating["system"]: {"rating": row["post_rounded"]}}
            one["published"] = one.get("published", {}) | told
    players[0]["results"][1], players[2]["results"][1] = "L3", "W1"
    out = tmp_path / "out.uscalc"
    path = file(event(players, **section), "told.uscalc")
    value = run_json("audit", path, "--json", "--adopt", out)
    first, second = value["sections"][0]["ratings"]
    assert first["left"] == second["left"] == []
    assert second["facts"][0]["says"] == first["facts"][0]["says"]
    again = run_json("audit", out, "--json")
    assert [r["exact"] for r in again["sections"][0]["ratings"]] == [6, 6]


def test_neither_the_input_nor_another_format_nor_an_existing_file_is_written(
    few_games_file, tmp_path
):
    before = few_games_file.read_bytes()
    for name in ("told.uscalc", "out.trf"):
        assert name in refused("audit", few_games_file, "--adopt", tmp_path / name)
    assert few_games_file.read_bytes() == before
    out = tmp_path / "out.uscalc"
    out.write_text("mine", encoding="utf-8")
    assert run("audit", few_games_file, "--adopt", out).returncode == 2
    assert out.read_text(encoding="utf-8") == "mine"
    assert run("audit", few_games_file, "--adopt", out, "--force").returncode == 1
    assert audited(out)[1]["exact"] == 6


def test_a_file_without_published_ratings_is_an_error_and_decimals_count_to_the_hundredth():
    assert "no published ratings" in refused("audit", SAMPLE)
    done = run("audit", shared("realdata", "2026-novice-decimals.uscalc"), "--json")
    ratings = [r for s in json.loads(done.stdout)["sections"] for r in s["ratings"]]
    assert done.returncode == 0
    assert sum(rating["exact"] for rating in ratings) == 12


def test_unknown_starting_ratings_of_a_real_section_are_solved_together(tmp_path):
    """Three newcomers without a birth date explain eleven mismatched ratings."""
    out = tmp_path / "out.uscalc"
    path = shared("realdata", "200912191251-01.uscalc")
    _, rating = audited(path, "--system", "Q", "--adopt", out)
    assert rating["published"] - rating["exact"] == 11
    assert (rating["explained"], rating["left"]) == (11, [])
    assert [fact["kind"] for fact in rating["facts"]] == ["start"] * 3
    _, again = audited(out, "--system", "Q")
    assert again["exact"] == rating["published"]


@pytest.fixture
def folder(tmp_path):
    """Write two consecutive events; by file name, the later one comes first."""
    there = tmp_path / "year"
    there.mkdir()
    first = true_event(FIRST)
    save_event(printed(first), there / "b.uscalc")
    save_event(printed(next_event(first, SECOND)), there / "a.uscalc")
    return there


def lines(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def exact(line):
    return line["sections"][0]["ratings"][0]["exact"]


def test_carry_finds_the_error_in_the_later_event_and_writes_it(folder, tmp_path):
    done = run("audit", folder, "--json", "--facts", "0")
    assert done.returncode == 1
    assert [exact(line) for line in lines(done)] == [3, 3]
    out = tmp_path / "adopted"
    done = run("audit", folder, "--carry", "--json", "--adopt", out)
    assert done.returncode == 1
    first, second = lines(done)
    paths = [str(folder / name) for name in ("b.uscalc", "a.uscalc")]
    assert [first["file"], second["file"]] == paths
    assert (exact(first), exact(second)) == (3, 4)
    assert (first["carried"], second["carried"]) == (0, 4)
    assert second["disagreements"] == []
    found = lines(run("audit", out, "--json", "--facts", "0"))
    assert [exact(line) for line in found] == [4, 4]
    assert sorted(path.name for path in out.iterdir()) == ["a.uscalc", "b.uscalc"]


def test_disagreements_are_listed_with_both_figures_and_the_event(folder):
    later = next_event(next_event(true_event(FIRST), SECOND), SECOND.replace(month=7))
    save_event(printed(later), folder / "c.uscalc")
    (folder / "a.uscalc").unlink()
    found = lines(run("audit", folder, "--carry", "--json"))[1]["disagreements"]
    assert [one["player"] for one in found] == [1, 2, 3, 4]
    assert found[0]["key"] == "rating"
    assert found[0]["file"] != found[0]["carried"]
    assert (found[0]["event"], found[0]["date"]) == (f"Event of {FIRST}", str(FIRST))
    text = run("audit", folder, "--carry").stdout
    assert f"Event of {FIRST}" in text
    assert "0 members are known from earlier events" in text


def test_an_event_without_published_ratings_is_a_link_between_others(folder):
    path = folder / "b.uscalc"
    event = json.loads(path.read_text("utf-8"))
    for number, one in enumerate(event["sections"][0]["players"], 1):
        del one["published"]
        one["ratings"]["R"]["games"] = 30 if number == 1 else 90
    path.write_text(json.dumps(event), "utf-8")
    done = run("audit", folder, "--carry", "--json")
    assert done.returncode == 0
    assert [line["carried"] for line in lines(done)] == [0, 4]


def test_the_summary_follows_the_files_and_can_be_a_page(folder):
    text = run("audit", folder).stdout
    assert text.index("b.uscalc") < text.index("match with one correction")
    page = run("audit", folder, "--summary", "--format", "html").stdout
    assert page.startswith("<!DOCTYPE html>")
    assert "match with one correction" in page
    assert str(folder) in page
    assert "--summary" in refused("audit", folder, "--format", "html")
    said = refused("audit", folder, "--carry", "--section", "Open")
    assert "remove --section" in said


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_unreadable_file_does_not_stop_the_others_and_is_counted(folder, jobs):
    (folder / "0.uscalc").write_text("nothing", "utf-8")
    broken, *others = lines(run("audit", folder, "--carry", "--json"))
    assert "error" in broken
    assert len(others) == 2
    done = run("audit", folder, "--summary", "--json", "--jobs", jobs)
    (found,) = lines(done)
    assert (found["sections"]["count"], found["sections"]["one"]) == (2, 2)
    counts = {"published": 8, "exact": 6, "rounding": 0, "explained": 2, "left": 0}
    assert found["ratings"] == counts
    assert found["kinds"]["games"]["facts"] == 2
    assert found["skipped"] == 1
    assert "0.uscalc" in done.stderr
