"""Rules changed by a researcher's file: rated, named everywhere, and never official."""

import json
import random
import textwrap
from pathlib import Path

import pytest
from msgspec.structs import replace

import uscalc
from tests.cli.running import SAMPLE, refused, run, run_json
from tests.trace.recompute import recompute
from tests.trace.sections import list_rated_places, make_section_trace
from uscalc.analysis.question import RatingQuestion, reduce_question
from uscalc.analysis.whatif import RatedBase, rerate_changed, rerate_player
from uscalc.engine.section import ONE_PASS, rate_section
from uscalc.engine.trace import SectionTrace, StandardTrace
from uscalc.explain.scene.passes import run_passes
from uscalc.formats.changed_rules import read_changed_rules
from uscalc.formats.opened import FormatError
from uscalc.trace.build import build_graph
from uscalc.trace.verify import find_faults

PAGE = Path(__file__).parents[2] / "docs" / "help" / "change-rules.md"
BONUS = textwrap.dedent(PAGE.read_text().split("```\n")[1])
"""The example in the help."""
SEEDS = range(25)
B, K, ROW = "bonus_multiplier", "k_numerator", ", dated row 1"


def changed_bonus(old: str, new: str) -> str:
    """Replace the last passage of this text in the example."""
    return new.join(BONUS.rsplit(old, 1))


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    path = tmp_path / "b12.toml"
    path.write_text(BONUS)
    return path


def rate_again(trace: SectionTrace, **rules: float) -> SectionTrace:
    return rate_section(trace.section, replace(trace.rules, **rules))


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("", "", "the file changes nothing"),
        ("passes", "", "this isn't TOML"),
        ("a = " + "[" * 9000, "", "this isn't TOML"),
        ("[bonus]\ndated = [{ value = 1 }]", "bonus", "there is no such parameter"),
        ("bonus_multiplier = 12", "bonus_multiplier", "12 isn't a table"),
        ("[passes]\nvalue = 3", "passes", "dated: missing"),
        ("[passes]\nroom = 3\ndated = []", "passes", "room: unknown key"),
        ("[passes]\ndated = []", "passes", "no values"),
        ("[passes]\ndated = [{ day = 3 }]", "passes, dated row 1", "day: unknown key"),
        *(
            (f"[passes]\ndated = [{{ value = {value} }}]", "passes, dated row 1", says)
            for value, says in [
                ("0", "value: 0 is not from 1 to 100"),
                ("101", "value: 101 is not from 1 to 100"),
                ("2.0", "value: 2.0 isn't a whole number"),
                ("true", "value: True isn't a whole number"),
                ("'two'", "value: 'two' isn't a whole number"),
            ]
        ),
        ("[k_numerator]\nunit = 'x'\ndated = [{ value = 7 }]", K, "the unit is 'x'"),
        ("[k_numerator]\ndated = [{ value = nan }]", f"{K}{ROW}", "value: nan isn't a"),
        ("[k_numerator]\ndated = [{}]", f"{K}{ROW}", "value: the value"),
        (changed_bonus("12", "'12'"), f"{B}{ROW}", "value: '12' isn't a finite number"),
        (changed_bonus("2025-12", "2024-12"), f"{B}{ROW}", "until: it is before from"),
        (
            changed_bonus("}]", "}, { value = 3, systems = ['Q'] }]"),
            *(B, "two rows have the same days, system Q"),
        ),
    ],
)
def test_a_wrong_file_is_refused_with_its_place_and_fix(changed, text, place, problem):
    changed.write_text(text)
    with pytest.raises(FormatError) as caught:
        read_changed_rules(changed)
    error = caught.value
    assert (error.path, error.place) == (changed, place)
    assert error.message.startswith(problem)
    assert refused("rate", SAMPLE, "--rules", changed) == f"uscalc: {error}\n"
    with pytest.raises(uscalc.Error) as raised:
        uscalc.rate(SAMPLE, rules=str(changed))
    assert (raised.value.place, raised.value.fix) == (place, error.remedy)


@pytest.mark.parametrize("name", ["missing.toml", "folder.toml", "large.toml"])
def test_a_file_that_cannot_be_read_is_refused(tmp_path, name):
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "large.toml").write_bytes(b"#" * 1_000_001)
    assert name in refused("rate", SAMPLE, "--rules", tmp_path / name)


def test_a_changed_value_rates_like_the_same_value_entered_by_hand(changed, tmp_path):
    """Overrides in the event give the same rules in another way."""
    event = json.loads(SAMPLE.read_text())
    for section in event["sections"]:
        section["rules"] = {"bonus_multiplier": 12}
    by_hand = tmp_path / "by-hand.uscalc"
    by_hand.write_text(json.dumps(event))
    expected = run_json("rate", by_hand, "--json")["sections"][0]["ratings"]
    found = run_json("rate", SAMPLE, "--rules", changed, "--json")["sections"][0]
    official = run_json("rate", SAMPLE, "--json")["sections"][0]["ratings"]
    for one, other, before in zip(found["ratings"], expected, official, strict=True):
        assert one["players"] == other["players"] != before["players"]
        listed = one["rules"].pop("changed")
        assert listed == {"file": "b12.toml", "parameters": {"bonus_multiplier": 12.0}}
        assert (one["rules"]["overridden"], before["rules"]["overridden"]) == ([], [])
        assert "changed" not in before["rules"]
    rated = uscalc.rate(SAMPLE, rules=changed)
    listed = rated.to_dict()["sections"][0]["ratings"][0]["players"]
    assert listed == expected[0]["players"]
    assert rated["Open"]["R"].changed_rules == {"bonus_multiplier": 12.0}
    other = rated["Open"]["R"].what_if({(5, 1): "W"})
    assert other.changed_rules == {"bonus_multiplier": 12.0}


