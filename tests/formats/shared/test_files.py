"""A path that isn't a regular file of sensible size is refused in one line, without waiting."""

import datetime as dt
import errno
import io
import os
import re
import socket
import struct
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.build import require
from tests.formats.pairing_files import PAIR, sjson, sjson_section
from tests.formats.report_files import put, report, zipped
from tests.formats.shared.faults import failing
from tests.killed import left_by_the_dead
from tests.rights import without_root_rights
from uscalc.formats import FormatError, open_event
from uscalc.formats.every import READERS, find_readable_files
from uscalc.formats.shared import files as shared_files
from uscalc.formats.shared.bundle import MOST_FILES, read_zip
from uscalc.ratinglist.rows import LARGEST, open_list_file

pytestmark = pytest.mark.skipif(
    not hasattr(os, "mkfifo"), reason="there are no such files here"
)
DEVICE = "not a regular file. Choose a file."


@pytest.fixture(params=["pipe", "link to a pipe", "zero", "full", "socket"])
def special_file(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """Make something that isn't a regular file with data."""
    pipe = tmp_path / "club.uscalc"
    if request.param in ("zero", "full"):
        yield Path("/dev", request.param)
    elif request.param == "socket":
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(pipe))
            yield pipe
    else:
        os.mkfifo(pipe)
        link = tmp_path / "link.uscalc"
        link.symlink_to(pipe)
        yield pipe if request.param == "pipe" else link


def test_odd_files_are_neither_read_nor_replaced(special_file):
    for read in (open_event, lambda path: open_list_file(path).__enter__()):
        with pytest.raises(FormatError) as caught:
            read(special_file)
        assert str(caught.value) == f"{special_file}: {DEVICE}"
    assert shared_files.read_head(special_file, 100) == b""
    nothing = shared_files.read_fingerprint(special_file.parent / "nothing")
    assert shared_files.read_fingerprint(special_file) != nothing
    with pytest.raises(FormatError, match="can't be written: not a regular file"):
        shared_files.replace_file(special_file, b"x")


def test_files_beyond_the_limit_are_refused_unopened(tmp_path):
    assert all(0 < reader.limit <= shared_files.SIZE_LIMIT for reader in READERS)
    path = tmp_path / "large.csv"
    path.write_bytes(b"Number,Name,Rating,Round 1\n1,A,1500,W2\n" + b" " * 8_000_000)
    said = (
        "the file has 9 MB; the limit for a crosstable as CSV or tab-separated text is"
    )
    with pytest.raises(
        FormatError, match=f"{said} .*Check that this is the right file"
    ):
        open_event(path)
    path = tmp_path / "large.uscalc"
    with path.open("wb") as file:
        file.write(b'{"format": "uscalc-event",')
        file.truncate(6_000_000_000)
    said = "the file has 6,000 MB; the limit for an event is 32 MB"
    with pytest.raises(FormatError, match=said):
        open_event(path)
    with pytest.raises(FormatError, match="the limit for a rating supplement is 1,000"):
        open_list_file(path).__enter__()
    assert LARGEST < 6_000_000_000
    assert shared_files.read_fingerprint(path) is not None


def test_long_names_are_written_or_refused(tmp_path):
    # At most 255 bytes are allowed; this name has only 150 letters, but more bytes.
    path = tmp_path / ("é" * 150 + ".uscalc")
    with pytest.raises(FormatError, match="can't be read: file name too long"):
        open_event(path)
    with pytest.raises(FormatError, match="can't be written: file name too long"):
        shared_files.replace_file(path, b"x")
    assert shared_files.read_fingerprint(path) is None
    path = tmp_path / ("é" * 124 + ".uscalc")
    assert len(os.fsencode(path.name)) == 255
    shared_files.replace_file(path, b"one")
    shared_files.replace_file(path, b"two")
    assert path.read_bytes() == b"two"
    require(shared_files.back_up(path, tmp_path / "backups", dt.datetime(2026, 3, 1)))
    assert len(os.fsencode(shared_files.make_temporary_path(path).name)) <= 255


def test_a_folder_that_cannot_be_entered_is_among_what_is_opened(tmp_path):
    closed = tmp_path / "closed"
    closed.mkdir()
    closed.chmod(0)
    try:
        with without_root_rights():
            assert find_readable_files([tmp_path]) == [closed]
            with pytest.raises(FormatError, match="permission denied"):
                open_event(closed)
            with pytest.raises(FormatError, match="permission denied"):
                shared_files.replace_file(closed / "a.uscalc", b"x")
    finally:
        closed.chmod(0o700)


# Folders and zips: one event is opened, bombs and too many files are refused.


def test_a_zip_or_folder_with_one_event_opens_it(tmp_path):
    files = {"a.sjson": sjson(sjson_section(*PAIR)), "notes.txt": b"hello"}
    (tmp_path / "a.zip").write_bytes(zipped({**files, "__MACOSX/a": b"{}"}))
    folder = tmp_path / "folder"
    folder.mkdir()
    put(files, folder)
    assert open_event(tmp_path / "a.zip").document == open_event(folder).document


def test_several_events_or_none_in_an_archive_are_refused_with_the_reason(tmp_path):
    put({**report(), "a.sjson": sjson(sjson_section(*PAIR))}, tmp_path)
    with pytest.raises(FormatError, match=r"several events: .*a\.sjson"):
        open_event(tmp_path)
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(FormatError, match="contains no file"):
        open_event(empty)


