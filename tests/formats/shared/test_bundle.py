"""Folders and zips: one event is opened, bombs and crowds are refused."""

import io
import struct
import zipfile

import pytest

from tests.formats.pairing_files import PAIR, sjson, sjson_section
from tests.formats.report_files import put, report, zipped
from uscalc.formats import FormatError, open_event
from uscalc.formats.every import find_readable_files
from uscalc.formats.shared.bundle import MOST_FILES, read_zip


def test_a_zip_or_folder_with_one_event_opens_it_and_others_are_refused(tmp_path):
    files = {"a.sjson": sjson(sjson_section(*PAIR)), "notes.txt": b"hello"}
    (tmp_path / "a.zip").write_bytes(zipped({**files, "__MACOSX/a": b"{}"}))
    folder = tmp_path / "folder"
    folder.mkdir()
    put(files, folder)
    assert open_event(tmp_path / "a.zip").document == open_event(folder).document
    put({**report(), "a.sjson": sjson(sjson_section(*PAIR))}, tmp_path)
    with pytest.raises(FormatError, match=r"several events: .*a\.sjson"):
        open_event(tmp_path)
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(FormatError, match="contains no file"):
        open_event(empty)
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
    odd = zipped({"a\nb.sjson": files["cut.sjson"]})
    archive.write_bytes(odd)
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
