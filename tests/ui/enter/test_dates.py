"""Dates typed in forms and for a new event: read as people write them, nothing guessed."""

import datetime as dt

import pytest
from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from tests.ui.driving import press
from tests.ui.enter.test_player_panel import line, open_player, problem, type_in
from tests.ui.keys import CONTROL, Key
from uscalc.counted import format_day
from uscalc.document.model import BirthDate, Document
from uscalc.ui.files.files_questions import NewEventDialog
from uscalc.ui.window.main_window import MainWindow


def test_dates_of_a_form_are_read_as_written_and_corrected_at_once(qtbot, window):
    press(qtbot, window, Key.Key_Comma, CONTROL)
    before = window.session.document
    type_in(qtbot, window, "sectionEndDate", "9/22/202")
    assert "isn't a date" in problem(window, "sectionEndDate")
    control = line(window, "sectionEndDate")
    control.end(False)
    qtbot.keyClicks(control, "5")
    assert problem(window, "sectionEndDate") == ""
    # It is in the event when the field is left, and not before.
    assert window.session.document is before
    qtbot.keyClick(control, Key.Key_Return)
    assert window.session.section.end_date == dt.date(2025, 9, 22)
    for typed in ("9/22/2025", "9-22-25", "Sep 22, 2025"):
        press(qtbot, window, Key.Key_Comma, CONTROL)
        type_in(qtbot, window, "sectionEndDate", typed)
        assert problem(window, "sectionEndDate") == ""
        assert window.session.section.end_date == dt.date(2025, 9, 22)
        assert line(window, "sectionEndDate").text() == "9/22/2025"


def test_the_days_of_a_section_are_compared_with_each_other(qtbot, window):
    press(qtbot, window, Key.Key_Comma, CONTROL)
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


def test_a_new_event_says_again_that_its_days_are_wrong(qtbot, window):
    dialog = Dialog(qtbot, window)
    dialog.fill("newEnd", "11/22/2026")
    dialog.fill("newStart", "11/25/2026")
    dialog.create()
    dialog.fill("newStart", "11/26/20")
    assert dialog.problem("newStart") == ""
    qtbot.keyClicks(dialog.line("newStart"), "26")
    assert "after the end date" in dialog.problem("newStart")


def test_a_birth_date_of_two_digits_is_in_the_past(qtbot, window):
    open_player(qtbot, window, 2)
    now = dt.date.today().year
    year = (now - 1) % 100
    type_in(qtbot, window, "playerBirth", f"5/17/{year:02}")
    player = window.session.section.players[1]  # type: ignore[union-attr]
    assert player.birth == BirthDate(dt.date(now - 1, 5, 17))
    year = (now + 2) % 100
    type_in(qtbot, window, "playerBirth", f"5/17/{year:02}")
    player = window.session.section.players[1]  # type: ignore[union-attr]
    assert player.birth == BirthDate(dt.date(now + 2 - 100, 5, 17))


class Dialog:
    """The questions of a new event, answered with the keyboard."""

    def __init__(self, qtbot: QtBot, window: MainWindow) -> None:
        press(qtbot, window, Key.Key_N, CONTROL)
        dialog = window.findChild(NewEventDialog)
        self.qtbot, self.window, self.dialog = qtbot, window, dialog
        dialog.activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow)
        self.fill("newName", "Lantern Quads")

    def line(self, name: str) -> QLineEdit:
        return self.dialog.findChild(QLineEdit, name)

    def fill(self, name: str, typed: str) -> None:
        self.line(name).setFocus()
        self.line(name).selectAll()
        self.qtbot.keyClicks(self.line(name), typed)

    def problem(self, name: str) -> str:
        label = self.dialog.findChild(QLabel, f"{name}Problem")
        return "" if label.isHidden() else label.text()

    def create(self) -> Document:
        self.qtbot.keyClick(self.line("newName"), Key.Key_Return)
        return self.window.session.document


def test_a_new_event_has_both_days_and_both_are_today_at_first(qtbot, window):
    dialog, today = Dialog(qtbot, window), dt.date.today()
    assert dialog.line("newStart").text() == format_day(today)
    assert dialog.line("newEnd").text() == format_day(today)
    document = dialog.create()
    assert document.name == "Lantern Quads"
    assert document.end_date == today
    # Nobody entered the first day.
    assert document.sections[0].start_date is None


def test_a_new_event_has_both_days_that_were_entered(qtbot, window):
    dialog = Dialog(qtbot, window)
    dialog.fill("newStart", "11/21/2026")
    dialog.fill("newEnd", "Nov 22, 2026")
    document = dialog.create()
    assert document.sections[0].start_date == dt.date(2026, 11, 21)
    assert document.end_date == dt.date(2026, 11, 22)


@pytest.mark.parametrize(("field", "later"), [("newStart", 0), ("newEnd", 1)])
def test_a_day_that_was_not_entered_is_today(qtbot, window, field, later):
    dialog, today = Dialog(qtbot, window), dt.date.today()
    entered = today + dt.timedelta(later)
    dialog.fill(field, str(entered))
    document = dialog.create()
    assert (document.sections[0].start_date, document.end_date) == (today, entered)


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
    dialog = Dialog(qtbot, window)
    dialog.fill("newEnd", "2/29/202")
    before = window.session.document
    assert dialog.create() is before
    assert "isn't a date" in dialog.problem("newEnd")
    qtbot.keyClicks(dialog.line("newEnd"), "8")
    assert dialog.problem("newEnd") == ""
    assert dialog.create().end_date == dt.date(2028, 2, 29)
