"""An estimate as a player in a hurry types it: every form, few keys, and a true sentence."""

import random
from collections.abc import Iterator
from itertools import product

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu
from pytestqt.qtbot import QtBot

from tests.build import as_type
from tests.document.sheet.test_line import REFUSED, UNDERSTOOD
from tests.ui.driving import activate, keyboard
from tests.ui.estimate import hands
from tests.ui.keys import ALT, CONTROL, LEFT, Key
from uscalc.document.sheet.line import BadLine
from uscalc.document.sheet.sheet import EstimateLine
from uscalc.ui.estimate.estimator_view import RatingEstimatorView
from uscalc.ui.estimate.lines import MAY_BE_OWN
from uscalc.ui.estimate.pasted_crosstable import NO_PAGE, NOBODY, WHICH
from uscalc.ui.window.main_window import MainWindow

MOST_KEYS = 40
SEVERAL = (
    *("1702w 1855d 1760", "1702w, 1855d, 1760", "1702w1855d", "1702w; 1855d", "1710w3"),
    *("beat 1702 and drew 1855", "1702/18 1855"),
)
"""Lines in which several games, or a game and a number, were typed."""


@pytest.fixture
def mine(qtbot: QtBot, window: MainWindow) -> Iterator[RatingEstimatorView]:
    yield hands.open_estimator(qtbot, window)
    QGuiApplication.clipboard().clear()


def test_enter_goes_through_the_fields_in_reading_order(qtbot, mine):
    own, asked = mine.own, mine.asked
    hands.type_keys(qtbot, mine, "1780\n")
    assert own.games.hasFocus()
    hands.type_keys(qtbot, mine, "20\n1702w\n")
    assert row_of(mine) == 1
    assert hands.answered(qtbot, mine) != {}
    own.fold.button.click()
    own.rating.setFocus()
    seen = []
    for _ in range(6):
        qtbot.keyClick(hands.place(mine), Key.Key_Return)
        seen.append(hands.place(mine))
    assert seen[:-1] == [own.games, own.end, own.floor, own.birth, own.name]
    assert row_of(mine) == 1
    hands.type_keys(qtbot, mine, "\n")
    assert asked.target.hasFocus()
    hands.type_keys(qtbot, mine, "1800\n")
    assert asked.draws.hasFocus()
    hands.type_keys(qtbot, mine, "\n")
    assert row_of(mine) == 1


def row_of(sheet: RatingEstimatorView) -> int:
    return [row.rating for row in sheet.lines.rows].index(hands.place(sheet))


def goes_where_it_says(qtbot: QtBot, sheet: RatingEstimatorView) -> None:
    """Press Enter, which must do what the hint says."""
    said, before = sheet.hint.text(), hands.place(sheet)
    assert sheet.isAncestorOf(before)
    assert sheet.hint.isVisible()
    rows = [row.rating for row in sheet.lines.rows]
    qtbot.keyClick(before, Key.Key_Return)
    after = hands.place(sheet)
    if "go to the target" in said:
        assert after is sheet.target
    elif "for the next field" in said and before is sheet.target:
        assert after is sheet.asked.draws
    elif "for the next field" in said and before is not sheet.own.name:
        shown = [field for field in sheet.own.list_fields() if field.isVisible()]
        place_of = shown.index(before) + 1
        assert after is (shown[place_of] if place_of < len(shown) else after)
    elif "return to your games" in said or "for the next field" in said:
        assert after is next(row.rating for row in sheet.lines.rows if row.empty)
    elif "for the next line" in said or "for example 1702w, then press Enter" in said:
        now = [row.rating for row in sheet.lines.rows]
        moved = 0 if all(row.empty for row in sheet.lines.rows) else 1
        assert after is now[rows.index(before) + moved]
    else:
        # The hint promises nothing, or asks for a rating first.
        assert "ress Enter" in said
        assert after in (before, sheet.lines.rows[0].rating)


