"""Errors are reported and logged, and the installation report is shown."""

import gc
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.driving import enter, type_at
from tests.ui.keys import ALT, CONTROL, LEFT, Key
from uscalc import __version__
from uscalc.ui.diagnostics.doctor_page import COPIED, DoctorPage
from uscalc.ui.diagnostics.error_log import MOST_BYTES, OLDER, ErrorLog, details_of
from uscalc.ui.diagnostics.error_reporter import NO_TROUBLE, ErrorReporter, troubles_of
from uscalc.ui.enter.clipboard import ClipboardCommands
from uscalc.ui.session.folders import LOG_NAME, Folders
from uscalc.ui.window.first_event import FirstEventLoader
from uscalc.ui.window.main_window import MainWindow

SECRET = "Zugzwang, Zora 16001234 /home/zora/Autumn Open.uscalc"


@pytest.fixture
def troubles(window: MainWindow) -> Iterator[ErrorReporter]:
    made = troubles_of(window)
    made.start_reporting()
    yield made
    made.stop_reporting()


def fail(*_: object) -> None:
    raise LookupError(SECRET)


def message_text(window: MainWindow) -> str:
    QApplication.processEvents()
    return window.messages.text


def push(qtbot: QtBot, place: QWidget, words: str) -> None:
    """Click the visible button with these words."""
    buttons = place.findChildren(QPushButton)
    shown = (b for b in buttons if b.text().replace("&", "") == words and b.isVisible())
    qtbot.mouseClick(next(shown), LEFT)
    QApplication.processEvents()


def logged(folders: Folders) -> str:
    path = folders.state / LOG_NAME
    return path.read_text("utf-8") if path.exists() else ""


def personal(window: MainWindow) -> list[str]:
    """Return all texts of the open event, which must not be in a log."""
    document = window.session.document
    found = [document.name, *SECRET.split()]
    for section in document.sections:
        for player in section.players:
            found += re.findall(r"\w{3,}", player.name)
            found += [player.id] if player.id else []
    return found


def test_a_failing_command_is_reported(qtbot, window, folders, troubles, monkeypatch):
    monkeypatch.setattr(ClipboardCommands, "copy_table", fail)
    type_at(qtbot, window, 1, 4, (Key.Key_C, CONTROL | ALT))
    assert message_text(window).startswith("Something went wrong (LookupE")
    assert "tests.ui.diagnostics.test_trouble" in logged(folders)
    assert "in fail" in logged(folders)
    assert "LookupError" in logged(folders)
    push(qtbot, window.messages, "Copy details")
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith(f"uscalc {__version__}, Python 3.")
    assert re.search(r"^LookupError\n(  .*\n)*.*, line \d+, in fail$", copied, re.M)
    for text in (logged(folders), copied):
        assert not [name for name in personal(window) if name in text]
    assert "Error details copied." in message_text(window)
    # The next text is entered as usual.
    type_at(qtbot, window, 1, 5, "w3", Key.Key_Return)
    assert window.session.history.undo_name is not None


def test_a_repeated_failure_is_logged_once(window, folders, troubles):
    for _ in range(3):
        QTimer.singleShot(0, fail)
        QApplication.processEvents()
    assert logged(folders).count("LookupError") == 1
    assert message_text(window)
    window.messages.close_message()
    assert not message_text(window)
    QTimer.singleShot(0, fail)
    QApplication.processEvents()
    assert message_text(window)
    assert logged(folders).count("LookupError") == 1


def test_a_failure_outside_of_a_command_is_reported(qtbot, window, folders, troubles):
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    assert "LookupError" in message_text(window)
    window.messages.close_message()

    class Odd:
        def __del__(self) -> None:
            raise ArithmeticError(SECRET)

    odd = Odd()
    del odd
    gc.collect()
    assert "ArithmeticError" in message_text(window)
    assert logged(folders).count(" ERROR ") == 2
    assert "Zora" not in logged(folders)
    window.messages.close_message()

    def lose(*_: object) -> None:
        raise KeyError(SECRET)

    window.session._worker.start_job(lose)
    qtbot.waitUntil(lambda: bool(message_text(window)))
    assert "KeyError" in logged(folders)
    assert "lose" in logged(folders)


def test_the_cause_of_an_error_is_named_in_one_page():
    def inner() -> None:
        {}[SECRET]

    try:
        try:
            inner()
        except KeyError as error:
            raise ValueError(SECRET) from error
    except ValueError as error:
        told = details_of(error)
    heads = [line for line in told.split("\n") if not line.startswith("  ")]
    assert heads == ["ValueError", "from KeyError"]
    assert "inner" in told
    assert "Zora" not in told
    assert "/" not in told

    def deep(n: int) -> None:
        deep(n + 1)

    with pytest.raises(RecursionError) as caught:
        deep(0)
    told = details_of(caught.value)
    assert told.count("\n") < 60
    assert "more places" in told


