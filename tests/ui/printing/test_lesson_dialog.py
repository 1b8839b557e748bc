"""A lesson from the window: slides saved, handout and notes looked at."""

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
from uscalc.ui.printing.dialogs import LessonDialog
from uscalc.ui.window.main_window import MainWindow

BOTH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def opened(qtbot: QtBot, window: MainWindow) -> LessonDialog:
    """The dialog, by its keys."""
    return open_print_dialog(qtbot, window, LessonDialog, Qt.Key.Key_F9, BOTH)


def saved(qtbot: QtBot, dialog: LessonDialog, out: Path) -> bytes:
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
