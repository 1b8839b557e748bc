"""A worksheet from the window: chosen, looked at, saved."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from tests.pdf_text import page_texts
from tests.ui.driving import open_print_dialog, printable
from uscalc.ui.printing.dialogs import NO_EXERCISES, NO_NUMBER, WorksheetDialog
from uscalc.ui.window.main_window import MainWindow

BOTH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def opened(qtbot: QtBot, window: MainWindow) -> WorksheetDialog:
    """The dialog, by its keys."""
    return open_print_dialog(qtbot, window, WorksheetDialog, Qt.Key.Key_K, BOTH)


def gone(dialog: WorksheetDialog) -> bool:
    """Whether a dialog is closed; it may be taken apart already."""
    return not isValid(dialog) or not dialog.isVisible()


def about(dialog: WorksheetDialog) -> str:
    return dialog.preview.accessibleDescription()


def test_the_section_comes_first_and_invented_players_are_a_choice(
    qtbot, window, tmp_path
):
    dialog = opened(qtbot, window)
    assert dialog.made is not None
    assert dialog.whose.currentText() == "The section Open"
    out = tmp_path / "sheet.pdf"
    dialog.save(out)
    qtbot.waitUntil(out.exists)
    qtbot.waitUntil(lambda: gone(dialog))
    assert "Autumn Open, Open, Regular." in page_texts(out.read_bytes())[0]
    dialog = opened(qtbot, window)
    QTest.keyClick(dialog.whose, Qt.Key.Key_Down)
    printable(qtbot, dialog)
    out = tmp_path / "invented.html"
    dialog.save(out)
    qtbot.waitUntil(out.exists)
    assert "Invented players." in out.read_text("utf-8")
    qtbot.waitUntil(lambda: gone(dialog))


def test_answers_kind_and_number_change_the_pages(qtbot, window):
    dialog = opened(qtbot, window)
    first = dialog.made
    dialog.key.click()
    printable(qtbot, dialog)
    assert "answers" in about(dialog)
    dialog.key.click()
    QTest.keyClick(dialog.kind, Qt.Key.Key_Down)
    printable(qtbot, dialog)
    assert about(dialog).startswith("What is expected")
    pages = dialog.made
    dialog.show_next_sheet()
    printable(qtbot, dialog)
    assert dialog.seed.text() == "2"
    assert dialog.made is not None
    assert pages is not None
    assert first is not None
    assert dialog.made.pages != pages.pages != first.pages
    dialog.seed.setFocus()
    dialog.seed.selectAll()
    QTest.keyClicks(dialog.seed, "many")
    QTest.keyClick(dialog.seed, Qt.Key.Key_Tab)
    assert dialog.state.text() == NO_NUMBER
    assert dialog.seed.text() == "2"


def test_a_kind_that_nobody_gives_is_said_and_nothing_can_be_saved(qtbot, window):
    dialog = opened(qtbot, window)
    place = dialog.kind.findData("special-3")
    dialog.kind.setCurrentIndex(place)
    dialog.kind.activated.emit(place)
    printable(qtbot, dialog)
    assert about(dialog) == NO_EXERCISES
    assert not dialog.buttons["Save"].isEnabled()