def test_the_log_never_grows_large(tmp_path):
    log = ErrorLog(tmp_path / "state")
    for place in range(60):
        assert log.write_error(f"{place} " + "x" * (MOST_BYTES // 10))
    log.close()
    files = sorted(path.name for path in (tmp_path / "state").iterdir())
    assert files == [LOG_NAME, *(f"{LOG_NAME}.{old}" for old in range(1, OLDER + 1))]
    assert all(p.stat().st_size <= MOST_BYTES for p in (tmp_path / "state").iterdir())
    assert "59 x" in (tmp_path / "state" / LOG_NAME).read_text("utf-8")


@pytest.mark.parametrize("kind", ["a file in the folder's place", "a folder", "gone"])
def test_a_broken_log_does_no_harm(qtbot, window, folders, troubles, capsys, kind):
    if kind == "a folder":
        (folders.state / LOG_NAME).mkdir(parents=True)
    elif kind == "gone":
        troubles.log.write_error("first")
        (folders.state / LOG_NAME).unlink()
    else:
        folders.state.parent.mkdir(parents=True, exist_ok=True)
        folders.state.write_text("")
    QTimer.singleShot(0, fail)
    QApplication.processEvents()
    assert "LookupError" in message_text(window)
    assert ("Open log folder" in window.messages.ways) == (kind == "gone")
    push(qtbot, window.messages, "Copy details")
    assert "in fail" in QGuiApplication.clipboard().text()
    assert capsys.readouterr().err == ""


def test_without_trouble_the_command_copies_the_versions(window, folders, troubles):
    window.named_actions["copyDetails"].trigger()
    copied = QGuiApplication.clipboard().text()
    assert __version__ in copied
    assert NO_TROUBLE in copied
    window.named_actions["openLog"].trigger()
    assert str(folders.state) in message_text(window)


def test_a_window_that_cannot_be_filled_says_so(qtbot, theme, folders, monkeypatch):
    monkeypatch.setattr("uscalc.ui.files.loading.open_event", fail)
    window = MainWindow(None, theme, folders)
    qtbot.addWidget(window)
    made = troubles_of(window)
    beginning = FirstEventLoader(window, None)
    with qtbot.waitSignal(beginning.refused) as refused:
        beginning.start_loading()
    line, error = refused.args
    assert not line
    line = made.at_start(error)
    made.stop_reporting()
    assert line.endswith(f"(LookupError). Details are in {folders.state / LOG_NAME}")
    assert "Zora" not in line + logged(folders)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    found: list[Path] = []

    def show(url: QUrl) -> bool:
        found.append(Path(url.toLocalFile()))
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", show)
    return found


def page_of(window: MainWindow) -> DoctorPage:
    QApplication.processEvents()
    (page,) = [p for p in window.findChildren(DoctorPage) if p.isVisible()]
    return page


def test_the_installation_is_copied_without_players(qtbot, window, folders):
    window.named_actions["doctor"].trigger()
    page = page_of(window)
    shown = page.text.toPlainText()
    assert shown.startswith(f"uscalc {__version__}\n")
    assert "screen 1" in shown
    assert "offscreen" in shown
    assert str(folders.state) in shown or "~" in shown
    document = window.session.document
    players = [player for section in document.sections for player in section.players]
    for known in (document.name, *(p.name for p in players), *(p.id for p in players)):
        assert not known or known not in shown
    page.text.setFocus()
    qtbot.keyClick(page.text, Key.Key_Tab)
    assert QApplication.focusWidget() is not page.text
    push(qtbot, page, "Copy")
    assert QGuiApplication.clipboard().text() == shown
    assert page.findChild(QLabel, "doctorLine").text() == COPIED
    qtbot.keyClick(page, Key.Key_Escape)
    assert not page.isVisible()


def test_the_bar_of_an_error_offers_what_helps(qtbot, window, troubles, opened):
    enter(qtbot, window, 1, 1, "W5")
    assert window.recovery.flush()
    QTimer.singleShot(0, fail)
    qtbot.waitUntil(lambda: "LookupError" in window.messages.text)
    assert window.messages.ways == (
        *("Copy details", "Open log folder", "Open recovery folder"),
        "System information",
    )
    push(qtbot, window.messages, "Open recovery folder")
    (folder,) = opened
    assert list(folder.glob("*.journal"))
    QTimer.singleShot(0, fail)
    qtbot.waitUntil(lambda: "LookupError" in window.messages.text)
    push(qtbot, window.messages, "System information")
    assert "LookupError" in page_of(window).text.toPlainText()
