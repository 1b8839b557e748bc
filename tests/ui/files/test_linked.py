"""A director's day with a linked file: nothing typed is lost, and another tournament asks."""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFontMetrics, QKeySequence
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from tests.formats.pairing_files import (
    ROUND_PLAYERS,
    ROUND_RESULTS,
    sjson,
    sjson_player,
    sjson_section,
    swisssys_round,
)
from tests.ui import driving as ui
from tests.ui.keys import CONTROL, SHIFT, Key
from tests.ui.leftovers import hanging
from tests.ui.swisssys import Tournament
from uscalc.document.merge.merge import merge_file
from uscalc.document.model import Document
from uscalc.formats import open_event
from uscalc.formats.native.reader import save_event
from uscalc.monitor import Monitor
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.files.link_states import FileTrouble, LinkStage, LinkState
from uscalc.ui.files.updates_dialog import UpdatesDialog
from uscalc.ui.frame.bars import shorten_link_text
from uscalc.ui.session.folders import Folders
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.message_bar import unsaved_of
from uscalc.ui.widgets.plain_table import PADDING
from uscalc.ui.window.main_window import MainWindow


@pytest.fixture
def followed(qtbot: QtBot, window: MainWindow, file: Tournament) -> MainWindow:
    ui.open_file(qtbot, window, file.path)
    settle(qtbot, window)
    return window


def settle(qtbot: QtBot, window: MainWindow, at: LinkStage = LinkStage.IN_STEP) -> None:
    """Wait until the work on the current content of the file has ended in a stage."""
    linked = window.files.following.linked
    linked.watch.poll.setInterval(50)
    qtbot.waitUntil(lambda: linked.state.work is at and not linked.busy)


def looked(qtbot: QtBot, window: MainWindow, times: int = 2) -> None:
    """Wait until the current file was checked, by a check that began after its last change."""
    watch = window.files.following.linked.watch
    watch.poll.setInterval(50)
    for _ in range(times):
        with qtbot.waitSignal(watch.looked):
            pass


