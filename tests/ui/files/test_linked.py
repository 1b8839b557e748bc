"""A director's day: SwissSys saves, the window follows, nothing typed is lost."""

import json
import re
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMessageBox
from pytestqt.qtbot import QtBot

from tests.formats.pairing_files import sjson_player
from tests.ui.driving import (
    choose_path,
    click,
    column_of,
    enter,
    find_part,
    hint,
    open_file,
    press,
    press_button,
    quiet,
    text,
    type_text,
)
from tests.ui.swisssys import Tournament
from uscalc.document.merge.merge import merge_file
from uscalc.document.model import Document
from uscalc.formats import open_event
from uscalc.monitor import Monitor
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.files.link_states import LinkStage
from uscalc.ui.frame.bars import shorten_link_text
from uscalc.ui.session.session import Session
from uscalc.ui.storage.folders import Folders
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.message_bar import unsaved_of
from uscalc.ui.window.main_window import MainWindow

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def followed(qtbot: QtBot, window: MainWindow, file: Tournament) -> MainWindow:
    open_file(qtbot, window, file.path)
    settle(qtbot, window)
    return window


def settle(qtbot: QtBot, window: MainWindow) -> None:
    """Waits until the file as it is now has been read and has come in."""
    linked = window.files.following.linked
    qtbot.waitUntil(lambda: "· synced " in linked.words and not linked.busy)


def looked(qtbot: QtBot, window: MainWindow) -> None:
    """Waits until the file as it is now was looked at, by a look that began after it."""
    watch = window.files.following.linked.watch
    watch.poll.setInterval(50)
    for _ in range(2):
        with qtbot.waitSignal(watch.looked):
            pass


def tries_again(qtbot: QtBot, window: MainWindow) -> None:
    """Waits until what is put off was tried once more, and put off once more."""
    timers = window.files.following.linked.findChildren(
        QTimer, options=Qt.FindChildOption.FindDirectChildrenOnly
    )
    rung = [QSignalSpy(timer.timeout) for timer in timers]
    qtbot.waitUntil(lambda: sum(spy.count() for spy in rung) >= 2)


def comes(qtbot: QtBot, window: MainWindow, name: str) -> None:
    """Waits until a merge of this name has come in."""
    qtbot.waitUntil(lambda: window.session.history.undo_name == name)


def bring(qtbot: QtBot, window: MainWindow, file: Tournament, *game: int) -> None:
    """Saves the result of a game, as 2 beats 5, and waits until it has come in."""
    file.result(1, *(game or (2, 5)))
    file.save()
    comes(qtbot, window, "Round 1 from SwissSys: 1 result")


def stays_out(qtbot: QtBot, window: MainWindow, file: Tournament) -> None:
    """Saves that 2 beats 5, and looks whether it waits."""
    file.result(1, 2, 5)
    file.save()
    qtbot.waitUntil(lambda: window.files.following.linked.busy)
    tries_again(qtbot, window)
    assert results(window)[1] == ("?5w",)


def disagree(qtbot: QtBot, window: MainWindow, file: Tournament) -> None:
    """Types that 1 beats 4, and saves the contrary."""
    enter(qtbot, window, 1, 1, "w4")
    file.result(1, 4, 1)
    file.save()
    qtbot.waitUntil(lambda: bool(window.session.findings))


def results(window: MainWindow, section: int = 0) -> list[tuple[str, ...]]:
    return [p.results for p in window.session.document.sections[section].players]


def type_games(qtbot: QtBot, window: MainWindow, number: int, games: str) -> None:
    """Types a rating's number of games behind it, as `1501/12`."""
    rating = text(window, number, "rating")
    enter(qtbot, window, number, "rating", f"{rating}/{games}")


