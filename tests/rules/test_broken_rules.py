"""Broken rule data raise an error when they are read, with file, parameter and row."""

import datetime as dt
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests import build
from tests.engine.make import field, rate_one, rules, section
from tests.shared_data import load_cases
from uscalc.document.audit import idea_games as games
from uscalc.document.audit import idea_players as players
from uscalc.document.audit import idea_sections as sections
from uscalc.document.model import Document, RulesChoice
from uscalc.document.rate.whole import rate_document
from uscalc.engine.inputs import (
    FloorFacts,
    InitialRatingFacts,
    MatchFacts,
    PrizeFloorFact,
    SourceRating,
    System,
)
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section
from uscalc.engine.table import PARAMETERS
from uscalc.resources import get_resource_path
from uscalc.rules import chances
from uscalc.rules.resolve import load_rule_table_from
from uscalc.rules.values import RuleDataError


def broken(folder: Path, name: str, old: str, new: str) -> str:
    """Return the error if one passage of one file is replaced."""
    found = 0
    for path in get_resource_path("rules").glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        if path.name == name:
            found = text.count(old)
            text = text.replace(old, new, 1)
        (folder / path.name).write_text(text, encoding="utf-8")
    assert found >= 1, f"{old!r} does not stand in {name}"
    with pytest.raises(RuleDataError) as caught:
        load_rule_table_from(folder)
    return str(caught.value)


def error_in_parameter(folder: Path, parameter: str, old: str, new: str) -> str:
    """Return the error if one passage within a parameter's table is replaced."""
    text = (get_resource_path("rules") / "parameters.toml").read_text(encoding="utf-8")
    table = rf"^\[{parameter}\]\n(.*?)(?=^\[(?!{parameter}))"
    found = re.search(table, text, re.M | re.S)
    block = found[0] if found else text[text.index(f"[{parameter}]") :]
    assert old in block, f"{old!r} does not stand under {parameter}"
    return broken(folder, "parameters.toml", block, block.replace(old, new, 1))


def test_rule_data_are_read_and_missing_files_named(tmp_path):
    editions = load_rule_table_from(get_resource_path("rules")).exact_editions
    assert editions == ("2009", "2015", "2020", "2025")
    text = (get_resource_path("rules") / "parameters.toml").read_text(encoding="utf-8")
    start, end = text.index("[storage]"), text.index("[personal_floor]")
    said = broken(tmp_path, "parameters.toml", text[start:end], "")
    assert "parameters.toml: the parameter storage is missing" in said
    said = error_in_parameter(tmp_path, "personal_floor", '"OR", "OQ"', '"OR", "OX"')
    assert re.match(r"parameters\.toml, personal_floor, dated row 3\b", said), said
    said = error_in_parameter(tmp_path, "storage", "[storage]", "[storage")
    assert "parameters.toml: " in said
    with pytest.raises(RuleDataError, match=r"documents\.toml"):
        load_rule_table_from(tmp_path / "missing")


MULTIPLIER = "bonus_multiplier"
EIGHT = "from = 2012-08-03, until = 2014-03-19"
"""The days on which the bonus multiplier was 8."""
LATER = "from = 2014-09-01,"
FLOAT = '{ value = "float" }'


@pytest.mark.parametrize(
    ("parameter", "old", "new", "said"),
    [
        (MULTIPLIER, EIGHT, EIGHT.replace("03,", "02,"), "overlap at 2012-08-02"),
        (MULTIPLIER, EIGHT, EIGHT.replace("03,", "04,"), "2012-08-03 to 2012-08-04"),
        (MULTIPLIER, EIGHT, EIGHT.replace("2014-03-19", "2012-08-01"), ""),
        ("personal_floor", '"Q", "B"], from', '"Q"], from', ", system B"),
        ("storage", "{ until", "{ from = 1990-01-01, until", "R: a gap before"),
        ("storage", LATER, f"{LATER} until = 2030-01-01,", "a gap after"),
        ("storage", "until = 2014-08-31, ", "", ", system R: an overlap"),
        ("storage", f"2015 = {FLOAT}", "", ": edition 2015 is missing"),
        ("storage", "2020 = {", f"1999 = {FLOAT}\n2020 = {{", ": edition 1999 is"),
        ("storage", f"2025 = {FLOAT}", '2025 = { value = "big" }', ", edition 2025"),
    ],
)
def test_every_day_and_every_edition_has_one_value(tmp_path, parameter, old, new, said):
    line = error_in_parameter(tmp_path, parameter, old, new)
    assert line.startswith(f"parameters.toml, {parameter}")
    assert said in line


