"""Random typing and clicking for longer: `python tests/monkey.py STEPS [SEED...]`.

It plays so many steps with each seed, and looks at what must always hold every 200. What
it did last is printed where something breaks. The usual tests play a short while.
"""

import argparse
import os
import sys
from pathlib import Path


def main() -> int:
    """Plays from the root of the project; the worst exit code of all seeds."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("steps", type=int)
    parser.add_argument("seeds", type=int, nargs="*", default=[1])
    given = parser.parse_args()
    os.chdir(Path(__file__).resolve().parent.parent)
    worst = 0
    for seed in given.seeds:
        os.environ["USCALC_MONKEY"] = f"{given.steps} {seed}"
        code = os.system(f"{sys.executable} -m pytest -n 0 tests/ui/test_monkey.py")
        print(f"seed {seed}: {'broken' if code else 'whole'}", flush=True)
        worst = max(worst, int(bool(code)))
    return worst


if __name__ == "__main__":
    sys.exit(main())
