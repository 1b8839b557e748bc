"""A view fills the screen, and no part of it is cut off."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.cli.running import run_python
from tests.ui.driving import press
from tests.ui.keys import LEFT, Key
from tests.ui.large_event import saved
from tests.ui.truncated import unreadable
from uscalc.ui.scheduling import at_rest
from uscalc.ui.teach.presentation import LARGE, PresentationWindow, presentation_of
from uscalc.ui.widgets.building import ElidingLabel
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.tour import wait_until_settled
from uscalc.ui.window.views import SPACES, VIEWS

NAMES = [view.name for view in VIEWS if view.name != "view-lesson"]
"""Every view except Lesson, whose slides fill the screen."""
ESCAPE, F11 = Key.Key_Escape, Key.Key_F11


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
    """Focus the crosstable, as after a typed result."""
    qtbot.mouseClick(window.crosstable.view.viewport(), LEFT, pos=QPoint(60, 60))
    qtbot.waitUntil(lambda: window.crosstable.isAncestorOf(window.focusWidget()))


def test_a_view_selected_by_tab_or_click_fills_the_screen(qtbot, window):
    window.resize(2000, 1100)
    # The type is large already, so that no new layout is needed each time.
    window.theme.set_zoom(LARGE)
    for name in NAMES:
        if window.crosstable.isVisible():
            to_the_table(qtbot, window)
        window.spaces.switch_to_view(name)
        tabs = window.panel_of(name).tabs
        place = next(i for i in range(tabs.count()) if tabs.tabData(i) == name)
        qtbot.mouseClick(tabs, LEFT, pos=tabs.tabRect(place).center())
        qtbot.waitUntil(window.get_view(name).isVisible)
        shown = window.get_view(name)
        home = shown.parentWidget()
        qtbot.waitUntil(at_rest)
        controls = {control.objectName() for control in in_sight(shown, window)}
        presentation = fill(qtbot, window)
        assert presentation.shown == name
        qtbot.waitUntil(
            lambda: shown.width() > presentation.width() * 0.9  # noqa: B023
        )
        buttons = shown.findChildren(QAbstractButton)
        there = {one.objectName() for one in buttons if one.isVisibleTo(presentation)}
        # If there is room for both pages of What if, no button selects one.
        assert controls - {"whatIfGames", "whatIfRipple"} <= there, name
        leave(qtbot, window, presentation)
        assert shown.parentWidget() is home, name
        if window.crosstable.isVisible():
            to_the_table(qtbot, window)
        # A click where nothing takes the focus still counts as a click on the view.
        qtbot.mouseClick(shown, LEFT, pos=shown.rect().bottomLeft() + QPoint(2, -2))
        presentation = fill(qtbot, window)
        assert presentation.shown == name
        leave(qtbot, window, presentation)


@pytest.mark.parametrize("name", ["view-explanation", "view-results"])
def test_a_view_that_fills_the_screen_has_large_type(qtbot, window, name):
    window.show_view(name)
    shown = window.get_view(name)
    usual = shown.font().pointSizeF()
    presentation = fill(qtbot, window)
    assert window.theme.zoom >= LARGE
    assert shown.font().pointSizeF() >= usual * LARGE / 100 - 0.5
    leave(qtbot, window, presentation)
    assert shown.font().pointSizeF() == usual


def in_sight(view: QWidget, window: QWidget) -> list[QWidget]:
    """Return the buttons of a view that can be clicked without scrolling."""
    found: list[QWidget] = []
    for control in view.findChildren(QAbstractButton):
        if not control.isVisible() or not control.objectName():
            continue
        if window.childAt(control.mapTo(window, control.rect().center())) is control:
            found.append(control)
    return found


def test_the_intended_view_fills_the_screen(qtbot, window):
    to_the_table(qtbot, window)
    window.named_actions["showSteps"].trigger()
    for mode in ("stepsChart", "stepsTable", "stepsChart"):
        button = window.get_view("view-steps").findChild(QAbstractButton, mode)
        qtbot.mouseClick(button, LEFT)
    presentation = fill(qtbot, window)
    assert presentation.shown == "view-steps"
    leave(qtbot, window, presentation)
    # After returning to the table, the command fills the screen with the table.
    to_the_table(qtbot, window)
    presentation = fill(qtbot, window)
    assert presentation.shown == "crosstable"
    leave(qtbot, window, presentation)
    window.show_view("view-steps")
    window.below.closing.emit()
    qtbot.waitUntil(lambda: not window.below.isVisible())
    presentation = fill(qtbot, window)
    assert presentation.shown != "view-steps"
    leave(qtbot, window, presentation)


ROOT = Path(__file__).parents[3]
PROBE = ROOT / "tests" / "ui" / "full_screen_probe.py"
LOW = {"view-rating-rules"}
"""Views whose table has one line a row in a low panel, and shows the rest beside it."""


def test_of_sixty_four_players_every_view_can_be_read_whole(tmp_path):
    screen = {"name": "one", "x": 0, "y": 0, "width": 1920, "height": 1080}
    place = tmp_path / "screen.json"
    place.write_text(json.dumps({"screens": [screen]}))
    event = saved(tmp_path / "large.uscalc")
    done = run_python(PROBE, place, event, "light", seconds=900)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    pictures = {picture.name: view.name for view in VIEWS for picture in view.pictures}
    assert {name for _, name, _ in told} == set(pictures)
    assert {how for how, _, _ in told} == {"panel", "screen"}
    assert {
        f"{how}, {name}": faults
        for how, name, faults in told
        if faults and not (how == "panel" and pictures[name] in LOW)
    } == {}


def shown(qtbot: QtBot, part: QWidget, width: int) -> QWidget:
    holder = QWidget()
    qtbot.addWidget(holder)
    QHBoxLayout(holder).addWidget(part)
    part.setObjectName("part")
    part.setFixedWidth(width)
    holder.show()
    qtbot.waitExposed(holder)
    return holder


@pytest.mark.parametrize("kind", [ElidingLabel, QLabel, QPushButton])
def test_cut_texts_are_found(qtbot, kind):
    for width in (60, 400):
        part = kind()
        part.setText("Bartholomew Featherstone")
        assert bool(unreadable(shown(qtbot, part, width))) == (width == 60)


def test_an_ellipsis_of_a_command_is_not_a_cut(qtbot):
    assert unreadable(shown(qtbot, QPushButton("Paste &rows…"), 200)) == []
    lines = QLabel("One line, and then another one, and one more")
    lines.setWordWrap(True)
    lines.setFixedHeight(14)
    lines.setAlignment(Qt.AlignmentFlag.AlignTop)
    assert unreadable(shown(qtbot, lines, 60))


@pytest.mark.parametrize(
    ("size", "zoom", "look"),
    [
        *(((1024, 768), 100, "light"), ((1280, 800), 100, "dark")),
        *(((1440, 900), 100, "light"), ((1920, 1080), 150, "dark")),
    ],
)
def test_nothing_is_cut_in_any_view_of_any_space(qtbot, window, size, zoom, look):
    window.resize(*size)
    window.theme.choose_look(look)
    window.theme.set_zoom(zoom)
    window.session.select(row=11)
    found = {}
    for space in SPACES:
        window.spaces.switch_to(space.name)
        for view in space.views:
            window.show_view(view.name)
            wait_until_settled(window)
            if faults := unreadable(window.panel_of(view.name)):
                found[f"{space.name}, {view.name}"] = faults
    assert found == {}
