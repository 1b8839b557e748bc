"""Estimates are saved while they are typed, and compared with a pasted crosstable."""

import datetime as dt
import json
import os
import time
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QAction, QGuiApplication
from pytestqt.qtbot import QtBot

from tests.formats.msa_pages import Entry, head, page, table
from tests.made_files.samples import made
from tests.often import often
from tests.ui.driving import press, retype
from tests.ui.estimate import hands
from tests.ui.keys import CONTROL, SHIFT, Key
from uscalc.document.sheet.section import SavedEstimate
from uscalc.ui.estimate.estimator_view import RatingEstimatorView
from uscalc.ui.estimate.pasted_crosstable import NO_DATE, WHICH
from uscalc.ui.estimate.saved_estimates import MOST, format_sheet, parse_sheet
from uscalc.ui.window.main_window import MainWindow

CONTROL_SHIFT = CONTROL | SHIFT
Start = Callable[[], RatingEstimatorView]


@pytest.fixture
def start(qtbot: QtBot, window: MainWindow) -> Iterator[Start]:
    """Give a function that makes an estimate as a new program does; all are closed at the end."""
    made: list[RatingEstimatorView] = []

    def begin() -> RatingEstimatorView:
        sheet = RatingEstimatorView(window)
        made.append(sheet)
        sheet.show()
        sheet.activateWindow()
        qtbot.waitUntil(sheet.isActiveWindow)
        sheet.focus_first_field()
        return sheet

    yield begin
    for sheet in made:
        sheet.let_go()
        sheet.hide()
        sheet.deleteLater()


def crash(sheet: RatingEstimatorView) -> None:
    """End the process without writing anything more; its lock holds nobody back."""
    kept = sheet.shelf
    lock, writer = kept._lock, kept._writer
    writer.cancel_writing()
    writer.close()
    lock.unlock()
    kept.close_sheet = kept.save_soon = lambda *_: None  # type: ignore[method-assign]
    sheet.hide()


def menu(sheet: RatingEstimatorView) -> dict[str, QAction]:
    sheet.shelf.menu.aboutToShow.emit()
    return {one.text(): one for one in sheet.shelf.menu.actions() if one.text()}


def test_empty_estimates_are_not_kept_and_lost_folders_reported(start, qtbot, folders):
    today = dt.date.today()
    text = start().own.end.text()
    days = (today, dt.date.today())
    assert text in [f"{day.month}/{day.day}/{day.year}" for day in days]
    sheet = start()
    hands.wait_until_idle(qtbot, sheet)
    sheet.let_go()
    assert not folders.sheets.exists()
    folders.sheets.parent.mkdir(parents=True, exist_ok=True)
    folders.sheets.write_text("a file in its place")
    sheet = start()
    hands.type_and_wait(qtbot, sheet, "1780\n\n1702w")
    qtbot.waitUntil(lambda: "cannot save this estimate" in sheet.real.status.text())
    assert "1 of 1" in hands.answered(qtbot, sheet)


def test_the_next_start_has_the_sheet_as_it_was(qtbot, start):
    sheet = start()
    hands.type_keys(qtbot, sheet, f"{hands.WORKED}\nnonsense\n\n1850")
    sheet.own.birth.setText("1990")
    before, figures = sheet.collect_state(), hands.answered(qtbot, sheet)
    assert figures
    sheet.let_go()
    sheet.hide()
    again = start()
    assert again.collect_state() == before
    assert hands.answered(qtbot, again) == figures
    assert again.lines.rows[5].marked
    assert hands.place(again) is again.lines.rows[6].rating
    assert "next opponent" in again.hint.text()


def test_a_sheet_of_the_program_before_is_still_read(qtbot, start, folders):
    """The file has a line that would now be an own rating, and one with two games."""
    folders.sheets.mkdir(parents=True, exist_ok=True)
    (folders.sheets / "00000001700000000000-abcdef.json").write_text(
        '{"kind": "uscalc-sheet", "version": 1, "own": {"myRatingBefore": "1780", '
        '"myGames": "", "mySystem": "R", "myEnd": "2025-09-01", "myName": "Lantern Open", '
        '"myRecord": "", "myFloor": "1500", "myBirth": "", "myDraws": "", '
        '"myPage": "event"}, "lines": [["1702", "W"], ["1450/7", null], '
        '["1855d 1760w", null]], "target": "1800"}',
        encoding="ascii",
    )
    sheet = start()
    assert sheet.own.rating.text() == "1780"
    assert sheet.own.end.text() == "2025-09-01"
    assert sheet.own.name.text() == "Lantern Open"
    assert sheet.target.text() == "1800"
    read = [("1702", "W"), ("1450/7", None), ("1855d 1760w", None)]
    assert hands.lines(sheet) == read
    assert {"Loss", "Draw", "Win"} <= set(hands.answered(qtbot, sheet))
    assert sheet.problem.text().startswith("Line 3 is not counted")


