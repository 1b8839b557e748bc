"""Models follow Qt's rules in every view, and functions named in texts exist."""

import ast
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from pkgutil import resolve_name

import pytest
from PySide6.QtCore import QAbstractTableModel
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QTableView
from pytestqt.qtbot import QtBot

import uscalc.ui
from tests.ui.driving import answer_removal, enter, make_every_view, press_keys
from tests.ui.keys import CONTROL, Key
from tests.ui.watching import Watch, models_in
from uscalc.document.edit.cells import set_result
from uscalc.formats import open_event
from uscalc.ui.enter.problems_view import FillDialog
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.views import VIEWS

ENDS = ("quit", "present", "lesson", "basics")
"""Actions that leave the window, or replace it with another one."""


@pytest.fixture
def watch(window: MainWindow) -> Iterator[Watch]:
    """Check every model that the window has, after making all its views."""
    make_every_view(window)
    watch = Watch()
    watch.all_in(window)
    yield watch
    watch.end()


def wait_until_current(qtbot: QtBot, window: MainWindow) -> None:
    session = window.session
    qtbot.waitUntil(lambda: session.up_to_date and not session.busy)


def run(qtbot: QtBot, window: MainWindow, *names: str) -> None:
    for name in names:
        window.named_actions[name].trigger()
        answer_removal(qtbot)


def dialogs() -> list[QDialog]:
    shown = [top for top in QApplication.topLevelWidgets() if top.isVisible()]
    return [dialog for dialog in shown if isinstance(dialog, QDialog)]


def test_models_of_every_view_keep_qts_rules(qtbot, window, watch, other_event):
    models = watch.all_in(window)
    for table in window.findChildren(QTableView):
        assert table.model() in models, table.objectName()
    assert len([m for m in models if isinstance(m, QAbstractTableModel)]) >= 8
    session = window.session
    start = session.document
    sides = ([v for v in VIEWS if v.where == side] for side in ("right", "below"))
    for pair in zip_longest(*sides):
        for view in filter(None, pair):
            window.show_view(view.name)
        watch.all_in(window)
        session.apply_edit(set_result, 0, 0, 4, "W3")
        wait_until_current(qtbot, window)
        session.apply_edit(set_result, 0, 1, 0, "no result")
        wait_until_current(qtbot, window)
        run(qtbot, window, "undo", "switchSystem", "addPlayer")
        wait_until_current(qtbot, window)
        QApplication.processEvents()
        run(qtbot, window, "addRound", "movePlayerUp", "switchSystem", "addSection")
        wait_until_current(qtbot, window)
        run(qtbot, window, "previousSection", "removePlayers", "removeRound")
        watch.all_in(window)
        while session.history.undo_name:
            session.undo_edit()
        wait_until_current(qtbot, window)
        assert session.document is start
    document = open_event(other_event).document
    for view in (
        *("view-problems", "view-steps", "view-rating-rules"),
        "view-compare-with-us-chess",
    ):
        window.show_view(view)
        window.session.show_document(document, None)
        wait_until_current(qtbot, window)
        enter(qtbot, window, 1, 1, "d2")
        run(qtbot, window, "removePlayers", "removeSection", "undo", "undo", "undo")
        wait_until_current(qtbot, window)
        window.session.history.mark_saved()
    watch.all_in(window)


def test_models_of_every_dialog_keep_qts_rules(qtbot, window, watch):
    # The test above covers the views; here they would only take time.
    for panel in (window.right, window.below):
        panel.hide()
    seen: set[str] = set()
    views = {view.action for view in VIEWS}
    for name, action in window.named_actions.items():
        if name in ENDS or name in views or not action.isEnabled():
            continue
        action.trigger()
        for dialog in dialogs():
            if not isinstance(dialog, QFileDialog):
                seen.add(dialog.objectName())
                watch.all_in(dialog)
                # An event can change below a dialog, for example by a linked file.
                for command in ("removePlayers", "undo"):
                    run(qtbot, window, command)
                    wait_until_current(qtbot, window)
                watch.all_in(dialog)
            dialog.reject()
    assert {"newEvent", "serviceDialog", "playerPageDialog"} <= seen
    assert {"fillFromList", "importList", "shortcutPage"} <= seen


def test_pasted_facts_and_blocks_keep_qts_rules(qtbot, window, watch):
    window.show_view("view-problems")
    dialog = FillDialog(window.session, window.theme, window)
    dialog.open()
    assert len(watch.all_in(dialog)) == len(models_in(dialog)) > 0
    for typed in ("99000011 1500 3", "99000011 1500 3\nNobody 1200", ""):
        dialog.text.setPlainText(typed)
        QApplication.processEvents()
    dialog.reject()
    QApplication.clipboard().setText("Rook, Ada\t1600\nBishop, Bo\t1500")
    window.crosstable.focus_cell(11, None)
    press_keys(qtbot, window, (Key.Key_V, CONTROL), (Key.Key_Z, CONTROL))
    window.crosstable.field.setText("q")
    window.crosstable.field.clear()
    wait_until_current(qtbot, window)


ROOMS = sorted(Path(uscalc.ui.__file__).parent.rglob("*.py"))
LATE = {"call_later", "make_for_event"}


def list_late_names(path: Path) -> list[str]:
    """Return the "module:name" texts in a file, with the constants of the file filled in."""
    tree = ast.parse(path.read_text("utf-8"))
    constants = {
        node.target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and isinstance(node.value, ast.Constant)
    }
    return [
        eval(ast.unparse(node.args[0]), {}, constants)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in LATE
    ]


def test_every_function_named_in_a_room_can_be_called():
    names = [name for path in ROOMS for name in list_late_names(path)]
    assert len(names) > 30
    assert all(callable(resolve_name(name)) for name in names)
