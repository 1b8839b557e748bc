"""Questions about opened files, and about ratings that nobody entered."""

import datetime as dt
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6 import QtWidgets
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from tests.formats.pairing_files import sjson_player, workbook
from tests.formats.service_files import NUMBER, event, facts, row, section, standings
from tests.made_files.samples import made
from tests.ui import driving as ui
from tests.ui.driving import text
from tests.ui.keys import ALT, CONTROL, LEFT, Key
from tests.ui.printing.test_wall import pdf_text, save, wall
from tests.ui.swisssys import Tournament
from uscalc.document.model import Section
from uscalc.engine.inputs import System
from uscalc.formats import open_event
from uscalc.formats.native.reader import save_event
from uscalc.ui.files.files_questions import NewEventDialog
from uscalc.ui.window.main_window import MainWindow

TABLE = "No.,Name,Rating,1\n1,Inventa Ada,1500,W2\n2,Inventa Bea,1400,L1\n"


def dialog_of(window: MainWindow, name: str) -> QtWidgets.QDialog:
    found = [d for d in window.findChildren(QtWidgets.QDialog, name) if d.isVisible()]
    assert len(found) == 1
    return found[0]


def fill(qtbot: QtBot, dialog: QtWidgets.QDialog, name: str, words: str) -> None:
    line = ui.find_part(dialog, QtWidgets.QLineEdit, name)
    ui.retype(line, words)


def push(qtbot: QtBot, dialog: QtWidgets.QDialog, name: str) -> None:
    button = ui.find_part(dialog, QtWidgets.QPushButton, name)
    assert button.isEnabled()
    qtbot.mouseClick(button, LEFT)
    ui.arrived(qtbot, dialog.parent())


def label_text(dialog: QtWidgets.QDialog, name: str) -> str:
    label = ui.find_part(dialog, QtWidgets.QWidget, name)
    return str(label.property("text")) if not label.isHidden() else ""


@pytest.fixture
def blanks(tmp_path: Path) -> Tournament:
    tournament = Tournament(tmp_path / "club.sjson", 4)
    for number in (2, 3):
        del tournament.number(number)["Rating"]
    tournament.pair((1, 3), (2, 4))
    tournament.result(1, 1, 3)
    tournament.save_result(1, 4, 2)
    return tournament


def close_notes(qtbot: QtBot, window: MainWindow) -> None:
    """Close the reader's notes, which waited until now."""
    assert window.messages.text.startswith("Opened club.sjson as SwissSys")
    ui.press_button(qtbot, window, "messageClose")


def test_blank_ratings_are_asked_about_once_for_the_whole_event(qtbot, window, blanks):
    ui.open_file(qtbot, window, blanks.path)
    asked = "2 players have no rating. Are they unrated, or was the rating left out?"
    # A slow machine shows meanwhile that it is importing the file.
    qtbot.waitUntil(lambda: window.messages.text.startswith(asked))
    assert window.messages.ways == ("Mark unrated", "Look up later")
    assert window.session.rating.sections[0].ratings == ()
    ui.press_button(qtbot, window, "messageWayOut")
    qtbot.waitUntil(lambda: window.session.up_to_date)
    close_notes(qtbot, window)
    assert window.messages.text == ""
    assert window.crosstable.isAncestorOf(ui.keyboard(window))
    players = ui.players_of(window)
    assert [p.facts("R").unknown for p in players] == [False] * 4
    assert players[1].facts("R").rating is None
    assert window.session.rating.sections[0].in_system("R") is not None
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    assert window.session.document.sections[0].players[1].facts("R").unknown


def test_typing_the_ratings_answers_the_question_too(qtbot, window, blanks):
    ui.open_file(qtbot, window, blanks.path)
    ui.enter(qtbot, window, 2, "rating", "1200")
    # A slow machine shows meanwhile that it is importing the file.
    qtbot.waitUntil(lambda: window.messages.text.startswith("2 players"))
    ui.enter(qtbot, window, 3, "rating", "1300")
    close_notes(qtbot, window)
    assert window.messages.text == ""


