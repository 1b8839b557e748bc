"""`import uscalc` and the first use of its API, compared with `import json, sqlite3`.

The time is that of `python -X importtime`, without the modules that every start
imports.
"""

import statistics

from tests.cli.running import run_python
from tests.tools.benchmarks.figures import Figure, ratio

RUNS = 11
LIMIT, FIRST_USE_LIMIT, MILLISECONDS = 1.0, 70.0, 100.0
STATEMENTS = ("import json, sqlite3", "import uscalc", "import uscalc; uscalc.rate")


def measure_imports(code: str) -> float:
    done = run_python("-X", "importtime", "-c", code)
    lines = [line.split("|") for line in done.stderr.splitlines()]
    start = next(at for at, line in enumerate(lines) if line[-1] == " site")
    # A nested import has more spaces before its name.
    own = [line for line in lines[start + 1 :] if line[-1].lstrip() == line[-1][1:]]
    return sum(int(line[1]) for line in own) / 1e6


def benchmarks() -> list[Figure]:
    measured = [[measure_imports(code) for code in STATEMENTS] for _ in range(RUNS)]
    known, imported, used = map(statistics.median, zip(*measured, strict=True))
    return [
        Figure("import uscalc", imported * 1e3, MILLISECONDS, "ms"),
        ratio("import uscalc against json, sqlite3", imported, known, LIMIT),
        ratio("first use of uscalc.rate against them", used, known, FIRST_USE_LIMIT),
    ]
