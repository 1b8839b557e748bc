"""Every command and control has one name, one key, and can be reached by keyboard."""

import itertools
from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QDialog,
    QDockWidget,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)
from shiboken6 import delete

from tests.ui import driving as ui
from tests.ui.keys import CONTROL, SHIFT, Key
from uscalc.document.cells import describe_cell
from uscalc.ui.estimate.row import ResultControl
from uscalc.ui.session.preferences import Preferences
from uscalc.ui.theme.menu_text import strip_menu_marks
from uscalc.ui.window.first_steps import list_steps
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.room import WINDOW_COMMANDS
from uscalc.ui.window.shortcuts import EVERYWHERE, IN_THE_TABLE, ShortcutPage
from uscalc.ui.window.views import SPACES, VIEWS


def twice(things: list[str]) -> list[str]:
    return [thing for thing, count in Counter(things).items() if count > 1]


def mnemonics(texts: list[str]) -> list[str]:
    """Return the underlined letters."""
    keys = (QKeySequence.mnemonic(text).toString() for text in texts)
    return [key for key in keys if key]


def keys_of_commands(window: MainWindow) -> list[str]:
    commands = window.named_actions.values()
    return [key.toString() for command in commands for key in command.shortcuts()]


def listed(window: MainWindow) -> list[str]:
    box = window.palette_of_commands.list
    return [box.item(row).text() for row in range(box.count())]


def test_the_palette_lists_every_command_that_can_be_done(qtbot, window):
    ui.press(qtbot, window, Key.Key_K, CONTROL)
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
    # A word that is in no name may be in the description of a command.
    ui.type_text(qtbot, window, "normal size")
    assert listed(window) == ["Reset zoom"]
    window.palette_of_commands.line.clear()
    rows = window.palette_of_commands.list
    first = rows.currentRow()
    ui.press(qtbot, window, Key.Key_Down)
    assert rows.currentRow() == first + 1
    ui.press_keys(qtbot, window, Key.Key_Up, Key.Key_Up)
    assert rows.currentRow() == rows.count() - 1
    ui.press(qtbot, window, Key.Key_Escape)
    assert window.palette_of_commands.isHidden()


def test_every_view_is_found_by_its_title_or_its_name_in_version_1_0(qtbot, window):
    for old, view in (
        *(("boards", "Results"), ("desk", "Registration"), ("findings", "Problems")),
        *(("missing facts", "Problems"), ("why", "Explanation")),
        *(("idea", "Rating explorer"), ("solver", "Knot path")),
        *(("editions", "Compare editions"), ("curves", "Rating rules")),
        *(("my rating", "Rating estimator"), ("plan", "Goal planner")),
        *(("published", "Compare with US Chess"), ("audit", "Compare with US Chess")),
        ("exercise", "Practice"),
    ):
        ui.press_keys(qtbot, window, (Key.Key_K, CONTROL), old)
        assert listed(window)[0] == view
        ui.press(qtbot, window, Key.Key_Escape)
    for view in VIEWS:
        ui.press_keys(qtbot, window, (Key.Key_K, CONTROL), view.title)
        assert listed(window)[0] == view.title
        ui.press(qtbot, window, Key.Key_Return)
        assert window.get_view(view.name).isVisible()


def test_no_two_commands_share_a_name_a_key_or_a_letter(window):
    names = [strip_menu_marks(spec.text).casefold() for spec in WINDOW_COMMANDS]
    assert twice(names) == []
    assert twice([spec.hint for spec in WINDOW_COMMANDS if spec.hint]) == []
    ui.make_every_view(window)
    keys = keys_of_commands(window)
    assert twice(keys) == []
    others = [shortcut.key().toString() for shortcut in window.findChildren(QShortcut)]
    assert twice([*keys, *(key for key in others if key)]) == []
    menus = [m for m in window.findChildren(QMenu) if m.objectName()]
    assert len(menus) > 8
    for menu in menus:
        texts = [a.text() for a in menu.actions() if a.isVisible()]
        assert twice(mnemonics(texts)) == [], menu.objectName()