def test_every_key_is_kept_on_the_disk_and_a_crash_loses_none(qtbot, start, folders):
    sheet = start()
    # The name of the file doesn't come from the text.
    sheet.own.name.setText("../../evil\0name")
    for key in "1780\n\n1702w\n1855":
        hands.type_and_wait(qtbot, sheet, key)
        (path,) = folders.sheets.iterdir()
        assert path.suffix == ".json"
        assert parse_sheet(path.read_bytes()) == sheet.collect_state()
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0
    before = sheet.collect_state()
    crash(sheet)
    assert start().collect_state() == before


def test_a_new_sheet_offers_the_rating_of_the_last(qtbot, start):
    sheet = start()
    hands.type_keys(qtbot, sheet, "1432/6\n\n1702w")
    hands.push(qtbot, sheet, "myEmpty")
    assert sheet.own.rating.text() == ""
    said = "Press Enter to use 1432/6, your rating last time"
    assert sheet.hint.text().startswith(said)
    assert sheet.own.rating.placeholderText() == "1432/6 (last time)"
    hands.type_keys(qtbot, sheet, "\n\n1500d")
    assert sheet.own.rating.text() == "1432/6"
    assert "0.5 of 1" in hands.answered(qtbot, sheet)


def test_sheets_are_found_by_name(qtbot, start):
    sheet = start()
    assert [action.isEnabled() for action in menu(sheet).values()] == [False]
    sheet.own.end.setText("2025-09-01")
    hands.type_keys(qtbot, sheet, hands.WORKED)
    first = sheet.collect_state()
    hands.begin_anew(qtbot, sheet, "1801\n\n1500w\n")
    sheet.own.name.setText("Spring & Autumn")
    second = sheet.collect_state()
    hands.wait_until_idle(qtbot, sheet)
    names = list(menu(sheet))
    assert names == ["Spring && Autumn", "1780, 2.5 of 4, 9/1/2025", "Remove"]
    assert menu(sheet)[names[0]].isChecked()
    menu(sheet)[names[1]].trigger()
    assert sheet.collect_state() == first
    assert "Draw" in hands.answered(qtbot, sheet)
    menu(sheet)[names[0]].trigger()
    assert sheet.collect_state() == second


def test_a_sheet_is_removed_by_name(qtbot, start):
    sheet = start()
    hands.type_keys(qtbot, sheet, "1801\n\n1500w")
    sheet.own.name.setText("Spring Open")
    hands.wait_until_idle(qtbot, sheet)
    (action,) = menu(sheet)["Remove"].menu().actions()
    action.trigger()
    assert hands.lines(sheet) == []
    assert [action.isEnabled() for action in menu(sheet).values()] == [False]
    hands.wait_until_idle(qtbot, sheet)
    sheet.let_go()
    assert start().collect_state().is_empty


def test_another_window_does_not_write_over_it(qtbot, start):
    one = start()
    hands.type_and_wait(qtbot, one, "1780\n\n1702w\n")
    held, two = one.collect_state(), start()
    # The other window begins an empty estimate, and learns that this one is in use.
    assert two.collect_state().is_empty
    (name, *_) = menu(two)
    menu(two)[name].trigger()
    assert "This estimate is open in another window" in two.real.status.text()
    hands.type_and_wait(qtbot, two, "1500\n\n1400l")
    assert one.collect_state() == held
    assert len(tuple(two.shelf.iterate_sheets())) == 2


@pytest.mark.parametrize(
    "damage",
    [
        *(b"", b"{", b"\0" * 4000, b"[" * 100_000, b'{"kind": "uscalc-sheet"}'),
        b'{"kind": "uscalc-sheet", "version": 9, "own": {}, "lines": [], "target": ""}',
        b'{"kind": "uscalc-sheet", "version": 1, "own": {"a": 3}, "lines": [], "target": ""}',
        b'{"kind": "uscalc-sheet", "version": 1, "own": {}, "lines": [["1702"]], "target": ""}',
        b'{"kind": "uscalc-sheet", "version": 1, "own": {}, "lines": [["1", "X"]], "target": ""}',
        b"\xff\xfe\x00",
    ],
)
def test_damaged_files_are_passed_over_and_left(qtbot, start, folders, damage):
    folders.sheets.mkdir(parents=True)
    bad = folders.sheets / "99999999999999999999-abcdef.json"
    good = folders.sheets / "1-abcdef.json"
    kept = SavedEstimate({"myRatingBefore": "1780"}, (("1702", "W"),))
    good.write_bytes(format_sheet(kept))
    bad.write_bytes(damage)
    late = time.time() + 60
    os.utime(bad, (late, late))
    sheet = start()
    assert hands.lines(sheet) == [("1702", "W")]
    hands.type_and_wait(qtbot, sheet, "1855d\n")
    assert bad.read_bytes() == damage


