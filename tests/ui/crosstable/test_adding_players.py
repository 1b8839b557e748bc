"""Players typed one after the other: Return adds a row, nothing empty stays."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.paired import paired
from tests.ui.driving import (
    click,
    editor,
    keyboard,
    press,
    press_button,
    section_of,
    text,
    type_text,
    why,
)
from tests.ui.keys import ALT, CONTROL, SHIFT, Key
from uscalc.document.edit.structure import rename_section
from uscalc.document.model import Document, Player, Section
from uscalc.formats import open_event
from uscalc.ui.window.main_window import MainWindow


@pytest.fixture
def new_event(window: MainWindow) -> Document:
    """As File/New leaves it: one row, its name to be typed."""
    document = window.session.document
    section = Section("Open", systems=("R",), players=(Player(1),))
    window.session.show_document(
        Document("New Open", document.end_date, (section,)), None
    )
    window.crosstable.focus_cell(0, None)
    return window.session.document


def names(window: MainWindow) -> list[str]:
    section = section_of(window)
    return [player.name for player in section.players]


def settled(qtbot: QtBot, window: MainWindow, *expected: str) -> None:
    qtbot.waitUntil(lambda: names(window) == list(expected))


def test_a_name_and_return_add_a_player_that_undo_takes_back(qtbot, window, new_event):
    for name in ("Castle, Ada", "Knightly, Ben", "Bishop, Alma"):
        type_text(qtbot, window, name)
        press(qtbot, window, Key.Key_Return)
    # The row that waits for the next name goes with the second Return.
    assert names(window) == ["Castle, Ada", "Knightly, Ben", "Bishop, Alma", ""]
    assert editor(window) is not None
    press(qtbot, window, Key.Key_Return)
    settled(qtbot, window, "Castle, Ada", "Knightly, Ben", "Bishop, Alma")
    assert editor(window) is None
    assert window.session.selection.row == 2
    assert window.session.history.undo_name == "Player 3 added"
    assert "Player 3 added" in window.named_actions["undo"].text()
    for left in (["Castle, Ada", "Knightly, Ben"], ["Castle, Ada"]):
        press(qtbot, window, Key.Key_Z, CONTROL)
        assert names(window) == left
    press(qtbot, window, Key.Key_Z, CONTROL)
    assert window.session.document is new_event


def test_a_row_that_stays_empty_goes_again(qtbot, window):
    for keys in [
        [Key.Key_Escape],
        [Key.Key_Return],
        [Key.Key_Up],
        [Key.Key_Tab, Key.Key_Up],
        [],
    ]:
        before = names(window)
        click(qtbot, window, 12, "name")
        press(qtbot, window, Key.Key_Return)
        assert window.session.selection.row == 12
        for key in keys:
            assert names(window) == [*before, ""]
            press(qtbot, window, key)
        if not keys:
            click(qtbot, window, 3, 2)
        settled(qtbot, window, *before)
        assert window.session.selection.row == (11 if keys else 2)
        assert window.session.history.saved


def test_rows_are_added_with_a_rating_first_or_left_empty(qtbot, window):
    fresh = window.session.document
    before = names(window)
    click(qtbot, window, 12, "rating")
    press(qtbot, window, Key.Key_Return)
    press(qtbot, window, Key.Key_Tab)
    press(qtbot, window, Key.Key_Tab)
    type_text(qtbot, window, "1450")
    press(qtbot, window, Key.Key_Return)
    # The row is not empty any more: one more is begun.
    assert names(window) == [*before, "", ""]
    assert text(window, 13, "rating") == "1450"
    press(qtbot, window, Key.Key_Escape)
    settled(qtbot, window, *before, "")
    window.session.show_document(fresh, None)
    press(qtbot, window, Key.Key_Insert)
    press(qtbot, window, Key.Key_Escape)
    for _ in range(3):
        press(qtbot, window, Key.Key_Return)
    click(qtbot, window, 2, 1)
    assert len(names(window)) == 13
    window.session.show_document(fresh, None)
    session = window.session
    press_button(qtbot, window, "addSectionButton")
    session.select(section=0)
    window.named_actions["addPlayer"].trigger()
    place = len(session.document.sections) - 1
    with qtbot.captureExceptions() as raised:
        session.select(section=place)
        session.apply_edit(rename_section, place, "Other")
    assert raised == []
    assert session.document.sections[place].name == "Other"


def test_return_adds_nothing_below_results_or_in_a_sorted_table(qtbot, window):
    for what in (1, 5, 6, "points", "post"):
        before = window.session.document
        click(qtbot, window, 12, what)
        press(qtbot, window, Key.Key_Return)
        assert window.session.document is before
        assert window.session.selection.row == 11
    before = window.session.document
    window.crosstable._sort_by(1)
    click(qtbot, window, 12, "name")
    press(qtbot, window, Key.Key_Return)
    assert window.session.document is before


@pytest.mark.parametrize("where", ["table", "results", "why", "player"])
def test_after_ins_the_name_is_open_wherever_the_keyboard_was(qtbot, window, where):
    if where == "table":
        click(qtbot, window, 4, "name")
    elif where == "results":
        click(qtbot, window, 4, 3)
    elif where == "why":
        why(window)
        window.show_view("view-explanation")
    else:
        press(qtbot, window, Key.Key_I, CONTROL)
    press(qtbot, window, Key.Key_Insert)
    line = editor(window)
    assert line is not None
    assert keyboard(window) is line
    type_text(qtbot, window, "Rookie, Una")
    press(qtbot, window, Key.Key_Return)
    assert text(window, 13, "name") == "Rookie, Una"
    press(qtbot, window, Key.Key_Escape)
    qtbot.waitUntil(lambda: len(names(window)) == 13)
    assert window.session.history.undo_name == "Player 13 added"
    press(qtbot, window, Key.Key_Z, CONTROL)
    assert len(names(window)) == 12


def test_players_are_inserted_and_swapped_in_one_step_each(qtbot, window):
    before = window.session.document
    click(qtbot, window, 4, "name")
    press(qtbot, window, Key.Key_Insert, ALT)
    type_text(qtbot, window, "Rookie, Una")
    press(qtbot, window, Key.Key_Return)
    assert names(window)[3:5] == ["Rookie, Una", "Rook, Milo"]
    press(qtbot, window, Key.Key_Z, CONTROL)
    assert window.session.document is before
    click(qtbot, window, 3, "name")
    window.named_actions["swapPlayers"].trigger()
    assert "Select the two players first" in window.messages.text
    for _ in range(2):
        press(qtbot, window, Key.Key_Down, SHIFT)
    window.named_actions["swapPlayers"].trigger()
    assert names(window)[2:5] == ["Pawn, Iris", "Rook, Milo", "Bishop, Alma"]
    assert (text(window, 3, 1), text(window, 5, 1)) == ("W9", "W11")
    assert window.session.history.undo_name == "Players 3 and 5 swap places"
    window.named_actions["swapPlayers"].trigger()
    old, new = before.sections, window.session.document.sections
    assert old == new


def test_the_name_of_a_new_player_is_typed_in_sight(qtbot, window):
    """More players than are in sight."""
    window.session.show_document(paired(24, 5), None)
    press(qtbot, window, Key.Key_Insert)
    for name in ("Rookie, Una", "Newman, Noah", "Late, Lena"):
        type_text(qtbot, window, name)
        press(qtbot, window, Key.Key_Return)
        QApplication.processEvents()
        view, line = window.crosstable.view, editor(window)
        assert view.viewport().rect().contains(line.geometry())
        assert view.indexAt(line.geometry().center()) == window.crosstable.at.index


def test_no_empty_row_stays_when_typing_goes_on_elsewhere_or_with_ins(qtbot, window):
    before = names(window)
    click(qtbot, window, 12, "name")
    press(qtbot, window, Key.Key_Return)
    click(qtbot, window, 1, 5)
    type_text(qtbot, window, "d")
    press(qtbot, window, Key.Key_Return)
    settled(qtbot, window, *before)
    assert (text(window, 1, 5), text(window, 3, 5)) == ("D3", "D1")
    assert window.session.history.undo_name == "Round 5: 1 draws with 3"
    press(qtbot, window, Key.Key_Z, CONTROL)
    assert window.session.history.saved
    click(qtbot, window, 12, "rating")
    press(qtbot, window, Key.Key_Return)
    assert len(names(window)) == 13
    press(qtbot, window, Key.Key_Insert)
    type_text(qtbot, window, "Rookie, Una")
    press(qtbot, window, Key.Key_Tab)
    assert names(window) == [*before, "Rookie, Una"]


def test_a_row_that_waits_for_its_name_is_not_saved(qtbot, window, tmp_path):
    before = names(window)
    window.session.path = tmp_path / "kept.uscalc"
    click(qtbot, window, 12, "name")
    press(qtbot, window, Key.Key_Return)
    assert len(names(window)) == 13
    press(qtbot, window, Key.Key_S, CONTROL)
    kept = open_event(tmp_path / "kept.uscalc").document
    assert [player.name for player in kept.sections[0].players] == before
    assert names(window) == before