def test_a_late_blank_is_asked_about_again(qtbot, window, blanks):
    ui.open_file(qtbot, window, blanks.path)
    ui.press_button(qtbot, window, "messageWayOut2")
    close_notes(qtbot, window)
    assert window.messages.text == ""
    window.named_actions["blanks"].trigger()
    assert window.messages.text.startswith("2 players have no rating")
    ui.press_button(qtbot, window, "messageWayOut2")
    assert window.messages.text == ""
    blanks.save_result(1, 3, 1)
    ui.wait_for_step(qtbot, window, "Round 1 from SwissSys: 1 corrected result")
    assert window.messages.text == ""
    blanks.players.append(sjson_player(5, "U;0;-;0;0;0;0", Rating=None))
    blanks.save()
    qtbot.waitUntil(lambda: window.messages.text.startswith("3 players have no rating"))


def test_assumptions_of_a_reader_are_shown_in_full(qtbot, window, blanks):
    blanks.number(1)["Rating"] = blanks.number(4)["Rating"] = "1501Q"
    blanks.save()
    ui.open_file(qtbot, window, blanks.path)
    ui.press_button(qtbot, window, "messageWayOut2")
    notes = window.messages.text
    # Findings that the user can fix come first.
    assert 'tournament (.sjson). Section "Open", player 1: ' in notes
    assert "telephone" not in notes
    assert notes.endswith("And 1 more.")
    assert window.messages.ways == ("Show all",)
    ui.press_button(qtbot, window, "messageWayOut")
    assert "phone" in window.messages.text
    assert window.messages.ways == ()
    ui.press_button(qtbot, window, "messageClose")
    assert window.messages.text == ""


def test_notes_that_wait_go_with_their_event(qtbot, window, blanks):
    ui.open_file(qtbot, window, blanks.path)
    blanks.number(2)["Rating"] = blanks.number(3)["Rating"] = 1300
    other = blanks.path.with_name("other.sjson")
    other.write_bytes(blanks.content())
    ui.open_file(qtbot, window, other)
    assert window.messages.text.startswith("Opened other.sjson as")
    ui.press_button(qtbot, window, "messageClose")
    assert window.messages.text == ""


def table(suffix: str, text: str) -> bytes:
    rows = [line.split(",") for line in text.splitlines()]
    return workbook({"Open": rows}) if suffix == ".xlsx" else text.encode()


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_the_last_day_and_time_control_are_asked_for(qtbot, window, tmp_path, suffix):
    path = tmp_path / f"table{suffix}"
    path.write_bytes(table(suffix, TABLE))
    document = window.session.document
    ui.open_file(qtbot, window, path)
    push(qtbot, dialog_of(window, "endDialog"), "endDialogCancel")
    assert window.session.document is document
    ui.open_file(qtbot, window, path)
    dialog = dialog_of(window, "endDialog")
    assert path.name in label_text(dialog, "endDialogIntro")
    push(qtbot, dialog, "endDialogAccept")
    assert "end date" in label_text(dialog, "endDateProblem")
    fill(qtbot, dialog, "endDate", "May 4")
    fill(qtbot, dialog, "endControl", "fast")
    push(qtbot, dialog, "endDialogAccept")
    assert '"May 4" has no year' in label_text(dialog, "endDateProblem")
    assert 'Can\'t read "fast".' in label_text(dialog, "endControlProblem")
    fill(qtbot, dialog, "endDate", "May 4 2025")
    assert label_text(dialog, "endDateProblem") == ""
    assert 'Can\'t read "fast".' in label_text(dialog, "endControlProblem")
    fill(qtbot, dialog, "endControl", "G/90;d5")
    push(qtbot, dialog, "endDialogAccept")
    document = window.session.document
    assert document.end_date == dt.date(2025, 5, 4)
    assert document.sections[0].time_control == "G/90;d5"
    assert window.session.find_section_rating() is not None
    path.write_bytes(table(suffix, TABLE.replace("W2", "D2").replace("L1", "D1")))
    ui.wait_for_step(qtbot, window, "Round 1 from the table: 1 corrected result")
    assert window.session.document.sections[0].time_control == "G/90;d5"


def service(window: MainWindow) -> QtWidgets.QDialog:
    window.named_actions["service"].trigger()
    return dialog_of(window, "serviceDialog")


