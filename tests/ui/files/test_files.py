"""Files of any name are opened, saved and linked, and open in the right space."""

import datetime as dt
import json
import os
from math import floor
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from tests.formats import wintd_files
from tests.ui import driving as ui
from tests.ui.keys import CONTROL, LEFT, Key
from uscalc.document.model import Document, Player, PublishedRating, Section
from uscalc.formats import open_event
from uscalc.formats.native.journal import list_journals, read_snapshot
from uscalc.ui.files.loading import NEW, SPACES, choose_space
from uscalc.ui.session.preferences import Preferences
from uscalc.ui.window.main_window import MainWindow


def open_dropped(qtbot: QtBot, window: MainWindow, path: Path) -> None:
    assert ui.drop(window, path)
    ui.arrived(qtbot, window)


def fill_dialog(qtbot: QtBot, window: MainWindow, name: str, path: Path) -> None:
    """Select a path in an open dialog, and close the dialog.

    The dialog reads folders at its own pace and accepts no path before, so the test
    calls its slot with the selected path.
    """
    dialog = ui.find_part(window, QFileDialog, name)
    qtbot.waitUntil(dialog.isVisible)
    assert dialog.isModal()
    saving = dialog.acceptMode() == QFileDialog.AcceptMode.AcceptSave
    assert saving == (name == "saveDialog")
    ui.choose_path(window, name, path)
    assert not dialog.isVisible()
    ui.arrived(qtbot, window)


def test_a_dropped_event_is_shown_and_edited_section_by_section(
    qtbot, window, other_event
):
    open_dropped(qtbot, window, other_event)
    assert window.windowTitle().startswith("Two Sections")
    assert [window.top.tabs.tabText(i) for i in (0, 1)] == ["Upper", "Lower && last"]
    assert ui.text(window, 2, "rating") == "1400.5"
    assert window.bottom.state.text() == "Saved"
    tabs = window.top.tabs
    qtbot.mouseClick(tabs, LEFT, pos=tabs.tabRect(1).center())
    assert window.session.selection.section == 1
    before = window.session.rating.sections
    ui.enter(qtbot, window, 1, 1, "d2")
    after = window.session.rating.sections
    assert after[1] is not before[1]
    assert after[0] is before[0], "what did not change is not rated again"
    sections = window.session.document.sections
    assert sections[0].players[0].results == ("W2",)
    assert sections[1].players[0].results == ("D2",)
    ui.press(qtbot, window, Key.Key_PageUp, CONTROL)
    assert window.session.selection.section == 0
    assert ui.text(window, 1, 1) == "W2"


def test_a_dropped_wintd_file_is_opened_and_followed(qtbot, window, tmp_path):
    path = tmp_path / "club.ptoz"
    rows, parts, games = wintd_files.PAIR
    path.write_bytes(
        wintd_files.ptoz(wintd_files.tournament(rows, parts, games[:1] * 2))
    )
    open_dropped(qtbot, window, path)
    assert window.windowTitle().startswith("Lantern Open")
    assert window.files.following.linked.words.startswith("Linked to club.ptoz")
    path.write_bytes(wintd_files.ptoz(wintd_files.tournament(rows, parts, games)))
    qtbot.waitUntil(lambda: ui.players_of(window)[0].results[1] == "D2b")
    assert "WinTD" in (window.session.history.undo_name or "")


def test_files_of_pairing_programs_are_opened_by_dialog(qtbot, window, other_event):
    ui.press(qtbot, window, Key.Key_O, CONTROL)
    filters = ui.find_part(window, QFileDialog, "openDialog").nameFilters()
    (theirs,) = (f for f in filters if f.startswith("Pairing program files"))
    for pattern in ("*.sjson", "*.ptoz", "*.xlsx", "*.xls", "*.S?C", "*.SRR", "*.trf"):
        assert pattern in theirs
    fill_dialog(qtbot, window, "openDialog", other_event)
    assert window.session.path == other_event
    assert window.windowTitle().startswith("Two Sections")


