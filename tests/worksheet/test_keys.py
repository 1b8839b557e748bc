"""The answers are right, found from what is printed; and no rounding is a matter of luck."""

from dataclasses import replace
from math import floor

import pytest

from tests.shared_data import shared
from tests.worksheet.make import (
    EVERY,
    LEVEL_NUMBERS,
    invented_sheets,
    rules_text,
    sample_sheet,
)
from tests.worksheet.oracle import check_exercise
from uscalc.document.rate.rating import rate_document
from uscalc.formats import open_event
from uscalc.report.worksheets import section_sheet
from uscalc.rules.resolve import rules_for
from uscalc.worksheet.kinds import Level
from uscalc.worksheet.model import Blank, Worksheet

SEEDS = range(1, 11)


@pytest.fixture(scope="module")
def sheets() -> list[Worksheet]:
    return list(invented_sheets(SEEDS))


def blanks(sheet: Worksheet) -> list[Blank]:
    return [blank for exercise in sheet.exercises for blank in exercise.blanks()]


def test_every_answer_of_generated_sheets_is_found_again(
    sheets: list[Worksheet],
) -> None:
    assert len(sheets) >= 200
    found = sum(
        check_exercise(exercise, rules_text(sheet))
        for sheet in sheets
        for exercise in sheet.exercises
    )
    assert found > 5000


@pytest.mark.parametrize("level", LEVEL_NUMBERS)
def test_every_answer_of_a_sections_sheet_is_found_again(level: Level) -> None:
    found = 0
    for kind in EVERY:
        for seed in range(1, 4):
            sheet = sample_sheet((kind,), level, seed)
            for exercise in () if sheet is None else sheet.exercises:
                found += check_exercise(exercise, rules_text(sheet))
    assert found > 50


def test_every_answer_of_a_large_events_sheets_is_found_again() -> None:
    event = open_event(shared("samples", "swisssys", "golden-autumn.sjson")).document
    rated = rate_document(event, rules_for)
    found = 0
    for section in rated.sections:
        for rating in section.ratings:
            for kind in EVERY:
                sheet = section_sheet(rated, section, rating, (kind,), 3, 1)
                for exercise in () if sheet is None else sheet.exercises:
                    found += check_exercise(exercise, rules_text(sheet))
    assert found > 80


def test_no_answer_lies_near_a_border_of_rounding(sheets: list[Worksheet]) -> None:
    for sheet in sheets:
        for blank in blanks(sheet):
            places = blank.exact * 10.0**blank.decimals
            assert abs(places - floor(places) - 0.5) >= 0.1, blank


def test_a_wrong_answer_would_be_noticed(sheets: list[Worksheet]) -> None:
    """The oracle is not blind: every blank is moved by one unit, and it objects."""
    for sheet in sheets[:48]:
        for exercise in sheet.exercises:
            for blank in exercise.blanks():
                wrong = replace(blank, exact=blank.exact + 10.0**-blank.decimals)
                items = tuple(_with(item, blank, wrong) for item in exercise.items)
                with pytest.raises(AssertionError):
                    check_exercise(replace(exercise, items=items), rules_text(sheet))


def _with(item, blank, wrong):
    if isinstance(item, str):
        return item
    if hasattr(item, "cell"):
        return replace(item, cell=wrong) if item.cell is blank else item
    rows = tuple(
        tuple(wrong if cell is blank else cell for cell in row) for row in item.rows
    )
    return replace(item, rows=rows)


def test_the_kinds_ask_what_they_say(sheets: list[Worksheet]) -> None:
    for sheet in sheets:
        kind, level, _ = sheet.mark.split(", ")
        for exercise in sheet.exercises:
            keys = {blank.key for blank in exercise.blanks()}
            if kind.startswith("special"):
                moves = int(kind[-1])
                assert f"to0.{moves}" in keys
                assert f"to0.{moves + 1}" not in keys
            if kind == "two-passes":
                assert {"result0", "result1", "difference"} <= keys
            if kind == "bonus":
                assert "mark" in keys
            if level == "level 3" and kind not in ("all", "expectation"):
                assert "n_star" in keys


def test_by_hand_differences_are_hundreds_and_none_is_above_two(
    sheets: list[Worksheet],
) -> None:
    for sheet in sheets:
        if "level 1" not in sheet.mark or "special" in sheet.mark:
            continue
        for exercise in sheet.exercises:
            if "special" in exercise.title:
                continue
            own = float(exercise.question.split("is rated ")[1].split()[0])
            for item in exercise.items:
                for row in getattr(item, "rows", ()):
                    apart = abs(float(row[2]) - own)
                    assert apart in (0, 100, 200)


def test_bonus_sheets_reach_the_mark_and_miss_it(sheets: list[Worksheet]) -> None:
    for sheet in sheets:
        if not sheet.mark.startswith("bonus"):
            continue
        found = [
            next(b.exact for b in e.blanks() if b.key == "bonus0") > 0
            for e in sheet.exercises
        ]
        assert True in found
        assert False in found


def test_the_same_seed_gives_the_same_sheet_and_another_another() -> None:
    again = list(invented_sheets(range(1, 2)))
    assert again == list(invented_sheets(range(1, 2)))
    for one, other in zip(again, invented_sheets(range(2, 3)), strict=True):
        assert one.exercises != other.exercises


def test_every_rule_that_is_needed_stands_in_the_box_with_its_source(
    sheets: list[Worksheet],
) -> None:
    for sheet in sheets:
        titles = [rule.title for rule in sheet.rules]
        needed = {topic for exercise in sheet.exercises for topic in exercise.topics}
        assert len(titles) == len(needed)
        for rule in sheet.rules:
            assert rule.document.startswith("The US Chess Rating System, 20")
            assert rule.place.startswith("section ")
            assert rule.text.endswith(".")


def test_hints_and_blanks_do_not_give_the_figure_away(sheets: list[Worksheet]) -> None:
    for sheet in sheets:
        for blank in blanks(sheet):
            assert blank.hint
            assert blank.working
            if len(blank.answer.strip("+\N{MINUS SIGN}0.")) > 2:
                assert blank.answer.strip("+\N{MINUS SIGN}") not in blank.hint
