"""Forecasts on the command line."""

import json

import pytest

from tests.build import event_file
from tests.cli.running import SAMPLE, first_rating, refused, run, run_json


def row(number, *results, rating=1500.5, games=40, **more):
    known = {"rating": rating, "games": games, "rounded": False}
    ratings = {"R": {"rating": None} if rating is None else known}
    named = {"number": number, "name": f"Invented {number}", "ratings": ratings}
    return {**named, "results": results, **more}


FOUR = [
    row(1, "W2", "?3"),
    row(2, "L1", "?4", rating=1600.5),
    row(3, "D4", "?1", rating=1450.5),
    row(4, "D3", "?2", rating=1700.5),
]


def event(tmp_path, *sections, **more):
    made = [
        {"name": f"Section {i}", "systems": ["R"], "players": rows} | more
        for i, rows in enumerate(sections, 1)
    ]
    path = tmp_path / "event.uscalc"
    path.write_text(json.dumps(event_file() | {"sections": made}), encoding="utf-8")
    return path


def forecast(path, *words):
    done = run("forecast", path, *words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def what_if(path, *outcomes, system="R"):
    """Return the new ratings of everybody whose rating these outcomes change."""
    sets = [word for outcome in outcomes for word in ("--set", outcome)]
    done = run("what-if", path, *sets, "--system", system, "--json")
    assert done.returncode == 0, done.stderr
    (rating,) = json.loads(done.stdout)["ratings"]
    return {moved["number"]: moved["after"] for moved in rating["players"]}


def test_forecast_of_loss_draw_and_win_equals_what_if(tmp_path):
    path = event(tmp_path, FOUR)
    (player,) = forecast(path, "--player", 3)["players"]
    assert [way["outcomes"] for way in player["ways"]] == [["L"], ["D"], ["W"]]
    assert player["method"] == "every way"
    assert player["other_games"] == 1
    for way in player["ways"]:
        (letter,) = way["outcomes"]
        posts = [what_if(path, f"2:3={letter}", f"2:2={o}")[3] for o in "LDW"]
        assert way["range"] == [round(min(posts)), round(max(posts))]
        assert min(posts) < way["value"] < max(posts)
        assert sum(way["spread"]["chances"]) == pytest.approx(1.0)


def test_the_worked_case(tmp_path):
    me = row(1, "W2", "D3", "W4", "L5", "?6", rating=1780.0, games=100)
    levels = enumerate((1702.0, 1855.0, 1760.0, 1910.0, 1824.0), 2)
    others = [row(number, rating=rating) for number, rating in levels]
    path = event(tmp_path, [me, *others], kind="estimate")
    (player,) = forecast(path, "--player", 1, "--target", 1800)["players"]
    assert [way["shown"] for way in player["ways"]] == [1786, 1801, 1830]
    assert player["stopping"]["shown"] == 1800
    assert player["certain_score"] == 0.5
    text = run("forecast", path, "--player", 1, "--target", 1800).stdout
    assert "If no more games are played: 1800" in text
    assert "Invented 1 needs a draw for 1800. A draw guarantees it." in text
    assert "out of reach, 14 points short" in text


def test_players_with_and_without_known_opponents_are_forecast(tmp_path):
    path = event(tmp_path, [*FOUR, row(5)])
    found = forecast(path, "--target", 1500)
    assert [player["number"] for player in found["players"]] == [1, 2, 3, 4]
    assert all(0.0 <= player["chance"] <= 1.0 for player in found["players"])
    done = run("forecast", path, "--target", 1500)
    assert done.returncode == 0
    assert done.stdout.count("Invented") == 4
    assert "Chance of 1500" in done.stdout
    path = event(tmp_path, [row(1, "W2", "?1400-1600"), row(2, "L1")])
    (game,) = forecast(path, "--player", 1)["players"][0]["games"]
    assert (game["opponent"], game["between"]) == (None, [1400.0, 1600.0])
    assert "an opponent rated 1400–1600" in run("forecast", path, "--player", 1).stdout
    assert len(forecast(path)["players"]) == 1
    results = ("W2", "W3", "W4", "D5", "?6")
    me = row(1, *results, rating=None, birth_date="2012-06-01")
    levels = enumerate((1573.0, 1623.0, 1593.0, 1703.0, 1702.0), 2)
    others = [row(number, rating=level) for number, level in levels]
    path = event(tmp_path, [me, *others], kind="estimate")
    (player,) = forecast(path, "--player", 1)["players"]
    assert player["stopping"]["shown"] == 1923
    chances = player["games"][0]["chances"]
    assert 0.50 <= chances["win"] <= 0.57
    assert sum(chances.values()) == pytest.approx(1.0)


def large_event(played=5, to_come=2, players=30):
    rows = [[] for _ in range(players)]
    for round_ in range(played + to_come):
        for one in range(0, players, 2):
            other = (one + 2 * round_ + 1) % players
            ours, theirs = ("W", "L") if round_ < played else ("?", "?")
            rows[one].append(f"{ours}{other + 1}")
            rows[other].append(f"{theirs}{one + 1}")
    return [
        row(i, *own, rating=1200.5 + 29 * (i - 1) % 900)
        for i, own in enumerate(rows, 1)
    ]


def test_scenarios_are_drawn_from_the_seed_and_draws_are_scaled(tmp_path):
    path = event(tmp_path, large_event())
    words = ("--player", 1, "--section", 1)
    one = forecast(path, *words, "--seed", 3)
    assert one == forecast(path, *words, "--seed", 3)
    (player,) = one["players"]
    assert (player["method"], player["samples"]) == ("random", 10_000)
    assert (one["seed"], one["scenarios"], one["draws"]) == (3, 10_000, 1.0)
    (other,) = forecast(path, *words, "--seed", 4)["players"]
    assert other["spread"] != player["spread"]
    (drawn,) = forecast(path, *words, "--draws", 2)["players"]
    usual, more = (one["games"][0]["chances"]["draw"] for one in (player, drawn))
    assert more / (1.0 - more) == pytest.approx(2.0 * usual / (1.0 - usual))
    assert drawn["games"][0]["draws_of_the_model"] == pytest.approx(usual)
    said = run("forecast", path, *words, "--draws", 2).stdout
    assert "draws are 2 times as frequent" in said
    (fewer,) = forecast(path, *words, "--scenarios", 500)["players"]
    assert fewer["samples"] == 500


def test_the_2001_guide_rates_scenarios_one_by_one_with_a_note(tmp_path):
    results = ("W2 D3 ?4", "L1 D4 ?3", "D4 D1 ?2", "D3 D2 ?1")
    rows = [row(n, *own.split(), games=60) for n, own in enumerate(results, 1)]
    path = event(tmp_path, rows, end_date="2003-05-01")
    (player,) = forecast(path, "--player", 1, "--rules", "2001-guide")["players"]
    assert "guide" in player["one_by_one"]


def test_a_wrong_option_is_one_line(tmp_path):
    for words, said in (
        *((("--draws", "11"), "from 0 to 10"), (("--draws", "nan"), "from 0 to 10")),
        *((("--target", "99"), "100 or more"), (("--scenarios", "5"), "scenarios")),
        *((("--seed", "-1"), "seed"), (("--player", "77"), "player 77")),
        (("--section", "Nowhere"), "Nowhere"),
    ):
        assert said in refused("forecast", event(tmp_path, FOUR), *words)


def test_players_without_unplayed_games_are_refused_or_named(tmp_path):
    path = event(tmp_path, [row(1, "W2"), row(2, "L1")])
    for words in ((), ("--player", 1)):
        said = refused("forecast", path, *words)
        assert "no unplayed games" in said
        assert "?12" in said
    path = event(tmp_path, FOUR, FOUR)
    assert '2 "Section 2"' in refused("forecast", path)
    assert forecast(path, "--section", "2")["section"] == "Section 2"
    path = event(tmp_path, [row(1, "?2"), row(2, "")])
    assert "conflicts with" in refused("forecast", path)


def test_an_unrated_player_without_a_game_gets_a_sentence_instead_of_a_chance(tmp_path):
    rows = [row(1, "U", "?2", rating=None), row(2, "W3", "?1"), row(3, "L2", "")]
    path = event(tmp_path, rows)
    for number in (1, 2):
        (player,) = forecast(path, "--player", number, "--target", 1510)["players"]
        (game,) = player["games"]
        assert game["chances"] is None
        assert player["chance"] is None
        assert player["no_chance_because_of"] == [1]
        assert [way["chance"] for way in player["ways"]] == [None, None, None]
        shown = [way["shown"] for way in player["ways"]]
        assert shown == sorted(shown)
        done = run("forecast", path, "--player", number)
        assert "1 Invented 1 is unrated and has no games yet" in done.stdout
        assert "Enter a result" in done.stdout
        assert "%" not in done.stdout
    # A rating from another system counts like a rating based on few games; a played
    # game counts more.
    rows[0]["ratings"]["Q"] = {"rating": 1300, "games": 20}
    (player,) = forecast(event(tmp_path, rows), "--player", 2)["players"]
    assert player["games"][0]["games"] == 1
    assert player["games"][0]["chances"]["win"] > 0.5


def posts_if(tmp_path, change):
    """Return the new ratings of the sample after a change of its players."""
    body = json.loads(SAMPLE.read_text(encoding="utf-8"))
    change(body["sections"][0]["players"])
    path = tmp_path / "changed.uscalc"
    path.write_text(json.dumps(body), encoding="utf-8")
    rows = first_rating(path, "--system", "R")["players"]
    return {row["number"]: row["post"] for row in rows}


def test_games_are_decided_on_both_sides(tmp_path):
    for outcomes, changes in (
        (("5:1=W",), {(1, 5): "W3", (3, 5): "L1"}),
        (
            ("5:3=w", "1:12=L"),
            {(3, 5): "W1", (1, 5): "L3", (12, 1): "L6", (6, 1): "W12"},
        ),
    ):

        def change(players, changes=changes):
            for (number, round_), text in changes.items():
                players[number - 1]["results"][round_ - 1] = text

        moved = what_if(SAMPLE, *outcomes)
        assert {1, 3} <= set(moved)
        assert moved.items() <= posts_if(tmp_path, change).items()
    assert what_if(SAMPLE, "1:12=W") == {}


def test_what_if_takes_another_rating_games_or_floor(tmp_path):
    facts = ("--rating", "3=1711", "--games", "3=6", "--floor", "1=2100")
    value = run_json("what-if", SAMPLE, *facts, "--json", "--system", "R")
    assert value["set"] == ["rating 3=1711", "games 3=6", "floor 1=2100"]

    def change(players):
        players[2]["ratings"]["R"] |= {"rating": 1711, "games": 6}
        players[0]["ratings"]["R"] |= {"floor": 2100}

    (rating,) = value["ratings"]
    moved = {row["number"]: row["after"] for row in rating["players"]}
    assert 3 in moved
    assert moved.items() <= posts_if(tmp_path, change).items()


def test_an_impossible_change_is_refused_in_one_line():
    for words, word in (
        (("--set", "5:1=W", "--set", "5:3=W"), "same game"),
        *((("--set", "5-1=W"), "7:4=W"), (("--set", "5:1=X"), "7:4=W")),
        *((("--set", "9:1=W"), "no round 9"), (("--set", "5:99=W"), "no player 99")),
        *(((), "--set"), (("--rating", "3:1711"), "4=1850")),
        *((("--games", "3=1.5"), "number of games"), (("--floor", "3=20"), "from 100")),
        (("--rating", "99=1700"), "no player 99"),
    ):
        assert word in refused("what-if", SAMPLE, *words)


ASKED = (
    *("--rating", "1780", "--target", "1800", "--against", "1700"),
    *("--by", "June", "--start-date", "2025-12-01"),
)


def test_a_plan_in_words_and_as_json():
    done = run("plan", *ASKED)
    assert done.returncode == 0
    assert "Chance of reaching 1800 at some point: about " in done.stdout
    assert "6 events of 5 games against 1700, the last on 6/1/2026" in done.stdout
    assert "To finish at 1800 you need about " in done.stdout
    told = run_json("plan", *ASKED, "--json", "--floor", "1700")
    assert told["games"] == 30
    assert 0.2 < told["chance"] < told["chance_on_the_way"] < 0.9
    assert told["score_expected"] < told["score_needed"]
    assert len(told["events"]) == 6
    lows = [event["quantiles"]["0.05"] for event in told["events"]]
    assert min(lows) >= 1700
    assert told == run_json("plan", *ASKED, "--json", "--floor", "1700")


def test_a_wrong_option_of_a_plan_is_one_line():
    for words, said in (
        (("--by", "soon"), "isn't a date"),
        (("--by", ""), "--by is empty"),
        (("--start-date", "2026-06-20"), "no event finishes by"),
        (("--start-date", "yesterday"), "isn't a date"),
        (("--rating", "50"), "isn't a valid rating"),
        (("--rating", "new"), "needs a starting rating"),
        (("--against", "unr"), "--against needs a rating"),
        (("--against", "strong"), "no rating"),
        (("--every", "day"), "--every 'day' isn't valid"),
        (("--rounds", "99"), "1 to 15 rounds"),
        (("--target", "50"), "100 or more"),
        (("--target", "nan"), "100 or more"),
        (("--draws", "-1"), "draw factor"),
        (("--seed", "-3"), "--seed -3 is below 0"),
    ):
        assert said in refused("plan", *ASKED, *words)