@pytest.mark.parametrize(
    ("parameter", "old", "new"),
    load_cases("test_broken_rules", "a_bad_value_names_its_row"),
)
def test_a_bad_value_names_its_row(tmp_path, parameter, old, new):
    said = error_in_parameter(tmp_path, parameter, old, new)
    assert re.match(rf"parameters\.toml, {parameter}, dated row \d", said), said


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('value = 8, printed = ["2025, 8"], source =', "value = 8, sauce ="),
        ("until = 2014-03-19", 'until = "later"'),
        ("{ until = 2008-06-05", "{ till = 2008-06-05"),
    ],
)
def test_a_row_with_a_bad_key_names_its_row(tmp_path, old, new):
    said = error_in_parameter(tmp_path, "bonus_multiplier", old, new)
    assert re.match(r"parameters\.toml, bonus_multiplier, dated row [13]\b", said), said


@pytest.mark.parametrize(
    ("parameter", "old", "new", "wrong"),
    load_cases("test_broken_rules", "a_bad_value_says_what_is_wrong_with_it"),
)
def test_a_bad_value_says_what_is_wrong_with_it(tmp_path, parameter, old, new, wrong):
    said = error_in_parameter(tmp_path, parameter, old, new)
    place = rf"parameters\.toml, {parameter}, dated row \d"
    assert re.fullmatch(f"{place}: {re.escape(wrong)}", said), said


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        *load_cases("test_broken_rules", "a_key_that_is_wrong_is_named"),
        ("parameters.toml", "[storage", "[storrage", ", storrage: no rule uses this"),
        ("documents.toml", "date = 2009-06-04", "", ", 2009: date"),
    ],
)
def test_a_key_that_is_wrong_is_named(tmp_path, name, old, new, said):
    line = broken(tmp_path, name, old, new)
    assert line.startswith(name)
    assert said in line


def test_likelihoods_have_sources_and_later_fits_apply(tmp_path):
    for prior in chances.load_correction_priors().by_name.values():
        assert 0.0 < prior.likelihood < 1.0
        assert prior.source
        assert prior.of
    code = "".join(
        Path(str(module.__file__)).read_text(encoding="utf-8")
        for module in (games, players, sections)
    )
    for name in chances.load_correction_priors().by_name:
        assert f'"{name}"' in code, name
    assert read(tmp_path, "fit = []\n") == "chances.toml: no fit found"
    path = tmp_path / "chances.toml"
    later = TEXT.replace("2026-11-22", "2031-01-02").replace("1000", "1234", 1)
    path.write_text(TEXT + later, encoding="utf-8")
    fits = chances.read_chance_models(path)
    assert fits[0] == chances.load_chance_model()
    assert (fits[-1].date.year, fits[-1].span) == (2031, 1234)
    assert "must come before newer fits" in read(tmp_path, later + TEXT)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[games]\nlikelihood = 2.0\nof = ''\nsource = ''", "games: likelihood: 2.0"),
        ("[games]\nlikelihood = 0.1\nof = ''", "games: "),
        ("[games]\nodds = 0.1", "games: "),
        ("[games", ""),
    ],
)
def test_an_error_in_the_likelihoods_names_its_place(tmp_path, text, said):
    path = tmp_path / "hidden.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RuleDataError) as caught:
        chances.read_correction_priors(path)
    assert str(caught.value).startswith("hidden.toml")
    assert said in str(caught.value)


TEXT = (get_resource_path("rules") / "chances.toml").read_text(encoding="utf-8")


def read(folder: Path, text: str) -> str:
    """Return the error from reading a text."""
    path = folder / "chances.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RuleDataError) as caught:
        chances.read_chance_models(path)
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("span = 1000", "span = 0", "fit 1: span: 0 must be greater than 0"),
        ("span = 1000", "", "fit 1: span: missing"),
        ("span = 1000", "span = 1000\nspam = 1", "fit 1: spam: unknown key"),
        ("drawn_fall = 0.48", 'drawn_fall = "0.48"', "fit 1: drawn_fall: '0.48'"),
        ("0.42, 0.52]", "0.42]", "fit 1: weight: [-0.25, 0.42] isn't a list of three"),
        ("up_to = 8", "up_to = 2", "fit 1, few_games: the rows must be in ascending"),
        ("[84.7, 84.5]", "[84.7]", "isn't a pair of numbers"),
        ("\n[[fit]]\n", "\n[[fits]]\n", "fit"),
    ],
)
def test_a_wrong_row_is_reported(tmp_path, old, new, said):
    assert old in TEXT
    found = read(tmp_path, TEXT.replace(old, new, 1))
    assert found.startswith("chances.toml")
    assert said in found


# Every parameter of the rule data matters: changing it changes a result.

