"""A sheet in its section's crosstable: found, completed, and answered for real."""

import datetime as dt
from dataclasses import replace

import pytest

from tests.analysis.by_hand import USUAL
from tests.build import document, player, section
from uscalc.analysis.forecast_model import NothingToForecastError
from uscalc.document.model import Document, RatingFacts
from uscalc.document.rate.rating import rate_document
from uscalc.document.sheet.answer import answer_in_section
from uscalc.document.sheet.section import (
    Found,
    find_everywhere,
    real_answer,
    with_games_to_come,
)
from uscalc.document.sheet.sheet import Sheet, SheetLine
from uscalc.rules.resolve import rules_for

DAY = dt.date(2025, 9, 1)
SHEET = Sheet(1780.0, (SheetLine(1702, "W"), SheetLine(1655, "D")), DAY)


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


def test_the_player_is_found_in_one_section_of_several() -> None:
    (found,) = find_everywhere(SHEET, played(), rules_for)
    assert found == Found(0, 1, "Player 1", "Open")
    one_win = replace(SHEET, lines=(SheetLine(1500, "W"),))
    assert [f.section for f in find_everywhere(one_win, played(), rules_for)] == [1]
    assert find_everywhere(replace(SHEET, rating=1779.0), played(), rules_for) == ()


def test_without_a_game_to_come_it_is_the_new_rating() -> None:
    made = played()
    (found,) = find_everywhere(SHEET, made, rules_for)
    rating = rate_document(made, rules_for).sections[0].in_system("R")
    assert rating is not None
    answer = real_answer(SHEET, made, found, rules_for, USUAL)
    assert (answer.forecast, answer.added) == (None, 0)
    assert answer.post == rating.post(1)


@pytest.mark.parametrize(
    ("line", "cell"),
    [
        (SheetLine(1824), "?4"),
        # Met already, or nobody of that rating: somebody so rated.
        (SheetLine(1702), "?1702-1702"),
        (SheetLine(1900), "?1900-1900"),
        (SheetLine(1800, rating_to=1850), "?1800-1850"),
    ],
)
def test_a_game_to_come_is_taken_from_the_sheet(line: SheetLine, cell: str) -> None:
    sheet = replace(SHEET, lines=(*SHEET.lines, line))
    made = played()
    (found,) = find_everywhere(sheet, made, rules_for)
    completed, added = with_games_to_come(sheet, made, found)
    assert added == 1
    players = completed.sections[0].players
    assert players[0].results == ("W2", "D3", cell)
    if cell == "?4":
        assert players[3].results == ("L3", "L2", "?1")
    answer = real_answer(sheet, made, found, rules_for, USUAL)
    assert answer.forecast == answer_in_section(completed, 0, "R", 1, rules_for, USUAL)
    assert len(answer.forecast.ways) == 3


def test_a_game_that_the_crosstable_has_is_not_taken_twice() -> None:
    sheet = replace(SHEET, lines=(*SHEET.lines, SheetLine(1824)))
    made = played("?4", "?3", "?2", "?1")
    (found,) = find_everywhere(sheet, made, rules_for)
    completed, added = with_games_to_come(sheet, made, found)
    assert (completed, added) == (made, 0)
    answer = real_answer(sheet, made, found, rules_for, USUAL)
    assert answer.forecast is not None
    # The other game of the round counts, too.
    assert answer.forecast.others == 1


def test_a_section_that_is_not_rated_says_why() -> None:
    made = played(unknown=True)
    with pytest.raises(NothingToForecastError, match="not known"):
        real_answer(SHEET, made, Found(0, 1, "", "Open"), rules_for, USUAL)
