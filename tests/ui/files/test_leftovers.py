"""What a killed window left is gone after the next start; what others have stays."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLockFile
from pytestqt.qtbot import QtBot

from tests.killed import a_dead_process, left_by_the_dead
from uscalc.formats.shared.files import make_temporary_path
from uscalc.ui.storage.file_on_disk import Leftovers, take_lock
from uscalc.ui.storage.folders import Folders
from uscalc.ui.storage.preferences import Preferences
from uscalc.ui.theme.theme import Theme
from uscalc.ui.window.first_event import FirstEventLoader
from uscalc.ui.window.main_window import MainWindow


@pytest.fixture
def others_lock(folders: Folders) -> Iterator[QLockFile]:
    """Another window of today has a file open."""
    lock = take_lock(folders.locks / "0123456789abcdef.lock")
    assert lock is not None
    yield lock
    lock.unlock()


def start(qtbot: QtBot, theme: Theme, folders: Folders) -> MainWindow:
    """Starts the program, and waits until it has cleaned up."""
    window = MainWindow(None, theme, folders)
    qtbot.addWidget(window, before_close_func=lambda w: w.session.history.mark_saved())
    window.show()
    beginning = FirstEventLoader(window, None)
    with qtbot.waitSignal(beginning.filled):
        beginning.start_loading()
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
    # It was killed while it saved there for the first time.
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
    others = [
        make_temporary_path(club / "open.uscalc"),
        club / "open.uscalc",
        left_by_the_dead(mine / "open.uscalc"),
    ]
    for path in others:
        path.write_text("{}")
    kept = files(tmp_path) - {str(path.relative_to(tmp_path)) for path in left}
    start(qtbot, theme, folders)
    assert files(tmp_path) == kept
    # Where it was cleaned it is not looked again at every start.
    # The last event, which holds nothing, is no recent file any more.
    assert Preferences(folders.settings).written_in == []


def test_a_folder_is_kept_from_before_it_is_written_in(window, tmp_path, monkeypatch):

    seen: list[list[Path]] = []

    def written(*_: object) -> None:
        seen.append(Preferences(window.folders.settings).written_in)

    monkeypatch.setattr("uscalc.ui.files.saving.save_event", written)
    window.files.saving.write_file(tmp_path / "open.uscalc")
    assert seen == [[tmp_path]]
