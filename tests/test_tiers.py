"""The quick tier and the rest are all tests together, and a run reports what it left out."""

import re

from tests.cli.running import run_python
from tests.shared_data import ROOT
from tests.tiers import is_quick, put_long_files_first, slow_tests

FOLDER = "tests/formats/wintd"
"""A folder with at least one slow test that is not in the sample."""


def collected(*words: str) -> tuple[int, str]:
    """Return how many tests of the folder are chosen, and the last line."""
    command = ("-m", "pytest", "-n", "0", "--co", "-o", f"testpaths={FOLDER}")
    done = run_python(*command, *words, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    return sum("::" in line for line in done.stdout.splitlines()), done.stdout.rstrip(
        "\n"
    ).splitlines()[-1]


def test_the_quick_tier_and_the_rest_are_all_tests():
    quick, said = collected()
    rest, _ = collected("--rest")
    both, all_said = collected("--all")
    assert 0 < rest < quick
    assert quick + rest == both
    assert said == f"{rest} slow tests left out; pytest --all runs them too"
    assert "left out" not in all_said
    named, _ = collected(FOLDER)
    assert named == both


def test_the_seed_decides_the_sample_and_listed_tests_exist():
    name = max(slow_tests(), key=lambda each: -slow_tests()[each])
    cases = [f"{name}[{number}]" for number in range(200)]
    first, again, other = (
        [is_quick(case, seed) for case in cases] for seed in (1, 1, 2)
    )
    assert first == again != other
    assert 10 < sum(first) < 80
    assert is_quick("tests/engine/test_steps.py::test_not_listed", 1)
    lines = (ROOT / "tests" / "slow.txt").read_text("utf-8").splitlines()
    assert all(re.fullmatch(r"\d+\.\d\d tests/\S+\.py::\S+", line) for line in lines)


def test_the_longest_files_begin_first_and_keep_the_order_of_their_tests():
    slowest = max(slow_tests(), key=lambda name: slow_tests()[name])
    names = ["tests/b.py::one", "tests/a.py::one", "tests/a.py::two", slowest]
    assert put_long_files_first(names) == [3, 1, 2, 0]
