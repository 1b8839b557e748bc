"""Files that changed, vanished or refuse: a message with the way out, nothing lost."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from tests.rights import like_anybody
from tests.ui.driving import (
    arrived,
    choose_path,
    enter,
    find_part,
    open_file,
    press,
    press_button,
    text,
)
from tests.ui.keys import CONTROL, Key
from uscalc.formats import open_event
from uscalc.formats.shared.files import list_backups
from uscalc.ui.storage.folders import recent_words
from uscalc.ui.window.main_window import MainWindow, shorten_edit_name


@pytest.fixture
def opened(qtbot: QtBot, window: MainWindow, other_event: Path) -> MainWindow:
    open_file(qtbot, window, other_event)
    return window


@pytest.fixture
def ours(qtbot: QtBot, opened: MainWindow) -> MainWindow:
    """The file's window with another name typed."""
    enter(qtbot, opened, 1, "name", "Ours")
    return opened


def first_name(path: Path) -> str:
    return open_event(path).document.sections[0].players[0].name


def change(path: Path, name: str = "Theirs") -> None:
    """What another program does to the file."""
    path.write_text(path.read_text().replace("Player 1", name))


def come_back(window: MainWindow) -> None:
    QApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))


def test_a_file_changed_elsewhere_is_not_overwritten(qtbot, ours, other_event):
    change(other_event)
    press(qtbot, ours, Key.Key_S, CONTROL)
    assert "changed by another program" in ours.messages.text
    assert ours.messages.ways == ("Open the newer file", "Overwrite", "Save as…")
    assert first_name(other_event) == "Theirs"
    press_button(qtbot, ours, "messageWayOut2")
    assert first_name(other_event) == "Ours"
    assert ours.messages.text == ""
    assert not ours.isWindowModified()


def test_the_files_value_is_used_and_ours_can_be_restored(qtbot, ours, other_event):
    change(other_event)
    come_back(ours)
    press_button(qtbot, ours, "messageWayOut")
    assert text(ours, 1, "name") == "Theirs"
    assert not ours.isWindowModified()
    press(qtbot, ours, Key.Key_Z, CONTROL)
    assert text(ours, 1, "name") == "Ours"
    assert ours.isWindowModified()


def test_your_version_can_be_saved_elsewhere(qtbot, ours, other_event, tmp_path):
    change(other_event)
    come_back(ours)
    press_button(qtbot, ours, "messageWayOut3")
    choose_path(ours, "saveDialog", tmp_path / "ours.uscalc")
    assert first_name(tmp_path / "ours.uscalc") == "Ours"
    assert first_name(other_event) == "Theirs"
    assert ours.messages.text == ""


def test_a_vanished_file_is_written_again_a_touched_one_not(opened, other_event, qtbot):
    os.utime(other_event, (1, 1))
    come_back(opened)
    assert opened.messages.text == ""
    other_event.unlink()
    come_back(opened)
    assert "two.uscalc is no longer in" in opened.messages.text
    assert "The event is still open in uscalc." in opened.messages.text
    press_button(qtbot, opened, "messageWayOut")
    assert first_name(other_event) == "Player 1"


def test_saving_to_a_folder_that_refuses_has_a_fix(qtbot, ours, other_event):
    other_event.parent.chmod(0o500)
    try:
        with like_anybody():
            ours.files.saving.save_event()
    finally:
        other_event.parent.chmod(0o700)
    assert "permission" in ours.messages.text
    assert ours.isWindowModified()
    moved = other_event.parent / "elsewhere"
    ours.session.path = moved / "two.uscalc"
    ours.files.saving.save_event()
    assert "can't be written" in ours.messages.text
    assert "Your changes are still open in uscalc." in ours.messages.text
    assert ours.messages.ways == ("Save as…", "Try again")
    assert text(ours, 1, "name") == "Ours"
    assert ours.isWindowModified()
    moved.mkdir()
    press_button(qtbot, ours, "messageWayOut2")
    assert first_name(moved / "two.uscalc") == "Ours"


def test_the_title_tells_unsaved_work_and_backups(qtbot, opened, other_event, folders):
    assert opened.windowTitle() == "Two Sections[*] – two.uscalc – uscalc"
    enter(qtbot, opened, 1, "name", "Ours")
    assert opened.isWindowModified()
    for name in ("One", "Two"):
        enter(qtbot, opened, 1, "name", name)
        opened.files.saving.save_event()
    kept = list_backups(other_event, folders.backups)
    assert [first_name(path) for path in kept] == ["One", "Player 1"]


def test_reverting_can_be_undone(qtbot, opened, other_event):
    revert = opened.named_actions["revert"]
    assert not revert.isEnabled()
    enter(qtbot, opened, 1, "name", "Ours")
    assert revert.isEnabled()
    revert.trigger()
    arrived(qtbot, opened)
    assert text(opened, 1, "name") == "Player 1"
    assert not opened.isWindowModified()
    press(qtbot, opened, Key.Key_Z, CONTROL)
    assert text(opened, 1, "name") == "Ours"
    assert opened.isWindowModified()


def test_the_menu_names_what_undo_takes_back(qtbot, window):
    undo, redo = window.named_actions["undo"], window.named_actions["redo"]
    enter(qtbot, window, 1, 5, "w3")
    assert undo.text() == "&Undo: Round 5, 1 beats 3"
    assert undo.iconText() == "Undo"
    undo.trigger()
    qtbot.waitUntil(lambda: undo.text() == "&Undo")
    assert redo.text() == "&Redo: Round 5, 1 beats 3"
    assert shorten_edit_name("x" * 99).endswith("…")
    assert shorten_edit_name("A & B") == "A && B"


def recent(window: MainWindow) -> QMenu:
    menu = find_part(window, QMenu, "recentMenu")
    menu.aboutToShow.emit()
    return menu


def test_recent_files_are_listed_and_opened(qtbot, window, other_event, tmp_path):
    assert not recent(window).actions()[0].isEnabled()
    second = tmp_path / "a & b.uscalc"
    second.write_bytes(other_event.read_bytes())
    open_file(qtbot, window, other_event)
    open_file(qtbot, window, second)
    texts = [action.text() for action in recent(window).actions()]
    assert texts[0].startswith("&1  a && b.uscalc")
    recent(window).actions()[1].trigger()
    arrived(qtbot, window)
    assert window.session.path == other_event
    assert recent(window).actions()[0].text().startswith("&1  two.uscalc")
    assert recent_words(Path.home() / "chess" / "a.uscalc") == "a.uscalc – ~/chess"
    assert recent_words(Path.home() / "a.uscalc") == "a.uscalc – ~"
    assert recent_words(Path("/x/a.uscalc")) == f"a.uscalc – {Path('/x')}"
