"""No key and no name means two things; palette and shortcut page list them all."""

import itertools
from collections import Counter

import pytest
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QWidget,
)
from shiboken6 import delete

from tests.ui.driving import find_part, make_every_view, press, type_text
from tests.ui.keys import CONTROL, Key
from uscalc.ui.theme.menu_text import strip_menu_marks
from uscalc.ui.window.first_steps import list_steps
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.room import WINDOW_COMMANDS
from uscalc.ui.window.shortcuts import EVERYWHERE, IN_THE_TABLE, ShortcutPage
from uscalc.ui.window.views import SPACES, VIEWS


def twice(things: list[str]) -> list[str]:
    return [thing for thing, count in Counter(things).items() if count > 1]


def mnemonics(texts: list[str]) -> list[str]:
    """The letters that are underlined."""
    keys = (QKeySequence.mnemonic(text).toString() for text in texts)
    return [key for key in keys if key]


def listed(window: MainWindow) -> list[str]:
    box = window.palette_of_commands.list
    return [box.item(row).text() for row in range(box.count())]


def test_the_palette_lists_every_command_that_can_be_done(qtbot, window):
    press(qtbot, window, Key.Key_K, CONTROL)
    actions = dict(window.named_actions)
    del actions["commands"]
    assert {spec.name for spec in WINDOW_COMMANDS} == {*actions, "commands"}
    enabled = [strip_menu_marks(a.text()) for a in actions.values() if a.isEnabled()]
    assert sorted(listed(window)) == sorted(enabled)
    assert set(listed(window)).isdisjoint(
        strip_menu_marks(action.text())
        for action in actions.values()
        if not action.isEnabled()
    )
    # A word that no name has may be one for what a command does.
    type_text(qtbot, window, "normal size")
    assert listed(window) == ["Reset zoom"]


@pytest.mark.parametrize(
    ("old", "view"),
    [
        ("boards", "Results"),
        ("desk", "Registration"),
        ("findings", "Problems"),
        ("missing facts", "Problems"),
        ("why", "Explanation"),
        ("idea", "Rating explorer"),
        ("solver", "Knot path"),
        ("editions", "Compare editions"),
        ("curves", "Rating rules"),
        ("my rating", "Rating estimator"),
        ("plan", "Goal planner"),
        ("published", "Compare with US Chess"),
        ("audit", "Compare with US Chess"),
        ("exercise", "Practice"),
    ],
)
def test_a_view_is_found_by_its_name_in_version_1_0(qtbot, window, old, view):
    press(qtbot, window, Key.Key_K, CONTROL)
    type_text(qtbot, window, old)
    assert listed(window)[0] == view


def test_every_view_is_found_by_its_title(qtbot, window):
    for view in VIEWS:
        press(qtbot, window, Key.Key_K, CONTROL)
        type_text(qtbot, window, view.title)
        assert listed(window)[0] == view.title
        press(qtbot, window, Key.Key_Return)
        assert window.get_view(view.name).isVisible()


def test_no_two_commands_share_a_name_a_key_or_a_letter(window):
    assert (
        twice([strip_menu_marks(spec.text).casefold() for spec in WINDOW_COMMANDS])
        == []
    )
    assert twice([spec.hint for spec in WINDOW_COMMANDS if spec.hint]) == []
    make_every_view(window)
    keys = [
        key.toString()
        for action in window.named_actions.values()
        for key in action.shortcuts()
    ]
    assert twice(keys) == []
    others = [shortcut.key().toString() for shortcut in window.findChildren(QShortcut)]
    assert twice([*keys, *(key for key in others if key)]) == []
    menus = [m for m in window.findChildren(QMenu) if m.objectName()]
    assert len(menus) > 8
    for menu in menus:
        texts = [a.text() for a in menu.actions() if a.isVisible()]
        assert twice(mnemonics(texts)) == [], menu.objectName()


def test_the_shortcut_page_lists_every_key_once(qtbot, window):
    press(qtbot, window, Key.Key_F1, CONTROL)
    page = find_part(window, ShortcutPage)
    lines = page.page.toPlainText().splitlines()
    shown = Counter(key for line in lines for key in line.split(", "))
    native = QKeySequence.SequenceFormat.NativeText
    for name, action in window.named_actions.items():
        for key in action.shortcuts():
            assert shown[key.toString(native)] == 1, (name, key.toString())
            assert action.whatsThis() in lines, name
        if action.shortcut().isEmpty():
            assert strip_menu_marks(action.text()) in lines, name
    for keys, words in (*IN_THE_TABLE, *EVERYWHERE):
        assert {keys, words} <= set(lines)
    qtbot.keyClick(page, Key.Key_Escape)
    assert not page.isVisible()


def buttons(root: QWidget) -> list[str]:
    """The texts of what can be seen and has an underlined letter."""
    shown = [*root.findChildren(QAbstractButton), *root.findChildren(QLabel)]
    return [
        widget.text()
        for widget in shown
        if widget.isVisibleTo(root)
        and widget.window() is root.window()
        and not (isinstance(widget, QLabel) and widget.buddy() is None)
    ]


def test_in_the_window_no_letter_is_underlined_twice(window):
    inside = {}
    window.coach.start_task("ratings", list_steps(window, "ratings"))
    for view in VIEWS:
        window.show_view(view.name)
        inside[view.name] = mnemonics(buttons(window.get_view(view.name)))
    window.right.hide()
    window.below.hide()
    menus = [action.text() for action in window.header.menu_bar.actions()]
    around = mnemonics([*menus, *buttons(window)])
    assert len(around) == 8 + 2
    for space in SPACES:
        for one, other in itertools.combinations(space.views, 2):
            letters = [*inside[one.name], *inside[other.name]]
            if one.where == other.where or one.full or other.full:
                # They are never seen together.
                letters = inside[one.name]
            assert twice([*around, *letters]) == [], (one.name, other.name)
    every = list(inside.values())
    keys = {
        key.toString()
        for action in window.named_actions.values()
        for key in action.shortcuts()
    }
    assert keys.isdisjoint([*around, *(key for letters in every for key in letters)])


@pytest.mark.parametrize(
    "name", ["new", "service", "carry", "playerPage", "importList", "fillSection"]
)
def test_in_a_dialog_no_letter_is_underlined_twice(window, name):
    window.named_actions[name].trigger()
    tops = QApplication.topLevelWidgets()
    dialogs = [d for d in tops if isinstance(d, QDialog) and d.isVisible()]
    assert dialogs
    for dialog in dialogs:
        assert twice(mnemonics(buttons(dialog))) == []
        dialog.reject()


def test_a_command_runs_though_what_had_the_keyboard_is_gone(qtbot, window):
    line = QLineEdit(window)
    line.show()
    line.setFocus()
    press(qtbot, window, Key.Key_K, CONTROL)
    assert window.palette_of_commands.isVisible()
    delete(line)
    type_text(qtbot, window, VIEWS[1].title)
    with qtbot.captureExceptions() as raised:
        press(qtbot, window, Key.Key_Return)
    assert raised == []
    assert window.palette_of_commands.isHidden()
