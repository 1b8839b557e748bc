"""Opening in the background: the previous event stays until the new one is complete."""

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from tests.ui import driving as ui
from tests.ui.keys import CONTROL, Key
from tests.ui.leftovers import hanging
from uscalc.formats import OpenedEvent, open_event
from uscalc.ui.session import rated_event
from uscalc.ui.widgets import message_bar
from uscalc.ui.window.main_window import MainWindow

READY = "two.uscalc is ready. You made changes while it was loading."


class Drive:
    """A slow drive: reading from it waits until the test lets it continue."""

    def __init__(self) -> None:
        self.slow: set[str] = set()
        self.reads: list[str] = []
        self.threads: set[threading.Thread] = set()
        self._go = threading.Event()

    def read(self, path: Path, *more: object) -> OpenedEvent:
        self.reads.append(path.name)
        self.threads.add(threading.current_thread())
        if path.name in self.slow:
            # A failing test must not wait forever.
            self._go.wait(10)
        return open_event(path, *more)  # type: ignore[arg-type]

    def let_go(self) -> None:
        self._go.set()


@pytest.fixture
def drive(monkeypatch: pytest.MonkeyPatch) -> Iterator[Drive]:
    drive = Drive()
    for module in ("loading", "opening"):
        monkeypatch.setattr(f"uscalc.ui.files.{module}.open_event", drive.read)
    yield drive
    drive.let_go()


def begin_opening(qtbot: QtBot, window: MainWindow, drive: Drive, path: Path) -> None:
    """Open a file that is read slowly, and wait until the window says so."""
    drive.slow.add(path.name)
    window.files.opening.open_file(path)
    says(qtbot, window, f"Opening {path.name}")


def says(qtbot: QtBot, window: MainWindow, words: str) -> None:
    qtbot.waitUntil(lambda: window.messages.text.startswith(words))


def come(qtbot: QtBot, window: MainWindow, drive: Drive) -> None:
    drive.let_go()
    ui.arrived(qtbot, window)


def test_the_event_before_can_be_used_meanwhile(qtbot, window, other_event, drive):
    before = window.session.document
    begin_opening(qtbot, window, drive, other_event)
    assert window.messages.ways == ("Cancel",)
    assert window.session.document is before
    assert window.windowTitle().startswith("Autumn Open")
    ui.type_at(qtbot, window, 3, "name", Key.Key_Down)
    assert window.session.selection.row == 3
    shown: list[tuple[str, bool]] = []
    window.session.opened.connect(
        lambda: shown.append((window.session.document.name, window.session.up_to_date))
    )
    come(qtbot, window, drive)
    assert shown == [("Two Sections", True)]
    assert window.windowTitle().startswith("Two Sections")
    assert window.messages.text == ""
    assert ui.text(window, 1, "post")


def test_no_window_reads_or_rates(qtbot, window, other_event, drive, monkeypatch):
    monkeypatch.setattr(rated_event, "rate_for_window", pytest.fail)
    ui.open_file(qtbot, window, other_event)
    assert window.session.path == other_event
    assert threading.main_thread() not in drive.threads
    assert window.session.shown.rating.trace.players[0].post


def test_an_event_that_opens_quickly_is_silent(qtbot, window, other_event, monkeypatch):
    # Opening takes less time than this on any machine.
    monkeypatch.setattr(message_bar, "MESSAGE_DELAY", 600_000)
    said: list[str] = []
    ask = window.messages.ask_question
    window.messages.ask_question = lambda *a, **k: (said.append(a[1]), ask(*a, **k))[1]  # type: ignore[assignment, method-assign]
    ui.open_file(qtbot, window, other_event)
    assert not [words for words in said if words.startswith("Opening")]


def test_cancel_leaves_everything_as_it_was(qtbot, window, other_event, drive):
    before, recent = window.session.document, window.preferences.recent
    begin_opening(qtbot, window, drive, other_event)
    ui.press_button(qtbot, window, "messageWayOut")
    assert window.messages.text == ""
    come(qtbot, window, drive)
    qtbot.waitUntil(lambda: not hanging())
    QApplication.processEvents()
    assert window.session.document is before
    assert window.preferences.recent == recent
    assert window.session.path is None


