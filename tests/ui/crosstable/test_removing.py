"""Removing players, rounds and sections with games asks first, and lists the games."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from tests.ui.driving import click, find_part, press, removal, type_at
from tests.ui.keys import CONTROL, SHIFT, Key
from uscalc.document.edit import structure
from uscalc.document.model import Document
from uscalc.ui.window.main_window import MainWindow


def answer(qtbot: QtBot, window: MainWindow, *keys: Qt.Key) -> None:
    """Answer with the keyboard alone, in the state in which the question appears."""
    box = removal()
    box.activateWindow()
    qtbot.waitUntil(box.isActiveWindow)
    for key in keys:
        qtbot.keyClick(QApplication.focusWidget(), key)
    qtbot.waitUntil(lambda: removal() is None)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


def numbers(document: Document) -> list[int]:
    return [player.number for player in document.sections[0].players]


def test_removing_with_games_asks_and_names_each_once_or_counts_them(qtbot, window):
    before = window.session.document
    type_at(qtbot, window, 6, "name", (Key.Key_Delete, CONTROL))
    assert window.session.document is before
    box = removal()
    assert box.text() == "Remove player 6, King, Otto?"
    assert box.informativeText().splitlines()[:6] == [
        "These 5 games will be removed too:",
        *(
            "Round 1: loses to 12, Fianchetto, Tom",
            "Round 2: loses to 2, Knightly, Ben",
        ),
        *("Round 3: loses to 8, Gambit, Leo", "Round 4: draws with 5, Pawn, Iris"),
        "Round 5: draws with 4, Rook, Milo",
    ]
    answer(qtbot, window, Key.Key_Tab, Key.Key_Return)
    assert 6 not in numbers(window.session.document)
    assert window.session.history.undo_name == "Player 6 removed"
    press(qtbot, window, Key.Key_Z, CONTROL)
    assert window.session.document is before
    type_at(qtbot, window, 1, 1, (Key.Key_Delete, CONTROL | SHIFT))
    lines = removal().informativeText().splitlines()
    assert lines[0] == "These 6 games will be removed too:"
    assert lines[1] == "Round 1: 1, Castle, Ada, beats 7, Queen, Vera"
    assert len([line for line in lines if line.startswith("Round 1: ")]) == 6
    answer(qtbot, window, Key.Key_Tab, Key.Key_Return)
    assert window.session.history.undo_name == "Round 1 removed"
    window.named_actions["removeSection"].trigger()
    lines = removal().informativeText().splitlines()
    count = int(lines[0].split()[1])
    named = [line for line in lines if line.startswith("Round ")]
    assert f"and {count - len(named)} more games" in lines
    answer(qtbot, window, Key.Key_Escape)


def test_the_button_names_what_is_removed_and_keys_keep_everything(qtbot, window):
    before = window.session.document
    type_at(qtbot, window, 2, 3, (Key.Key_Down, SHIFT))
    section = 'Remove section "Open" and its 12 players?'
    for name, asked, label in (
        ("removePlayers", "Remove 2 players?", "Remove 2 players"),
        ("removeRound", "Remove round 3?", "Remove round 3"),
        ("removeSection", section, "Remove section"),
    ):
        for key in (Key.Key_Return, Key.Key_Escape):
            window.named_actions[name].trigger()
            assert removal().text() == asked
            button = find_part(removal(), QPushButton, "removeAnswer")
            assert button.text().replace("&", "") == label
            answer(qtbot, window, key)
            assert window.session.document is before


def test_without_games_no_question_is_asked_and_rows_may_move(qtbot, window):
    session = window.session
    session.apply_edit(structure.add_player, 0, None, "Idle, Ida")
    session.apply_edit(structure.add_round, 0)
    before = session.document
    type_at(qtbot, window, 13, 6, (Key.Key_Delete, CONTROL))
    assert removal() is None
    assert numbers(session.document) == list(range(1, 13))
    session.undo_edit()
    type_at(qtbot, window, 13, 6, (Key.Key_Delete, CONTROL | SHIFT))
    assert removal() is None
    assert session.document.sections[0].rounds == 5
    session.undo_edit()
    assert session.document is before
    session.apply_edit(structure.add_section)
    session.select(section=len(session.document.sections) - 1)
    window.named_actions["removeSection"].trigger()
    assert removal() is None
    assert session.document == before
    click(qtbot, window, 6, "name")
    press(qtbot, window, Key.Key_Delete, CONTROL)
    # Change the event as a linked file does.
    session.apply_edit(structure.add_player, 0, 0, "Early, Ed")
    answer(qtbot, window, Key.Key_Tab, Key.Key_Return)
    assert numbers(session.document) == [14, 1, 2, 3, 4, 5, *range(7, 14)]


def test_a_block_stays_in_its_cells_when_a_column_is_hidden(window):
    table = window.crosstable
    table.show_column("id", True)
    last = table.model.columns.count - 1
    table.at.select_block((2, last), (1, last - 3))
    table.model.show_column("id", False)
    assert table.at.list_block() == (range(1, 3), range(last - 4, last))
    QApplication.clipboard().clear()
    window.clipboard.copy_block()
    assert QApplication.clipboard().mimeData().hasHtml()
