"""Messages wait for each other: conflicts first, one at a time, none is lost."""

from PySide6.QtWidgets import QLabel

from tests.ui.driving import find_part, press_button
from uscalc.ui.widgets.message_bar import CONFLICT, WAITS
from uscalc.ui.window.main_window import MainWindow


def waits(window: MainWindow, text: str, order: int = WAITS) -> None:
    """Ask a question that waits for its turn."""
    window.messages.ask_question(
        text, text, (("Yes", lambda: None),), order=order, place="Question"
    )


def count(window: MainWindow) -> str:
    label = find_part(window.messages, QLabel, "messageCount")
    return label.text() if label.isVisible() else ""


def test_questions_are_shown_in_turn_and_their_number_is_said(qtbot, window):
    waits(window, "One?")
    assert (window.messages.text, count(window)) == ("One?", "")
    waits(window, "Two?")
    waits(window, "Three?")
    said = []
    for name in ("messageClose", "messageWayOut", "messageClose"):
        said.append((window.messages.text, count(window)))
        press_button(qtbot, window, name)
    assert said == [("One?", "1 of 3"), ("Two?", "1 of 2"), ("Three?", "")]
    assert not window.messages.isVisible()
    # What was closed unanswered is still open.
    assert [q.text for q in window.messages.open_questions] == ["One?", "Three?"]


def test_a_conflict_with_the_linked_file_comes_first(qtbot, window):
    waits(window, "One?")
    waits(window, "Two?")
    waits(window, "The file differs.", CONFLICT)
    assert (window.messages.text, count(window)) == ("The file differs.", "1 of 3")
    press_button(qtbot, window, "messageWayOut")
    assert (window.messages.text, count(window)) == ("One?", "1 of 2")


def test_a_question_about_what_is_done_now_is_shown_at_once(window):
    waits(window, "The file differs.", CONFLICT)
    window.messages.ask_question("save", "Save over it?", ())
    assert (window.messages.text, count(window)) == ("Save over it?", "1 of 2")


def test_an_error_is_read_before_questions_and_notices_give_way(qtbot, window):
    window.messages.show_message("It cannot be saved.")
    waits(window, "One?")
    assert (window.messages.text, count(window)) == ("It cannot be saved.", "1 of 2")
    press_button(qtbot, window, "messageClose")
    assert (window.messages.text, count(window)) == ("One?", "")
    window.messages.show_message("Copied.", error=False)
    waits(window, "Two?")
    press_button(qtbot, window, "messageClose")
    assert window.messages.text == "One?"


def test_a_question_keeps_its_turn_and_leaves_the_queue_when_withdrawn(qtbot, window):
    waits(window, "One?")
    window.messages.ask_question("two", "2?", (), order=WAITS)
    waits(window, "Three?")
    window.messages.ask_question("two", "Two, in other words?", (), order=WAITS)
    assert window.messages.text == "One?"
    press_button(qtbot, window, "messageWayOut")
    assert window.messages.text == "Two, in other words?"
    waits(window, "Two?")
    window.messages.withdraw_question("Two?")
    assert (window.messages.text, count(window)) == ("One?", "")
    assert [q.text for q in window.messages.open_questions] == ["One?"]