def test_saving_writes_what_is_shown_and_being_typed(qtbot, window, other_event):
    open_dropped(qtbot, window, other_event)
    ui.enter(qtbot, window, 1, 1, "d2")
    assert window.bottom.state.text() == "Not saved"
    assert window.isWindowModified()
    ui.press(qtbot, window, Key.Key_S, CONTROL)
    assert window.bottom.state.text().startswith("Saved ")
    assert not window.isWindowModified()
    saved = open_event(other_event).document
    assert saved.sections[0].players[1].results == ("D1",)
    ui.type_at(qtbot, window, 1, 1, "d2")
    window.named_actions["save"].trigger()
    saved = open_event(other_event).document
    assert saved.sections[0].players[0].results == ("D2",)


def test_a_sample_is_saved_where_the_user_chooses(qtbot, window, tmp_path):
    assert window.bottom.state.text() == "Not saved yet"
    window.spaces.switch_to("enter")
    ui.press_button(qtbot, window, "saveButton")
    fill_dialog(qtbot, window, "saveDialog", tmp_path / "mine.uscalc")
    assert (tmp_path / "mine.uscalc").exists()
    assert window.session.path == tmp_path / "mine.uscalc"


def test_closing_asks_only_about_changes_and_can_be_canceled(qtbot, window):
    ui.enter(qtbot, window, 1, 5, "w3")
    window.close()
    assert "Autumn Open" in ui.find_part(window, QMessageBox, "saveQuestion").text()
    ui.answer_save_question(qtbot, window, QMessageBox.StandardButton.Cancel)
    assert window.isVisible()
    assert ui.text(window, 1, 5) == "W3"
    window.session.history.mark_saved()
    window.close()
    assert not window.isVisible()


@pytest.mark.parametrize(("choice", "kept"), [("Save", "D2"), ("Discard", "W2")])
def test_closing_can_save_first_or_discard(qtbot, window, other_event, choice, kept):
    open_dropped(qtbot, window, other_event)
    ui.enter(qtbot, window, 1, 1, "d2")
    window.close()
    ui.answer_save_question(qtbot, window, QMessageBox.StandardButton[choice])
    assert not window.isVisible()
    assert open_event(other_event).document.sections[0].players[0].results == (kept,)


def test_a_rating_of_an_earlier_section_is_explained(qtbot, window, other_event):
    event = json.loads(other_event.read_text())
    event["chain_sections"] = True
    for section in event["sections"]:
        section["players"][0]["id"] = "99000001"
    other_event.write_text(json.dumps(event))
    open_dropped(qtbot, window, other_event)
    post = window.session.rating.sections[0].ratings[0].find_trace(1).post
    window.session.select(section=1)
    assert post is not None
    start = (
        f"Starts from Regular {post:.2f}, the post-event rating of an earlier section."
    )
    assert ui.hint(window, 1, "rating").startswith(f"{start} Pre-event rating: ")
    ui.enter(qtbot, window, 1, 1, "l2")
    # Pre-event rating, change and post-event rating add up, though editing uses the
    # listed rating.
    model, column = window.crosstable.model, ui.column_of(window, "rating")
    cell, listed = model.make_painted(0, column), ui.text(window, 1, "rating")
    start = floor(post + 0.5)
    assert cell.text == f"\N{RIGHTWARDS ARROW}{start}"
    assert listed != str(start)
    moved = int(ui.text(window, 1, "change").replace("\N{MINUS SIGN}", "-"))
    assert start + moved == int(ui.text(window, 1, "post"))
    assert window.session.rating.sections[1].ratings[0].find_trace(1).change != 0


TABLE = "Number,Name,Rating,R1\n1,Inventa Ada,1500,W2\n2,Erdacht Bo,1400,L1\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder whose own name isn't valid text either."""
    made = tmp_path / os.fsdecode(b"caf\xe9")
    try:
        made.mkdir()
    except OSError:
        pytest.skip("every name is a text here")
    return made


