"""Another tournament under the followed name, and the mark of who follows what."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from tests.formats.pairing_files import sjson, sjson_player, sjson_section
from tests.ui.driving import choose_path, open_file, press, press_button
from tests.ui.swisssys import Tournament
from uscalc.formats import open_event
from uscalc.formats.native.reader import save_event
from uscalc.ui.files.link_states import LinkStage
from uscalc.ui.window.main_window import MainWindow

CONTROL = Qt.KeyboardModifier.ControlModifier
SAID = "club.sjson now contains a different tournament"


@pytest.fixture
def followed(qtbot: QtBot, window: MainWindow, file: Tournament) -> MainWindow:
    open_file(qtbot, window, file.path)
    rests(qtbot, window, LinkStage.IN_STEP)
    return window


def rests(qtbot: QtBot, window: MainWindow, work: LinkStage) -> None:
    linked = window.files.following.linked
    linked.watch.poll.setInterval(50)
    qtbot.waitUntil(lambda: linked.state.work is work and not linked.busy)


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


def sections(window: MainWindow) -> list[str]:
    return [section.name for section in window.session.document.sections]


def test_another_tournament_stops_and_asks(qtbot, followed, file):
    before = followed.session.document
    save_stranger(qtbot, followed, file)
    assert followed.messages.text == (
        "club.sjson now contains a different tournament (0 of the 6 members known "
        'before): "River Classic", 11/10/2024 (2 sections, 8 players). Nothing was '
        'imported. It contained "Lantern Open", 5/4/2025 (1 section, 6 players).'
    )
    assert followed.session.document is before
    chip = followed.bottom.link
    assert chip.accessibleName() == "Linked to club.sjson · contains another tournament"
    assert not followed.isWindowModified()
    buttons = followed.messages.findChildren(QPushButton)
    keys = [QKeySequence.mnemonic(b.text()) for b in buttons if b.isVisible()]
    keys = [key.toString() for key in keys if not key.isEmpty()]
    assert len(keys) == len(set(keys)) == 3
    # Results of the own tournament come in again as soon as they are there.
    file.result(1, 1, 4)
    file.save()
    rests(qtbot, followed, LinkStage.IN_STEP)
    assert followed.messages.text == ""
    assert followed.session.history.undo_name == "Round 1 from SwissSys: 1 result"
    assert sections(followed) == ["Open"]


@pytest.mark.parametrize("with_keys", [True, False])
def test_it_is_taken_as_the_same_event(qtbot, followed, file, with_keys):
    save_stranger(qtbot, followed, file)
    if with_keys:
        followed.messages.take_keyboard(0)
        QTest.keyClick(followed.messages._ways[0], Qt.Key.Key_U)
    else:
        press_button(qtbot, followed, "messageWayOut")
    rests(qtbot, followed, LinkStage.IN_STEP)
    assert followed.session.document.name == "River Classic"
    assert sections(followed) == ["Masters", "Amateurs"]
    assert followed.messages.text == ""
    # From now on that is the event that is followed.
    file.path.write_bytes(river(title="River Classic, corrected"))
    qtbot.waitUntil(lambda: followed.session.document.name.endswith("corrected"))
    # And undo, twice, is back at the one before, behind the file.
    for _ in range(2):
        press(qtbot, followed, Qt.Key.Key_Z, CONTROL)
    assert sections(followed) == ["Open"]
    rests(qtbot, followed, LinkStage.BEHIND)
    file.path.write_bytes(river(title="River Classic, again"))
    qtbot.waitUntil(lambda: SAID in followed.messages.text)
    assert sections(followed) == ["Open"]


def test_it_is_opened_as_an_event_of_its_own(qtbot, followed, file, tmp_path):
    own = tmp_path / "mine.uscalc"
    followed.files.saving.write_file(own)
    save_stranger(qtbot, followed, file)
    press_button(qtbot, followed, "messageWayOut2")
    qtbot.waitUntil(lambda: followed.session.document.name == "River Classic")
    rests(qtbot, followed, LinkStage.IN_STEP)
    assert SAID not in followed.messages.text
    # The one before stands in its own file, and asks again when it is opened.
    open_file(qtbot, followed, own)
    qtbot.waitUntil(lambda: SAID in followed.messages.text)
    assert sections(followed) == ["Open"]


def test_following_is_stopped(qtbot, followed, file):
    before = followed.session.document
    save_stranger(qtbot, followed, file)
    press_button(qtbot, followed, "messageWayOut3")
    assert followed.bottom.link.text() == "Not linked"
    assert followed.messages.text == ""
    assert followed.session.document.sections is before.sections
    assert followed.files.following.linked.watch.paths == ()


def test_what_is_answered_over_a_disagreement_is_not_the_strangers(
    qtbot, followed, file
):
    from tests.ui.driving import enter

    enter(qtbot, followed, 1, 1, "w4")
    file.result(1, 4, 1)
    file.save()
    qtbot.waitUntil(lambda: bool(followed.session.findings))
    save_stranger(qtbot, followed, file)
    # Where the two differ is another file's matter now.
    assert followed.session.findings == ()
    press_button(qtbot, followed, "messageClose")
    assert followed.messages.text == ""
    file.save()
    qtbot.waitUntil(lambda: len(followed.session.findings) == 1)


def test_the_mark_goes_with_the_event_that_it_belongs_to(
    qtbot, followed, file, tmp_path, sample, other_event
):
    own = tmp_path / "mine.uscalc"
    followed.files.saving.write_file(own)
    file.result(1, 1, 4)
    file.save()
    rests(qtbot, followed, LinkStage.IN_STEP)
    qtbot.waitUntil(
        lambda: followed.files.following.linked.words.endswith(": round 1: 1 result")
    )
    followed.files.saving.write_file(own)
    copy = tmp_path / "copy.uscalc"
    shutil.copy(sample, copy)
    table = tmp_path / "river.sjson"
    table.write_bytes(river())
    chip = followed.bottom.link
    for path in (sample, other_event, table, copy, sample):
        open_file(qtbot, followed, path)
        if path is table:
            rests(qtbot, followed, LinkStage.IN_STEP)
            assert chip.accessibleName().startswith("Linked to river.sjson · synced ")
        else:
            assert chip.text() == "Not linked"
            assert not followed.named_actions["readNow"].isEnabled()
        # It never comes later either: what is saved there is not this event's.
        file.save()
        assert "club" not in chip.accessibleName()
        assert "club" not in chip.toolTip()
    open_file(qtbot, followed, own)
    rests(qtbot, followed, LinkStage.IN_STEP)
    assert chip.accessibleName().startswith("Linked to club.sjson · synced ")
    # What came in before is remembered with it.
    assert "round 1: 1 result" in chip.toolTip()


def choose(qtbot: QtBot, window: MainWindow, path: Path) -> None:
    """Chooses the file to follow, as in the dialog of the menu."""
    window.files.following.linked.ask_for_file()
    choose_path(window, "followDialog", path)


def typed_event(file: Tournament, path: Path) -> None:
    """The file's event as one that follows nothing, as it is typed and saved."""
    save_event(open_event(file.path).document, path)