def tries_again(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until postponed work was tried once more, and postponed again."""
    timers = window.files.following.linked.findChildren(
        QTimer, options=Qt.FindChildOption.FindDirectChildrenOnly
    )
    rung = [QSignalSpy(timer.timeout) for timer in timers]
    qtbot.waitUntil(lambda: sum(spy.count() for spy in rung) >= 2)


def bring(qtbot: QtBot, window: MainWindow, file: Tournament, *game: int) -> None:
    """Save a result as "2 beats 5", and wait until it is merged."""
    file.save_result(1, *(game or (2, 5)))
    ui.wait_for_step(qtbot, window, "Round 1 from SwissSys: 1 result")


def stays_out(qtbot: QtBot, window: MainWindow, file: Tournament) -> None:
    """Save "2 beats 5", and check that it waits."""
    file.save_result(1, 2, 5)
    qtbot.waitUntil(lambda: window.files.following.linked.busy)
    tries_again(qtbot, window)
    assert results(window)[1] == ("?5w",)


def disagree(qtbot: QtBot, window: MainWindow, file: Tournament) -> None:
    """Type that 1 beats 4, and save the opposite."""
    ui.enter(qtbot, window, 1, 1, "w4")
    file.save_result(1, 4, 1)
    qtbot.waitUntil(lambda: bool(window.session.findings))


def results(window: MainWindow) -> list[tuple[str, ...]]:
    return [player.results for player in ui.players_of(window)]


def type_games(qtbot: QtBot, window: MainWindow, number: int, games: str) -> None:
    """Type a rating with its number of games, as `1501/12`."""
    rating = ui.text(window, number, "rating")
    ui.enter(qtbot, window, number, "rating", f"{rating}/{games}")


def test_the_selected_player_stays_selected_in_another_row(qtbot, followed, file):
    ui.click(qtbot, followed, 5, "name")
    chosen = followed.session.player.id
    file.players.reverse()
    file.save()
    ui.wait_for_step(qtbot, followed, "Changes from SwissSys")
    assert followed.session.selection.row == 1
    assert followed.session.player.id == chosen


def test_a_disagreement_is_a_finding_until_one_value_is_chosen(qtbot, followed, file):
    disagree(qtbot, followed, file)
    assert ui.text(followed, 1, 1).startswith("W4")
    (finding,) = followed.session.findings
    assert (finding.player, finding.round, finding.section) == (1, 1, 0)
    assert '"W4w" here and "L4w" in the linked file' in finding.message
    (row,) = (row for row in followed.problems.rows if row.group == "warning")
    assert row.place == "Round 1, Inventa, Player1"
    assert [fix.label for fix in row.fixes] == list(followed.messages.ways)
    model, column = followed.crosstable.model, ui.column_of(followed, 1)
    cells = {number: model.make_painted(number - 1, column) for number in range(1, 7)}
    assert {n for n, cell in cells.items() if cell and cell.marked} == {1}
    assert '"L4w" in the linked file' in ui.hint(followed, 1, 1)
    said = followed.messages.text
    assert "disagree on round 1 of Inventa, Player1. Your edits are kept" in said
    assert 'The result is "W4w" here and "L4w" in the linked file.' in said
    assert followed.messages.ways == ("Keep my edit", "Use the file's value")
    ui.press_button(qtbot, followed, "messageWayOut2")
    ui.wait_for_step(qtbot, followed, "Use the values in club.sjson")
    assert ui.text(followed, 1, 1).startswith("L4")
    assert followed.session.findings == ()
    cell = model.make_painted(0, column)
    assert not cell.marked
    ui.press(qtbot, followed, Key.Key_Z, CONTROL)
    assert ui.text(followed, 1, 1).startswith("W4")
    qtbot.waitUntil(lambda: len(followed.session.findings) == 1)
    ui.press_button(qtbot, followed, "messageWayOut")
    assert followed.session.findings == ()
    bring(qtbot, followed, file)
    assert ui.text(followed, 1, 1).startswith("W4")
    assert followed.session.findings == ()


def test_a_rating_entered_after_the_answer_new_is_taken(qtbot, window, file):
    for number in (2, 3):
        del file.number(number)["Rating"]
    file.save()
    ui.open_file(qtbot, window, file.path)
    ui.press_button(qtbot, window, "messageWayOut")
    ui.press_button(qtbot, window, "messageClose")
    assert ui.text(window, 2, "rating") == "unr"
    file.number(2)["Rating"] = 1210
    file.save()
    ui.wait_for_step(qtbot, window, "Changes from SwissSys: 1 other change")
    assert ui.text(window, 2, "rating") == "1210"
    assert ui.text(window, 3, "rating") == "unr"
    assert window.session.findings == ()
    assert window.messages.text == ""


def test_the_bar_lists_the_last_save_and_ratings_differ(qtbot, followed, file):
    bring(qtbot, followed, file, 1, 4)
    linked, chip = followed.files.following.linked, followed.bottom.link
    assert linked.words.endswith(": round 1: 1 result")
    followed.resize(1600, 800)
    qtbot.waitUntil(lambda: chip.accessibleName().endswith(": round 1: 1 result"))
    assert ": 1 result" in chip.toolTip()
    file.save()
    followed.named_actions["readNow"].trigger()
    qtbot.waitUntil(lambda: not linked.words.endswith(": round 1: 1 result"))
    assert linked.words.startswith("Linked to club.sjson · synced ")
    ui.enter(qtbot, followed, 2, "rating", "1444")
    file.number(2)["Rating"] = 1555
    file.save()
    qtbot.waitUntil(lambda: bool(followed.session.findings))
    model = followed.crosstable.model
    assert [
        kind
        for kind in ("number", "name", "rating", "games", "post")
        if (cell := model.make_painted(1, ui.column_of(followed, kind))) and cell.marked
    ] == ["rating"]
    assert "1444 here and 1555 in the linked file" in ui.hint(followed, 2, "rating")
    assert "disagree on Regular rating of Inventa, Player2." in followed.messages.text


SYNCED = "club.sjson · synced 2:02 PM"
RESULTS = "round 4: 12 results; Ortiza entered"
BEHIND = "club.sjson · 12 changes behind the file"
WAITING = "club.sjson · changes from 2:02 PM are waiting"


@pytest.mark.parametrize(
    ("words", "letters", "shown"),
    [
        (SYNCED, 40, f"Linked to {SYNCED}"),
        (SYNCED, 27, SYNCED),
        (SYNCED, 20, "club.sjso…ed 2:02 PM"),
        (f"{SYNCED}: {RESULTS}", 56, f"club.sjson: {RESULTS}"),
        (f"{SYNCED}: {RESULTS}", 34, "club.sjson: round 4: 12 results; …"),
        (f"{SYNCED}: {RESULTS}", 28, SYNCED),
        (BEHIND, 40, BEHIND),
        (BEHIND, 30, "club.sjson · behind the file"),
        (WAITING, 28, "club.sjson · changes waiting"),
    ],
)
def test_a_narrow_bar_keeps_the_changes_rather_than_their_time(words, letters, shown):
    assert shorten_link_text(f"Linked to {words}", letters) == shown
    assert len(shown) <= letters


def test_a_merge_waits_for_an_answer_about_unsaved_work(
    qtbot, followed, file, tmp_path
):
    """A merge before the answer would count as unsaved work, beside the restored work."""
    followed.session.path = saved = tmp_path / "club.uscalc"
    later = (("Later", lambda: None),)
    followed.messages.ask_question(unsaved_of(saved), "Restore?", later)
    stays_out(qtbot, followed, file)
    ui.press_button(qtbot, followed, "messageWayOut")
    ui.wait_for_step(qtbot, followed, "Round 1 from SwissSys: 1 result")


def test_a_merge_waits_until_a_field_is_typed_to_its_end(qtbot, followed, file):
    ui.click(qtbot, followed, 1, "name")
    field = ui.half_type(followed, "playerMemberId", "99000777")
    stays_out(qtbot, followed, file)
    assert field.text() == "99000777"
    QTest.keyClick(field, Key.Key_Return)
    ui.wait_for_step(qtbot, followed, "Round 1 from SwissSys: 1 result")
    assert results(followed)[1] == ("W5w",)
    assert ui.players_of(followed)[0].id == "99000777"


def test_leaving_while_typing_blocks_nothing(qtbot, followed, file, monkeypatch):
    ui.click(qtbot, followed, 1, "name")
    ui.half_type(followed, "playerMemberId", "99000777")
    steps = len(followed.session.history._documents)
    # This is the state while another program has the focus.
    monkeypatch.setattr(QApplication, "activeWindow", staticmethod(lambda: None))
    bring(qtbot, followed, file)
    typed, merged = followed.session.history._documents[steps:]
    assert typed.sections[0].players[0].id == "99000777"
    assert merged.sections[0].players[0].id == "99000777"
    assert [p.id for p in merged.sections[0].players].count("99000777") == 1


def test_a_broken_or_moved_file_is_read_again(qtbot, followed, file, tmp_path):
    followed.files.following.linked.watch.patience.setInterval(500)
    document = followed.session.document
    file.result(1, 2, 5)
    file.save_half()
    qtbot.waitUntil(lambda: "Can't read club.sjson" in followed.messages.text)
    assert "the file ends too early" in followed.messages.text
    name = followed.bottom.link.accessibleName()
    assert name == "Linked to club.sjson · can't be read now"
    assert followed.session.document is document
    # If the file vanishes then, this is a new problem and is reported too.
    ui.press_button(qtbot, followed, "messageClose")
    file.path.unlink()
    gone = "club.sjson has been moved or deleted"
    qtbot.waitUntil(lambda: gone in followed.messages.text)
    assert followed.messages.ways == ("Find the file…", "Unlink")
    file.save()
    ui.wait_for_step(qtbot, followed, "Round 1 from SwissSys: 1 result")
    qtbot.waitUntil(lambda: followed.messages.text == "")
    file.path = file.path.rename(tmp_path / "moved.sjson")
    qtbot.waitUntil(lambda: "has been moved or deleted" in followed.messages.text)
    ui.press_button(qtbot, followed, "messageWayOut")
    ui.choose_path(followed, "followDialog", file.path)
    name = followed.bottom.link.accessibleName
    qtbot.waitUntil(lambda: name().startswith("Linked to moved.sjson · synced"))
    bring(qtbot, followed, file, 1, 4)


def test_unlinking_ends_it_and_can_be_undone(qtbot, followed, file):
    followed.named_actions["unlink"].trigger()
    assert followed.bottom.link.text() == "Not linked"
    document = followed.session.document
    file.save_result(1, 2, 5)
    # The file isn't followed, and nothing is postponed.
    watch = followed.files.following.linked.watch
    assert watch.paths == ()
    assert not watch.poll.isActive()
    assert ui.quiet(followed.files.following.linked)
    assert followed.session.document is document
    ui.press(qtbot, followed, Key.Key_Z, CONTROL)
    ui.wait_for_step(qtbot, followed, "Round 1 from SwissSys: 1 result")


def test_saving_asks_for_a_file_of_its_own(qtbot, followed, file, tmp_path):
    type_games(qtbot, followed, 1, "8")
    ui.press(qtbot, followed, Key.Key_S, CONTROL)
    ui.choose_path(followed, "saveDialog", tmp_path / "mine.uscalc")
    assert file.path.read_bytes() == file.content()
    saved = open_event(tmp_path / "mine.uscalc").document
    assert saved.link.path == str(file.path)


def reopened(qtbot: QtBot, theme: Theme, folders: Folders, path: Path) -> MainWindow:
    window = MainWindow(
        Session(Document("Nothing", open_event(path).document.end_date), resolve_rules),
        theme,
        folders,
    )
    qtbot.addWidget(window, before_close_func=lambda w: w.session.history.mark_saved())
    window.show()
    ui.activate(qtbot, window)
    ui.open_file(qtbot, window, path)
    return window


def test_a_link_survives_a_move(qtbot, followed, file, theme, folders, tmp_path):
    type_games(qtbot, followed, 1, "8")
    ui.enter(qtbot, followed, 2, 1, "d5")
    followed.files.saving.write_file(file.path.parent / "mine.uscalc")
    followed.close()
    assert not followed.isVisible()
    stick = file.path.parent.rename(tmp_path / "stick")
    file.path = stick / "club.sjson"
    file.result(1, 1, 4)
    file.save_result(1, 2, 5)
    window = reopened(qtbot, theme, folders, stick / "mine.uscalc")
    ui.wait_for_step(qtbot, window, "Round 1 from SwissSys: 1 result")
    assert results(window)[:2] == [("W4w",), ("D5w",)]
    assert ui.players_of(window)[0].facts("R").games == 8
    assert [f.player for f in window.session.findings] == [2]
    name = window.bottom.link.accessibleName()
    assert name.startswith("Linked to club.sjson · synced ")


def test_a_file_that_is_not_an_event_changes_and_saves_nothing(qtbot, followed, file):
    document = followed.session.document
    value = file.as_json()
    value["Sections"][0]["Players"][0]["E-mail"] = "nobody@invented.example"
    file.path.write_text(json.dumps(value))
    looked(qtbot, followed)
    settle(qtbot, followed)
    assert followed.session.document is document
    assert followed.session.history.undo_name is None
    bring(qtbot, followed, file, 1, 4)
    qtbot.waitUntil(lambda: not followed.isWindowModified())
    ui.enter(qtbot, followed, 1, "name", "Typed")
    bring(qtbot, followed, file)
    assert followed.isWindowModified()
    followed.close()
    ui.find_part(followed, QMessageBox, "saveQuestion").reject()


def test_a_long_merge_says_how_far_it_is_and_stops(qtbot, followed, file, monkeypatch):
    fast: list[bool] = []

    def slowly(*args: Any, monitor: Monitor, **more: Any) -> object:
        while not fast:
            monitor.check()
            time.sleep(0.001)
        return merge_file(*args, monitor=monitor, **more)

    monkeypatch.setattr("uscalc.ui.files.reader.merge_file", slowly)
    document = followed.session.document
    file.save_result(1, 2, 5)
    said = "Importing changes from club.sjson: 99 %", ("Cancel",)
    bar = followed.messages
    qtbot.waitUntil(lambda: (bar.text, bar.ways) == said)
    # The window can be used meanwhile.
    ui.click(qtbot, followed, 3, "name")
    assert followed.session.selection.row == 2
    ui.press_button(qtbot, followed, "messageWayOut")
    assert followed.messages.text == ""
    assert followed.bottom.link.accessibleName().endswith(", not imported")
    qtbot.waitUntil(lambda: not hanging())
    looked(qtbot, followed)
    assert followed.session.document is document
    assert not followed.files.following.linked.busy
    fast.append(True)
    followed.named_actions["readNow"].trigger()
    ui.wait_for_step(qtbot, followed, "Round 1 from SwissSys: 1 result")
    assert followed.session.document is not document
    fast.clear()
    file.save_result(1, 1, 4)
    linked = followed.files.following.linked
    qtbot.waitUntil(lambda: linked.state.work is LinkStage.MERGING)
    followed.close()
    assert not followed.isVisible()
    assert not hanging()


Rows = Sequence[Sequence[Any]]


def save(folder: Path, section: str, last: int, players: Rows = ROUND_PLAYERS) -> Path:
    path = folder / f"{section}.S{last}C"
    results = [row[: 1 + last] for row in ROUND_RESULTS]
    path.write_bytes(swisssys_round(players, results))
    return path


STRANGERS: Rows = (
    ROUND_PLAYERS[0],
    *((n, f"Strangea, {n}", 90000040 + n, 1200, "") for n in (1, 2)),
)


def test_the_next_round_is_merged_from_its_own_file(qtbot, window, tmp_path):
    ui.open_file(qtbot, window, save(tmp_path, "Open", 1))
    settle(qtbot, window)
    linked = window.files.following.linked
    assert window.session.document.sections[0].rounds == 1
    # A round of another section doesn't concern this one.
    save(tmp_path, "Reserve", 2)
    before = window.session.document
    looked(qtbot, window)
    assert window.session.document is before
    save(tmp_path, "Open", 2)
    qtbot.waitUntil(lambda: window.session.document.sections[0].rounds == 2)
    assert window.session.history.undo_name == "Round 2 from SwissSys: 1 result"
    name = window.bottom.link.accessibleName
    assert name().startswith("Linked to Open.S2C · synced")
    # The other program may delete older rounds, even the file that was opened.
    linked.watch.patience.setInterval(100)
    (tmp_path / "Open.S1C").unlink()
    looked(qtbot, window, times=3)
    assert name().startswith("Linked to Open.S2C · synced")
    # A newer file of another tournament's section with this name isn't used.
    save(tmp_path, "Open", 4, STRANGERS)
    save(tmp_path, "Open", 3)
    qtbot.waitUntil(lambda: name().startswith("Linked to Open.S3C · synced"))
    assert ui.players_of(window)[0].name == "Inventa, Ada"
    # If no other file is left, the window asks about it.
    for played in (2, 3):
        (tmp_path / f"Open.S{played}C").unlink()
    said = "Open.S4C now contains a different tournament"
    qtbot.waitUntil(lambda: window.messages.text.startswith(said))
    (tmp_path / "Open.S4C").unlink()
    qtbot.waitUntil(lambda: name().endswith("file not found"))


SAID = "club.sjson now contains a different tournament"


def river(*, title: str = "River Classic", first: int = 500) -> bytes:
    players = [
        sjson_player(at, Name=f"Strange, No{at}", ID=f"{97000000 + first + at}")
        for at in range(1, 9)
    ]
    return sjson(
        sjson_section(*players[:5], name="Masters"),
        sjson_section(*players[5:], name="Amateurs"),
        Tournament_title=title,
        Starting_date="2024-11-09",
        Ending_date="2024-11-10",
    )


def save_stranger(qtbot: QtBot, window: MainWindow, file: Tournament) -> None:
    file.path.write_bytes(river())
    qtbot.waitUntil(lambda: SAID in window.messages.text)
    assert window.messages.text == (
        "club.sjson now contains a different tournament (0 of the 6 members known "
        'before): "River Classic", 11/10/2024 (2 sections, 8 players). Nothing was '
        'imported. It contained "Lantern Open", 5/4/2025 (1 section, 6 players).'
    )
    buttons = window.messages.findChildren(QPushButton)
    keys = [
        QKeySequence.mnemonic(b.text()).toString() for b in buttons if b.isVisible()
    ]
    assert len({key for key in keys if key}) == 3


def sections(window: MainWindow) -> list[str]:
    return [section.name for section in window.session.document.sections]


@pytest.mark.parametrize("with_keys", [True, False])
def test_another_tournament_is_taken_as_this_event(qtbot, followed, file, with_keys):
    save_stranger(qtbot, followed, file)
    if with_keys:
        followed.messages.take_keyboard(0)
        QTest.keyClick(followed.messages._ways[0], Key.Key_U)
    else:
        ui.press_button(qtbot, followed, "messageWayOut")
    settle(qtbot, followed)
    assert followed.session.document.name == "River Classic"
    assert sections(followed) == ["Masters", "Amateurs"]
    assert followed.messages.text == ""
    # From now on, this event is linked.
    file.path.write_bytes(river(title="River Classic, corrected"))
    qtbot.waitUntil(lambda: followed.session.document.name.endswith("corrected"))
    # Two undos return to the previous event, which is behind the file.
    for _ in range(2):
        ui.press(qtbot, followed, Key.Key_Z, CONTROL)
    assert sections(followed) == ["Open"]
    settle(qtbot, followed, LinkStage.BEHIND)
    file.path.write_bytes(river(title="River Classic, again"))
    qtbot.waitUntil(lambda: SAID in followed.messages.text)
    assert sections(followed) == ["Open"]


def test_another_tournament_is_opened_separately(qtbot, followed, file, tmp_path):
    own = tmp_path / "mine.uscalc"
    followed.files.saving.write_file(own)
    save_stranger(qtbot, followed, file)
    ui.press_button(qtbot, followed, "messageWayOut2")
    qtbot.waitUntil(lambda: followed.session.document.name == "River Classic")
    settle(qtbot, followed)
    assert SAID not in followed.messages.text
    # The previous event is in its own file, and asks again when it is opened.
    ui.open_file(qtbot, followed, own)
    qtbot.waitUntil(lambda: SAID in followed.messages.text)
    assert sections(followed) == ["Open"]


def test_another_tournament_needs_its_own_answers(qtbot, followed, file):
    disagree(qtbot, followed, file)
    save_stranger(qtbot, followed, file)
    # The difference now concerns another file.
    assert followed.session.findings == ()
    ui.press_button(qtbot, followed, "messageClose")
    assert followed.messages.text == ""
    file.save()
    qtbot.waitUntil(lambda: len(followed.session.findings) == 1)
    before = followed.session.document
    save_stranger(qtbot, followed, file)
    ui.press_button(qtbot, followed, "messageWayOut3")
    assert followed.bottom.link.text() == "Not linked"
    assert followed.messages.text == ""
    assert followed.session.document.sections is before.sections
    assert followed.files.following.linked.watch.paths == ()


def choose(qtbot: QtBot, window: MainWindow, path: Path) -> None:
    """Select the file to link, as in the dialog of the menu."""
    window.files.following.linked.ask_for_file()
    ui.choose_path(window, "followDialog", path)


def typed_event(file: Tournament, path: Path) -> None:
    """Save the file's event without a link, as if it had been typed."""
    save_event(open_event(file.path).document, path)


def test_a_chosen_file_of_another_tournament_asks_first(qtbot, window, file, tmp_path):
    typed_event(file, tmp_path / "mine.uscalc")
    ui.open_file(qtbot, window, tmp_path / "mine.uscalc")
    file.path.write_bytes(river())
    choose(qtbot, window, file.path)
    settle(qtbot, window, LinkStage.STRANGER)
    assert window.messages.text == (
        "club.sjson now contains a different tournament (0 of the 6 members entered "
        'here): "River Classic", 11/10/2024 (2 sections, 8 players). Nothing was '
        'imported. The open event is "Lantern Open", 5/4/2025 (1 section, 6 players).'
    )
    assert sections(window) == ["Open"]
    ui.press_button(qtbot, window, "messageWayOut")
    settle(qtbot, window)
    assert sections(window) == ["Masters", "Amateurs", "Open"]


def test_a_chosen_file_of_the_same_event_is_merged(qtbot, window, file, tmp_path):
    typed_event(file, tmp_path / "mine.uscalc")
    ui.open_file(qtbot, window, tmp_path / "mine.uscalc")
    file.save_result(1, 1, 4)
    choose(qtbot, window, file.path)
    settle(qtbot, window)
    assert window.messages.text == ""
    (section,) = window.session.document.sections
    assert section.players[0].results == ("W4w",)


def lines(dialog: UpdatesDialog) -> list[tuple[str, str, str]]:
    model = dialog.table.model()
    return [
        tuple(str(model.index(row, at).data()) for at in range(3))
        for row in range(model.rowCount())
    ]  # type: ignore[misc]


def comes_in(qtbot: QtBot, window: MainWindow, count: int) -> None:
    settle(qtbot, window)
    qtbot.waitUntil(lambda: len(window.files.following.linked.updates) == count)


def test_every_save_is_listed_by_name_the_newest_first(qtbot, window, file):
    ui.open_file(qtbot, window, file.path)
    comes_in(qtbot, window, 0)
    words = [a.text().replace("&", "") for a in window.bottom.link.menu().actions()]
    assert {"Sync history…", "Reapply undone updates"} <= set(words)
    ui.press(qtbot, window, Key.Key_F5, SHIFT)
    dialog = ui.find_part(window, UpdatesDialog)
    assert not dialog.table.isVisible()
    nothing = ui.find_part(dialog, QLabel, "updatesNothing")
    assert nothing.isVisible()
    assert nothing.text().startswith("No updates in this session.")
    # While it is open, it shows new updates.
    file.result(1, 1, 4)
    file.save_result(1, 2, 5, drawn=True)
    comes_in(qtbot, window, 1)
    assert dialog.table.isVisible()
    assert not nothing.isVisible()
    time = window.files.following.linked.updates[0].time
    first = [
        (time, "club.sjson", "round 1: 2 results"),
        ("", "Open, round 1", "Inventa, Player1 beats Inventa, Player4"),
        ("", "Open, round 1", "Inventa, Player2 draws with Inventa, Player5"),
    ]
    assert lines(dialog) == first
    strong = QFontMetrics(window.theme.make_font(strong=True))
    assert dialog.table.columnWidth(0) >= strong.horizontalAdvance(time) + 2 * PADDING
    file.players.append(sjson_player(7, "U;0;-;0;0;0;0", Name="Ortiza, Ana"))
    file.save()
    comes_in(qtbot, window, 2)
    assert lines(dialog) == [
        (window.files.following.linked.updates[1].time, "club.sjson", "Ortiza entered"),
        ("", "Open", "Ortiza, Ana entered as number 7"),
        *first,
    ]
    assert dialog.state.text().endswith(": Ortiza entered.")
    # Undone updates stay listed, and the line above says that the event is behind.
    window.named_actions["undo"].trigger()
    qtbot.waitUntil(lambda: dialog.state.text().endswith("1 change behind the file."))
    assert len(lines(dialog)) == 5
    ui.press(qtbot, dialog, Key.Key_Escape)
    assert not dialog.isVisible()


def test_the_list_is_the_events_own_and_stays(qtbot, window, file, sample, tmp_path):
    own = tmp_path / "mine.uscalc"
    ui.open_file(qtbot, window, file.path)
    comes_in(qtbot, window, 0)
    file.save_result(1, 1, 4)
    comes_in(qtbot, window, 1)
    window.files.saving.write_file(own)
    window.named_actions["updates"].trigger()
    dialog = ui.find_part(window, UpdatesDialog)
    assert len(lines(dialog)) == 2
    ui.open_file(qtbot, window, sample)
    assert lines(dialog) == []
    assert dialog.state.text() == "This event isn't linked to a file."
    ui.open_file(qtbot, window, own)
    comes_in(qtbot, window, 1)
    assert len(lines(dialog)) == 2
    # The same window comes to the front; there is only one.
    window.named_actions["updates"].trigger()
    assert len(window.findChildren(UpdatesDialog)) == 1


def test_the_bar_shows_the_state_of_the_linked_file_and_brief_states_have_no_words():
    for stage, trouble, words in (
        (LinkStage.UNREAD, FileTrouble.NONE, "not read yet"),
        (LinkStage.WAITING, FileTrouble.NONE, "changes from 2:02 PM are waiting"),
        (LinkStage.IN_STEP, FileTrouble.NONE, "synced 2:02 PM"),
        (LinkStage.COMPARING, FileTrouble.NONE, "synced 2:02 PM"),
        (LinkStage.STOPPED, FileTrouble.NONE, "read 2:02 PM, not imported"),
        (LinkStage.STRANGER, FileTrouble.NONE, "contains another tournament"),
        (LinkStage.BEHIND, FileTrouble.NONE, "3 changes behind the file"),
        (LinkStage.MERGING, FileTrouble.UNREADABLE, "can't be read now"),
        (LinkStage.IN_STEP, FileTrouble.GONE, "file not found"),
    ):
        assert LinkState(stage, trouble).describe_state("2:02 PM", 3) == words
    one = LinkState(LinkStage.BEHIND).describe_state("2:02 PM", 1)
    assert one == "1 change behind the file"
    for work in LinkStage:
        state = LinkState(work)
        assert (state.describe_state("14:02") == "") is state.passing
        assert state.busy or not state.passing
