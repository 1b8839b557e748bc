"""If any call to the disk fails, the old file stays or the new one is complete."""

import datetime as dt
import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import branched
from tests.formats.shared.faults import ERRORS, KINDS, failing
from uscalc.cli.commands import run_command_line
from uscalc.document.edit.cells import set_name
from uscalc.document.history import History
from uscalc.document.model import Document
from uscalc.formats import open_event
from uscalc.formats.native.journal import JournalSnapshot, read_snapshot
from uscalc.formats.native.journal_writing import JournalFile
from uscalc.formats.native.reader import save_event
from uscalc.formats.opened import FormatError
from uscalc.resources import get_resource_path

MOST_CALLS = 60
"""No action here needs this many calls of one kind; with more, the test would not end."""
NOW = dt.datetime(2026, 3, 1, 12, 0)

Deed = Callable[[], Any]
Look = Callable[[bool], None]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "disk"
    place.mkdir()
    return place


@pytest.fixture(scope="module")
def event() -> Document:
    return open_event(get_resource_path("samples", "autumn-open.uscalc")).document


def changed(event: Document) -> Document:
    return set_name(event, 0, 0, "Inventa, Other").document


def every_fault(folder, kind, error, begin) -> int:
    """Make each call of a kind fail in turn until none does, and return how many did.

    `begin` prepares the folder, and returns the action and the check after it. The
    check receives whether the action succeeded.
    """
    for number in range(1, MOST_CALLS):
        for left in folder.rglob("*"):
            if left.is_file():
                left.unlink()
        operation, look = begin()
        try:
            with failing(folder, kind, number, error) as disk:
                operation()
            said = None
        except FormatError as refused:
            said = str(refused)
        except NotDoneError:
            said = str(folder)
        done = said is None
        assert said is None or (str(folder) in said and "\n" not in said)
        look(done)
        assert [p.name for p in folder.rglob("*.tmp")] == []
        assert [p.name for p in folder.rglob("*.part*")] == []
        if not disk.failed:
            assert done
            return number - 1
    raise AssertionError("the operation calls the disk without an end")


kinds = pytest.mark.parametrize("kind", KINDS)
errors = pytest.mark.parametrize(
    "error", ERRORS, ids=[errno.errorcode[code] for code in ERRORS]
)


@pytest.mark.parametrize("first", [False, True], ids=["over", "first"])
@kinds
@errors
def test_a_save_leaves_the_old_event_or_the_new_one(kind, error, first, folder, event):
    path = folder / "event.uscalc"

    def begin() -> tuple[Deed, Look]:
        if not first:
            save_event(event, path)

        def look(done: bool) -> None:
            there = open_event(path).document if path.exists() else None
            assert there in (None if first else event, changed(event))
            assert there == changed(event) or not done

        return lambda: save_event(changed(event), path), look

    faults = every_fault(folder, kind, error, begin)
    assert first or (faults > 0) is (kind != "read")


@kinds
@errors
def test_a_journal_has_a_state_that_was(kind, error, folder, event):
    path = folder / "1.journal"
    history = History(event)
    history.apply_edit(set_name(event, 0, 0, "Inventa, One"))
    one = JournalSnapshot(history.past, None, None, NOW)
    history.apply_edit(set_name(history.document, 0, 1, "Inventa, Two"))
    two = JournalSnapshot(history.past, None, None, NOW)

    def begin() -> tuple[Deed, Look]:
        journal = JournalFile(path)
        journal.write(one)

        def look(done: bool) -> None:
            found = read_snapshot(path)
            assert found.document in (one.document, two.document)
            if done:
                assert found.past == two.past
            # The next write is complete, whatever failed before.
            journal.write(two)
            assert read_snapshot(path).past == two.past
            assert read_snapshot(path).damage == ""

        return lambda: journal.write(two), look

    faults = every_fault(folder, kind, error, begin)
    assert (faults > 0) is (kind in ("open", "stat", "write", "fsync", "close"))


class NotDoneError(Exception):
    """A command reported that it could not do what was requested."""


def commanded(*words: object) -> Deed:
    """Run a command in this process."""

    def run_or_raise() -> None:
        if run_command_line([str(word) for word in words]) not in (0, 1):
            raise NotDoneError

    return run_or_raise