def test_a_first_answer_takes_few_keys_and_the_sentence_is_always_true(qtbot, window):
    keys = 1
    sheet = hands.open_estimator(qtbot, window)
    sheet.own.end.setText("2025-09-01")
    assert "Type your rating" in sheet.hint.text()
    for typed in ("1780", "", "1702w", "1855d", "1760w", "1910l", "1824"):
        for key in typed:
            qtbot.keyClicks(hands.place(sheet), key)
            keys += 1
        goes_where_it_says(qtbot, sheet)
        keys += 1
    assert hands.answered(qtbot, sheet) == hands.WORKED_FIGURES
    assert keys <= MOST_KEYS
    # On the empty line, Enter goes to the target, then to the draw factor, and
    # back to the line.
    goes_where_it_says(qtbot, sheet)
    assert hands.place(sheet) is sheet.target
    hands.type_keys(qtbot, sheet, "1850")
    goes_where_it_says(qtbot, sheet)
    goes_where_it_says(qtbot, sheet)
    assert row_of(sheet) == 5


def test_enter_before_anything_is_typed_stays_and_says_what_is_needed(qtbot, mine):
    for typed in ("", "178x", "0"):
        mine.own.rating.setText(typed)
        assert "Type your rating" in mine.hint.text()
        goes_where_it_says(qtbot, mine)
        mine.own.rating.setFocus()
    mine.own.rating.clear()
    hands.type_keys(qtbot, mine, "1780\n\n")
    assert row_of(mine) == 0
    assert "for example 1702w" in mine.hint.text()
    goes_where_it_says(qtbot, mine)
    assert row_of(mine) == 0


def test_every_field_of_the_sheet_says_where_enter_goes(qtbot, mine):
    hands.type_keys(qtbot, mine, "1780\n\n1702w\n1855\n1760w")
    mine.own.fold.button.click()
    for field in (*mine.own.list_fields(), mine.target):
        field.setFocus()
        assert "Press Enter" in mine.hint.text()
        goes_where_it_says(qtbot, mine)
    for row in mine.lines.rows[:3]:
        row.rating.setFocus()
        goes_where_it_says(qtbot, mine)
    mine.lines.rows[1].rating.setFocus()
    mine.lines.rows[1].rating.clear()
    assert "Empty line" in mine.hint.text()
    goes_where_it_says(qtbot, mine)
    assert row_of(mine) == 2


def test_a_result_without_an_opponent_asks_for_the_rating(qtbot, mine):
    for by_key in (False, True):
        hands.begin_anew(qtbot, mine, "1780\n\n1702w\n1855d\n")
        row = mine.lines.rows[2]
        if by_key:
            row.result.setFocus()
            hands.type_keys(qtbot, mine, "l")
        else:
            qtbot.mouseClick(row.result.buttons["L"], LEFT)
        assert row.wrong.isVisible()
        assert row.wrong.text().startswith("Not counted. Type the opponent's rating")
        assert "1.5 of 2" in hands.answered(qtbot, mine)
        row.rating.setFocus()
        hands.type_keys(qtbot, mine, "1760")
        assert not row.wrong.isVisible()
        assert "1.5 of 3" in hands.answered(qtbot, mine)


def test_games_without_or_in_place_of_a_rating_ask_for_it(qtbot, mine):
    mine.lines.rows[0].rating.setFocus()
    hands.type_and_wait(qtbot, mine, "1702w\n")
    assert mine.source.isVisible()
    assert "Enter your rating and a game" in mine.source.text()
    hands.type_keys(qtbot, mine, "1655d")
    qtbot.keyClick(mine, Key.Key_A, ALT)
    assert "1.5 of 2" in hands.type_and_wait(qtbot, mine, "1620")
    hands.begin_anew(qtbot, mine, "1780\n1600\n")
    assert hands.place(mine) is mine.own.games
    assert "1600 games? Opponents' ratings have their own fields." in (
        mine.source.text() + mine.problem.text()
    )
    mine.own.games.selectAll()
    hands.type_keys(qtbot, mine, "500\n")
    assert row_of(mine) == 0


