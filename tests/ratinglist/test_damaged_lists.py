"""Damaged lists are refused or imported, quickly, in little memory, and leave nothing behind."""

import pytest

from tests.cli.running import run_python
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
    """The mutations run in their own process, so that only their memory is measured."""
    words = ("-m", "tests.ratinglist.mutate_lists", "--count", COUNT)
    done = run_python(*words, cwd=ROOT, seconds=300)
    assert done.returncode == 0, done.stdout + done.stderr
