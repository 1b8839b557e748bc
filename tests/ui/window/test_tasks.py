"""What a director and a teacher do most, in at most three actions from its space."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QToolButton
from pytestqt.qtbot import QtBot

from tests.ui.driving import find_part, open_file, press, type_text
from tests.ui.explorer.test_rating_explorer import at, drag, knob
from tests.ui.keys import ALT, LEFT, Key
from tests.ui.rating_list.test_desk import WANDA, bring_list
from uscalc.ui.explorer.explorer_view import RatingExplorerView
from uscalc.ui.explorer.knot_path_view import KnotPathView
from uscalc.ui.rating_list.view import RatingListView
from uscalc.ui.window.main_window import MainWindow

MOST = 3


class Person:
    """Does things to the window, and counts them."""

    def __init__(self, qtbot: QtBot, window: MainWindow) -> None:
        self._qtbot, self._window = qtbot, window
        self.actions = 0

    def press(self, key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> None:
        self.actions += 1
        press(self._qtbot, self._window, key, *modifiers)

    def type(self, words: str) -> None:
        self.actions += 1
        type_text(self._qtbot, self._window, words)

    def click(self, name: str) -> None:
        self.actions += 1
        button = find_part(self._window, QAbstractButton, name)
        self._qtbot.mouseClick(button, LEFT)

    def click_tab(self, view: str) -> None:
        self.actions += 1
        tabs = self._window.panel_of(view).tabs
        (tab,) = (i for i in range(tabs.count()) if tabs.tabData(i) == view)
        self._qtbot.mouseClick(tabs, LEFT, pos=tabs.tabRect(tab).center())


@pytest.fixture
def person(qtbot: QtBot, window: MainWindow) -> Person:
    window.resize(1280, 800)
    return Person(qtbot, window)


@pytest.mark.parametrize("way", ["keys", "mouse"])
def test_a_director_registers_a_member(qtbot, window, person, other_event, way):
    open_file(qtbot, window, other_event)
    bring_list(qtbot, window, WANDA)
    window.spaces.switch_to("enter")
    view = window.get_view("view-registration")
    assert isinstance(view, RatingListView)
    if way == "keys":
        person.press(Key.Key_F4)
    else:
        assert find_part(window, QToolButton, "deskButton").text() == "Register"
        person.click("deskButton")
    person.type("wand walk")
    qtbot.waitUntil(
        lambda: not view.searching and "1 member found" in view.status.text()
    )
    person.press(Key.Key_Return)
    assert window.session.section.players[-1].id == WANDA["MEM_ID"]
    assert person.actions <= MOST


@pytest.mark.parametrize("way", ["keys", "mouse"])
def test_a_teacher_shows_the_special_rating_by_dragging(qtbot, window, person, way):
    window.spaces.switch_to("teach")
    choice = find_part(window, QComboBox, "teachPlayer")
    assert choice.isVisible()
    person.actions += 1
    if way == "keys":
        choice.setFocus()
        press(qtbot, window, Key.Key_End)
    else:
        choice.setCurrentIndex(choice.count() - 1)
        choice.activated.emit(choice.currentIndex())
    assert window.session.player.name == "Fianchetto, Tom"
    view = window.get_view("view-rating-explorer").page
    assert isinstance(view, RatingExplorerView)
    qtbot.waitUntil(
        lambda: view.canvas.scene is not None and "Fianchetto" in view.heading.text()
    )
    before = at(view)
    person.actions += 1
    if way == "keys":
        # Grab, then move.
        view.canvas.marker.setFocus()
        press(qtbot, window, Key.Key_Return)
        person.actions += 1
        press(qtbot, window, Key.Key_PageDown)
    else:
        drag(view, knob(view), knob(view) - QPoint(30, 0), knob(view) - QPoint(60, 0))
    assert at(view) < before
    assert person.actions <= MOST


@pytest.mark.parametrize("way", ["keys", "mouse"])
def test_a_teacher_steps_through_the_knot_path(qtbot, window, person, way):
    window.spaces.switch_to("explain")
    window.session.select(row=11)
    view = window.get_view("view-knot-path")
    assert isinstance(view, KnotPathView)
    if way == "keys":
        person.press(Key.Key_3, ALT)
    else:
        person.click_tab("view-knot-path")
    qtbot.waitUntil(view.transport.isVisible)
    qtbot.waitUntil(lambda: view.transport.moves > 0)
    if way == "keys":
        view.transport.slider.setFocus()
        person.press(Key.Key_Right)
    else:
        person.actions += 1
        qtbot.mouseClick(view.transport.forward, LEFT)
    qtbot.waitUntil(lambda: view.transport.position == 1.0)
    assert person.actions <= MOST


@pytest.mark.parametrize("way", ["keys", "mouse"])
def test_a_teacher_starts_a_practice_problem(qtbot, window, person, way):
    window.spaces.switch_to("teach")
    if way == "keys":
        person.press(Key.Key_3, ALT)
    else:
        person.click_tab("view-practice")
    view = window.get_view("view-practice")
    qtbot.waitUntil(view.isVisible)
    assert person.actions <= MOST
