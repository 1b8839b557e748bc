"""A sheet in its section's crosstable: found, completed, and answered for real."""

import datetime as dt
from dataclasses import replace

import pytest

from tests.analysis.by_hand import USUAL
from tests.build import document, player, section
from uscalc.analysis.forecast_model import NothingToForecastError
from uscalc.document.model import Document, RatingFacts
from uscalc.document.rate.whole import rate_document
from uscalc.document.sheet.answer import answer_in_section
from uscalc.document.sheet.section import (
    FoundPlayer,
    add_unplayed_games,
    answer_from_crosstable,
    find_in_all_sections,
)
from uscalc.document.sheet.sheet import Estimate, EstimateLine
from uscalc.rules.resolve import resolve_rules

DAY = dt.date(2025, 9, 1)
SHEET = Estimate(1780.0, (EstimateLine(1702, "W"), EstimateLine(1655, "D")), DAY)


def played(*last: str, unknown: bool = False) -> Document:
    """Four players over two rounds, and a third where it is given."""
    rows = (
        player(1, "W2", "D3", *last[:1], rating=1780.0),
        player(2, "L1", "W4", *last[1:2], rating=1702.0),
        player(3, "W4", "D1", *last[2:3], rating=1655.0),
        player(
            4,
            "L3",
            "L2",
            *last[3:4],
            facts=RatingFacts(None, unknown=True) if unknown else None,
            rating=1824.0,
        ),
    )
    other = section(player(1, "W2", rating=1780.0), player(2, "L1", rating=1500.0))
    return document(section(*rows), replace(other, name="Reserve"))


def test_the_player_is_found_in_one_section_of_several():
    (found,) = find_in_all_sections(SHEET, played(), resolve_rules)
    assert found == FoundPlayer(0, 1, "Player 1", "Open")
    one_win = replace(SHEET, lines=(EstimateLine(1500, "W"),))
    assert [
        f.section for f in find_in_all_sections(one_win, played(), resolve_rules)
    ] == [1]
    assert (
        find_in_all_sections(replace(SHEET, rating=1779.0), played(), resolve_rules)
        == ()
    )


def test_without_a_game_to_come_it_is_the_new_rating():
    made = played()
    (found,) = find_in_all_sections(SHEET, made, resolve_rules)
    rating = rate_document(made, resolve_rules).sections[0].in_system("R")
    answer = answer_from_crosstable(SHEET, made, found, resolve_rules, USUAL)
    assert (answer.forecast, answer.added) == (None, 0)
    assert answer.post == rating.find_post(1)


@pytest.mark.parametrize(
    ("line", "cell"),
    [
        (EstimateLine(1824), "?4"),
        # Met already, or nobody of that rating: somebody so rated.
        (EstimateLine(1702), "?1702-1702"),
        (EstimateLine(1900), "?1900-1900"),
        (EstimateLine(1800, rating_to=1850), "?1800-1850"),
    ],
)
def test_a_game_to_come_is_taken_from_the_sheet(line, cell):
    sheet = replace(SHEET, lines=(*SHEET.lines, line))
    made = played()
    (found,) = find_in_all_sections(sheet, made, resolve_rules)
    completed, added = add_unplayed_games(sheet, made, found)
    assert added == 1
    players = completed.sections[0].players
    assert players[0].results == ("W2", "D3", cell)
    if cell == "?4":
        assert players[3].results == ("L3", "L2", "?1")
    answer = answer_from_crosstable(sheet, made, found, resolve_rules, USUAL)
    assert answer.forecast == answer_in_section(
        completed, 0, "R", 1, resolve_rules, USUAL
    )
    assert len(answer.forecast.ways) == 3


def test_a_game_that_the_crosstable_has_is_not_taken_twice():
    sheet = replace(SHEET, lines=(*SHEET.lines, EstimateLine(1824)))
    made = played("?4", "?3", "?2", "?1")
    (found,) = find_in_all_sections(sheet, made, resolve_rules)
    completed, added = add_unplayed_games(sheet, made, found)
    assert (completed, added) == (made, 0)
    answer = answer_from_crosstable(sheet, made, found, resolve_rules, USUAL)
    # The other game of the round counts, too.
    assert answer.forecast.others == 1


def test_a_section_that_is_not_rated_says_why():
    made = played(unknown=True)
    with pytest.raises(NothingToForecastError, match="No Regular rating entered"):
        answer_from_crosstable(
            SHEET, made, FoundPlayer(0, 1, "", "Open"), resolve_rules, USUAL
        )
