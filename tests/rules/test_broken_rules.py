"""Broken rule data fail when they are read, with file, parameter and row."""

import re
from pathlib import Path

import pytest

from uscalc.resources import get_resource_path
from uscalc.rules.data import RuleDataError
from uscalc.rules.resolve import load_rule_table_from


def broken(folder: Path, name: str, old: str, new: str) -> str:
    """What reading says when one passage of one file is replaced."""
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


def of(folder: Path, parameter: str, old: str, new: str) -> str:
    """The same within one parameter's table."""
    text = (get_resource_path("rules") / "parameters.toml").read_text(encoding="utf-8")
    found = re.search(
        rf"^\[{parameter}\]\n(.*?)(?=^\[(?!{parameter}))", text, re.M | re.S
    )
    block = found[0] if found else text[text.index(f"[{parameter}]") :]
    assert old in block, f"{old!r} does not stand under {parameter}"
    return broken(folder, "parameters.toml", block, block.replace(old, new, 1))


def test_the_data_that_come_with_the_program_are_read() -> None:
    assert load_rule_table_from(get_resource_path("rules")).exact_editions == (
        "2009",
        "2015",
        "2020",
        "2025",
    )


def test_an_unknown_variant(tmp_path: Path) -> None:
    said = of(tmp_path, "effective_games", 'value = "2013"', 'value = "2014"')
    assert "parameters.toml, effective_games, dated row 2" in said
    assert "'2014'" in said
    assert "2001, 2013" in said


def test_an_unknown_variant_in_an_edition(tmp_path: Path) -> None:
    said = of(tmp_path, "storage", '2025 = { value = "float"', '2025 = { value = "big"')
    assert "parameters.toml, storage, edition 2025" in said


def test_an_overlap(tmp_path: Path) -> None:
    said = of(
        tmp_path,
        "bonus_multiplier",
        "from = 2012-08-03, until = 2014-03-19",
        "from = 2012-08-02, until = 2014-03-19",
    )
    assert said.startswith("parameters.toml, bonus_multiplier")
    assert "an overlap at 2012-08-02" in said


def test_a_gap(tmp_path: Path) -> None:
    said = of(
        tmp_path,
        "bonus_multiplier",
        "from = 2012-08-03, until = 2014-03-19",
        "from = 2012-08-04, until = 2014-03-19",
    )
    assert said.startswith("parameters.toml, bonus_multiplier")
    assert "a gap from 2012-08-03 to 2012-08-04" in said


def test_a_gap_in_one_system_only(tmp_path: Path) -> None:
    said = of(
        tmp_path,
        "personal_floor",
        'systems = ["R", "Q", "B"], from',
        'systems = ["R", "Q"], from',
    )
    assert "parameters.toml, personal_floor, system B" in said


def test_a_value_that_begins_late_or_ends_early(tmp_path: Path) -> None:
    said = of(tmp_path, "storage", "{ until", "{ from = 1990-01-01, until")
    assert "storage, system R: a gap before 1990-01-01" in said
    said = of(
        tmp_path,
        "storage",
        "from = 2014-09-01,",
        "from = 2014-09-01, until = 2030-01-01,",
    )
    assert "a gap after 2030-01-01" in said


def test_a_value_without_end_that_is_not_the_last(tmp_path: Path) -> None:
    said = of(tmp_path, "storage", "until = 2014-08-31, ", "")
    assert "parameters.toml, storage, system R: an overlap" in said


def test_a_value_that_ends_before_it_begins(tmp_path: Path) -> None:
    said = of(
        tmp_path,
        "bonus_multiplier",
        "until = 2014-03-19, value = 8",
        "until = 2012-08-01, value = 8",
    )
    assert "parameters.toml, bonus_multiplier" in said


def test_a_missing_parameter(tmp_path: Path) -> None:
    text = (get_resource_path("rules") / "parameters.toml").read_text(encoding="utf-8")
    start = text.index("[storage]")
    end = text.index("[personal_floor]")
    said = broken(tmp_path, "parameters.toml", text[start:end], "")
    assert "parameters.toml: the parameter storage is missing" in said


def test_a_parameter_that_no_rule_uses(tmp_path: Path) -> None:
    said = broken(tmp_path, "parameters.toml", "[storage", "[storrage")
    assert "parameters.toml, storrage: no rule uses this parameter" in said


