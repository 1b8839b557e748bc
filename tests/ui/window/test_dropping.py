"""Messages appear one after the other; what-if results are discarded only after a question."""

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from tests.ui import driving as ui
from tests.ui.keys import SHIFT, Key
from tests.ui.what_if.trying import framed, glowing, try_result
from uscalc.document.queries.scenario import Outcome
from uscalc.ui.what_if.what_if_view import WhatIfView
from uscalc.ui.widgets.message_bar import CONFLICT, WAITS
from uscalc.ui.window.main_window import MainWindow

WON = (Outcome(5, 1, "W"),)
QUESTION = "Discard the what-if result? Press D to discard, K or Esc to keep."


@pytest.fixture
def view(qtbot: QtBot, window: MainWindow) -> WhatIfView:
    return try_result(qtbot, window, 1, 5, "W")


def outcomes(window: MainWindow) -> tuple[Outcome, ...]:
    return window.session.what_if.outcomes


@pytest.mark.parametrize("key", [Key.Key_Escape, Key.Key_K, Key.Key_Space])
def test_escape_asks_and_another_keeps_the_results(qtbot, window, view, key):
    slider = ui.keyboard(window)
    ui.press(qtbot, window, Key.Key_Escape)
    assert window.messages.text == QUESTION
    assert window.messages.ways == ("Discard", "Keep")
    # Close would do the same as Keep.
    assert not window.messages.findChild(QWidget, "messageClose").isVisible()
    assert window.messages.isAncestorOf(ui.keyboard(window))
    assert not any(w.isModal() for w in QApplication.topLevelWidgets() if w.isVisible())
    assert framed(window) == {(1, 5), (3, 5)}
    ui.press(qtbot, window, key)
    assert window.messages.text == ""
    assert outcomes(window) == WON
    assert glowing(window)
    assert ui.keyboard(window) is slider
    # Each Esc asks again.
    ui.press(qtbot, window, Key.Key_Escape)
    assert window.messages.text == QUESTION


def test_d_and_the_buttons_discard_or_keep_the_results(qtbot, window, view):
    slider = ui.keyboard(window)
    ui.press_keys(qtbot, window, Key.Key_Escape, Key.Key_D)
    assert outcomes(window) == ()
    assert framed(window) == set()
    assert glowing(window) == {}
    assert window.messages.text == ""
    assert ui.keyboard(window) is slider
    assert view.state.text() == "No what-if results"
    ui.press(qtbot, window, Key.Key_Escape)
    assert window.messages.text == ""
    for way, left in (("Tab", ()), ("messageWayOut2", WON), ("messageWayOut", ())):
        try_result(qtbot, window, 1, 5, "W")
        ui.press(qtbot, window, Key.Key_Escape)
        if way == "Tab":
            ui.press_keys(qtbot, window, (Key.Key_Tab, SHIFT), Key.Key_Space)
        else:
            ui.press_button(qtbot, window, way)
        assert outcomes(window) == left


def test_in_the_table_an_editor_ends_first_and_a_letter_is_typed(qtbot, window, view):
    ui.type_at(qtbot, window, 6, "name", Key.Key_X, Key.Key_Escape)
    assert window.messages.text == ""
    ui.press(qtbot, window, Key.Key_Escape)
    assert window.messages.text == QUESTION
    # Continuing to work isn't an answer.
    ui.press_in(qtbot, window, window.crosstable.view, Key.Key_D, Key.Key_Escape)
    assert outcomes(window) == WON
    assert window.messages.text == QUESTION


def test_esc_leaves_the_full_window_before_it_asks(qtbot, window, view):
    ui.press(qtbot, window, Key.Key_F11, SHIFT)
    assert window.places.full is window.right
    ui.press(qtbot, window, Key.Key_Escape)
    assert window.places.full is None
    assert window.messages.text == ""
    assert outcomes(window) == WON
    ui.press(qtbot, window, Key.Key_Escape)
    assert window.messages.text == QUESTION
    ui.press(qtbot, window, Key.Key_K)
    window.places.toggle_floating(window.right)
    view.sliders[0].setFocus()
    qtbot.keyClick(view.sliders[0], Key.Key_Escape)
    assert window.messages.text == QUESTION
    assert outcomes(window) == WON


def test_the_question_closes_when_the_results_are_applied_or_reset(qtbot, window, view):
    ui.press(qtbot, window, Key.Key_Escape)
    ui.press_button(qtbot, window, "whatIfApply")
    assert window.messages.text == ""
    try_result(qtbot, window, 1, 1, "L")
    try_result(qtbot, window, 1, 2, "L")
    ui.press(qtbot, window, Key.Key_Escape)
    assert window.messages.text.startswith("Discard all 2 what-if results?")
    ui.press_button(qtbot, window, "whatIfReset")
    assert window.messages.text == ""
    assert isinstance(QApplication.focusWidget(), QWidget)