def test_an_event_of_any_name_is_opened_and_saved(qtbot, window, other_event, folder):
    path = folder / os.fsdecode(b"op\xff\xfe.uscalc")
    path.write_bytes(other_event.read_bytes())
    ui.open_file(qtbot, window, path)
    assert window.session.path == path
    ui.enter(qtbot, window, 1, 1, "d2")
    assert window.recovery.flush()
    (journal,) = list_journals(window.folders.journals)
    assert read_snapshot(journal).source == path
    window.files.saving.save_event()
    assert open_event(path).document == window.session.document
    assert Preferences(window.folders.settings).recent == [path]
    assert len(list(window.folders.backups.rglob("*.uscalc"))) == 1


def test_a_followed_file_of_any_name_is_followed_again(qtbot, window, folder):
    path = folder / os.fsdecode(b"t\xe4ble.csv")
    path.write_text(TABLE)
    window.files.opening.read_file(path, window.session.document.end_date)
    linked = window.files.following.linked
    qtbot.waitUntil(lambda: "read " in linked.words)
    ui.enter(qtbot, window, 2, 2, "w1")
    assert window.recovery.flush()
    (journal,) = list_journals(window.folders.journals)
    document = window.session.document
    assert read_snapshot(journal).document == document
    own = folder / os.fsdecode(b"\xe4.uscalc")
    window.files.saving.write_file(own)
    assert window.session.history.saved
    again = open_event(own).document
    assert again == document
    assert Path(again.link.path) == path
    ui.open_file(qtbot, window, own)
    path.write_text(TABLE.replace("Erdacht Bo", "Erdacht Bob"))
    window.files.following.linked.read_now()
    qtbot.waitUntil(lambda: ui.text(window, 2, "name") == "Erdacht Bob")
    assert ui.text(window, 2, 2) == "W1"


PLAYER = Player(1, "Castle, Ada")
ORDINARY = Document("Open", dt.date(2026, 3, 1), (Section("Open", players=(PLAYER,)),))
RATED = replace(PLAYER, published=(("R", PublishedRating(1800.0)),))
PUBLISHED = replace(ORDINARY, sections=(Section("Open", players=(RATED,)),))


def test_an_event_opens_where_it_was_left_or_by_its_source():
    for source in (NEW, "swisssys", "swisssys-round", "wintd"):
        for document in (ORDINARY, PUBLISHED):
            assert choose_space(document, source, None) == "enter"
    for source in ("uscalc", "trf", "msa"):
        assert choose_space(PUBLISHED, source, None) == "report"
        for unknown in (None, "cellar"):
            assert choose_space(ORDINARY, source, unknown) == "explain"
    for source in (NEW, "uscalc", "swisssys"):
        for space in SPACES:
            assert choose_space(PUBLISHED, source, space) == space


def test_the_spaces_of_fifty_files_are_remembered(tmp_path: Path):
    settings = tmp_path / "window.ini"
    files = [tmp_path / f"event {place}, β.uscalc" for place in range(51)]
    for place, path in enumerate(files):
        Preferences(settings).remember_space(path, SPACES[place % 5])
    kept = Preferences(settings)
    assert kept.read_space(files[0]) is None
    for place, path in enumerate(files[1:], 1):
        assert kept.read_space(path) == SPACES[place % 5]
    kept.remember_space(files[1], "teach")
    kept.remember_space(files[0], "report")
    assert Preferences(settings).read_space(files[1]) == "teach"
    assert Preferences(settings).read_space(files[2]) is None


def test_the_window_enters_the_space_of_each_event(qtbot, window, other_event):
    opening = window.files.opening
    with qtbot.waitSignal(window.session.opened):
        opening.open_file(other_event)
    assert window.spaces.current.name == "explain"
    opening.remember_space("what-if")
    opening.show_new(ORDINARY)
    assert window.spaces.current.name == "enter"
    opening.remember_space("teach")
    with qtbot.waitSignal(window.session.opened):
        opening.open_file(other_event)
    assert window.spaces.current.name == "what-if"