def test_only_the_days_and_systems_of_a_row_change(changed):
    text = BONUS.replace("value", 'systems = ["Q"], value')
    changed.write_text(text)
    section = run_json("rate", SAMPLE, "--rules", changed, "--json")["sections"][0]
    found = {one["system"]: "changed" in one["rules"] for one in section["ratings"]}
    assert found == {"R": False, "Q": True}
    changed.write_text(text.replace("2025", "2024"))
    listed = run_json("rate", SAMPLE, "--rules", changed, "--json")
    assert listed == run_json("rate", SAMPLE, "--json")


def test_every_output_names_the_file_and_no_other_command_takes_it(changed, tmp_path):
    words = "with bonus_multiplier changed by b12.toml"
    folder = tmp_path / "events"
    folder.mkdir()
    for name in ("one", "two"):
        (folder / f"{name}.uscalc").write_bytes(SAMPLE.read_bytes())
    asked = ("rate", folder, "--rules", changed, "--jobs")
    assert run(*asked, 1).stdout == run(*asked, 2).stdout
    assert run(*asked, 2).stdout.count(words) == 4
    explained = ("explain", SAMPLE, "--player", 11, "--rules", changed)
    assert words in " ".join(run(*explained).stdout.split())
    assert words in run(*explained, "--format", "html").stdout
    trace = run_json(*explained, "--json")
    assert (trace["rules"], find_faults(trace)) == (f"2025, {words}", ())
    sources = {node.get("source", {}).get("section") for node in trace["nodes"]}
    assert "changed by b12.toml" in sources
    for command in (("forecast", SAMPLE, "--player", 1), ("sheets", SAMPLE, "x.pdf")):
        assert "only rate and explain" in refused(*command, "--rules", changed)


@pytest.mark.parametrize("passes", [1, 2, 3, 10])
@pytest.mark.parametrize("seed", SEEDS)
def test_passes_are_those_of_the_engines_step_and_two_are_the_documents(seed, passes):
    official = make_section_trace(seed)
    found = rate_again(official, passes=passes)
    if passes == 2 or official.section.kind in ONE_PASS:
        assert found.players == official.players
        return
    expected = run_passes(official, passes).strengths
    for place, player in enumerate(found.players):
        if player.step5 is not None:
            assert player.step5.result == expected[passes][place]
            before = player.step4.result if player.step4 else None
            assert before == (expected[passes - 1][place] if passes > 1 else None)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_changed_player_is_rated_as_in_a_full_rating(seed):
    trace = rate_again(make_section_trace(seed), passes=3)
    section = trace.section
    place = random.Random(seed).choice(list(list_rated_places(trace)))
    entrant = replace(section.entrants[place], rating=1234.0, games=12)
    entrants = list(section.entrants)
    entrants[place] = entrant
    other = replace(section, entrants=tuple(entrants))
    full = rate_section(other, trace.rules).players
    base = RatedBase(trace)
    assert rerate_changed(base, {place: entrant}) == {
        at: player
        for at, player in enumerate(full)
        if at == place or player != trace.players[at]
    }
    at = len(full) - 1
    assert rerate_player(base, {place: entrant}, at) == full[at]
    asked = reduce_question(RatingQuestion(other, trace.rules, (), place))
    alone = rate_section(asked.question.section, trace.rules)
    assert alone.players[asked.question.place].post == full[place].post


@pytest.mark.parametrize("seed", SEEDS)
def test_traces_under_other_constants_are_confirmed_twice(seed):
    official = make_section_trace(seed)
    rules = {"passes": 1, "k_numerator": 640.0, "special_cap": 1500.0}
    trace = rate_again(official, **rules)
    for place in list_rated_places(trace):
        player, before = trace.players[place], official.players[place]
        if isinstance(player.step5, StandardTrace):
            assert player.step5.k == pytest.approx(0.8 * before.step5.k, rel=1e-12)
        if player.step5 is not None and player.formula != "standard":
            assert player.step5.result <= 1500.0
        value = json.loads(json.dumps(build_graph(trace, place, "").to_json("1")))
        again = recompute(value)
        assert find_faults(value) == ()
        for node in value["nodes"]:
            assert again[node["id"]] == pytest.approx(node["value"], rel=1e-9)
    with pytest.raises(ValueError, match="a trace has 2 passes, these rules 3"):
        build_graph(rate_again(official, passes=3), place, "")


def test_the_derivation_shows_the_changed_passes_and_constants(tmp_path):
    path = tmp_path / "own {0}.toml"
    rows = {"passes": 4, "k_numerator": 700, "special_cap": 1500}
    path.write_text(
        "".join(f"[{name}]\ndated = [{{ value = {rows[name]} }}]\n" for name in rows)
    )
    asked = ("--rules", path, "--full")
    standard, special = (
        " ".join(run("explain", SAMPLE, "--player", n, *asked).stdout.split())
        for n in (1, 12)
    )
    for text in (standard, special):
        assert "These rules have 4 passes. This was changed by own {0}.toml;" in text
        assert "after pass 2" in text
    assert "K ≈ 700 / (22.13903 + 4)" in standard
    assert "min(1500, " in special
    assert "has no trace" in refused("explain", SAMPLE, "--player", 1, *asked, "--json")