@pytest.mark.parametrize("way", range(0, len(UNDERSTOOD), 12))
def test_every_way_to_type_a_line_is_understood(qtbot, mine, way):
    some = UNDERSTOOD[way : way + 12]
    hands.type_keys(qtbot, mine, "1780\n\n")
    for text, expected in some:
        row = mine.lines.rows[row_of(mine)]
        if text.isascii() and text.isprintable():
            hands.type_keys(qtbot, mine, text)
        else:
            # Test keys can't type these characters.
            paste(qtbot, mine, text)
        hands.type_keys(qtbot, mine, "\n")
        assert row.read_line() == expected
        assert row.result.letter == expected.result
        assert not row.marked
    # Only the result was removed from the text, and no other word or number.
    assert len(hands.lines(mine)) == len(some)


def test_what_is_not_understood_is_marked_and_kept_and_the_others_answered(qtbot, mine):
    only = hands.type_and_wait(qtbot, mine, "1780\n\n1702w\n")
    assert set(only) == {"1 of 1"}
    for text, reason in REFUSED:
        row = mine.lines.rows[row_of(mine)]
        hands.type_keys(qtbot, mine, text)
        hands.type_keys(qtbot, mine, "\n")
        assert row.rating.text() == text
        assert row.marked
        assert row.wrong.isVisible()
        assert reason.lower() in row.wrong.text().lower()
        assert row.wrong.text().endswith(".")
        assert row.rating.accessibleDescription() == row.wrong.text()
    assert hands.answered(qtbot, mine) == only
    assert "Lines 2, 3" in mine.problem.text()
    assert mine.problem.isVisible()
    mine.lines.rows[1].rating.setFocus()
    mine.lines.rows[1].rating.selectAll()
    assert "1.5 of 2" in hands.type_and_wait(qtbot, mine, "1855d")
    assert not mine.lines.rows[1].marked
    assert mine.lines.rows[1].wrong.isHidden()


def test_one_typed_line_is_never_split_and_keeps_its_words(qtbot, mine):
    for text in SEVERAL:
        hands.begin_anew(qtbot, mine, f"1780\n\n{text}")
        assert row_of(mine) == 0
        hands.type_keys(qtbot, mine, "\n")
        assert hands.lines(mine) == [(text, None)]
        assert mine.lines.rows[0].marked
        assert "Write" in mine.lines.rows[0].wrong.text()
        assert row_of(mine) == 1
    hands.begin_anew(qtbot, mine, "1780\n\n17")
    assert not mine.lines.rows[0].marked
    assert mine.problem.isHidden()
    hands.type_keys(qtbot, mine, "02")
    assert set(hands.answered(qtbot, mine)) == {"Loss", "Draw", "Win"}
    hands.begin_anew(qtbot, mine, "1780\n\n1702 draw\n1855 loss black\n")
    assert [row.result.letter for row in mine.lines.rows[:3]] == ["D", "L", None]
    assert row_of(mine) == 2


def test_a_rating_with_its_games_alone_in_a_line_is_the_own_one(qtbot, mine):
    def leave_by_keys() -> None:
        for _ in ("result", "next line"):
            qtbot.keyClick(hands.place(mine), Key.Key_Tab)

    def leave_by_mouse() -> None:
        qtbot.mouseClick(mine.lines.rows[2].rating, LEFT)

    ways = (leave_by_keys, leave_by_mouse, lambda: hands.type_keys(qtbot, mine, "\n"))
    for text, leave in product(("1702/18", "1702 P18", "1450p7"), ways):
        hands.push(qtbot, mine, "myEmpty")
        mine.lines.focus_first_empty_line()
        hands.type_keys(qtbot, mine, text)
        assert mine.hint.text().startswith(MAY_BE_OWN)
        leave()
        assert mine.own.rating.text() == text
        # The own rating is known now, so the next text of this form is an opponent.
        hands.type_keys(qtbot, mine, "1855d\n1450/7")
        qtbot.keyClick(hands.place(mine), Key.Key_Up)
        assert hands.lines(mine) == [("1855", "D"), ("1450/7", None)]
        assert {"Loss", "Draw", "Win"} <= set(hands.answered(qtbot, mine))


