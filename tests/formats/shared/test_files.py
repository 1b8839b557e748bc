"""What is no plain file of a sensible size is refused in one line, and never waited for."""

import datetime as dt
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.build import require
from tests.rights import like_anybody
from uscalc.formats import open_event
from uscalc.formats.every import READERS, find_readable_files
from uscalc.formats import FormatError
from uscalc.formats.shared.files import (
    SIZE_LIMIT,
    back_up,
    make_temporary_path,
    read_fingerprint,
    read_head,
    replace_file,
)
from uscalc.ratinglist.rows import LARGEST, open_list_file

pytestmark = pytest.mark.skipif(
    not hasattr(os, "mkfifo"), reason="there are no such files here"
)
HEADS = {
    "uscalc": b'{"format": "uscalc-event",',
    "csv": b"Number,Name,Rating,Round 1\n1,A,1500,W2\n",
}
DEVICE = "not a regular file. Choose a file."


@pytest.fixture(params=["pipe", "link to a pipe", "zero", "full", "socket"])
def odd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """Something that is no file of data."""
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


def test_what_has_no_end_or_waits_is_refused_by_every_reader(odd):
    for read in (open_event, lambda path: open_list_file(path).__enter__()):
        with pytest.raises(FormatError) as caught:
            read(odd)
        assert str(caught.value) == f"{odd}: {DEVICE}"
    assert read_head(odd, 100) == b""
    assert read_fingerprint(odd) != read_fingerprint(odd.parent / "nothing")


def test_only_regular_files_are_replaced(odd):
    with pytest.raises(FormatError, match="can't be written: not a regular file"):
        replace_file(odd, b"x")


def test_files_beyond_the_limit_are_refused_unopened(tmp_path):
    assert all(0 < reader.limit <= SIZE_LIMIT for reader in READERS)
    path = tmp_path / "large.csv"
    path.write_bytes(HEADS["csv"] + b" " * 8_000_000)
    with pytest.raises(FormatError) as caught:
        open_event(path)
    assert (
        "the file has 9 MB; the limit for a crosstable as CSV or tab-separated text is"
    ) in (str(caught.value))
    assert str(caught.value).endswith("Check that this is the right file.")
    path = tmp_path / "large.uscalc"
    with path.open("wb") as file:
        file.write(HEADS["uscalc"])
        file.truncate(6_000_000_000)
    with pytest.raises(
        FormatError, match="the file has 6,000 MB; the limit for an event is 32 MB"
    ):
        open_event(path)
    with pytest.raises(FormatError, match="the limit for a rating supplement is 1,000"):
        open_list_file(path).__enter__()
    assert LARGEST < 6_000_000_000
    assert read_fingerprint(path) is not None


def test_long_names_are_written_or_refused(tmp_path):
    # 255 bytes are allowed; these are 150 letters.
    path = tmp_path / ("é" * 150 + ".uscalc")
    with pytest.raises(FormatError, match="can't be read: file name too long"):
        open_event(path)
    with pytest.raises(FormatError, match="can't be written: file name too long"):
        replace_file(path, b"x")
    assert read_fingerprint(path) is None
    path = tmp_path / ("é" * 124 + ".uscalc")
    assert len(os.fsencode(path.name)) == 255
    replace_file(path, b"one")
    replace_file(path, b"two")
    assert path.read_bytes() == b"two"
    require(back_up(path, tmp_path / "backups", dt.datetime(2026, 3, 1)))
    assert len(os.fsencode(make_temporary_path(path).name)) <= 255


def test_a_folder_that_cannot_be_entered_is_among_what_is_opened(tmp_path):
    closed = tmp_path / "closed"
    closed.mkdir()
    closed.chmod(0)
    try:
        with like_anybody():
            assert find_readable_files([tmp_path]) == [closed]
            with pytest.raises(FormatError, match="permission denied"):
                open_event(closed)
            with pytest.raises(FormatError, match="permission denied"):
                replace_file(closed / "a.uscalc", b"x")
    finally:
        closed.chmod(0o700)
