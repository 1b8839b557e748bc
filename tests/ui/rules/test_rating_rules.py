"""Rating rules: three pages in one view, reached by mouse and by keys."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.driving import find_part, keyboard, press, type_text
from tests.ui.what_if.trying import try_result
from uscalc.ui.frame.view import PagedView, WhatIfMark
from uscalc.ui.rules.editions_model import FIRST
from uscalc.ui.rules.editions_page import EditionsPage
from uscalc.ui.rules.graphs_page import GraphsPage
from uscalc.ui.rules.rules_page import RulesPage
from uscalc.ui.session.session import WITH, WITHOUT
from uscalc.ui.window.main_window import MainWindow

Key = Qt.Key
CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
VIEW = "view-rating-rules"


@pytest.fixture
def rules(window: MainWindow) -> PagedView:
    """The view, in a window that shows something else."""
    window.show_view("view-steps")
    return window.get_view(VIEW)


def click_tab(qtbot: QtBot, tabs: QTabBar, title: str) -> None:
    titles = [tabs.tabText(place).replace("&", "") for place in range(tabs.count())]
    place = tabs.tabRect(titles.index(title)).center()
    qtbot.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=place)


def shows_every_edition(page: QWidget) -> bool:
    return (
        isinstance(page, EditionsPage)
        and page.table.isVisible()
        and {"2009", "2025"} <= {column.rules for column in page.model.choices}
    )


def test_two_editions_are_compared_with_two_clicks(qtbot, window, rules):
    click_tab(qtbot, window.below.tabs, "Rating rules")
    click_tab(qtbot, rules.tabs, "Compare")
    qtbot.waitUntil(lambda: shows_every_edition(rules.page))


def test_editions_are_compared_from_the_button_that_names_the_rules(
    qtbot, window, rules
):
    row = window.session.selection.row
    menu = find_part(window, QMenu, "rulesMenu")
    menu.popup(window.top.rules.mapToGlobal(QPoint(0, 0)))
    compare = next(one for one in menu.actions() if "Compare" in one.text())
    qtbot.mouseClick(
        menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(compare).center()
    )
    qtbot.waitUntil(lambda: shows_every_edition(rules.page))
    assert window.session.selection.row == row


def test_two_editions_are_compared_with_two_keys(qtbot, window, rules):
    press(qtbot, window, Key.Key_R, CONTROL)
    press(qtbot, window, Key.Key_C, ALT)
    page = rules.page
    qtbot.waitUntil(lambda: shows_every_edition(page))
    # A third one brings the reasons of the first figure beside the date's.
    page.table.setFocus()
    page.table.go_to(0, FIRST)
    press(qtbot, window, Key.Key_Right)
    assert "2009 edition" in page.heading.text() or "guide" in page.heading.text()


def test_the_arrow_keys_turn_the_pages_from_the_tabs(qtbot, window, rules):
    press(qtbot, window, Key.Key_R, CONTROL)
    assert isinstance(rules.page, RulesPage)
    assert keyboard(window) is rules.page.table
    rules.tabs.setFocus()
    press(qtbot, window, Key.Key_Right)
    assert isinstance(rules.page, EditionsPage)
    assert keyboard(window) is rules.tabs
    press(qtbot, window, Key.Key_Right)
    assert isinstance(rules.page, GraphsPage)


def test_the_view_opens_at_the_page_where_it_was_left(qtbot, window, rules):
    press(qtbot, window, Key.Key_R, CONTROL)
    press(qtbot, window, Key.Key_G, ALT)
    window.show_view("view-steps")
    press(qtbot, window, Key.Key_R, CONTROL)
    assert isinstance(rules.page, GraphsPage)


def test_only_the_page_that_is_shown_has_a_head(qtbot, window, rules):
    window.show_view(VIEW)
    for place in range(3):
        rules.show_page(place)
        assert [rules.get_page(at).page_head.isVisible() for at in range(3)] == [
            at == place for at in range(3)
        ]


def test_a_page_is_made_when_it_is_first_shown(window, rules):
    assert window.findChild(GraphsPage) is None
    rules.show_page(2)
    assert find_part(window, GraphsPage) is rules.page


def test_each_page_says_whether_it_shows_what_if_results(qtbot, window, rules):
    try_result(qtbot, window, 1, 1, "L")
    window.show_view(VIEW)
    for place, said in ((0, []), (1, [WITHOUT]), (2, [WITH])):
        rules.show_page(place)
        qtbot.waitUntil(
            lambda said=said: (
                [
                    mark.text()
                    for mark in rules.findChildren(WhatIfMark)
                    if mark.isVisible()
                ]
                == said
            )
        )


@pytest.mark.parametrize("word", ["rules", "editions", "curves"])
def test_old_words_find_the_view_in_the_palette(qtbot, window, word):
    press(qtbot, window, Key.Key_K, CONTROL)
    type_text(qtbot, window, word)
    found = window.palette_of_commands.list
    assert "Rating rules" in [found.item(row).text() for row in range(found.count())]