def test_a_rating_with_its_games_stays_an_opponent_where_it_is_made_one(qtbot, mine):
    """It becomes one by a result, by a typed own rating, or if the focus only passes by."""
    mine.lines.focus_first_empty_line()
    hands.type_keys(qtbot, mine, "1702/18")
    qtbot.mouseClick(mine.lines.rows[0].result.buttons["W"], LEFT)
    qtbot.mouseClick(mine.lines.rows[1].rating, LEFT)
    hands.type_keys(qtbot, mine, "1450/7")
    qtbot.mouseClick(mine.own.rating, LEFT)
    assert mine.own.rating.text() == ""
    qtbot.mouseClick(mine.lines.rows[1].rating, LEFT)
    qtbot.keyClick(hands.place(mine), Key.Key_Up)
    assert mine.own.rating.text() == ""
    assert hands.lines(mine) == [("1702/18", "W"), ("1450/7", None)]


MESSAGES = (
    (
        "1702/18\nbeat unrated, 1 of 4\nended 1210/4\n1855 draw\n",
        "1702/18",
        EstimateLine(None, "W"),
        EstimateLine(1210.0, None, None, 4),
        EstimateLine(1855.0, "D"),
    ),
    (
        "My rating is 1780\nR1: beat Anna Quill (1702)\nR2 1855 =\n\nlost to 1910",
        "1780",
        *(EstimateLine(1702.0, "W"), EstimateLine(1855.0, "D")),
        EstimateLine(1910.0, "L"),
    ),
)


def test_a_pasted_message_says_the_own_rating_and_the_opponents(qtbot, mine):
    for where, message in product(("line", "rating", "button"), MESSAGES):
        text, own, *expected = message
        hands.push(qtbot, mine, "myEmpty")
        if where == "line":
            mine.lines.focus_first_empty_line()
        if where == "button":
            hands.paste_by_button(qtbot, mine, text)
        else:
            paste(qtbot, mine, text)
        qtbot.waitUntil(lambda: len(hands.lines(mine)) == 3)
        assert mine.own.rating.text() == own
        assert [row.read_line() for row in mine.lines.rows[:3]] == expected
        assert mine.problem.isHidden()
        assert row_of(mine) == 3
    assert "Anna Quill (1702)" in hands.lines(mine)[0][0]
    assert "1.5 of 3" in hands.answered(qtbot, mine)
    for text, *expected in (
        ("1702/18\n1855d", ("1702/18", None), ("1855", "D")),
        ("1702w, 1855d, 1760", ("1702", "W"), ("1855", "D"), ("1760", None)),
    ):
        hands.begin_anew(qtbot, mine, "1780\n\n")
        paste(qtbot, mine, text)
        qtbot.waitUntil(lambda wanted=expected: hands.lines(mine) == wanted)
        assert mine.own.rating.text() == "1780"
        assert row_of(mine) == len(expected)
    paste(qtbot, mine, "\n".join(f"{1500 + n} w" for n in range(70)))
    typed = " ".join(text for text, _ in hands.lines(mine))
    assert [n for n in (1702, *range(1500, 1570)) if str(n) not in typed] == []


