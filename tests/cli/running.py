"""The command line in a process of its own, and the small events it is given."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


SAMPLE = ROOT / "resources" / "samples" / "autumn-open.uscalc"


def run(*args, **env):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **env}
    for name, value in env.items():
        if value is None:
            environment.pop(name)
    return subprocess.run(
        [sys.executable, "-m", "uscalc", *map(str, args)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        timeout=120,
        check=False,
    )


def event(players, **section):
    body = {
        "format": "uscalc-event",
        "version": 1,
        "name": "Spring Swiss",
        "end_date": "2025-03-02",
        "sections": [{"name": "Open", "systems": ["R"], "players": players, **section}],
    }
    return json.dumps(body)


def player(number, rating, *results, **more):
    facts = {} if rating is None else {"R": {"rating": rating, "games": 40}}
    return {
        "number": number,
        "name": f"Player {number}",
        "ratings": facts,
        "results": list(results),
        **more,
    }


PAIR = [player(1, 1700, "W2"), player(2, 1600, "L1")]
