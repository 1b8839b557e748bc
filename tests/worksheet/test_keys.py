"""The answers follow from the printed page, and no rounding is a matter of luck."""

import os
import re
from math import floor

import pytest
from msgspec.structs import replace

from tests.made_files.samples import made
from tests.worksheet.make import EVERY, LEVEL_NUMBERS, invented_sheets, sample_sheet
from tests.worksheet.oracle import MINUS, Student, check_key, given_away, number
from tests.worksheet.reading import Paper, read_page
from uscalc.document.rate.whole import rate_document
from uscalc.formats import open_event
from uscalc.report import lessons
from uscalc.rules.resolve import resolve_rules
from uscalc.worksheet.model import ExerciseBlank, Worksheet, judge_answer

SEEDS = range(1, int(os.environ.get("USCALC_WORKSHEET_SEEDS", "5")) + 1)
"""The versions of the worksheets to solve; 50 take 40 seconds."""


@pytest.fixture(scope="module")
def sheets() -> list[Worksheet]:
    return list(invented_sheets(SEEDS))


def blanks(sheet: Worksheet) -> list[ExerciseBlank]:
    return [b for exercise in sheet.exercises for b in exercise.iterate_blanks()]


def read_both(sheet: Worksheet) -> tuple[Paper, Paper]:
    return tuple(
        read_page(lessons.make_worksheet_html(sheet, key=key)) for key in (False, True)
    )


def solved(sheet: Worksheet) -> int:
    page, key = read_both(sheet)
    assert not page.answers
    assert list(given_away(page)) == []
    return check_key(page, key)


def test_every_sheet_is_solved_and_has_its_rules(sheets):
    assert len(sheets) >= 24 * len(SEEDS)
    assert sum(map(solved, sheets)) > 600 * len(SEEDS)
    for sheet in sheets:
        titles = [rule.title for rule in sheet.rules]
        needed = {topic for exercise in sheet.exercises for topic in exercise.topics}
        assert len(titles) == len(needed)
        for rule in sheet.rules:
            assert rule.document == "The US Chess Rating System, 7/26/2025"
            assert rule.place.startswith("section ")
            assert rule.text.endswith(".")


ALONE_AND_ALL = (*((kind,) for kind in EVERY), EVERY)


@pytest.mark.parametrize("level", LEVEL_NUMBERS)
def test_every_sheet_of_a_section_is_solved_from_its_page(level):
    made = [
        sample_sheet(kinds, level, seed)
        for kinds in ALONE_AND_ALL
        for seed in (1, 2, 3)
    ]
    assert sum(solved(sheet) for sheet in made if sheet is not None) > 50


@pytest.mark.parametrize("level", LEVEL_NUMBERS)
def test_every_sheet_of_a_large_event_is_solved_from_its_page(level):
    event = open_event(made("swisssys", "golden-autumn.sjson")).document
    rated = rate_document(event, resolve_rules)
    found = 0
    for section in rated.sections:
        for rating in section.ratings:
            for kinds in ALONE_AND_ALL:
                sheet = lessons.make_section_worksheet(
                    rated, section, rating, kinds, level, 1
                )
                found += solved(sheet) if sheet is not None else 0
    assert found > 80


def test_answers_are_far_from_rounding_boundaries_and_have_few_decimals(sheets):
    for sheet in sheets:
        most = 5 if "level 3" in sheet.mark else 4
        for exercise in sheet.exercises:
            given = re.findall(r"\.(\d+)", exercise.question)
            assert max(map(len, given), default=0) <= most
            tables = [getattr(item, "rows", ()) for item in exercise.items]
            for column in (one for rows in tables for one in zip(*rows, strict=True)):
                texts = [getattr(cell, "answer", cell) for cell in column]
                if all(re.fullmatch(rf"[+{MINUS}]?[\d.]+", text) for text in texts):
                    assert len({len(text.partition(".")[2]) for text in texts}) == 1
        for blank in blanks(sheet):
            assert blank.decimals <= most
            places = blank.exact * 10.0**blank.decimals
            # All figures of a column have the same number of decimals.
            margin = 0.02 if blank.key.startswith(("we", "f", "to", "knot")) else 0.1
            assert abs(places - floor(places) - 0.5) >= margin - 1e-9, blank
            assert blank.hint
            assert blank.working
            if len(blank.answer.strip(f"+{MINUS}0.")) > 2:
                assert blank.answer.strip(f"+{MINUS}") not in blank.hint


