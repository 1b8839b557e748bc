"""Damaged files of every format are refused, or opened and rated, quickly and unchanged."""

import random

import pytest

from tests.cli.running import run_python
from tests.formats.mutate import bases, extremes
from tests.shared_data import ROOT
from tests.tools.fuzz import problem
from uscalc.formats import FormatError
from uscalc.formats.every import READERS, open_files

COUNT = 1_000
"""A small part; `python tests/tools/fuzz.py` runs a hundred times as many."""


def test_every_reader_has_a_base():
    formats = set()
    for name, files in bases().items():
        assert problem(files, None, random.Random(1)) is None, name
        try:
            formats.add(open_files(files).format)
        except FormatError:
            formats.add(name)
    assert len(formats) >= len(READERS)


@pytest.mark.parametrize("name", extremes())
def test_what_asks_for_too_much_is_refused_in_time(name, tmp_path):
    assert problem(extremes()[name], tmp_path, random.Random(1)) is None


def test_mutations():
    """The mutations run in their own process, so that only their memory is measured."""
    done = run_python("tests/tools/fuzz.py", COUNT, cwd=ROOT, seconds=900)
    assert done.returncode == 0, done.stdout + done.stderr
