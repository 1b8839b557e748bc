"""The recovery journal and the backups: nothing is half written, and nothing is lost."""

import datetime as dt
import errno
import json
import os
import stat
import tempfile
from pathlib import Path

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule
from msgspec.structs import replace

from tests.build import event, player
from tests.document.test_history import Editing
from tests.often import often
from uscalc.document import model
from uscalc.document.edit.cells import set_name, set_result
from uscalc.document.history import History, HistoryState
from uscalc.formats.native import journal as journals
from uscalc.formats.native import journal_writing
from uscalc.formats.native.journal_writing import JournalFile
from uscalc.formats.native.write import write_event
from uscalc.formats.opened import FormatError
from uscalc.formats.shared import files

NOW = dt.datetime(2026, 3, 1, 14, 2, 30)
DAY = dt.date(2026, 3, 1)
MILO = replace(player(1, "W2", "?3", "draft text", rating=1611.0), name="Rook, Milo")
EVENT = event(MILO, title="Club Night", end=DAY)


def keep(journal: JournalFile, history: History) -> None:
    journal.write(journals.JournalSnapshot(history.past, None, None, NOW))


def rename(history: History, name: str) -> None:
    history.apply_edit(set_name(history.document, 0, 0, name))


@pytest.mark.parametrize("name", ["club.uscalc", "caf\udce9.uscalc"])
def test_a_snapshot_reads_back_as_it_was_written(name, path, tmp_path):
    snapshot = journals.JournalSnapshot(
        HistoryState((EVENT,)), tmp_path / name, "abc", NOW
    )
    JournalFile(path).write(snapshot)
    assert journals.read_snapshot(path) == snapshot


def test_unsaved_events_and_removed_records_are_noticed(path):
    states = grown_journal(path)
    assert journals.read_snapshot(path).source is None
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2] + lines[3:]))
    read = journals.read_snapshot(path)
    assert read.past == states[1][1]
    assert read.damage.startswith("3 later changes are damaged")


@pytest.fixture
def path(tmp_path):
    """Return the path of a window's journal."""
    return journals.journal_path(tmp_path, "window-1")


def grown_journal(path):
    """Return a journal of several records, with the file's size and the state after each."""
    journal, history = JournalFile(path), History(EVENT)
    states = []

    def write():
        keep(journal, history)
        states.append((path.stat().st_size, history.past))

    write()
    for name in ("One", "Two", "Three"):
        rename(history, name)
        write()
    history.undo()
    write()
    history.mark_saved()
    history.apply_edit(set_result(history.document, 0, 0, 1, "W3"))
    write()
    return states


def test_a_damaged_journal_gives_the_state_before_it_with_a_note(path):
    states = grown_journal(path)
    whole = path.read_bytes()
    assert len(whole) == states[-1][0]
    first = states[0][0]
    for cut in {*range(first, len(whole), 3), *(size for size, _ in states)}:
        path.write_bytes(whole[:cut])
        size, past = [state for state in states if state[0] <= cut][-1]
        read = journals.read_snapshot(path)
        assert read.past == past
        assert read.damage == ("" if cut == size else journals.TORN)
    for cut in range(0, first, 7):
        path.write_bytes(whole[:cut])
        with pytest.raises(FormatError, match="damaged"):
            journals.read_snapshot(path)
    for place in range(0, len(whole), 2):
        changed = bytearray(whole)
        changed[place] ^= 0x20
        path.write_bytes(bytes(changed))
        before = [past for size, past in states if size <= place]
        if not before:
            with pytest.raises(FormatError, match="damaged"):
                journals.read_snapshot(path)
            continue
        read = journals.read_snapshot(path)
        assert read.past == before[-1]
        assert read.damage


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 3}, "it was written by a newer version of uscalc"),
        ({"format": "diary"}, "another format"),
        ({"place": "0"}, "place: input should be a valid integer"),
        ({"saved": -1}, "saved: input should be greater than or equal to 0"),
        ({"written": "today"}, "written: input should be a valid datetime"),
        ({"steps": [{"name": "", "event": "{}", "sections": []}]}, "steps: 0: link"),
        ({"extra": 1}, "extra: extra inputs are not permitted"),
    ],
)
def test_a_signed_record_of_another_form_is_refused_in_a_line(change, words, path):
    keep(JournalFile(path), History(EVENT))
    record = json.loads(path.read_bytes().partition(b" ")[2])
    body = json.dumps(record | change).encode()
    path.write_bytes(files.compute_digest(body).encode() + b" " + body + b"\n")
    with pytest.raises(FormatError) as caught:
        journals.read_snapshot(path)
    line = str(caught.value)
    assert f"the recovery file is damaged: {words}" in line
    assert "\n" not in line


def test_a_journal_of_the_first_version_is_still_read(path):
    body = write_event(EVENT).encode("utf-8")
    head = {
        "format": "uscalc-journal",
        "source": "/events/club.uscalc",
        "on_disk": "abc",
        "written": NOW.isoformat(),
        "digest": files.compute_digest(body),
    }
    path.write_bytes(json.dumps(head).encode("utf-8") + b"\n" + body)
    source = Path("/events/club.uscalc")
    wanted = journals.JournalSnapshot(HistoryState((EVENT,)), source, "abc", NOW)
    assert journals.read_snapshot(path) == wanted
    path.write_bytes(path.read_bytes().replace(b"Rook", b"Book"))
    with pytest.raises(FormatError, match="damaged"):
        journals.read_snapshot(path)