def lines(dialog: QtWidgets.QDialog) -> list[str]:
    found = ui.find_part(dialog, QtWidgets.QListWidget, "serviceAddresses")
    return [found.item(i).text() for i in range(found.count())]


def paste(qtbot: QtBot, dialog: QtWidgets.QDialog, content: bytes) -> None:
    field = ui.find_part(dialog, QtWidgets.QPlainTextEdit, "serviceText")
    QGuiApplication.clipboard().setText(content.decode())
    field.setFocus()
    qtbot.keyClick(field, Key.Key_V, CONTROL)


def test_an_event_number_gives_addresses_and_answers_the_event(qtbot, window):
    dialog = service(window)
    accept = ui.find_part(dialog, QtWidgets.QPushButton, "serviceAccept")
    fill(qtbot, dialog, "serviceNumber", "2025")
    assert "has 12 digits; this has 4" in label_text(dialog, "serviceSaid")
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
    assert "2 pages are still missing" in label_text(dialog, "serviceSaid")
    # The next address without an answer is selected, and the pasted text is its answer.
    paste(qtbot, dialog, standings())
    paste(qtbot, dialog, standings(row(1, ("Draw", 2)), row(2, ("Draw", 1))))
    assert label_text(dialog, "serviceSaid") == "All pages are loaded."
    push(qtbot, dialog, "serviceCopyAll")
    assert len(QGuiApplication.clipboard().text().splitlines()) == 5
    push(qtbot, dialog, "serviceAccept")
    sections = window.session.document.sections
    assert [s.name for s in sections] == ["Section 1", "Section 2"]
    assert [s.players[0].results[0][0] for s in sections] == ["W", "D"]
    assert window.session.path is None
    assert window.bottom.link.text() == "Not linked"


