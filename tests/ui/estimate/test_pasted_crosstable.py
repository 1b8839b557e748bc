"""A pasted crosstable: rated by its own date, and compared with what was published."""

import datetime as dt

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from tests.formats.msa_pages import Entry, head, page, table
from tests.made_files.samples import made
from tests.ui.estimate.hands import lines, place, push, settled, type_keys
from tests.ui.keys import CONTROL, Key
from uscalc.ui.estimate.estimator_view import RatingEstimatorView
from uscalc.ui.estimate.pasted_crosstable import NO_DATE, WHICH

UNDO = (Key.Key_Z, CONTROL)
OWN_DAY = "5/5/2013"
LATER = "9/1/2025"
PLAYERS = (
    ("1780", "1796", "2.5", "W   2", "D   3", "W   4", "L   5"),
    ("1702", "1724", "2.0", "L   1", "W   5", "D   6", "D   3"),
    ("1855", "1859", "2.0", "W   6", "D   1", "H    ", "D   2"),
    ("1760", "1769", "2.0", "W   5", "D   6", "L   1", "D   6"),
    ("1910", "1888", "1.0", "L   4", "L   2", "U    ", "W   1"),
    ("1824", "1807", "1.5", "L   3", "D   4", "D   2", "D   4"),
)
"""Rating before and after by the rules of the page's day, points, results."""


def entries(*, published: str = "") -> tuple[Entry, ...]:
    return tuple(
        Entry(
            number,
            points,
            [*cells],
            [f"R: {before}   ->{published or after}   "],
            member=f"9000000{number}",
        )
        for number, (before, after, points, *cells) in enumerate(PLAYERS, 1)
    )


def dated_page(*, published: str = "") -> str:
    return page((head(), table(*entries(published=published))))


def undated_copy() -> str:
    """Only the table, as it is copied without the head of the page."""
    return table(*entries())


