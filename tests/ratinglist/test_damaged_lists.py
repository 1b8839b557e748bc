"""Damaged lists: refused or imported, quickly, in little memory, with nothing left."""

import subprocess
import sys

import pytest

from tests.ratinglist.mutate_lists import bases, extremes, problem
from tests.shared_data import ROOT

COUNT = 1_000


def test_every_base_is_imported(tmp_path):
    for name, content in bases().items():
        assert problem(content, tmp_path) is None, name


@pytest.mark.parametrize("name", extremes())
def test_what_asks_for_too_much_is_refused_in_time(name, tmp_path):
    assert problem(extremes()[name], tmp_path) is None


def test_mutations():
    """In a process of its own, so that its memory is what the import took."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.ratinglist.mutate_lists", "--count", str(COUNT)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