def test_other_texts_are_reported_and_dropped_answers_added(qtbot, window, tmp_path):
    dialog = service(window)
    fill(qtbot, dialog, "serviceNumber", NUMBER)
    paste(qtbot, dialog, b"<html>sign in</html>")
    assert "Couldn't use this text" in label_text(dialog, "serviceSaid")
    field = ui.find_part(dialog, QtWidgets.QPlainTextEdit, "serviceText")
    assert field.toPlainText() == "<html>sign in</html>"
    contents = {
        "event.json": event(facts(1)),
        "section-1.json": section(1),
        "section-1-standings.json": standings(),
        "other.json": b'{"a": 1}',
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    assert ui.drop(dialog, *(tmp_path / name for name in contents))
    said = label_text(dialog, "serviceSaid")
    assert "other.json: this is not a US Chess ratings page." in said
    assert [line[0] for line in lines(dialog)] == ["✓"] * 3
    push(qtbot, dialog, "serviceAccept")
    assert window.session.document.name == "Lantern Open"


def test_an_earlier_version_is_restored_and_undone(qtbot, window, other_event):
    ui.open_file(qtbot, window, other_event)
    window.named_actions["earlier"].trigger()
    assert "has no earlier versions yet" in window.messages.text
    for name in ("One", "Two"):
        ui.enter(qtbot, window, 1, "name", name)
        ui.press(qtbot, window, Key.Key_S, CONTROL)
    window.named_actions["earlier"].trigger()
    dialog = dialog_of(window, "earlierVersions")
    assert dialog.list.count() == 2
    dialog.list.setCurrentRow(1)
    push(qtbot, dialog, "earlierAccept")
    ui.activate(qtbot, window)
    assert text(window, 1, "name") == "Player 1"
    assert window.isWindowModified()
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    assert text(window, 1, "name") == "Two"
    assert not window.isWindowModified()


def test_the_next_event_begins_with_these_ratings(qtbot, window, other_event):
    ui.open_file(qtbot, window, other_event)
    trace = window.session.shown.find_trace(0)
    window.named_actions["carry"].trigger()
    dialog = dialog_of(window, "carryDialog")
    fill(qtbot, dialog, "carryName", "Winter Open")
    push(qtbot, dialog, "carryDialogAccept")
    assert "end date" in label_text(dialog, "carryEndProblem")
    # "?" means unknown in other fields.
    fill(qtbot, dialog, "carryEnd", "?")
    push(qtbot, dialog, "carryDialogAccept")
    assert "end date" in label_text(dialog, "carryEndProblem")
    fill(qtbot, dialog, "carryEnd", "12/6")
    assert "has no year" in label_text(dialog, "carryEndProblem")
    qtbot.keyClicks(dialog.lines["carryEnd"], "/2025")
    assert label_text(dialog, "carryEndProblem") == ""
    push(qtbot, dialog, "carryDialogAccept")
    document = window.session.document
    assert (document.name, document.end_date) == ("Winter Open", dt.date(2025, 12, 6))
    assert document.sections[0].players[0].facts("R").rating == trace.post
    assert document.sections[0].players[0].results == ()
    assert window.session.path is None
    assert window.isWindowModified()


def test_the_next_event_asks_about_changes_first(qtbot, window, other_event):
    ui.open_file(qtbot, window, other_event)
    ui.enter(qtbot, window, 1, "rating", "3000/30")
    before = window.session.document
    for button in ("Cancel", "Discard"):
        window.named_actions["carry"].trigger()
        dialog = dialog_of(window, "carryDialog")
        fill(qtbot, dialog, "carryEnd", "2025-12-06")
        push(qtbot, dialog, "carryDialogAccept")
        assert window.session.path == other_event
        ui.answer_save_question(
            qtbot, window, QtWidgets.QMessageBox.StandardButton[button]
        )
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
    ui.open_file(qtbot, window, made(*name.split("/")))
    asked = f"{SAMPLES[name]} players have no rating"
    # A slow machine shows meanwhile that it is importing the file.
    qtbot.waitUntil(lambda: window.messages.text.startswith(asked))
    ui.press_button(qtbot, window, "messageWayOut")
    qtbot.waitUntil(lambda: window.session.up_to_date)
    # The progress of importing the linked file may still be shown before it.
    qtbot.waitUntil(
        lambda: re.match(r"Opened .+ as .+\.", window.messages.text) is not None
    )
    ui.press_button(qtbot, window, "messageClose")
    # If some players have a Quick rating, the others' missing ones are findings, and no
    # question.
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
        # No pairing program's file has the Quick ratings of a dual-rated section.
        assert (found.code, found.system) == ("rating-unknown", "Q")
    rated = window.session.rating.sections
    assert all(part.in_system("R") is not None for part in rated)


def test_a_report_is_followed_by_any_of_its_files(qtbot, window, tmp_path):
    for file in made("dbf", "club-april").iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    ui.open_file(qtbot, window, tmp_path / "THEXPORT.DBF")
    before = window.session.document
    players = tmp_path / "TDEXPORT.DBF"
    content = bytearray(players.read_bytes())
    width = int.from_bytes(content[10:12], "little")
    start = int.from_bytes(content[8:10], "little")
    record = bytes(content[start : start + width])
    place = record.index(json.dumps(before.sections[0].players[0].name)[1:8].encode())
    content[start + place : start + place + 4] = b"Zzzz"
    players.write_bytes(bytes(content))
    ui.wait_for_step(qtbot, window, "Changes from the rating report: 1 other change")
    assert window.session.document.sections[0].players[0].name.startswith("Zzzz")


def test_a_file_at_the_start_asks_its_day(qtbot, theme, folders, tmp_path, monkeypatch):
    monkeypatch.setattr("sys.excepthook", sys.excepthook)
    path = tmp_path / "table.csv"
    path.write_text(TABLE)
    window = ui.start_program(qtbot, theme, folders, path)
    ui.arrived(qtbot, window)
    dialog = dialog_of(window, "endDialog")
    fill(qtbot, dialog, "endDate", "2025-05-04")
    push(qtbot, dialog, "endDialogAccept")
    assert window.session.document.sections[0].players[0].name == "Inventa Ada"
    assert window.bottom.link.accessibleName().startswith("Linked to table.csv")


ASKS = "No Quick ratings entered, so the event is not rated in Quick."
WAYS = ("Enter ratings", "Look up…", "Mark all unrated", "Don't rate")
ENTER, LOOK_UP, ALL_NEW, NOT_RATED = (f"messageWayOut{n}" for n in ("", 2, 3, 4))


def new_event(qtbot: QtBot, window: MainWindow, control: str) -> None:
    """Answer the three questions with the keyboard."""
    ui.press(qtbot, window, Key.Key_N, CONTROL)
    dialog = ui.find_part(window, NewEventDialog)
    answers = {"newControl": control, "newEnd": "2025-10-05", "newName": "Quads"}
    for name, typed in answers.items():
        line = ui.find_part(dialog, QtWidgets.QLineEdit, name)
        line.selectAll()
        qtbot.keyClicks(line, typed)
    qtbot.keyClick(line, Key.Key_Return)
    assert window.session.document.name == "Quads"
    qtbot.waitUntil(lambda: window.findChild(NewEventDialog) is None)
    ui.activate(qtbot, window)


def add(qtbot: QtBot, window: MainWindow, number: int, rating: str) -> None:
    """Type a player in the next row: name, Tab, no ID, Tab, rating."""
    if number > 1:
        ui.press(qtbot, window, Key.Key_Insert)
    ui.press_keys(qtbot, window, f"Typed, Person {number}", Key.Key_Tab, Key.Key_Tab)
    if rating:
        ui.press_keys(qtbot, window, rating, Key.Key_Return)
        nobody_more(qtbot, window)


def nobody_more(qtbot: QtBot, window: MainWindow) -> None:
    """Close the row for one more name, which Enter opens below the last row."""
    if ui.editor(window) is not None:
        ui.press(qtbot, window, Key.Key_Escape)
        qtbot.waitUntil(lambda: ui.players_of(window)[-1].name != "")


def dual(qtbot: QtBot, window: MainWindow, *ratings: str) -> None:
    """Create a dual-rated event with one typed rating for each player, and a first round."""
    new_event(qtbot, window, "G/60;d5")
    for number, rating in enumerate(ratings, 1):
        add(qtbot, window, number, rating)
    for number in range(1, len(ratings), 2):
        ui.enter(qtbot, window, number, 1, f"w{number + 1}")
    qtbot.waitUntil(lambda: window.session.up_to_date)


def two_players(qtbot: QtBot, window: MainWindow, *results: str) -> None:
    """Create an event of two players, and type the first one's results."""
    new_event(qtbot, window, "G/90;d5")
    add(qtbot, window, 1, "1500")
    add(qtbot, window, 2, "1450")
    for number, typed in enumerate(results, 1):
        ui.enter(qtbot, window, 1, number, typed)


def states(window: MainWindow, system: System) -> list[float | str | None]:
    """Return each player's rating in a system: a number, None, or "unknown"."""
    found = [player.facts(system) for player in ui.players_of(window)]
    return ["unknown" if facts.unknown else facts.rating for facts in found]


def rated_in(qtbot: QtBot, window: MainWindow) -> list[str]:
    qtbot.waitUntil(lambda: window.session.up_to_date)
    return [r.system for r in window.session.rating.sections[0].ratings]


def saved(window: MainWindow, path: Path) -> list[Any]:
    save_event(window.session.document, path)
    content = json.loads(path.read_text(encoding="utf-8"))
    return [player["ratings"] for player in content["sections"][0]["players"]]


def printed(qtbot: QtBot, window: MainWindow, folder: Path) -> tuple[str, str]:
    """Return the texts of the wall charts, and the notes beside them in the view."""
    view = wall(qtbot, window)
    qtbot.waitUntil(lambda: view.made is not None)
    notes = " ".join(label.text() for label in view.findChildren(QtWidgets.QLabel))
    save(qtbot, window, view, folder / "wall.pdf")
    return pdf_text(folder / "wall.pdf"), notes


def test_one_typed_rating_each_invents_no_player_new_to_quick(qtbot, window, tmp_path):
    typed = [str(1200 + 25 * number) for number in range(24)]
    dual(qtbot, window, *typed)
    assert window.messages.text == ASKS
    assert window.messages.ways == WAYS
    assert states(window, "R") == [float(one) for one in typed]
    assert states(window, "Q") == ["unknown"] * 24
    assert rated_in(qtbot, window) == ["R"]
    assert [f.message for f in window.session.findings if f.system == "Q"] == [
        "No Quick ratings entered, so this section isn't Quick-rated"
    ]
    problem = window.problems.rows[0]
    assert problem.text.startswith("No Quick ratings entered")
    assert [fix.label for fix in problem.fixes] == list(WAYS)
    for ratings in saved(window, tmp_path / "quads.uscalc"):
        assert ratings["Q"] == {"rating": "unknown"}
    # Check the table and the panel.
    ui.press(qtbot, window, Key.Key_T, CONTROL)
    assert {text(window, n, "rating") for n in range(1, 25)} == {"?"}
    assert {text(window, n, "post") for n in range(1, 25)} == {""}
    assert ui.hint(window, 3, "rating").startswith("The Quick rating is unknown.")
    window.show_view("view-player-details")
    assert ui.player_panel(window).systems.itemText(1) == "Quick  unknown"
    # Check the wall charts and a copied table.
    ui.type_at(qtbot, window, 1, "name", (Key.Key_C, CONTROL | ALT))
    assert "unr" not in QtWidgets.QApplication.clipboard().text()
    sheet, notes = printed(qtbot, window, tmp_path)
    assert "unr" not in sheet
    assert "Quick" not in sheet
    assert "Not rated in Quick: all Quick ratings are missing." in notes


def test_the_answer_enter_goes_to_the_first_rating_of_the_system(qtbot, window):
    dual(qtbot, window, "1500", "1400")
    ui.press_button(qtbot, window, ENTER)
    assert window.session.selection.system == "Q"
    for rating in ("1450/20", "1380"):
        ui.press_keys(qtbot, window, rating, Key.Key_Return)
    nobody_more(qtbot, window)
    assert states(window, "Q") == [1450.0, 1380.0]
    assert states(window, "R") == [1500.0, 1400.0]
    assert rated_in(qtbot, window) == ["R", "Q"]
    assert window.messages.text == ""
    # A late player entered while Quick is shown has no answer for Regular.
    ui.press_keys(qtbot, window, Key.Key_Insert, "Late, Lena", Key.Key_Return)
    assert states(window, "R")[2] == "unknown"
    assert states(window, "Q")[2] is None
    assert window.messages.text == ""


def test_a_half_entered_event_marks_no_player_unrated(qtbot, window):
    dual(qtbot, window, "new", "1400")
    ui.press_button(qtbot, window, ENTER)
    ui.press_keys(qtbot, window, "1450", Key.Key_Return)
    assert states(window, "Q") == [1450.0, "unknown"]
    assert rated_in(qtbot, window) == ["R"]
    # Opening an editor and leaving it empty is no answer either.
    ui.enter(qtbot, window, 2, "rating", " ")
    nobody_more(qtbot, window)
    assert states(window, "Q") == [1450.0, "unknown"]
    window.named_actions["blanks"].trigger()
    assert window.messages.text == (
        "1 player has no Quick rating, so the event is not rated in Quick."
    )
    ui.press_button(qtbot, window, ALL_NEW)
    assert states(window, "Q") == [1450.0, None]
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    ui.enter(qtbot, window, 2, "rating", "new")
    nobody_more(qtbot, window)
    assert states(window, "Q") == [1450.0, None]
    assert states(window, "R") == [None, 1400.0]
    assert rated_in(qtbot, window) == ["R", "Q"]
    window.named_actions["blanks"].trigger()
    assert window.messages.text == "Every player has a rating or is marked unrated."


def test_an_open_question_is_asked_again_on_demand(qtbot, window, tmp_path):
    dual(qtbot, window, "1500", "1400")
    ui.press_button(qtbot, window, LOOK_UP)
    dialog = dialog_of(window, "fillFromList")
    assert dialog.windowTitle() == "Update the event from a supplement"
    dialog.reject()
    ui.activate(qtbot, window)
    assert states(window, "Q") == ["unknown"] * 2
    assert window.messages.text == ""
    ui.enter(qtbot, window, 1, "name", "Other, Ottilie")
    assert window.messages.text == ""
    window.named_actions["blanks"].trigger()
    assert window.messages.text == ASKS
    ui.press_button(qtbot, window, "messageClose")
    ui.click(qtbot, window, 2, "name")
    add(qtbot, window, 3, "1350")
    assert window.messages.text == ""
    assert states(window, "Q") == ["unknown"] * 3
    path = tmp_path / "quads.uscalc"
    saved(window, path)
    assert [p.facts("Q").unknown for p in open_event(path).document.sections[0].players]
    window.session.history.mark_saved()
    ui.open_file(qtbot, window, path)
    assert window.messages.text == ASKS


def test_all_unrated_is_one_click_for_later_players_too(qtbot, window, tmp_path):
    dual(qtbot, window, "1500", "1400")
    ui.press_button(qtbot, window, ALL_NEW)
    assert window.messages.text == ""
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    assert states(window, "Q") == ["unknown"] * 2
    assert window.messages.text == ASKS
    ui.press_button(qtbot, window, ALL_NEW)
    assert states(window, "Q") == [None, None]
    assert rated_in(qtbot, window) == ["R", "Q"]
    ui.click(qtbot, window, 2, "name")
    add(qtbot, window, 3, "1350")
    assert states(window, "Q") == [None] * 3
    assert window.messages.text == ""
    # The file contains the answer.
    path = tmp_path / "quads.uscalc"
    saved(window, path)
    window.session.history.mark_saved()
    ui.open_file(qtbot, window, path)
    ui.click(qtbot, window, 3, "name")
    add(qtbot, window, 4, "1300")
    assert states(window, "Q") == [None] * 4
    assert states(window, "R") == [1500.0, 1400.0, 1350.0, 1300.0]
    assert window.messages.text == ""


def test_not_rating_leaves_the_system_out_for_good(qtbot, window, tmp_path):
    dual(qtbot, window, "1500", "1400")
    ui.press_button(qtbot, window, NOT_RATED)
    assert window.session.document.sections[0].systems == ("R",)
    qtbot.waitUntil(lambda: window.session.up_to_date)
    # One time control applies to both systems.
    found = [finding.code for finding in window.session.findings]
    assert found == ["systems-contradicted"]
    ui.click(qtbot, window, 2, "name")
    add(qtbot, window, 3, "1350")
    window.named_actions["addSection"].trigger()
    assert window.session.document.sections[1].systems == ("R",)
    ui.press_keys(qtbot, window, Key.Key_Insert, "Elsewhere, Ella", Key.Key_Return)
    assert window.messages.text == ""
    window.session.select(section=0)
    assert "Quick" not in printed(qtbot, window, tmp_path)[0]


def test_an_event_of_unrated_children_needs_one_answer(qtbot, window):
    dual(qtbot, window, "", "", "", "new")
    assert states(window, "R") == [None] * 4
    assert states(window, "Q") == ["unknown"] * 4
    assert window.messages.text == ASKS
    ui.press_button(qtbot, window, ALL_NEW)
    assert rated_in(qtbot, window) == ["R", "Q"]


def give_control(qtbot: QtBot, window: MainWindow, control: str) -> None:
    line = ui.settings_panel(window).section_form.get_control("timeControl")
    ui.retype(line, control)
    qtbot.keyClick(line, Key.Key_Return)
    assert window.session.section.time_control == control
    qtbot.waitUntil(lambda: window.session.up_to_date)


@pytest.mark.parametrize(
    ("control", "rated"), [("G/60;d5", ["R"]), ("G/20;d5", []), ("G/3+2", [])]
)
def test_another_time_control_marks_no_player_unrated(qtbot, window, control, rated):
    two_players(qtbot, window, "w2")
    assert window.messages.text == ""
    give_control(qtbot, window, control)
    assert rated_in(qtbot, window) == rated
    name = "Blitz" if control == "G/3+2" else "Quick"
    assert window.messages.text.startswith(f"No {name} ratings entered")
    assert states(window, "R") == [1500.0, 1450.0]
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    assert rated_in(qtbot, window) == ["R"]
    assert window.messages.text == ""


def test_only_a_section_of_another_system_is_asked_about(qtbot, window):
    new_event(qtbot, window, "G/90;d5")
    add(qtbot, window, 1, "1500")
    add(qtbot, window, 2, "")
    ui.enter(qtbot, window, 1, 1, "w2")
    assert window.messages.text == ""
    assert rated_in(qtbot, window) == ["R"]
    assert text(window, 2, "rating") == "unr"
    window.named_actions["addSection"].trigger()
    ui.press_keys(qtbot, window, Key.Key_Insert, "Hasty, Hans", Key.Key_Return)
    assert window.messages.text == ""
    give_control(qtbot, window, "G/3+2")
    assert window.messages.text == (
        "No Blitz ratings entered, so Section 2 is not rated in Blitz."
    )
    ui.press_button(qtbot, window, NOT_RATED)
    assert [s.kind for s in window.session.document.sections] == ["event", "unrated"]


def test_a_pasted_table_with_one_rating_leaves_the_other_unknown(qtbot, window):
    new_event(qtbot, window, "G/60;d5")
    rows = "\n".join(
        f"Pasted, P{n}\t{1400 + n}\t\t{'W' if n % 2 else 'L'}{n + 1 if n % 2 else n - 1}"
        for n in range(1, 5)
    )
    QtWidgets.QApplication.clipboard().setText(rows)
    window.named_actions["paste"].trigger()
    assert states(window, "R") == [1401.0, 1402.0, 1403.0, 1404.0]
    assert states(window, "Q") == ["unknown"] * 4
    assert window.messages.text == "Paste 16 cells: done."
    ui.press_button(qtbot, window, "messageClose")
    assert window.messages.text == ASKS


def test_players_added_in_a_linked_file_are_unrated_too(qtbot, window, tmp_path):
    tournament = Tournament(tmp_path / "club.sjson", 4)
    tournament.pair((1, 3), (2, 4))
    tournament.save_result(1, 1, 3)
    ui.open_file(qtbot, window, tournament.path)
    give_control(qtbot, window, "G/60;d5")
    # A slow machine shows meanwhile that it is importing the file.
    qtbot.waitUntil(lambda: window.messages.text == ASKS)
    ui.press_button(qtbot, window, ALL_NEW)
    assert states(window, "Q") == [None] * 4
    tournament.players.append(sjson_player(5, "U;0;-;0;0;0;0", Rating=1333))
    tournament.save()
    qtbot.waitUntil(lambda: len(ui.players_of(window)) == 5)
    assert states(window, "Q") == [None] * 5
    assert "Quick" not in window.messages.text


def test_two_players_who_meet_repeatedly_may_be_a_match(qtbot, window):
    two_players(qtbot, window, "w2")
    assert window.messages.text == ""
    ui.enter(qtbot, window, 1, 2, "d2")
    assert window.messages.text.startswith("Open: two players met 2 times.")
    assert window.messages.ways == ("Make it a match", "Not a match")
    ui.enter(qtbot, window, 1, 3, "w2")
    ui.press_button(qtbot, window, "messageWayOut")
    qtbot.waitUntil(lambda: window.session.up_to_date)
    assert window.session.document.sections[0].kind == "match"
    assert window.messages.text == ""
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    assert window.session.document.sections[0].kind == "event"
    ui.enter(qtbot, window, 1, 4, "w2")
    assert window.messages.text == ""


def test_no_match_is_not_asked_again_when_the_section_moves(qtbot, window):
    two_players(qtbot, window, "w2", "w2")
    ui.press_button(qtbot, window, "messageWayOut2")
    assert window.messages.text == ""
    section: Section = window.session.document.sections[0]
    assert section.kind == "event"
    window.named_actions["addSection"].trigger()
    window.named_actions["moveSectionLeft"].trigger()
    window.session.select(section=1)
    ui.enter(qtbot, window, 1, 3, "d2")
    assert window.messages.text == ""


def test_a_third_player_takes_the_question_back(qtbot, window):
    two_players(qtbot, window, "w2", "w2")
    assert window.messages.has_question("two-players")
    ui.click(qtbot, window, 2, "name")
    add(qtbot, window, 3, "1400")
    assert window.messages.text == ""
