"""A rating supplement in the window: imported, searched, and used to update players."""

import datetime as dt
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from PySide6 import QtWidgets
from PySide6.QtCore import QAbstractItemModel, QRect, Qt
from pytestqt.qtbot import QtBot

from tests.ratinglist import list_files as lists
from tests.ui import driving as ui
from tests.ui.keys import LEFT, Key
from uscalc.counted import format_day
from uscalc.document.edit.cells import set_rating
from uscalc.document.merge.listed import FillChange
from uscalc.ratinglist.store import load_lists
from uscalc.ui.rating_list.fill_dialog import (
    CHANGES,
    FILL,
    LOOK,
    PLAYER,
    FillFromListDialog,
    describe_changes,
)
from uscalc.ui.rating_list.importing import ImportListDialog
from uscalc.ui.rating_list.lists import get_rating_lists
from uscalc.ui.rating_list.view import RatingListView
from uscalc.ui.scheduling import Worker
from uscalc.ui.widgets.plain_table import PADDING
from uscalc.ui.window.main_window import MainWindow

IN_THE_LIST = {
    "99000011": ("CASTLE, ADA", "1806", "1500/7"),
    "99000022": ("KNIGHTLY, BENJAMIN", "1702", ""),
    "99000066": ("SOMEBODY, ELSE", "1490/19", ""),
    "99000132": ("FIANCHETTO, TOM", "700/4", ""),
    "99000999": ("CASTLEMAN, ADAM", "1100", ""),
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Write a list with some players of the sample event."""
    rows = [
        lists.member(0, MEM_ID=key, MEM_NAME=name, R_LPB_RAT=regular, Q_LPB_RAT=quick)
        for key, (name, regular, quick) in IN_THE_LIST.items()
    ]
    path = tmp_path / "TARATSUP.DBF"
    path.write_bytes(lists.dbf(rows))
    return path


def wait(qtbot: QtBot, until: Callable[[], object]) -> None:
    qtbot.waitUntil(lambda: bool(until()))


def push(qtbot: QtBot, parent: QtWidgets.QWidget, name: str) -> None:
    """Click a button of a dialog or a view."""
    button = ui.find_part(parent, QtWidgets.QAbstractButton, name)
    assert button.isEnabled()
    qtbot.mouseClick(button, LEFT)


def ask_import(qtbot: QtBot, window: MainWindow, file: Path) -> ImportListDialog:
    window.named_actions["importList"].trigger()
    dialog = ui.find_part(window, ImportListDialog)
    dialog.examine_file(file)
    wait(qtbot, lambda: not dialog.looking)
    return dialog


def choose(qtbot: QtBot, dialog: ImportListDialog, column: int, words: str) -> None:
    """Select the content of a column, with the arrow keys in its box."""
    choice = ui.find_part(dialog, QtWidgets.QComboBox, f"importRole{column}")
    choice.setFocus()
    qtbot.keyClick(choice, Key.Key_Home)
    for _ in range(choice.findText(words)):
        qtbot.keyClick(choice, Key.Key_Down)
    assert choice.currentText() == words


def accept_import(qtbot: QtBot, dialog: ImportListDialog, day: str) -> None:
    """Type the date of the supplement, and import it."""
    ui.retype(dialog.date, day)
    push(qtbot, dialog, "importAccept")


def bring_in(qtbot, window, file: Path, day: str = "2025-09-01") -> None:
    """Import the list with the dialog."""
    dialog = ask_import(qtbot, window, file)
    choose(qtbot, dialog, 5, "Quick")
    accept_import(qtbot, dialog, day)
    imported = f"Imported the supplement of {format_day(dt.date.fromisoformat(day))}"
    wait(qtbot, lambda: imported in window.messages.text)
    count = len(load_lists(window.folders.lists).lists)
    wait(qtbot, lambda: len(get_rating_lists(window).lists) == count)


@pytest.fixture
def imported_list(qtbot: QtBot, window: MainWindow, file: Path) -> Path:
    """Return the list that the window has imported."""
    bring_in(qtbot, window, file)
    return file


def view_of(qtbot: QtBot, window: MainWindow) -> RatingListView:
    window.named_actions["ratingList"].trigger()
    view = window.get_view("view-registration")
    wait(qtbot, lambda: get_rating_lists(window).ready and not view.searching)
    return view


def names(model: QAbstractItemModel) -> list[str]:
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_the_import_asks_what_the_file_does_not_say(qtbot, window, file):
    dialog = ask_import(qtbot, window, file)
    assert "5 members" in dialog.status.text()
    assert "1 column has no recognized heading" in dialog.status.text()
    roles = [choice.currentData() for choice in dialog._choices]
    assert roles == ["id", "name", "state", "expires", "R", ""]
    assert 'column "Q_LPB_RAT"' in dialog.problem.text()
    assert not dialog.import_button.isEnabled()
    choose(qtbot, dialog, 5, "Regular")
    assert 'Two columns are set to "Regular"' in dialog.problem.text()
    choose(qtbot, dialog, 5, "Blitz")
    assert dialog.problem.text() == ""
    assert dialog.date.text() == "11/1/2025"
    assert "the file's header" in dialog.dated.text()
    dialog.date.clear()
    assert dialog.problem.text() == "Enter the date the supplement takes effect."
    qtbot.keyClicks(dialog.date, "2025-13-01")
    assert "has no month 13" in dialog.problem.text()
    assert not dialog.import_button.isEnabled()
    dialog.date.clear()
    qtbot.keyClicks(dialog.date, "Oct 1, 2025")
    assert dialog.problem.text() == ""
    push(qtbot, dialog, "importAccept")
    wait(qtbot, lambda: "Imported the supplement" in window.messages.text)
    assert "5 members" in window.messages.text
    (one,) = load_lists(window.folders.lists).lists
    assert (str(one.date), one.systems) == ("2025-10-01", ("R", "B"))


def test_the_dialog_refuses_other_files_and_takes_a_csv_list(qtbot, window, tmp_path):
    path = tmp_path / "list.csv"
    path.write_text("nothing of a list", encoding="utf-8")
    dialog = ask_import(qtbot, window, path)
    assert "neither a dBASE table nor tab-delimited" in dialog.status.text()
    assert not dialog.import_button.isEnabled()
    path.write_text("Number,Person\n1,Inventa\n", encoding="utf-8")
    dialog.examine_file(path)
    wait(qtbot, lambda: "no heading row" in dialog.status.text())
    assert dialog.wanted.isVisible()
    assert "Member ID (or MEM_ID), Name (or MEM_NAME)" in dialog.wanted.text()
    rows = 'Member ID,Name,Regular\n90000001,"Inventa, Ada",1500\n90000002,Plain,\n'
    path.write_text(rows, encoding="utf-8-sig")
    dialog.examine_file(path)
    wait(qtbot, lambda: "comma-separated table" in dialog.status.text())
    assert not dialog.wanted.isVisible()
    accept_import(qtbot, dialog, "2025-10-01")
    wait(qtbot, lambda: "2 members" in window.messages.text)


def test_an_archive_asks_which_of_its_lists(qtbot, window, file, tmp_path):
    other = tmp_path / "TARATBL.DBF"
    other.write_bytes(lists.dbf([lists.member(i) for i in range(7)]))
    dialog = ask_import(qtbot, window, lists.write_zip(tmp_path / "a.zip", file, other))
    assert dialog.table.isVisible()
    assert "5 members" in dialog.status.text()
    dialog.table.setFocus()
    qtbot.keyClick(dialog.table, Key.Key_Down)
    wait(qtbot, lambda: "7 members" in dialog.status.text())


@pytest.mark.parametrize("way", ["importCancel", "close"])
def test_a_stopped_import_leaves_the_lists(qtbot, window, imported_list, tmp_path, way):
    before = load_lists(window.folders.lists).lists
    dialog = ask_import(qtbot, window, lists.write_dbf(tmp_path / "LARGE.DBF", 30_000))
    choose(qtbot, dialog, 5, "Quick")
    accept_import(qtbot, dialog, "2025-10-01")
    wait(qtbot, lambda: dialog.bar.value() > 0)
    if way == "close":
        dialog.close()
        assert not dialog.isVisible()
    else:
        push(qtbot, dialog, "importCancel")
        assert "Stopped" in dialog.problem.text()
        assert dialog.import_button.isEnabled()
        wait(qtbot, lambda: len(list(window.folders.lists.iterdir())) == 1)
        assert load_lists(window.folders.lists).lists == before
        push(qtbot, dialog, "importCancel")
    assert load_lists(window.folders.lists).lists == before
    assert len(list(window.folders.lists.iterdir())) == 1


def test_without_a_list_the_view_says_how_to_get_one(qtbot, window):
    view = view_of(qtbot, window)
    assert "No rating supplement imported yet" in view.status.text()
    assert not view.fill_button.isEnabled()
    window.named_actions["fillEvent"].trigger()
    fill = ui.find_part(window, FillFromListDialog)
    wait(qtbot, lambda: "No rating supplement" in fill.status.text())
    assert not fill.accept_button.isEnabled()
    fill.reject()
    push(qtbot, view, "listImport")
    assert ui.find_part(window, ImportListDialog).isVisible()


def test_equal_changes_are_described_together():
    changes = (
        *(("Regular", "1290", "1293"), ("Blitz", "not known", "unrated")),
        *(("Quick", "1300", "1270/18"), ("Online Blitz", "not known", "unrated")),
    )
    said = "Regular 1290 → 1293; Blitz, Online Blitz not known → unrated; "
    told = describe_changes(tuple(FillChange(*change) for change in changes))
    assert told == f"{said}Quick 1300 → 1270/18"


def test_the_view_takes_no_room_from_the_table(qtbot, window):
    window.resize(1280, 800)
    window.show_view("view-results")
    before = window.crosstable.height()
    window.show_view("view-registration")
    qtbot.waitUntil(window.get_view("view-registration").isVisible)
    # The panels share their room a few turns later.
    for _ in range(10):
        QtWidgets.QApplication.processEvents()
    assert window.crosstable.height() == before


def test_the_view_in_sight_follows_and_fills_the_player(qtbot, window, imported_list):
    view = view_of(qtbot, window)
    ui.click(qtbot, window, 1, "name")
    wait(qtbot, lambda: names(view.model) == ["Castle, Ada"])
    assert "Regular 1794 → 1806" in view.preview.get_text()
    push(qtbot, view, "listFillPlayer")
    assert ui.text(window, 1, "rating") == "1806"
    regular, quick = (ui.section_of(window).players[0].facts(key) for key in "RQ")
    assert (regular.source, str(regular.as_of)) == ("official", "2025-09-01")
    assert (quick.rating, quick.games) == (1500.0, 7)
    wait(qtbot, lambda: "Already up to date" in view.preview.get_text())
    assert not view.fill_button.isEnabled()
    window.named_actions["undo"].trigger()
    assert ui.text(window, 1, "rating") == "1794"
    ui.click(qtbot, window, 3, "name")
    wait(qtbot, lambda: "No match" in view.status.text())
    ui.click(qtbot, window, 1, "name")
    wait(qtbot, lambda: names(view.model) == ["Castle, Ada"])
    window.show_view("view-rating-rules")
    ui.click(qtbot, window, 2, "name")
    # Nothing is postponed, and no search is running.
    assert ui.quiet(view)
    assert not any(worker.busy for worker in view.findChildren(Worker))
    assert [entry.name for entry in view.model.entries] == ["Castle, Ada"]
    window.show_view("view-registration")
    wait(qtbot, lambda: names(view.model) == ["Knightly, Benjamin"])
    ui.click(qtbot, window, 1, "name")
    view = view_of(qtbot, window)
    assert isinstance(ui.keyboard(window), QtWidgets.QLineEdit)
    view.search.selectAll()
    ui.type_text(qtbot, window, "adam caztleman")
    wait(qtbot, lambda: names(view.model) == ["Castleman, Adam"])
    qtbot.keyClick(ui.keyboard(window), Key.Key_Return)
    player = window.session.document.sections[0].players[0]
    assert (player.id, player.facts("R").rating) == ("99000999", 1100.0)
    name = "Official ratings of player 1, supplement of 9/1/2025"
    assert window.session.history.undo_name == name


def test_the_list_of_the_day_is_asked(qtbot, window, file, tmp_path, other_event):
    other = tmp_path / "OLD.DBF"
    row = lists.member(0, MEM_ID="99000011", MEM_NAME="CASTLE, ADA", R_LPB_RAT="1650")
    other.write_bytes(lists.dbf([row]))
    bring_in(qtbot, window, other, "2025-09-01")
    ui.click(qtbot, window, 1, "name")
    view = view_of(qtbot, window)
    wait(qtbot, lambda: "1794 → 1650" in view.preview.get_text())
    # A list dated after the event doesn't come first, though it was imported last.
    bring_in(qtbot, window, file, "2025-10-01")
    wait(qtbot, lambda: view.choice.count() == 2)
    assert view.choice.currentText().startswith("9/1/2025")
    open_fill(qtbot, window, "fillEvent").reject()
    assert "1794 → 1650" in view.preview.get_text()
    view.choice.setFocus()
    qtbot.keyClick(view.choice, Key.Key_Up)
    wait(qtbot, lambda: "1794 → 1806" in view.preview.get_text())
    ui.open_file(qtbot, window, other_event)
    assert view.choice.currentText().startswith("9/1/2025")


def test_a_supplement_damaged_while_open_is_reported(qtbot, window, imported_list):
    view = view_of(qtbot, window)
    (made,) = window.folders.lists.iterdir()
    made.write_bytes(b"nothing of a list " * 300)
    ui.click(qtbot, window, 2, "name")
    wait(qtbot, lambda: "was renamed to" in window.messages.text)
    wait(qtbot, lambda: "No rating supplement" in view.status.text())


def test_a_list_is_removed_after_a_question(qtbot, window, file):
    bring_in(qtbot, window, file, "2025-10-01")
    bring_in(qtbot, window, file, "2025-09-01")
    window.named_actions["removeList"].trigger()
    assert "9/1/2025 · Regular, Quick?" in window.messages.text
    assert len(get_rating_lists(window).lists) == 2
    push(qtbot, window, "messageWayOut")
    wait(qtbot, lambda: len(get_rating_lists(window).lists) == 1)
    (left,) = load_lists(window.folders.lists).lists
    assert str(left.date) == "2025-10-01"


def open_fill(qtbot: QtBot, window: MainWindow, action: str) -> FillFromListDialog:
    window.named_actions[action].trigger()
    dialog = ui.find_part(window, FillFromListDialog)
    wait(qtbot, lambda: dialog.model.rowCount() > 0)
    return dialog


def row_of(dialog: FillFromListDialog, player: str) -> int:
    model = dialog.model
    for row in range(model.rowCount()):
        if player in str(model.index(row, PLAYER).data()):
            return row
    raise AssertionError(player)


@pytest.mark.parametrize("action", ["fillSection", "fillEvent"])
def test_texts_to_check_are_shown_completely(qtbot, window, imported_list, action):
    window.named_actions["addSection"].trigger()
    window.session.select(section=0)
    dialog = open_fill(qtbot, window, action)
    table, model = dialog.table, dialog.model
    for size in ((1024, 768), (1280, 800)):
        # The frame and the bars of a desktop take some room of the screen.
        dialog.resize(size[0] - 40, size[1] - 80)
        QtWidgets.QApplication.processEvents()
        right = table.columnViewportPosition(LOOK) + table.columnWidth(LOOK)
        assert right <= table.viewport().width()
        cautions = 0
        for row, column in product(range(model.rowCount()), (CHANGES, LOOK)):
            text = str(model.index(row, column).data())
            cell = table.visualRect(model.index(row, column))
            inner = QRect(0, 0, cell.width() - 2 * PADDING, 10_000)
            wraps = Qt.TextFlag.TextWordWrap.value if table.is_wrapped(column) else 0
            needed = table.fontMetrics().boundingRect(inner, wraps, text)
            assert needed.width() <= inner.width(), text
            assert needed.height() <= cell.height(), text
            cautions += column == LOOK and bool(text)
        assert cautions >= 3


def test_players_are_filled_after_they_were_checked(qtbot, window, imported_list):
    before = window.session.document
    dialog = open_fill(qtbot, window, "fillSection")
    model = dialog.model
    assert model.rowCount() == 12
    castle, king, pawn = (row_of(dialog, n) for n in ("Castle", "King", "Pawn"))
    assert "Regular 1794 → 1806" in str(model.index(castle, CHANGES).data())
    said = "the supplement has Somebody, Else under this ID"
    assert said in str(model.index(king, LOOK).data())
    assert "isn't in the supplement" in str(model.index(pawn, LOOK).data())
    checked = [
        model.index(row, FILL).data(Qt.ItemDataRole.CheckStateRole)
        for row in (castle, king, pawn)
    ]
    assert checked == [Qt.CheckState.Checked, Qt.CheckState.Unchecked, None]
    assert window.session.document is before
    push(qtbot, dialog, "fillListAccept")
    assert not dialog.isVisible()
    assert [ui.text(window, n, "rating") for n in (1, 12)] == ["1806", "700"]
    assert ui.text(window, 6, "rating") == "1490"
    wait(qtbot, lambda: window.session.up_to_date)
    window.named_actions["undo"].trigger()
    assert window.session.document is before
    dialog = open_fill(qtbot, window, "fillEvent")
    before = dialog.accept_button.text()
    for name in ("Castle", "King"):
        dialog.table.setCurrentIndex(dialog.model.index(row_of(dialog, name), FILL))
        dialog.table.setFocus()
        qtbot.keyClick(dialog.table, Key.Key_Space)
    assert dialog.accept_button.text() == before
    push(qtbot, dialog, "fillListAccept")
    assert ui.text(window, 1, "rating") == "1794"
    king = ui.section_of(window).players[5].facts("R")
    assert (king.source, str(king.as_of)) == ("official", "2025-09-01")


def test_an_edit_meanwhile_updates_the_preview(qtbot, window, imported_list):
    """The event changes below the dialog, for example when a linked file is saved."""
    dialog = open_fill(qtbot, window, "fillSection")
    window.session.apply_edit(set_rating, 0, 0, "R", 1777.0, 40)
    wait(qtbot, lambda: dialog.model.rowCount() == 12)
    castle = dialog.model.index(row_of(dialog, "Castle"), CHANGES)
    assert "1777 → 1806" in str(castle.data())
    push(qtbot, dialog, "fillListAccept")
    assert ui.text(window, 1, "rating") == "1806"
    for dialog in (
        ask_import(qtbot, window, imported_list),
        open_fill(qtbot, window, "fillEvent"),
    ):
        for control in dialog.findChildren(QtWidgets.QWidget):
            tab = control.focusPolicy() & Qt.FocusPolicy.TabFocus
            if tab and not control.objectName().startswith("qt_"):
                assert control.objectName(), control
                assert control.accessibleName(), control.objectName()


def test_a_supplement_after_the_event_is_reported(qtbot, window, file):
    bring_in(qtbot, window, file, "2031-01-01")
    dialog = open_fill(qtbot, window, "fillSection")
    assert "dated after the event ended" in dialog.dated.text()
    push(qtbot, dialog, "fillListCancel")
    assert not dialog.isVisible()


def is_marked(window: MainWindow, number: int) -> bool:
    model, column = window.crosstable.model, ui.column_of(window, "name")
    painted = model.make_painted(number - 1, column)
    return painted is not None and painted.marked


def test_an_id_of_another_member_is_a_warning(qtbot, window, tmp_path):
    name = ui.text(window, 4, "name")
    file = tmp_path / "TARATSUP.DBF"
    members = enumerate(("WALKINA, WANDA", name.upper()), 700)
    file.write_bytes(lists.dbf([lists.member(n, MEM_NAME=said) for n, said in members]))
    bring_in(qtbot, window, file)
    ui.enter(qtbot, window, 4, "id", "90000700")
    qtbot.waitUntil(lambda: bool(window.session.findings))
    (finding,) = window.session.findings
    assert finding.severity == "warns"
    assert finding.text == (
        "In the rating supplement, ID 90000700 belongs to Walkina, "
        f"Wanda, not {name}. Correct the ID or the name."
    )
    assert is_marked(window, 4)
    assert "Walkina, Wanda" in ui.hint(window, 4, "id")
    assert "1 warning" in window.bottom.problems.accessibleName()
    ui.enter(qtbot, window, 4, "id", "90000701")
    qtbot.waitUntil(lambda: not window.session.findings)
    assert not is_marked(window, 4)
