"""Entering results with the keyboard: both sides, live ratings, undo, marks."""

from tests.ui.driving import (
    click,
    click_fix,
    column_of,
    enter,
    hint,
    press,
    press_button,
    problems_view,
    text,
    type_text,
    why,
)
from tests.ui.keys import CONTROL, Key
from uscalc.ui.window.main_window import MainWindow


def marked(window: MainWindow, number: int, round_number: int) -> bool:
    column = column_of(window, round_number)
    painted = window.crosstable.model.make_painted(number - 1, column)
    return painted is not None and painted.marked


def test_a_typed_result_writes_and_delete_clears_both_sides(qtbot, window):
    assert text(window, 1, "change") == "+4"
    assert text(window, 5, "change") == "−12"
    assert text(window, 12, "change") == ""
    before = text(window, 1, "post"), text(window, 3, "post")
    enter(qtbot, window, 1, 5, "w3")
    assert (text(window, 1, 5), text(window, 3, 5)) == ("W3", "L1")
    assert text(window, 1, "points") == "4"
    after = text(window, 1, "post"), text(window, 3, "post")
    assert int(after[0]) > int(before[0])
    assert int(after[1]) < int(before[1])
    assert window.session.history.undo_name == "Round 5: 1 beats 3"
    click(qtbot, window, 1, 1)
    press(qtbot, window, Key.Key_Delete)
    assert (text(window, 1, 1), text(window, 7, 1)) == ("", "")


def test_tab_moves_right_across_the_frozen_columns(qtbot, window):
    click(qtbot, window, 2, "games")
    press(qtbot, window, Key.Key_Tab)
    assert window.session.selection.round == 1
    for _ in range(5):
        press(qtbot, window, Key.Key_Tab)
    type_text(qtbot, window, "w4")
    press(qtbot, window, Key.Key_Tab)
    assert (text(window, 2, 6), text(window, 4, 6)) == ("W4", "L2")
    assert window.crosstable.model.columns.rounds == 6


def test_undo_and_redo_by_keyboard_and_button(qtbot, window):
    window.spaces.switch_to("enter")
    start = window.session.document
    post = text(window, 1, "post")
    enter(qtbot, window, 1, 5, "w3")
    changed = text(window, 1, "post")
    press(qtbot, window, Key.Key_Z, CONTROL)
    qtbot.waitUntil(lambda: window.session.up_to_date)
    assert window.session.document is start
    assert (text(window, 1, 5), text(window, 1, "post")) == ("?3", post)
    press_button(qtbot, window, "redoButton")
    qtbot.waitUntil(lambda: window.session.up_to_date)
    assert text(window, 1, "post") == changed


def test_a_contradiction_is_kept_marked_and_explained(qtbot, window):
    enter(qtbot, window, 1, 5, "w2")
    assert text(window, 2, 5) == "W12"
    assert marked(window, 1, 5)
    assert not marked(window, 2, 5)
    assert 'conflicts with player 2\'s result ("W12")' in hint(window, 1, 5)
    assert text(window, 1, "post") == "1798"
    assert "Games in marked cells are not counted" in hint(window, 1, "post")
    assert "Games with errors are skipped" in why(window).toPlainText()
    press(qtbot, window, Key.Key_Z, CONTROL)
    qtbot.waitUntil(lambda: window.session.up_to_date)
    assert not marked(window, 1, 5)
    assert text(window, 1, "post") == "1798"


def test_text_that_is_no_result_is_a_draft_with_a_problem(qtbot, window):
    enter(qtbot, window, 1, 5, "w3 or d3")
    assert text(window, 1, 5) == "w3 or d3"
    assert marked(window, 1, 5)
    assert window.problems.count_group("error") == 1
    enter(qtbot, window, 1, 5, "q")
    click(qtbot, window, 9, "name")
    press_button(qtbot, window, "problemsButton")
    click_fix(qtbot, window, "Round 5, Castle")
    assert (window.session.selection.row, window.session.selection.round) == (0, 5)
    type_text(qtbot, window, "?3")
    press(qtbot, window, Key.Key_Return)
    qtbot.waitUntil(lambda: window.session.up_to_date)
    view = problems_view(window)
    qtbot.waitUntil(lambda: "Round 5" not in str(view.model.rows))


def test_a_rating_is_typed_with_its_games_and_refused_outside_the_scale(qtbot, window):
    for typed, rating, games in (
        ("1650", "1650", "26+"),
        ("554.22", "554.22", "26+"),
        ("1450/12", "1450", "12"),
    ):
        enter(qtbot, window, 12, "rating", typed)
        assert (text(window, 12, "rating"), text(window, 12, "games")) == (
            rating,
            games,
        )
        assert text(window, 12, "change")
    enter(qtbot, window, 1, "rating", "9999")
    assert text(window, 1, "rating") == "1794"
    assert "a rating is from 100 to 3000" in window.messages.text


def test_several_edits_are_rated_once(qtbot, window):
    rated = []
    window.session.rated.connect(lambda: rated.append(1))
    for _ in range(3):
        window.session.undo_edit()
        window.session.redo_edit()
    enter(qtbot, window, 1, 5, "w3")
    window.session.undo_edit()
    window.session.redo_edit()
    window.session.undo_edit()
    qtbot.waitUntil(lambda: window.session.up_to_date)
    assert len(rated) <= 2


def test_a_changed_rating_stands_out_and_fades(qtbot, window):
    fading = window.crosstable.fading
    assert fading.find_strength(0) == 0
    enter(qtbot, window, 1, 5, "w3")
    assert fading.find_strength(0) > 0
    assert fading.find_strength(11) == 0
    qtbot.waitUntil(lambda: fading.find_strength(0) == 0)
