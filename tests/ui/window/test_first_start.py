"""A start without a file: the last event, or else the start page over a sample."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.driving import find_part
from uscalc.formats.native.journal import list_journals
from uscalc.ui.start.page import StartPage
from uscalc.ui.storage.folders import Folders
from uscalc.ui.storage.preferences import Preferences
from uscalc.ui.theme.theme import Theme
from uscalc.ui.window.first_event import FirstEventLoader
from uscalc.ui.window.main_window import MainWindow

Start = Callable[[Path | None], MainWindow]


@pytest.fixture
def start(
    qtbot: QtBot, theme: Theme, folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Start]:
    """Starts the program, in the same folders each time."""
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
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        return window

    yield run
    end()


def settle() -> None:
    """Lets everything come that waits for the next turn."""
    for _ in range(3):
        QApplication.processEvents()


def page_of(window: MainWindow) -> StartPage | None:
    """The start page while it is seen."""
    page = window.findChild(StartPage)
    return page if page is not None and page.isVisible() else None


@pytest.mark.parametrize(
    "in_front",
    ["view-rating-report", "view-compare-with-us-chess", "view-registration"],
)
def test_a_later_start_is_as_it_was_left(
    qtbot, start, monkeypatch, other_event, in_front
):
    window = start(other_event)
    window.show_view(in_front)
    settle()
    window.below.set_extent(240)
    qtbot.waitUntil(lambda: window.below.height() == 240)
    settle()
    left = window.crosstable.view.height()
    space = window.spaces.current
    problems: list[object] = []
    # Whatever was in front: no view needs what comes later than the table.
    monkeypatch.setattr(sys, "excepthook", lambda *error: problems.append(error[1]))
    window = start(other_event)
    assert window.spaces.current == space
    qtbot.waitUntil(window.get_view(in_front).isVisible)
    settle()
    assert window.below.front == in_front
    assert window.below.height() == 240
    qtbot.waitUntil(lambda: window.crosstable.view.height() == left)
    assert problems == []


def test_the_first_start_shows_the_start_page_over_a_sample(start, folders):
    for _ in range(2):
        window = start(None)
        page = page_of(window)
        assert page is not None
        assert page.isAncestorOf(QApplication.focusWidget())
        assert not window.coach.isVisible()
        assert window.session.document.name == "Autumn Open"
        assert window.session.path is None
        assert window.session.history.saved
    assert list_journals(folders.journals) == []
    assert Preferences(folders.settings).recent == []


def test_a_file_is_opened_without_the_start_page(start, other_event):
    window = start(other_event)
    assert window.session.document.name == "Two Sections"
    assert window.findChild(StartPage) is None
    assert not window.coach.isVisible()


def test_a_later_start_opens_the_last_event(start, other_event, tmp_path):
    later = tmp_path / "later.uscalc"
    text = other_event.read_text("utf-8").replace("Two Sections", "Later Event")
    later.write_text(text, "utf-8")
    start(other_event)
    start(later)
    window = start(None)
    assert window.session.document.name == "Later Event"
    assert window.session.path == later
    assert window.findChild(StartPage) is None


def test_a_vanished_last_event_leads_to_the_one_before(start, other_event, tmp_path):
    later = tmp_path / "later.uscalc"
    later.write_bytes(other_event.read_bytes())
    start(other_event)
    start(later)
    later.unlink()
    window = start(None)
    assert window.session.path == other_event
    other_event.unlink()
    window = start(None)
    page = page_of(window)
    assert page is not None
    assert page.none_yet.isVisible()
    assert window.messages.text == ""


def test_a_last_event_that_cannot_be_opened_has_its_reason(start, other_event):

    start(other_event)
    other_event.write_text('{"format": "uscalc-event"', "utf-8")
    window = start(None)
    page = page_of(window)
    assert page is not None
    assert other_event.name in window.messages.text
    assert page.isAncestorOf(window.messages)
    assert window.messages.isVisible()
    assert window.messages.ways == ("Open another file",)
    # The message leaves the keyboard in the page, and the page open.
    window.messages.close_message()
    settle()
    assert page_of(window) is page
    # It was said once.
    window = start(None)
    assert page_of(window) is not None
    assert window.messages.text == ""


def test_an_error_of_the_program_leads_to_the_page_too(start, other_event, monkeypatch):
    from uscalc.ui.files import loading

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
    window.open_sample  # noqa: B018 - the sample behind the page is edited
    from uscalc.document.edit.structure import remove_players

    window.session.apply_edit(remove_players, 0, range(2))
    assert window.recovery.flush()
    (journal,) = list_journals(folders.journals)
    kept = journal.read_bytes()
    window = start(None)
    journal.parent.mkdir(exist_ok=True)
    journal.write_bytes(kept)
    window = start(None)
    page = page_of(window)
    assert page is not None
    assert window.messages.isVisible()
    assert "Restore" in window.messages.ways
    button = find_part(page, QWidget, "messageWayOut")
    button.click()
    qtbot.waitUntil(lambda: page_of(window) is None)
    assert len(window.session.document.sections[0].players) == 10
    assert not page.isAncestorOf(window.messages)


def test_nothing_of_the_start_page_is_imported_for_a_file(other_event, tmp_path):
    import subprocess

    code = (
        "import sys, os\n"
        "from PySide6.QtCore import QTimer\n"
        "import uscalc.app, pathlib\n"
        "from uscalc.ui.window.first_event import FirstEventLoader as Loader\n"
        "fill = Loader._fill_window\n"
        "def filled(self, first):\n"
        "    fill(self, first)\n"
        "    names = ('uscalc.ui.start.page', 'uscalc.ui.start.choice',\n"
        "        'uscalc.ui.window.start', 'uscalc.ui.window.first_steps')\n"
        "    print([name for name in names if name in sys.modules], flush=True)\n"
        "    os._exit(0)\n"
        "Loader._fill_window = filled\n"
        f"uscalc.app.run_window(pathlib.Path({str(other_event)!r}))\n"
    )
    environ = {
        **os.environ,
        "USCALC_STATE": str(tmp_path / "own"),
        "QT_QPA_PLATFORM": "offscreen",
    }
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environ,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout == "[]\n", done.stderr
