"""The command line as a person meets it: output, exit codes, one line on standard error."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared_data import shared

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "resources" / "samples" / "autumn-open.uscalc"


def run(*args, **env):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **env}
    for name, value in env.items():
        if value is None:
            environment.pop(name)
    return subprocess.run(
        [sys.executable, "-m", "uscalc", *map(str, args)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        timeout=120,
        check=False,
    )


def event(players, **section):
    body = {
        "format": "uscalc-event",
        "version": 1,
        "name": "Spring Swiss",
        "end_date": "2025-03-02",
        "sections": [{"name": "Open", "systems": ["R"], "players": players, **section}],
    }
    return json.dumps(body)


def player(number, rating, *results, **more):
    facts = {} if rating is None else {"R": {"rating": rating, "games": 40}}
    return {
        "number": number,
        "name": f"Player {number}",
        "ratings": facts,
        "results": list(results),
        **more,
    }


PAIR = [player(1, 1700, "W2"), player(2, 1600, "L1")]


@pytest.fixture
def file(tmp_path):
    def write(text, name="event.uscalc"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_rate_prints_the_new_ratings_of_the_sample():
    done = run("rate", SAMPLE)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    row = next(line for line in done.stdout.splitlines() if "Zugzwang" in line)
    assert row.split()[-2:] == ["1148", "+145.03"]


def test_json_has_every_key_of_the_contract_in_every_row():
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


def test_a_folder_stands_for_every_readable_file_below_it(file, tmp_path):
    deeper = tmp_path / "autumn" / "club"
    deeper.mkdir(parents=True)
    file(event(PAIR), "autumn/club/one.uscalc")
    file(event(PAIR), "two.uscalc")
    file("no event", "notes.txt")
    done = run("rate", tmp_path, "--json")
    names = [Path(json.loads(line)["file"]).name for line in done.stdout.splitlines()]
    assert sorted(names) == ["one.uscalc", "two.uscalc"]
    assert done.returncode == 0


def test_an_empty_folder_is_said(tmp_path):
    done = run("rate", tmp_path)
    assert done.returncode == 2
    assert "no readable file" in done.stderr


BROKEN = {
    "a player that does not exist": (
        [player(1, 1700, "W9"), player(2, 1600, "U")],
        ["player 1", "round 1", "W9"],
    ),
    "two sides that disagree": (
        [player(1, 1700, "W2"), player(2, 1600, "W1")],
        ["player 1", "round 1", "player 2"],
    ),
    "a player against himself": (
        [player(1, 1700, "W1"), player(2, 1600, "U")],
        ["player 1", "round 1", "himself"],
    ),
    "an odd token": (
        [player(1, 1700, "Q7"), player(2, 1600, "U")],
        ["player 1", "round 1", "Q7"],
    ),
    "a number used twice": (
        [player(1, 1700, "U"), player(1, 1600, "U")],
        ["player 1", "number 1"],
    ),
    "a rating below 100": ([player(1, 99, "U")], ["player 1", "99"]),
    "a rating above 3000": ([player(1, 3001, "U")], ["player 1", "3001"]),
    "a date that is none": (
        [player(1, 1500, "U", birth_date="2009-02-30")],
        ["player 1", "birth_date"],
    ),
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


def test_lenient_leaves_the_broken_game_out_and_says_so(file):
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


def test_a_healthy_section_is_rated_beside_a_broken_one(file):
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


def test_section_and_system_choose_what_is_rated():
    done = run("rate", SAMPLE, "--system", "q", "--section", "open", "--json")
    (section,) = json.loads(done.stdout)["sections"]
    assert [rating["system"] for rating in section["ratings"]] == ["Q"]
    wrong = run("rate", SAMPLE, "--section", "Reserve")
    assert wrong.returncode == 2
    assert '"Open"' in wrong.stderr


def test_rules_of_an_edition_are_followed_and_an_unknown_one_is_refused():
    done = run("rate", SAMPLE, "--rules", "2009", "--json")
    rules = json.loads(done.stdout)["sections"][0]["ratings"][0]["rules"]
    assert (rules["edition"], rules["date"], rules["bonus_multiplier"]) == (
        "2009",
        None,
        6,
    )
    wrong = run("rate", SAMPLE, "--rules", "1999")
    assert wrong.returncode == 2
    assert "2001-guide, 2009, 2015, 2020, 2025" in wrong.stderr


def test_the_guide_of_2001_stands_beside_the_exact_result():
    done = run("rate", SAMPLE, "--rules", "2001-guide", "--json")
    rating = json.loads(done.stdout)["sections"][0]["ratings"][0]
    assert rating["rules"]["edition"] == "2001-guide"
    ada, tom = rating["players"][0], rating["players"][11]
    assert ada["formula"] == "guide"
    assert ada["post"] != ada["exact"]["post"]
    assert abs(ada["post"] - ada["exact"]["post"]) < 3
    assert tom["post"] is None
    assert "unrated" in tom["worksheet"]["problem"]


def test_explain_prints_the_derivation_as_text_html_and_json():
    text = run("explain", SAMPLE, "--player", "12")
    assert text.returncode == 0
    assert text.stdout.startswith("Fianchetto, Tom, Regular\n1762 is where 3.5 points")
    assert "Step 5" in text.stdout
    page = run("explain", SAMPLE, "--player", "12", "--format", "html", "--system", "Q")
    assert "<h1>Fianchetto, Tom, Quick</h1>" in page.stdout
    value = json.loads(run("explain", SAMPLE, "--player", "12", "--json").stdout)
    start = {line["key"]: line for line in value["chapters"][0]["lines"]}
    assert start["r0"]["value"] == "663.52"
    assert start["r0"]["typeset"] == ["50 \\cdot 13.2704"]


def test_explain_escapes_names_in_html(file):
    players = [player(1, 1700, "W2"), player(2, 1600, "L1", name="<script>x</script>")]
    page = run("explain", file(event(players)), "--player", "1", "--format", "html")
    assert "<script>" not in page.stdout
    assert "&lt;script&gt;" in page.stdout


def test_explain_names_a_player_that_is_not_there():
    done = run("explain", SAMPLE, "--player", "99")
    assert done.returncode == 2
    assert "99" in done.stderr


def test_editions_lists_every_parameter_with_its_sources():
    value = json.loads(run("editions", "--json").stdout)
    timeline = value["parameters"]["bonus_multiplier"]["dated"]
    assert [row["value"] for row in timeline] == [10, 6, 8, 10, 12, 14, 12, 10]
    assert timeline[1]["differs"] == ["2020 edition, section 8: 2008-08-07"]
    text = run("editions").stdout
    assert "Bonus multiplier B" in text
    assert "2013-05-18" in text


def test_editions_of_a_file_names_the_rule_behind_each_difference():
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


def test_convert_writes_the_event_file_and_refuses_other_extensions(tmp_path):
    out = tmp_path / "copy.uscalc"
    assert run("convert", SAMPLE, out).returncode == 0
    assert out.read_bytes() == SAMPLE.read_bytes()
    wrong = run("convert", SAMPLE, tmp_path / "copy.docx")
    assert wrong.returncode == 2
    assert ".uscalc" in wrong.stderr


def test_carry_starts_the_next_event_from_the_results(tmp_path):
    out = tmp_path / "next.uscalc"
    assert run("carry", SAMPLE, out, "--end-date", "2025-12-07").returncode == 0
    posts = {
        row["name"]: row["post"]
        for row in json.loads(run("rate", SAMPLE, "--json").stdout)["sections"][0][
            "ratings"
        ][0]["players"]
    }
    following = json.loads(out.read_text(encoding="utf-8"))
    assert following["end_date"] == "2025-12-07"
    for row in following["sections"][0]["players"]:
        assert row["ratings"]["R"]["rating"] == posts[row["name"]]
        assert not row.get("results")
    again = run("carry", SAMPLE, out, "--end-date", "2025-12-07")
    assert again.returncode == 2


@pytest.mark.parametrize(
    "args",
    [["nonsense.uscalc"], ["rate"], ["rate", "--weird", "x"], ["rate", "nowhere"]],
)
def test_wrong_usage_is_one_line_and_exit_code_2(args):
    done = run(*args)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_help_and_version():
    assert run("--version").stdout.strip() == "uscalc 0.1.0"
    for command in ("", "rate", "explain", "editions", "convert", "carry"):
        done = run(*command.split(), "--help")
        assert done.returncode == 0
        assert "Usage" in done.stdout


def test_a_real_folder_is_rated_in_one_process():
    folder = shared("realdata")
    done = run("rate", folder, "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) == 211
    assert not [line for line in lines if "error" in line]
    assert "Traceback" not in done.stderr


TWO = {
    "format": "uscalc-event",
    "version": 1,
    "name": "Two",
    "end_date": "2025-03-02",
    "sections": [
        {"name": name, "systems": ["R"], "players": PAIR} for name in ("Open", "open")
    ],
}


def test_a_player_of_several_sections_is_not_guessed_at(file):
    path = file(json.dumps(TWO))
    done = run("explain", path, "--player", "1")
    assert done.returncode == 2
    assert '1 "Open", 2 "open"' in done.stderr
    for section in ("open", "2"):
        assert (
            run("explain", path, "--player", "1", "--section", section).returncode == 0
        )


def test_pasted_text_is_rated_once_its_end_date_is_given():
    path = shared("samples", "msa", "dual-1-pasted.txt")
    without = run("rate", path)
    assert without.returncode == 2
    assert "--end-date" in without.stderr
    done = run("audit", path, "--end-date", "2008-02-19", "--json")
    value = json.loads(done.stdout)
    assert value["published"] == 22
    assert value["exact"] >= 18


def test_blank_entries_are_new_players_when_one_says_so():
    path = shared("samples", "swisssys", "club-april.sjson")
    asked = run("rate", path)
    assert "no rating" in asked.stderr
    done = run("rate", path, "--blanks-unrated", "--json")
    value = json.loads(done.stdout)
    assert any(section["ratings"] for section in value["sections"])
    assert "blank" not in done.stderr


def test_what_is_written_over_is_asked_for(tmp_path):
    out = tmp_path / "there.uscalc"
    out.write_text("something")
    refused = run("convert", SAMPLE, out)
    assert refused.returncode == 2
    assert out.read_text() == "something"
    assert run("convert", SAMPLE, out, "--force").returncode == 0
    early = run("carry", SAMPLE, tmp_path / "next.uscalc", "--end-date", "2025-09-20")
    assert early.returncode == 2
    odd = run("carry", SAMPLE, tmp_path / "next.csv", "--end-date", "2025-12-20")
    assert odd.returncode == 2
    assert not (tmp_path / "next.csv").exists()


def test_a_name_cannot_steer_the_terminal(file):
    players = [player(1, 1700, "W2", name="a\nb\x1b[31mred"), player(2, 1600, "L1")]
    done = run("rate", file(event(players)))
    assert "\x1b" not in done.stdout
    assert "a b [31mred" in done.stdout


def test_the_guide_says_for_whom_it_has_no_answer():
    done = run("rate", SAMPLE, "--rules", "2001-guide", "--system", "R")
    assert (
        "No answer by the guide for 12: the guide does not rate the unrated."
        in done.stdout
    )
    assert "Exactly" in done.stdout