def test_clearing_a_line_renumbers_the_others_in_order(qtbot, mine):
    def numbers() -> list[str]:
        return [row.number.text() for row in mine.lines.rows]

    hands.type_keys(qtbot, mine, "1780\n\n1702w\n1855d\n1760w\nnonsense\n")
    assert numbers() == ["1.", "2.", "3.", "4.", "5."]
    field = mine.lines.rows[1].rating
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, Key.Key_Delete)
    assert numbers() == ["1.", "", "2.", "3.", "4."]
    assert field.accessibleName() == "Empty line after opponent 1"
    assert mine.lines.rows[2].rating.accessibleName().startswith("Opponent 2:")
    hands.answered(qtbot, mine)
    assert "Line 3 is not counted" in mine.problem.text()
    qtbot.keyClick(field, Key.Key_Z, CONTROL)
    assert numbers() == ["1.", "2.", "3.", "4.", "5."]
    assert hands.lines(mine)[1] == ("1855", "D")
    assert "2.5 of 3" in hands.answered(qtbot, mine)
    assert "Line 4 is not counted" in mine.problem.text()


def test_a_letter_or_button_changes_the_result_alone(qtbot, mine):
    hands.type_keys(qtbot, mine, "1780\n\n1702w\n1855d")
    qtbot.keyClick(hands.place(mine), Key.Key_Up)
    assert mine.lines.rows[0].rating.hasSelectedText()
    hands.type_keys(qtbot, mine, "l\n")
    assert hands.lines(mine)[0] == ("1702", "L")
    hands.begin_anew(qtbot, mine, "1780\n\nbeat Anna Quill (1702)")
    qtbot.mouseClick(mine.lines.rows[0].result.buttons["D"], LEFT)
    assert "0.5 of 1" in hands.answered(qtbot, mine)
    assert hands.lines(mine) == [("Anna Quill (1702)", "D")]
    assert "0.5 of 1" in hands.type_and_wait(qtbot, mine, "\n")


def paste(qtbot: QtBot, sheet: RatingEstimatorView, text: str) -> None:
    """Put a text on the clipboard, and press Ctrl+V where the focus is."""
    QGuiApplication.clipboard().setText(text)
    qtbot.keyClick(hands.place(sheet), Key.Key_V, CONTROL)
    qtbot.waitUntil(lambda: not sheet.busy)


def test_a_pasted_row_without_ratings_and_a_text_are_reported(qtbot, mine):
    name = "    1 | QUILL, ANNA        |1.5  |W  12|H    |D   3|\n"
    rest = "   NY | 12345678 / R: 1780   ->1800 |N:4  |W    |     |B    |"
    paste(qtbot, mine, name + rest)
    qtbot.waitUntil(lambda: len(hands.lines(mine)) == 2)
    assert mine.own.rating.text() == "1780"
    assert [text for text, _ in hands.lines(mine)] == ["W12", "D3"]
    assert "player 12 of a crosstable" in mine.lines.rows[0].wrong.text()
    for row, rating in zip(mine.lines.rows, ("W1702", "D1855"), strict=False):
        row.rating.setFocus()
        row.rating.selectAll()
        figures = hands.type_and_wait(qtbot, mine, f"{rating}\n")
    assert "1.5 of 2" in figures
    hands.push(qtbot, mine, "myEmpty")
    paste(qtbot, mine, "see you\nin the hall")
    assert mine.real.status.text() == NO_PAGE
    assert hands.lines(mine) == []
    QGuiApplication.clipboard().clear()
    hands.push(qtbot, mine, "myPaste")
    assert "The clipboard is empty" in mine.real.status.text()


def choose_me(qtbot: QtBot, sheet: RatingEstimatorView, downs: int) -> None:
    """Type the first letters of a name into the list, go to a line, and press Enter."""
    qtbot.waitUntil(lambda: sheet.real.asks and not sheet.real.worker.busy)
    who = sheet.real.who
    assert hands.place(sheet) is who
    assert "first letters" in sheet.hint.text()
    qtbot.keyClicks(who, "inv")
    for _ in range(downs):
        qtbot.keyClick(who, Key.Key_Down)
    # The arrow keys only show the item.
    assert sheet.real.asks
    qtbot.keyClick(who, Key.Key_Return)
    qtbot.waitUntil(lambda: not sheet.busy)


