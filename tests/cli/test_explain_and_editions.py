"""The commands explain and editions: one player's rating, and the values of each edition."""

import json
from typing import Any

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
from tests.shared_data import shared
from uscalc.document.rate.whole import rate_document
from uscalc.formats import open_event
from uscalc.report.derivation import make_derivation
from uscalc.rules.resolve import resolve_rules


def test_explain_prints_the_derivation_as_text_html_and_json(file):
    text = run("explain", SAMPLE, "--player", "12")
    assert text.returncode == 0
    assert text.stdout.startswith(
        "Fianchetto, Tom, Regular\n2025 rating rules, in force on the end date"
    )
    assert "\nAt 1762 a player is expected to score exactly 3.5 points" in text.stdout
    assert "Step 5" in text.stdout
    page = run("explain", SAMPLE, "--player", "12", "--format", "html", "--system", "Q")
    assert "<h1>Fianchetto, Tom, Quick</h1>" in page.stdout
    pair = player(1, 1700, "W2"), player(2, 1600, "L1", name="<script>x</script>")
    hostile = file(event(pair))
    page = run("explain", hostile, "--player", "1", "--format", "html")
    assert "<script>" not in page.stdout
    assert "&lt;script&gt;" in page.stdout
    value = run_json("explain", SAMPLE, "--player", "12", "--json")
    own = {
        node["symbol"]: node for node in value["nodes"][::-1] if node["player"] == 12
    }
    assert own["R0"]["label"] == "Rating by age"
    assert f"{value['nodes'][-1]['value']:.0f}" == "1762"


@pytest.mark.parametrize(("number", "most"), [(1, 650), (10, 900), (12, 1250)])
def test_explain_is_short_and_full_prints_every_line(number, most):
    short = run("explain", SAMPLE, "--player", number).stdout
    full = run("explain", SAMPLE, "--player", number, "--full").stdout
    assert len(short.split()) <= most
    assert short.endswith("\nAdd --full to see every line.\n")
    section = rate_document(open_event(SAMPLE).document, resolve_rules).sections[0]
    derivation = make_derivation(section.section, section.ratings[0], number)
    for line in derivation.iterate_lines():
        assert line.formula in full
        assert line.value in full
    assert short.splitlines()[-3] in full


def test_explain_refuses_players_it_cannot_identify_or_trace(file):
    assert "99" in refused("explain", SAMPLE, "--player", "99")
    two = json.loads(event(PAIR))
    two["sections"].append({**two["sections"][0], "name": "open"})
    path = file(json.dumps(two))
    assert '1 "Open", 2 "open"' in refused("explain", path, "--player", "1")
    for section in ("open", "2"):
        done = run("explain", path, "--player", "1", "--section", section)
        assert done.returncode == 0
    alone = file(event([player(1, None, ""), player(2, 1600, "")]))
    assert "has no trace" in refused("explain", alone, "--player", "1", "--json")
    guide = ("explain", SAMPLE, "--player", "1", "--rules", "2001-guide", "--json")
    assert "has no trace. Choose another edition" in refused(*guide)


def test_editions_lists_every_parameter_and_the_rule_behind_each_difference():
    value = run_json("editions", "--json")
    timeline = value["parameters"]["bonus_multiplier"]["dated"]
    assert [row["value"] for row in timeline] == [10, 6, 8, 10, 12, 14, 12, 10]
    assert timeline[1]["differs"] == ["2020 edition, section 8: 2008-08-07"]
    prizes = value["parameters"]["prize_floor"]["dated"]
    assert [row["by_edition"] for row in prizes] == [False, True]
    text = run("editions").stdout
    assert "Bonus multiplier B" in text
    assert "by the edition's" in " ".join(text.split())
    assert "5/18/2013" in text
    columns = run_json("editions", SAMPLE, "--json")["sections"][0]["columns"]
    regular = {c["rules"]: c["players"] for c in columns if c["system"] == "R"}
    editions = {"2001-guide", "2009", "2015", "2020", "2025"}
    assert set(regular) == editions | {"by date"}
    eva_now, eva_2020 = regular["by date"][10], regular["2020"][10]
    (reason,) = eva_2020["because"]
    assert reason["rule"] == "bonus_multiplier"
    moved = eva_2020["post"] - eva_now["post"]
    assert reason["points"] == pytest.approx(moved, abs=1e-9)


