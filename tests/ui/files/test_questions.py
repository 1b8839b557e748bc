"""What is asked when files of other programs are opened, answered as a person does."""

import datetime as dt
import json
import re
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLineEdit,
    QListWidget,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.formats.pairing_files import sjson_player, workbook
from tests.formats.service_files import NUMBER, event, facts, row, section, standings
from tests.made_files.samples import made
from tests.ui.driving import (
    answer_save_question,
    arrived,
    enter,
    find_part,
    keyboard,
    open_file,
    press,
    press_button,
    text,
)
from tests.ui.keys import CONTROL, LEFT, PLAIN, Key
from tests.ui.swisssys import Tournament
from uscalc.ui.window.first_event import FirstEventLoader
from uscalc.ui.window.main_window import MainWindow

TABLE = "No.,Name,Rating,1\n1,Inventa Ada,1500,W2\n2,Inventa Bea,1400,L1\n"


def dialog_of(window: MainWindow, name: str) -> QDialog:
    found = [d for d in window.findChildren(QDialog, name) if d.isVisible()]
    assert len(found) == 1
    return found[0]


def fill(qtbot: QtBot, dialog: QDialog, name: str, words: str) -> None:
    line = find_part(dialog, QLineEdit, name)
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, words)


def push(qtbot: QtBot, dialog: QDialog, name: str) -> None:
    button = find_part(dialog, QPushButton, name)
    assert button.isEnabled()
    window = dialog.parent()
    assert isinstance(window, MainWindow)
    qtbot.mouseClick(button, LEFT)
    arrived(qtbot, window)


def said(dialog: QDialog, name: str) -> str:
    label = find_part(dialog, QWidget, name)
    return str(label.property("text")) if not label.isHidden() else ""


@pytest.fixture
def blanks(tmp_path: Path) -> Tournament:
    tournament = Tournament(tmp_path / "club.sjson", 4)
    for number in (2, 3):
        del tournament.number(number)["Rating"]
    tournament.pair((1, 3), (2, 4))
    tournament.result(1, 1, 3)
    tournament.result(1, 4, 2)
    tournament.save()
    return tournament


def close_notes(qtbot: QtBot, window: MainWindow) -> None:
    """Closes what reading the file took for granted, which waited until now."""
    assert window.messages.text.startswith("Opened club.sjson as SwissSys")
    press_button(qtbot, window, "messageClose")


def test_blank_ratings_are_asked_about_once_for_the_whole_event(qtbot, window, blanks):
    open_file(qtbot, window, blanks.path)
    assert window.messages.text.startswith(
        "2 players have no rating. Are they unrated, or was the rating left out?"
    )
    assert window.messages.ways == ("Mark unrated", "Look up later")
    assert window.session.rating.sections[0].ratings == ()
    press_button(qtbot, window, "messageWayOut")
    qtbot.waitUntil(lambda: window.session.up_to_date)
    close_notes(qtbot, window)
    assert window.messages.text == ""
    assert window.crosstable.isAncestorOf(keyboard(window))
    players = window.session.document.sections[0].players
    assert [p.facts("R").unknown for p in players] == [False] * 4
    assert players[1].facts("R").rating is None
    assert window.session.rating.sections[0].in_system("R") is not None
    press(qtbot, window, Key.Key_Z, CONTROL)
    assert window.session.document.sections[0].players[1].facts("R").unknown


def test_typing_the_ratings_answers_the_question_too(qtbot, window, blanks):
    open_file(qtbot, window, blanks.path)
    enter(qtbot, window, 2, "rating", "1200")
    assert window.messages.text.startswith("2 players")
    enter(qtbot, window, 3, "rating", "1300")
    close_notes(qtbot, window)
    assert window.messages.text == ""


def test_a_late_blank_is_asked_about_again(qtbot, window, blanks):
    open_file(qtbot, window, blanks.path)
    press_button(qtbot, window, "messageWayOut2")
    close_notes(qtbot, window)
    assert window.messages.text == ""
    window.named_actions["blanks"].trigger()
    assert window.messages.text.startswith("2 players have no rating")
    press_button(qtbot, window, "messageWayOut2")
    assert window.messages.text == ""
    blanks.result(1, 3, 1)
    blanks.save()
    name = "Round 1 from SwissSys: 1 corrected result"
    qtbot.waitUntil(lambda: window.session.history.undo_name == name)
    assert window.messages.text == ""
    blanks.players.append(sjson_player(5, "U;0;-;0;0;0;0", Rating=None))
    blanks.save()
    qtbot.waitUntil(lambda: window.messages.text.startswith("3 players have no rating"))


