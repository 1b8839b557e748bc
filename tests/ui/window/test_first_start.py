"""A start without a file: the sample with its first steps, until they are closed."""

import datetime as dt
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QTabBar
from pytestqt.qtbot import QtBot

from tests.ui.driving import (
    click,
    find_part,
    keyboard,
    press,
    press_button,
    text,
    type_text,
)
from uscalc.document.edit.structure import remove_players
from uscalc.document.model import Document
from uscalc.formats import open_event
from uscalc.ui.files.files_questions import NewEventDialog
from uscalc.ui.storage.folders import Folders
from uscalc.ui.teach.lesson import lesson_of
from uscalc.ui.theme.theme import Theme
from uscalc.ui.window.beginning import FirstEventLoader
from uscalc.ui.window.main_window import MainWindow

Start = Callable[[Path | None], MainWindow]


@pytest.fixture
def start(
    qtbot: QtBot, theme: Theme, folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Start]:
    """Starts the program, in the same folders each time."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    made: list[MainWindow] = []

    def end() -> None:
        for window in made:
            window.session.history.mark_saved()
            window.close()
            window.deleteLater()
        made.clear()

    def run(path: Path | None) -> MainWindow:
        end()
        window = MainWindow(None, theme, folders)
        window.show()
        made.append(window)
        beginning = FirstEventLoader(window, path)
        with qtbot.waitSignal(beginning.filled):
            beginning.start_loading()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        return window

    yield run
    end()


def step(window: MainWindow) -> int:
    """The number of the step that is told; 0 where none is."""
    if not window.coach.isVisible():
        return 0
    return int(window.coach.text.text()[0])


def play(qtbot: QtBot, window: MainWindow, typed: str = "w3") -> None:
    """Types the result of the game to come."""
    click(qtbot, window, 1, 5)
    type_text(qtbot, window, typed)
    press(qtbot, window, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.session.up_to_date)
    settle()


def settle() -> None:
    """Lets everything come that waits for the next turn."""
    for _ in range(3):
        QApplication.processEvents()


def click_tab(qtbot: QtBot, tabs: QTabBar, title: str) -> None:
    place = next(i for i in range(tabs.count()) if tabs.tabText(i) == title)
    at = tabs.tabRect(place).center()
    qtbot.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=at)
    settle()


def test_a_later_start_has_the_table_and_the_views_as_they_were_left(
    qtbot, start, monkeypatch
):
    window = start(None)
    settle()
    window.below.set_extent(240)
    qtbot.waitUntil(lambda: window.below.height() == 240)
    left = window.crosstable.view.height()
    problems: list[object] = []
    monkeypatch.setattr(sys, "excepthook", lambda *error: problems.append(error[1]))
    # Whatever was in front: no view needs what comes later than the table.
    for in_front in ("view-rating-report", "publishedView", "view-registration"):
        window.show_view(in_front)
        assert window.below.front == in_front
        window = start(None)
        qtbot.waitUntil(window.get_view(in_front).isVisible)
        settle()
        assert window.below.front == in_front
        assert window.below.height() == 240
        assert window.crosstable.view.height() == left
    assert problems == []


def test_each_step_is_over_when_it_is_done_and_the_last_closes_the_strip(qtbot, start):
    window = start(None)
    assert window.session.document.name == "Autumn Open"
    said = window.coach.text
    assert step(window) == 1
    assert "Round 5 of player 1 is still to be played: choose that cell" in said.text()
    click(qtbot, window, 1, 5)
    assert "Round 5 of player 1 is chosen" in said.text()
    assert "Type w3 and press Return" in said.text()
    click(qtbot, window, 4, 2)
    assert "choose that cell and type w3" in said.text()
    play(qtbot, window)

    # Return went on to the next player; that is not a choice.
    assert window.session.selection.row == 1
    assert step(window) == 2
    assert "how Knightly, Ben\u2019s rating comes about" in said.text()
    click(qtbot, window, 4, "name")
    settle()
    assert step(window) == 2
    assert said.text().endswith("Open it.")
    click_tab(qtbot, window.right.tabs, "Why")
    settle()

    assert step(window) == 3
    assert "Problems (" in said.text()
    click_tab(qtbot, window.below.tabs, "Problems")

    assert step(window) == 4
    assert "takes back \u201cRound 5: 1 beats 3\u201d" in said.text()
    click(qtbot, window, 4, "name")
    press(qtbot, window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert text(window, 1, 5) == "?3"
    assert step(window) == 0
    for _ in range(2):
        assert step(start(None)) == 0


def test_the_steps_can_be_done_by_menu_and_keys_alone(qtbot, start):
    window = start(None)
    window.right.show_view("view-knot-path")
    click(qtbot, window, 1, 5)
    type_text(qtbot, window, "L3")
    press(qtbot, window, Qt.Key.Key_Tab)
    settle()
    assert step(window) == 2
    assert "Why, a tab on the right, shows" in window.coach.text.text()
    click(qtbot, window, 3, "name")
    settle()
    assert step(window) == 2
    window.named_actions["showWhy"].trigger()
    settle()
    assert step(window) == 3
    window.named_actions["missing"].trigger()
    settle()
    assert step(window) == 4
    window.named_actions["new"].trigger()
    dialog = find_part(window, NewEventDialog)
    dialog.reject()
    settle()
    assert step(window) == 4
    window.session.history.mark_saved()
    window.session.show_document(Document("Mine", dt.date(2026, 3, 1)), None)
    assert step(window) == 0
    assert step(start(None)) == 0


def test_what_stands_in_front_already_is_reached_by_clicking_into_it(qtbot, start):
    window = start(None)
    window.below.show_view("view-problems")
    play(qtbot, window)
    assert step(window) == 2
    window.show_view("view-explanation")
    settle()
    assert step(window) == 3
    assert "Click into it" in window.coach.text.text()
    window.show_view("view-problems")
    settle()
    assert step(window) == 4


def test_a_result_that_is_taken_back_is_asked_for_again(qtbot, start):
    window = start(None)
    click_tab(qtbot, window.right.tabs, "Why")
    play(qtbot, window)
    assert step(window) == 2
    press(qtbot, window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert step(window) == 1
    press(qtbot, window, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert step(window) == 2
    click(qtbot, window, 6, "name")
    settle()
    assert step(window) == 3
    # Later it is not what this is about.
    press(qtbot, window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert step(window) == 3


@pytest.mark.parametrize("typed", ["q", "?4", " "])
def test_what_decides_no_game_is_not_the_first_step(qtbot, start, typed):
    window = start(None)
    play(qtbot, window, typed)
    assert step(window) == 1
    assert "type w3" in window.coach.text.text().lower()


def test_removing_the_player_leaves_nothing_to_be_played(qtbot, start):
    window = start(None)
    session = window.session
    session.apply_edit(remove_players, 0, range(12))
    settle()
    assert step(window) == 2
    assert "how a rating comes about" in window.coach.text.text()


def test_another_event_ends_the_steps_and_a_lesson_does_not(qtbot, start, other_event):
    window = start(None)
    play(qtbot, window)
    before = step(window)
    press(qtbot, window, Qt.Key.Key_F9)
    lesson = lesson_of(window)
    qtbot.waitUntil(lesson.isActiveWindow)
    qtbot.keyClick(lesson, Qt.Key.Key_Escape)
    qtbot.waitUntil(window.isActiveWindow)
    assert step(window) == before > 0
    window.session.show_document(open_event(other_event).document, None)
    settle()
    assert step(window) == 0
    assert step(start(None)) == 1


def test_show_me_does_what_can_be_shown(qtbot, start):
    window = start(None)
    press_button(qtbot, window, "coachShow")
    assert step(window) == 1
    type_text(qtbot, window, "w3")
    press(qtbot, window, Qt.Key.Key_Return)
    settle()
    press_button(qtbot, window, "coachShow")
    settle()
    assert window.get_view("view-explanation").isVisible()
    assert step(window) == 3
    press_button(qtbot, window, "coachShow")
    settle()
    assert window.get_view("view-problems").isAncestorOf(keyboard(window))
    assert step(window) == 4
    press_button(qtbot, window, "coachShow")
    dialog = find_part(window, NewEventDialog)
    assert dialog.isVisible()
    dialog.reject()
    settle()
    assert window.coach.next.text().replace("&", "") == "Done"
    press_button(qtbot, window, "coachNext")
    assert step(start(None)) == 0


def test_it_comes_back_until_it_is_closed_and_then_never(qtbot, start):
    window = start(None)
    press_button(qtbot, window, "coachNext")
    window = start(None)
    assert window.coach.isVisible()
    assert window.coach.text.text().startswith("1 of 4")
    window.coach.close_button.setFocus()
    press_button(qtbot, window, "coachClose")
    assert not window.coach.isVisible()
    assert window.crosstable.view.hasFocus()
    for _ in range(2):
        assert not start(None).coach.isVisible()


def test_a_file_needs_no_first_steps(start, other_event):
    window = start(other_event)
    assert window.session.document.name == "Two Sections"
    assert not window.coach.isVisible()
    assert start(None).coach.isVisible()


def test_the_strip_is_closed_by_keyboard_alone(qtbot, start):
    window = start(None)
    said = window.coach.text
    for number in (2, 3, 4):
        press(qtbot, window, Qt.Key.Key_X, Qt.KeyboardModifier.AltModifier)
        # Qt shows a button pressed by its letter for a moment before it acts.
        qtbot.waitUntil(lambda n=number: said.text().startswith(f"{n} of 4"))
    press(qtbot, window, Qt.Key.Key_C, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(window.coach.isHidden)
