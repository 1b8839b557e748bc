"""Random typing and clicking for longer.

`python tests/tools/monkey.py STEPS [SEED...]` plays this many steps with each seed;
`python tests/tools/monkey.py --minutes 6 --seeds 20` plays six minutes with each seed
from 1 to 20, two hours in all. The invariants are checked every 200 steps and at the
end. If something breaks, the last steps are printed. The usual tests play for a short
time.
"""

import argparse
import os
import sys
from pathlib import Path

ENDLESS = 10**9


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("steps", type=int, nargs="?", default=ENDLESS)
    parser.add_argument("seeds", type=int, nargs="*", default=[1], metavar="seed")
    said = "minutes for each seed [default: all]"
    parser.add_argument("--minutes", type=float, default=0.0, help=said)
    said = "number of seeds, from 1"
    parser.add_argument("--seeds", type=int, dest="count", default=0, help=said)
    given = parser.parse_args()
    if given.steps == ENDLESS and not given.minutes:
        parser.error("say how many STEPS, or how many --minutes")
    seeds = range(1, given.count + 1) if given.count else given.seeds
    os.chdir(Path(__file__).resolve().parents[2])
    broken = []
    for seed in seeds:
        os.environ["USCALC_MONKEY"] = f"{given.steps} {seed} {given.minutes}"
        # It may play for longer than a test usually takes.
        words = "-n 0 -o faulthandler_timeout=0 tests/ui/test_monkey.py"
        code = os.system(f"{sys.executable} -m pytest {words}")
        print(f"seed {seed}: {'broken' if code else 'whole'}", flush=True)
        if code:
            broken.append(seed)
    print(f"{len(seeds)} seeds, {len(broken)} broken", *broken, flush=True)
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main())