def test_what_was_undone_stays_undone_while_the_file_is_as_it_was(
    qtbot, followed, file
):
    before = followed.session.document
    bring(qtbot, followed, file)
    press(qtbot, followed, Qt.Key.Key_Z, CONTROL)
    for _ in range(2):
        looked(qtbot, followed)
    qtbot.waitUntil(lambda: followed.files.following.linked.behind)
    assert followed.session.document is before
    said = followed.bottom.link.accessibleName()
    assert said == "Linked to club.sjson · 1 change behind the file"
    # A share that drops out and comes back changes nothing of that.
    away = file.path.parent.rename(file.path.parent.with_name("away"))
    qtbot.waitUntil(
        lambda: followed.bottom.link.accessibleName().endswith("file not found")
    )
    away.rename(file.path.parent)
    qtbot.waitUntil(lambda: followed.bottom.link.accessibleName() == said)
    assert followed.session.document is before
    # The way back in is offered where that is said.
    followed.named_actions["catchUp"].trigger()
    comes(qtbot, followed, "Round 1 from SwissSys: 1 result")
    assert not followed.named_actions["catchUp"].isEnabled()
    assert followed.files.following.linked.words.endswith(": round 1: 1 result")


def test_a_day_of_saves_in_every_way_loses_and_doubles_nothing(qtbot, followed, file):
    window = followed
    type_games(qtbot, window, 1, "8")
    enter(qtbot, window, 3, 1, "w6")
    shown = [window.session.document]

    def came(name: str) -> None:
        comes(qtbot, window, name)
        shown.append(window.session.document)
        people = [p.id for p in window.session.document.sections[0].players]
        assert len(people) == len(set(people))
        assert window.session.document.sections[0].players[0].facts("R").games == 8

    # In place: two results, and the third as it was typed here.
    file.result(1, 1, 4)
    file.result(1, 2, 5, drawn=True)
    file.result(1, 3, 6)
    file.save()
    came("Round 1 from SwissSys: 2 results")
    # By a rename: a late player, who missed the first round.
    file.players.append(sjson_player(7, "U;0;-;0;0;0;0"))
    file.save_by_rename()
    came("Changes from SwissSys: 1 new player")
    # In two halves: a new round, in which number 6 does not play any more.
    file.pair((1, 2), (3, 5), (4, 7))
    file.number(6)["Results"][1] = "U;0;-;0;0;0;0"
    file.save_half()
    looked(qtbot, window)
    assert window.session.document is shown[-1]
    file.save()
    came("Round 2 from SwissSys: 3 pairings, 1 not paired")
    # A corrected result of the first round, and the first of the second.
    file.result(1, 4, 1)
    file.result(2, 7, 4)
    file.save_by_rename()
    came("Rounds 1 and 2 from SwissSys: 1 result, 1 corrected result")
    assert results(window)[0] == ("L4w", "?2w")
    assert results(window)[2] == ("W6w", "?5w")
    assert results(window)[6] == ("U", "W4b")
    # Each merge is taken back whole.
    for document in reversed(shown[:-1]):
        press(qtbot, window, Qt.Key.Key_Z, CONTROL)
        assert window.session.document is document
    for document in shown[1:]:
        window.named_actions["redo"].trigger()
        assert window.session.document is document


def test_a_new_section_and_renumbered_players_come_in(qtbot, followed, file):
    type_games(qtbot, followed, 1, "8")
    first, last = file.number(1), file.number(6)
    first["Pair number"], last["Pair number"] = 6, 1
    for number, told in ((3, "~;1;W;1;0;0;0"), (4, "~;6;B;1;0;0;0")):
        file.number(number)["Results"][0] = told
    file.sections["Extra"] = [
        sjson_player(1, ID="98000001"),
        sjson_player(2, ID="98000002"),
    ]
    file.save()
    comes(qtbot, followed, "Changes from SwissSys: 2 players renumbered, 1 new section")
    sections = followed.session.document.sections
    assert [section.name for section in sections] == ["Open", "Extra"]
    mine = next(p for p in sections[0].players if p.id == "90000001")
    assert (mine.number, mine.facts("R").games) == (6, 8)
    assert mine.results == ("?4w",)


def test_the_selected_player_stays_selected_in_another_row(qtbot, followed, file):
    click(qtbot, followed, 5, "name")
    assert followed.session.player is not None
    chosen = followed.session.player.id
    file.players.reverse()
    file.save()
    comes(qtbot, followed, "Changes from SwissSys")
    assert followed.session.selection.row == 1
    assert followed.session.player.id == chosen


