"""The five spaces: their views, what carries over, what each remembers, and tasks in them."""

import itertools

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QCursor, QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui import driving as ui
from tests.ui.hand import Hand
from tests.ui.keys import ALT, CONTROL, LEFT, Key
from tests.ui.pixels import apart
from uscalc.ui.frame.bars import ToolRow
from uscalc.ui.frame.rail import RailButton
from uscalc.ui.scheduling import Worker, at_rest
from uscalc.ui.specs import SpaceSpec
from uscalc.ui.teach.presentation import presentation_of
from uscalc.ui.theme.menu_text import strip_menu_marks
from uscalc.ui.window.commands import list_commands
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.views import SPACES, VIEWS

MOST_ENTRIES = 12
PAIRS = [
    (here, there, place)
    for here in range(len(SPACES))
    for there, space in enumerate(SPACES)
    for place in range(len(space.views))
]


def switch_by_keys(qtbot: QtBot, window: MainWindow, place: int) -> None:
    ui.press(qtbot, window, Key(Key.Key_1 + place), CONTROL)
    assert window.spaces.current is SPACES[place]


def click_rail(qtbot: QtBot, window: MainWindow, space: SpaceSpec) -> None:
    qtbot.mouseClick(ui.find_part(window, RailButton, f"space-{space.name}"), LEFT)
    assert window.spaces.current is space
    QApplication.processEvents()


def settle(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: window.session.up_to_date)
    for _ in range(3):
        QApplication.processEvents()


def front(window: MainWindow, name: str) -> str:
    return window.panel_of(name).front


@pytest.fixture
def window(window: MainWindow) -> MainWindow:
    window.resize(1280, 800)
    QApplication.processEvents()
    return window


def test_five_spaces_show_their_own_views_with_their_keys(window):
    assert [space.title for space in SPACES] == [
        *("Enter", "Explain", "What if", "Report", "Teach")
    ]
    # A view is made when it is first shown.
    assert window.findChild(QWidget, "view-knot-path") is None
    tools = ui.find_part(window, ToolRow, "enterTools")
    for space in SPACES:
        assert 1 <= len(space.views) <= 5, space.name
        window.spaces.switch_to(space.name)
        assert tools.isVisible() is (space.name == "enter")
        assert sorted(
            [name for p in (window.right, window.below) for name, _ in p.list_views()]
        ) == sorted(view.name for view in space.views)
        assert all(
            button.isChecked() is (name == space.name)
            for name, button in window.rail.buttons.items()
        )
        for view in VIEWS:
            keys = [k.toString() for k in window.named_actions[view.action].shortcuts()]
            numbered = [key for key in keys if key.startswith("Alt+")]
            own = view in space.views
            assert numbered == ([f"Alt+{space.views.index(view) + 1}"] if own else [])


@pytest.mark.parametrize(
    ("way", "size"), [("mouse", (1024, 768)), ("keys", (1280, 800))]
)
def test_two_actions_reach_every_view_from_every_space(qtbot, window, way, size):
    window.resize(*size)
    hand = Hand(window, way)
    for here, there, place in PAIRS:
        hand.enter_space(here + 1)
        hand.actions = 0
        if here != there:
            hand.enter_space(there + 1)
        name = SPACES[there].views[place].name
        if way == "mouse" and not is_offered(window, name):
            # Leave a view that fills the space first.
            hand.click_view("view-forecast")
        hand.use_view(f"Alt+{place + 1}", name)
        assert hand.actions <= 2
        assert window.spaces.current is SPACES[there]
        view = window.get_view(name)
        qtbot.waitUntil(lambda view=view: not view.visibleRegion().isEmpty())


def is_offered(window: MainWindow, name: str) -> bool:
    """Return whether a view has a tab in sight."""
    folded = window.places.folded and window.panel_of(name) is window.right
    return window.strip.isVisible() if folded else window.panel_of(name).isVisible()


