"""What version 1.0 kept is still there; only its layouts, which fit no space, are not."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from tests.ui.driving import text
from uscalc.document.model import Document
from uscalc.formats import open_event
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.printing.wall_pages import PrintHistory
from uscalc.ui.session.session import Session
from uscalc.ui.storage.folders import Folders
from uscalc.ui.storage.preferences import Preferences
from uscalc.ui.theme.theme import Theme
from uscalc.ui.window.main_window import MainWindow

KEPT = Path(__file__).parents[2] / "data" / "version-1.0"
CLUB = Path("/home/director/events/club.uscalc")


@pytest.fixture
def old(tmp_path: Path) -> Folders:
    """The folders of a director who used version 1.0, and whose computer crashed."""
    shutil.copytree(KEPT, tmp_path / "old")
    return Folders.within_folder(tmp_path / "old")


def start(
    qtbot: QtBot, document: Document, theme: Theme, folders: Folders
) -> MainWindow:
    Preferences(folders.settings).apply_theme(theme)
    window = MainWindow(Session(document, resolve_rules), theme, folders)
    qtbot.addWidget(window)
    window.show()
    window.resize(1280, 800)
    qtbot.waitExposed(window)
    return window


def places(window: MainWindow) -> list[object]:
    parts = window.crosstable, window.right, window.below
    return [part.geometry() for part in parts] + [
        window.right.front,
        window.below.front,
    ]


def test_look_files_and_choices_of_version_1_0_are_kept(qtbot, sample, theme, old):

    document = open_event(sample).document
    window = start(qtbot, document, theme, old)
    assert (theme.choice, theme.zoom) == ("dark", 110)
    assert window.preferences.recent == [CLUB]
    assert window.preferences.read_choice("report", "affiliate") == "A1234567"
    assert window.named_actions["memberIds"].isChecked()
    printed = PrintHistory(window.session, old.walls, window).printed
    assert (printed.paper, printed.big) == ("a4", True)
    window.close()


def test_layouts_of_version_1_0_are_dropped(qtbot, sample, theme, folders, old):
    document = open_event(sample).document
    kept = QSettings(str(old.settings), QSettings.Format.IniFormat)
    assert kept.value("window/panels") is not None
    kept.setValue("look/zoom", 100)
    kept.setValue("flags/member-ids", "false")
    kept.sync()
    fresh = start(qtbot, document, theme, folders)
    window = start(qtbot, document, theme, old)
    for space in ("enter", "explain", "what-if", "report", "teach"):
        for one in (fresh, window):
            one.spaces.switch_to(space)
        qtbot.waitUntil(lambda: places(window) == places(fresh))
    window.close()
    kept = QSettings(str(old.settings), QSettings.Format.IniFormat)
    assert not [key for key in kept.allKeys() if key.startswith("front/")]
    assert kept.value("window/panels") is None


def test_unsaved_work_of_version_1_0_is_offered(qtbot, sample, theme, old):
    window = start(qtbot, open_event(sample).document, theme, old)
    assert window.recovery.offer_unsaved_work()
    qtbot.waitUntil(window.messages.isVisible)
    (restore,) = (
        button
        for button in window.messages.findChildren(QPushButton)
        if button.isVisible() and button.text().replace("&", "") == "Restore"
    )
    restore.click()
    qtbot.waitUntil(lambda: text(window, 1, 5).replace(" ", "") == "W3")
    window.session.history.mark_saved()
    window.close()
