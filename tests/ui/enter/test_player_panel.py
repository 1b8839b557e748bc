"""Player details: every fact is typed, rejected with a reason, undone, explained, and kept."""

import json

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.ui import driving as ui
from tests.ui.driving import text
from tests.ui.keys import CONTROL, Key
from uscalc.document.edit import structure
from uscalc.ui.enter.player_view import FOLDS
from uscalc.ui.frame.form import HELP
from uscalc.ui.widgets.layouts import FoldButton
from uscalc.ui.window.main_window import MainWindow


def line(window: MainWindow, name: str) -> QLineEdit:
    return window.findChild(QLineEdit, name)


def problem(window: MainWindow, name: str) -> str:
    label = window.findChild(QLabel, f"{name}Problem")
    return "" if label.isHidden() else label.text()


def open_player(qtbot: QtBot, window: MainWindow, number: int) -> None:
    ui.type_at(qtbot, window, number, "name", (Key.Key_I, CONTROL))
    assert ui.player_panel(window).isVisible()


def test_the_hint_disappears_with_the_field_that_it_explains(qtbot, window):
    open_player(qtbot, window, 2)
    hint = ui.player_panel(window).hint
    for leave in (
        lambda: ui.click(qtbot, window, 3, "name"),
        lambda: window.findChild(QComboBox, "playerSystem").setFocus(),
    ):
        ui.click_into(line(window, "playerMemberId"))
        assert hint.text() == line(window, "playerMemberId").toolTip()
        leave()
        assert hint.text() == HELP
    # Another window doesn't end typing in a field.
    ui.click_into(line(window, "playerMemberId"))
    window.show_shortcuts()
    assert hint.text() != HELP


def type_in(qtbot, window, name: str, typed: str, end: Key = Key.Key_Return) -> None:
    control = line(window, name)
    control.setFocus()
    control.selectAll()
    qtbot.keyClick(control, Key.Key_Backspace)
    qtbot.keyClicks(control, typed)
    qtbot.keyClick(control, end)
    qtbot.waitUntil(lambda: window.session.up_to_date)


def choose(qtbot: QtBot, window: MainWindow, name: str, words: str) -> None:
    """Go through a choice with the arrow keys, as a person does."""
    box = window.findChild(QComboBox, name)
    box.setFocus()
    down = box.findText(words) - box.currentIndex()
    for _ in range(abs(down)):
        qtbot.keyClick(box, Key.Key_Down if down > 0 else Key.Key_Up)
    qtbot.keyClick(box, Key.Key_Return)
    qtbot.waitUntil(lambda: window.session.up_to_date)


def undo(qtbot: QtBot, window: MainWindow) -> None:
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    qtbot.waitUntil(lambda: window.session.up_to_date)


def test_a_game_count_moves_the_rating_and_nonsense_is_refused(qtbot, window):
    before, document = text(window, 11, "post"), window.session.document
    open_player(qtbot, window, 11)
    type_in(qtbot, window, "playerGames", "7")
    assert text(window, 11, "post") != before
    assert window.session.history.undo_name == ("Player 11, Regular: number of games")
    undo(qtbot, window)
    assert window.session.document == document
    assert line(window, "playerGames").text() == "22"
    open_player(qtbot, window, 5)
    type_in(qtbot, window, "playerRating", "5000")
    assert problem(window, "playerRating") == "Rating must be from 100 to 3000"
    assert window.session.history.undo_name is None
    assert line(window, "playerRating").text() == "5000"
    qtbot.keyClick(line(window, "playerRating"), Key.Key_Escape)
    assert problem(window, "playerRating") == ""
    assert line(window, "playerRating").text() == "1553"


def test_birth_and_other_ratings_are_sources_of_a_new_players_start(qtbot, window):
    open_player(qtbot, window, 12)
    assert "663.52" in ui.player_panel(window).start.text()
    type_in(qtbot, window, "playerBirth", "2005")
    assert window.session.history.undo_name == "Player 12: birth date"
    assert line(window, "playerBirth").text() == "2005"
    assert "Rating by age" in ui.player_panel(window).start.text()
    type_in(qtbot, window, "playerBirth", "June 2005")
    said = problem(window, "playerBirth")
    assert "Write it like 11/22/2026, or only the year" in said
    qtbot.keyClick(line(window, "playerBirth"), Key.Key_Escape)
    ui.press_button(qtbot, window, "playerForeignFoldButton")
    type_in(qtbot, window, "playerFideRating", "1810")
    assert "FIDE" in ui.player_panel(window).start.text()
    assert "1810" in ui.player_panel(window)._folds["foreign"].button.text()
    choose(qtbot, window, "playerSystem", "Blitz  unrated")
    type_in(qtbot, window, "playerRating", "1400")
    assert window.session.player.facts("B").rating == 1400
    assert "Blitz" in ui.player_panel(window).start.text()


