"""Damaged files of every format: refused or opened, quickly and in little memory."""

import subprocess
import sys

import pytest

from tests.formats.mutate import bases, extremes, problem
from tests.shared_data import ROOT
from uscalc.formats import FormatError
from uscalc.formats.every import READERS, open_files

COUNT = 20_000


def test_every_reader_has_a_base() -> None:
    formats = set()
    for name, files in bases().items():
        assert problem(files) is None, name
        try:
            formats.add(open_files(files).format)
        except FormatError:
            formats.add(name)
    assert len(formats) >= len(READERS)


@pytest.mark.parametrize("name", extremes())
def test_what_asks_for_too_much_is_refused_in_time(name: str) -> None:
    assert problem(extremes()[name]) is None


def test_mutations() -> None:
    """In a process of its own, so that its memory is what the readers took."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.formats.mutate", "--count", str(COUNT)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