def test_a_view_of_another_space_opens_its_space_with_the_selection(qtbot, window):
    ui.type_at(qtbot, window, 4, 2, (Key.Key_T, CONTROL), (Key.Key_2, CONTROL))
    ui.press(qtbot, window, Key.Key_Left, ALT)
    settle(qtbot, window)
    selection, step = window.session.selection, window.session.step.step
    for space in SPACES:
        click_rail(qtbot, window, space)
        settle(qtbot, window)
        assert window.session.selection == selection
        assert window.session.step.step == step
    window.spaces.switch_to("explain")
    ui.press(qtbot, window, Key.Key_B, CONTROL)
    assert window.spaces.current.name == "enter"
    assert window.below.front == "view-results"
    # A view that the current space has as well is shown there.
    window.spaces.switch_to("report")
    ui.press(qtbot, window, Key.Key_I, CONTROL)
    assert window.spaces.current.name == "report"


def test_each_space_remembers_its_sizes_and_its_tabs(qtbot, window):
    window.spaces.switch_to("enter")
    settle(qtbot, window)
    ui.drag_border(qtbot, window, window.right, 500)
    assert window.right.width() == 500
    ui.press(qtbot, window, Key.Key_B, CONTROL)
    window.spaces.switch_to("explain")
    settle(qtbot, window)
    ui.drag_border(qtbot, window, window.right, 480)
    assert window.right.width() == 480
    ui.press_button(qtbot, window, "bottomPanelClose")
    for _ in range(2):
        window.spaces.switch_to("enter")
        qtbot.waitUntil(lambda: window.right.width() == 500)
        assert window.below.isVisible()
        assert window.below.front == "view-results"
        window.spaces.switch_to("explain")
        qtbot.waitUntil(lambda: window.right.width() == 480)
        assert not window.below.isVisible()


def panel_sizes(qtbot: QtBot, window: MainWindow) -> dict[str, tuple[int, int]]:
    """Return the right panel's width and the lower one's height in every space."""
    sizes = {}
    for space in SPACES:
        window.spaces.switch_to(space.name)
        settle(qtbot, window)
        sizes[space.name] = window.right.width(), window.below.height()
    return sizes


def test_panels_keep_their_shares_of_a_window_of_another_size(qtbot, window):
    window.resize(1280, 800)
    small = panel_sizes(qtbot, window)
    window.resize(1920, 1080)
    large = panel_sizes(qtbot, window)
    assert all(large[name][0] > small[name][0] for name in small)
    # Through many sizes in the present space, and at once in all others.
    for width in range(1900, 1279, -31):
        window.resize(width, 800)
    window.resize(1280, 800)
    assert window.right.width() == small[window.spaces.current.name][0]
    assert panel_sizes(qtbot, window) == small
    window.spaces.switch_to("enter")
    settle(qtbot, window)
    moved = small["enter"][0] + 60
    ui.drag_border(qtbot, window, window.right, moved)
    assert window.right.width() == moved
    share = moved / window.contentsRect().width()
    window.resize(1920, 1080)
    again = panel_sizes(qtbot, window)
    assert again["explain"] == large["explain"]
    wide = window.contentsRect().width()
    assert again["enter"][0] == pytest.approx(share * wide, abs=1)
    window.resize(1280, 800)
    assert panel_sizes(qtbot, window)["enter"][0] == moved


def busy(window: MainWindow) -> bool:
    """Return whether a view is still computing."""
    return any(worker.busy for worker in window.findChildren(Worker))


def paint_spaces(qtbot: QtBot, window: MainWindow) -> dict[str, QImage]:
    """Paint every space, once its computations and animations have ended."""
    images = {}
    qtbot.waitUntil(lambda: window.session.assumptions is not None)
    for space in SPACES:
        window.spaces.switch_to(space.name)
        # Put the focus where nothing blinks, and the mouse where nothing is
        # highlighted.
        window.rail.setFocus()
        QCursor.setPos(window.mapToGlobal(QPoint(2, 2)))
        settle(qtbot, window)
        qtbot.waitUntil(lambda: at_rest() and ui.quiet(window) and not busy(window))
        settle(qtbot, window)
        images[space.name] = window.grab().toImage()
    return images


