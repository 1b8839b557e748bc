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


def test_explain_prints_the_derivation_as_text_html_and_json():
    text = run("explain", SAMPLE, "--player", "12")
    assert text.returncode == 0
    assert text.stdout.startswith(
        "Fianchetto, Tom, Regular\n2025 rating rules, in force on the end date"
    )
    assert "\nAt 1762 a player is expected to score exactly 3.5 points" in text.stdout
    assert "Step 5" in text.stdout
    page = run("explain", SAMPLE, "--player", "12", "--format", "html", "--system", "Q")
    assert "<h1>Fianchetto, Tom, Quick</h1>" in page.stdout
    value = run_json("explain", SAMPLE, "--player", "12", "--json")
    own = [node for node in value["nodes"] if node["player"] == 12]
    assert (
        next(node["label"] for node in own if node["symbol"] == "R0") == "Rating by age"
    )
    assert f"{value['nodes'][-1]['value']:.0f}" == "1762"


@pytest.mark.parametrize(("number", "most"), [(1, 650), (10, 900), (12, 1250)])
def test_explain_is_short_and_full_prints_every_line(number, most):
    short = run("explain", SAMPLE, "--player", str(number)).stdout
    full = run("explain", SAMPLE, "--player", str(number), "--full").stdout
    assert len(short.split()) <= most
    assert short.endswith("\nAdd --full to see every line.\n")
    section = rate_document(open_event(SAMPLE).document, resolve_rules).sections[0]
    for chapter in make_derivation(
        section.section, section.ratings[0], number
    ).chapters:
        for line in chapter.lines:
            assert line.formula in full
            assert line.value in full
    assert short.splitlines()[-3] in full


def test_explain_escapes_names_and_refuses_players_it_cannot_identify(file):
    players = [player(1, 1700, "W2"), player(2, 1600, "L1", name="<script>x</script>")]
    page = run("explain", file(event(players)), "--player", "1", "--format", "html")
    assert "<script>" not in page.stdout
    assert "&lt;script&gt;" in page.stdout
    assert "99" in refused("explain", SAMPLE, "--player", "99")
    path = file(json.dumps(TWO))
    assert '1 "Open", 2 "open"' in refused("explain", path, "--player", "1")
    for section in ("open", "2"):
        assert (
            run("explain", path, "--player", "1", "--section", section).returncode == 0
        )


def test_editions_lists_every_parameter_and_the_rule_behind_each_difference():
    value = run_json("editions", "--json")
    timeline = value["parameters"]["bonus_multiplier"]["dated"]
    assert [row["value"] for row in timeline] == [10, 6, 8, 10, 12, 14, 12, 10]
    assert timeline[1]["differs"] == ["2020 edition, section 8: 2008-08-07"]
    text = run("editions").stdout
    assert "Bonus multiplier B" in text
    assert "5/18/2013" in text
    done = run("editions", SAMPLE, "--json")
    assert done.returncode == 0, done.stderr
    columns = json.loads(done.stdout)["sections"][0]["columns"]
    assert {c["rules"] for c in columns} == {
        "by date",
        "2001-guide",
        "2009",
        "2015",
        "2020",
        "2025",
    }
    regular = {c["rules"]: c["players"] for c in columns if c["system"] == "R"}
    eva_now, eva_2020 = regular["by date"][10], regular["2020"][10]
    because = eva_2020["because"]
    assert [reason["rule"] for reason in because] == ["bonus_multiplier"]
    moved = sum(reason["points"] for reason in because)
    assert moved == pytest.approx(eva_2020["post"] - eva_now["post"], abs=1e-9)


TWO = {
    "format": "uscalc-event",
    "version": 1,
    "name": "Two",
    "end_date": "2025-03-02",
    "sections": [
        {"name": name, "systems": ["R"], "players": PAIR} for name in ("Open", "open")
    ],
}


def test_a_trace_is_verified_and_a_changed_figure_is_found(tmp_path):
    trace = run_json("explain", SAMPLE, "--player", "12", "--json")
    right = tmp_path / "trace.json"
    right.write_text(json.dumps(trace))
    found = run("verify", right)
    assert found.returncode == 0
    assert found.stdout.endswith(
        f"{len(trace['nodes'])} figures recomputed, all correct.\n"
    )
    node = next(node for node in trace["nodes"] if node["op"] == "search_move")
    node["value"] += 0.01
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps(trace))
    found = run("verify", wrong)
    assert found.returncode == 1
    assert f"{wrong}: node {node['id']}: the value is" in found.stderr
    faults = json.loads(run("verify", wrong, "--json").stdout)["faults"]
    assert faults[0]["place"] == f"node {node['id']}"


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "[1]", '{"format": 1}'])
def test_verify_says_why_a_file_is_not_a_trace(tmp_path, text):
    file = tmp_path / "trace.json"
    file.write_text(text)
    done = run("verify", file)
    assert done.returncode in (1, 2)
    assert done.stderr.count("\n") == 1
    assert str(file) in done.stderr


def test_a_player_without_a_rating_and_the_guide_have_no_trace(file):
    alone = file(event([player(1, None, ""), player(2, 1600, "")]))
    assert "has no trace" in refused("explain", alone, "--player", "1", "--json")
    guide = refused(
        "explain", SAMPLE, "--player", "1", "--rules", "2001-guide", "--json"
    )
    assert "has no trace. Choose another edition" in guide


# Citations of `explain` and `editions`, from files that a person could have written.


def cited_event(end, players, **section):
    given = {"end_date": end, "time_control": "G/120;d5", **section}
    return json.dumps(event_file(*players, end=end, **given))


