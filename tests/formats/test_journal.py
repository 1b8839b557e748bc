"""The recovery journal and the backups: nothing half written, nothing lost."""

import datetime as dt
import stat

import pytest

from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.formats.backup import KEPT, back_up, backups
from uscalc.formats.errors import FormatError
from uscalc.formats.journal import (
    Snapshot,
    discard,
    fingerprint,
    journal_path,
    journals,
    read_snapshot,
    set_aside,
    write_snapshot,
)
from uscalc.formats.native import read_event

NOW = dt.datetime(2026, 3, 1, 14, 2, 30)
EVENT = Document(
    "Club Night",
    dt.date(2026, 3, 1),
    (
        Section(
            systems=("R",),
            players=(
                Player(
                    1,
                    "Rook, Milo",
                    ratings=(("R", RatingFacts(1611.0)),),
                    results=("W2", "?3", "draft text"),
                ),
            ),
        ),
    ),
)


def test_a_snapshot_reads_back_as_it_was_written(tmp_path):
    snapshot = Snapshot(EVENT, tmp_path / "club.uscalc", "abc", NOW)
    path = journal_path(tmp_path, "window-1")
    write_snapshot(path, snapshot)
    assert read_snapshot(path) == snapshot


def test_an_event_that_was_never_saved_has_no_source(tmp_path):
    path = journal_path(tmp_path, "window-1")
    write_snapshot(path, Snapshot(EVENT, None, None, NOW))
    assert read_snapshot(path).source is None


def test_every_damage_is_said_and_never_read_as_something_else(tmp_path):
    path = journal_path(tmp_path, "window-1")
    write_snapshot(path, Snapshot(EVENT, None, None, NOW))
    whole = path.read_bytes()
    for cut in range(0, len(whole), 7):
        path.write_bytes(whole[:cut])
        with pytest.raises(FormatError, match="damaged"):
            read_snapshot(path)
    for place in range(0, len(whole), 11):
        changed = bytearray(whole)
        changed[place] ^= 0x20
        path.write_bytes(bytes(changed))
        try:
            read = read_snapshot(path)
        except FormatError:
            continue
        assert read.document == EVENT


def test_a_damaged_journal_is_set_aside_and_offered_no_more(tmp_path):
    path = journal_path(tmp_path, "window-1")
    path.write_bytes(b"{not a journal")
    kept = set_aside(path)
    assert kept.read_bytes() == b"{not a journal"
    assert journals(tmp_path) == []


def test_journals_are_listed_newest_first_and_only_journals(tmp_path):
    import os

    for i, name in enumerate(("old", "new")):
        path = journal_path(tmp_path, name)
        write_snapshot(path, Snapshot(EVENT, None, None, NOW))
        os.utime(path, (1000 + i, 1000 + i))
    (tmp_path / "notes.txt").write_text("x")
    assert [path.stem for path in journals(tmp_path)] == ["new", "old"]
    discard(journal_path(tmp_path, "new"))
    discard(journal_path(tmp_path, "new"))
    assert [path.stem for path in journals(tmp_path)] == ["old"]
    assert journals(tmp_path / "missing") == []


def test_a_fingerprint_tells_any_change_and_a_missing_file(tmp_path):
    path = tmp_path / "a.uscalc"
    assert fingerprint(path) is None
    path.write_text("one")
    first = fingerprint(path)
    path.write_text("two")
    assert fingerprint(path) != first
    path.write_text("one")
    assert fingerprint(path) == first


def test_backups_keep_the_last_few_of_each_file(tmp_path):
    folder, path = tmp_path / "backups", tmp_path / "club.uscalc"
    other = tmp_path / "other.uscalc"
    other.write_text("other")
    back_up(other, folder, NOW)
    for i in range(KEPT + 3):
        path.write_text(f"version {i}")
        assert back_up(path, folder, NOW + dt.timedelta(minutes=i)) is not None
    kept = [copy.read_text() for copy in backups(path, folder)]
    assert kept == [f"version {i}" for i in range(KEPT + 2, 2, -1)]
    assert [copy.read_text() for copy in backups(other, folder)] == ["other"]


def test_a_backup_that_cannot_be_made_keeps_nobody_from_saving(tmp_path):
    assert back_up(tmp_path / "missing.uscalc", tmp_path, NOW) is None
    path = tmp_path / "club.uscalc"
    path.write_text("x")
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    assert back_up(path, blocked, NOW) is None


def test_a_journal_in_a_folder_that_cannot_be_written_is_an_error_with_its_place(
    tmp_path,
):
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    with pytest.raises(FormatError) as caught:
        write_snapshot(blocked / "w.journal", Snapshot(EVENT, None, None, NOW))
    assert "w.journal" in str(caught.value)


def test_a_backup_keeps_the_permissions_of_the_file(tmp_path):
    path = tmp_path / "club.uscalc"
    path.write_bytes(b'{"format": "uscalc-event"}')
    path.chmod(0o600)
    copy = back_up(path, tmp_path / "backups", NOW)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_a_saved_event_can_be_read_from_its_backup(tmp_path):
    from uscalc.formats.native import save_event

    path = tmp_path / "club.uscalc"
    save_event(EVENT, path)
    copy = back_up(path, tmp_path / "backups", NOW)
    assert read_event(copy.read_bytes(), copy) == EVENT
