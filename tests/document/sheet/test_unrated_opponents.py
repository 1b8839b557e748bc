"""Unrated opponents of a sheet count as in a section rated by the documents."""

import datetime as dt
from itertools import product

import pytest

from tests.analysis.by_hand import USUAL
from tests.build import document, player, section
from uscalc.document.model import RatingFacts
from uscalc.document.rate.rating import rate_document
from uscalc.document.sheet.answer import answer_sheet
from uscalc.document.sheet.section import find_everywhere, real_answer
from uscalc.document.sheet.sheet import Sheet, SheetLine
from uscalc.rules.resolve import rules_for

DAY = dt.date(2025, 9, 1)
ONE_SIDED = {"W": "N", "D": "R", "L": "S"}
MIRROR = {"W": "L", "D": "D", "L": "W"}


def in_a_section(rating, lines):
    """The player's rating in a section of these games alone.

    A rated opponent stays as it stands; an unrated one has the game too, and is rated.
    """
    mine, others = [], []
    for number, line in enumerate(lines, 2):
        if line.rating is None:
            mine.append(f"{line.result}{number}")
            before = ("",) * (number - 2)
            theirs = f"{MIRROR[line.result]}1"
            others.append(player(number, *before, theirs, facts=UNRATED))
        else:
            mine.append(f"{ONE_SIDED[line.result]}{number}")
            others.append(player(number, rating=line.rating))
    me = player(1, *mine, facts=RatingFacts(rating, source=_source(rating)))
    made = document(section(me, *others))
    rated = rate_document(made, rules_for).sections[0]
    return rated.in_system("R").post(1)


def _source(rating):
    return None if rating is None else "official"


UNRATED = RatingFacts()


@pytest.mark.parametrize("rating", [1780.0, 900.0, None])
@pytest.mark.parametrize("results", list(product("WDL", repeat=2)))
def test_the_figure_is_that_of_a_section_with_these_games(rating, results):
    lines = (SheetLine(None, results[0]), SheetLine(1500.0, results[1]))
    found = answer_sheet(Sheet(rating, lines, DAY), rules_for, USUAL)
    assert found.now.value == pytest.approx(in_a_section(rating, lines), abs=1e-9)


def test_each_way_of_a_game_to_come_is_that_of_the_section():
    lines = (SheetLine(1700.0, "W"), SheetLine(None))
    found = answer_sheet(Sheet(1780.0, lines, DAY), rules_for, USUAL)
    for way, letter in zip(found.forecast.ways, "LDW", strict=True):
        played = (lines[0], SheetLine(None, letter))
        assert way.value == pytest.approx(in_a_section(1780.0, played), abs=1e-9)


def test_a_loss_against_an_unrated_opponent_is_open_in_a_wide_range():
    unrated = answer_sheet(
        Sheet(1780.0, (SheetLine(None, "L"),), DAY), rules_for, USUAL
    )
    lines = (SheetLine(None, "L"), SheetLine(1700.0, "D"))
    two = answer_sheet(Sheet(1780.0, lines, DAY), rules_for, USUAL)
    rated = (SheetLine(1780.0, "L"), SheetLine(1700.0, "D"))
    same = answer_sheet(Sheet(1780.0, rated, DAY), rules_for, USUAL)
    assert unrated.now.range.low <= unrated.now.value + 0.5
    wide = two.now.range.high - two.now.range.low
    assert wide > same.now.range.high - same.now.range.low
    for line in (unrated.now, two.now):
        low, high = line.spread.within(0.95)
        assert line.range.low <= low <= high <= line.range.high


def test_an_opponent_on_few_games_may_move_more_than_an_established_one():
    def width(games):
        lines = (SheetLine(1700.0, "W", games=games), SheetLine(1800.0, "W"))
        now = answer_sheet(Sheet(1780.0, lines, DAY), rules_for, USUAL).now
        return now.range.high - now.range.low

    assert width(6) > width(None)
    assert width(60) == width(None)


def test_a_sheet_with_an_unrated_opponent_is_found_in_its_crosstable():
    rows = (
        player(1, "W2", "D3", facts=RatingFacts(1780.0, games=100, source="official")),
        player(2, "L1", facts=UNRATED),
        player(3, "", "D1", facts=RatingFacts(1500.0, games=90, source="official")),
    )
    made = document(section(*rows))
    sheet = Sheet(1780.0, (SheetLine(None, "W"), SheetLine(1500.0, "D")), DAY)
    (found,) = find_everywhere(sheet, made, rules_for)
    assert found.number == 1
    post = rate_document(made, rules_for).sections[0].in_system("R").post(1)
    assert real_answer(sheet, made, found, rules_for, USUAL).post == post
    # Somebody rated is not somebody unrated.
    other = Sheet(1780.0, (SheetLine(750.0, "W"), SheetLine(1500.0, "D")), DAY)
    assert find_everywhere(other, made, rules_for) == ()
