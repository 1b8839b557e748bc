"""Files that changed, vanished or can't be read: a message with fixes, and nothing lost."""

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from tests.ui import driving as ui
from tests.ui.keys import CONTROL, Key
from uscalc.formats.shared.files import list_backups
from uscalc.ui.session.folders import recent_words
from uscalc.ui.window.main_window import MainWindow, shorten_edit_name


@pytest.fixture
def opened(qtbot: QtBot, window: MainWindow, other_event: Path) -> MainWindow:
    ui.open_file(qtbot, window, other_event)
    return window


@pytest.fixture
def ours(qtbot: QtBot, opened: MainWindow) -> MainWindow:
    """Type another name in the file's window."""
    ui.enter(qtbot, opened, 1, "name", "Ours")
    return opened


def change(path: Path) -> None:
    """Change the file as another program does."""
    path.write_text(path.read_text().replace("Player 1", "Theirs"))


def test_your_version_is_saved_over_it_or_elsewhere(qtbot, ours, other_event, tmp_path):
    change(other_event)
    ui.press(qtbot, ours, Key.Key_S, CONTROL)
    assert "changed by another program" in ours.messages.text
    assert ours.messages.ways == ("Open the newer file", "Overwrite", "Save as…")
    assert ui.first_name(other_event) == "Theirs"
    ui.press_button(qtbot, ours, "messageWayOut2")
    assert ui.first_name(other_event) == "Ours"
    assert ours.messages.text == ""
    assert not ours.isWindowModified()
    ui.enter(qtbot, ours, 1, "name", "Ours, again")
    other_event.write_text(other_event.read_text().replace("Ours", "Theirs"))
    ui.come_back(qtbot, ours)
    ui.press_button(qtbot, ours, "messageWayOut3")
    ui.choose_path(ours, "saveDialog", tmp_path / "ours.uscalc")
    assert ui.first_name(tmp_path / "ours.uscalc") == "Ours, again"
    assert ui.first_name(other_event) == "Theirs"
    assert ours.messages.text == ""


def test_the_files_value_is_used_and_ours_can_be_restored(qtbot, ours, other_event):
    change(other_event)
    ui.come_back(qtbot, ours)
    ui.press_button(qtbot, ours, "messageWayOut")
    assert ui.text(ours, 1, "name") == "Theirs"
    assert not ours.isWindowModified()
    ui.press(qtbot, ours, Key.Key_Z, CONTROL)
    assert ui.text(ours, 1, "name") == "Ours"
    assert ours.isWindowModified()


def test_a_vanished_file_is_written_again_a_touched_one_not(opened, other_event, qtbot):
    os.utime(other_event, (1, 1))
    ui.come_back(qtbot, opened)
    assert opened.messages.text == ""
    other_event.unlink()
    ui.come_back(qtbot, opened)
    assert "two.uscalc is no longer in" in opened.messages.text
    assert "The event is still open in uscalc." in opened.messages.text
    ui.press_button(qtbot, opened, "messageWayOut")
    assert ui.first_name(other_event) == "Player 1"


def test_the_title_tells_unsaved_work_and_backups(qtbot, opened, other_event, folders):
    assert opened.windowTitle() == "Two Sections[*] – two.uscalc – uscalc"
    ui.enter(qtbot, opened, 1, "name", "Ours")
    assert opened.isWindowModified()
    for name in ("One", "Two"):
        ui.enter(qtbot, opened, 1, "name", name)
        opened.files.saving.save_event()
    kept = list_backups(other_event, folders.backups)
    assert [ui.first_name(path) for path in kept] == ["One", "Player 1"]


def test_the_menu_names_what_undo_takes_back(qtbot, window):
    undo, redo = window.named_actions["undo"], window.named_actions["redo"]
    ui.enter(qtbot, window, 1, 5, "w3")
    assert undo.text() == "&Undo: Round 5, 1 beats 3"
    assert undo.iconText() == "Undo"
    undo.trigger()
    qtbot.waitUntil(lambda: undo.text() == "&Undo")
    assert redo.text() == "&Redo: Round 5, 1 beats 3"
    assert shorten_edit_name("x" * 99).endswith("…")
    assert shorten_edit_name("A & B") == "A && B"


def recent(window: MainWindow) -> QMenu:
    menu = ui.find_part(window, QMenu, "recentMenu")
    menu.aboutToShow.emit()
    return menu


def test_recent_files_are_listed_and_opened(qtbot, window, other_event, tmp_path):
    assert not recent(window).actions()[0].isEnabled()
    second = tmp_path / "a & b.uscalc"
    second.write_bytes(other_event.read_bytes())
    ui.open_file(qtbot, window, other_event)
    ui.open_file(qtbot, window, second)
    texts = [action.text() for action in recent(window).actions()]
    assert texts[0].startswith("&1  a && b.uscalc")
    recent(window).actions()[1].trigger()
    ui.arrived(qtbot, window)
    assert window.session.path == other_event
    assert recent(window).actions()[0].text().startswith("&1  two.uscalc")
    assert recent_words(Path.home() / "chess" / "a.uscalc") == "a.uscalc – ~/chess"
    assert recent_words(Path.home() / "a.uscalc") == "a.uscalc – ~"
    assert recent_words(Path("/x/a.uscalc")) == f"a.uscalc – {Path('/x')}"