def test_a_folder_gives_each_event_once(tmp_path):
    put({**report(), "a.sjson": sjson(sjson_section(*PAIR))}, tmp_path)
    (tmp_path / "b.zip").write_bytes(zipped(report()))
    (tmp_path / "c.zip").write_bytes(zipped({"x.txt": b"x"}))
    (tmp_path / "d.zip").write_bytes(b"PK\x03\x04 torn")
    names = [path.name for path in find_readable_files([tmp_path])]
    assert names == ["THEXPORT.DBF", "a.sjson", "b.zip"]


def test_a_broken_file_of_a_folder_or_a_zip_is_named(tmp_path):
    files = {"cut.sjson": sjson(sjson_section(*PAIR))[:200], "notes.txt": b"hello"}
    put(files, tmp_path)
    archive = tmp_path / "a.zip"
    archive.write_bytes(zipped(files))
    for path in (archive, tmp_path):
        with pytest.raises(FormatError) as caught:
            open_event(path)
        assert str(caught.value).startswith(f"{path}: cut.sjson, line ")
        assert "the file ends too early" in str(caught.value)
        archive.unlink(missing_ok=True)
    archive.write_bytes(zipped({"a\nb.sjson": files["cut.sjson"]}))
    with pytest.raises(FormatError) as caught:
        open_event(archive)
    assert "\n" not in str(caught.value)


def test_unsafe_archives_are_refused():
    with pytest.raises(FormatError, match="200 times"):
        read_zip(zipped({"a": b"\0" * 3_000_000}), None)
    many = {str(i): b"x" for i in range(MOST_FILES + 1)}
    with pytest.raises(FormatError, match="too many files"):
        read_zip(zipped(many), None)
    data = zipped({"a": b"abc" * 1000})
    lying = data.replace(struct.pack("<I", 3000), struct.pack("<I", 10))
    with pytest.raises(FormatError):
        read_zip(lying, None)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("a", "abc")
    with pytest.raises(FormatError, match="unsupported compression"):
        read_zip(buffer.getvalue(), None)
    with pytest.raises(FormatError, match="incomplete"):
        read_zip(zipped({"a": b"abc"})[:-30], None)


# Files that were being written when the program was killed: only those are removed.


def test_files_of_a_dead_process_are_removed_and_nothing_else(tmp_path):
    event = tmp_path / "open.uscalc"
    left = left_by_the_dead(event)
    of_others = shared_files.make_temporary_path(event)
    elsewhere = left.with_name(re.sub("-.{8}-", "-00000000-", left.name))
    names = (".open.uscalc.0123456789ab.tmp", ".bashrc", "notes.tmp", left.name[1:])
    others = (tmp_path / name for name in (*names, f"{left.name}.bak"))
    kept = [event, of_others, elsewhere, *others]
    for path in (left, left.with_name(f"{left.name}-journal"), *kept):
        path.write_text("half")
    shared_files.remove_leftovers([tmp_path / "not there", tmp_path])
    assert sorted(tmp_path.iterdir()) == sorted(kept)


def test_a_folder_with_such_a_name_stays_and_the_files_go(tmp_path):
    folder, left = (left_by_the_dead(tmp_path / name) for name in "ab")
    folder.mkdir()
    left.write_text("half")
    shared_files.remove_leftovers([tmp_path])
    assert list(tmp_path.iterdir()) == [folder]


def test_a_file_being_written_is_distinguished_from_a_leftover(tmp_path, monkeypatch):
    seen = []
    real = os.replace

    def watched(source: Path, target: Path) -> None:
        shared_files.remove_leftovers([tmp_path])
        seen.extend(tmp_path.iterdir())
        real(source, target)

    monkeypatch.setattr("os.replace", watched)
    shared_files.replace_file(tmp_path / "open.uscalc", b"whole")
    assert len(seen) == 1
    assert (tmp_path / "open.uscalc").read_bytes() == b"whole"


# Files that belong together are all written or not at all, whatever the disk does.

NAMES = ("ONE.DBF", "TWO.DBF", "THREE.DBF")


def files(folder: Path, data: bytes = b"new") -> dict[Path, bytes]:
    return {folder / name: data + name.encode() for name in NAMES}


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_folder_with_the_name_is_never_removed(tmp_path):
    (tmp_path / NAMES[2]).mkdir()
    with pytest.raises(FormatError, match="folder"):
        shared_files.write_together(files(tmp_path), over=True)
    assert [path.name for path in tmp_path.iterdir()] == [NAMES[2]]


@pytest.mark.parametrize("name", NAMES)
def test_no_file_is_written_if_one_exists(name, tmp_path):
    (tmp_path / name).write_bytes(b"old")
    with pytest.raises(FormatError, match="already exists"):
        shared_files.write_together(files(tmp_path))
    assert content(tmp_path) == {name: b"old"}
    shared_files.write_together(files(tmp_path), over=True)
    assert content(tmp_path) == {n: b"new" + n.encode() for n in NAMES}


@pytest.mark.parametrize("old", [(), NAMES[:2], NAMES])
@pytest.mark.parametrize("kind", ["open", "write", "fsync", "close", "rename"])
def test_a_failing_disk_leaves_all_files_unchanged(kind, old, tmp_path):
    before = {name: b"old" + name.encode() for name in old}
    failed = 0
    for number in range(1, 20):
        for path in tmp_path.iterdir():
            path.unlink()
        for name, data in before.items():
            (tmp_path / name).write_bytes(data)
        with failing(tmp_path, kind, number, errno.EIO) as disk:
            try:
                shared_files.write_together(files(tmp_path), over=True)
            except FormatError:
                pass
            else:
                assert not disk.failed
        if not disk.failed:
            break
        failed += 1
        assert content(tmp_path) == before
    assert failed >= 3
