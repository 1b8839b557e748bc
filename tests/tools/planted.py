"""Audits of planted sections: `python tests/tools/planted.py [N] [--first M]`.

It audits N sections (default 1000) with one hidden fact, a fifth as many with two, with
none, and with half of the mismatches held back. Progress is printed every hundred. The
exit code is 1 if facts are found less often than required, if a clean section is
accused, or if the corrected file doesn't give the ratings that the corrections explain.
"""

import argparse
import sys
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.planted.judge import Score, held_back, share_held_back  # noqa: E402
from tests.planted.plant import planted  # noqa: E402

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

    def progress_of(what: str, of: int) -> Callable[[int], object]:
        begun = time.monotonic()

        def tell(done: int) -> None:
            if done % OFTEN == 0 or done == of:
                seconds = time.monotonic() - begun
                print(f"{what}: {done} of {of}, {seconds:.0f} s", flush=True)

        return tell

    def bound(what: str, share: float, least: float) -> None:
        nonlocal good
        good = good and share >= least
        print(f"  {what}: {share:.1%} (at least {least:.0%})")

    one, two, clean = Score(), Score(), Score()
    one.count(range(first, first + wanted), 1, progress_of("one fact", wanted))
    for verdict in one.missed:
        print(f"  not named: {verdict}")
    for kind, (named, of) in one.by_kind().items():
        print(f"  {kind}: {named} of {of}")
    print(f"  the likeliest is it: {one.share(1):.1%}")
    # All sets shown explain as much with as few corrections, so they are equal.
    bound("first or an equal first", one.share(3), FIRST_OF_ONE)
    bound("among the first three", one.share(3), THREE_OF_ONE)
    two.count(range(first, first + few), 2, progress_of("two facts", few))
    for verdict in two.missed:
        print(f"  not named: {verdict}")
    bound("two facts, among the first three", two.share(3), THREE_OF_TWO)
    clean.count(range(first, first + few), 0, progress_of("nothing hidden", few))
    for verdict in clean.accused:
        print(f"  accused: {verdict}")
    pairs = []
    tell = progress_of("held back", few)
    for seed in count(first):
        if len(pairs) == few:
            break
        found = held_back(planted(seed))
        if found is not None:
            pairs.append(found)
            tell(len(pairs))
    bound("held back and explained", share_held_back(pairs), HELD_BACK)
    untrue = one.untrue + two.untrue + clean.untrue
    print(f"  said to be explained, and not so in the file: {untrue}")
    good = good and not clean.accused and not untrue
    return int(not good)


if __name__ == "__main__":
    raise SystemExit(main())