def large(players=1000):
    """Return an event of this many players in nine rounds."""
    numbers = range(1, players + 1)
    return event(*(player(n, *"U" * 9, rating=1500.0 + n % 400) for n in numbers))


def test_a_journal_stores_what_changes_and_stays_bounded(path):
    journal, history = JournalFile(path), History(large())
    keep(journal, history)
    size = path.stat().st_size
    for row in range(0, 40, 2):
        history.apply_edit(set_result(history.document, 0, row, 3, f"W{row + 2}"))
        keep(journal, history)
    assert path.stat().st_size - size < 20 * 1500
    assert journals.read_snapshot(path).past == history.past
    size = path.stat().st_size
    for change in (
        lambda d: model.with_players(d, 0, d.sections[0].players[::-1]),
        lambda d: model.with_players(d, 0, d.sections[0].players[:500]),
        lambda d: replace(d, sections=(*d.sections, model.Section("New"))),
        lambda d: replace(d, sections=d.sections[::-1]),
    ):
        history.apply_edit(model.Edit(change(history.document), "Moved"))
    keep(journal, history)
    assert journals.read_snapshot(path).past == history.past
    assert path.stat().st_size - size < 30_000


def test_a_journal_stays_bounded_during_long_typing(path):
    journal, history = JournalFile(path), History(EVENT)
    for number in range(2000):
        rename(history, f"{number} " + "x" * 1600)
        keep(journal, history)
    assert path.stat().st_size < 2_500_000
    past = journals.read_snapshot(path).past
    assert past.document == history.document
    assert journals.STEPS <= past.place <= 2 * journals.STEPS
    for _ in range(1000):
        history.undo()
    keep(journal, history)
    past = journals.read_snapshot(path).past
    assert past.document == history.document
    assert min(past.place, len(past.names) - past.place) >= journals.STEPS


def test_large_steps_leave_those_that_there_is_room_for(path, monkeypatch):
    monkeypatch.setattr(journal_writing, "STEPS_LIMIT", 30_000)
    journal, history = JournalFile(path), History(EVENT)
    for number in range(20):
        rename(history, f"{number} " + "x" * 4000)
    for _ in range(3):
        keep(journal, history)
        past = journals.read_snapshot(path).past
        assert past.document == history.document
        assert past.names[past.place - 1] == history.undo_name
        assert 3 < len(past.names) < 12
        rename(history, "short")
        history.undo()


def test_a_removed_journal_is_written_completely_again(path):
    journal, history = JournalFile(path), History(EVENT)
    for name, harm in (
        ("One", lambda: None),
        ("Two", path.unlink),
        ("Three", lambda: path.write_bytes(path.read_bytes()[:-5])),
        ("Four", lambda: path.write_bytes(b"")),
    ):
        rename(history, name)
        keep(journal, history)
        harm()
        rename(history, name + " more")
        keep(journal, history)
        assert journals.read_snapshot(path).past == history.past
        assert journals.read_snapshot(path).damage == ""


def test_a_record_that_did_not_fit_spoils_no_later_one(path, monkeypatch):
    journal, history = JournalFile(path), History(EVENT)
    keep(journal, history)
    rename(history, "One")

    def full(descriptor):
        os.ftruncate(descriptor, os.fstat(descriptor).st_size - 20)
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(journal_writing.os, "fsync", full)
        with pytest.raises(FormatError, match="no space left"):
            keep(journal, history)
    assert journals.read_snapshot(path).past == HistoryState((EVENT,), saved=0)
    rename(history, "Two")
    keep(journal, history)
    assert journals.read_snapshot(path).past == history.past


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
def test_only_regular_files_are_read_as_journals(path):
    os.mkfifo(path)
    with pytest.raises(FormatError, match="not a regular file"):
        journals.read_snapshot(path)


def test_journals_are_set_aside_and_listed_newest_first(path, tmp_path):
    path.write_bytes(b"{not a journal")
    assert journals.set_journal_aside(path).read_bytes() == b"{not a journal"
    assert journals.list_journals(tmp_path) == []
    for i, name in enumerate(("old", "new")):
        path = journals.journal_path(tmp_path, name)
        keep(JournalFile(path), History(EVENT))
        os.utime(path, (1000 + i, 1000 + i))
    (tmp_path / "notes.txt").write_text("x")
    assert [path.stem for path in journals.list_journals(tmp_path)] == ["new", "old"]
    journals.discard_journal(journals.journal_path(tmp_path, "new"))
    journals.discard_journal(journals.journal_path(tmp_path, "new"))
    assert [path.stem for path in journals.list_journals(tmp_path)] == ["old"]
    assert journals.list_journals(tmp_path / "missing") == []


