"""Kill windows at random moments: `python tests/tools/crash.py KILLS [SEED]`.

Each window has an event of 400 players, receives typing, saves, and is killed; then the
program starts again. Nothing may be damaged, nothing that was in the journal may be
missing, no half-written file may stay, and at most a second of work may be lost. The
usual tests kill a few windows.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MOST_LOST = 1.0
"""Seconds of work that may be lost."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("kills", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    given = parser.parse_args()
    found = []
    with tempfile.TemporaryDirectory() as folder:
        words = ["tests.ui.crashing", folder, str(given.kills), str(given.seed)]
        crashing = subprocess.Popen(
            [sys.executable, "-m", *words],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert crashing.stdout is not None
        for line in crashing.stdout:
            one = json.loads(line)
            if one.get("lost", 0.0) > MOST_LOST:
                one["wrong"].append(f"{one['lost']:.2f} s of work are lost")
            for wrong in one["wrong"]:
                print(f"seed {given.seed + len(found)}, {one['how']}: {wrong}")
            found.append(one)
        crashing.wait()
    broken = sum(bool(one["wrong"]) for one in found)
    print(f"{len(found)} windows killed, {broken} with something wrong")
    for how, count in Counter(one["how"] for one in found).most_common():
        print(f"  {count:4} {how}")
    print(
        f"  {sum(one.get('offered', False) for one in found)} offered what was unsaved"
    )
    print(f"  {sum(one['orphans'] > 0 for one in found)} left a half-written file")
    lost = max((one.get("lost", 0.0) for one in found), default=0.0)
    print(f"  {lost:.2f} s of work lost at most")
    return int(broken > 0 or len(found) < given.kills)


if __name__ == "__main__":
    sys.exit(main())
