"""A start without a file: the sample with its first steps, until they are closed."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.driving import keyboard, press, press_button, text, type_text
from uscalc.app import _fill
from uscalc.ui.coach import STEPS
from uscalc.ui.folders import Folders
from uscalc.ui.main_window import MainWindow
from uscalc.ui.new_event import NewEvent
from uscalc.ui.theme import Theme

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
        assert _fill(window, path) is None
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        return window

    yield run
    end()


def test_the_four_steps_point_at_what_they_say(qtbot: QtBot, start: Start) -> None:
    window = start(None)
    assert window.session.document.name == "Autumn Open"
    assert window.coach.isVisible()
    assert len(STEPS) == 4

    def shows(number: int, said: str) -> None:
        assert window.coach.text.text().startswith(f"{number} of 4")
        assert said in window.coach.text.text()
        press_button(qtbot, window, "coachShow")

    shows(1, "Round 5 of player 1")
    assert text(window, 1, 5) == "?3"
    before = text(window, 1, "post")
    type_text(qtbot, window, "w3")
    press(qtbot, window, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.session.up_to_date)
    assert text(window, 1, "post") != before
    press_button(qtbot, window, "coachNext")

    shows(2, "Why")
    assert window.view("derivationView").isVisible()
    press_button(qtbot, window, "coachNext")

    shows(3, "Missing facts")
    assert window.view("missingView").isVisible()
    assert window.view("missingView").isAncestorOf(keyboard(window))
    press_button(qtbot, window, "coachNext")

    shows(4, "Ctrl+N")
    dialog = window.findChild(NewEvent)
    assert dialog is not None
    assert dialog.isVisible()
    dialog.reject()
    QApplication.processEvents()
    assert window.coach.next.text().replace("&", "") == "Done"
    press_button(qtbot, window, "coachNext")
    assert not window.coach.isVisible()
    assert not start(None).coach.isVisible()


def test_it_comes_back_until_it_is_closed_and_then_never(
    qtbot: QtBot, start: Start
) -> None:
    window = start(None)
    press_button(qtbot, window, "coachNext")
    window = start(None)
    assert window.coach.isVisible()
    assert window.coach.text.text().startswith("1 of 4")
    press_button(qtbot, window, "coachClose")
    assert not window.coach.isVisible()
    for _ in range(2):
        assert not start(None).coach.isVisible()


def test_a_file_needs_no_first_steps(start: Start, other_event: Path) -> None:
    window = start(other_event)
    assert window.session.document.name == "Two Sections"
    assert not window.coach.isVisible()
    assert start(None).coach.isVisible()


def test_the_strip_is_closed_by_keyboard_alone(qtbot: QtBot, start: Start) -> None:
    window = start(None)
    said = window.coach.text
    for number in (2, 3, 4):
        press(qtbot, window, Qt.Key.Key_X, Qt.KeyboardModifier.AltModifier)
        # Qt shows a button pressed by its letter for a moment before it acts.
        qtbot.waitUntil(lambda n=number: said.text().startswith(f"{n} of 4"))
    press(qtbot, window, Qt.Key.Key_C, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(window.coach.isHidden)
