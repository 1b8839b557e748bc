"""Two tiers of tests: the quick ones with a sample of the rest, and all.

`pytest` without names runs the quick tier: every fast test, and a share of the slow
tests in `tests/slow.txt`, drawn with a seed. `--all` runs all tests, `--rest` those
that the quick tier leaves out, and `--seed` draws another sample. If files or tests are
named, all of them run. The last line says what was left out.
"""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import pytest

SLOW: Final = Path(__file__).with_name("slow.txt")
"""Each line has the CPU seconds for a case, and the test without its parameters."""
SHARE: Final = 0.2
"""The share of slow tests in the quick tier; a test of 5 s runs a fifth as often."""
FAST: Final = 0.08
"""The CPU seconds for a case of a test that isn't in `slow.txt`."""
Tier = Literal["quick", "rest", "all"]


@cache
def slow_tests() -> dict[str, float]:
    """Return the CPU seconds that one case of each slow test takes."""
    lines = (line.split(maxsplit=1) for line in SLOW.read_text("utf-8").splitlines())
    return {name: float(seconds) for seconds, name in lines}


def draw(name: str, seed: int) -> float:
    """Return a number from 0 to 1 that depends only on the test and the seed."""
    digest = hashlib.blake2b(f"{seed} {name}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64


def is_quick(name: str, seed: int) -> bool:
    """Return whether a test is in the quick tier because it is fast, or in the sample.

    The share applies to cases; it is smaller for cases that take many seconds.
    """
    seconds = slow_tests().get(name.split("[")[0])
    if seconds is None:
        return True
    return draw(name, seed) < SHARE / max(1.0, seconds)


def put_long_files_first(names: Sequence[str]) -> list[int]:
    """Return the positions of the tests, sorted so that the longest file comes first.

    A long file that begins last would keep one processor busy while the others are
    idle.
    """
    files = [name.split("::")[0] for name in names]
    seconds: dict[str, float] = defaultdict(float)
    for name, file in zip(names, files, strict=True):
        seconds[file] += slow_tests().get(name.split("[")[0], FAST)
    return sorted(range(len(names)), key=lambda i: (-seconds[files[i]], files[i]))


def add_options(parser: pytest.Parser) -> None:
    group = parser.getgroup("tiers of tests")
    group.addoption("--all", action="store_true", help="run all tests")
    group.addoption(
        "--rest", action="store_true", help="run what the quick tier leaves out"
    )
    group.addoption(
        "--seed", type=int, default=1, help="draw another sample of the slow tests"
    )


class Tiers:
    """Selects the tests of the tier in every process, and reports what it leaves out."""

    def __init__(self, config: pytest.Config) -> None:
        self._seed: int = config.getoption("--seed")
        self._left_out = 0
        self._tier: Tier = "quick"
        config.option.loadscopereorder = False
        if hasattr(config, "workerinput"):
            self._tier = config.workerinput["tier"]
        elif config.getoption("--rest"):
            self._tier = "rest"
        elif config.getoption("--all") or (
            config.args_source is pytest.Config.ArgsSource.ARGS
        ):
            self._tier = "all"

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker which tier runs, because it doesn't see the command line."""
        node.workerinput["tier"] = self._tier

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """Copy the number of tests left out from a worker; it is the same in all of them."""
        if hasattr(node, "workeroutput"):
            self._left_out = node.workeroutput.get("left_out", 0)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config, items) -> None:
        """Leave out the tests of the other tier, and begin with long files."""
        chosen = list(items)
        if self._tier != "all":
            wanted = self._tier == "quick"
            chosen = [i for i in items if is_quick(i.nodeid, self._seed) == wanted]
        self._left_out = len(items) - len(chosen)
        order = put_long_files_first([item.nodeid for item in chosen])
        items[:] = [chosen[place] for place in order]
        if hasattr(config, "workeroutput"):
            config.workeroutput["left_out"] = self._left_out

    def pytest_unconfigure(self, config: pytest.Config) -> None:
        """Print the last line: what was left out, and how to run it."""
        if hasattr(config, "workerinput") or not self._left_out:
            return
        if self._tier == "quick":
            line = f"{self._left_out} slow tests left out; pytest --all runs them too"
        else:
            line = f"{self._left_out} tests of the quick tier left out"
        config.get_terminal_writer().line(line)
