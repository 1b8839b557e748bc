"""Files that were being written when the program was killed: only dead ones go."""

import os
import re
from pathlib import Path

from tests.killed import left_by_the_dead
from uscalc.formats.shared.files import (
    make_temporary_path,
    remove_leftovers,
    replace_file,
)


def test_only_leftovers_of_dead_processes_are_removed(tmp_path):
    event = tmp_path / "open.uscalc"
    left = left_by_the_dead(event)
    of_others = make_temporary_path(event)
    elsewhere = left.with_name(re.sub("-.{8}-", "-00000000-", left.name))
    kept = [
        event,
        of_others,
        elsewhere,
        tmp_path / ".open.uscalc.0123456789ab.tmp",
        tmp_path / ".bashrc",
        tmp_path / "notes.tmp",
        tmp_path / left.name.removeprefix("."),
        tmp_path / f"{left.name}.bak",
    ]
    for path in (left, left.with_name(f"{left.name}-journal"), *kept):
        path.write_text("half")
    remove_leftovers([tmp_path / "not there", tmp_path])
    assert sorted(tmp_path.iterdir()) == sorted(kept)
    folder, left = (left_by_the_dead(tmp_path / name) for name in "ab")
    folder.mkdir()
    left.write_text("half")
    remove_leftovers([tmp_path])
    assert list(tmp_path.iterdir()) == [folder]


def test_a_file_that_is_being_written_can_be_told_from_a_left_one(
    tmp_path, monkeypatch
):
    seen = []
    real = os.replace

    def watched(source: Path, target: Path) -> None:
        remove_leftovers([tmp_path])
        seen.extend(tmp_path.iterdir())
        real(source, target)

    monkeypatch.setattr("os.replace", watched)
    replace_file(tmp_path / "open.uscalc", b"whole")
    assert len(seen) == 1
    assert (tmp_path / "open.uscalc").read_bytes() == b"whole"
