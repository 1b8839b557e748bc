"""Unsaved work outlives the window: it is stored at once, offered, restored, discarded."""

import datetime as dt
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLockFile
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from tests.killed import a_dead_process, left_by_the_dead
from tests.ui import driving as ui
from tests.ui.keys import CONTROL, SHIFT, Key
from uscalc.document.edit.cells import set_name
from uscalc.document.history import History, HistoryState
from uscalc.formats import open_event
from uscalc.formats.native.journal import JournalSnapshot, list_journals, read_snapshot
from uscalc.formats.native.journal_writing import JournalFile
from uscalc.formats.native.reader import save_event
from uscalc.formats.shared.files import make_temporary_path, read_fingerprint
from uscalc.monitor import UNMONITORED
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.files.loading import read_event
from uscalc.ui.session.file_on_disk import Leftovers, take_lock
from uscalc.ui.session.folders import Folders
from uscalc.ui.session.preferences import Preferences
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.window.main_window import MainWindow

Start = Callable[[Path], MainWindow]


@pytest.fixture
def start(qtbot: QtBot, theme: Theme, folders: Folders) -> Iterator[Start]:
    """Give a function that starts the program again, in the same folders."""
    made: list[MainWindow] = []

    def run(path: Path) -> MainWindow:
        made_of = read_event(path, resolve_rules, UNMONITORED, lambda _: None)
        session = Session(made_of.history.document, resolve_rules, live=made_of.live)
        window = MainWindow(session, theme, folders)
        window.files.opening.adopt_shown(made_of)
        window.show()
        ui.activate(qtbot, window)
        window.recovery.offer_unsaved_work()
        made.append(window)
        return window

    yield run
    for window in made:
        window.session.pending.commit_all()
        window.session.pending.discard_all()
        window.session.history.mark_saved()
        window.close()
        window.session.deleteLater()
        window.deleteLater()


def typed(path: Path, *names: str) -> History:
    """Return a history in which the first player's name is typed again and again."""
    history = History(open_event(path).document)
    for name in names:
        history.apply_edit(set_name(history.document, 0, 0, name))
    return history


def leave_steps(folders, path: Path, history: History, key: str = "1-gone") -> Path:
    """Make a killed window's journal, with one record for the event and one for the rest."""
    journal = folders.journals / f"{key}.journal"
    journal.parent.mkdir(parents=True, exist_ok=True)
    writer, known = JournalFile(journal), read_fingerprint(path)
    for past in (HistoryState((history.past.documents[0],)), history.past):
        writer.write(JournalSnapshot(past, path, known, now()))
    return journal


def leave_behind(folders: Folders, path: Path, name: str, key: str = "1-gone") -> Path:
    """Make a killed window's journal with one edit."""
    return leave_steps(folders, path, typed(path, name), key)


def now() -> dt.datetime:
    return dt.datetime.now().astimezone()


def test_edits_and_their_steps_are_in_the_journal(qtbot, window, folders, tmp_path):
    ui.enter(qtbot, window, 1, "name", "Somebody Else")
    qtbot.waitUntil(lambda: len(list_journals(folders.journals)) == 1)
    (journal,) = list_journals(folders.journals)
    assert read_snapshot(journal).document == window.session.document
    assert read_snapshot(journal).source is None
    session = window.session

    def kept() -> HistoryState:
        assert window.recovery.flush(60)
        (journal,) = list_journals(folders.journals)
        return read_snapshot(journal).past

    ui.enter(qtbot, window, 1, "name", "Somebody Else")
    assert kept() == session.history.past
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    assert session.history.redo_name is not None
    assert kept() == session.history.past
    session.redo_edit()
    session.path = tmp_path / "mine.uscalc"
    window.files.saving.save_event()
    assert kept().saved == kept().place == 1


def test_undo_and_redo_go_on_after_crashes(qtbot, start, folders, other_event):
    history = typed(other_event, "One", "Two", "Three", "Four")
    history.undo()
    leave_steps(folders, other_event, history)
    window = start(other_event)
    ui.press_button(qtbot, window, "messageWayOut")
    assert ui.text(window, 1, "name") == "Three"
    assert window.named_actions["undo"].text() == "&Undo: Name of player 1"
    for name in ("Two", "One", "Player 1"):
        assert window.isWindowModified()
        ui.press(qtbot, window, Key.Key_Z, CONTROL)
        assert ui.text(window, 1, "name") == name
    # This is the content of the file.
    assert not window.isWindowModified()
    assert not window.named_actions["undo"].isEnabled()
    for name in ("One", "Two", "Three", "Four"):
        ui.press(qtbot, window, Key.Key_Z, CONTROL | SHIFT)
        assert ui.text(window, 1, "name") == name
        assert window.isWindowModified()
    assert not window.named_actions["redo"].isEnabled()
    ui.enter(qtbot, window, 1, "name", "Five")
    assert window.recovery.flush(60)
    (own,) = list_journals(folders.journals)
    past = read_snapshot(own).past
    names = [document.sections[0].players[0].name for document in past.documents]
    assert names == ["Player 1", "One", "Two", "Three", "Four", "Five"]


