"""The window's frame while its first event is read beside it."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from uscalc.formats import Opened, open_event
from uscalc.ui.shell.beginning import Beginning
from uscalc.ui.shell.main_window import MainWindow
from uscalc.ui.storage.folders import Folders
from uscalc.ui.theme.theme import Theme


@pytest.fixture
def frame(qtbot: QtBot, theme: Theme, folders: Folders) -> Iterator[MainWindow]:
    """A window's frame on the screen, without an event."""
    window = MainWindow(None, theme, folders)
    window.show()
    yield window
    if window.filled:
        window.session.history.mark_saved()
    window.close()
    window.deleteLater()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A file that is read to its end only when this is set."""
    go_on = threading.Event()

    def read(path: Path, end: object = None) -> Opened:
        assert go_on.wait(60)
        return open_event(path)

    monkeypatch.setattr("uscalc.ui.files.whole.open_event", read)
    monkeypatch.setattr("uscalc.ui.shell.beginning.LARGE", 1)
    yield go_on
    go_on.set()


def dragged(window: MainWindow, path: Path) -> bool:
    """Whether a file that comes over the window is taken."""
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDragEnterEvent(
        QPoint(9, 9),
        Qt.DropAction.CopyAction,
        files,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    event.ignore()
    window.dragEnterEvent(event)
    return event.isAccepted()


def begun(qtbot: QtBot, frame: MainWindow, path: Path) -> Beginning:
    """A beginning in a frame that says so."""
    beginning = Beginning(frame, path)
    beginning.begin()
    qtbot.waitUntil(lambda: frame.findChild(QLabel, "coming") is not None)
    return beginning


def test_a_frame_says_what_it_waits_for_and_is_filled(
    qtbot: QtBot,
    frame: MainWindow,
    slow: threading.Event,
    other_event: Path,
) -> None:
    beginning = begun(qtbot, frame, other_event)
    coming = frame.findChild(QLabel, "coming")
    assert isinstance(coming, QLabel)
    assert coming.isVisible()
    assert coming.text() == f"Opening {other_event.name}…"
    assert not dragged(frame, other_event)
    with qtbot.waitSignal(beginning.filled):
        slow.set()
    assert frame.filled
    assert frame.session.path == other_event
    assert frame.session.document == open_event(other_event).document
    assert frame.session.up_to_date
    qtbot.waitUntil(lambda: frame.findChild(QLabel, "coming") is None)
    assert dragged(frame, other_event)


def test_a_frame_that_is_closed_meanwhile_is_not_filled(
    qtbot: QtBot,
    frame: MainWindow,
    slow: threading.Event,
    other_event: Path,
) -> None:
    beginning = begun(qtbot, frame, other_event)
    frame.close()
    assert frame.gone
    slow.set()
    beginning.close()
    assert not frame.filled


def test_a_damaged_file_is_refused_in_one_line(
    qtbot: QtBot, frame: MainWindow, tmp_path: Path
) -> None:
    path = tmp_path / "damaged.uscalc"
    path.write_text('{"format": "uscalc-event"')
    beginning = Beginning(frame, path)
    with qtbot.waitSignal(beginning.refused) as refused:
        beginning.begin()
    line, error = refused.args
    assert "damaged.uscalc" in line
    assert "\n" not in line
    assert error is None
    assert not frame.filled
