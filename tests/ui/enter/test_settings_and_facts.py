"""Settings, dates, rules, missing data, a new event and the first steps, by keyboard."""

import datetime as dt

import pytest
from PySide6 import QtWidgets
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from tests.ui import driving as ui
from tests.ui.driving import text
from tests.ui.enter.test_player_panel import (
    choose,
    line,
    open_player,
    problem,
    type_in,
    undo,
)
from tests.ui.keys import CONTROL, LEFT, Key
from uscalc.counted import format_day
from uscalc.document.edit.structure import remove_players
from uscalc.document.model import BirthDate, Document
from uscalc.formats import open_event
from uscalc.ui.enter.problems_table import ProblemsModel
from uscalc.ui.enter.problems_view import FillDialog
from uscalc.ui.enter.settings_dialog import SettingsDialog
from uscalc.ui.files.files_questions import NewEventDialog
from uscalc.ui.rules.rules_model import OVERRIDE, SOURCE, VALUE
from uscalc.ui.rules.rules_page import RulesPage
from uscalc.ui.window.main_window import MainWindow


class Dialog:
    """Answers the questions of a new event with the keyboard."""

    def __init__(self, qtbot: QtBot, window: MainWindow) -> None:
        ui.press(qtbot, window, Key.Key_N, CONTROL)
        dialog = window.findChild(NewEventDialog)
        self.qtbot, self.window, self.dialog = qtbot, window, dialog
        dialog.activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow)
        self.fill("newName", "Lantern Quads")

    def line(self, name: str) -> QtWidgets.QLineEdit:
        return self.dialog.findChild(QtWidgets.QLineEdit, name)

    def fill(self, name: str, typed: str) -> None:
        ui.retype(self.line(name), typed)

    def problem(self, name: str) -> str:
        label = self.dialog.findChild(QtWidgets.QLabel, f"{name}Problem")
        return "" if label.isHidden() else label.text()

    def create(self) -> Document:
        self.qtbot.keyClick(self.line("newName"), Key.Key_Return)
        return self.window.session.document


def test_systems_appear_while_a_time_control_is_typed_or_are_chosen(qtbot, window):
    ui.press(qtbot, window, Key.Key_Comma, CONTROL)
    assert ui.settings_panel(window).isVisible()
    control = line(window, "sectionTimeControl")
    ui.retype(control, "G/5;d2")
    assert "rated in Blitz" in ui.settings_panel(window).gives.text()
    assert window.session.history.undo_name is None
    qtbot.keyClick(control, Key.Key_Return)
    assert window.session.list_systems() == ("B",)
    type_in(qtbot, window, "sectionTimeControl", "soon")
    assert "can't be read" in ui.settings_panel(window).gives.text()
    undo(qtbot, window)
    undo(qtbot, window)
    assert window.session.list_systems() == ("R", "Q")
    ui.press_button(qtbot, window, "sectionSystemsR")
    assert window.session.list_systems() == ("R",)
    assert "would give Regular and Quick" in ui.settings_panel(window).gives.text()
    ui.press_button(qtbot, window, "sectionSystemsR")
    assert window.session.list_systems() == ("R", "Q")


def test_dates_names_and_kind_are_edits(qtbot, window):
    ui.press(qtbot, window, Key.Key_Comma, CONTROL)
    type_in(qtbot, window, "sectionEndDate", "2019-09-21")
    assert "Start date 9/20/2025 is after" in problem(window, "sectionEndDate")
    type_in(qtbot, window, "sectionName", "Upper")
    assert window.top.tabs.tabText(0) == "Upper"
    type_in(qtbot, window, "eventName", "")
    assert problem(window, "eventName") == "Enter an event name"
    choose(qtbot, window, "sectionKind", "unrated")
    assert "not rated or printed" in ui.settings_panel(window).kind.text()
    qtbot.keyClick(window.findChild(QtWidgets.QCheckBox, "eventChain"), Key.Key_Space)
    assert window.session.document.chain_sections


def test_an_edition_is_chosen(qtbot, window):
    before = text(window, 2, "post")
    ui.press(qtbot, window, Key.Key_Comma, CONTROL)
    choose(qtbot, window, "sectionRules", "2009 edition")
    assert window.session.history.undo_name == "Rules: 2009"
    qtbot.waitUntil(lambda: text(window, 2, "post") != before)
    assert window.top.rules.text().startswith("2009 rating rules")
    undo(qtbot, window)
    assert window.session.history.undo_name is None
    assert text(window, 2, "post") == before


