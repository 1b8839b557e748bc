"""What the installation is made of, shown in the window, copied with one button."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from tests.ui.driving import click, enter
from tests.ui.keys import LEFT, Key
from uscalc import __version__
from uscalc.ui.diagnostics.doctor_page import COPIED, DoctorPage
from uscalc.ui.diagnostics.error_reporter import ErrorReporter, troubles_of
from uscalc.ui.window.main_window import MainWindow


@pytest.fixture
def troubles(window: MainWindow) -> Iterator[ErrorReporter]:
    made = troubles_of(window)
    made.start_reporting()
    yield made
    made.stop_reporting()


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


def button(place: object, words: str) -> QPushButton:
    buttons = place.findChildren(QPushButton)  # type: ignore[attr-defined]
    return next(b for b in buttons if b.text().replace("&", "") == words)


def press(qtbot: QtBot, place: object, words: str) -> None:
    found = button(place, words)
    assert found.isVisible()
    qtbot.mouseClick(found, LEFT)
    QApplication.processEvents()


def test_one_button_copies_all_of_the_installation(qtbot, window, folders):
    window.named_actions["doctor"].trigger()
    page = page_of(window)
    shown = page.text.toPlainText()
    assert shown.startswith(f"uscalc {__version__}\n")
    assert "screen 1" in shown
    assert "offscreen" in shown
    assert str(folders.state) in shown or "~" in shown
    press(qtbot, page, "Copy")
    assert QGuiApplication.clipboard().text() == shown
    assert page.findChild(object, "doctorLine").text() == COPIED  # type: ignore[attr-defined]
    qtbot.keyClick(page, Key.Key_Escape)
    assert not page.isVisible()


def test_the_menu_shows_the_installation_without_players(qtbot, window):
    window.named_actions["doctor"].trigger()
    shown = page_of(window).text.toPlainText()
    for section in window.session.document.sections:
        for player in section.players:
            assert player.name not in shown
            assert not player.id or player.id not in shown
    assert window.session.document.name not in shown
    page = page_of(window)
    page.text.setFocus()
    qtbot.keyClick(page.text, Key.Key_Tab)
    assert QApplication.focusWidget() is not page.text


def test_the_bar_of_an_error_offers_what_helps(qtbot, window, troubles, opened):
    def fail() -> None:
        raise LookupError

    enter(qtbot, window, 1, 1, "W5")
    assert window.recovery.flush()
    QTimer.singleShot(0, fail)
    qtbot.waitUntil(lambda: "LookupError" in window.messages.text)
    assert window.messages.ways == (
        "Copy details",
        "Open log folder",
        "Open recovery folder",
        "System information",
    )
    press(qtbot, window.messages, "Open recovery folder")
    (folder,) = opened
    assert list(folder.glob("*.journal"))
    QTimer.singleShot(0, fail)
    qtbot.waitUntil(lambda: "LookupError" in window.messages.text)
    press(qtbot, window.messages, "System information")
    assert "LookupError" in page_of(window).text.toPlainText()


def test_without_unsaved_work_its_place_is_said(qtbot, window, folders, opened):
    click(qtbot, window, 1, 1)
    window.named_actions["openJournal"].trigger()
    assert opened == [] or opened == [folders.journals]
    if not opened:
        assert str(folders.journals) in window.messages.text