def test_after_switching_sections_d_answers_nothing(qtbot, window, other_event):
    ui.open_file(qtbot, window, other_event)
    window.show_view("view-what-if")
    session = window.session
    lost = Outcome(1, 1, "L")
    for section in (1, 0):
        session.select(section=section)
        session.what_if.set_result(lost)
    qtbot.waitUntil(lambda: session.what_if_overlay is not None)
    ui.type_at(qtbot, window, 1, "name", Key.Key_Escape)
    assert window.messages.text == QUESTION
    session.select(section=1)
    assert window.messages.text == ""
    assert ui.keyboard(window) is not None
    ui.press_keys(qtbot, window, Key.Key_D, Key.Key_Escape)
    for section in (1, 0):
        session.select(section=section)
        assert outcomes(window) == (lost,)


def test_a_changed_or_empty_what_if_result_withdraws_the_question(qtbot, window, view):
    ui.press(qtbot, window, Key.Key_Escape)
    window.session.what_if.set_result(Outcome(1, 1, "L"))
    assert window.messages.text == ""
    assert len(outcomes(window)) == 2
    ui.press(qtbot, window, Key.Key_Escape)
    window.crosstable.view.setFocus()
    ui.type_at(qtbot, window, 6, "name", Key.Key_X)
    typed = ui.editor(window)
    assert typed.hasFocus()
    view.what_if.clear_results()
    assert window.messages.text == ""
    assert ui.editor(window) is typed
    assert typed.hasFocus()


def test_keep_restores_the_focus_when_the_slider_is_removed(qtbot, window, view):
    slider = ui.keyboard(window)
    ui.press(qtbot, window, Key.Key_Escape)
    window.session.select(row=5)
    qtbot.waitUntil(lambda: not isValid(slider))
    assert window.messages.text == QUESTION
    ui.press(qtbot, window, Key.Key_K)
    assert outcomes(window) == WON
    assert ui.keyboard(window) is window.crosstable.view


def test_another_message_and_the_question_take_turns(qtbot, window, view):
    ui.press(qtbot, window, Key.Key_Escape)
    window.messages.ask_question("other", "Something else?", (("Yes", lambda: None),))
    ui.press_in(qtbot, window, window.crosstable.view, Key.Key_Escape)
    assert window.messages.text == QUESTION
    ui.press(qtbot, window, Key.Key_Escape)
    assert window.messages.text == "Something else?"
    assert ui.keyboard(window) is window.crosstable.view
    assert outcomes(window) == WON


def waits(window: MainWindow, text: str, order: int = WAITS) -> None:
    """Ask a question that waits for its turn."""
    window.messages.ask_question(
        text, text, (("Yes", lambda: None),), order=order, place="Question"
    )


def count(window: MainWindow) -> str:
    label = ui.find_part(window.messages, QLabel, "messageCount")
    return label.text() if label.isVisible() else ""


def test_questions_are_shown_in_turn_with_their_number(qtbot, window):
    waits(window, "One?")
    assert (window.messages.text, count(window)) == ("One?", "")
    waits(window, "Two?")
    waits(window, "Three?")
    said = []
    for name in ("messageClose", "messageWayOut", "messageClose"):
        said.append((window.messages.text, count(window)))
        ui.press_button(qtbot, window, name)
    assert said == [("One?", "1 of 3"), ("Two?", "1 of 2"), ("Three?", "")]
    assert not window.messages.isVisible()
    # A question closed without an answer is still open.
    assert [q.text for q in window.messages.open_questions] == ["One?", "Three?"]


def test_a_conflict_comes_first_except_before_the_action(qtbot, window):
    waits(window, "One?")
    waits(window, "Two?")
    waits(window, "The file differs.", CONFLICT)
    assert (window.messages.text, count(window)) == ("The file differs.", "1 of 3")
    window.messages.ask_question("save", "Save over it?", ())
    assert (window.messages.text, count(window)) == ("Save over it?", "1 of 4")
    ui.press_button(qtbot, window, "messageClose")
    ui.press_button(qtbot, window, "messageWayOut")
    assert (window.messages.text, count(window)) == ("One?", "1 of 2")


def test_an_error_is_shown_before_questions_and_instead_of_notices(qtbot, window):
    window.messages.show_message("It cannot be saved.")
    waits(window, "One?")
    assert (window.messages.text, count(window)) == ("It cannot be saved.", "1 of 2")
    ui.press_button(qtbot, window, "messageClose")
    assert (window.messages.text, count(window)) == ("One?", "")
    window.messages.show_message("Copied.", error=False)
    waits(window, "Two?")
    ui.press_button(qtbot, window, "messageClose")
    assert window.messages.text == "One?"


def test_a_question_asked_again_keeps_its_turn(qtbot, window):
    waits(window, "One?")
    window.messages.ask_question("two", "2?", (), order=WAITS)
    waits(window, "Three?")
    window.messages.ask_question("two", "Two, in other words?", (), order=WAITS)
    window.messages.withdraw_question("Three?")
    assert [q.text for q in window.messages.open_questions] == ["One?"]
    assert (window.messages.text, count(window)) == ("One?", "1 of 2")
    ui.press_button(qtbot, window, "messageWayOut")
    assert (window.messages.text, count(window)) == ("Two, in other words?", "")