def test_what_both_changed_stays_as_typed_and_is_a_finding(qtbot, followed, file):
    disagree(qtbot, followed, file)
    assert text(followed, 1, 1).startswith("W4")
    (finding,) = followed.session.findings
    assert (finding.player, finding.round, finding.section) == (1, 1, 0)
    assert '"W4w" here and "L4w" in the linked file' in finding.message
    (row,) = (row for row in followed.problems.rows if row.group == "warning")
    assert row.place == "Round 1, Inventa, Player1"
    assert [fix.label for fix in row.fixes] == list(followed.messages.ways)
    model, column = followed.crosstable.model, column_of(followed, 1)
    cells = {number: model.make_painted(number - 1, column) for number in range(1, 7)}
    assert {n for n, cell in cells.items() if cell and cell.marked} == {1}
    assert '"L4w" in the linked file' in hint(followed, 1, 1)
    assert (
        "disagree on round 1 of Inventa, Player1. Your edits are kept for now."
        in followed.messages.text
    )
    assert (
        'The result is "W4w" here and "L4w" in the linked file.'
        in followed.messages.text
    )
    assert followed.messages.ways == ("Keep my edit", "Use the file's value")
    press_button(qtbot, followed, "messageWayOut2")
    comes(qtbot, followed, "Use the values in club.sjson")
    assert text(followed, 1, 1).startswith("L4")
    assert followed.session.findings == ()
    cell = model.make_painted(0, column)
    assert cell is not None
    assert not cell.marked
    press(qtbot, followed, Qt.Key.Key_Z, CONTROL)
    assert text(followed, 1, 1).startswith("W4")
    qtbot.waitUntil(lambda: len(followed.session.findings) == 1)


def test_a_rating_entered_after_the_answer_new_is_taken_without_a_question(
    qtbot, window, file
):
    for number in (2, 3):
        del file.number(number)["Rating"]
    file.save()
    open_file(qtbot, window, file.path)
    press_button(qtbot, window, "messageWayOut")
    press_button(qtbot, window, "messageClose")
    assert text(window, 2, "rating") == "unr"
    file.number(2)["Rating"] = 1210
    file.save()
    comes(qtbot, window, "Changes from SwissSys: 1 other change")
    assert text(window, 2, "rating") == "1210"
    assert text(window, 3, "rating") == "unr"
    assert window.session.findings == ()
    assert window.messages.text == ""


def test_a_differing_rating_is_marked_in_its_cell(qtbot, followed, file):
    enter(qtbot, followed, 2, "rating", "1444")
    file.number(2)["Rating"] = 1555
    file.save()
    qtbot.waitUntil(lambda: bool(followed.session.findings))
    model = followed.crosstable.model
    marked = [
        kind
        for kind in ("number", "name", "rating", "games", "post")
        if (cell := model.make_painted(1, column_of(followed, kind))) and cell.marked
    ]
    assert marked == ["rating"]
    assert "1444 here and 1555 in the linked file" in hint(followed, 2, "rating")
    assert "disagree on Regular rating of Inventa, Player2." in followed.messages.text


def test_the_bar_lists_only_the_changes_of_the_last_save(qtbot, followed, file):
    bring(qtbot, followed, file, 1, 4)
    assert followed.files.following.linked.words.endswith(": round 1: 1 result")
    followed.resize(1600, 800)
    qtbot.waitUntil(
        lambda: followed.bottom.link.accessibleName().endswith(": round 1: 1 result")
    )
    assert ": 1 result" in followed.bottom.link.toolTip()
    file.save()
    followed.named_actions["readNow"].trigger()
    qtbot.waitUntil(
        lambda: (
            not followed.files.following.linked.words.endswith(": round 1: 1 result")
        )
    )
    assert followed.files.following.linked.words.startswith(
        "Linked to club.sjson · synced "
    )