def test_work_that_was_saved_can_be_undone_after_a_crash(start, folders, other_event):
    history = typed(other_event, "One", "Two", "Three")
    history.undo()
    history.mark_saved()
    save_event(history.document, other_event)
    journal = leave_steps(folders, other_event, history)
    window = start(other_event)
    assert window.messages.text == ""
    assert not journal.exists()
    assert ui.text(window, 1, "name") == "Two"
    assert not window.isWindowModified()
    window.session.redo_edit()
    assert ui.text(window, 1, "name") == "Three"
    assert window.isWindowModified()
    window.session.undo_edit()
    window.session.undo_edit()
    assert ui.text(window, 1, "name") == "One"


def test_saved_work_is_offered_if_lost(start, folders, other_event, qtbot, sample):
    history = typed(other_event, "One", "Two")
    history.mark_saved()
    journal = leave_steps(folders, other_event, history)
    window = start(other_event)
    assert window.messages.text == ""
    assert not journal.exists()
    assert ui.text(window, 1, "name") == "Player 1"
    assert window.session.history.undo_name is None
    leave_steps(folders, other_event, history)
    other_event.unlink()
    window = start(sample)
    ui.press_button(qtbot, window, "messageWayOut")
    assert ui.text(window, 1, "name") == "Two"


def test_a_damaged_journal_is_restored_in_part(qtbot, start, folders, other_event):
    history = typed(other_event, "One", "Two")
    journal = leave_steps(folders, other_event, history)
    size = journal.stat().st_size
    writer = JournalFile(journal)

    for name in ("Three", "Four"):
        writer.write(JournalSnapshot(history.past, other_event, None, now()))
        size = journal.stat().st_size
        history.apply_edit(set_name(history.document, 0, 0, name))
    writer.write(JournalSnapshot(history.past, other_event, None, now()))
    harmed = bytearray(journal.read_bytes())
    harmed[size + 50] ^= 1
    journal.write_bytes(bytes(harmed))
    window = start(other_event)
    assert "1 later change is damaged" in window.messages.text
    ui.press_button(qtbot, window, "messageWayOut")
    assert ui.text(window, 1, "name") == "Three"
    assert not journal.exists()
    assert (journal.parent / (journal.name + ".damaged")).read_bytes() == harmed


def test_closing_leaves_nothing_behind(qtbot, start, folders, other_event):
    window = start(other_event)
    ui.enter(qtbot, window, 1, "name", "Somebody Else")
    window.session.history.mark_saved()
    window.close()
    assert list(folders.journals.iterdir()) == []
    assert list(folders.locks.iterdir()) == []


def test_lost_work_is_kept_until_restored(qtbot, start, folders, other_event, sample):
    old = leave_behind(folders, other_event, "Kept")
    window = start(other_event)
    assert "Two Sections" in window.messages.text
    assert "today" in window.messages.text
    window.named_actions["recover"].trigger()
    assert window.messages.ways == ("Restore", "Discard")
    assert not ui.find_part(window, QPushButton, "messageClose").isVisible()
    window.close()
    assert old.exists()
    window = start(sample)
    assert "Two Sections" in window.messages.text
    ui.press_button(qtbot, window, "messageWayOut")
    assert ui.text(window, 1, "name") == "Kept"
    assert window.isWindowModified()
    assert window.session.path == other_event
    assert not old.exists()
    (own,) = list_journals(folders.journals)
    assert read_snapshot(own).document == window.session.document
    window.files.saving.save_event()
    assert ui.first_name(other_event) == "Kept"


def test_unwanted_work_is_discarded(qtbot, start, folders, other_event):
    leave_behind(folders, other_event, "One", "1-gone")
    leave_behind(folders, other_event, "Two", "2-gone")
    window = start(other_event)
    assert "1 more" in window.messages.text
    ui.press_button(qtbot, window, "messageWayOut2")
    assert len(list_journals(folders.journals)) == 1
    assert "more after" not in window.messages.text
    ui.press_button(qtbot, window, "messageWayOut2")
    assert list_journals(folders.journals) == []
    assert window.messages.text == ""


def test_work_of_an_open_window_is_kept(qtbot, start, folders, other_event, sample):
    first = start(other_event)
    ui.enter(qtbot, first, 1, "name", "Typing")
    assert first.recovery.flush(60)
    assert start(sample).messages.text == ""
    assert len(list_journals(folders.journals)) == 1