def test_a_page_on_an_empty_sheet_asks_which_one_you_are(qtbot, mine):
    paste(qtbot, mine, hands.crosstable())
    qtbot.waitUntil(lambda: mine.real.asks)
    assert mine.real.status.text() == WHICH
    assert mine.real.who.isVisible()
    assert mine.real.who.count() == 7
    choose_me(qtbot, mine, 4)
    assert mine.own.rating.text() == "1910"
    assert mine.own.end.text() == "5/5/2013"
    assert hands.lines(mine) == [("1760", "L"), ("1702", "L"), ("1780", "W")]
    hands.wait_until_idle(qtbot, mine)
    assert [sheet for _, sheet in mine.shelf.iterate_sheets()] == [mine.collect_state()]
    qtbot.waitUntil(lambda: mine.real.answer is not None)
    assert "INVENTED 5" in mine.source.text()
    # An unplayed game is added below, and answered from the crosstable.
    hands.type_keys(qtbot, mine, "1824\n")
    qtbot.waitUntil(lambda: mine.real.answer and mine.real.answer.forecast)
    assert {"Loss", "Draw", "Win"} <= set(hands.answered(qtbot, mine))


def test_a_page_asks_for_a_player_that_it_does_not_have(qtbot, mine):
    hands.type_and_wait(qtbot, mine, "1780\n\n1702w\n1855d")
    hands.push(qtbot, mine, "myEmpty")
    hands.paste_by_button(qtbot, mine, hands.crosstable())
    qtbot.waitUntil(lambda: mine.real.asks)
    assert mine.real.status.text() == WHICH
    assert hands.answered(qtbot, mine) == {}
    assert mine.cards.isHidden()
    hands.begin_anew(qtbot, mine, "1333\n\n1702w\n")
    before = mine.collect_state()
    paste(qtbot, mine, hands.crosstable())
    qtbot.waitUntil(lambda: mine.real.status.text() == NOBODY)
    assert hands.lines(mine) == [("1702", "W")]
    choose_me(qtbot, mine, 2)
    assert mine.own.rating.text() == "1855"
    hands.wait_until_idle(qtbot, mine)
    assert before in [sheet for _, sheet in mine.shelf.iterate_sheets()]


def controls(sheet: RatingEstimatorView) -> dict[str, str]:
    texts = dict(sheet.collect_state().own)
    texts["target"] = sheet.target.text()
    texts["fold"] = str(sheet.own.fold.button.isChecked())
    for place_, row in enumerate(sheet.lines.rows):
        texts[f"line {place_}"] = f"{row.rating.text()}{row.result.letter}{row.marked}"
        texts[f"wrong {place_}"] = str(row.wrong.isVisible())
    return texts


def test_a_new_sheet_resets_everything(qtbot, mine):
    first = controls(mine)
    hands.type_keys(
        qtbot, mine, "1780\n\n1702w\n1855d\n1760w\n1910l\n1824\nnonsense\n\n1850"
    )
    mine.own.fold.button.click()
    typed = {"myEnd": "2018-05-05", "myDraws": "0.3"}
    for field in mine.own.list_fields():
        field.setText(typed.get(field.objectName(), "1"))
    for box in (mine.own.system, mine.own.record):
        box.setCurrentIndex(2)
    hands.paste_by_button(qtbot, mine, hands.crosstable())
    hands.wait_until_idle(qtbot, mine)
    hands.push(qtbot, mine, "myEmpty")
    hands.wait_until_idle(qtbot, mine)
    assert controls(mine) == first
    assert mine.cards.isHidden()
    assert mine.problem.isHidden()
    assert mine.real.status.isHidden()
    assert mine.real.who.isHidden()
    assert mine.sheet is None
    assert not mine.copy.isEnabled()
    assert hands.place(mine) is mine.own.rating


