"""The first start, later starts, and remains of an interrupted or older one."""

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QLockFile, QObject, QPoint, QRect, QSettings
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from tests.cli.running import run_python
from tests.screen import offscreen
from tests.ui import driving as ui
from tests.ui.driving import text
from uscalc.document.edit.structure import remove_players
from uscalc.document.model import Document
from uscalc.formats import OpenedEvent, open_event
from uscalc.formats.native.journal import list_journals, read_snapshot
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.files import loading
from uscalc.ui.files.start_page import StartPage
from uscalc.ui.printing.wall_pages import PrintHistory
from uscalc.ui.session.folders import Folders
from uscalc.ui.session.preferences import Preferences
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.window.first_event import FirstEventLoader
from uscalc.ui.window.main_window import MainWindow

Start = Callable[[Path | None], MainWindow]


@pytest.fixture
def start(qtbot, theme, folders, monkeypatch) -> Iterator[Start]:
    """Give a function that starts the program, in the same folders each time."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    made: list[MainWindow] = []

    def end() -> None:
        for window in made:
            window.session.history.mark_saved()
            window.close()
            window.deleteLater()
        made.clear()

    def run(path: Path | None) -> MainWindow:
        end()
        window = MainWindow(None, theme, folders)
        window.show()
        made.append(window)
        beginning = FirstEventLoader(window, path)
        with qtbot.waitSignal(beginning.filled):
            beginning.start_loading()
        ui.activate(qtbot, window)
        return window

    yield run
    end()


def settle() -> None:
    """Process everything that waits for the next turn of the event loop."""
    for _ in range(3):
        QApplication.processEvents()


def page_of(window: MainWindow) -> StartPage | None:
    """Return the start page if it is visible."""
    page = window.findChild(StartPage)
    return page if page is not None and page.isVisible() else None


@pytest.mark.parametrize(
    "in_front",
    ["view-rating-report", "view-compare-with-us-chess", "view-registration"],
)
def test_a_later_start_is_as_before(qtbot, start, monkeypatch, other_event, in_front):
    window = start(other_event)
    window.show_view(in_front)
    window.show_view("view-player-details")
    settle()
    ui.drag_border(qtbot, window, window.below, 280)
    assert window.below.height() == 280
    settle()
    left = window.crosstable.view.height()
    space = window.spaces.current
    problems: list[object] = []
    # Whichever view was in front, none needs parts that are made after the table.
    monkeypatch.setattr(sys, "excepthook", lambda *error: problems.append(error[1]))
    window = start(other_event)
    assert window.spaces.current == space
    qtbot.waitUntil(window.get_view(in_front).isVisible)
    settle()
    assert window.below.front == in_front
    assert window.right.front == "view-player-details"
    assert window.below.height() == 280
    qtbot.waitUntil(lambda: window.crosstable.view.height() == left)
    assert problems == []


def test_the_first_start_shows_the_start_page_over_a_sample(start, folders):
    for _ in range(2):
        window = start(None)
        assert page_of(window).isAncestorOf(QApplication.focusWidget())
        assert not window.coach.isVisible()
        assert window.session.document.name == "Autumn Open"
        assert window.session.path is None
        assert window.session.history.saved
    assert list_journals(folders.journals) == []
    assert Preferences(folders.settings).recent == []


def test_a_later_start_opens_the_last_event(start, other_event, tmp_path):
    later = tmp_path / "later.uscalc"
    text = other_event.read_text("utf-8").replace("Two Sections", "Later Event")
    later.write_text(text, "utf-8")
    window = start(other_event)
    assert window.session.document.name == "Two Sections"
    assert window.findChild(StartPage) is None
    assert not window.coach.isVisible()
    start(later)
    window = start(None)
    assert window.session.document.name == "Later Event"
    assert window.session.path == later
    assert window.findChild(StartPage) is None
    later.unlink()
    window = start(None)
    assert window.session.path == other_event
    other_event.unlink()
    window = start(None)
    assert page_of(window).none_yet.isVisible()
    assert window.messages.text == ""


def test_a_last_event_with_an_error_leads_to_the_page(start, other_event, monkeypatch):
    start(other_event)
    content = other_event.read_text("utf-8")
    other_event.write_text('{"format": "uscalc-event"', "utf-8")
    window = start(None)
    page = page_of(window)
    assert other_event.name in window.messages.text
    assert page.isAncestorOf(window.messages)
    assert window.messages.isVisible()
    assert window.messages.ways == ("Open another file",)
    # After the message, the focus stays on the page, and the page stays open.
    window.messages.close_message()
    settle()
    assert page_of(window) is page
    # The message appears only once.
    window = start(None)
    assert page_of(window) is not None
    assert window.messages.text == ""
    other_event.write_text(content, "utf-8")
    start(other_event)
    read = loading.open_event

    def fail(path: Path, end: object = None) -> object:
        if path == other_event:
            raise ZeroDivisionError
        return read(path)

    monkeypatch.setattr(loading, "open_event", fail)
    window = start(None)
    assert page_of(window) is not None
    assert "ZeroDivisionError" in window.messages.text


def test_unsaved_work_is_offered_on_the_start_page(qtbot, start, folders):
    window = start(None)

    window.session.apply_edit(remove_players, 0, range(2))
    assert window.recovery.flush()
    (journal,) = list_journals(folders.journals)
    kept = journal.read_bytes()
    window = start(None)
    journal.parent.mkdir(exist_ok=True)
    journal.write_bytes(kept)
    window = start(None)
    page = page_of(window)
    assert window.messages.isVisible()
    assert "Restore" in window.messages.ways
    ui.find_part(page, QWidget, "messageWayOut").click()
    qtbot.waitUntil(lambda: page_of(window) is None)
    assert len(window.session.document.sections[0].players) == 10
    assert not page.isAncestorOf(window.messages)


def test_what_a_file_does_not_need_is_not_imported(other_event, tmp_path):
    """These are the start page, and large modules that other packages would import."""
    code = (
        "import sys, os\n"
        "from PySide6.QtCore import QTimer\n"
        "import uscalc.app, pathlib\n"
        "from uscalc.ui.window.first_event import FirstEventLoader as Loader\n"
        "fill = Loader._fill_window\n"
        "def filled(self, first):\n"
        "    fill(self, first)\n"
        "    names = ('uscalc.ui.files.start_page', 'uscalc.ui.files.choice',\n"
        "        'uscalc.ui.window.start', 'uscalc.ui.window.first_steps',\n"
        "        'html.entities', 'importlib.metadata', 'logging.handlers',\n"
        "        'uscalc.document.merge.merge')\n"
        "    loaded = [name for name in names if name in sys.modules]\n"
        "    print(loaded, sys.modules.get('_hashlib'), flush=True)\n"
        "    os._exit(0)\n"
        "Loader._fill_window = filled\n"
        f"uscalc.app.run_window(pathlib.Path({str(other_event)!r}))\n"
    )
    own = str(tmp_path / "own")
    done = run_python("-c", code, USCALC_STATE=own, QT_QPA_PLATFORM="offscreen")
    assert done.stdout == "[] None\n", done.stderr


@pytest.fixture
def frame(qtbot: QtBot, theme: Theme, folders: Folders) -> Iterator[MainWindow]:
    """Yield a window's frame on the screen, without an event."""
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
    """Yield a file that is read to its end only when an event is set."""
    go_on = threading.Event()

    def read(path: Path, end: object = None) -> OpenedEvent:
        assert go_on.wait(60)
        return open_event(path)

    monkeypatch.setattr("uscalc.ui.files.loading.open_event", read)
    monkeypatch.setattr("uscalc.ui.window.first_event.LARGE", 1)
    yield go_on
    go_on.set()