def test_a_chosen_file_of_another_tournament_asks_first(qtbot, window, file, tmp_path):
    typed_event(file, tmp_path / "mine.uscalc")
    open_file(qtbot, window, tmp_path / "mine.uscalc")
    file.path.write_bytes(river())
    choose(qtbot, window, file.path)
    rests(qtbot, window, LinkStage.STRANGER)
    assert window.messages.text == (
        "club.sjson now contains a different tournament (0 of the 6 members entered "
        'here): "River Classic", 11/10/2024 (2 sections, 8 players). Nothing was '
        'imported. The open event is "Lantern Open", 5/4/2025 (1 section, 6 players).'
    )
    assert sections(window) == ["Open"]
    press_button(qtbot, window, "messageWayOut")
    rests(qtbot, window, LinkStage.IN_STEP)
    assert sections(window) == ["Masters", "Amateurs", "Open"]


def test_a_chosen_file_of_the_same_tournament_comes_in_at_once(
    qtbot, window, file, tmp_path
):
    typed_event(file, tmp_path / "mine.uscalc")
    open_file(qtbot, window, tmp_path / "mine.uscalc")
    file.result(1, 1, 4)
    file.save()
    choose(qtbot, window, file.path)
    rests(qtbot, window, LinkStage.IN_STEP)
    assert window.messages.text == ""
    (section,) = window.session.document.sections
    assert section.players[0].results == ("W4w",)
