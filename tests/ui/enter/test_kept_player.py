"""What is typed for a player stays that player's, whoever comes, goes or moves."""

import json
from collections.abc import Sequence

import pytest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.build import as_type
from tests.ui.driving import (
    click,
    click_into,
    keyboard,
    open_file,
    player_panel,
    press,
    removal,
    type_text,
)
from tests.ui.keys import CONTROL, Key
from uscalc.document.edit import structure
from uscalc.ui.enter.player_view import FOLDS
from uscalc.ui.window.main_window import MainWindow

CONTROLS = [
    *("playerName", "playerMemberId", "playerHome", "playerBirth", "playerAdult"),
    *("playerSystem", "playerRating"),
    *(f"player{name.title()}FoldButton" for name, _, _ in FOLDS),
]
"""What a person can click in the form of a player of whom nothing is known."""


def names(window: MainWindow) -> list[str]:
    section = window.session.section
    return [player.name for player in section.players]


def field(window: MainWindow, name: str) -> QWidget:
    return player_panel(window).findChild(QWidget, name)


def line(window: MainWindow, name: str) -> QLineEdit:
    return as_type(field(window, name), QLineEdit)


def heading(window: MainWindow) -> str:
    return player_panel(window).heading.text()


@pytest.fixture
def new_row(qtbot: QtBot, window: MainWindow) -> list[str]:
    """The form beside the table, and Return in the last row; the names before."""
    before = names(window)
    window.show_view("view-player-details")
    click(qtbot, window, len(before), "name")
    press(qtbot, window, Key.Key_Return)
    assert names(window) == [*before, ""]
    assert heading(window) == "13  No name yet"
    return before


def test_the_name_of_a_new_player_is_typed_in_a_form(qtbot, window, tmp_path, new_row):
    click_into(line(window, "playerName"))
    assert heading(window) == "13  No name yet"
    type_text(qtbot, window, "Smith, Joe")
    press(qtbot, window, Key.Key_Return)
    assert names(window) == [*new_row, "Smith, Joe"]
    path = tmp_path / "saved.uscalc"
    window.session.path = path
    press(qtbot, window, Key.Key_S, CONTROL)
    qtbot.waitUntil(path.exists)
    qtbot.waitUntil(lambda: window.session.history.saved)
    players = json.loads(path.read_text("utf-8"))["sections"][0]["players"]
    assert [player["name"] for player in players] == [*new_row, "Smith, Joe"]
    # The row and its name are one step.
    window.session.undo_edit()
    assert names(window) == new_row


def test_a_new_row_stays_while_its_form_is_clicked(window, new_row):
    for name in CONTROLS:
        control = field(window, name)
        player_panel(window).findChild(QWidget, "playerScroll").ensureWidgetVisible(
            control
        )  # type: ignore[union-attr]
        click_into(control)
        assert isinstance(control, QLineEdit | QComboBox | QAbstractButton)
        assert names(window) == [*new_row, ""]
        assert heading(window) == "13  No name yet"


def test_a_new_row_stays_though_the_event_is_saved(qtbot, window, tmp_path, new_row):
    window.session.path = tmp_path / "saved.uscalc"
    click_into(line(window, "playerName"))
    press(qtbot, window, Key.Key_S, CONTROL)
    qtbot.waitUntil(window.session.path.exists)
    type_text(qtbot, window, "Smith, Joe")
    press(qtbot, window, Key.Key_Return)
    assert names(window) == [*new_row, "Smith, Joe"]


def test_an_empty_new_row_goes_when_the_table_is_used(qtbot, window, new_row):
    click_into(line(window, "playerName"))
    click(qtbot, window, 3, "name")
    qtbot.waitUntil(lambda: names(window) == new_row)
    assert heading(window).startswith("3  ")
    assert window.session.history.saved


def test_a_player_added_takes_the_place_of_a_new_row(qtbot, window, new_row):
    click_into(line(window, "playerName"))
    window.named_actions["addPlayer"].trigger()
    assert names(window) == [*new_row, ""]
    type_text(qtbot, window, "Late, Lou")
    press(qtbot, window, Key.Key_Return)
    assert names(window)[:13] == [*new_row, "Late, Lou"]