def begin_loading(qtbot: QtBot, frame: MainWindow, path: Path) -> FirstEventLoader:
    """Begin loading in a frame that shows it."""
    beginning = FirstEventLoader(frame, path)
    beginning.start_loading()
    qtbot.waitUntil(lambda: frame.findChild(QLabel, "coming") is not None)
    return beginning


def test_a_frame_says_what_it_waits_for_and_is_filled(qtbot, frame, slow, other_event):
    beginning = begin_loading(qtbot, frame, other_event)
    coming = ui.find_part(frame, QLabel, "coming")
    assert coming.isVisible()
    assert coming.text() == f"Opening {other_event.name}…"
    assert not ui.drop(frame, other_event)
    with qtbot.waitSignal(beginning.filled):
        slow.set()
    assert frame.filled
    assert frame.session.path == other_event
    assert frame.session.document == open_event(other_event).document
    assert frame.session.up_to_date
    qtbot.waitUntil(lambda: frame.findChild(QLabel, "coming") is None)
    tabs = frame.top.tabs
    qtbot.waitUntil(lambda: tabs.width() >= tabs.sizeHint().width())
    assert tabs.tabRect(0).left() == 0
    assert ui.drop(frame, other_event)
    ui.arrived(qtbot, frame)


def test_a_frame_closed_meanwhile_is_not_filled(qtbot, frame, slow, other_event):
    beginning = begin_loading(qtbot, frame, other_event)
    frame.close()
    assert frame.gone
    slow.set()
    beginning.stop_loading()
    assert not frame.filled