@pytest.mark.parametrize(
    ("words", "letters", "shown"),
    [
        (
            "Linked to club.sjson · synced 2:02 PM",
            40,
            "Linked to club.sjson · synced 2:02 PM",
        ),
        ("Linked to club.sjson · synced 2:02 PM", 27, "club.sjson · synced 2:02 PM"),
        ("Linked to club.sjson · synced 2:02 PM", 20, "club.sjso…ed 2:02 PM"),
        (
            (
                "Linked to club.sjson · synced 2:02 PM: round 4: 12 results; "
                "Ortiza entered"
            ),
            *(56, "club.sjson: round 4: 12 results; Ortiza entered"),
        ),
        (
            (
                "Linked to club.sjson · synced 2:02 PM: round 4: 12 results; "
                "Ortiza entered"
            ),
            *(34, "club.sjson: round 4: 12 results; …"),
        ),
        (
            (
                "Linked to club.sjson · synced 2:02 PM: round 4: 12 results; "
                "Ortiza entered"
            ),
            *(28, "club.sjson · synced 2:02 PM"),
        ),
        (
            "Linked to club.sjson · 12 changes behind the file",
            *(40, "club.sjson · 12 changes behind the file"),
        ),
        (
            "Linked to club.sjson · changes from 2:02 PM are waiting",
            *(28, "club.sjson · changes waiting"),
        ),
        (
            "Linked to club.sjson · 12 changes behind the file",
            *(30, "club.sjson · behind the file"),
        ),
    ],
)
def test_a_narrow_bar_keeps_the_changes_rather_than_their_time(words, letters, shown):
    assert len(shorten_link_text(words, letters)) <= letters
    assert shorten_link_text(words, letters) == shown


def test_a_disagreement_is_settled_by_keeping_what_was_typed(qtbot, followed, file):
    disagree(qtbot, followed, file)
    press_button(qtbot, followed, "messageWayOut")
    assert followed.session.findings == ()
    bring(qtbot, followed, file)
    assert text(followed, 1, 1).startswith("W4")
    assert followed.session.findings == ()


def test_a_merge_waits_until_a_cell_is_typed_to_its_end(qtbot, followed, file):
    click(qtbot, followed, 1, "name")
    type_text(qtbot, followed, "Typ")
    stays_out(qtbot, followed, file)
    # The mark does not say that it is read while it waits.
    chip = followed.bottom.link
    waits = re.fullmatch(
        r"Linked to club\.sjson · changes from \d+:\d\d [AP]M are waiting",
        chip.accessibleName(),
    )
    assert waits
    assert re.search(r"club\.sjson · changes (from .+ are )?waiting", chip.text())
    assert "Waiting for you to finish typing or close the dialog." in chip.toolTip()
    type_text(qtbot, followed, "ed")
    press(qtbot, followed, Qt.Key.Key_Return)
    comes(qtbot, followed, "Round 1 from SwissSys: 1 result")
    settle(qtbot, followed)
    assert chip.accessibleName().endswith(": round 1: 1 result")
    assert text(followed, 1, "name") == "Typed"
    assert results(followed)[1] == ("W5w",)


def test_a_merge_waits_until_unsaved_work_of_the_event_is_restored_or_not(
    qtbot, followed, file, tmp_path
):
    """What came in before would ask to be saved, beside the work that is restored."""
    followed.session.path = saved = tmp_path / "club.uscalc"
    followed.messages.ask_question(
        unsaved_of(saved), "Restore?", (("Later", lambda: None),)
    )
    stays_out(qtbot, followed, file)
    press_button(qtbot, followed, "messageWayOut")
    comes(qtbot, followed, "Round 1 from SwissSys: 1 result")


def half_type_an_id(window: MainWindow) -> QLineEdit:
    window.show_view("view-player-details")
    field = find_part(window, QLineEdit, "playerMemberId")
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "99000777")
    return field


def test_a_merge_waits_until_a_field_is_typed_to_its_end(qtbot, followed, file):
    click(qtbot, followed, 1, "name")
    field = half_type_an_id(followed)
    stays_out(qtbot, followed, file)
    assert field.text() == "99000777"
    QTest.keyClick(field, Qt.Key.Key_Return)
    comes(qtbot, followed, "Round 1 from SwissSys: 1 result")
    assert results(followed)[1] == ("W5w",)
    assert followed.session.document.sections[0].players[0].id == "99000777"