def test_the_oldest_are_removed_when_there_are_many(qtbot, start, folders):
    folders.sheets.mkdir(parents=True)
    for number in range(MOST + 5):
        path = folders.sheets / f"{number:03}-abcdef.json"
        kept = SavedEstimate({"myRatingBefore": f"{1000 + number}"})
        path.write_bytes(format_sheet(kept))
        os.utime(path, (number + 1, number + 1))
    sheet = start()
    assert sheet.own.rating.text() == f"{1000 + MOST + 4}"
    hands.type_and_wait(qtbot, sheet, "1702w")
    ratings = [kept.rating for _, kept in sheet.shelf.iterate_sheets()]
    assert len(ratings) == MOST
    assert ratings[0] == f"{1000 + MOST + 4}"
    assert min(ratings) == "1005"


def test_the_window_keeps_and_shows_it_again(qtbot, window, folders):
    press(qtbot, window, Key.Key_M, CONTROL_SHIFT)
    sheet = window.findChild(RatingEstimatorView)
    qtbot.waitUntil(sheet.isActiveWindow)
    hands.type_keys(qtbot, sheet, "1780\n\n1702w")
    # The window closes during typing; the last typed text is written.
    window.session.closing.emit()
    (path,) = folders.sheets.glob("*.json")
    assert json.loads(path.read_bytes())["lines"] == [["1702w", "W"]]


@given(
    st.dictionaries(st.text(max_size=9), st.text(max_size=20), max_size=9),
    st.lists(st.tuples(st.text(max_size=20), st.sampled_from(["W", "D", "L", None]))),
    st.text(max_size=9),
)
@often(60)
def test_what_is_kept_is_read_as_it_was(own, said, target) -> None:  # type: ignore[no-untyped-def]
    sheet = SavedEstimate(own, tuple(said), target)
    assert parse_sheet(format_sheet(sheet)) == sheet
    assert sheet.name


@given(st.binary(max_size=300))
@often(60)
def test_any_bytes_are_a_sheet_or_none(data):
    assert parse_sheet(data) is None or isinstance(parse_sheet(data), SavedEstimate)


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
"""Pre-event and post-event rating by the rules of the page's day, points, results."""


def undated_copy(published: str = "") -> str:
    """Return only the table, as it is copied without the heading of the page."""
    return table(
        *(
            Entry(
                *(number, points, [*cells], [f"R: {pre}   ->{published or post}   "]),
                member=f"9000000{number}",
            )
            for number, (pre, post, points, *cells) in enumerate(PLAYERS, 1)
        )
    )


def dated_page(published: str = "") -> str:
    return page((head(), undated_copy(published)))


def begins(qtbot: QtBot, sheet: RatingEstimatorView, words: str) -> None:
    qtbot.waitUntil(lambda: sheet.real.status.text().startswith(words))


def compared(qtbot: QtBot, sheet: RatingEstimatorView, words: str) -> None:
    qtbot.waitUntil(lambda: sheet.real.status.text() == words)
    assert sheet.real.status.isVisible()
    hands.wait_until_idle(qtbot, sheet)
    assert sheet.real.status.text() == words


def type_sheet(qtbot: QtBot, sheet: RatingEstimatorView) -> None:
    """Type the first player, with today's date."""
    hands.type_keys(qtbot, sheet, "1780\n\n1702w\n1855d\n1760w\n1910l\n")
    sheet.own.end.setText(LATER)
    hands.wait_until_idle(qtbot, sheet)


def type_day(qtbot: QtBot, sheet: RatingEstimatorView, day: str) -> None:
    if not sheet.own.fold.button.isChecked():
        sheet.own.fold.button.click()
    retype(sheet.own.end, day)


def test_a_page_is_compared_by_its_own_date_until_another_is_typed(qtbot, mine):
    type_sheet(qtbot, mine)
    hands.paste_by_button(qtbot, mine, dated_page())
    compared(qtbot, mine, "Published 1796, computed 1796.")
    assert mine.own.end.text() == OWN_DAY
    assert [card.figure for card in mine.cards.list_shown()] == ["1796"]
    hands.push(qtbot, mine, "myCopy")
    assert "Published 1796, computed 1796." in QGuiApplication.clipboard().text()
    # Undo in the date field removes the crosstable's date.
    mine.own.fold.button.click()
    mine.own.end.setFocus()
    qtbot.keyClick(mine.own.end, *UNDO)
    assert mine.own.end.text() == LATER
    qtbot.waitUntil(lambda: "computed 1802" in mine.real.status.text())
    begins(qtbot, mine, "Published 1796, computed 1802")
    assert "Check the end date" in mine.real.status.text()
    hands.wait_until_idle(qtbot, mine)
    assert [card.figure for card in mine.cards.list_shown()] == ["1802"]
    (section,) = mine.real.document.sections
    assert mine.real.document.end_date_of(section) == dt.date(2025, 9, 1)
    mine.own.end.selectAll()
    qtbot.keyClicks(mine.own.end, OWN_DAY)
    compared(qtbot, mine, "Published 1796, computed 1796.")