LIST = "MEM_ID\tMEM_NAME\tR_LPB_RAT\n90000001\tINVENTA, ADA\t1500\n"
WRITING = {
    "convert": "convert {event} {folder}/out.uscalc --force",
    "carry": "carry {event} {folder}/out.uscalc --end-date 2026-01-01 --force",
    **{
        f"sheets {kind}": f"sheets {{event}} {{folder}}/out.{kind} --force"
        for kind in ("html", "csv", "xlsx")
    },
}


@pytest.mark.parametrize("command", WRITING)
@pytest.mark.parametrize("over", [False, True], ids=["new", "over"])
@kinds
@errors
def test_a_command_writes_a_complete_file_or_nothing(
    kind, error, over, command, folder, tmp_path, event, capsys
):
    read = tmp_path / "event.uscalc"
    save_event(event, read)
    words = [w.format(event=read, folder=folder) for w in WRITING[command].split()]
    out = Path(words[2])
    assert run_command_line(words) in (0, 1)
    new = out.read_bytes()

    def begin() -> tuple[Deed, Look]:
        if over:
            out.write_bytes(b"what was there")
        capsys.readouterr()

        def look(done: bool) -> None:
            said = capsys.readouterr().err
            assert "Traceback" not in said
            if done:
                assert out.read_bytes() == new or command == "sheets xlsx"
                return
            assert said.count("\n") == 1
            assert str(out) in said or str(folder) in said
            if over:
                kept = out.read_bytes()
                assert kept == b"what was there" or len(kept) == len(new)
            elif out.exists():
                assert len(out.read_bytes()) == len(new)

        return commanded(*words), look

    every_fault(folder, kind, error, begin)


@kinds
@errors
def test_no_rating_list_is_imported_in_part(kind, error, folder, monkeypatch, capsys):
    """The database library writes by itself; any of our own calls around it may fail."""
    monkeypatch.setenv("USCALC_STATE", str(folder))
    from uscalc.ratinglist.store import load_lists
    from uscalc.ui.session.folders import Folders

    lists = Folders.find_usual().lists
    file = folder / "list.txt"

    def begin() -> tuple[Deed, Look]:
        file.write_text(LIST)
        capsys.readouterr()

        def look(done: bool) -> None:
            said = capsys.readouterr().err
            assert "Traceback" not in said
            found = load_lists(lists)
            assert found.problems == ()
            if done:
                assert [one.members for one in found.lists] == [1]
            else:
                assert said.count("\n") == 1
                assert all(one.members == 1 for one in found.lists)

        words = ("list", "import", file, "--date", "2025-09-01")
        return commanded(*words), look

    every_fault(folder, kind, error, begin)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="limits of POSIX")
@pytest.mark.parametrize("size", [1_000, 20_000, 60_000])
def test_an_import_on_a_full_disk_is_one_line_and_keeps_the_old_list(size, tmp_path):
    """The database library writes by itself, and fails at some byte of its file."""
    import resource

    from uscalc.ratinglist.store import load_lists

    file, own, told = tmp_path / "list.txt", tmp_path / "own", tmp_path / "told"
    rows = (f"{90000000 + n}\tINVENTA, P{n}\t1500\n" for n in range(500))
    file.write_text("MEM_ID\tMEM_NAME\tR_LPB_RAT\n" + "".join(rows))

    def import_list(day: str, before: Deed = lambda: None) -> tuple[int, str]:
        words = ["list", "import", str(file), "--date", day]
        with told.open("wb") as stream:
            number = stream.fileno()
            code = branched(words, number, number, {"USCALC_STATE": str(own)}, before)
        return code, told.read_text()

    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    assert import_list("2025-08-01")[0] == 0
    lists = next(own.rglob("lists"))
    before = {path: path.read_bytes() for path in lists.iterdir()}
    code, said = import_list("2025-09-01", fill)
    assert code == 2
    assert said.count("\n") == 1, said
    assert said.startswith("uscalc: ")
    assert {path: path.read_bytes() for path in lists.iterdir()} == before
    assert [one.members for one in load_lists(lists).lists] == [500]