def test_a_trace_is_verified_and_a_changed_figure_is_found(file):
    trace = run_json("explain", SAMPLE, "--player", "12", "--json")
    found = run("verify", file(json.dumps(trace), "trace.json"))
    assert found.returncode == 0
    count = len(trace["nodes"])
    assert found.stdout.endswith(f"{count} figures recomputed, all correct.\n")
    node = next(node for node in trace["nodes"] if node["op"] == "search_move")
    node["value"] += 0.01
    wrong = file(json.dumps(trace), "wrong.json")
    found = run("verify", wrong)
    assert found.returncode == 1
    assert f"{wrong}: node {node['id']}: the value is" in found.stderr
    faults = json.loads(run("verify", wrong, "--json").stdout)["faults"]
    assert faults[0]["place"] == f"node {node['id']}"


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "[1]", '{"format": 1}'])
def test_verify_says_why_a_file_is_not_a_trace(file, text):
    path = file(text, "trace.json")
    done = run("verify", path)
    assert done.returncode in (1, 2)
    assert done.stderr.count("\n") == 1
    assert str(path) in done.stderr


def cited_player(number, results, rating=None, games=60, **more):
    ratings = {} if rating is None else {"R": {"rating": rating, "games": games}}
    named = {"number": number, "name": f"Invented, Player {number}"}
    return {**named, "ratings": ratings, "results": results, **more}


def explained(path, *more):
    return " ".join(run("explain", path, "--player", "1", *more).stdout.split())


def cited_event(end, players, **section):
    given = {"end_date": end, "time_control": "G/120;d5", **section}
    return json.dumps(event_file(*players, end=end, **given))


def four_wins(end):
    players = [cited_player(1, ["W2", "W3", "W4", "W5"], 1500)]
    players += [cited_player(n, ["U"] * (n - 2) + ["L1"], 1700) for n in range(2, 6)]
    return cited_event(end, players)


def test_a_dated_b_is_cited_beside_the_edition_in_force(file):
    path = file(four_wins("2018-01-01"))
    text = explained(path)
    assert (
        "B = 14. This rule is for sections that ended from 6/1/2017 to 1/31/2023 "
        "[2020, 8]; the 2015 edition prints 12."
    ) in text
    dated = "rating rules with the dated changes below,"
    assert f"2015 {dated} in force on the end date" in text
    text = explained(path, "--rules", "2015", "--full")
    assert "2015 rating rules, as the 2015 edition prints them." in text
    assert "dated changes" not in text
    assert "B = 12 as printed in the 2015 edition." in text
    page = explained(file(four_wins("2024-06-01")), "--format", "html")
    assert "[2025, 8]; the 2020 edition prints 14" in page
    assert f"2020 {dated}" in page


def test_fide_conversions_are_cited_from_the_edition_that_prints_them(file):
    fide = {"rating": 1900, "as_of": "2024-05-01"}
    new = cited_player(1, ["W2", "L3"], birth_date="1990-01-01", fide=fide)
    others = [cited_player(2, ["L1", "U"], 1500), cited_player(3, ["U", "W1"], 1500)]
    text = explained(file(cited_event("2024-06-01", [new, *others])))
    assert "1.5667 · 1900 − 1073 = 1903.73 [2025, 2.1]" in text
    assert "the 2020 edition prints 0.94 · rating + 180 up to 2000" in text
    others = [cited_player(n, [], fide={"rating": 1800 - 50 * n}) for n in (2, 3)]
    players = [cited_player(1, ["W2", "W3"], 1800), *others]
    path = file(cited_event("2025-09-01", players, kind="foreign-fide-youth"))
    text = explained(path, "--full")
    assert "uses the opponents' ratings in the table." in text
    assert "1.2667 · 1700 − 453 = 1700.39 [2025, 6]" in text


def test_a_match_does_not_pass_the_personal_absolute_floor(file):
    me = cited_player(1, ["L2"] * 5, 152)
    me["ratings"]["R"]["wins"] = 50
    players = [me, cited_player(2, ["W1"] * 5, 120)]
    path = file(cited_event("2025-09-01", players, kind="match"))
    done = run("rate", path, "--json")
    (rated,) = json.loads(done.stdout)["sections"][0]["ratings"]
    assert rated["players"][0]["post_rounded"] == 150
    assert "request to lower the floor" not in done.stderr
    assert "It raises 102. max(102, 150) = 150" in explained(path)


KNOWN = {"games": 100, "rounded": False, "floor": 100}
ROUNDS = 4


def strong_event(**section: Any) -> str:
    """Return an event in which player 1 beats four others, all of them above 2200."""
    facts = {"rating": 2400, **KNOWN}
    players = []
    for number in range(1, ROUNDS + 2):
        own = [f"W{n}" for n in range(2, ROUNDS + 2)]
        if number > 1:
            own = ["L1" if n == number else "U" for n in range(2, ROUNDS + 2)]
        players.append(cited_player(number, own, ratings={"R": facts, "Q": facts}))
    return json.dumps(event_file(*players, **section))


