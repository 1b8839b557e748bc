"""F11 fills the screen with the view that a person turned to, however that was done."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.driving import press
from uscalc.ui.scheduling.following import at_rest
from uscalc.ui.teach.presentation import LARGE, PresentationWindow, presentation_of
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.views import VIEWS

PRESENTED = [view for view in VIEWS if view.name != "view-lesson"]
"""Every view but Lesson, of which the slides fill the screen."""
NAMES = [view.name for view in PRESENTED]
ESCAPE, F11 = Qt.Key.Key_Escape, Qt.Key.Key_F11


def fill(qtbot: QtBot, window: MainWindow) -> PresentationWindow:
    press(qtbot, window, F11)
    presentation = presentation_of(window)
    qtbot.waitUntil(presentation.isActiveWindow)
    return presentation


def leave(qtbot: QtBot, window: MainWindow, presentation: PresentationWindow) -> None:
    press(qtbot, presentation, ESCAPE)
    qtbot.waitUntil(lambda: not presentation.isVisible())
    assert window.presenting is None
    qtbot.waitUntil(window.isActiveWindow)


def to_the_table(qtbot: QtBot, window: MainWindow) -> None:
    """The keyboard stands in the crosstable, as it does after a result was typed."""
    viewport = window.crosstable.view.viewport()
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=QPoint(60, 60))
    qtbot.waitUntil(lambda: window.crosstable.isAncestorOf(window.focusWidget()))


def click_the_tab(qtbot: QtBot, window: MainWindow, name: str) -> None:
    window.spaces.switch_to_view(name)
    panel = window.panel_of(name)
    place = next(i for i in range(panel.tabs.count()) if panel.tabs.tabData(i) == name)
    spot = panel.tabs.tabRect(place).center()
    qtbot.mouseClick(panel.tabs, Qt.MouseButton.LeftButton, pos=spot)
    qtbot.waitUntil(lambda: panel.get_view(name).isVisible())


@pytest.mark.parametrize("name", NAMES)
def test_a_view_whose_tab_was_clicked_fills_the_screen(qtbot, window, name):
    window.resize(1600, 900)
    to_the_table(qtbot, window)
    click_the_tab(qtbot, window, name)
    presentation = fill(qtbot, window)
    assert presentation.shown == name
    leave(qtbot, window, presentation)
    if window.crosstable.isVisible():
        # Back in the table, the table is what is meant.
        to_the_table(qtbot, window)
        presentation = fill(qtbot, window)
        assert presentation.shown == "crosstable"
        leave(qtbot, window, presentation)
    # A click where nothing takes the keyboard is a click on the view all the same.
    corner = window.get_view(name).rect().bottomLeft() + QPoint(2, -2)
    qtbot.mouseClick(window.get_view(name), Qt.MouseButton.LeftButton, pos=corner)
    presentation = fill(qtbot, window)
    assert presentation.shown == name
    leave(qtbot, window, presentation)


@pytest.mark.parametrize("view", PRESENTED, ids=NAMES)
def test_a_view_fills_the_screen_with_its_controls_in_sight_and_large_type(
    qtbot, window, view
):
    window.resize(1600, 900)
    to_the_table(qtbot, window)
    window.named_actions[view.action].trigger()
    shown = window.get_view(view.name)
    usual = shown.font().pointSizeF()
    home = shown.parentWidget()
    qtbot.waitUntil(at_rest)
    controls = {control.objectName() for control in in_sight(shown, window)}
    presentation = fill(qtbot, window)
    assert presentation.shown == view.name
    assert window.theme.zoom >= LARGE
    assert shown.font().pointSizeF() >= usual * LARGE / 100 - 0.5
    qtbot.waitUntil(lambda: shown.width() > presentation.width() * 0.9)
    there = {
        control.objectName()
        for control in shown.findChildren(QAbstractButton)
        if control.isVisibleTo(presentation)
    }
    # Where there is room for both pages of What if, nothing chooses between them.
    assert controls - {"whatIfGames", "whatIfRipple"} <= there
    leave(qtbot, window, presentation)
    assert shown.parentWidget() is home
    assert shown.font().pointSizeF() == usual


def in_sight(view: QWidget, window: QWidget) -> list[QWidget]:
    """The buttons of a view that can be clicked where they are."""
    found: list[QWidget] = []
    for control in view.findChildren(QAbstractButton):
        if not control.isVisible() or not control.objectName():
            continue
        middle = control.mapTo(window, control.rect().center())
        if window.childAt(middle) is control:
            found.append(control)
    return found


def test_a_view_that_lost_its_control_is_meant_still(qtbot, window):
    """Qt looks for another place for the keyboard, and may find it in the table."""
    to_the_table(qtbot, window)
    window.named_actions["showSteps"].trigger()
    for mode in ("stepsChart", "stepsTable", "stepsChart"):
        button = window.get_view("view-steps").findChild(QAbstractButton, mode)
        assert button is not None
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    presentation = fill(qtbot, window)
    assert presentation.shown == "view-steps"
    leave(qtbot, window, presentation)


def test_a_panel_that_was_closed_is_not_meant(qtbot, window):
    window.show_view("view-steps")
    window.below.closing.emit()
    qtbot.waitUntil(lambda: not window.below.isVisible())
    presentation = fill(qtbot, window)
    assert presentation.shown != "view-steps"
    leave(qtbot, window, presentation)