def cited_player(number, results, rating=None, games=60, **more):
    ratings = {} if rating is None else {"R": {"rating": rating, "games": games}}
    name = f"Invented, Player {number}"
    return {
        "number": number,
        "name": name,
        "ratings": ratings,
        "results": results,
        **more,
    }


def four_wins(end):
    others = [
        cited_player(
            i, ["L1" if round_ == i - 1 else "U" for round_ in range(1, 5)], 1700
        )
        for i in range(2, 6)
    ]
    return cited_event(end, [cited_player(1, ["W2", "W3", "W4", "W5"], 1500), *others])


def flat(text):
    return " ".join(text.split())


def test_a_dated_b_names_its_document_and_what_the_edition_in_force_prints(file):
    text = flat(run("explain", file(four_wins("2018-01-01")), "--player", "1").stdout)
    assert (
        "B = 14. This rule is for sections that ended from 6/1/2017 to 1/31/2023 "
        "[2020, 8]; the 2015 edition prints 12."
    ) in text
    assert (
        "2015 rating rules with the dated changes below, in force on the end date"
        in text
    )
    page = run(
        *("explain", file(four_wins("2024-06-01")), "--player", "1"),
        *("--format", "html"),
    ).stdout
    assert "[2025, 8]; the 2020 edition prints 14" in page
    assert "2020 rating rules with the dated changes below," in page


def test_citations_of_an_edition_asked_for_have_no_dates(file):
    path = file(four_wins("2018-01-01"))
    text = flat(
        run("explain", path, "--player", "1", "--rules", "2015", "--full").stdout
    )
    assert "2015 rating rules, as the 2015 edition prints them." in text
    assert "dated changes" not in text
    assert "B = 12 as printed in the 2015 edition." in text
    text = flat(run("editions").stdout)
    assert "by the edition's" in text
    found = run_json("editions", "--json")["parameters"]
    assert [row["by_edition"] for row in found["prize_floor"]["dated"]] == [False, True]


def test_fide_conversions_are_cited_from_the_edition_that_prints_them(file):
    new = cited_player(
        *(1, ["W2", "L3"]),
        birth_date="1990-01-01",
        fide={"rating": 1900, "as_of": "2024-05-01"},
    )
    others = [cited_player(2, ["L1", "U"], 1500), cited_player(3, ["U", "W1"], 1500)]
    path = file(cited_event("2024-06-01", [new, *others]))
    text = flat(run("explain", path, "--player", "1").stdout)
    assert "1.5667 · 1900 − 1073 = 1903.73 [2025, 2.1]" in text
    assert "the 2020 edition prints 0.94 · rating + 180 up to 2000" in text
    me = cited_player(1, ["W2", "W3"], 1800)
    others = [
        cited_player(2, [], fide={"rating": 1700}),
        cited_player(3, [], fide={"rating": 1650}),
    ]
    path = file(cited_event("2025-09-01", [me, *others], kind="foreign-fide-youth"))
    text = flat(run("explain", path, "--player", "1", "--full").stdout)
    assert "uses the opponents' ratings in the table." in text
    assert "1.2667 · 1700 − 453 = 1700.39 [2025, 6]" in text


def test_a_match_does_not_pass_the_personal_absolute_floor(file):
    me = cited_player(1, ["L2"] * 5)
    me["ratings"] = {"R": {"rating": 152, "games": 60, "wins": 50}}
    other = cited_player(2, ["W1"] * 5, 120)
    path = file(cited_event("2025-09-01", [me, other], kind="match"))
    done = run("rate", path, "--json")
    (rated,) = json.loads(done.stdout)["sections"][0]["ratings"]
    assert rated["players"][0]["post_rounded"] == 150
    assert "request to lower the floor" not in done.stderr
    text = flat(run("explain", path, "--player", "1").stdout)
    assert "It raises 102. max(102, 150) = 150" in text


# K by the time control, contradicting systems, and matches entered as sections.

KNOWN = {"games": 100, "rounded": False, "floor": 100}
ROUNDS = 4


def strong_event(level: int = 2400, end: str = "2025-09-01", **section: Any) -> str:
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


def test_a_time_control_is_assumed_and_not_called_dual_rated(tmp_path, file):
    path = tmp_path / "event.uscalc"
    path.write_text(
        strong_event(systems=["R"], time_control="G/60;d5"), encoding="utf-8"
    )
    said = " ".join(run("explain", path, "--player", "1").stdout.split())
    assert (
        "(reduced above 2200 under a time control for both Regular and Quick)" in said
    )
    assert "dual-rated" not in said
    first, other = (
        first_rating(file(strong_event(systems=["R"], **more)))["players"][0]
        for more in ({}, {"time_control": "G/60;d5"})
    )
    (assumed,) = [a for a in first["assumptions"] if a["kind"] == "time_control"]
    assert (assumed["low"], assumed["high"]) == (
        other["post_rounded"],
        first["post_rounded"],
    )
    done = run("rate", file(pair(1, 300, 600)))
    assert 'kind: "match"' in done.stderr


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
        # Without a readable time control, the named systems decide.
        (["R"], None, {"R": FULL}, False),
        (["R", "Q"], None, {"R": REDUCED, "Q": FULL}, False),
        (["R", "Q"], "as usual", {"R": REDUCED, "Q": FULL}, False),
    ],
)
def test_the_time_control_decides_the_reduced_k(file, systems, control, wanted, warned):
    given = {"systems": systems, "time_control": control}
    path = file(strong_event(**{k: v for k, v in given.items() if v is not None}))
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
    done = run("rate", file(strong_event(end=end, time_control="G/60;d5")), "--json")
    assert (k_of(done.stdout)["R"] < FULL - 1) is reduced


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
