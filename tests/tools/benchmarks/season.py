"""A folder rated as a season, compared with the folder rated file by file, and its memory."""

import random
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.cli.running import run_python
from tests.tools.benchmarks.figures import Figure, ratio
from tests.tools.benchmarks.year import event, write

EVENTS = 200
LIMIT = 1.5
MEMORY_LIMIT = 1.5
MEMBERS = range(10000001, 10000401)
MEASURED = """
import resource, sys
from uscalc.cli import main
try:
    main(sys.argv[1:])
finally:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(peak, file=sys.stderr)
"""


def measure(*words: str) -> tuple[float, int]:
    start = time.perf_counter()
    done = run_python("-c", MEASURED, *words)
    return time.perf_counter() - start, int(done.stderr.split()[-1])


def benchmarks() -> list[Figure]:
    rng = random.Random(7)
    with TemporaryDirectory() as given:
        quarter, whole = Path(given) / "quarter", Path(given) / "whole"
        for number in range(EVENTS):
            systems = rng.choice([["R"], ["Q"], ["R", "Q"]])
            made = event(rng, rng.randint(12, 60), rng.randint(4, 7), systems)
            rows = made["sections"][0]["players"]
            for row, member in zip(rows, rng.sample(MEMBERS, len(rows)), strict=True):
                row |= {"id": str(member), "name": f"Member {member}"}
            for folder in [whole, quarter][: 2 if number % 4 == 0 else 1]:
                folder.mkdir(exist_ok=True)
                write(folder / f"{number:05}.uscalc", made)
        rated, _ = measure("rate", str(whole), "--json")
        seconds, memory = measure("season", str(whole), "--json")
        _, less = measure("season", str(quarter), "--json")
    name = "memory of a season against a quarter"
    beside = f"{memory / 1024:.0f} MB against {less / 1024:.0f} MB"
    return [
        ratio(f"a season of {EVENTS} against rating its files", seconds, rated, LIMIT),
        Figure(name, memory / less, MEMORY_LIMIT, "times", beside),
    ]
