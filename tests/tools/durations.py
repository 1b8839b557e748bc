"""The processor time of each test: `python tests/tools/durations.py [PYTEST OPTIONS]`.

Runs all tests and writes `tests/slow.txt` with the tests whose cases take more than
`SLOW` seconds; the quick tier runs a sample of those. Processor time includes child
processes, so that a busy machine gives the same figures.
"""

import resource
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
SLOW: Final = 0.2
USED: Final = "processor seconds"


def used() -> float:
    """Return the seconds of processor time that this process and its children took."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


class Stopwatch:
    """Puts the seconds that each case took into its report, with its fixtures."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Iterator[None]:
        self.begun = used()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Iterator[None]:
        report = yield
        report.user_properties.append((USED, used() - self.begun))
        return report


class Durations:
    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = defaultdict(list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":
            taken = dict(report.user_properties)[USED]
            self.seconds[report.nodeid.split("[")[0]].append(float(taken))


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Stopwatch())


def main() -> int:
    noted = Durations()
    words = ["-p", "tests.tools.durations", "--all", f"--rootdir={ROOT}"]
    code = pytest.main([*words, *sys.argv[1:]], plugins=[noted])
    if code == pytest.ExitCode.OK:
        means = {name: sum(took) / len(took) for name, took in noted.seconds.items()}
        slow = [name for name in sorted(means) if means[name] > SLOW]
        text = "".join(f"{means[name]:.2f} {name}\n" for name in slow)
        (ROOT / "tests" / "slow.txt").write_text(text, encoding="utf-8")
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