@pytest.mark.parametrize("zoom", [100, 150])
@pytest.mark.parametrize("size", [(1024, 768), (1440, 900)])
def test_ratings_precede_the_bars(qtbot, frame, other_event, monkeypatch, size, zoom):
    frame.theme.set_zoom(zoom)
    frame.resize(*size)
    qtbot.waitExposed(frame)
    first = []

    def paint() -> None:
        port = frame.crosstable.view.viewport()
        painted = Painted(port)
        MainWindow.paint_ratings(frame)
        # The parts around the table don't exist yet.
        assert not hasattr(frame, "top")
        assert painted.seen
        first.append((place(frame), columns(frame), port.grab().toImage()))

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
    """Notes whether a widget was painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.seen = False
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        self.seen |= event.type() == QEvent.Type.Paint
        return False


def columns(window: MainWindow) -> list[tuple[int, int]]:
    """Return the positions and widths of the columns in the table."""
    view, count = window.crosstable.view, window.crosstable.model.columnCount()
    return [(view.columnViewportPosition(c), view.columnWidth(c)) for c in range(count)]


def place(window: MainWindow) -> QRect:
    """Return the positions of the table's cells on the screen."""
    port = window.crosstable.view.viewport()
    return QRect(port.mapToGlobal(QPoint(0, 0)), port.size())


ROOT = Path(__file__).parents[3]
START = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from uscalc.document.edit.cells import set_result
from uscalc.ui.window.main_window import MainWindow
from uscalc.cli import main

EDITS = int(sys.argv.pop())

def look():
    found = [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)]
    if found and found[0].filled:
        window = found[0]
        for round_index in range(EDITS):
            window.session.apply_edit(set_result, 0, 0, 4, f"W{round_index + 2}")
        print("ready", flush=True)
        timer.stop()

before = QApplication.exec
def run():
    global timer
    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(10)
    return before()