def test_a_user_who_left_the_window_while_typing_blocks_no_import(
    qtbot, followed, file, monkeypatch
):
    click(qtbot, followed, 1, "name")
    half_type_an_id(followed)
    steps = len(followed.session.history._documents)
    # As where another program has the keyboard.
    monkeypatch.setattr(QApplication, "activeWindow", staticmethod(lambda: None))
    bring(qtbot, followed, file)
    typed, merged = followed.session.history._documents[steps:]
    assert typed.sections[0].players[0].id == "99000777"
    assert merged.sections[0].players[0].id == "99000777"
    assert [p.id for p in merged.sections[0].players].count("99000777") == 1


def test_a_broken_file_is_reported_and_read_once_it_is_repaired(qtbot, followed, file):
    followed.files.following.linked.watch.patience.setInterval(500)
    document = followed.session.document
    file.result(1, 2, 5)
    file.save_half()
    qtbot.waitUntil(lambda: "Can't read club.sjson" in followed.messages.text)
    assert "the file ends too early" in followed.messages.text
    assert (
        followed.bottom.link.accessibleName()
        == "Linked to club.sjson · can't be read now"
    )
    assert followed.session.document is document
    # What vanishes then is another trouble, and said too.
    press_button(qtbot, followed, "messageClose")
    file.path.unlink()
    qtbot.waitUntil(
        lambda: "club.sjson has been moved or deleted" in followed.messages.text
    )
    assert followed.messages.ways == ("Find the file…", "Unlink")
    file.save()
    comes(qtbot, followed, "Round 1 from SwissSys: 1 result")
    qtbot.waitUntil(lambda: followed.messages.text == "")


def test_a_moved_file_is_chosen_again(qtbot, followed, file, tmp_path):
    followed.files.following.linked.watch.patience.setInterval(500)
    file.path = file.path.rename(tmp_path / "moved.sjson")
    qtbot.waitUntil(lambda: "has been moved or deleted" in followed.messages.text)
    press_button(qtbot, followed, "messageWayOut")
    choose_path(followed, "followDialog", file.path)
    qtbot.waitUntil(
        lambda: followed.bottom.link.accessibleName().startswith(
            "Linked to moved.sjson · synced"
        )
    )
    bring(qtbot, followed, file)


def test_unlinking_ends_it_and_can_be_undone(qtbot, followed, file):
    followed.named_actions["unlink"].trigger()
    assert followed.bottom.link.text() == "Not linked"
    document = followed.session.document
    file.result(1, 2, 5)
    file.save()
    # Nobody looks at it, and nothing is put off.
    watch = followed.files.following.linked.watch
    assert watch.paths == ()
    assert not watch.poll.isActive()
    assert quiet(followed.files.following.linked)
    assert followed.session.document is document
    press(qtbot, followed, Qt.Key.Key_Z, CONTROL)
    comes(qtbot, followed, "Round 1 from SwissSys: 1 result")


def test_saving_asks_for_a_file_of_its_own_and_leaves_the_followed_one(
    qtbot, followed, file, tmp_path
):
    type_games(qtbot, followed, 1, "8")
    press(qtbot, followed, Qt.Key.Key_S, CONTROL)
    choose_path(followed, "saveDialog", tmp_path / "mine.uscalc")
    assert file.path.read_bytes() == file.content()
    saved = open_event(tmp_path / "mine.uscalc").document
    assert saved.link is not None
    assert saved.link.path == str(file.path)


def reopened(qtbot: QtBot, theme: Theme, folders: Folders, path: Path) -> MainWindow:
    window = MainWindow(
        Session(Document("Nothing", open_event(path).document.end_date), resolve_rules),
        theme,
        folders,
    )
    qtbot.addWidget(window, before_close_func=lambda w: w.session.history.mark_saved())
    window.show()
    window.activateWindow()
    qtbot.waitExposed(window)
    open_file(qtbot, window, path)
    return window