def test_a_crosstable_without_a_date_asks_for_its_own(qtbot, mine):
    type_sheet(qtbot, mine)
    hands.paste_by_button(qtbot, mine, dated_page())
    compared(qtbot, mine, "Published 1796, computed 1796.")
    hands.paste_by_button(qtbot, mine, undated_copy())
    qtbot.waitUntil(lambda: mine.real.status.text() == NO_DATE)
    assert mine.own.end.text() == ""
    assert hands.place(mine) is mine.own.end
    assert mine.own.end.isVisible()
    hands.wait_until_idle(qtbot, mine)
    assert mine.real.answer is None
    assert mine.cards.isHidden()
    assert mine.real.status.text() == NO_DATE
    hands.type_keys(qtbot, mine, OWN_DAY)
    compared(qtbot, mine, "Published 1796, computed 1796.")
    assert [card.figure for card in mine.cards.list_shown()] == ["1796"]


def test_a_date_that_was_typed_serves_a_crosstable_without_one(qtbot, mine):
    hands.type_keys(qtbot, mine, "1780\n\n1702w\n1855d\n1760w\n1910l\n")
    type_day(qtbot, mine, OWN_DAY)
    hands.wait_until_idle(qtbot, mine)
    hands.paste_by_button(qtbot, mine, undated_copy())
    compared(qtbot, mine, "Published 1796, computed 1796.")
    assert mine.own.end.text() == OWN_DAY


def test_an_empty_sheet_takes_the_player_who_is_chosen(qtbot, mine):
    hands.paste_by_button(qtbot, mine, undated_copy())
    qtbot.waitUntil(lambda: mine.real.status.text() == WHICH)
    who = mine.real.who
    qtbot.waitUntil(who.hasFocus)
    for _ in range(5):
        qtbot.keyClick(who, Key.Key_Down)
    qtbot.keyClick(who, Key.Key_Return)
    qtbot.waitUntil(lambda: mine.real.status.text() == NO_DATE)
    assert hands.place(mine) is mine.own.end
    hands.type_keys(qtbot, mine, OWN_DAY)
    compared(qtbot, mine, "Published 1888, computed 1888.")
    assert mine.own.rating.text() == "1910"
    assert mine.own.end.text() == OWN_DAY
    assert hands.lines(mine) == [("1760", "L"), ("1702", "L"), ("1780", "W")]


def test_a_differing_published_result_is_reported_with_what_to_check(qtbot, mine):
    type_sheet(qtbot, mine)
    hands.paste_by_button(qtbot, mine, dated_page(published="1790"))
    begins(qtbot, mine, "Published 1790, computed 1796. The ratings differ.")


def test_nothing_is_compared_while_a_game_is_still_to_come(qtbot, mine):
    type_sheet(qtbot, mine)
    hands.type_keys(qtbot, mine, "1824\n")
    hands.paste_by_button(qtbot, mine, dated_page())
    qtbot.waitUntil(lambda: mine.real.answer is not None)
    assert "Published" not in mine.real.status.text()
    qtbot.waitUntil(lambda: mine.own.end.text() == OWN_DAY)


@pytest.mark.parametrize(
    ("name", "day"), [("unrated-1.html", None), ("unrated-1-pasted.txt", "7/18/2004")]
)
def test_a_real_page_matches_its_published_ratings(qtbot, mine, name, day):
    hands.paste_by_button(qtbot, mine, made("msa", name).read_text(encoding="utf-8"))
    qtbot.waitUntil(lambda: mine.real.status.text() == WHICH)
    who = mine.real.who
    qtbot.waitUntil(who.hasFocus)
    qtbot.keyClick(who, Key.Key_Down)
    qtbot.keyClick(who, Key.Key_Return)
    if day is not None:
        qtbot.waitUntil(lambda: hands.place(mine) is mine.own.end)
        hands.type_keys(qtbot, mine, day)
    compared(qtbot, mine, "Published 1753, computed 1753.")
    assert mine.own.end.text() == "7/18/2004"
    type_day(qtbot, mine, LATER)
    begins(qtbot, mine, "Published 1753, computed 1769")