def test_facts_fold_away_and_their_choices_are_edits(qtbot, window):
    open_player(qtbot, window, 1)
    master = window.findChild(QCheckBox, "playerLifeMaster")
    assert not master.isVisible()
    ui.press_button(qtbot, window, "playerFloorsFoldButton")
    assert master.isVisible()
    master.setFocus()
    qtbot.keyClick(master, Key.Key_Space)
    assert window.session.history.undo_name == "Player 1, Regular: life master"
    assert "Life master" in ui.player_panel(window)._folds["floors"].button.text()
    open_player(qtbot, window, 6)
    choose(qtbot, window, "playerState", "unrated")
    assert text(window, 6, "rating") == "unr"
    choose(qtbot, window, "playerState", "unknown")
    assert text(window, 6, "rating") == "?"
    assert window.session.find_system_rating() is None
    type_in(qtbot, window, "playerRating", "1490/19")
    assert text(window, 6, "rating") == "1490"


def test_assumptions_and_the_field_with_the_keyboard_are_explained(qtbot, window):
    open_player(qtbot, window, 2)
    games = line(window, "playerGames")
    record = window.findChild(QComboBox, "playerRecord")
    shown = games.placeholderText(), record.currentText()
    assert shown == ("26+ (assumed)", "unknown: assumed mixed")
    ui.click(qtbot, window, 12, "name")
    assert not games.isEnabled()
    assert (games.placeholderText(), record.currentText()) == ("", "")
    ui.click(qtbot, window, 2, "name")
    assert (games.placeholderText(), record.currentText()) == shown
    window.activateWindow()
    line(window, "playerGames").setFocus()
    qtbot.waitUntil(lambda: "after the slash" in ui.player_panel(window).hint.text())
    open_player(qtbot, window, 10)
    assumed = ui.player_panel(window).assumed.text
    qtbot.waitUntil(lambda: "could be anything from" in assumed())
    assert "assumed to be mixed" in assumed()
    choose(qtbot, window, "playerRecord", "mixed")
    qtbot.waitUntil(lambda: "assumed to be mixed" not in assumed())


@pytest.mark.parametrize("zoom", [100, 150])
def test_no_control_reaches_beyond_the_panel(qtbot, window, zoom):
    window.theme.set_zoom(zoom)
    for action, page, scroll in (
        ("showPlayer", "playerPage", "playerScroll"),
        ("settings", "settingsPage", "settingsScroll"),
    ):
        window.named_actions[action].trigger()
        inner, outer = (ui.find_part(window, QWidget, name) for name in (page, scroll))
        qtbot.waitUntil(lambda i=inner, o=outer: i.width() <= o.width())


def test_no_choice_of_a_player_is_cut_at_1280_by_800(qtbot, window):
    window.resize(1280, 800)
    open_player(qtbot, window, 1)
    panel = ui.player_panel(window)
    for fold in panel.findChildren(FoldButton):
        fold.setChecked(True)
    QApplication.processEvents()
    boxes = [box for box in panel.findChildren(QComboBox) if box.isVisible()]
    assert len(boxes) > 4
    for box in boxes:
        option = QStyleOptionComboBox()
        box.initStyleOption(option)
        kind, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl
        room = box.style().subControlRect(kind, option, part.SC_ComboBoxEditField, box)
        for place in range(box.count()):
            text = box.itemText(place)
            assert box.fontMetrics().horizontalAdvance(text) <= room.width(), text
    for field in panel.findChildren(QLineEdit):
        text = field.text() or field.placeholderText()
        if field.isVisible():
            assert field.fontMetrics().horizontalAdvance(text) < field.width(), text


CONTROLS = [
    *("playerName", "playerMemberId", "playerHome", "playerBirth", "playerAdult"),
    *("playerSystem", "playerRating"),
    *(f"player{name.title()}FoldButton" for name, _, _ in FOLDS),
]
"""What a person can click in the form of a player with no data."""


def names(window: MainWindow) -> list[str]:
    return [player.name for player in window.session.section.players]


def heading(window: MainWindow) -> str:
    return ui.player_panel(window).heading.text()


@pytest.fixture
def new_row(qtbot: QtBot, window: MainWindow) -> list[str]:
    """Show the form beside the table, press Enter in the last row, and return the earlier names."""
    before = names(window)
    window.show_view("view-player-details")
    ui.type_at(qtbot, window, len(before), "name", Key.Key_Return)
    assert names(window) == [*before, ""]
    assert heading(window) == "13  No name yet"
    return before


def test_the_name_of_a_new_player_is_typed_in_a_form(qtbot, window, tmp_path, new_row):
    path = window.session.path = tmp_path / "saved.uscalc"
    ui.click_into(line(window, "playerName"))
    assert heading(window) == "13  No name yet"
    # Saving leaves the row alone.
    ui.press(qtbot, window, Key.Key_S, CONTROL)
    qtbot.waitUntil(path.exists)
    ui.press_keys(qtbot, window, "Smith, Joe", Key.Key_Return)
    assert names(window) == [*new_row, "Smith, Joe"]
    ui.press(qtbot, window, Key.Key_S, CONTROL)
    qtbot.waitUntil(lambda: window.session.history.saved)
    players = json.loads(path.read_text("utf-8"))["sections"][0]["players"]
    assert [player["name"] for player in players] == [*new_row, "Smith, Joe"]
    # The row and its name are one step.
    window.session.undo_edit()
    assert names(window) == new_row