def test_a_missing_edition(tmp_path: Path) -> None:
    said = of(tmp_path, "storage", '2015 = { value = "float" }', "")
    assert "parameters.toml, storage: edition 2015 is missing" in said


def test_an_unknown_edition(tmp_path: Path) -> None:
    said = of(
        tmp_path,
        "storage",
        "2020 = {",
        '1999 = { value = "float" }\n2020 = {',
    )
    assert "parameters.toml, storage: edition 1999 is unknown" in said


@pytest.mark.parametrize(
    ("parameter", "old", "new"),
    [
        ("bonus_multiplier", "value = 8", 'value = "eight"'),
        ("bonus_multiplier", "value = 8", "value = true"),
        ("bonus_multiplier", "value = 8", "value = nan"),
        ("bonus_multiplier", "value = 8", "value = -8"),
        ("bonus_multiplier", "value = 8", "none = true"),
        ("bonus_multiplier", "value = 8,", ""),
        ("bonus_multiplier", "value = 8", "value = [8]"),
        ("storage", 'value = "float"', 'value = ["float"]'),
        ("storage", 'value = "float"', "value = 1"),
        ("match_net_180_days", "none = true", "none = true, value = 3"),
        ("fide_conversion", "slope = 0.94", 'slope = "steep"'),
        ("fide_conversion", "slope = 0.94", "slope = inf"),
        ("fide_conversion", "intercept = 180, ", ""),
        ("fide_conversion", ", { intercept = 20, slope = 1.02 }", ""),
        ("cfc_conversion", "up_to = 1610", "up_to = 1150"),
        ("age_formula", "oldest = 26", 'oldest = "old"'),
        ("age_formula", "oldest = 26, ", ""),
        ("age_formula", "oldest = 26", "eldest = 26"),
        ("time_control", "regular_from = 30", 'regular_from = "slow"'),
        ("time_control", "regular_from = 30", "regular_till = 30"),
        ("time_control", 'basis = "main-time"', 'basis = "sand-glass"'),
        (
            "time_control",
            'value = { basis = "main-time", quick_from = 10, regular_from = 30 }',
            "value = 30",
        ),
        ("systems", 'value = ["R", "Q", "B"]', 'value = ["R", "Q", "X"]'),
        ("systems", 'value = ["R", "Q", "B"]', "value = 3"),
        ("systems", 'value = ["R", "Q", "B"]', 'value = "RQ"'),
    ],
)
def test_a_bad_value_names_its_row(
    tmp_path: Path, parameter: str, old: str, new: str
) -> None:
    said = of(tmp_path, parameter, old, new)
    assert re.match(rf"parameters\.toml, {parameter}, dated row \d", said), said


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('value = 8, printed = ["2025, 8"], source =', "value = 8, sauce ="),
        ("until = 2014-03-19", 'until = "later"'),
        ("{ until = 2008-06-05", "{ till = 2008-06-05"),
    ],
)
def test_a_row_with_a_bad_key_names_its_row(tmp_path: Path, old: str, new: str) -> None:
    said = of(tmp_path, "bonus_multiplier", old, new)
    assert re.match(r"parameters\.toml, bonus_multiplier, dated row [13]\b", said), said


@pytest.mark.parametrize(
    ("parameter", "old", "new", "wrong"),
    [
        (
            "storage",
            'value = "float"',
            'value = "big"',
            "unknown variant 'big'; known are integer, float",
        ),
        (
            "bonus_multiplier",
            "value = 8",
            "value = -8",
            "-8 is not between 0 and 3000",
        ),
        (
            "bonus_multiplier",
            "value = 8",
            "value = true",
            "True is no finite number",
        ),
        (
            "time_control",
            'basis = "main-time"',
            'basis = "sand"',
            "basis: unknown basis 'sand'; known are main-time, main-time-plus-delay",
        ),
        (
            "fide_conversion",
            "intercept = 720, ",
            "",
            "intercept: it is missing",
        ),
        (
            "age_formula",
            "oldest = 20",
            "eldest = 20, oldest = 20",
            "eldest: nothing reads this key",
        ),
        (
            "fide_conversion",
            ", { intercept = -350, slope = 1.16 }",
            "",
            "only the last piece of a conversion is without end",
        ),
        ("systems", 'value = ["R", "Q"]', 'value = ["R", "X"]', "unknown system 'X'"),
    ],
)
def test_a_bad_value_says_what_is_wrong_with_it(
    tmp_path: Path, parameter: str, old: str, new: str, wrong: str
) -> None:
    said = of(tmp_path, parameter, old, new)
    assert re.fullmatch(
        rf"parameters\.toml, {parameter}, dated row \d: {re.escape(wrong)}", said
    ), said


