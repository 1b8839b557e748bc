"""The window's frame while its first event is read beside it."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QImage
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.driving import find_part
from tests.ui.keys import LEFT, PLAIN
from uscalc.formats import OpenedEvent, open_event
from uscalc.ui.storage.folders import Folders
from uscalc.ui.theme.theme import Theme
from uscalc.ui.window.first_event import FirstEventLoader
from uscalc.ui.window.main_window import MainWindow


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
    theme.set_zoom(100)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A file that is read to its end only when this is set."""
    go_on = threading.Event()

    def read(path: Path, end: object = None) -> OpenedEvent:
        assert go_on.wait(60)
        return open_event(path)

    monkeypatch.setattr("uscalc.ui.files.loading.open_event", read)
    monkeypatch.setattr("uscalc.ui.window.first_event.LARGE", 1)
    yield go_on
    go_on.set()


def dragged(window: MainWindow, path: Path) -> bool:
    """Whether a file that comes over the window is taken."""
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDragEnterEvent(QPoint(9, 9), Qt.DropAction.CopyAction, files, LEFT, PLAIN)
    event.ignore()
    window.dragEnterEvent(event)
    return event.isAccepted()


def begun(qtbot: QtBot, frame: MainWindow, path: Path) -> FirstEventLoader:
    """A beginning in a frame that says so."""
    beginning = FirstEventLoader(frame, path)
    beginning.start_loading()
    qtbot.waitUntil(lambda: frame.findChild(QLabel, "coming") is not None)
    return beginning


def test_a_frame_says_what_it_waits_for_and_is_filled(qtbot, frame, slow, other_event):
    beginning = begun(qtbot, frame, other_event)
    coming = find_part(frame, QLabel, "coming")
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


def test_a_frame_closed_meanwhile_is_not_filled(qtbot, frame, slow, other_event):
    beginning = begun(qtbot, frame, other_event)
    frame.close()
    assert frame.gone
    slow.set()
    beginning.stop_loading()
    assert not frame.filled


@pytest.mark.parametrize("zoom", [100, 150])
@pytest.mark.parametrize("size", [(1024, 768), (1440, 900)])
def test_ratings_come_before_the_bars(
    qtbot, frame, other_event, monkeypatch, size, zoom
):
    frame.theme.set_zoom(zoom)
    frame.resize(*size)
    qtbot.waitExposed(frame)
    first = []

    def paint() -> None:
        painted = Painted(frame.crosstable.view.viewport())
        MainWindow.paint_ratings(frame)
        # Nothing of what stands around it is there yet.
        assert not hasattr(frame, "top")
        assert painted.seen
        first.append((place(frame), columns(frame), cells(frame)))

    monkeypatch.setattr(frame, "paint_ratings", paint)
    beginning = FirstEventLoader(frame, other_event)
    with qtbot.waitSignal(beginning.filled):
        beginning.start_loading()
    qtbot.waitUntil(lambda: frame.findChild(QWidget, frame.below.front) is not None)
    ((where, across, seen),) = first
    assert where == place(frame)
    assert across == columns(frame)
    row = frame.crosstable.view.rowHeight(0)
    shades = {seen.pixel(x, row * 3 // 2) for x in range(seen.width())}
    assert len(shades) > 9, "words and figures, no empty table"


class Painted(QObject):
    """Whether a widget was painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.seen = False
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        self.seen |= event.type() == QEvent.Type.Paint
        return False


def cells(window: MainWindow) -> QImage:
    """The rows of the table as they are painted."""
    return window.crosstable.view.viewport().grab().toImage()


def columns(window: MainWindow) -> list[tuple[int, int]]:
    """Where the columns stand in the table, and how wide they are."""
    view, count = window.crosstable.view, window.crosstable.model.columnCount()
    return [(view.columnViewportPosition(c), view.columnWidth(c)) for c in range(count)]


def place(window: MainWindow) -> QRect:
    """Where the table's cells stand on the screen."""
    port = window.crosstable.view.viewport()
    return QRect(port.mapToGlobal(QPoint(0, 0)), port.size())