def test_what_a_file_took_for_granted_is_shown_in_full(qtbot, window, blanks):
    blanks.number(1)["Rating"] = blanks.number(4)["Rating"] = "1501Q"
    blanks.save()
    open_file(qtbot, window, blanks.path)
    press_button(qtbot, window, "messageWayOut2")
    notes = window.messages.text
    # What can be mended is said first.
    assert 'tournament (.sjson). Section "Open", player 1: ' in notes
    assert "telephone" not in notes
    assert notes.endswith("And 1 more.")
    assert window.messages.ways == ("Show all",)
    press_button(qtbot, window, "messageWayOut")
    assert "phone" in window.messages.text
    assert window.messages.ways == ()
    press_button(qtbot, window, "messageClose")
    assert window.messages.text == ""


def test_notes_that_wait_go_with_their_event(qtbot, window, blanks):
    open_file(qtbot, window, blanks.path)
    blanks.number(2)["Rating"] = blanks.number(3)["Rating"] = 1300
    other = blanks.path.with_name("other.sjson")
    other.write_bytes(blanks.content())
    open_file(qtbot, window, other)
    assert window.messages.text.startswith("Opened other.sjson as")
    press_button(qtbot, window, "messageClose")
    assert window.messages.text == ""


def table(suffix: str, text: str) -> bytes:
    rows = [line.split(",") for line in text.splitlines()]
    return workbook({"Open": rows}) if suffix == ".xlsx" else text.encode()


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_the_last_day_and_time_control_are_asked_for(qtbot, window, tmp_path, suffix):
    path = tmp_path / f"table{suffix}"
    path.write_bytes(table(suffix, TABLE))
    open_file(qtbot, window, path)
    dialog = dialog_of(window, "endDialog")
    assert path.name in said(dialog, "endDialogIntro")
    push(qtbot, dialog, "endDialogAccept")
    assert "end date" in said(dialog, "endDateProblem")
    fill(qtbot, dialog, "endDate", "May 4")
    fill(qtbot, dialog, "endControl", "fast")
    push(qtbot, dialog, "endDialogAccept")
    assert '"May 4" has no year' in said(dialog, "endDateProblem")
    assert 'Can\'t read "fast".' in said(dialog, "endControlProblem")
    fill(qtbot, dialog, "endDate", "May 4 2025")
    assert said(dialog, "endDateProblem") == ""
    assert 'Can\'t read "fast".' in said(dialog, "endControlProblem")
    fill(qtbot, dialog, "endControl", "G/90;d5")
    push(qtbot, dialog, "endDialogAccept")
    document = window.session.document
    assert document.end_date == dt.date(2025, 5, 4)
    assert document.sections[0].time_control == "G/90;d5"
    assert window.session.find_section_rating() is not None
    drawn = TABLE.replace("W2", "D2").replace("L1", "D1")
    path.write_bytes(table(suffix, drawn))
    name = "Round 1 from the table: 1 corrected result"
    qtbot.waitUntil(lambda: window.session.history.undo_name == name)
    assert window.session.document.sections[0].time_control == "G/90;d5"