def rules(qtbot: QtBot, window: MainWindow, name: str) -> tuple[RulesPage, int]:
    """Open the rules, and return their page and the row of a rule."""
    ui.press(qtbot, window, Key.Key_R, CONTROL)
    page = ui.rules_page(window)
    assert page.isVisible()
    return page, [p.name for p in page.model.parameters].index(name)


def test_rules_are_replaced_chosen_and_refused_where_they_are_listed(qtbot, window):
    fresh = window.session.document
    page, row = rules(qtbot, window, "bonus_multiplier")
    model, table = page.model, page.table
    assert model.index(row, VALUE).data() == "10 points"
    assert "2025" in str(model.index(row, SOURCE).data())
    before = text(window, 11, "post")
    table.setCurrentIndex(model.index(row, OVERRIDE))
    ui.press_keys(qtbot, window, "14", Key.Key_Return)
    qtbot.waitUntil(lambda: model.index(row, VALUE).data() == "14 points")
    qtbot.waitUntil(lambda: window.session.up_to_date)
    assert model.index(row, SOURCE).data() == "override"
    assert window.top.rules.text().startswith("2025 rating rules, changed")
    assert text(window, 11, "post") != before
    ui.press_button(qtbot, window, "restoreRules")
    qtbot.waitUntil(lambda: window.session.up_to_date)
    assert text(window, 11, "post") == before
    assert window.session.history.undo_name == "All rules restored"
    window.session.show_document(fresh, None)
    page, row = rules(qtbot, window, "bonus_multiplier")
    table.setCurrentIndex(model.index(row, OVERRIDE))
    ui.press_keys(qtbot, window, "9999", Key.Key_Return)
    qtbot.waitUntil(lambda: "not between 0 and 3000" in window.messages.text)
    assert window.session.history.undo_name is None
    locked = model.index(rules(qtbot, window, "time_control")[1], OVERRIDE)
    assert not locked.flags() & Qt.ItemFlag.ItemIsEditable
    window.session.show_document(fresh, None)
    page, row = rules(qtbot, window, "storage")
    table.setCurrentIndex(model.index(row, OVERRIDE))
    ui.press(qtbot, window, Key.Key_F2)
    box = table.findChild(QtWidgets.QComboBox, "ruleEditor")
    while box.currentData() != "integer":
        qtbot.keyClick(box, Key.Key_Down)
        box = table.findChild(QtWidgets.QComboBox, "ruleEditor") or box
        if model.override_key("storage"):
            break
    qtbot.waitUntil(lambda: bool(model.override_key("storage")))


def missing(qtbot: QtBot, window: MainWindow) -> ProblemsModel:
    ui.press(qtbot, window, Key.Key_M, CONTROL)
    model = ui.problems_view(window).model
    qtbot.waitUntil(lambda: model.rowCount() > 0)
    return model


def test_a_missing_fact_is_refused_and_filled_in_where_it_is_listed(qtbot, window):
    model, table = missing(qtbot, window), ui.problems_view(window).table
    table.setFocus()
    table.setCurrentIndex(model.index(ui.missing_kinds(window).index("floor"), 0))
    ui.press_keys(qtbot, window, "high", Key.Key_Return)
    qtbot.waitUntil(lambda: '"high" isn\'t a number' in window.messages.text)
    assert window.session.history.undo_name is None
    model = missing(qtbot, window)
    view, rows = ui.problems_view(window), model.rowCount()
    row = ui.problem_row(
        window, "Highest rating of Queen, Vera: Assumed to be the pre-event"
    )
    view.table.setCurrentIndex(model.index(row, 0))
    ui.press_in(qtbot, window, view.table, "1700", Key.Key_Return)
    name = "Player 7, Regular: highest rating"
    qtbot.waitUntil(lambda: window.session.history.undo_name == name)
    assert window.session.section.players[6].facts("R").peak == 1700
    qtbot.waitUntil(lambda: model.rowCount() < rows)