def test_the_shortcut_page_lists_every_key_once(qtbot, window):
    ui.press(qtbot, window, Key.Key_F1, CONTROL)
    page = ui.find_part(window, ShortcutPage)
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
    """Return the texts of visible widgets and tabs with an underlined letter."""
    shown = [*root.findChildren(QAbstractButton), *root.findChildren(QLabel)]
    bars = [bar for bar in root.findChildren(QTabBar) if bar.isVisibleTo(root)]
    return [bar.tabText(place) for bar in bars for place in range(bar.count())] + [
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
    menus = [action.text() for action in window.header.menu_bar.actions()]
    for space in SPACES:
        window.spaces.switch_to(space.name)
        window.right.hide()
        window.below.hide()
        around = mnemonics([*menus, *buttons(window)])
        # The menus, the coach, and the newcomers of Teach.
        assert len(around) == 8 + 2 + (space.name == "teach")
        for one, other in itertools.combinations(space.views, 2):
            letters = [*inside[one.name], *inside[other.name]]
            if one.where == other.where or one.full or other.full:
                # The two are never visible together.
                letters = inside[one.name]
            assert twice([*around, *letters]) == [], (one.name, other.name)
    letters = {*around, *(key for letters in inside.values() for key in letters)}
    assert letters.isdisjoint(keys_of_commands(window))


@pytest.mark.parametrize(
    "name", ["new", "service", "carry", "playerPage", "importList", "fillSection"]
)
def test_in_a_dialog_no_letter_is_underlined_twice(window, name):
    window.named_actions[name].trigger()
    dialog = ui.shown_dialog(window, QDialog)
    assert twice(mnemonics(buttons(dialog))) == []
    dialog.reject()


def test_a_command_runs_even_if_the_focused_part_is_gone(qtbot, window):
    line = QLineEdit(window)
    line.show()
    ui.press_in(qtbot, window, line, (Key.Key_K, CONTROL))
    assert window.palette_of_commands.isVisible()
    delete(line)
    ui.type_text(qtbot, window, VIEWS[1].title)
    ui.press(qtbot, window, Key.Key_Return)
    assert window.palette_of_commands.isHidden()


CONTROLS = QAbstractButton, QAbstractItemView, QComboBox, QLineEdit, QTabBar, QTextEdit
NAMED = (QMenu, *CONTROLS, QDockWidget, QAbstractScrollArea, QScrollBar)


def controls(window: MainWindow) -> list[QWidget]:
    """Return the controls that a person can use, without Qt's parts inside its own controls."""
    inside = (QTabBar, QComboBox, QLineEdit, QAbstractItemView)
    return [
        control
        for control in window.findChildren(QWidget)
        if isinstance(control, CONTROLS)
        and not isinstance(control, QHeaderView)
        and not control.objectName().startswith("qt_")
        and not isinstance(control.parentWidget(), inside)
        and not control.parentWidget().inherits("QComboBoxPrivateContainer")
    ]


def has_keyboard_way(window: MainWindow, control: QWidget) -> bool:
    """Return whether Tab reaches a control, or a text field, letters or a command use it."""
    commands = {strip_menu_marks(a.text()) for a in window.named_actions.values()}
    return (
        bool(control.focusPolicy() & Qt.FocusPolicy.TabFocus)
        or control is window.palette_of_commands.list
        or isinstance(control.parentWidget(), ResultControl)
        or control.accessibleName() in commands
    )


def test_every_control_menu_and_bar_has_a_name_and_a_keyboard_way(window):
    ui.make_every_view(window)
    found = controls(window)
    assert len(found) > 40
    assert [
        f"{type(c).__name__} {c.objectName()!r} {c.accessibleName()!r}"
        for c in found
        if not (c.objectName() and c.accessibleName() and has_keyboard_way(window, c))
    ] == []
    window.messages.show_message("Something to read", "A way out", lambda: None)
    for part in window.findChildren(QWidget):
        parent = part.parentWidget()
        inside = parent.objectName().startswith("qt_scrollarea")
        if isinstance(part, NAMED) and not isinstance(parent, QTabBar) and not inside:
            named = part.objectName() and part.accessibleName()
            assert named or part.objectName().startswith("qt_"), part
    names = [action.objectName() for action in window.named_actions.values()]
    assert all(names)
    assert len(set(names)) == len(names)


def test_every_focus_stop_has_a_role_and_a_name_for_screen_readers(window):
    ui.make_every_view(window)
    stops = [
        (part, QAccessible.queryAccessibleInterface(part))
        for part in window.findChildren(QWidget)
        if part.focusPolicy() & Qt.FocusPolicy.TabFocus
        and part.focusProxy() is None
        and not part.objectName().startswith("qt_")
    ]
    assert len(stops) > 100
    bare = (QAccessible.Role.Client, QAccessible.Role.NoRole, QAccessible.Role.Pane)
    assert not [part for part, heard in stops if heard.role() in bare]
    for part, heard in stops:
        name = heard.text(QAccessible.Text.Name)
        assert name or heard.text(QAccessible.Text.Description), part


def test_every_result_has_words_that_are_read_aloud(session, window):
    for text, said in [
        *(("", "nothing entered"), ("D3", "draws with 3, Bishop, Alma")),
        *(("?3", "is to play 3, Bishop, Alma"), ("H", "has a half-point bye")),
        ("X99", "wins by forfeit against 99"),
        ("W3|L2", "beats 3, Bishop, Alma; loses to 2, Knightly, Ben"),
        ("?1400-1600", "is to play an opponent rated 1400 to 1600"),
        ("odd", '"odd" isn\'t a valid result'),
    ]:
        assert describe_cell(session.section, text) == said
    index = window.crosstable.model.index(0, ui.column_of(window, 1))
    said = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Round 1: beats 7, Queen, Vera"


def test_f6_goes_round_the_panes_and_back(qtbot, window):
    ui.click(qtbot, window, 1, 1)
    first = QApplication.focusWidget()
    seen: list[QWidget] = []
    while not (seen and window.crosstable.isAncestorOf(seen[-1])) and len(seen) < 9:
        ui.press(qtbot, window, Key.Key_F6)
        seen.append(QApplication.focusWidget())
    for pane in (window.top, window.right, window.below):
        assert any(pane.isAncestorOf(focus) for focus in seen)
    ui.press(qtbot, window, Key.Key_F6, SHIFT)
    assert QApplication.focusWidget() is not first


def test_a_command_or_player_is_found_by_letters_and_run(qtbot, window):
    ui.click(qtbot, window, 1, 1)
    before = QApplication.focusWidget()
    ui.press_keys(qtbot, window, (Key.Key_K, CONTROL), (Key.Key_K, CONTROL))
    ui.press(qtbot, window, Key.Key_Escape)
    assert QApplication.focusWidget() is before
    ui.press(qtbot, window, Key.Key_K, CONTROL)
    assert window.palette_of_commands.isVisible()
    ui.press_keys(qtbot, window, "zoom in", Key.Key_Return)
    assert window.palette_of_commands.isHidden()
    assert window.theme.zoom == 110
    assert QApplication.focusWidget() is before
    ui.press_keys(qtbot, window, (Key.Key_K, CONTROL), "fianch", Key.Key_Return)
    assert window.session.selection.row == 11


def test_look_and_layout_are_remembered(qtbot, window, theme, folders):
    window.named_actions["themeDark"].trigger()
    window.named_actions["zoomIn"].trigger()
    window.below.hide()
    window.resize(800, 560)
    window.close()
    theme.choose_look("light")
    theme.set_zoom(100)
    Preferences(folders.settings).apply_theme(theme)
    assert (theme.choice, theme.zoom) == ("dark", 110)
    second = ui.start_again(qtbot, window)
    assert second.below.isHidden()
    assert (second.width(), second.height()) == (800, 560)


def test_invalid_settings_are_ignored(tmp_path, theme):
    path = tmp_path / "window.ini"
    path.write_text("[look]\ncolors=pink\nzoom=large\n[files]\nrecent=5\n")
    Preferences(path).apply_theme(theme)
    assert (theme.choice, theme.zoom) == ("light", 100)
