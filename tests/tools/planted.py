"""Audits of planted sections: `python tests/tools/planted.py [N] [--first M]`.

It audits N sections (default 1000) with one hidden fact, a fifth as many with two, with
none, and with half of the mismatches held back. The exit code is 1 if facts are found
less often than required, if a clean section is accused, or if the corrected file
doesn't give the ratings that the corrections explain.
"""

import argparse
import sys
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.planted.judge import judge_halves, score, share_held_back  # noqa: E402

OFTEN = 100
FIRST_OF_ONE, THREE_OF_ONE, THREE_OF_TWO, HELD_BACK = 0.95, 0.99, 0.8, 0.9
"""The required shares.

One fact named first or equal to the first; one fact among the first three; the same for
two facts; and the part of the held-back mismatches that corrections for the others
explain.
"""


def main() -> int:
    parser = argparse.ArgumentParser(description="Planted sections audited.")
    parser.add_argument("sections", nargs="?", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    given = parser.parse_args()
    first, wanted = given.first, given.sections
    few = max(1, wanted // 5)
    good = True

    def bound(what: str, share: float, least: float) -> None:
        nonlocal good
        good = good and share >= least
        print(f"{what}: {share:.1%} (at least {least:.0%})", flush=True)

    one = score(range(first, first + wanted), 1)
    print(f"one fact, the likeliest is it: {one.share(1):.1%}")
    # All sets shown explain as much with as few corrections, so they are equal.
    bound("one fact, first or an equal first", one.share(3), FIRST_OF_ONE)
    bound("one fact, among the first three", one.share(3), THREE_OF_ONE)
    two = score(range(first, first + few), 2)
    bound("two facts, among the first three", two.share(3), THREE_OF_TWO)
    clean = score(range(first, first + few), 0)
    pairs = judge_halves(count(first), few)
    bound("held back and explained", share_held_back(pairs), HELD_BACK)
    for what, verdicts in (
        ("not named", one.missed + two.missed),
        ("accused", clean.accused),
    ):
        for verdict in verdicts:
            print(f"{what}: {verdict}")
    untrue = one.untrue + two.untrue + clean.untrue
    print(f"said to be explained, and not so in the file: {untrue}")
    return int(not good or bool(clean.accused) or untrue > 0)


if __name__ == "__main__":
    raise SystemExit(main())