def test_pasted_rows_are_previewed_and_one_step(qtbot, window):
    missing(qtbot, window)
    before = window.session.document
    ui.press_button(qtbot, window, "pasteFacts")
    dialog = window.findChild(FillDialog)
    area = dialog.findChild(QtWidgets.QPlainTextEdit, "fillText")
    assert dialog.focusWidget() is area
    area.clear()
    for row in ("99000011 1794 60 1990", "Knightly, Ben; ; 30", "Nobody; 1400"):
        qtbot.keyClicks(area, row)
        qtbot.keyClick(area, Key.Key_Return)
    assert dialog.status.text() == "2 of 3 rows matched, 1 not valid."
    assert dialog.model.index(0, 2).data() == "60 games, born 1990"
    assert "no player has this member ID or name" in dialog.model.index(2, 2).data()
    window.session.apply_edit(remove_players, 0, range(1, 12))
    assert dialog.status.text() == "1 of 3 rows matched, 2 not valid."
    assert dialog.model.index(1, 1).data() == "–"
    window.session.undo_edit()
    qtbot.mouseClick(dialog.accept_button, LEFT)
    qtbot.waitUntil(lambda: window.session.up_to_date)
    assert [p.facts("R").games for p in window.session.section.players[:2]] == [60, 30]
    assert window.session.history.undo_name == "Missing data of 2 players filled in"
    window.named_actions["undo"].trigger()
    assert window.session.document == before


def test_three_questions_make_an_event_ready_for_typing(qtbot, window):
    questions = Dialog(qtbot, window)
    dialog = questions.dialog
    questions.line("newName").clear()
    questions.fill("newControl", "G/45;d5")
    assert "Regular and Quick" in dialog.gives.text()
    questions.fill("newEnd", "2025-10-05")
    qtbot.mouseClick(dialog.findChild(QtWidgets.QWidget, "newAccept"), LEFT)
    assert dialog.isVisible()
    questions.fill("newName", "October Quads")
    assert questions.create().name == "October Quads"
    assert window.session.path is None
    assert [s.name for s in window.session.document.sections] == ["Open"]
    assert ui.keyboard(window) is window.crosstable.view
    ui.press_keys(qtbot, window, "Novice, Nan", Key.Key_Return)
    assert ui.text(window, 1, "name") == "Novice, Nan"


def test_arrows_pass_over_editions_and_one_is_taken(qtbot, window, settings):
    box = window.findChild(QtWidgets.QComboBox, "sectionRules")
    box.setFocus()
    before = box.currentText()
    for _ in range(3):
        qtbot.keyClick(box, Key.Key_Down)
    assert box.currentText() != before
    assert window.session.history.undo_name is None
    qtbot.keyClick(box, Key.Key_Escape)
    assert box.currentText() == before
    qtbot.keyClick(box, Key.Key_Down)
    qtbot.keyClick(box, Key.Key_Down)
    passed = box.currentText()
    qtbot.keyClick(box, Key.Key_Tab)
    assert box.currentText() == passed
    assert window.session.section.rules.edition in passed
    window.session.undo_edit()
    assert window.session.history.undo_name is None
    assert box.currentText() == before


def test_a_rule_says_where_the_documents_contradict_each_other(qtbot, window):
    for rule, words in [
        ("prize_floor", "A prize of exactly $2,000"),
        ("bonus_multiplier", "B = 6 from 8/7/2008"),
        ("match_eligibility", "50 or more rated games"),
    ]:
        view, row = rules(qtbot, window, rule)
        qtbot.waitUntil(lambda view=view: view.heading.text() != "")
        view.table.setCurrentIndex(view.model.index(row, 0))
        text = view.detail.toPlainText()
        assert "(the documents conflict)" in text
        assert words in text
        row = rules(qtbot, window, "match_change_cap")[1]
        view.table.setCurrentIndex(view.model.index(row, 0))
        assert words not in view.detail.toPlainText()
        ui.press_in(qtbot, window, view.detail, Key.Key_Tab, Key.Key_Return)
        own, others = view.detail.toPlainText().split("How other ambiguous points")
        assert "contradict" not in own
        assert words in others


def test_the_chip_of_the_rules_is_never_cut(qtbot, window, theme):
    chip = window.top.rules

    def text_fits() -> bool:
        return chip.width() >= chip.fontMetrics().horizontalAdvance(chip.text())

    for zoom in (100, 200):
        theme.set_zoom(zoom)
        for width in (1600, 1150, 800):
            window.resize(width, 700)
            qtbot.waitUntil(text_fits)
            assert "2025" in chip.text()
            assert chip.accessibleName() == "2025 rating rules"