def test_the_link_survives_closing_and_reopening(
    qtbot, followed, file, theme, folders, tmp_path
):
    own = tmp_path / "mine.uscalc"
    type_games(qtbot, followed, 1, "8")
    enter(qtbot, followed, 2, 1, "d5")
    followed.files.saving.write_file(own)
    followed.close()
    assert not followed.isVisible()
    file.result(1, 1, 4)
    file.result(1, 2, 5)
    file.save()
    window = reopened(qtbot, theme, folders, own)
    comes(qtbot, window, "Round 1 from SwissSys: 1 result")
    assert results(window)[0] == ("W4w",)
    assert results(window)[1] == ("D5w",)
    assert window.session.document.sections[0].players[0].facts("R").games == 8
    assert [f.player for f in window.session.findings] == [2]
    assert window.bottom.link.accessibleName().startswith(
        "Linked to club.sjson · synced "
    )


def test_an_event_that_moved_with_its_followed_file_finds_it_beside_itself(
    qtbot, followed, file, theme, folders, tmp_path
):
    own = file.path.parent / "mine.uscalc"
    followed.files.saving.write_file(own)
    followed.close()
    stick = tmp_path / "stick"
    file.path.parent.rename(stick)
    file.path = stick / "club.sjson"
    file.result(1, 1, 4)
    file.save()
    window = reopened(qtbot, theme, folders, stick / "mine.uscalc")
    comes(qtbot, window, "Round 1 from SwissSys: 1 result")


def test_facts_only_in_the_linked_file_need_no_saving(qtbot, followed, file):
    bring(qtbot, followed, file, 1, 4)
    qtbot.waitUntil(lambda: not followed.isWindowModified())
    enter(qtbot, followed, 1, "name", "Typed")
    bring(qtbot, followed, file)
    assert followed.isWindowModified()
    followed.close()
    question = find_part(followed, QMessageBox, "saveQuestion")
    question.reject()


def test_what_is_no_chess_in_the_file_changes_nothing(qtbot, followed, file):
    document = followed.session.document
    value = file.as_json()
    value["Sections"][0]["Players"][0]["E-mail"] = "nobody@invented.example"
    file.path.write_text(json.dumps(value))
    looked(qtbot, followed)
    settle(qtbot, followed)
    assert followed.session.document is document
    assert followed.session.history.undo_name is None


def test_a_merge_that_takes_long_says_how_far_it_is_and_can_be_stopped(
    qtbot, followed, file, monkeypatch
):
    fast: list[bool] = []

    def slowly(*args: Any, monitor: Monitor, **more: Any) -> object:
        while not fast:
            monitor.check()
            time.sleep(0.001)
        return merge_file(*args, monitor=monitor, **more)

    monkeypatch.setattr("uscalc.ui.files.reader.merge_file", slowly)
    document = followed.session.document
    file.result(1, 2, 5)
    file.save()
    qtbot.waitUntil(
        lambda: (
            followed.messages.text == "Importing changes from club.sjson: 99 %"
            and followed.messages.ways == ("Cancel",)
        )
    )
    # The window can be used meanwhile.
    click(qtbot, followed, 3, "name")
    assert followed.session.selection.row == 2
    press_button(qtbot, followed, "messageWayOut")
    assert followed.messages.text == ""
    assert followed.bottom.link.accessibleName().endswith(", not imported")
    qtbot.waitUntil(
        lambda: not [t for t in threading.enumerate() if t.name == "uscalc worker"]
    )
    looked(qtbot, followed)
    assert followed.session.document is document
    assert not followed.files.following.linked.busy
    fast.append(True)
    followed.named_actions["readNow"].trigger()
    comes(qtbot, followed, "Round 1 from SwissSys: 1 result")
    assert followed.session.document is not document


def test_a_window_closes_while_a_merge_runs(qtbot, followed, file, monkeypatch):
    def endless(*_args: Any, monitor: Monitor, **_more: Any) -> object:
        while True:
            monitor.check()
            time.sleep(0.001)

    monkeypatch.setattr("uscalc.ui.files.reader.merge_file", endless)
    file.result(1, 2, 5)
    file.save()
    linked = followed.files.following.linked
    qtbot.waitUntil(lambda: linked.state.work is LinkStage.MERGING)
    followed.close()
    assert not followed.isVisible()
    assert not [t for t in threading.enumerate() if t.name == "uscalc worker"]