def test_of_two_openings_the_later_one_is_shown(qtbot, window, other_event, drive):
    begin_opening(qtbot, window, drive, other_event)
    second = other_event.with_name("second.uscalc")
    value = json.loads(other_event.read_text())
    second.write_text(json.dumps({**value, "name": "Second"}))
    window.files.opening.open_file(second)
    says(qtbot, window, "Opening second.uscalc")
    names: list[str] = []
    window.session.opened.connect(lambda: names.append(window.session.document.name))
    come(qtbot, window, drive)
    assert names == ["Second"]
    assert window.session.path == second


def test_a_new_event_replaces_one_that_still_opens(qtbot, window, other_event, drive):
    begin_opening(qtbot, window, drive, other_event)
    mine = open_event(other_event).document
    window._show_event(mine)
    assert window.messages.text == ""
    come(qtbot, window, drive)
    qtbot.waitUntil(lambda: not hanging())
    QApplication.processEvents()
    assert window.session.document is mine
    assert window.session.path is None


def test_an_unreadable_file_changes_nothing(qtbot, window, other_event, drive):
    before = window.session.document
    other_event.write_text('{"format": "uscalc-event"')
    begin_opening(qtbot, window, drive, other_event)
    come(qtbot, window, drive)
    assert str(other_event) in window.messages.text
    assert window.messages.ways == ("Open another file",)
    assert window.session.document is before
    ui.press_button(qtbot, window, "messageClose")
    assert not window.messages.isVisible()


@pytest.mark.parametrize("stays", [True, False])
def test_what_is_typed_is_asked_about_then(qtbot, window, other_event, drive, stays):
    begin_opening(qtbot, window, drive, other_event)
    ui.type_at(qtbot, window, 1, "name", "Ty")
    come(qtbot, window, drive)
    says(qtbot, window, f"{READY} Open it now?")
    ui.press_keys(qtbot, window, "ped", Key.Key_Return)
    assert ui.text(window, 1, "name") == "Typed"
    assert window.messages.ways == ("Continue", "Cancel")
    if stays:
        ui.press_button(qtbot, window, "messageWayOut2")
        assert window.messages.text == ""
        assert ui.text(window, 1, "name") == "Typed"
    else:
        ui.press_button(qtbot, window, "messageWayOut")
        ui.answer_save_question(qtbot, window, QMessageBox.StandardButton.Discard)
    assert window.session.path == (None if stays else other_event)


def test_what_was_typed_and_undone_asks_nothing(qtbot, window, other_event, drive):
    begin_opening(qtbot, window, drive, other_event)
    ui.enter(qtbot, window, 1, "name", "Typed")
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    come(qtbot, window, drive)
    assert window.session.path == other_event


def test_saving_saves_what_is_still_shown(qtbot, window, other_event, tmp_path, drive):
    begin_opening(qtbot, window, drive, other_event)
    ui.enter(qtbot, window, 1, "name", "Typed")
    window.files.saving.write_file(tmp_path / "mine.uscalc")
    come(qtbot, window, drive)
    assert ui.first_name(tmp_path / "mine.uscalc") == "Typed"
    assert window.session.path == other_event
    assert open_event(other_event).document == window.session.document


def test_an_open_dialog_keeps_its_event(qtbot, window, other_event, tmp_path, drive):
    begin_opening(qtbot, window, drive, other_event)
    shown = window.session.document
    ui.press(qtbot, window, Key.Key_S, CONTROL)
    come(qtbot, window, drive)
    ui.choose_path(window, "saveDialog", tmp_path / "mine.uscalc")
    assert open_event(tmp_path / "mine.uscalc").document == shown