@pytest.fixture
def settings(qtbot: QtBot, window: MainWindow) -> SettingsDialog:
    """Open the dialog, with the focus in its first field."""
    ui.press(qtbot, window, Key.Key_Comma, CONTROL)
    qtbot.waitUntil(lambda: ui.keyboard(window).objectName() == "eventName")
    return ui.find_part(window, SettingsDialog, "settingsDialog")


def test_the_settings_open_from_each_place_that_leads_to_them(qtbot, window):
    for way in ("keys", "file", "section", "rules"):
        if way == "keys":
            ui.press(qtbot, window, Key.Key_Comma, CONTROL)
        else:
            menu = ui.find_part(window, QtWidgets.QMenu, f"{way}Menu")
            (entry,) = (a for a in menu.actions() if a.objectName() == "settings")
            menu.popup(window.mapToGlobal(QPoint(50, 50)))
            qtbot.mouseClick(menu, LEFT, pos=menu.actionGeometry(entry).center())
        dialog = ui.find_part(window, SettingsDialog, "settingsDialog")
        assert dialog.isVisible()
        assert not dialog.isModal()
        qtbot.waitUntil(lambda: ui.keyboard(window).objectName() == "eventName")
        ui.press_button(qtbot, window, "settingsClose")
        assert not dialog.isVisible()


def test_each_change_counts_at_once_or_is_taken_back(qtbot, window, settings):
    before = window.session.document
    type_in(qtbot, window, "eventName", "Winter Open")
    assert window.session.document.name == "Winter Open"
    assert settings.isVisible()
    undo(qtbot, window)
    control = line(window, "eventName")
    assert window.session.document.name == before.name == control.text()
    # Escape takes a half-typed text back first.
    before = window.session.document
    qtbot.keyClicks(control, "x")
    qtbot.keyClick(control, Key.Key_Escape)
    assert settings.isVisible()
    qtbot.keyClick(control, Key.Key_Escape)
    assert not settings.isVisible()
    assert window.session.document is before
    ui.activate(qtbot, window)
    ui.press(qtbot, window, Key.Key_Comma, CONTROL)
    control.selectAll()
    qtbot.keyClicks(control, "Spring Open")
    ui.press_button(qtbot, window, "settingsClose")
    assert window.session.document.name == "Spring Open"


@pytest.mark.parametrize("zoom", [100, 150])
def test_the_settings_fit_a_small_screen(qtbot, window, theme, zoom):
    theme.set_zoom(zoom)
    ui.press(qtbot, window, Key.Key_Comma, CONTROL)
    dialog = ui.find_part(window, SettingsDialog, "settingsDialog")
    assert dialog.screen().availableGeometry().size().height() >= dialog.height()
    close = ui.find_part(dialog, QtWidgets.QWidget, "settingsClose")
    assert dialog.rect().contains(close.mapTo(dialog, close.rect().bottomRight()))


def test_dates_of_a_form_are_read_as_written_and_corrected_at_once(qtbot, window):
    ui.press(qtbot, window, Key.Key_Comma, CONTROL)
    before = window.session.document
    type_in(qtbot, window, "sectionEndDate", "9/22/202")
    assert "isn't a date" in problem(window, "sectionEndDate")
    control = line(window, "sectionEndDate")
    control.end(False)
    qtbot.keyClicks(control, "5")
    assert problem(window, "sectionEndDate") == ""
    # The value is entered when the user leaves the field, and not before.
    assert window.session.document is before
    qtbot.keyClick(control, Key.Key_Return)
    assert window.session.section.end_date == dt.date(2025, 9, 22)
    for typed in ("9/22/2025", "9-22-25", "Sep 22, 2025"):
        ui.press(qtbot, window, Key.Key_Comma, CONTROL)
        type_in(qtbot, window, "sectionEndDate", typed)
        assert problem(window, "sectionEndDate") == ""
        assert window.session.section.end_date == dt.date(2025, 9, 22)
        assert line(window, "sectionEndDate").text() == "9/22/2025"


