"""Two tiers of tests: what is quick with a sample of the rest, and all.

`pytest` without names runs the quick tier: every test that is fast, and of the slow ones
in `tests/slow.txt` a share that is drawn with a seed. `--all` runs all, `--rest` what the
quick tier leaves out, `--seed` draws another sample. Where files or tests are named, all
of them run. The last line says what was left out.
"""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import pytest

SLOW: Final = Path(__file__).with_name("slow.txt")
"""Lines of CPU seconds for a case and the test, without its parameters."""
SHARE: Final = 0.2
"""The part of the slow tests that the quick tier runs; of one of 5 s a fifth as often."""
FAST: Final = 0.08
"""CPU seconds that a case of a test takes that isn't in `slow.txt`."""
Tier = Literal["quick", "rest", "all"]


@cache
def slow_tests() -> dict[str, float]:
    """Return the CPU seconds that one case of each slow test takes."""
    lines = (line.split(maxsplit=1) for line in SLOW.read_text("utf-8").splitlines())
    return {name: float(seconds) for seconds, name in lines}


def draw(name: str, seed: int) -> float:
    """Return a number from 0 to 1 that only the test and the seed decide."""
    digest = hashlib.blake2b(f"{seed} {name}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64


def is_quick(name: str, seed: int) -> bool:
    """Tell whether a test is in the quick tier: it is fast, or in the sample.

    The share is of the cases; of those that take many seconds it is smaller.
    """
    seconds = slow_tests().get(name.split("[")[0])
    if seconds is None:
        return True
    return draw(name, seed) < SHARE / max(1.0, seconds)


def put_long_files_first(names: Sequence[str]) -> list[int]:
    """Return the places of tests, those of the file that takes longest first.

    A long file that begins last would keep one processor while the others are idle.
    """
    files = [name.split("::")[0] for name in names]
    seconds: dict[str, float] = defaultdict(float)
    for name, file in zip(names, files, strict=True):
        seconds[file] += slow_tests().get(name.split("[")[0], FAST)
    return sorted(range(len(names)), key=lambda i: (-seconds[files[i]], files[i]))


def add_options(parser: pytest.Parser) -> None:
    """Add the options that choose a tier."""
    group = parser.getgroup("tiers of tests")
    group.addoption("--all", action="store_true", help="run all tests")
    group.addoption(
        "--rest", action="store_true", help="run what the quick tier leaves out"
    )
    group.addoption(
        "--seed", type=int, default=1, help="draw another sample of the slow tests"
    )


class Tiers:
    """Chooses the tests of the tier, in every process, and says what it leaves out."""

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
        """Tell a worker which tier is run; it knows no words of the command line."""
        node.workerinput["tier"] = self._tier

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """Take over from a worker how many tests it left out; all leave out the same."""
        if hasattr(node, "workeroutput"):
            self._left_out = node.workeroutput.get("left_out", 0)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config, items) -> None:
        """Leave out what belongs to the other tier, and begin with long files."""
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
        """Write the last line: what was left out, and how it is run."""
        if hasattr(config, "workerinput") or not self._left_out:
            return
        if self._tier == "quick":
            line = f"{self._left_out} slow tests left out; pytest --all runs them too"
        else:
            line = f"{self._left_out} tests of the quick tier left out"
        config.get_terminal_writer().line(line)
