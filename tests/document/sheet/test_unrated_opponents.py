"""Unrated opponents of a sheet count as in a section rated by the documents."""

import datetime as dt
from itertools import product

import pytest

from tests.analysis.by_hand import USUAL
from tests.build import document, player, section
from uscalc.document.model import RatingFacts
from uscalc.document.rate.whole import rate_document
from uscalc.document.sheet.answer import answer_estimate
from uscalc.document.sheet.section import answer_from_crosstable, find_in_all_sections
from uscalc.document.sheet.sheet import Estimate, EstimateLine
from uscalc.rules.resolve import resolve_rules

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
    rated = rate_document(made, resolve_rules).sections[0]
    return rated.in_system("R").find_post(1)


def _source(rating):
    return None if rating is None else "official"


UNRATED = RatingFacts()


@pytest.mark.parametrize("rating", [1780.0, 900.0, None])
@pytest.mark.parametrize("results", list(product("WDL", repeat=2)))
def test_the_figure_is_that_of_a_section_with_these_games(rating, results):
    lines = (EstimateLine(None, results[0]), EstimateLine(1500.0, results[1]))
    found = answer_estimate(Estimate(rating, lines, DAY), resolve_rules, USUAL)
    assert found.now.value == pytest.approx(in_a_section(rating, lines), abs=1e-9)


def test_each_way_of_a_game_to_come_is_that_of_the_section():
    lines = (EstimateLine(1700.0, "W"), EstimateLine(None))
    found = answer_estimate(Estimate(1780.0, lines, DAY), resolve_rules, USUAL)
    for way, letter in zip(found.forecast.ways, "LDW", strict=True):
        played = (lines[0], EstimateLine(None, letter))
        assert way.value == pytest.approx(in_a_section(1780.0, played), abs=1e-9)


def test_a_loss_against_an_unrated_opponent_is_open_in_a_wide_range():
    unrated = answer_estimate(
        Estimate(1780.0, (EstimateLine(None, "L"),), DAY), resolve_rules, USUAL
    )
    lines = (EstimateLine(None, "L"), EstimateLine(1700.0, "D"))
    two = answer_estimate(Estimate(1780.0, lines, DAY), resolve_rules, USUAL)
    rated = (EstimateLine(1780.0, "L"), EstimateLine(1700.0, "D"))
    same = answer_estimate(Estimate(1780.0, rated, DAY), resolve_rules, USUAL)
    assert unrated.now.range.low <= unrated.now.value + 0.5
    wide = two.now.range.high - two.now.range.low
    assert wide > same.now.range.high - same.now.range.low
    for line in (unrated.now, two.now):
        low, high = line.spread.find_middle_range(0.95)
        assert line.range.low <= low <= high <= line.range.high


def test_an_opponent_on_few_games_may_move_more_than_an_established_one():
    def width(games):
        lines = (EstimateLine(1700.0, "W", games=games), EstimateLine(1800.0, "W"))
        now = answer_estimate(Estimate(1780.0, lines, DAY), resolve_rules, USUAL).now
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
    sheet = Estimate(1780.0, (EstimateLine(None, "W"), EstimateLine(1500.0, "D")), DAY)
    (found,) = find_in_all_sections(sheet, made, resolve_rules)
    assert found.number == 1
    post = rate_document(made, resolve_rules).sections[0].in_system("R").find_post(1)
    assert answer_from_crosstable(sheet, made, found, resolve_rules, USUAL).post == post
    # Somebody rated is not somebody unrated.
    other = Estimate(1780.0, (EstimateLine(750.0, "W"), EstimateLine(1500.0, "D")), DAY)
    assert find_in_all_sections(other, made, resolve_rules) == ()