def test_the_days_of_a_section_are_compared_with_each_other(qtbot, window):
    ui.press(qtbot, window, Key.Key_Comma, CONTROL)
    type_in(qtbot, window, "sectionStartDate", "9/23/2025")
    control = line(window, "sectionStartDate")
    control.selectAll()
    qtbot.keyClicks(control, "9/24/20")
    assert problem(window, "sectionStartDate") == ""
    qtbot.keyClicks(control, "25")
    assert "9/24/2025" in problem(window, "sectionStartDate")
    control.selectAll()
    qtbot.keyClicks(control, "9/20/2025")
    assert problem(window, "sectionStartDate") == ""
    type_in(qtbot, window, "sectionStartDate", "9/25/2025")
    assert "after end date 9/21/2025" in problem(window, "sectionStartDate")
    type_in(qtbot, window, "sectionEndDate", "9/27/2025")
    assert problem(window, "sectionStartDate") == ""
    assert line(window, "sectionStartDate").text() == "9/25/2025"
    section = window.session.section
    assert section.start_date == dt.date(2025, 9, 25)
    assert section.end_date == dt.date(2025, 9, 27)


def test_a_birth_date_of_two_digits_is_in_the_past(qtbot, window):
    open_player(qtbot, window, 2)
    now = dt.date.today().year
    for year in (now - 1, now + 2 - 100):
        type_in(qtbot, window, "playerBirth", f"5/17/{year % 100:02}")
        player = window.session.section.players[1]
        assert player.birth == BirthDate(dt.date(year, 5, 17))


def test_a_new_event_has_both_days_and_both_are_today_at_first(qtbot, window):
    dialog, today = Dialog(qtbot, window), dt.date.today()
    assert dialog.line("newStart").text() == format_day(today)
    assert dialog.line("newEnd").text() == format_day(today)
    document = dialog.create()
    assert document.name == "Lantern Quads"
    assert document.end_date == today
    # The first day was not entered.
    assert document.sections[0].start_date is None


@pytest.mark.parametrize("entered", ["both", "newStart", "newEnd"])
def test_a_day_that_was_not_entered_is_today(qtbot, window, entered):
    dialog, today = Dialog(qtbot, window), dt.date.today()
    days = {"newStart": today, "newEnd": today + dt.timedelta(entered != "newStart")}
    for field, day in days.items():
        if entered in (field, "both"):
            dialog.fill(field, f"{day:%b} {day.day}, {day.year}")
    document = dialog.create()
    assert [document.sections[0].start_date, document.end_date] == [*days.values()]


def test_an_earlier_last_day_takes_the_first_along_until_it_is_entered(qtbot, window):
    dialog = Dialog(qtbot, window)
    dialog.fill("newEnd", "11/2/2025")
    qtbot.keyClick(dialog.line("newEnd"), Key.Key_Tab)
    assert dialog.line("newStart").text() == "11/2/2025"
    dialog.fill("newStart", "11/3/2025")
    before = window.session.document
    assert dialog.create() is before
    assert "after the end date" in dialog.problem("newStart")
    dialog.fill("newStart", "11/1/2025")
    assert dialog.problem("newStart") == ""
    assert dialog.create().sections[0].start_date == dt.date(2025, 11, 1)


def test_an_invalid_day_shows_why_until_it_is_corrected(qtbot, window):
    dialog, before = Dialog(qtbot, window), window.session.document
    # "?" means unknown in other fields.
    for field in ("newStart", "newEnd"):
        dialog.fill(field, "?")
        assert dialog.create() is before
        assert dialog.problem(field).startswith("Enter the ")
    dialog.fill("newEnd", "11/22/2026")
    dialog.fill("newStart", "11/25/2026")
    dialog.create()
    dialog.fill("newStart", "11/26/20")
    assert dialog.problem("newStart") == ""
    qtbot.keyClicks(dialog.line("newStart"), "26")
    assert "after the end date" in dialog.problem("newStart")
    dialog.fill("newEnd", "2/29/202")
    assert dialog.create() is before
    assert "isn't a date" in dialog.problem("newEnd")
    qtbot.keyClicks(dialog.line("newEnd"), "8")
    assert dialog.problem("newEnd") == ""
    assert dialog.create().end_date == dt.date(2028, 2, 29)


def test_hidden_lists_do_nothing_and_catch_up(qtbot, window, other_event):
    window.show_view("view-rating-rules")
    view = ui.rules_page(window)
    qtbot.waitUntil(lambda: view.heading.text().startswith("Open:"))
    window.show_view("view-steps")
    window.session.show_document(open_event(other_event).document, None)
    assert view.heading.text().startswith("Open:")
    window.show_view("view-rating-rules")
    assert view.heading.text().startswith("Upper:")
