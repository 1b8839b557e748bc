"""Where views are shown, and that the window fits every screen."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QByteArray, QMargins, QPoint, QRect, QSize
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.cli.running import run_python
from tests.ui import driving as ui
from tests.ui.keys import ALT, CONTROL, LEFT, SHIFT, Key
from uscalc.ui.frame.panel import StripTab, ViewPanel
from uscalc.ui.widgets.screen_room import first_size, fit_on_screen
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.panel_places import area_of_folded_panel
from uscalc.ui.window.views import SPACES, VIEWS


def fold(qtbot: QtBot, window: MainWindow, width: int = 1016) -> None:
    window.resize(width, 736)
    qtbot.waitUntil(lambda: window.places.folded and window.strip.isVisible())
    # The tabs get their positions after the strip appears.
    tabs = window.strip.findChildren(StripTab)
    qtbot.waitUntil(
        lambda: all(t.height() > t.width() or not t.isVisible() for t in tabs)
    )


def unfold(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: not (window.places.folded or window.strip.isVisible()))


def tab(window: MainWindow, name: str) -> StripTab:
    return ui.find_part(window, StripTab, f"{name}Folded")


def lies_over(part: QWidget, other: QWidget) -> bool:
    """Return whether a part hides something of another, as painted."""
    window = part.window()
    common = part.geometry() & other.rect().translated(
        other.mapTo(window, other.pos() * 0)
    )
    return not common.isEmpty() and part.isAncestorOf(window.childAt(common.center()))


def inside(panel: ViewPanel) -> bool:
    focus = QApplication.focusWidget()
    return focus is not None and (focus is panel or panel.isAncestorOf(focus))


@pytest.mark.parametrize(("width", "folded"), [(1199, True), (1200, False)])
def test_below_1200_pixels_the_panel_is_a_strip(qtbot, window, width, folded):
    window.resize(width, 760)
    qtbot.waitUntil(lambda: window.strip.isVisible() is folded)
    assert window.right.isVisible() is not folded
    if folded:
        strip = window.strip
        qtbot.waitUntil(lambda: strip.geometry().right() >= window.width() - 2)
        assert strip.width() < 48
        for space in SPACES[:4]:
            window.spaces.switch_to(space.name)
            assert strip.isVisible()
            assert [
                one.text() for one in strip.findChildren(StripTab) if one.isVisible()
            ] == [v.title for v in space.views if v.where == "right"]


def test_every_word_of_the_strip_can_be_read(qtbot, window):
    fold(qtbot, window)
    window.theme.set_zoom(200)
    for name, _ in window.right.list_views():
        one = tab(window, name)
        words = one.fontMetrics()
        qtbot.waitUntil(
            lambda o=one, w=words: (
                o.height() > w.horizontalAdvance(o.text())  # type: ignore[misc]
                and o.width() >= w.height()
            )
        )


@pytest.mark.parametrize("way", ["tab", "escape", "table"])
def test_a_tab_opens_its_view_over_the_table_until_it_is_left(qtbot, window, way):
    fold(qtbot, window)
    ui.click(qtbot, window, 3, 1)
    where = window.crosstable.geometry(), window.below.geometry()
    one = tab(window, "view-knot-path")
    qtbot.mouseClick(one, LEFT)
    assert window.right.isVisible()
    assert window.right.front == "view-knot-path"
    assert lies_over(window.right, window.crosstable)
    assert one.isChecked()
    # Nothing else moves.
    assert (window.crosstable.geometry(), window.below.geometry()) == where
    if way == "tab":
        qtbot.mouseClick(one, LEFT)
    elif way == "escape":
        assert inside(window.right)
        ui.press(qtbot, window, Key.Key_Escape)
    else:
        ui.click(qtbot, window, 3, 1)
    assert not window.right.isVisible()
    assert not one.isChecked()
    assert window.crosstable.isAncestorOf(ui.keyboard(window))
    assert window.session.selection.row == 2


def test_the_keys_of_a_view_and_of_the_strip_open_it(qtbot, window):
    fold(qtbot, window)
    ui.press_in(qtbot, window, window.crosstable.view, Key.Key_F6)
    assert ui.keyboard(window) is tab(window, "view-explanation")
    ui.press(qtbot, window, Key.Key_Down)
    assert ui.keyboard(window) is tab(window, "view-rating-explorer")
    ui.press(qtbot, window, Key.Key_Return)
    assert window.right.isVisible()
    assert window.right.front == "view-rating-explorer"
    ui.press_in(qtbot, window, window.crosstable.view, (Key.Key_I, CONTROL))
    assert window.right.isVisible()
    assert inside(window.right)
    assert window.right.front == "view-player-details"
    ui.press(qtbot, window, Key.Key_2, CONTROL)
    assert not window.right.isVisible()
    ui.press(qtbot, window, Key.Key_3, ALT)
    assert window.right.front == "view-knot-path"
    assert inside(window.right)


def test_resizing_keeps_view_selection_and_keyboard(qtbot, window):
    window.resize(1280, 800)
    ui.click(qtbot, window, 4, 2)
    window.show_view("view-player-details")
    line = ui.keyboard(window)
    before = window.right.width()
    for _ in range(2):
        fold(qtbot, window)
        assert ui.keyboard(window) is line
        assert window.right.isVisible()
        assert window.right.front == "view-player-details"
        unfold(qtbot, window)
        assert ui.keyboard(window) is line
        assert window.right.isVisible()
        qtbot.waitUntil(lambda: window.right.width() == before)
    ui.click(qtbot, window, 5, 2)
    for change in (fold, unfold):
        change(qtbot, window)
        assert window.crosstable.isAncestorOf(ui.keyboard(window))
        assert window.session.selection.row == 4
    assert window.right.isVisible()


def test_half_typed_text_and_a_hidden_panel_survive_folding(qtbot, window):
    window.resize(1280, 800)
    ui.press_button(qtbot, window, "rightPanelClose")
    ui.type_at(qtbot, window, 12, "name", "Half")
    fold(qtbot, window)
    ui.press_keys(qtbot, window, " Typed", Key.Key_Return)
    assert ui.text(window, 12, "name") == "Half Typed"
    unfold(qtbot, window)
    assert not window.right.isVisible()


def test_the_folded_window_is_restored(qtbot, window):
    window.resize(1280, 800)
    ui.drag_border(qtbot, window, window.right, 500)
    assert window.right.width() == 500
    fold(qtbot, window)
    again = ui.start_again(qtbot, window)
    qtbot.waitUntil(lambda: again.places.folded)
    assert not again.right.isVisible()
    unfold(qtbot, again)
    qtbot.waitUntil(lambda: again.right.isVisible() and again.right.width() == 500)


def test_large_type_and_switches_leave_the_table_its_place(qtbot, window):
    area = QRect(0, 40, 960, 600)
    assert area_of_folded_panel(area, 448) == QRect(512, 40, 448, 600)
    assert area_of_folded_panel(area, 2000) == QRect(240, 40, 720, 600)
    window.resize(1280, 800)
    assert not window.places.folded
    window.theme.set_zoom(150)
    qtbot.waitUntil(lambda: window.strip.isVisible())
    window.theme.set_zoom(100)
    qtbot.waitUntil(lambda: window.right.isVisible())


@pytest.mark.parametrize("width", [1016, 1280])
@pytest.mark.parametrize("name", ["rightPanel", "bottomPanel"])
def test_the_sign_lets_a_panel_fill_the_window_until_escape(qtbot, window, name, width):
    window.resize(width, 760)
    QApplication.processEvents()
    panel = {p.objectName(): p for p in (window.right, window.below)}[name]
    window.show_view(panel.front)
    before = panel.geometry()
    ui.press_button(qtbot, window, f"{name}Fill")
    assert not panel.isWindow()
    assert panel.isVisible()
    assert panel.width() == window.width()
    # The panel covers menus and rail.
    assert panel.geometry().topLeft() == QPoint(0, 0)
    assert panel.geometry().bottom() == window.statusBar().geometry().top() - 1
    assert lies_over(panel, window.crosstable)
    assert inside(panel)
    window.resize(width - 20, 720)
    qtbot.waitUntil(lambda: panel.width() == width - 20)
    window.resize(width, 760)
    ui.press(qtbot, window, Key.Key_Escape)
    qtbot.waitUntil(lambda: panel.geometry() == before)
    assert inside(panel)


def test_another_view_the_table_or_closing_ends_the_filling(qtbot, window):
    window.resize(1280, 800)
    for leave in (
        lambda: window.show_view("view-player-details"),
        lambda: window.crosstable.focus_cell(3, 1),
    ):
        window.show_view("view-steps")
        ui.press(qtbot, window, Key.Key_F11, SHIFT)
        assert window.places.full is window.below
        leave()
        assert window.places.full is None
        assert window.below.isVisible()
        qtbot.waitUntil(lambda: not lies_over(window.below, window.crosstable))
    ui.press_button(qtbot, window, "bottomPanelFill")
    ui.press_button(qtbot, window, "bottomPanelClose")
    assert not window.below.isVisible()
    assert window.places.full is None
    window.below.toggleViewAction().trigger()
    assert window.below.isVisible()
    assert window.below.width() < window.width()


@pytest.mark.parametrize("filling", [True, False])
def test_every_key_works_in_a_panel_that_fills_or_floats(qtbot, window, filling):
    window.resize(1280, 800)
    window.show_view("view-steps")
    ui.press(qtbot, window, Key.Key_F11, SHIFT if filling else CONTROL)
    qtbot.waitUntil(lambda: inside(window.below))
    qtbot.waitUntil((window if filling else window.below).isActiveWindow)
    system = window.session.selection.system
    ui.press(qtbot, window, Key.Key_T, CONTROL)
    assert window.session.selection.system != system
    ui.press(qtbot, window, Key.Key_5, ALT)
    assert window.below.front == "view-rating-rules"
    qtbot.waitUntil(lambda: inside(window.below))
    ui.press(qtbot, window, Key.Key_F11, SHIFT if filling else CONTROL)
    qtbot.waitUntil(lambda: window.places.full is None)
    assert not window.below.isFloating()
    qtbot.waitUntil(lambda: inside(window.below))


def test_a_folded_panel_floats_and_is_restored(qtbot, window):
    fold(qtbot, window)
    window.show_view("view-knot-path")
    ui.press(qtbot, window, Key.Key_F11, CONTROL)
    assert window.right.isFloating()
    qtbot.waitUntil(window.right.isActiveWindow)
    unfold(qtbot, window)
    assert window.right.isFloating()
    fold(qtbot, window)
    ui.press_button(qtbot, window, "rightPanelFill")
    assert not window.right.isFloating()
    assert lies_over(window.right, window.crosstable)


def test_escape_leaves_every_view_of_a_narrow_window(qtbot, window):
    fold(qtbot, window)
    for view in VIEWS:
        if view.where == "right":
            window.show_view(view.name)
            qtbot.waitUntil(lambda: inside(window.right))
            ui.press(qtbot, window, Key.Key_Escape)
            assert not window.right.isVisible()
        shown = window.show_view(view.name)
        window.named_actions["fillWindow"].trigger()
        panel = window.places.full
        assert panel is not None, view.name
        assert shown.isVisible(), view.name
        assert panel.isAncestorOf(shown)
        ui.press(qtbot, window, Key.Key_Escape)
        assert window.places.full is None


@pytest.mark.parametrize("name", ["systemQ", "systemR"])
def test_after_the_switch_the_keyboard_is_in_the_table(qtbot, window, name):
    ui.click(qtbot, window, 2, 1)
    ui.press_button(qtbot, window, name)
    assert window.session.selection.system == name[-1]
    assert window.crosstable.isAncestorOf(ui.keyboard(window))
    ui.press(qtbot, window, Key.Key_Down)
    assert window.session.selection.row == 2


FRAME = QMargins(4, 28, 4, 4)
SCREENS = ((1024, 768, 96), (1280, 800, 144), (1366, 768, 96), (1920, 1080, 96))


@pytest.fixture(scope="module", params=SCREENS, ids="{0[0]}x{0[1]} at {0[2]}".format)
def shown_at_start(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[tuple[int, int, int], list[dict[str, Any]]]:
    """Return what a start on such a screen shows, at three type sizes."""
    width, height, dpi = request.param
    screen = {"name": "one", "x": 0, "y": 0, "width": width, "height": height}
    screen |= {"logicalDpi": dpi, "logicalBaseDpi": 96}
    path = tmp_path_factory.mktemp("screen") / "screen.json"
    path.write_text(json.dumps({"screens": [screen]}))
    zooms = ["100"] if dpi > 96 else ["100", "150", "200"]
    probe = Path(__file__).parents[1] / "screen_probe.py"
    result = run_python(probe, path, *zooms, seconds=300)
    assert result.returncode == 0, result.stderr
    return request.param, json.loads(result.stdout)


def test_the_window_fits_the_screen_with_five_rounds_in_sight(shown_at_start):
    (width, _, _), told = shown_at_start
    for start in told:
        assert start["on_screen"], start["zoom"]
        # The window uses the available room.
        assert start["covers"] > 0.75, start["zoom"]
        if start["zoom"] == 100 or (width >= 1280 and start["zoom"] == 150):
            assert start["rounds"] == [1, 2, 3, 4, 5], start["zoom"]
        assert len(start["rounds"]) >= 1, start["zoom"]
        if start["zoom"] == 100:
            assert ("strip" in start["parts"]) == (start["window"][0] < 1200)


def test_bars_are_inside_the_window_and_cover_nothing(shown_at_start):
    needed = {"top", "bottom", "problems", "table", "below", "rulesChip", "messages"}
    names = {"top", "table", "below", "bottom", "strip", "messages"}
    bar = ("sectionTabs", "addSectionButton", "systemSwitch", "rulesChip")
    for told in shown_at_start[1]:
        assert told["outside"] == [], told["zoom"]
        parts = {name: QRect(*place) for name, place in told["parts"].items()}
        assert needed <= parts.keys()
        assert "right" in parts or "strip" in parts
        for one, other in itertools.combinations(names & parts.keys(), 2):
            if {one, other} != {"messages", "table"}:
                assert not parts[one].intersects(parts[other]), (one, other)
        places = [told["parts"][name] for name in bar if name in parts]
        assert len(places) >= 4
        for (left, _, width, _), (right, _, _, _) in itertools.pairwise(places):
            assert left + width <= right, told["zoom"]


def test_the_first_size_has_room_for_the_frame_and_is_larger_on_a_large_screen():
    for width, height, _ in SCREENS:
        size = first_size(QRect(0, 24, width, height - 24), FRAME)
        assert size.width() <= width - 8
        assert size.height() <= height - 24 - 32
    assert first_size(QRect(0, 0, 1920, 1080)) == QSize(1536, 864)
    assert first_size(QRect(0, 0, 7680, 4320)) == QSize(1920, 1080)


def test_a_remembered_place_is_fitted_in_and_stays_if_it_fits():
    available, fits = QRect(0, 0, 1024, 768), QRect(40, 50, 700, 500)
    assert fit_on_screen(fits, available, FRAME) == fits
    for kept in (
        *(QRect(0, 0, 1900, 1040), QRect(1900, 1000, 400, 300)),
        *(QRect(-500, -300, 900, 600), QRect(3000, 40, 1280, 800)),
    ):
        place = fit_on_screen(kept, available, FRAME)
        assert available.contains(place + FRAME)
        assert place.width() == min(kept.width(), 1016)
        assert place.height() == min(kept.height(), 736)


def test_a_kept_layout_is_fitted_in_or_passed_over(qtbot, window):
    window.setGeometry(300, 200, 1250, 780)
    small = QRect(0, 0, 1024, 768)
    again = ui.start_again(qtbot, window, available=lambda _: small)
    qtbot.waitUntil(lambda: small.contains(again.frameGeometry()))
    assert again.places.folded
    damaged = QByteArray(b"nonsense")
    window.preferences.remember_layouts(
        window, {("explain", False): damaged, ("explain", True): damaged}, {}
    )
    window.preferences.write()
    again = ui.start_again(qtbot, window)
    again.resize(1280, 800)
    qtbot.waitUntil(lambda: again.right.isVisible() and again.below.isVisible())