QApplication.exec = staticmethod(run)
main(sys.argv[1:])
"""


def interrupted(state: Path, edits: int, sent: signal.Signals) -> tuple[int, str]:
    """Return exit code and output of an idle window that gets the signal."""
    process = subprocess.Popen(
        [sys.executable, "-c", START, str(edits)],
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "QT_QPA_PLATFORM": offscreen(),
            "USCALC_STATE": str(state),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout.readline() == "ready\n"
        process.send_signal(sent)
        _, said = process.communicate(timeout=60)
    finally:
        process.kill()
    lines = [line for line in said.splitlines() if "This plugin does not" not in line]
    return process.returncode, "\n".join(lines)


@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise there")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_an_idle_window(tmp_path, sent):
    assert interrupted(tmp_path, 0, sent) == (2, "uscalc: stopped")
    left = [p for p in tmp_path.rglob("*") if p.is_file()]
    assert [p.name for p in left] == ["window.ini"]


@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise there")
def test_work_that_is_not_saved_is_there_at_the_next_start(tmp_path):
    said = "uscalc: stopped; the next start offers to restore unsaved work"
    assert interrupted(tmp_path, 3, signal.SIGINT) == (2, said)
    (journal,) = list_journals(tmp_path / "journals")
    assert read_snapshot(journal).document.sections[0].players[0].results[4] == "W4"
    assert not list(tmp_path.rglob("*.lock"))


KEPT = Path(__file__).parents[2] / "data" / "version-1.0"
CLUB = Path("/home/director/events/club.uscalc")


@pytest.fixture
def old(tmp_path: Path) -> Folders:
    """Make the folders of a director who used version 1.0, and whose computer crashed."""
    shutil.copytree(KEPT, tmp_path / "old")
    folders = Folders.within_folder(tmp_path / "old")
    (journal,) = list_journals(folders.journals)
    # Since the computer was started again, another process may have the window's number.
    lock = QLockFile(str(tmp_path / "now.lock"))
    assert lock.tryLock(0)
    lines = (tmp_path / "now.lock").read_text("utf-8").splitlines()
    lock.unlock()
    lines[-1] = "an earlier start"
    journal.with_suffix(".lock").write_text("\n".join((*lines, "")), "utf-8")
    return folders


def start_old(qtbot, document: Document, theme, folders) -> MainWindow:
    Preferences(folders.settings).apply_theme(theme)
    window = MainWindow(Session(document, resolve_rules), theme, folders)
    qtbot.addWidget(window)
    window.show()
    window.resize(1280, 800)
    qtbot.waitExposed(window)
    return window


def places(window: MainWindow) -> list[object]:
    parts = window.crosstable, window.right, window.below
    fronts = window.right.front, window.below.front
    return [*(part.geometry() for part in parts), *fronts]


def test_look_choices_and_work_of_version_1_0_are_kept(qtbot, sample, theme, old):
    window = start_old(qtbot, open_event(sample).document, theme, old)
    assert (theme.choice, theme.zoom) == ("dark", 110)
    assert window.preferences.recent == [CLUB]
    assert window.preferences.read_choice("report", "affiliate") == "A1234567"
    assert window.named_actions["memberIds"].isChecked()
    printed = PrintHistory(window.session, old.walls, window).printed
    assert (printed.paper, printed.big) == ("a4", True)
    assert window.recovery.offer_unsaved_work()
    qtbot.waitUntil(window.messages.isVisible)
    assert window.messages.ways[0] == "Restore"
    ui.press_button(qtbot, window, "messageWayOut")
    qtbot.waitUntil(lambda: text(window, 1, 5).replace(" ", "") == "W3")
    window.session.history.mark_saved()
    window.close()
    assert list(old.journals.iterdir()) == []


def test_layouts_of_version_1_0_are_dropped(qtbot, sample, theme, folders, old):
    document = open_event(sample).document
    kept = QSettings(str(old.settings), QSettings.Format.IniFormat)
    assert kept.value("window/panels") is not None
    kept.setValue("look/zoom", 100)
    kept.setValue("flags/member-ids", "false")
    kept.sync()
    fresh = start_old(qtbot, document, theme, folders)
    window = start_old(qtbot, document, theme, old)
    for space in ("enter", "explain", "what-if", "report", "teach"):
        for one in (fresh, window):
            one.spaces.switch_to(space)
        qtbot.waitUntil(lambda: places(window) == places(fresh))
    window.close()
    kept = QSettings(str(old.settings), QSettings.Format.IniFormat)
    assert not [key for key in kept.allKeys() if key.startswith("front/")]
    assert kept.value("window/panels") is None