def test_fingerprints_and_unwritable_folders_are_reported(tmp_path):
    path = tmp_path / "a.uscalc"
    assert files.read_fingerprint(path) is None
    path.write_text("one")
    first = files.read_fingerprint(path)
    path.write_text("two")
    assert files.read_fingerprint(path) != first
    path.write_text("one")
    assert files.read_fingerprint(path) == first
    with pytest.raises(FormatError, match=r"w\.journal"):
        keep(JournalFile(path / "w.journal"), History(EVENT))


def test_backups_keep_the_last_few_of_each_file(tmp_path):
    folder, path = tmp_path / "backups", tmp_path / "club.uscalc"
    other = tmp_path / "other.uscalc"
    other.write_text("other")
    files.back_up(other, folder, NOW)
    for i in range(files.KEPT + 3):
        path.write_text(f"version {i}")
        assert files.back_up(path, folder, NOW + dt.timedelta(minutes=i)) is not None
    kept = [copy.read_text() for copy in files.list_backups(path, folder)]
    assert kept == [f"version {i}" for i in range(files.KEPT + 2, 2, -1)]
    assert [copy.read_text() for copy in files.list_backups(other, folder)] == ["other"]


def test_a_backup_keeps_the_permissions_and_its_failure_does_not_stop_saving(tmp_path):
    assert files.back_up(tmp_path / "missing.uscalc", tmp_path, NOW) is None
    path = tmp_path / "club.uscalc"
    path.write_text("x")
    # A file is where the folder should be.
    assert files.back_up(path, path, NOW) is None
    path.chmod(0o600)
    copy = files.back_up(path, tmp_path / "backups", NOW)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


# Any sequence of edits, undo, redo and save is restored completely after a kill.

MODULES = (journals, journal_writing)


class Killing(Editing):
    """The same edits with a journal that is written and read at random moments."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name, "window.journal")
        self.journal = JournalFile(self.path)
        self.noted: journals.JournalSnapshot | None = None
        self.steps, self.room = journals.STEPS, journal_writing.ROOM

    def teardown(self) -> None:
        for module in MODULES:
            module.STEPS = self.steps
        journal_writing.ROOM = self.room
        self.folder.cleanup()

    @initialize(
        every=st.booleans(),
        steps=st.sampled_from([2, 200]),
        room=st.sampled_from([0, 1_000_000]),
    )
    def prepare(self, every: bool, steps: int, room: int) -> None:
        self.every = every
        for module in MODULES:
            module.STEPS = steps
        journal_writing.ROOM = room

    def begun(self) -> bool:
        return bool(self.documents)

    @precondition(begun)
    @rule(again=st.booleans())
    def follow_a_file(self, again: bool) -> None:
        shown = self.history.document
        base = replace(shown, link=None)
        if again and shown.link is not None:
            self.make(model.Edit(replace(shown, link=None), "Unlink file"))
        else:
            self.make(
                model.Edit(replace(shown, link=model.Link("club.S1C", base)), "Follow")
            )

    @precondition(lambda self: self.place > 0)
    @rule()
    def amend(self) -> None:
        shown = self.history.document
        self.documents[self.place] = replace(shown, chain_sections=True)
        self.history.replace_shown(self.documents[self.place])

    @precondition(lambda self: self.place > 1)
    @rule()
    def join(self) -> None:
        """Make a new row and its name one step, as when a player is typed in."""
        self.history.join_steps(self.documents[self.place - 1])
        del self.documents[self.place - 1]
        self.place -= 1

    @precondition(begun)
    @rule()
    def note(self) -> None:
        self.noted = journals.JournalSnapshot(self.history.past, None, "abc", NOW)
        self.journal.write(self.noted)

    @precondition(begun)
    @rule()
    def start_again(self) -> None:
        """Continue the work of a killed window in another window with its own journal."""
        self.note()
        if len(self.documents) > journals.STEPS:
            return
        self.history = History.from_state(journals.read_snapshot(self.path).past)
        past = self.history.past
        if self.saved is not None and past.saved is not None:
            self.saved = past.documents[past.saved]
        self.documents = list(past.documents)
        self.journal = JournalFile(self.path)

    @invariant()
    def what_was_noted_comes_back(self) -> None:
        if not self.documents:
            return
        if self.every:
            self.note()
        if self.noted is None:
            return
        read = journals.read_snapshot(self.path)
        wanted, found = self.noted.past, read.past
        assert replace(read, past=wanted) == self.noted
        if len(wanted.names) <= journals.STEPS:
            assert found == wanted
            return
        # The steps on both sides are kept up to the limit, and unchanged.
        first = wanted.place - found.place
        last = first + len(found.documents)
        assert found.place >= min(wanted.place, journals.STEPS)
        ahead = len(wanted.names) - wanted.place
        assert len(found.names) - found.place >= min(ahead, journals.STEPS)
        shift = None if wanted.saved is None else wanted.saved - first
        saved = shift if shift is not None and 0 <= shift < last - first else None
        documents, names = wanted.documents[first:last], wanted.names[first : last - 1]
        assert found == HistoryState(documents, names, found.place, saved)


Killing.TestCase.settings = often(60, stateful_step_count=40)
TestKilling = Killing.TestCase