END = dt.date(2025, 9, 1)
GIRL = InitialRatingFacts(birth_date=dt.date(2015, 9, 1))


def won(rule_set: Rules) -> Any:
    return rate_one([1500.0] * 3, [1.0] * 3, rule_set, rating=1500.0, games=50).post


def met_twice(rule_set: Rules) -> Any:
    strong = {"rating": 1500.0, "games": 50}
    results = [(0, 1, 1.0), (0, 1, 1.0), (0, 2, 1.0)]
    return rate_section(section(field([strong] * 3, results)), rule_set).players[0].post


def dual(rule_set: Rules) -> Any:
    strong = {"rating": 2400.0, "games": 99}
    return rate_one([2400.0], [1.0], rule_set, dual=True, **strong).post


def unrated(**facts: Any) -> Callable[[Rules], Any]:
    given = {"rating": None, "start": replace(GIRL, **facts)}
    return lambda rule_set: rate_one([900.0], [0.5], rule_set, **given).start


def floored(**facts: Any) -> Callable[[Rules], Any]:
    given = {"rating": 120.0, "games": 900, "floors": FloorFacts(**facts)}
    return lambda book: rate_one([100.0] * 3, [0.0] * 3, book, "Q", **given).post


def match(one: int = 99, **facts: Any) -> Callable[[Rules], Any]:
    players = [
        {"rating": 1500.0, "games": one, "matches": MatchFacts(**facts)},
        {"rating": 1700.0, "games": 99, "floors": FloorFacts(given=1695)},
    ]
    entrants = field(players, [(0, 1, 1.0)] * 8)

    def outcome(rule_set: Rules) -> Any:
        made = section(entrants, kind="match")
        return [p.post for p in rate_section(made, rule_set).players]

    return outcome


def document(kind: str, games: int = 15, **more: Any) -> Callable[[Rules], Any]:
    players = (
        build.player(1, "W2", rating=1800.0, games=games),
        build.player(2, "L1", rating=1800.0, fide=1900.0),
    )
    made = build.section(*players, kind=kind, **({"systems": None} | more))

    def outcome(rule_set: Rules) -> Any:
        def book(choice: RulesChoice, end: dt.date, system: System) -> Rules:
            return rule_set

        rated = rate_document(Document("Test Open", END, (made,)), book).sections[0]
        codes = [finding.code for finding in rated.findings]
        return codes, [(r.system, r.find_trace(1).post) for r in rated.ratings]

    return outcome


LATE = {"birth_date": END - dt.timedelta(days=500)}
OF_2009, OF_2015 = rules("2009"), rules("2015")
ACTS: dict[str, tuple[Callable[[Rules], Any], Any]] = {
    "systems": (document("event", systems=("R",)), ("Q",)),
    "initial": (unrated(fide=SourceRating(2000.0)), "list-2015"),
    "fide_conversion": (unrated(fide=SourceRating(1900.0)), OF_2009.fide_conversion),
    "fide_youth_conversion": (
        document("foreign-fide-youth", games=50),
        OF_2015.fide_youth_conversion,
    ),
    "cfc_conversion": (unrated(cfc=SourceRating(1300.0)), OF_2009.cfc_conversion),
    "age_formula": (unrated(), replace(OF_2009.age_formula, per_year=40.0)),
    "under_three": (unrated(**LATE), "adult"),
    "effective_games": (won, "2001"),
    "bonus_multiplier": (won, 6.0),
    "bonus_repeats": (met_twice, "more-than-twice"),
    "reduced_k": (dual, "none"),
    "storage": (won, "integer"),
    "personal_floor": (floored(wins=12), "flat"),
    "peak_floor_lowest": (floored(peak=1500.0), 1400),
    "peak_rounding": (floored(peak=1899.5), "as-it-is"),
    "peak_level": (floored(peak=1900.0), "just-below"),
    "life_master_floor": (floored(life_master=True), "every-system"),
    "prize_floor": (floored(prize=PrizeFloorFact(900, 2500.0)), "over-2000-dollars"),
    "match_eligibility": (match(one=20), "rated"),
    "match_change_cap": (match(), 60.0),
    "match_net_180_days": (match(net_180_days=80.0), 90.0),
    "match_net_3_years": (match(net_3_years=180.0), 210.0),
    "match_below_floor": (match(), "floored"),
    "foreign_fide": (document("foreign-fide"), "any-rated"),
    "time_control": (document("event", time_control="G/62"), OF_2009.time_control),
}


@pytest.mark.parametrize("name", PARAMETERS)
def test_changing_a_parameter_changes_a_result(name):
    outcome, other = ACTS[name]
    printed = rules("2025")
    assert getattr(printed, name) != other
    assert outcome(printed) != outcome(replace(printed, **{name: other}))
