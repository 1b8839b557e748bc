"""Lessons and worksheets from the window: chosen, looked at, saved."""

from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from tests.pdf_text import page_texts
from tests.ui.driving import click, open_print_dialog, printable
from uscalc.explain.lesson.lessons import TOO_LITTLE
from uscalc.ui.printing.dialogs import (
    NO_EXERCISES,
    NO_NUMBER,
    LessonDialog,
    WorksheetDialog,
)
from uscalc.ui.printing.printing_dialog import PrintDialog
from uscalc.ui.window.main_window import MainWindow

BOTH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def opened(qtbot: QtBot, window: MainWindow) -> LessonDialog:
    """Open the lesson by its keys."""
    return open_print_dialog(qtbot, window, LessonDialog, Qt.Key.Key_F9, BOTH)


def open_worksheet(qtbot: QtBot, window: MainWindow) -> WorksheetDialog:
    """Open the worksheet by its keys."""
    return open_print_dialog(qtbot, window, WorksheetDialog, Qt.Key.Key_K, BOTH)


def saved(qtbot: QtBot, dialog: PrintDialog, out: Path) -> bytes:
    dialog.save(out)
    qtbot.waitUntil(out.exists)
    qtbot.waitUntil(lambda: not isValid(dialog) or not dialog.isVisible())
    return out.read_bytes()


def test_slides_of_the_selected_player_are_saved(qtbot, window, tmp_path):
    click(qtbot, window, 12, "name")
    dialog = opened(qtbot, window)
    assert dialog.whose.currentText() == "The rating of Fianchetto, Tom"
    assert dialog.state.text() == "The slides on 18 pages."
    # Slides are for a screen: they are saved, not printed.
    assert dialog.buttons["Save"].isEnabled()
    assert not dialog.buttons["Print"].isEnabled()
    assert not dialog.paper.isEnabled()
    texts = page_texts(saved(qtbot, dialog, tmp_path / "slides.pdf"))
    assert len(texts) == 18
    assert "At 1765: there 3.5 of 5 is expected." in " ".join(texts)


@pytest.mark.parametrize(("down", "count"), [(1, 4), (2, 3)])
def test_handout_and_notes_are_sheets_of_paper(qtbot, window, tmp_path, down, count):
    click(qtbot, window, 12, "name")
    dialog = opened(qtbot, window)
    for _ in range(down):
        QTest.keyClick(dialog.kind, Qt.Key.Key_Down)
    printable(qtbot, dialog)
    assert dialog.buttons["Print"].isEnabled()
    assert dialog.paper.isEnabled()
    out = tmp_path / "sheets.pdf"
    data = saved(qtbot, dialog, out)
    assert len(PdfReader(out).pages) == count
    said = " ".join(page_texts(data))
    assert ("Answer:" in said) is (down == 2)
    assert ("1765" in said.split()) is (down == 2)


def test_the_lesson_that_needs_no_player_is_a_choice(qtbot, window, tmp_path):
    dialog = opened(qtbot, window)
    QTest.keyClick(dialog.whose, Qt.Key.Key_Down)
    printable(qtbot, dialog)
    texts = page_texts(saved(qtbot, dialog, tmp_path / "basics.pdf"))
    assert texts[0].startswith("What a rating is")


def test_a_player_without_a_game_has_nothing_to_print(qtbot, window):
    window.named_actions["addPlayer"].trigger()
    qtbot.waitUntil(lambda: window.session.up_to_date)
    window.session.select(row=12)
    dialog = opened(qtbot, window)
    assert TOO_LITTLE in dialog.preview.accessibleDescription()
    assert not dialog.buttons["Save"].isEnabled()


def test_slides_are_seen_before_they_are_saved(qtbot, window):
    dialog = opened(qtbot, window)
    picture = dialog.preview.viewport().grab().toImage()
    colors = {
        picture.pixel(x, y)
        for x in range(20, picture.width() - 20, 5)
        for y in range(20, 300, 5)
    }
    assert len(colors) > 5
    assert "Slide 1 of" in dialog.preview.accessibleDescription()


# Worksheets


def about(dialog: WorksheetDialog) -> str:
    return dialog.preview.accessibleDescription()


def test_the_section_comes_first_and_invented_players_are_a_choice(
    qtbot, window, tmp_path
):
    dialog = open_worksheet(qtbot, window)
    assert dialog.made is not None
    assert dialog.whose.currentText() == "The section Open"
    texts = page_texts(saved(qtbot, dialog, tmp_path / "sheet.pdf"))
    assert "Autumn Open, Open, Regular." in texts[0]
    dialog = open_worksheet(qtbot, window)
    QTest.keyClick(dialog.whose, Qt.Key.Key_Down)
    printable(qtbot, dialog)
    said = saved(qtbot, dialog, tmp_path / "invented.html").decode()
    assert "Invented players." in said


def test_answers_kind_and_number_change_the_pages(qtbot, window):
    dialog = open_worksheet(qtbot, window)
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
    dialog = open_worksheet(qtbot, window)
    place = dialog.kind.findData("special-3")
    dialog.kind.setCurrentIndex(place)
    dialog.kind.activated.emit(place)
    printable(qtbot, dialog)
    assert about(dialog) == NO_EXERCISES
    assert not dialog.buttons["Save"].isEnabled()
