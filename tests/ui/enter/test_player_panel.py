"""The player panel: every fact typed, refused in words, undone, and explained."""

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.ui.driving import click, player_panel, press, press_button, text
from tests.ui.keys import CONTROL, Key
from uscalc.ui.widgets.layouts import FoldButton
from uscalc.ui.window.main_window import MainWindow


def line(window: MainWindow, name: str) -> QLineEdit:
    return window.findChild(QLineEdit, name)


def problem(window: MainWindow, name: str) -> str:
    label = window.findChild(QLabel, f"{name}Problem")
    return "" if label.isHidden() else label.text()


def open_player(qtbot: QtBot, window: MainWindow, number: int) -> None:
    click(qtbot, window, number, "name")
    press(qtbot, window, Key.Key_I, CONTROL)
    assert player_panel(window).isVisible()


def type_in(
    qtbot: QtBot, window: MainWindow, name: str, typed: str, end: Key = Key.Key_Return
) -> None:
    control = line(window, name)
    control.setFocus()
    control.selectAll()
    qtbot.keyClick(control, Key.Key_Backspace)
    qtbot.keyClicks(control, typed)
    qtbot.keyClick(control, end)
    qtbot.waitUntil(lambda: window.session.up_to_date)


def choose(qtbot: QtBot, window: MainWindow, name: str, words: str) -> None:
    """Goes through a choice with the arrow keys, as a person does."""
    box = window.findChild(QComboBox, name)
    box.setFocus()
    down = box.findText(words) - box.currentIndex()
    for _ in range(abs(down)):
        qtbot.keyClick(box, Key.Key_Down if down > 0 else Key.Key_Up)
    qtbot.keyClick(box, Key.Key_Return)
    qtbot.waitUntil(lambda: window.session.up_to_date)


def undo(qtbot: QtBot, window: MainWindow) -> None:
    press(qtbot, window, Key.Key_Z, CONTROL)
    qtbot.waitUntil(lambda: window.session.up_to_date)


def test_a_game_count_moves_the_rating_and_is_one_step_back(qtbot, window):
    before, document = text(window, 11, "post"), window.session.document
    open_player(qtbot, window, 11)
    type_in(qtbot, window, "playerGames", "7")
    assert text(window, 11, "post") != before
    assert window.session.history.undo_name == ("Player 11, Regular: number of games")
    undo(qtbot, window)
    assert window.session.document == document
    assert line(window, "playerGames").text() == "22"


def test_what_cannot_be_is_refused_below_its_field(qtbot, window):
    open_player(qtbot, window, 5)
    type_in(qtbot, window, "playerRating", "5000")
    assert problem(window, "playerRating") == "Rating must be from 100 to 3000"
    assert window.session.history.undo_name is None
    assert line(window, "playerRating").text() == "5000"
    qtbot.keyClick(line(window, "playerRating"), Key.Key_Escape)
    assert problem(window, "playerRating") == ""
    assert line(window, "playerRating").text() == "1553"


def test_new_players_start_by_age_or_by_another_system(qtbot, window):
    open_player(qtbot, window, 12)
    press_button(qtbot, window, "playerForeignFoldButton")
    type_in(qtbot, window, "playerFideRating", "1810")
    assert "FIDE" in player_panel(window).start.text()
    assert "1810" in player_panel(window)._folds["foreign"].button.text()
    choose(qtbot, window, "playerSystem", "Blitz  unrated")
    type_in(qtbot, window, "playerRating", "1400")
    assert window.session.player.facts("B").rating == 1400
    assert "Blitz" in player_panel(window).start.text()
    assert "663.52" in player_panel(window).start.text()
    type_in(qtbot, window, "playerBirth", "2005")
    assert window.session.history.undo_name == "Player 12: birth date"
    assert line(window, "playerBirth").text() == "2005"
    assert "Rating by age" in player_panel(window).start.text()
    type_in(qtbot, window, "playerBirth", "June 2005")
    assert "Write it like 11/22/2026, or only the year" in problem(
        window, "playerBirth"
    )


def test_facts_fold_away_and_their_choices_are_edits(qtbot, window):
    open_player(qtbot, window, 1)
    master = window.findChild(QCheckBox, "playerLifeMaster")
    assert not master.isVisible()
    press_button(qtbot, window, "playerFloorsFoldButton")
    assert master.isVisible()
    master.setFocus()
    qtbot.keyClick(master, Key.Key_Space)
    assert window.session.history.undo_name == "Player 1, Regular: life master"
    assert "Life master" in player_panel(window)._folds["floors"].button.text()
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
    click(qtbot, window, 12, "name")
    assert not games.isEnabled()
    assert (games.placeholderText(), record.currentText()) == ("", "")
    click(qtbot, window, 2, "name")
    assert (games.placeholderText(), record.currentText()) == shown
    window.activateWindow()
    line(window, "playerGames").setFocus()
    qtbot.waitUntil(lambda: "after the slash" in player_panel(window).hint.text())
    open_player(qtbot, window, 10)
    qtbot.waitUntil(
        lambda: "could be anything from" in player_panel(window).assumed.text()
    )
    assert "assumed to be mixed" in player_panel(window).assumed.text()
    choose(qtbot, window, "playerRecord", "mixed")
    qtbot.waitUntil(
        lambda: "assumed to be mixed" not in player_panel(window).assumed.text()
    )


@pytest.mark.parametrize("zoom", [100, 150])
def test_no_control_reaches_beyond_the_panel(qtbot, window, zoom):
    from uscalc.ui.theme.theme import Theme

    theme: Theme = window.theme
    theme.set_zoom(zoom)
    for action, page, scroll in (
        ("showPlayer", "playerPage", "playerScroll"),
        ("settings", "settingsPage", "settingsScroll"),
    ):
        window.named_actions[action].trigger()
        inner = window.findChild(QWidget, page)
        outer = window.findChild(QWidget, scroll)
        assert inner is not None
        assert outer is not None
        qtbot.waitUntil(lambda i=inner, o=outer: i.width() <= o.width())


def test_no_choice_of_a_player_is_cut_at_1280_by_800(qtbot, window):
    window.resize(1280, 800)
    open_player(qtbot, window, 1)
    panel = player_panel(window)
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