class Disk:
    """A folder on a disk that refuses calls; everything else works."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self._folder = str(folder)
        self._files: set[int] = set()
        self.step = ""
        self.code = 0
        opened, synced, replaced = os.open, os.fsync, os.replace

        def open_(path: Any, *rest: Any, **more: Any) -> int:
            inside = str(path).startswith(self._folder)
            self._refuse("open", inside and bool(rest[0] & os.O_CREAT))
            file = opened(path, *rest, **more)
            (self._files.add if inside else self._files.discard)(file)
            return file

        def fsync(file: int) -> None:
            self._refuse("write", file in self._files)
            synced(file)

        def replace(start: Any, end: Any) -> None:
            self._refuse("replace", str(end).startswith(self._folder))
            replaced(start, end)

        patch.setattr(os, "open", open_)
        patch.setattr(os, "fsync", fsync)
        patch.setattr(os, "replace", replace)

    def _refuse(self, step: str, inside: bool) -> None:
        if inside and step == self.step:
            raise OSError(self.code, os.strerror(self.code))


@pytest.fixture
def event(other_event: Path) -> Path:
    folder = other_event.parent / "disk"
    folder.mkdir()
    return other_event.rename(folder / other_event.name)


@pytest.fixture
def disk(event: Path) -> Iterator[Disk]:
    with pytest.MonkeyPatch.context() as patch:
        yield Disk(event.parent, patch)


@pytest.fixture
def edited(qtbot: QtBot, window: MainWindow, event: Path) -> MainWindow:
    """Return the event in its window, with one edit that is not saved."""
    ui.open_file(qtbot, window, event)
    ui.enter(qtbot, window, 1, "name", "Kept, Kim")
    return window


REFUSALS = {
    "read-only disk": ("open", errno.EROFS),
    "read-only folder": ("open", errno.EACCES),
    "full disk": ("write", errno.ENOSPC),
    "quota used up": ("write", errno.EDQUOT),
    "broken disk": ("write", errno.EIO),
    "file held by another program": ("replace", errno.EACCES),
}


def still_here(window: MainWindow, event: Path, before: bytes) -> None:
    assert ui.text(window, 1, "name") == "Kept, Kim"
    assert window.isWindowModified()
    assert event.read_bytes() == before
    assert [path.name for path in event.parent.iterdir()] == [event.name]


@pytest.mark.parametrize("why", REFUSALS)
def test_a_refused_save_can_be_tried_again(qtbot, edited, event, disk, why):
    before = event.read_bytes()
    disk.step, disk.code = REFUSALS[why]
    ui.press(qtbot, edited, Key.Key_S, CONTROL)
    assert f"{event}: can't be written" in edited.messages.text
    assert ". Your changes are still open in uscalc." in edited.messages.text
    assert edited.messages.ways == ("Save as…", "Try again")
    still_here(edited, event, before)
    ui.press_button(qtbot, edited, "messageWayOut2")
    still_here(edited, event, before)
    disk.step = ""
    ui.press_button(qtbot, edited, "messageWayOut2")
    assert edited.messages.text == ""
    assert not edited.isWindowModified()
    assert ui.first_name(event) == "Kept, Kim"


def test_a_window_whose_save_is_refused_stays(qtbot, edited, event, disk, tmp_path):
    before = event.read_bytes()
    disk.step, disk.code = "write", errno.ENOSPC
    edited.close()
    ui.answer_save_question(qtbot, edited, QMessageBox.StandardButton.Save)
    assert edited.isVisible()
    assert "can't be written" in edited.messages.text
    still_here(edited, event, before)
    ui.press(qtbot, edited, Key.Key_S, CONTROL)
    ui.press_button(qtbot, edited, "messageWayOut")
    other = tmp_path / "elsewhere.uscalc"
    ui.choose_path(edited, "saveDialog", other)
    assert edited.session.path == other
    assert ui.first_name(other) == "Kept, Kim"
    assert event.read_bytes() == before


@pytest.mark.parametrize("now", ["gone", "spoiled", "halved", "a folder"])
def test_an_unreadable_recent_file_leaves_the_list(qtbot, window, event, now):
    ui.open_file(qtbot, window, event)
    shown = window.session.document
    assert window.preferences.recent == [event]
    content = event.read_bytes()
    event.unlink()
    if now == "a folder":
        event.mkdir()
    elif now != "gone":
        event.write_bytes(b"\x00\xff" * 500 if now == "spoiled" else content[:200])
    recent(window).actions()[0].trigger()
    ui.arrived(qtbot, window)
    assert str(event) in window.messages.text
    assert window.messages.ways == ("Open another file",)
    assert window.session.document is shown
    assert window.preferences.recent == []
    assert [one.text() for one in recent(window).actions()] == ["No recent files"]


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\x00\xff" * 500, b'{"format": "uscalc-journal"}', b"[" * 100_000],
    ids=["empty", "begun", "binary", "bare", "nested"],
)
def test_an_unreadable_journal_is_reported_and_set_aside(qtbot, window, content):
    journals = window.folders.journals
    journals.mkdir(parents=True, exist_ok=True)
    (journals / "1-gone.journal").write_bytes(content)
    shown = window.session.document
    window.recovery.offer_unsaved_work()
    assert "damaged" in window.messages.text
    assert window.session.document is shown
    (aside,) = journals.iterdir()
    assert aside.name == "1-gone.journal.damaged"
    assert aside.read_bytes() == content
    ui.enter(qtbot, window, 1, "name", "Kept, Kim")
    assert window.recovery.flush(60)
    assert len(list(journals.glob("*.journal"))) == 1