def test_the_form_stays_with_its_player_when_others_come_before(qtbot, window):
    window.show_view("view-player-details")
    click(qtbot, window, 6, "name")
    click_into(line(window, "playerBirth"))
    type_text(qtbot, window, "June")
    press(qtbot, window, Key.Key_Return)
    session, shown = window.session, heading(window)
    session.apply_edit(structure.add_player, 0, 0, "Early, Ed")
    assert heading(window) == shown
    assert session.selection.row == 6
    # What cannot be a birth date stays in the field of the one whose it is not.
    assert line(window, "playerBirth").text() == "June"
    session.apply_edit(structure.move_player, 0, 6, 2)
    assert (heading(window), session.selection.row) == (shown, 2)
    assert line(window, "playerBirth").text() == "June"
    click_into(line(window, "playerName"))
    line(window, "playerName").selectAll()
    type_text(qtbot, window, "Changed, Zoe")
    window.named_actions["undo"].trigger()
    assert heading(window) == shown
    assert names(window).count("Changed, Zoe") == 0
    window.named_actions["redo"].trigger()
    number = shown.split()[0]
    assert heading(window) == f"{number}  Changed, Zoe"


def test_a_text_that_is_refused_goes_with_the_row_that_is_undone(qtbot, window):
    window.show_view("view-player-details")
    before = window.session.document
    with qtbot.captureExceptions() as raised:
        click(qtbot, window, 12, "name")
        window.named_actions["addPlayer"].trigger()
        click_into(line(window, "playerBirth"))
        type_text(qtbot, window, "June")
        window.named_actions["undo"].trigger()
    assert raised == []
    assert window.session.document is before
    assert 'was not accepted: "June"' in window.messages.text
    assert "Player 13" in window.messages.text
    assert line(window, "playerBirth").text() != "June"


def remove_by(window: MainWindow, how: str, rows: Sequence[int]) -> None:
    session = window.session
    if how == "undo":
        session.undo_edit()
    elif how == "section":
        session.apply_edit(structure.remove_section, 0)
    else:
        session.apply_edit(structure.remove_players, 0, rows)


@pytest.mark.parametrize("how", ["removed", "undo", "section"])
def test_the_keyboard_leaves_the_form_of_a_player_who_is_gone(qtbot, window, how):
    window.show_view("view-player-details")
    session = window.session
    if how == "section":
        session.apply_edit(structure.add_section)
        session.apply_edit(structure.add_player, 1, None, "Other, Ora")
        session.select(section=0, row=5)
    else:
        session.apply_edit(structure.add_player, 0, None, "Gone, Gil")
        session.select(row=12)
    click_into(line(window, "playerName"))
    # As a saved linked file does, or the menu: nobody meant another player.
    remove_by(window, how, [12])
    after = session.document
    assert isinstance(keyboard(window), QWidget)
    assert not isinstance(keyboard(window), QLineEdit)
    type_text(qtbot, window, "abc")
    press(qtbot, window, Key.Key_Return)
    assert session.document is after
    assert removal() is None


def test_the_keyboard_leaves_the_form_with_its_event(qtbot, window, other_event):
    window.show_view("view-player-details")
    click(qtbot, window, 2, "name")
    click_into(line(window, "playerName"))
    open_file(qtbot, window, other_event)
    before = window.session.document
    type_text(qtbot, window, "abc")
    press(qtbot, window, Key.Key_Return)
    assert window.session.document is before


def test_a_text_for_a_row_that_goes_is_reported_and_not_entered(qtbot, window):
    window.show_view("view-player-details")
    session = window.session
    session.apply_edit(structure.add_player, 0, None, "Gone, Gil")
    for number in (6, 7):
        # Nobody else has these rounds: they go with the row.
        click(qtbot, window, 13, number)
        type_text(qtbot, window, "U")
        press(qtbot, window, Key.Key_Return)
    click(qtbot, window, 13, 7)
    click_into(line(window, "playerBirth"))
    type_text(qtbot, window, "June")
    with qtbot.captureExceptions() as raised:
        window.named_actions["removePlayers"].trigger()
    assert raised == []
    assert removal() is None
    assert len(names(window)) == 12
    assert 'was not accepted: "June"' in window.messages.text
    assert "Player 13" in window.messages.text
