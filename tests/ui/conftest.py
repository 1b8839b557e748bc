"""A window without a screen, on the sample event or on a test's own file."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.build import event_file
from tests.screen import offscreen
from tests.ui.leftovers import at_work, visible_windows
from tests.ui.patience import PatientBot
from tests.ui.swisssys import Tournament
from uscalc.formats import open_event
from uscalc.resources import get_resource_path
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.scheduling import collect_in_window_thread
from uscalc.ui.session.folders import Folders
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import STYLE, Theme
from uscalc.ui.window.main_window import MainWindow

os.environ["QT_QPA_PLATFORM"] = offscreen()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # The offscreen platform logs this where others talk to a desktop.
    quiet = pytest.mark.qt_log_ignore("This plugin does not support")
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(quiet)


@pytest.fixture(scope="session")
def qapp_args() -> list[str]:
    """Start Qt like the program, in the style that the theme is made for."""
    return ["uscalc", *STYLE]


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """Return a bot that waits long enough for a busy machine."""
    return PatientBot(request)


@pytest.fixture(scope="session")
def _known(_cycles_in_this_thread: None) -> set[str]:
    """Return the threads and timers at the first test's beginning, and those reported since."""
    return at_work()


@pytest.fixture(autouse=True)
def _nothing_outlives_a_test(qapp: QApplication, _known: set[str]) -> Iterator[None]:
    """Check that no thread, window or timer outlives its test."""
    yield
    # The test's windows are closed by now, and the other fixtures have ended.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert visible_windows() == []
    left = at_work() - _known
    _known |= left
    assert left == set()


@pytest.fixture(scope="session")
def _only_theme(qapp: QApplication) -> Theme:
    return Theme(qapp, "light")


@pytest.fixture
def theme(_only_theme: Theme) -> Iterator[Theme]:
    """The theme of the application; the next test begins with the usual look."""
    yield _only_theme
    _only_theme.choose_look("light")
    _only_theme.set_zoom(100)
    _only_theme.reduce_motion(False)


@pytest.fixture(scope="session", autouse=True)
def _cycles_in_this_thread(qapp: QApplication) -> None:
    """Collect garbage as in the program, from the first test on."""
    collect_in_window_thread()


@pytest.fixture(autouse=True)
def _pointer_in_the_corner(qapp: QApplication) -> None:
    """Move the pointer away, so that a menu under it takes no click."""
    QCursor.setPos(qapp.primaryScreen().geometry().bottomRight())


@pytest.fixture(scope="session", autouse=True)
def _clipboard_empty_at_the_end(qapp: QApplication) -> Iterator[None]:
    """Clear the clipboard while Python still runs, because Qt would crash later."""
    yield
    qapp.clipboard().clear()


@pytest.fixture(scope="session", autouse=True)
def _own_dialogs(qapp: QApplication) -> None:
    """Use Qt's own file dialogs, because a test can't control the desktop's."""
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)


@pytest.fixture
def sample() -> Path:
    return get_resource_path("samples", "autumn-open.uscalc")


@pytest.fixture
def session(qapp: QApplication, sample: Path) -> Iterator[Session]:
    session = Session(open_event(sample).document, resolve_rules)
    yield session
    session.close()


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return Folders.within_folder(tmp_path / "own")


@pytest.fixture
def window(
    qtbot: QtBot, theme: Theme, session: Session, folders: Folders
) -> MainWindow:
    window = MainWindow(session, theme, folders)
    qtbot.addWidget(window, before_close_func=_forget_changes)
    window.show()
    window.activateWindow()
    # Shortcuts work only in the active window, which takes some turns of the event
    # loop.
    qtbot.waitUntil(window.isActiveWindow)
    return window


def _forget_changes(window: MainWindow) -> None:
    window.session.pending.commit_all()
    window.session.pending.discard_all()
    window.session.history.mark_saved()


@pytest.fixture
def other_event(tmp_path: Path) -> Path:
    """Write a small event of two sections."""
    players = [
        {"number": 1, "name": "Player 1", "results": ["W2"]},
        {"number": 2, "name": "Player 2", "results": ["L1"]},
    ]
    for player, rating in zip(players, (1500, 1400.5), strict=True):
        player["ratings"] = {"R": {"rating": rating, "games": 40}}
    event = event_file(title="Two Sections")
    event["sections"] = [
        {"name": name, "systems": ["R"], "players": players}
        for name in ("Upper", "Lower & last")
    ]
    path = tmp_path / "two.uscalc"
    path.write_text(json.dumps(event), encoding="utf-8")
    return path


@pytest.fixture
def file(tmp_path: Path) -> Tournament:
    """Write a pairing program's file with a first round that is not played yet."""
    folder = tmp_path / "pairing"
    folder.mkdir()
    tournament = Tournament(folder / "club.sjson")
    tournament.pair((1, 4), (2, 5), (3, 6))
    tournament.save()
    return tournament
