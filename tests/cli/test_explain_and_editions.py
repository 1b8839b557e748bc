"""Explaining one player, and listing what the editions say."""

import json

import pytest

from tests.cli.running import PAIR, SAMPLE, event, player, refused, run, run_json
from uscalc.document.rate.whole import rate_document
from uscalc.formats import open_event
from uscalc.report.derivation import make_derivation
from uscalc.rules.resolve import resolve_rules


def test_explain_prints_the_derivation_as_text_html_and_json():
    text = run("explain", SAMPLE, "--player", "12")
    assert text.returncode == 0
    assert text.stdout.startswith(
        "Fianchetto, Tom, Regular\n2025 rating rules, by end date"
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
def test_verify_says_what_is_not_a_trace(tmp_path, text):
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