def test_a_system_that_does_not_exist(tmp_path: Path) -> None:
    said = of(tmp_path, "personal_floor", '"OR", "OQ"', '"OR", "OX"')
    assert re.match(r"parameters\.toml, personal_floor, dated row 3\b", said), said


def test_a_file_that_is_no_toml(tmp_path: Path) -> None:
    assert "parameters.toml: " in of(tmp_path, "storage", "[storage]", "[storage")


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(RuleDataError, match=r"documents\.toml"):
        load_rule_table_from(tmp_path)


def test_a_document_without_a_date(tmp_path: Path) -> None:
    said = broken(tmp_path, "documents.toml", "date = 2009-06-04", "")
    assert "documents.toml, 2009: date" in said


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        (
            "documents.toml",
            "date = 2009-06-04",
            "date = 2009-06-04T12:00:00",
            "no date",
        ),
        ("documents.toml", "by_hand = true", 'by_hand = "yes"', "by_hand: 'yes' is"),
        ("documents.toml", "authors", "autors", "authors: it is missing"),
        ("documents.toml", "by_hand", "hand = 1\nby_hand", "hand: nothing reads"),
        ("guide-2001.toml", "least_games = ", "least_games = 0.", "no whole number"),
        ("guide-2001.toml", "swing = ", "swing = inf # ", "swing: inf is no finite"),
        ("guide-2001.toml", "least_games", "fewest", "least_games: it is missing"),
        ("parameters.toml", 'unit = ""', "unit = 0", "systems: unit: 0 is no text"),
        ("parameters.toml", 'topic = "', 'part = "', "systems: topic: it is"),
        ("parameters.toml", 'topic = "', 'topic = "x', "topic: 'xsystems' is none of"),
        ("documents.toml", 'as = "2015"', 'as = "2016"', "2020: as: '2016' is no"),
        ("documents.toml", 'as = "2015"', 'as = "2025"', "2020: as: '2025' is no"),
        ("documents.toml", 'as = "2015"', 'as = "2001-guide"', "2020: as: '2001-g"),
        ("documents.toml", "date = 2015-06-01", "date = 2005-06-01", "2015: date: it"),
        ("documents.toml", "by_hand = true", "by_hand = false", "by_hand: one guide"),
        ("sections.toml", 'bonus = "2.3"', "", "2009: bonus: it is missing"),
        ("sections.toml", 'bonus = "4.2"', "", "2015: bonus: it is missing"),
        ("sections.toml", 'bonus = "2.3"', 'bones = "2.3"', "2009: bones: nothing"),
        ("sections.toml", 'bonus = "2.3"', "bonus = 2.3", "2009: bonus: 2.3 is no"),
        ("sections.toml", 'bonus = "2.3"', 'bonus = " "', "2009: bonus: it is empty"),
        ("sections.toml", "[2020]", "[2021]", "edition 2021 is unknown"),
        ("sections.toml", "[2020]", "[2001-guide]", "edition 2001-guide is unknown"),
        ("sections.toml", 'OB = "2.5"', 'OX = "2.5"', "2015: OX: there is no such"),
        ("readings.toml", "letter = true", "letter = 1", "reading 1: letter: 1 is"),
        ("readings.toml", "letter = true", "latter = true", "reading 1: latter: no"),
        ("parameters.toml", 'differs = ["', 'differs = [3, "', "differs: 3 is no text"),
        ("parameters.toml", 'source = "', 'source = 1 # "', "parameters.toml"),
    ],
)
def test_a_key_that_is_wrong_is_named(
    tmp_path: Path, name: str, old: str, new: str, said: str
) -> None:
    line = broken(tmp_path, name, old, new)
    assert line.startswith(name)
    assert said in line
