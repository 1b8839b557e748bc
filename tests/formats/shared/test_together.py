"""Files that belong together: all of them or none, whatever the disk does."""

import errno
from pathlib import Path

import pytest

from tests.formats.shared.faults import failing
from uscalc.formats import FormatError
from uscalc.formats.shared.files import write_together

NAMES = ("ONE.DBF", "TWO.DBF", "THREE.DBF")


def files(folder: Path, data: bytes = b"new") -> dict[Path, bytes]:
    return {folder / name: data + name.encode() for name in NAMES}


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_files_are_written_together_and_folders_stay(tmp_path):
    write_together(files(tmp_path))
    assert content(tmp_path) == {name: b"new" + name.encode() for name in NAMES}
    (tmp_path / NAMES[2]).mkdir()
    with pytest.raises(FormatError, match="folder"):
        write_together(files(tmp_path), over=True)
    assert [path.name for path in tmp_path.iterdir()] == [NAMES[2]]


@pytest.mark.parametrize("name", NAMES)
def test_over_one_that_is_there_none_is_written(name, tmp_path):
    (tmp_path / name).write_bytes(b"old")
    with pytest.raises(FormatError, match="already exists"):
        write_together(files(tmp_path))
    assert content(tmp_path) == {name: b"old"}
    write_together(files(tmp_path), over=True)
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
                write_together(files(tmp_path), over=True)
            except FormatError:
                pass
            else:
                assert not disk.failed
        if not disk.failed:
            break
        failed += 1
        assert content(tmp_path) == before
    assert failed >= 3
