"""Benchmarks as ratios within one run: `python tests/benchmarks/run.py [--json]`.

Each module of this folder with a `benchmarks` function is one family; a figure above
its limit makes the exit code 1.
"""

import argparse
import importlib
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from tests.benchmarks.figures import Figure  # noqa: E402

FAMILIES = (
    "rate_section",
    "keystroke",
    "derivation",
    "window_start",
    "what_if",
    "array_engine",
    "solver_frame",
    "slider_frame",
    "rating_list",
)


def measure() -> list[Figure]:
    """Every figure of every family, in order."""
    found: list[Figure] = []
    for family in FAMILIES:
        module = importlib.import_module(f"tests.benchmarks.{family}")
        found += module.benchmarks()
    return found


def main() -> int:
    """Prints the figures; 1 when one is above its limit."""
    parser = argparse.ArgumentParser(description="Benchmarks of uscalc.")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    as_json = parser.parse_args().json
    figures = measure()
    if as_json:
        print(json.dumps({figure.name: figure.as_json() for figure in figures}))
    else:
        for figure in figures:
            print(figure)
    return int(any(figure.exceeded for figure in figures))


if __name__ == "__main__":
    raise SystemExit(main())