def test_figures_have_few_decimals_and_repeat_by_seed():
    for kind in ("expectation", "k", "bonus", "special-1", "two-passes"):
        for seed in range(1, 6):
            sheet = sample_sheet((kind,), 2, seed)
            assert max(blank.decimals for blank in blanks(sheet)) <= 4
    assert sample_sheet(("special-7",), 2) is not None
    again = list(invented_sheets(range(1, 2)))
    assert again == list(invented_sheets(range(1, 2)))
    for one, other in zip(again, invented_sheets(range(2, 3)), strict=True):
        assert one.exercises != other.exercises
    for typed in ("-19.2", f"{MINUS}19.2", "\N{EN DASH}19.2"):
        assert judge_answer(LOSS, typed).judged == "right"
    assert "sign" in judge_answer(LOSS, "19.2").words
    for typed in ("1.23", "1.2", "5", "x", "-1.24"):
        assert "1.24" not in judge_answer(BLANK, typed).words


def test_errors_in_keys_and_printed_answers_are_noticed(sheets):
    for sheet in sheets[:12]:
        page, key = read_both(sheet)
        right = list(key.answers)
        for place, blank in enumerate(blanks(sheet)):
            moved = replace(blank, exact=blank.exact + 10.0**-blank.decimals)
            key.answers = [*right]
            key.answers[place] = moved.answer
            with pytest.raises(AssertionError):
                check_key(page, key)
        (*_, answer) = (a for a in right if a.strip(f"+{MINUS}0."))
        page.tasks[-1].question += f" It is {answer}."
        assert list(given_away(page))


def test_a_rounded_figure_has_another_sign():
    """By hand, N' and m are whole, so K times a whole number is exactly 800."""
    signs = set()
    for seed in SEEDS:
        own = lessons.make_invented_worksheet(("bonus",), 1, seed)
        for sheet in (own, sample_sheet(("bonus",), 1)):
            for exercise in sheet.exercises:
                found = re.search(r"K (=|≈) (\d+(?:\.\d+)?)", exercise.question)
                assert found
                games = 800 / float(found[2])
                assert (abs(games - round(games)) < 1e-9) is (found[1] == "=")
                signs.add(found[1])
    assert signs == {"=", "≈"}


def test_the_types_ask_what_they_promise(sheets):
    for sheet in sheets:
        kind, level, _ = sheet.mark.split(", ")
        wanted = {"two-passes": {"result0", "result1", "difference"}, "bonus": {"mark"}}
        for exercise in sheet.exercises:
            keys = {blank.key for blank in exercise.iterate_blanks()}
            if kind.startswith("special"):
                moves = int(kind[-1])
                assert f"to0.{moves}" in keys
                assert f"to0.{moves + 1}" not in keys
            assert wanted.get(kind, set()) <= keys
            if level == "level 3" and kind not in ("all", "expectation"):
                assert "n_star" in keys


def test_level_one_and_bonus_worksheets_are_by_hand(sheets):
    solved = 0
    for sheet in sheets:
        if sheet.mark.startswith("bonus"):
            found = [
                next(b.exact for b in e.iterate_blanks() if b.key == "bonus0") > 0
                for e in sheet.exercises
            ]
            assert {*found} == {True, False}
        if "level 1" not in sheet.mark:
            continue
        page = read_page(lessons.make_worksheet_html(sheet))
        for task, exercise in zip(page.tasks, sheet.exercises, strict=True):
            assert StudentByHand(page, task, True).solve()
            ratings = re.findall(r"(?:is rated|K =) (\d+)", task.question)
            assert all(int(rating) % 10 == 0 for rating in ratings)
            solved += 1
            if "special" in sheet.mark or "Special" in exercise.title:
                continue
            own = float(exercise.question.split("is rated ")[1].split()[0])
            for item in exercise.items:
                apart = [abs(float(row[2]) - own) for row in getattr(item, "rows", ())]
                assert {*apart} <= {0, 100, 200}
    assert solved > 20 * len(SEEDS)


class StudentByHand(Student):
    """Works with a pencil: no answer except the new rating needs rounding."""

    def _put(self, key, value, cell, asked, signed=False) -> None:
        super()._put(key, value, cell, asked, signed)
        exact = abs(value - number(self.answers[-1])) < 1e-9
        assert exact or key in ("Step 4", "Step 5"), (asked, value)
        if key == "K":
            assert value % 10 == 0


BLANK = ExerciseBlank("e0", "E", "expectation", 1.2367, 2, "Add.", "0.64 + 0.5967")
LOSS = ExerciseBlank("gain0", "Change", "gain", -19.23, 1, "Times K.", "", signed=True)


def test_a_figure_is_right_to_the_digits_asked():
    for judged, typed in (
        ("right", ("1.24", "1,24", " 1.237 ")),
        ("near", ("1.23", "1.2", "1")),
        ("wrong", ("1.4", "-1.24", "9" * 15)),
        ("unread", ("", "one", "1.2.4", "\N{SUPERSCRIPT TWO}", "nan", ".")),
        ("unread", ("1e400", "9" * 400)),
    ):
        for text in typed:
            assert judge_answer(BLANK, text).judged == judged, text
