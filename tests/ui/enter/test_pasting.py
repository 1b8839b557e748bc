"""Long pastes are read in the background, which the window shows and can cancel."""

import random

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.formats.msa_pages import Entry, table
from tests.ui import driving as ui
from tests.ui.keys import CONTROL, Key
from uscalc.ui.window.main_window import MainWindow

MANY = 1000


def block(rows: int = MANY) -> str:
    """Return names, ratings and games as a spreadsheet copies them."""
    lines = (f"Pasted, P{row}\t{1000 + row}\t{row % 30 + 1}" for row in range(rows))
    return "\n".join(lines)


def page(players: int, rounds: int = 3) -> str:
    """Return a crosstable page of an invented event."""
    rng = random.Random(players)
    cells = [["U    "] * rounds for _ in range(players)]
    for number in range(rounds):
        order = rng.sample(range(players), players)
        for one, other in zip(order[::2], order[1::2], strict=False):
            cells[one][number] = f"W{other + 1:>4}"
            cells[other][number] = f"L{one + 1:>4}"
    entries = []
    for row, own in enumerate(cells, 1):
        total, rating = float(sum(cell[0] == "W" for cell in own)), 1000 + row
        ratings, member = [f"R: {rating}   ->{rating}   "], f"{10_000_000 + row}"
        entries.append(Entry(row, f"{total}", own, ratings, member=member))
    return table(*entries)


def paste(qtbot: QtBot, window: MainWindow, copied: str) -> None:
    QApplication.clipboard().setText(copied)
    ui.press(qtbot, window, Key.Key_V, CONTROL)


def read(qtbot: QtBot, window: MainWindow) -> str:
    """Wait for the preview, and return its heading."""
    title = window.paste_panel.title
    qtbot.waitUntil(lambda: not title.text().startswith("Reading"))
    return title.text()


def test_a_thousand_rows_are_read_beside_the_window_in_one_step(qtbot, window):
    session, panel = window.session, window.paste_panel
    before = session.document
    ui.click(qtbot, window, 1, "name")
    paste(qtbot, window, block())
    assert panel.title.text() == "Reading 1,000 lines…"
    assert panel.progress.isVisible()
    assert ui.keyboard(window) is panel.cancel
    assert read(qtbot, window) == "Paste: 3,000 valid cells, 988 new players."
    assert not panel.progress.isVisible()
    assert panel.lines.count() == 501
    assert panel.lines.item(500).text() == "And 2,500 more."
    assert session.document is before
    ui.press_button(qtbot, window, "pasteChoice1")
    assert session.history.undo_name == "Paste 3000 cells"
    assert ui.text(window, 1000, "name") == "Pasted, P999"
    assert ui.text(window, 1000, "rating") == "1999"
    assert ui.text(window, 30, "games") == "30"
    qtbot.waitUntil(lambda: session.up_to_date)
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    assert session.document is before


def test_a_page_of_a_thousand_players_is_read_beside_the_window(qtbot, window):
    ui.click(qtbot, window, 1, "name")
    paste(qtbot, window, page(MANY))
    assert window.paste_panel.title.text().startswith("Reading 3,00")
    assert "When did the event end?" in read(qtbot, window)
    panel = window.paste_panel
    qtbot.keyClicks(panel.date, "6/1/202")
    qtbot.keyClick(panel.date, Key.Key_Return)
    assert panel.problem.text().startswith('"6/1/202" isn\'t a date.')
    assert ui.keyboard(window) is panel.date
    qtbot.keyClicks(panel.date, "5")
    assert panel.problem.isHidden()
    qtbot.keyClick(panel.date, Key.Key_Return)
    assert window.paste_panel.title.text().startswith("Reading 3,00")
    assert "1 section" in read(qtbot, window)
    ui.press_button(qtbot, window, "pasteChoice1")
    assert len(window.session.document.sections[-1].players) == MANY
    assert str(window.session.document.sections[-1].end_date) == "2025-06-01"


def test_reading_can_be_stopped(qtbot, window):
    for way in ("Escape", "Cancel"):
        before = window.session.document
        ui.click(qtbot, window, 1, "name")
        paste(qtbot, window, block())
        if way == "Escape":
            ui.press(qtbot, window, Key.Key_Escape)
        else:
            ui.press_button(qtbot, window, "pasteCancel")
        assert not window.paste_panel.isVisible()
        assert window.crosstable.isAncestorOf(ui.keyboard(window))
        # The panel shows only the next paste.
        paste(qtbot, window, block(300))
        assert window.paste_panel.title.text() == "Reading 300 lines…"
        assert read(qtbot, window) == "Paste: 900 valid cells, 288 new players."
        assert window.session.document is before


def test_what_is_entered_while_a_paste_is_read_stays(qtbot, window):
    fresh = window.session.document
    ui.click(qtbot, window, 1, "name")
    paste(qtbot, window, block(300))
    ui.enter(qtbot, window, 11, "name", "Entered, Meanwhile")
    # The focus has moved meanwhile; the cells still go where they were pasted.
    assert read(qtbot, window) == "Paste: 900 valid cells, 288 new players."
    ui.press_button(qtbot, window, "pasteChoice1")
    assert ui.text(window, 1, "name") == block(300).split("\t")[0]
    window.session.undo_edit()
    assert ui.text(window, 11, "name") == "Entered, Meanwhile"
    window.session.show_document(fresh, None)
    ui.click(qtbot, window, 1, "name")
    paste(qtbot, window, block(300))
    read(qtbot, window)
    ui.type_at(qtbot, window, 1, "name", (Key.Key_Delete, CONTROL))
    ui.answer_removal(qtbot)
    now = window.session.document
    ui.press_button(qtbot, window, "pasteChoice1")
    assert window.session.document is now
    assert "paste again" in window.messages.text
    assert not window.paste_panel.isVisible()


def test_another_event_ends_the_reading(qtbot, window, other_event):
    ui.click(qtbot, window, 1, "name")
    paste(qtbot, window, block())
    ui.open_file(qtbot, window, other_event)
    assert not window.paste_panel.isVisible()
    paste(qtbot, window, "Rook, Ada")
    assert window.messages.text.startswith("Paste 1 cell")
    assert not window.paste_panel.isVisible()


def test_one_cell_fills_a_large_block_beside_the_window(qtbot, window):
    ui.click(qtbot, window, 1, "name")
    paste(qtbot, window, block(300))
    read(qtbot, window)
    ui.press_button(qtbot, window, "pasteChoice1")
    window.crosstable.focus_cell(0, 1)
    last = window.crosstable.model.columns.results[4]
    window.crosstable.go_to(299, last, extend=True)
    paste(qtbot, window, "H")
    assert window.paste_panel.title.text() == "Reading 1 line…"
    assert read(qtbot, window) == "Paste: 1,500 valid cells."