def test_a_day_that_is_not_given_opens_nothing(qtbot, window, tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(TABLE)
    document = window.session.document
    open_file(qtbot, window, path)
    push(qtbot, dialog_of(window, "endDialog"), "endDialogCancel")
    assert window.session.document is document


def service(window: MainWindow) -> QDialog:
    window.named_actions["service"].trigger()
    return dialog_of(window, "serviceDialog")


def lines(dialog: QDialog) -> list[str]:
    found = find_part(dialog, QListWidget, "serviceAddresses")
    return [found.item(i).text() for i in range(found.count())]


def paste(qtbot: QtBot, dialog: QDialog, content: bytes) -> None:
    field = find_part(dialog, QPlainTextEdit, "serviceText")
    QGuiApplication.clipboard().setText(content.decode())
    field.setFocus()
    qtbot.keyClick(field, Key.Key_V, CONTROL)


def test_an_event_number_gives_the_addresses_and_pasted_answers_the_event(
    qtbot, window
):
    dialog = service(window)
    accept = find_part(dialog, QPushButton, "serviceAccept")
    fill(qtbot, dialog, "serviceNumber", "2025")
    assert "has 12 digits; this has 4" in said(dialog, "serviceSaid")
    fill(qtbot, dialog, "serviceNumber", NUMBER)
    (line,) = lines(dialog)
    assert line.startswith("○")
    assert f"/rated-events/{NUMBER}" in line
    assert not accept.isEnabled()
    push(qtbot, dialog, "serviceCopy")
    assert QGuiApplication.clipboard().text().endswith(f"/rated-events/{NUMBER}")
    paste(qtbot, dialog, event(facts(1), facts(2)))
    signs = [line[0] for line in lines(dialog)]
    assert len(signs) == 5
    assert signs[0] == "✓"
    assert "2 pages are still missing" in said(dialog, "serviceSaid")
    # The next address that it takes is marked, and what is pasted is its answer.
    paste(qtbot, dialog, standings())
    paste(qtbot, dialog, standings(row(1, ("Draw", 2)), row(2, ("Draw", 1))))
    assert said(dialog, "serviceSaid") == "All pages are loaded."
    push(qtbot, dialog, "serviceCopyAll")
    assert len(QGuiApplication.clipboard().text().splitlines()) == 5
    push(qtbot, dialog, "serviceAccept")
    sections = window.session.document.sections
    assert [s.name for s in sections] == ["Section 1", "Section 2"]
    assert [s.players[0].results[0][0] for s in sections] == ["W", "D"]
    assert window.session.path is None
    assert window.bottom.link.text() == "Not linked"


def test_a_pasted_text_that_is_no_answer_is_reported_and_stays_for_correction(
    qtbot, window
):
    dialog = service(window)
    fill(qtbot, dialog, "serviceNumber", NUMBER)
    paste(qtbot, dialog, b"<html>sign in</html>")
    assert "Couldn't use this text" in said(dialog, "serviceSaid")
    field = find_part(dialog, QPlainTextEdit, "serviceText")
    assert field.toPlainText() == "<html>sign in</html>"


def test_dropped_answers_are_added_and_others_reported(qtbot, window, tmp_path):
    dialog = service(window)
    contents = {
        "event.json": event(facts(1)),
        "section-1.json": section(1),
        "section-1-standings.json": standings(),
        "other.json": b'{"a": 1}',
    }
    mime = QMimeData()
    urls = []
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
        urls.append(QUrl.fromLocalFile(str(tmp_path / name)))
    mime.setUrls(urls)
    action, keys = Qt.DropAction.CopyAction, PLAIN
    button = LEFT
    entering = QDragEnterEvent(QPoint(20, 20), action, mime, button, keys)
    QApplication.sendEvent(dialog, entering)
    assert entering.isAccepted()
    QApplication.sendEvent(
        dialog, QDropEvent(QPointF(20, 20), action, mime, button, keys)
    )
    assert "other.json: this is not a US Chess ratings page." in said(
        dialog, "serviceSaid"
    )
    assert [line[0] for line in lines(dialog)] == ["✓"] * 3
    push(qtbot, dialog, "serviceAccept")
    assert window.session.document.name == "Lantern Open"


def test_an_earlier_version_is_taken_up_and_undone(qtbot, window, other_event):
    open_file(qtbot, window, other_event)
    window.named_actions["earlier"].trigger()
    assert "has no earlier versions yet" in window.messages.text
    for name in ("One", "Two"):
        enter(qtbot, window, 1, "name", name)
        press(qtbot, window, Key.Key_S, CONTROL)
    window.named_actions["earlier"].trigger()
    dialog = dialog_of(window, "earlierVersions")
    assert dialog.list.count() == 2
    dialog.list.setCurrentRow(1)
    push(qtbot, dialog, "earlierAccept")
    # As a desktop does when a dialog closes.
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    assert text(window, 1, "name") == "Player 1"
    assert window.isWindowModified()
    press(qtbot, window, Key.Key_Z, CONTROL)
    assert text(window, 1, "name") == "Two"
    assert not window.isWindowModified()


def test_the_next_event_begins_with_these_ratings(qtbot, window, other_event):
    open_file(qtbot, window, other_event)
    trace = window.session.shown.find_trace(0)
    assert trace is not None
    window.named_actions["carry"].trigger()
    dialog = dialog_of(window, "carryDialog")
    fill(qtbot, dialog, "carryName", "Winter Open")
    push(qtbot, dialog, "carryDialogAccept")
    assert "end date" in said(dialog, "carryEndProblem")
    fill(qtbot, dialog, "carryEnd", "12/6")
    assert "has no year" in said(dialog, "carryEndProblem")
    qtbot.keyClicks(dialog.lines["carryEnd"], "/2025")
    assert said(dialog, "carryEndProblem") == ""
    push(qtbot, dialog, "carryDialogAccept")
    document = window.session.document
    assert (document.name, document.end_date) == ("Winter Open", dt.date(2025, 12, 6))
    assert document.sections[0].players[0].facts("R").rating == trace.post
    assert document.sections[0].players[0].results == ()
    assert window.session.path is None
    assert window.isWindowModified()


def test_the_next_event_asks_about_changes_first(qtbot, window, other_event):
    open_file(qtbot, window, other_event)
    enter(qtbot, window, 1, "rating", "3000/30")
    before = window.session.document
    for button in ("Cancel", "Discard"):
        window.named_actions["carry"].trigger()
        dialog = dialog_of(window, "carryDialog")
        fill(qtbot, dialog, "carryEnd", "2025-12-06")
        push(qtbot, dialog, "carryDialogAccept")
        assert window.session.path == other_event
        answer_save_question(qtbot, window, QMessageBox.StandardButton[button])
    qtbot.waitUntil(lambda: "could not be opened again" in window.messages.text)
    assert window.session.document == before


SAMPLES = {
    "swisssys/club-april.sjson": 2,
    "swisssys/golden-autumn.sjson": 17,
    "dbf/club-april": 2,
    "dbf/golden-autumn": 17,
}


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_opens_and_is_rated_after_its_questions(qtbot, window, name):
    open_file(qtbot, window, made(*name.split("/")))
    asked = f"{SAMPLES[name]} players have no rating"
    # A slow machine says meanwhile that it is taking over what the file says.
    qtbot.waitUntil(lambda: window.messages.text.startswith(asked))
    press_button(qtbot, window, "messageWayOut")
    qtbot.waitUntil(lambda: window.session.up_to_date)
    # The progress of importing the linked file may still be shown before it.
    qtbot.waitUntil(
        lambda: re.match(r"Opened .+ as .+\.", window.messages.text) is not None
    )
    press_button(qtbot, window, "messageClose")
    # Where some have a Quick rating, that of the others is a finding and no question.
    nobody = not any(
        player.facts("Q").rating is not None
        for section in window.session.document.sections
        for player in section.players
    )
    asks = nobody and bool(window.session.findings)
    asked = "No Quick ratings entered, so " if asks else ""
    assert window.messages.text.startswith(asked)
    assert window.messages.isVisible() == asks
    assert window.bottom.link.accessibleName().startswith("Linked to ")
    for found in window.session.findings:
        # Quick ratings of a dual-rated section stand in no pairing program's file.
        assert (found.code, found.system) == ("rating-unknown", "Q")
    rated = window.session.rating.sections
    assert all(part.in_system("R") is not None for part in rated)


def test_a_report_is_followed_by_any_of_its_files(qtbot, window, tmp_path):
    source = made("dbf", "club-april")
    for file in source.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    open_file(qtbot, window, tmp_path / "THEXPORT.DBF")
    before = window.session.document
    players = tmp_path / "TDEXPORT.DBF"
    content = bytearray(players.read_bytes())
    width = int.from_bytes(content[10:12], "little")
    start = int.from_bytes(content[8:10], "little")
    record = bytes(content[start : start + width])
    place = record.index(json.dumps(before.sections[0].players[0].name)[1:8].encode())
    content[start + place : start + place + 4] = b"Zzzz"
    players.write_bytes(bytes(content))
    name = "Changes from the rating report: 1 other change"
    qtbot.waitUntil(lambda: window.session.history.undo_name == name)
    assert window.session.document.sections[0].players[0].name.startswith("Zzzz")


def test_a_file_named_at_the_start_asks_its_day(
    qtbot, theme, folders, tmp_path, monkeypatch
):
    monkeypatch.setattr("sys.excepthook", sys.excepthook)
    path = tmp_path / "table.csv"
    path.write_text(TABLE)
    window = MainWindow(None, theme, folders)
    qtbot.addWidget(window, before_close_func=lambda w: w.session.history.mark_saved())
    window.show()
    beginning = FirstEventLoader(window, path)
    with qtbot.waitSignal(beginning.filled):
        beginning.start_loading()
    arrived(qtbot, window)
    dialog = dialog_of(window, "endDialog")
    fill(qtbot, dialog, "endDate", "2025-05-04")
    push(qtbot, dialog, "endDialogAccept")
    assert window.session.document.sections[0].players[0].name == "Inventa Ada"
    assert window.bottom.link.accessibleName().startswith("Linked to table.csv")