def test_reset_layout_resets_every_space(qtbot, window):
    for view in VIEWS:
        window.show_view(view.name)
    # When the panel returns, a label in the chart may find another free place.
    window.get_view("view-steps").show_mode("table")
    window.named_actions["resetLayout"].trigger()
    before = paint_spaces(qtbot, window)
    for space in SPACES:
        window.spaces.switch_to(space.name)
        settle(qtbot, window)
        ui.drag_border(qtbot, window, window.right, 480)
        ui.drag_border(qtbot, window, window.below, 200)
        window.show_view(space.views[-1].name)
        settle(qtbot, window)
    ui.press_button(qtbot, window, "rightPanelClose")
    change_sizes(qtbot, window)
    for space, panel in (("explain", window.below), ("what-if", window.right)):
        window.spaces.switch_to(space)
        window.places.toggle_floating(panel)
        panel.resize(700, 300)
        settle(qtbot, window)
    window.spaces.switch_to("report")
    window.places.fill_with(window.below)
    window.named_actions["resetLayout"].trigger()
    # A panel was a window of its own.
    ui.activate(qtbot, window)
    settle(qtbot, window)
    after = paint_spaces(qtbot, window)
    changed = {n: find_difference(before[n], after[n]) for n in before}
    assert not any(changed.values()), changed


def change_sizes(qtbot: QtBot, window: MainWindow) -> None:
    """Use every space in windows of other sizes, and in full screen; return to the first size."""
    for size in (QSize(1024, 768), QSize(1700, 1000), QSize(700, 500), window.size()):
        window.resize(size)
        for space in SPACES:
            window.spaces.switch_to(space.name)
            settle(qtbot, window)
            window.show_view(space.views[0].name)
    window.named_actions["present"].trigger()
    settle(qtbot, window)
    presentation_of(window).leave_presentation()
    settle(qtbot, window)


def find_difference(one: QImage, two: QImage) -> tuple[int, int, int, int] | None:
    """Return the left, top, right and bottom of the pixels in which two images differ."""
    if one == two:
        return None
    ys, xs = apart(one, two).nonzero()
    return int(xs.min()), int(ys.min()), int(xs.max()), int(ys.max())


def test_heights_are_divided_again_in_spaces_with_a_crosstable(qtbot, window):
    window.spaces.switch_to("teach")
    settle(qtbot, window)
    assert not window.crosstable.isVisible()
    assert window.right.width() > window.below.width()
    assert window.below.isVisible()
    window.spaces.switch_to("explain")
    assert window.crosstable.isVisible()
    window.resize(1024, 768)
    table = window.crosstable.view
    for name in ("report", "explain"):
        window.spaces.switch_to("teach")
        qtbot.waitUntil(window.crosstable.isHidden)
        window.spaces.switch_to(name)
        qtbot.waitUntil(lambda: table.viewport().height() > 8 * table.rowHeight(0))


def test_the_keyboard_is_never_lost_by_a_switch(qtbot, window):
    window.crosstable.view.setFocus()
    for here, there in itertools.permutations(range(len(SPACES)), 2):
        switch_by_keys(qtbot, window, here)
        window.show_view(SPACES[here].views[-1].name)
        switch_by_keys(qtbot, window, there)
        assert QApplication.focusWidget().isVisible()
    # Where the crosstable is shown, it gets the focus, after a view without one.
    switch_by_keys(qtbot, window, 4)
    window.show_view("view-practice")
    switch_by_keys(qtbot, window, 0)
    assert window.crosstable.isAncestorOf(QApplication.focusWidget())