def test_the_hint_moves_nothing_and_stays_visible(qtbot, mine):
    places = set()
    for typed in ("1780", "\n", "\n", "1702w", "\n", "1855d", "\n", "\n", "1800", "\n"):
        hands.type_keys(qtbot, mine, typed)
        QApplication.processEvents()
        assert mine.hint.isVisible()
        assert QApplication.activeWindow() is not None
        assert "\n" not in mine.hint.text()
        places.add((mine.own.y(), mine.lines.y()))
        assert mine.hint.heightForWidth(mine.hint.width()) <= mine.hint.height()
    assert len(places) == 1
    hands.begin_anew(qtbot, mine, "1780\n\n" + "1702w\nnonsense\n" * 12)
    assert mine.hint.visibleRegion().boundingRect() == mine.hint.rect()
    line = hands.place(mine)
    qtbot.waitUntil(lambda: line.visibleRegion().boundingRect() == line.rect())
    assert line.mapTo(mine, QPoint(0, 0)).y() > mine.hint.geometry().bottom()


KEYS = (
    *(*"0123456789wdlWDLb=?/.- unrxPnew", Key.Key_Return, Key.Key_Up, Key.Key_Down),
    *(Key.Key_Tab, Key.Key_Backtab, Key.Key_Backspace, Key.Key_Delete, Key.Key_Home),
)


@pytest.mark.parametrize("seed", range(6))
def test_any_keys_leave_a_readable_sheet(qtbot, window, mine, seed):
    chance = random.Random(seed)
    hands.type_keys(qtbot, mine, "1780\n\n")
    for _ in range(250):
        key = chance.choice(KEYS)
        focus = hands.place(mine)
        if isinstance(focus, QAbstractButton):
            # Buttons work as usual.
            focus = mine.lines.rows[0].rating
            focus.setFocus()
        if isinstance(key, str):
            qtbot.keyClicks(focus, key)
        else:
            qtbot.keyClick(focus, key)
        # There is an empty line, and the hint is about the current place.
        assert mine.lines.rows[-1].empty
        if not mine.isAncestorOf(keyboard(window)):
            # Tab moves on to the rest of the window.
            mine.lines.rows[0].rating.setFocus()
        focus = hands.place(mine)
        told = mine.lines.find_hint(focus) or focus.property("hint") or ""
        if focus is mine.own.rating:
            told = mine.own.make_rating_hint()
        assert mine.hint.text().startswith(told)
    mine.own.rating.setFocus()
    for row in mine.lines.rows:
        read = row.read_line()
        assert row.marked is isinstance(read, BadLine)
        if isinstance(read, EstimateLine):
            assert row.result.letter == read.result
    hands.wait_until_idle(qtbot, mine)
    if not mine.collect_state().is_empty:
        assert next(mine.shelf.iterate_sheets())[1] == mine.collect_state()


def test_the_menu_of_a_line_pastes_lines_too(qtbot, mine):
    hands.type_keys(qtbot, mine, "1780\n\n")
    QGuiApplication.clipboard().setText("1702w\n1855d")
    field = mine.lines.rows[0].rating
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Keyboard, QPoint(2, 2), field.mapToGlobal(QPoint(2, 2))
    )
    QApplication.sendEvent(field, event)
    menu = as_type(QApplication.activePopupWidget(), QMenu)
    (action,) = (a for a in menu.actions() if a.objectName() == "edit-paste")
    action.trigger()
    menu.close()
    activate(qtbot, mine.window())
    qtbot.waitUntil(lambda: len(hands.lines(mine)) == 2)
    assert hands.lines(mine) == [("1702", "W"), ("1855", "D")]
    figures = hands.begin_anew(
        qtbot, mine, "1780\n\n1702w\n1855\n1760?\nvs unr\n1600-1800\n"
    )
    assert {"0 of 4", "2 of 4", "4 of 4"} <= set(figures)
    values = [int(figures[f"{n} of 4"]) for n in range(5)]
    assert values == sorted(values)
