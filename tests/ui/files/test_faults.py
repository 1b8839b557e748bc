"""Clocks that jump; drives that hang, vanish, are full or read-only; and no network."""

import contextlib
import datetime as dt
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMessageBox

from tests.rights import without_root_rights
from tests.shared_data import ROOT
from tests.ui import driving as ui
from tests.ui.keys import CONTROL, LEFT, Key
from tests.ui.leftovers import hanging
from uscalc.counted import HARMLESS, strip_mark
from uscalc.formats import open_event
from uscalc.formats.shared.files import KEPT, list_backups
from uscalc.ratinglist.store import load_lists
from uscalc.ui.files import reader, saving
from uscalc.ui.files.link_states import GONE
from uscalc.ui.rating_list.importing import ImportListDialog
from uscalc.ui.session import file_on_disk

resource = pytest.importorskip("resource", reason="limits of POSIX")


@contextlib.contextmanager
def room_for(size: int) -> Iterator[None]:
    """Limit the size of every file that this process writes, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_jumping_clock_keeps_the_last_backups(
    qtbot, window, other_event, monkeypatch
):
    hours = [dt.datetime(2026, 3, 1, hour) for hour in range(8)]
    times = iter([*hours, *(hour.replace(year=2001) for hour in hours)])
    clock = SimpleNamespace(datetime=SimpleNamespace(now=lambda: next(times)))
    monkeypatch.setattr(saving, "dt", clock)
    ui.open_file(qtbot, window, other_event)
    for place in range(8 + 3):
        ui.enter(qtbot, window, 1, "name", f"Inventa, N{place}")
        ui.press(qtbot, window, Key.Key_S, CONTROL)
    kept = list_backups(other_event, window.folders.backups)
    assert len(kept) == KEPT
    names = {ui.first_name(path) for path in kept}
    assert names == {f"Inventa, N{place}" for place in range(5, 10)}


@pytest.mark.parametrize("second", [0, 2**32])
def test_a_file_saved_at_an_impossible_time_is_merged(qtbot, window, file, second):
    ui.open_file(qtbot, window, file.path)
    linked = window.files.following.linked
    qtbot.waitUntil(lambda: "· synced " in linked.words and not linked.busy)
    file.save_result(1, 2, 5)
    os.utime(file.path, (second, second))
    qtbot.waitUntil(lambda: ui.text(window, 2, 1) == "W5w")


def test_a_drive_that_does_not_answer_blocks_nothing(qtbot, window, file, monkeypatch):
    answers, asked, answered = (threading.Event() for _ in range(3))
    plain = reader.read_if_changed

    def hang(*given):
        asked.set()
        answers.wait(60)
        answered.set()
        return plain(*given)

    ui.open_file(qtbot, window, file.path)
    linked = window.files.following.linked
    qtbot.waitUntil(lambda: "· synced " in linked.words and not linked.busy)
    monkeypatch.setattr(reader, "read_if_changed", hang)
    try:
        linked.read_now()
        qtbot.waitUntil(asked.is_set)
        ui.enter(qtbot, window, 1, 1, "w4")
        assert ui.text(window, 1, 1) == "W4w"
        qtbot.waitUntil(lambda: window.session.up_to_date)
        window.session.history.mark_saved()
        assert window.close()
        assert not answered.is_set()
    finally:
        answers.set()
    qtbot.waitUntil(lambda: not hanging())


@pytest.fixture
def slow(monkeypatch):
    """Make every save, or only that of one file, wait until the event is set."""
    drive = SimpleNamespace(answers=threading.Event(), asked=[], done=[], only=None)
    plain = saving.save_event

    def hang(document, path):
        drive.asked.append(path)
        plain(document, path)
        if drive.only in (None, path):
            drive.answers.wait(60)
        drive.done.append(path)

    monkeypatch.setattr(saving, "save_event", hang)
    monkeypatch.setattr(saving, "QUICK", 0.05)
    yield drive
    drive.answers.set()


def begin_save(qtbot, window, path):
    """Open an event, change a name, save, and change another name."""
    ui.open_file(qtbot, window, path)
    ui.enter(qtbot, window, 1, "name", "Kept, Kim")
    ui.press(qtbot, window, Key.Key_S, CONTROL)
    ui.enter(qtbot, window, 2, "name", "Later, Lea")


def test_a_slow_save_saves_the_state_at_its_start(qtbot, window, other_event, slow):
    begin_save(qtbot, window, other_event)
    qtbot.waitUntil(lambda: f"Saving {other_event.name}…" in window.messages.text)
    assert window.isWindowModified()
    window.files.saving.check_file()
    assert not window.messages.has_question(saving.CONFLICT_KEY)
    slow.answers.set()
    qtbot.waitUntil(lambda: not window.messages.isVisible())
    assert ui.first_name(other_event) == "Kept, Kim"
    assert "Later, Lea" not in other_event.read_text()
    assert window.isWindowModified()
    ui.press(qtbot, window, Key.Key_S, CONTROL)
    assert "Later, Lea" in other_event.read_text()
    assert not window.isWindowModified()
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    assert window.isWindowModified()


def test_a_save_during_another_follows_it(qtbot, window, other_event, slow):
    begin_save(qtbot, window, other_event)
    ui.press(qtbot, window, Key.Key_S, CONTROL)
    assert slow.asked == [other_event]
    slow.answers.set()
    qtbot.waitUntil(lambda: not window.isWindowModified())
    assert slow.asked == [other_event] * 2
    assert "Later, Lea" in other_event.read_text()
    assert not window.messages.isVisible()


def test_a_waiting_save_goes_with_its_event(qtbot, window, other_event, slow, tmp_path):
    third = tmp_path / "three.uscalc"
    shutil.copy(other_event, third)
    begin_save(qtbot, window, other_event)
    ui.press(qtbot, window, Key.Key_S, CONTROL)
    window.files.opening.open_file(third)
    ui.answer_save_question(qtbot, window, QMessageBox.StandardButton.Discard)
    qtbot.waitUntil(lambda: window.session.path == third)
    slow.only = other_event
    ui.activate(qtbot, window)
    ui.enter(qtbot, window, 1, "name", "Third, Thea")
    ui.press(qtbot, window, Key.Key_S, CONTROL)
    qtbot.waitUntil(lambda: not window.isWindowModified())
    assert slow.done == [third]
    slow.answers.set()
    qtbot.waitUntil(lambda: slow.done != [third] and not hanging())
    assert slow.done == [third, other_event]
    assert ui.first_name(third) == "Third, Thea"
    assert ui.first_name(other_event) == "Kept, Kim"
    assert window.session.path == third


def test_a_waiting_save_never_writes_the_next_event(
    qtbot, window, other_event, slow, tmp_path
):
    third = tmp_path / "three.uscalc"
    shutil.copy(other_event, third)
    before = third.read_bytes()
    ui.open_file(qtbot, window, other_event)
    ui.enter(qtbot, window, 1, "name", "Kept, Kim")
    window.files.opening.open_file(third)
    ui.answer_save_question(qtbot, window, QMessageBox.StandardButton.Save)
    window.files.saving.save_event()
    slow.answers.set()
    qtbot.waitUntil(lambda: window.session.path == third and not hanging())
    assert ui.first_name(other_event) == "Kept, Kim"
    assert third.read_bytes() == before
    assert not window.isWindowModified()


def test_leaving_waits_for_a_slow_save(qtbot, window, other_event, slow):
    ui.open_file(qtbot, window, other_event)
    ui.enter(qtbot, window, 1, "name", "Kept, Kim")
    assert not window.close()
    ui.answer_save_question(qtbot, window, QMessageBox.StandardButton.Save)
    assert window.isVisible()
    ui.enter(qtbot, window, 2, "name", "Later, Lea")
    slow.answers.set()
    qtbot.waitUntil(lambda: window.findChild(QMessageBox, "saveQuestion") is not None)
    assert "Later, Lea" not in other_event.read_text()
    ui.answer_save_question(qtbot, window, QMessageBox.StandardButton.Save)
    qtbot.waitUntil(lambda: window.gone)
    assert "Later, Lea" in other_event.read_text()


def test_a_save_that_never_ends_is_canceled(qtbot, window, other_event, slow, tmp_path):
    slow.only = other_event
    begin_save(qtbot, window, other_event)
    qtbot.waitUntil(lambda: f"Saving {other_event.name}…" in window.messages.text)
    ui.press_button(qtbot, window, "messageWayOut")
    assert not window.messages.isVisible()
    assert window.isWindowModified()
    elsewhere = tmp_path / "elsewhere.uscalc"
    window.files.saving.write_file(elsewhere)
    qtbot.waitUntil(lambda: not window.isWindowModified())
    assert ui.first_name(elsewhere) == "Kept, Kim"
    assert slow.done == [elsewhere]
    slow.answers.set()
    qtbot.waitUntil(lambda: not hanging())
    assert window.session.path == elsewhere


def test_a_slow_look_at_a_file_holds_nothing_up(
    qtbot, window, other_event, sample, tmp_path, monkeypatch
):
    answers, plain = threading.Event(), file_on_disk.read_fingerprint

    def hang(path):
        if path == other_event:
            answers.wait(60)
        return plain(path)

    ui.open_file(qtbot, window, other_event)
    other_event.write_text(other_event.read_text().replace("Player 1", "Theirs, Tess"))
    monkeypatch.setattr(file_on_disk, "read_fingerprint", hang)
    window.files.saving.check_file()
    ui.click(qtbot, window, 2, "name")
    assert window.session.selection.row == 1
    assert window.messages.text == ""
    # Another event's file is looked at although the first drive still hangs.
    own = tmp_path / "own.uscalc"
    shutil.copy(sample, own)
    ui.open_file(qtbot, window, own)
    own.write_bytes(own.read_bytes() + b" ")
    window.files.saving.check_file()
    qtbot.waitUntil(lambda: window.messages.has_question(saving.CONFLICT_KEY))
    assert "own.uscalc was changed" in window.messages.text
    answers.set()
    ui.come_back(qtbot, window)
    assert "two.uscalc" not in window.messages.text


def test_a_drive_that_vanishes_loses_nothing(qtbot, window, file, tmp_path):
    ui.open_file(qtbot, window, file.path)
    linked = window.files.following.linked
    linked.watch.patience.setInterval(200)
    qtbot.waitUntil(lambda: "· synced " in linked.words and not linked.busy)
    drive, away = file.path.parent, tmp_path / "unplugged"
    drive.rename(away)
    qtbot.waitUntil(lambda: window.messages.has_question(GONE))
    ui.enter(qtbot, window, 1, 1, "w4")
    window.files.saving.write_file(drive / "ours.uscalc")
    assert "Your changes are still open in uscalc." in window.messages.text
    away.rename(drive)
    file.save_result(1, 2, 5)
    linked.read_now()
    qtbot.waitUntil(lambda: ui.text(window, 2, 1) == "W5w")
    assert ui.text(window, 1, 1) == "W4w"
    assert not window.messages.has_question(GONE)
    window.files.saving.write_file(drive / "ours.uscalc")
    assert open_event(drive / "ours.uscalc").document.sections[0].players[1].results


@pytest.mark.parametrize("fault", ["full", "read-only"])
def test_a_save_that_the_disk_refuses_leaves_the_old_file(
    qtbot, window, other_event, fault, tmp_path
):
    drive = tmp_path / "drive"
    drive.mkdir()
    path = other_event.rename(drive / other_event.name)
    ui.open_file(qtbot, window, path)
    before = path.read_bytes()
    ui.enter(qtbot, window, 1, "name", "Kept, Kim")
    with contextlib.ExitStack() as stack:
        if fault == "full":
            stack.enter_context(room_for(100))
        else:
            drive.chmod(0o500)
            stack.callback(drive.chmod, 0o700)
            stack.enter_context(without_root_rights())
        ui.press(qtbot, window, Key.Key_S, CONTROL)
        assert f"{path}: can't be written" in window.messages.text
        assert window.isWindowModified()
        assert path.read_bytes() == before
        assert list(drive.iterdir()) == [path]
    ui.press_button(qtbot, window, "messageWayOut2")
    assert not window.isWindowModified()
    assert ui.first_name(path) == "Kept, Kim"


def test_a_save_through_a_link_writes_its_target(qtbot, window, other_event, tmp_path):
    link = tmp_path / "link.uscalc"
    link.symlink_to(other_event)
    ui.open_file(qtbot, window, link)
    ui.enter(qtbot, window, 1, "name", "Kept, Kim")
    ui.press(qtbot, window, Key.Key_S, CONTROL)
    assert link.is_symlink()
    assert ui.first_name(other_event) == "Kept, Kim"
    loop = tmp_path / "loop.uscalc"
    loop.symlink_to(loop)
    ui.enter(qtbot, window, 1, "name", "Other, Olga")
    window.files.saving.write_file(loop)
    assert f"{loop}: can't be written" in window.messages.text
    assert window.isWindowModified()
    assert loop.is_symlink()


def test_an_import_on_a_full_disk_is_reported_in_its_dialog(qtbot, window, tmp_path):
    supplement = tmp_path / "list.txt"
    rows = (f"{90000000 + n}\tINVENTA, P{n}\t1500\n" for n in range(500))
    supplement.write_text("MEM_ID\tMEM_NAME\tR_LPB_RAT\n" + "".join(rows))
    window.named_actions["importList"].trigger()
    dialog = ui.find_part(window, ImportListDialog)
    dialog.examine_file(supplement)
    qtbot.waitUntil(lambda: not dialog.looking)
    ui.retype(dialog.date, "2025-09-01")
    accept = ui.find_part(dialog, QAbstractButton, "importAccept")
    with room_for(20_000):
        qtbot.mouseClick(accept, LEFT)
        qtbot.waitUntil(accept.isEnabled)
        qtbot.waitUntil(lambda: "Importing" not in dialog.problem.text())
    lists = window.folders.lists
    assert "the supplement can't be saved" in dialog.problem.text()
    assert dialog.problem.text().endswith("Free disk space and import it again.")
    assert load_lists(lists).lists == ()
    assert not lists.exists() or list(lists.iterdir()) == []
    qtbot.mouseClick(accept, LEFT)
    qtbot.waitUntil(lambda: "Imported the supplement" in window.messages.text)


FORMULAS = ("=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)")


def test_pasted_and_copied_formulas_stay_text(qtbot, window):
    ui.click(qtbot, window, 1, "name")
    QApplication.clipboard().setText("\n".join(FORMULAS))
    ui.press(qtbot, window, Key.Key_V, CONTROL)
    qtbot.waitUntil(lambda: ui.text(window, 4, "name") == FORMULAS[3])
    assert [ui.text(window, row, "name") for row in range(1, 5)] == list(FORMULAS)
    ui.type_at(qtbot, window, 1, "name", (Key.Key_C, CONTROL))
    copied = QApplication.clipboard().text()
    assert copied == HARMLESS + FORMULAS[0]
    assert strip_mark(copied) == FORMULAS[0]


ALONE = """
import os, socket, sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from uscalc.formats import open_event
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.scheduling import wait_for
from uscalc.ui.session.session import Session
from uscalc.ui.session.folders import Folders
from uscalc.ui.theme.theme import STYLE, Theme
from uscalc.ui.window.main_window import MainWindow

assert [name for _, name in socket.if_nameindex()] == ["lo"]
app = QApplication([*sys.argv[:1], *STYLE])
session = Session(open_event(Path(sys.argv[1])).document, resolve_rules)
window = MainWindow(session, Theme(app, "light"), Folders.find_usual())
window.show()
wait_for(lambda: session.up_to_date)
model = window.crosstable.model
print(session.up_to_date, model.rowCount())
window.files.saving.write_file(Path(sys.argv[2]))
window.close()
"""


def test_the_window_works_without_any_network(sample, tmp_path):
    tool = shutil.which("unshare")
    if tool is None:
        pytest.skip("there is no unshare here")
    ways = (
        words
        for words in ([tool, "-n"], [tool, "-r", "-n"])
        if not subprocess.run([*words, "true"], capture_output=True).returncode
    )
    alone = next(ways, None)
    if alone is None:
        pytest.skip("no network of its own may be made here")
    out = tmp_path / "saved.uscalc"
    done = subprocess.run(
        [*alone, sys.executable, "-c", ALONE, str(sample), str(out)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "USCALC_STATE": str(tmp_path / "own")},
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["True", "12"]
    assert open_event(out).document == open_event(sample).document
