"""Mouse and menus: right-clicks, dragged tabs and blocks, hidden panels."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QWidget
from pytestqt.qtbot import QtBot

from tests.ui import driving as ui
from tests.ui.keys import CONTROL, LEFT, SHIFT, Key
from uscalc.document.model import Document
from uscalc.ui.window.main_window import MainWindow

RIGHT = Qt.MouseButton.RightButton


def right_click(qtbot: QtBot, widget: QWidget, place: QPoint) -> QMenu:
    """Right-click as the desktop reports it, and return the menu."""
    qtbot.mouseClick(widget, RIGHT, pos=place)
    reason = QContextMenuEvent.Reason.Mouse
    event = QContextMenuEvent(reason, place, widget.mapToGlobal(place))
    QApplication.sendEvent(widget, event)
    return QApplication.activePopupWidget()


def choose(qtbot: QtBot, menu: QMenu, name: str) -> None:
    """Click an item of an open menu."""
    action = next(a for a in menu.actions() if a.objectName() == name)
    qtbot.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())
    assert not menu.isVisible()
    ui.answer_removal(qtbot)


def cell_menu(qtbot: QtBot, window: MainWindow, number: int, what: str | int) -> QMenu:
    place = ui.in_view(window, number, what)
    return right_click(qtbot, window.crosstable.view.viewport(), place)


def numbers(document: Document) -> list[int]:
    return [player.number for player in document.sections[0].players]


CELL_ENTRIES: dict[str, Callable[[Document, Document], bool]] = {
    "cut": lambda _, now: now.sections[0].players[4].results[1] == "",
    "addPlayer": lambda _, now: numbers(now) == list(range(1, 14)),
    "insertPlayer": lambda _, now: numbers(now)[4] == 13,
    "removePlayers": lambda _, now: 5 not in numbers(now) and len(numbers(now)) == 11,
    "movePlayerUp": lambda _, now: numbers(now)[3:5] == [5, 4],
    "movePlayerDown": lambda _, now: numbers(now)[4:6] == [6, 5],
    "addRound": lambda was, now: now.sections[0].rounds == was.sections[0].rounds + 1,
    "removeRound": lambda was, now: (
        now.sections[0].players[4].results[1] == was.sections[0].players[4].results[2]
    ),
}


def test_a_right_click_acts_on_the_cell_under_it(qtbot, window):
    ui.click(qtbot, window, 1, 1)
    start = window.session.document
    for name, done in CELL_ENTRIES.items():
        choose(qtbot, cell_menu(qtbot, window, 5, 2), name)
        assert done(start, window.session.document), name
        # The new row waits for its name.
        ui.press(qtbot, window, Key.Key_Escape)
        window.session.undo_edit()
        assert window.session.document is start, name
    choose(qtbot, cell_menu(qtbot, window, 5, "name"), "copy")
    assert QApplication.clipboard().text() == ui.text(window, 5, "name")
    choose(qtbot, cell_menu(qtbot, window, 9, "name"), "paste")
    assert ui.text(window, 9, "name") == ui.text(window, 5, "name")
    choose(qtbot, cell_menu(qtbot, window, 5, "name"), "movePlayerUp")
    choose(qtbot, cell_menu(qtbot, window, 1, "name"), "renumber")
    assert numbers(window.session.document) == list(range(1, 13))
    assert window.session.history.undo_name is not None


def test_a_right_click_keeps_the_block_it_is_made_on(qtbot, window):
    ui.click(qtbot, window, 2, "name")
    for _ in range(2):
        ui.press(qtbot, window, Key.Key_Down, SHIFT)
    choose(qtbot, cell_menu(qtbot, window, 3, "name"), "removePlayers")
    assert numbers(window.session.document) == [1, *range(5, 13)]
    # Outside the block, the command uses the cell under the pointer.
    choose(qtbot, cell_menu(qtbot, window, 7, "name"), "removePlayers")
    assert numbers(window.session.document) == [1, 5, 6, 7, 8, 9, 11, 12]


def section_names(window: MainWindow) -> list[str]:
    return [section.name for section in window.session.document.sections]


@pytest.fixture
def three_sections(window: MainWindow) -> MainWindow:
    """Return three sections with the first one selected."""
    for _ in range(2):
        window.named_actions["addSection"].trigger()
    window.top.tabs.setCurrentIndex(0)
    return window


def tab_menu(qtbot: QtBot, window: MainWindow, place: int) -> QMenu:
    tabs = window.top.tabs
    return right_click(qtbot, tabs, tabs.tabRect(place).center())


def test_sections_are_dragged_and_right_clicked(qtbot, three_sections):
    tabs, session = three_sections.top.tabs, three_sections.session
    before, (one, two, last) = session.document, section_names(three_sections)
    end = tabs.tabRect(2).center() + QPoint(tabs.tabRect(2).width() // 4, 0)
    drag(qtbot, tabs, tabs.tabRect(0).center(), end)
    assert section_names(three_sections) == [two, last, one]
    assert [tabs.tabText(i) for i in range(3)] == [two, last, one]
    assert (tabs.currentIndex(), session.selection.section) == (2, 2)
    session.undo_edit()
    assert session.document is before
    assert [tabs.tabText(i) for i in range(3)] == [one, two, last]
    tabs, (one, two, last) = three_sections.top.tabs, section_names(three_sections)
    choose(qtbot, tab_menu(qtbot, three_sections, 1), "moveSectionLeft")
    assert section_names(three_sections) == [two, one, last]
    choose(qtbot, tab_menu(qtbot, three_sections, 0), "moveSectionRight")
    assert section_names(three_sections) == [one, two, last]
    choose(qtbot, tab_menu(qtbot, three_sections, 2), "removeSection")
    assert section_names(three_sections) == [one, two]
    choose(qtbot, tab_menu(qtbot, three_sections, 0), "addSection")
    assert section_names(three_sections)[:2] == [one, two]
    assert tabs.count() == 3
    choose(qtbot, tab_menu(qtbot, three_sections, 1), "renameSection")
    ui.find_part(tabs, QLineEdit, "sectionName")
    ui.press_keys(qtbot, three_sections, "Reserve", Key.Key_Return)
    assert section_names(three_sections)[1] == "Reserve"


def drag(qtbot: QtBot, widget: QWidget, start: QPoint, end: QPoint) -> None:
    """Press, move in steps as a hand does, and release."""
    qtbot.mousePress(widget, LEFT, pos=start)
    for step in range(1, 11):
        qtbot.mouseMove(widget, start + (end - start) * step / 10)
    qtbot.mouseRelease(widget, LEFT, pos=end)


@pytest.mark.parametrize(
    ("first", "last"),
    [((2, "name"), (4, 3)), ((4, 3), (2, "name")), ((3, 2), (6, "points"))],
)
def test_a_block_is_dragged_across_the_frozen_columns(qtbot, window, first, last):
    port = window.crosstable.view.viewport()
    drag(qtbot, port, ui.in_view(window, *first), ui.in_view(window, *last))
    rows, columns = window.crosstable.at.list_block()
    ends = sorted(ui.column_of(window, what) for _, what in (first, last))
    assert (columns.start, columns.stop - 1) == tuple(ends)
    ends = sorted(number - 1 for number, _ in (first, last))
    assert (rows.start, rows.stop - 1) == tuple(ends)
    ui.press(qtbot, window, Key.Key_C, CONTROL)
    lines = QApplication.clipboard().text().splitlines()
    assert len(lines) == len(rows)
    assert {line.count("\t") for line in lines} == {len(columns) - 1}


def test_a_closed_panel_is_restored_by_the_menu_and_opens_with_its_view(qtbot, window):
    menu = ui.find_part(window, QMenu, "layoutMenu")
    for panel, key in ((window.right, Key.Key_I), (window.below, Key.Key_M)):
        name, front = panel.objectName(), panel.front
        ui.press_button(qtbot, window, f"{name}Close")
        assert not panel.isVisible()
        menu.popup(window.mapToGlobal(QPoint(40, 40)))
        entry = menu.actionGeometry(panel.toggleViewAction()).center()
        qtbot.mouseClick(menu, LEFT, pos=entry)
        assert panel.isVisible()
        assert panel.front == front
        # A panel that was closed as a window of its own opens again as one.
        window.show_view(front)
        window.named_actions["float"].trigger()
        assert panel.isWindow()
        panel.close()
        assert not panel.isVisible()
        ui.activate(qtbot, window)
        ui.press_in(qtbot, window, window.crosstable.view, (key, CONTROL))
        assert panel.isVisible()
        ui.press_button(qtbot, window, f"{name}Fill")
        assert not panel.isFloating()
        assert panel.isVisible()
        ui.press(qtbot, window, Key.Key_Escape)
