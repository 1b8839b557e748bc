"""Benchmarks, in milliseconds, megabytes, and ratios within one run: `run.py [--json] [FAMILY...]`.

Each module of this folder with a function `benchmarks` is one family. If a figure
exceeds its limit, the exit code is 1.
"""

import argparse
import importlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from tests.tools.benchmarks.figures import Figure  # noqa: E402

FAMILIES = (
    *("rate_section", "keystroke", "derivation", "space_switch", "window_start"),
    *("what_if", "array_engine", "explorer", "slider_frame"),
    *("rating_list", "audit", "year", "season", "importing"),
)


def measure(families: Sequence[str] = FAMILIES) -> list[Figure]:
    found: list[Figure] = []
    for family in families:
        module = importlib.import_module(f"tests.tools.benchmarks.{family}")
        found += module.benchmarks()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Benchmarks of uscalc.")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument(
        "family", nargs="*", help=f"all without one: {', '.join(FAMILIES)}"
    )
    options = parser.parse_args()
    unknown = set(options.family) - set(FAMILIES)
    if unknown:
        parser.error(f"there is no family {', '.join(sorted(unknown))}")
    figures = measure(options.family or FAMILIES)
    if options.json:
        print(json.dumps({figure.name: figure.as_json() for figure in figures}))
    else:
        for figure in figures:
            print(figure)
    return int(any(figure.exceeded for figure in figures))


if __name__ == "__main__":
    raise SystemExit(main())