def test_work_on_a_changed_file_says_so(qtbot, start, folders, other_event, sample):
    leave_behind(folders, other_event, "Kept")
    other_event.write_text(other_event.read_text().replace("1500", "1555"))
    window = start(sample)
    ui.press_button(qtbot, window, "messageWayOut")
    assert "has changed since you started these edits" in window.messages.text
    window.files.saving.save_event()
    assert "changed by another program" in window.messages.text
    assert "1555" in other_event.read_text()


def test_a_journal_that_cannot_be_written_is_reported_once(qtbot, window, folders):
    folders.state.mkdir(parents=True, exist_ok=True)
    folders.journals.write_text("a file where the folder should be")
    ui.enter(qtbot, window, 1, "name", "Somebody Else")
    qtbot.waitUntil(lambda: "Crash recovery is off" in window.messages.text)
    assert "or set USCALC_STATE to a folder" in window.messages.text
    assert ui.text(window, 1, "name") == "Somebody Else"


def test_two_windows_on_one_file_are_noticed(qtbot, start, other_event):
    first = start(other_event)
    second = start(other_event)
    assert first.messages.text == ""
    assert "another window" in second.messages.text
    ui.enter(qtbot, second, 1, "name", "Second")
    second.files.saving.save_event()
    assert second.messages.ways[0] == "Save anyway"
    assert "Second" not in other_event.read_text()
    ui.press_button(qtbot, second, "messageWayOut")
    assert "Second" in other_event.read_text()
    assert first.messages.text == ""
    ui.come_back(qtbot, first)
    assert "changed by another program" in first.messages.text
    first.close()
    ui.enter(qtbot, second, 1, "name", "Third")
    second.files.saving.save_event()
    assert "Third" in other_event.read_text()


def test_the_lock_of_a_dead_process_is_replaced(start, folders, other_event):
    first = start(other_event)
    (lock,) = folders.locks.iterdir()
    said = lock.read_bytes()
    first.close()
    lock.write_bytes(said.replace(said.split(b"\n")[0], b"4194305", 1))
    assert start(other_event).messages.text == ""
    assert QLockFile(str(lock)).tryLock(0) is False


@pytest.fixture
def others_lock(folders: Folders) -> Iterator[QLockFile]:
    """Lock a file as another window of today does."""
    lock = take_lock(folders.locks / "0123456789abcdef.lock")
    yield lock
    lock.unlock()


def start_again(qtbot: QtBot, theme: Theme, folders: Folders) -> MainWindow:
    """Start the program, and wait until it has cleaned up."""
    window = ui.start_program(qtbot, theme, folders)
    found = window.get_or_make(Leftovers, lambda: Leftovers(folders, window))
    qtbot.waitUntil(lambda: not found.busy)
    return window


def files(folder: Path) -> set[str]:
    return {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()}


def test_a_killed_start_leaves_nothing(qtbot, theme, folders, tmp_path, others_lock):
    club, away, mine = (tmp_path / name for name in ("club", "away", "mine"))
    for folder in (club, away, mine, folders.journals, folders.backups / ("0" * 16)):
        folder.mkdir(parents=True)
    preferences = Preferences(folders.settings)
    preferences.add_recent(club / "open.uscalc")
    # The window was killed during its first save in this folder.
    preferences.about_to_write(away / "new.uscalc")
    left = [
        left_by_the_dead(club / "open.uscalc"),
        left_by_the_dead(away / "new.uscalc"),
        left_by_the_dead(folders.journals / "1.journal"),
        left_by_the_dead(folders.backups / ("0" * 16) / "copy"),
        folders.locks / "fedcba9876543210.lock",
        folders.journals / "2.lock",
    ]
    for path in left:
        path.write_text("half")
    for path in left[-2:]:
        path.write_text(f"{a_dead_process()}\nuscalc\n{os.uname().nodename}\n\n\n")
    for path in [
        make_temporary_path(club / "open.uscalc"),
        club / "open.uscalc",
        left_by_the_dead(mine / "open.uscalc"),
    ]:
        path.write_text("{}")
    kept = files(tmp_path) - {str(path.relative_to(tmp_path)) for path in left}
    start_again(qtbot, theme, folders)
    assert files(tmp_path) == kept
    # Cleaned folders are not searched again at every start. The last event, which is
    # empty, is not a recent file any more.
    assert Preferences(folders.settings).written_in == []


def test_a_folder_is_remembered_before_it_is_written_in(window, tmp_path, monkeypatch):
    seen: list[list[Path]] = []

    def written(*_: object) -> None:
        seen.append(Preferences(window.folders.settings).written_in)

    monkeypatch.setattr("uscalc.ui.files.saving.save_event", written)
    window.files.saving.write_file(tmp_path / "open.uscalc")
    assert seen == [[tmp_path]]