def test_the_rail_is_left_of_everything_and_used_with_the_arrow_keys(qtbot, window):
    ui.press_in(qtbot, window, window.rail, Key.Key_Down, Key.Key_Return)
    assert window.spaces.current.name == "what-if"
    ui.press_keys(qtbot, window, Key.Key_Up, Key.Key_Up, Key.Key_Space)
    assert window.spaces.current.name == "enter"
    rail = window.rail.geometry()
    assert rail.topLeft() == QPoint(0, 0)
    assert rail.height() == window.height()
    for part in (window.header, window.crosstable, window.below, window.statusBar()):
        assert part.mapTo(window, QPoint(0, 0)).x() >= rail.right()
    window.theme.set_zoom(150)
    QApplication.processEvents()
    wide = window.rail.geometry()
    assert wide.width() > rail.width()
    assert window.header.mapTo(window, QPoint(0, 0)).x() >= wide.right()


def test_the_rail_has_no_frame_after_an_event_was_opened(qtbot, window, other_event):
    window.preferences.add_recent(other_event)
    window.spaces.switch_to("enter")
    ui.find_part(ui.player_panel(window), QWidget, "playerName").setFocus()
    ui.press_keys(qtbot, window, (Key.Key_K, CONTROL), "open recent", Key.Key_Return)
    ui.arrived(qtbot, window)
    assert window.spaces.current.name == "explain"
    button = window.rail.buttons["explain"]
    # Keys typed now change nothing.
    assert button.hasFocus()
    seen = button.grab().toImage()
    window.crosstable.view.setFocus()
    assert button.grab().toImage() == seen
    window.rail.setFocus()
    assert button.grab().toImage() != seen


def test_menus_are_short_and_have_every_command(window):
    for menu in window.menus.values():
        entries = [entry for entry in menu.actions() if not entry.isSeparator()]
        assert 1 <= len(entries) <= MOST_ENTRIES, menu.title()
    assert [
        a.text().replace("&&", "§").replace("&", "").replace("§", "&")
        for a in window.header.menu_bar.actions()
    ] == [
        *("File", "Edit", "Players", "Rounds & sections"),
        *("Report", "View", "Teach", "Help"),
    ]
    found = {
        strip_menu_marks(action.text())
        for menu in window.menus.values()
        for action in menu.actions()
    }
    assert {
        command.name
        for command in list_commands(window)
        if not command.searched and command.name not in found
    } - {"Commands…"} == set()


def test_a_message_has_one_height_and_is_never_cut_in_any_space(qtbot, window):
    bar, saved = window.messages, "Saved wall chart as /home/club/charts/wall.pdf. "
    heights = set()
    for space in SPACES:
        bar.close_message()
        window.spaces.switch_to(space.name)
        QApplication.processEvents()
        below = window.bottom.height()
        bar.show_message(saved, "Open folder", lambda: None, error=False)
        QApplication.processEvents()
        heights.add(bar.height())
        assert bar.isAncestorOf(window.childAt(bar.mapTo(window, QPoint(20, 8))))
        assert window.bottom.height() == below
        bar.show_message(saved * 6, "Open folder", lambda: None, error=False)
        QApplication.processEvents()
        for width in (1180, 1080, 980, 820, 760, 900, 1280):
            window.resize(width, 800)
            # This comes before any other event, for example a request to paint.
            assert bar.height() == bar.heightForWidth(bar.width()), (space.name, width)
            QApplication.processEvents()
    assert len(heights) == 1


@pytest.mark.parametrize("way", ["escape", "space", "start"])
def test_a_notice_disappears_where_an_error_report_stays(qtbot, window, way):
    for error in (False, True):
        window.spaces.switch_to("report")
        window.messages.show_message("Saved a wall chart", error=error)
        if way == "escape":
            ui.press(qtbot, window, Key.Key_Escape)
        elif way == "space":
            qtbot.mouseClick(window.rail.buttons["enter"], LEFT)
        else:
            window.show_start_page()
        assert bool(window.messages.text) is error