def test_the_same_file_saved_meanwhile_is_shown(qtbot, window, other_event, drive):
    ui.open_file(qtbot, window, other_event)
    drive.slow.add(other_event.name)
    window.files.opening.open_file(other_event)
    says(qtbot, window, "Opening two.uscalc")
    ui.enter(qtbot, window, 1, "name", "Typed")
    ui.press(qtbot, window, Key.Key_S, CONTROL)
    come(qtbot, window, drive)
    ui.arrived(qtbot, window)
    assert ui.text(window, 1, "name") == "Typed"
    assert not window.isWindowModified()
    ui.come_back(qtbot, window)
    assert window.messages.text == ""


@pytest.mark.parametrize("end", ["close", "end_now"])
def test_a_window_can_be_closed_meanwhile(qtbot, window, other_event, drive, end):
    begin_opening(qtbot, window, drive, other_event)
    # Reading can't be stopped; closing hides the window while it waits.
    hidden: list[bool] = []

    def closing() -> None:
        hidden.append(not window.isVisible())
        drive.let_go()

    window.session.closing.connect(closing)
    getattr(window, end)()
    assert hidden == [True]
    assert not hanging()
    assert window.session.path is None


def test_closing_asks_about_unsaved_work_alone(qtbot, window, other_event, drive):
    begin_opening(qtbot, window, drive, other_event)
    ui.enter(qtbot, window, 1, "name", "Typed")
    window.close()
    question = ui.find_part(window, QMessageBox, "saveQuestion")
    come(qtbot, window, drive)
    assert "Autumn Open" in question.text()
    assert ui.text(window, 1, "name") == "Typed"
    ui.answer_save_question(qtbot, window, QMessageBox.StandardButton.Cancel)
    says(qtbot, window, "two.uscalc is ready")
    assert ui.text(window, 1, "name") == "Typed"


def test_reverting_keeps_what_is_typed_meanwhile(qtbot, window, other_event, drive):
    ui.open_file(qtbot, window, other_event)
    assert not window.named_actions["revert"].isEnabled()
    ui.enter(qtbot, window, 1, "name", "First")
    drive.slow.add(other_event.name)
    window.named_actions["revert"].trigger()
    says(qtbot, window, "Reading two.uscalc")
    ui.enter(qtbot, window, 2, "name", "Second")
    come(qtbot, window, drive)
    says(qtbot, window, f"{READY} Load it now?")
    assert [ui.text(window, n, "name") for n in (1, 2)] == ["First", "Second"]
    ui.press_button(qtbot, window, "messageWayOut")
    assert [ui.text(window, n, "name") for n in (1, 2)] == ["Player 1", "Player 2"]
    assert not window.isWindowModified()
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    assert [ui.text(window, n, "name") for n in (1, 2)] == ["First", "Second"]


def test_the_bar_says_how_many_are_rated(qtbot, window, other_event, monkeypatch):
    go = threading.Event()
    real: Callable[..., object] = rated_event.rate_for_window

    def slowly(*args: object) -> object:
        go.wait(10)
        return real(*args)

    monkeypatch.setattr("uscalc.ui.files.loading.rate_for_window", slowly)
    window.files.opening.open_file(other_event)
    try:
        says(qtbot, window, "Opening two.uscalc: rating 4 players…")
    finally:
        go.set()
    ui.arrived(qtbot, window)
    assert window.session.path == other_event


def test_a_followed_file_waits_meanwhile(qtbot, window, other_event, file, drive):
    ui.open_file(qtbot, window, file.path)
    linked = window.files.following.linked
    qtbot.waitUntil(lambda: "· synced " in linked.words and not linked.busy)
    begin_opening(qtbot, window, drive, other_event)
    file.save_result(1, 1, 4)
    ui.wait_for_step(qtbot, window, "Round 1 from SwissSys: 1 result")
    # Everything is in the linked file, so nothing is unsaved, and no question appears.
    come(qtbot, window, drive)
    assert window.session.path == other_event
    assert window.bottom.link.text() == "Not linked"