def test_a_new_row_stays_while_its_form_is_used_and_no_longer(qtbot, window, new_row):
    for name in CONTROLS:
        control = ui.find_part(ui.player_panel(window), QWidget, name)
        ui.find_part(window, QScrollArea, "playerScroll").ensureWidgetVisible(control)
        ui.click_into(control)
        assert names(window) == [*new_row, ""]
        assert heading(window) == "13  No name yet"
    ui.click(qtbot, window, 3, "name")
    qtbot.waitUntil(lambda: names(window) == new_row)
    assert heading(window).startswith("3  ")
    assert window.session.history.saved


def test_a_player_added_takes_the_place_of_a_new_row(qtbot, window, new_row):
    ui.click_into(line(window, "playerName"))
    window.named_actions["addPlayer"].trigger()
    assert names(window) == [*new_row, ""]
    ui.press_keys(qtbot, window, "Late, Lou", Key.Key_Return)
    assert names(window)[:13] == [*new_row, "Late, Lou"]


def test_the_form_keeps_its_player_when_others_are_added_before(qtbot, window):
    window.show_view("view-player-details")
    ui.click(qtbot, window, 6, "name")
    ui.click_into(line(window, "playerBirth"))
    ui.press_keys(qtbot, window, "June", Key.Key_Return)
    session, shown = window.session, heading(window)
    session.apply_edit(structure.add_player, 0, 0, "Early, Ed")
    assert heading(window) == shown
    assert session.selection.row == 6
    # An invalid birth date stays in the field of its own player.
    assert line(window, "playerBirth").text() == "June"
    session.apply_edit(structure.move_player, 0, 6, 2)
    assert (heading(window), session.selection.row) == (shown, 2)
    assert line(window, "playerBirth").text() == "June"
    ui.click_into(line(window, "playerName"))
    line(window, "playerName").selectAll()
    ui.type_text(qtbot, window, "Changed, Zoe")
    window.named_actions["undo"].trigger()
    assert heading(window) == shown
    assert names(window).count("Changed, Zoe") == 0
    window.named_actions["redo"].trigger()
    assert heading(window) == f"{shown.split()[0]}  Changed, Zoe"


def test_a_refused_text_is_removed_with_the_undone_row(qtbot, window):
    window.show_view("view-player-details")
    before = window.session.document
    ui.click(qtbot, window, 12, "name")
    window.named_actions["addPlayer"].trigger()
    ui.click_into(line(window, "playerBirth"))
    ui.type_text(qtbot, window, "June")
    window.named_actions["undo"].trigger()
    assert window.session.document is before
    assert 'was not accepted: "June"' in window.messages.text
    assert "Player 13" in window.messages.text
    assert line(window, "playerBirth").text() != "June"


@pytest.mark.parametrize("how", ["removed", "undo", "section"])
def test_the_focus_leaves_the_form_of_a_removed_player(qtbot, window, how):
    window.show_view("view-player-details")
    session = window.session
    if how == "section":
        session.apply_edit(structure.add_section)
        session.apply_edit(structure.add_player, 1, None, "Other, Ora")
        session.select(section=0, row=5)
    else:
        session.apply_edit(structure.add_player, 0, None, "Gone, Gil")
        session.select(row=12)
    ui.click_into(line(window, "playerName"))
    # Remove only this player, as a linked file or the menu does.
    if how == "undo":
        session.undo_edit()
    elif how == "section":
        session.apply_edit(structure.remove_section, 0)
    else:
        session.apply_edit(structure.remove_players, 0, [12])
    after = session.document
    assert isinstance(ui.keyboard(window), QWidget)
    assert not isinstance(ui.keyboard(window), QLineEdit)
    ui.press_keys(qtbot, window, "abc", Key.Key_Return)
    assert session.document is after
    assert ui.removal() is None


def test_the_keyboard_leaves_the_form_with_its_event(qtbot, window, other_event):
    window.show_view("view-player-details")
    ui.click(qtbot, window, 2, "name")
    ui.click_into(line(window, "playerName"))
    ui.open_file(qtbot, window, other_event)
    before = window.session.document
    ui.press_keys(qtbot, window, "abc", Key.Key_Return)
    assert window.session.document is before


def test_a_text_for_a_removed_row_is_reported_and_not_entered(qtbot, window):
    window.show_view("view-player-details")
    window.session.apply_edit(structure.add_player, 0, None, "Gone, Gil")
    for number in (6, 7):
        # Only this player has these rounds, so they are removed with the row.
        ui.type_at(qtbot, window, 13, number, "U", Key.Key_Return)
    ui.click(qtbot, window, 13, 7)
    ui.click_into(line(window, "playerBirth"))
    ui.type_text(qtbot, window, "June")
    window.named_actions["removePlayers"].trigger()
    assert ui.removal() is None
    assert len(names(window)) == 12
    assert 'was not accepted: "June"' in window.messages.text
    assert "Player 13" in window.messages.text