FULL, REDUCED = 800 / (50 + ROUNDS), 800 * (6.5 - 0.0025 * 2400) / (50 + ROUNDS)
"""K by the formulas of section 4.2, with N' = N* = 50 and m games."""


def test_a_time_control_is_assumed_and_not_called_dual_rated(file):
    said = explained(file(strong_event(systems=["R"], time_control="G/60;d5")))
    above = "(reduced above 2200 under a time control for both Regular and Quick)"
    assert above in said
    assert "dual-rated" not in said
    first, other = (
        first_rating(file(strong_event(systems=["R"], **more)))["players"][0]
        for more in ({}, {"time_control": "G/60;d5"})
    )
    (assumed,) = [a for a in first["assumptions"] if a["kind"] == "time_control"]
    ends = other["post_rounded"], first["post_rounded"]
    assert (assumed["low"], assumed["high"]) == ends


def test_the_time_control_decides_the_reduced_k(file):
    for systems, control, wanted, warned in (
        (None, "G/60;d5", {"R": REDUCED, "Q": FULL}, False),
        (["R", "Q"], "G/60;d5", {"R": REDUCED, "Q": FULL}, False),
        (["R"], "G/60;d5", {"R": REDUCED}, True),
        (["R"], "G/25+5", {"R": REDUCED}, True),
        (["R"], "G/60;d6", {"R": FULL}, False),
        (["R", "Q"], "G/120;d5", {"R": FULL, "Q": FULL}, True),
        (["Q"], "G/120;d5", {"Q": FULL}, True),
        # Without a readable time control, the named systems decide.
        (["R"], None, {"R": FULL}, False),
        (["R", "Q"], None, {"R": REDUCED, "Q": FULL}, False),
        (["R", "Q"], "as usual", {"R": REDUCED, "Q": FULL}, False),
    ):
        given = {"systems": systems, "time_control": control}
        path = file(strong_event(**{k: v for k, v in given.items() if v is not None}))
        done = run("rate", path, "--json")
        (section,) = json.loads(done.stdout)["sections"]
        found = {r["system"]: r["players"][0]["k"] for r in section["ratings"]}
        assert found == pytest.approx(wanted)
        assert done.returncode == bool(warned)
        if warned:
            (line,) = done.stderr.splitlines()
            assert f'Time control "{control}" c' in line
            assert run("explain", path, "--player", "1").returncode == 1


def pair(games, one=1500, other=1700, games_of_one=60, **more) -> str:
    """Return an event of two players, the first of whom wins every game."""
    players = [
        cited_player(1, ["W2"] * games, one, games_of_one),
        cited_player(2, ["L1"] * games, other),
    ]
    for row in players:
        row["ratings"]["R"] |= {"rounded": False, "floor": 100}
    given = {"time_control": "G/120;d5", **more}
    return json.dumps(event_file(*players, end="2025-09-01", **given))


@pytest.mark.parametrize("words", [("rate",), ("explain", "--player", "1")])
@pytest.mark.parametrize("event", [pair(4), pair(1, 300, 600)])
def test_two_players_in_an_ordinary_section_are_a_warning_that_names_the_key(
    file, words, event
):
    command, *more = words
    done = run(command, file(event), *more)
    assert done.returncode == 1
    assert 'kind: "match"' in done.stderr
    as_match = run(command, file(pair(4, kind="match")), *more)
    assert as_match.returncode == 0
    assert as_match.stdout != done.stdout


def test_no_match_warning_if_rules_forbid_it_or_ratings_are_equal(file):
    for one in (
        pair(1),  # One game, and a match would give the same ratings.
        pair(4, other=1901),  # Too far apart for a match.
        pair(4, games_of_one=20),  # Not established.
        pair(4, kind="unrated"),
    ):
        assert "match" not in run("rate", file(one)).stderr


def test_the_examples_name_what_they_assume():
    for name, kind, ratings in (
        ("r1-games-None", "source", (1847, 1773, 1496)),
        ("r2-adult-None", "start", (1553, 1538)),
        ("r7-match", "official", (1550, 1631)),
        ("r10-start", "days", (1707, 1703)),
    ):
        path = shared("repro", f"{name}.uscalc")
        row = first_rating(path)["players"][0]
        named = [a for a in row["assumptions"] if a["kind"] == kind]
        for rating in ratings:
            assert any(a["low"] <= rating <= a["high"] for a in named)
        said = run("explain", path, "--player", "1").stdout.partition("Assumptions")[2]
        for one in named:
            assert f"The new rating can be {one['low']} to {one['high']}." in said