def paste(qtbot: QtBot, sheet: RatingEstimatorView, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    push(qtbot, sheet, "myPaste")


def compared(qtbot: QtBot, sheet: RatingEstimatorView, words: str) -> None:
    qtbot.waitUntil(lambda: sheet.real.status.text() == words)
    assert sheet.real.status.isVisible()
    settled(qtbot, sheet)
    assert sheet.real.status.text() == words


def type_sheet(qtbot: QtBot, sheet: RatingEstimatorView) -> None:
    """The first player, with the day of today."""
    type_keys(qtbot, sheet, "1780\n\n1702w\n1855d\n1760w\n1910l\n")
    sheet.own.end.setText(LATER)
    settled(qtbot, sheet)


def type_day(qtbot: QtBot, sheet: RatingEstimatorView, day: str) -> None:
    if not sheet.own.fold.button.isChecked():
        sheet.own.fold.button.click()
    sheet.own.end.setFocus()
    sheet.own.end.selectAll()
    qtbot.keyClicks(sheet.own.end, day)


def test_a_page_is_rated_by_its_own_date_and_compared(qtbot, mine):
    type_sheet(qtbot, mine)
    paste(qtbot, mine, dated_page())
    compared(qtbot, mine, "Published 1796, computed 1796.")
    assert mine.own.end.text() == OWN_DAY
    assert [card.figure for card in mine.cards.list_shown()] == ["1796"]
    push(qtbot, mine, "myCopy")
    assert "Published 1796, computed 1796." in QGuiApplication.clipboard().text()
    # Undo in the date takes the crosstable's date back.
    mine.own.fold.button.click()
    mine.own.end.setFocus()
    qtbot.keyClick(mine.own.end, *UNDO)
    assert mine.own.end.text() == LATER
    qtbot.waitUntil(lambda: "computed 1802" in mine.real.status.text())


def test_a_date_serves_one_crosstable_only_and_changing_it_computes_anew(qtbot, mine):
    type_sheet(qtbot, mine)
    paste(qtbot, mine, dated_page())
    compared(qtbot, mine, "Published 1796, computed 1796.")
    type_day(qtbot, mine, LATER)
    qtbot.waitUntil(
        lambda: mine.real.status.text().startswith("Published 1796, computed 1802")
    )
    assert "Check the end date" in mine.real.status.text()
    settled(qtbot, mine)
    assert [card.figure for card in mine.cards.list_shown()] == ["1802"]
    # What is explained is the crosstable on that day.
    (section,) = mine.real.document.sections
    assert mine.real.document.end_date_of(section) == dt.date(2025, 9, 1)
    mine.own.end.selectAll()
    qtbot.keyClicks(mine.own.end, OWN_DAY)
    compared(qtbot, mine, "Published 1796, computed 1796.")
    paste(qtbot, mine, undated_copy())
    qtbot.waitUntil(lambda: mine.real.status.text() == NO_DATE)
    assert mine.own.end.text() == ""


def test_a_crosstable_without_a_date_asks_for_it(qtbot, mine):
    type_sheet(qtbot, mine)
    paste(qtbot, mine, undated_copy())
    qtbot.waitUntil(lambda: mine.real.status.text() == NO_DATE)
    assert place(mine) is mine.own.end
    assert mine.own.end.isVisible()
    assert mine.own.end.text() == ""
    settled(qtbot, mine)
    # Nothing is rated by a day that nobody said.
    assert mine.real.answer is None
    assert mine.cards.isHidden()
    assert mine.real.status.text() == NO_DATE
    type_keys(qtbot, mine, OWN_DAY)
    compared(qtbot, mine, "Published 1796, computed 1796.")
    assert [card.figure for card in mine.cards.list_shown()] == ["1796"]


def test_a_date_that_was_typed_serves_a_crosstable_without_one(qtbot, mine):
    type_keys(qtbot, mine, "1780\n\n1702w\n1855d\n1760w\n1910l\n")
    type_day(qtbot, mine, OWN_DAY)
    settled(qtbot, mine)
    paste(qtbot, mine, undated_copy())
    compared(qtbot, mine, "Published 1796, computed 1796.")
    assert mine.own.end.text() == OWN_DAY


@pytest.mark.parametrize("dated", [True, False])
def test_an_empty_sheet_takes_the_player_who_is_chosen(qtbot, mine, dated):
    paste(qtbot, mine, dated_page() if dated else undated_copy())
    qtbot.waitUntil(lambda: mine.real.status.text() == WHICH)
    who = mine.real.who
    qtbot.waitUntil(who.hasFocus)
    for _ in range(5):
        qtbot.keyClick(who, Key.Key_Down)
    qtbot.keyClick(who, Key.Key_Return)
    if not dated:
        qtbot.waitUntil(lambda: mine.real.status.text() == NO_DATE)
        assert place(mine) is mine.own.end
        type_keys(qtbot, mine, OWN_DAY)
    compared(qtbot, mine, "Published 1888, computed 1888.")
    assert mine.own.rating.text() == "1910"
    assert mine.own.end.text() == OWN_DAY
    assert lines(mine) == [("1760", "L"), ("1702", "L"), ("1780", "W")]


def test_a_differing_published_result_is_reported_with_what_to_check(qtbot, mine):
    type_sheet(qtbot, mine)
    paste(qtbot, mine, dated_page(published="1790"))
    qtbot.waitUntil(
        lambda: mine.real.status.text().startswith(
            "Published 1790, computed 1796. The ratings differ."
        )
    )


def test_nothing_is_compared_while_a_game_is_still_to_come(qtbot, mine):
    type_sheet(qtbot, mine)
    type_keys(qtbot, mine, "1824\n")
    paste(qtbot, mine, dated_page())
    qtbot.waitUntil(lambda: mine.real.answer is not None)
    assert "Published" not in mine.real.status.text()
    # By the page's own date all the same.
    qtbot.waitUntil(lambda: mine.own.end.text() == OWN_DAY)


@pytest.mark.parametrize(
    ("name", "day"), [("unrated-1.html", None), ("unrated-1-pasted.txt", "7/18/2004")]
)
def test_a_real_page_matches_its_published_ratings(qtbot, mine, name, day):
    text = made("msa", name).read_text(encoding="utf-8")
    paste(qtbot, mine, text)
    qtbot.waitUntil(lambda: mine.real.status.text() == WHICH)
    who = mine.real.who
    qtbot.waitUntil(who.hasFocus)
    qtbot.keyClick(who, Key.Key_Down)
    qtbot.keyClick(who, Key.Key_Return)
    if day is not None:
        qtbot.waitUntil(lambda: place(mine) is mine.own.end)
        type_keys(qtbot, mine, day)
    compared(qtbot, mine, "Published 1753, computed 1753.")
    assert mine.own.end.text() == "7/18/2004"
    if day is not None:
        return
    type_day(qtbot, mine, LATER)
    qtbot.waitUntil(
        lambda: mine.real.status.text().startswith("Published 1753, computed 1769")
    )
