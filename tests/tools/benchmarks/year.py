"""A folder of crosstables rated as JSON, and a section of newcomers, for each game.

All `UNKNOWN` facts of a crosstable occur: numbers of games, earlier results, birth
dates, dates of other ratings, decimals, counts and highest ratings.
"""

import datetime as dt
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.build import event_file
from tests.tools import yardstick
from tests.tools.benchmarks.figures import Figure, ratio

SECTIONS = int(os.environ.get("USCALC_BENCHMARK_SECTIONS", "2000"))
LIMIT = 60.0
NEWCOMERS = 2000
NEWCOMERS_LIMIT = 3.0
ROOT = Path(__file__).resolve().parents[3]
FIRST = dt.date(2010, 1, 1)
DAYS = 16 * 365


def player(rng: random.Random, number: int, level: float, systems: list[str]) -> Any:
    """Return a row of a crosstable before any game; one of eight players is unrated."""
    ratings: dict[str, Any] = {}
    strength = rng.gauss(level, 350)
    kind = rng.random()
    for system in systems:
        rating = min(2700, max(100, round(strength + rng.gauss(0, 60))))
        if kind >= 0.12:
            games = rng.randint(1, 25) if kind < 0.3 else None
            ratings[system] = {"rating": rating, "games": games}
        elif kind < 0.04 and "B" not in systems:
            ratings["B"] = {"rating": rating, "games": None}
    return {"number": number, "name": f"Player {number}", "ratings": ratings}


def event(rng: random.Random, size: int, rounds: int, systems: list[str]) -> Any:
    level = rng.uniform(700, 1700)
    players = [player(rng, n, level, systems) for n in range(1, size + 1)]
    return played(rng, players, rounds, systems)


def played(rng: random.Random, players: Any, rounds: int, systems: list[str]) -> Any:
    day = str(FIRST + dt.timedelta(days=rng.randrange(DAYS)))
    results: list[list[str]] = [[] for _ in players]
    order = list(range(len(players)))
    for _ in range(rounds):
        rng.shuffle(order)
        order.sort(key=lambda i: -sum(text[0] == "W" for text in results[i]))
        for one, other in zip(order[::2], order[1::2], strict=False):
            letter = rng.choice("WWLLD")
            mirror = {"W": "L", "L": "W", "D": "D"}[letter]
            results[one].append(f"{letter}{other + 1}")
            results[other].append(f"{mirror}{one + 1}")
        if len(order) % 2:
            results[order[-1]].append("B")
    for row, texts in zip(players, results, strict=True):
        row["results"] = texts
    return event_file(*players, end=day, systems=systems)


def games_of(made: Any) -> float:
    rows = made["sections"][0]["players"]
    return sum(text[0] in "WDL" for row in rows for text in row["results"]) / 2


def rate(path: Path, *more: str) -> float:
    words = [sys.executable, "-m", "uscalc", "rate", str(path), "--json", *more]
    start = time.perf_counter()
    subprocess.run(
        words,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    return time.perf_counter() - start


def write(path: Path, made: Any) -> float:
    path.write_text(json.dumps(made), encoding="utf-8")
    return games_of(made)


def benchmarks() -> list[Figure]:
    rng = random.Random(7)
    with TemporaryDirectory() as given:
        year = Path(given) / "year"
        year.mkdir()
        games = 0.0
        for number in range(SECTIONS):
            systems = rng.choice([["R"], ["R"], ["Q"], ["B"], ["R", "Q"]])
            made = event(rng, rng.randint(12, 60), rng.randint(4, 7), systems)
            games += write(year / f"{number:05}.uscalc", made)
        one = yardstick.measure(64, 7) / (64 * 7 / 2)
        each = rate(year, "--jobs", "2") / games
        one = (one + yardstick.measure(64, 7) / (64 * 7 / 2)) / 2
        seconds = []
        for share in (1.0, 0.0):
            rows = [
                {"number": n, "name": f"Player {n}", "ratings": {}}
                for n in range(1, NEWCOMERS + 1)
            ]
            for row in rows if share else ():
                row["ratings"]["R"] = {"rating": rng.randint(400, 2200), "games": None}
            path = Path(given) / f"{share}.uscalc"
            number = write(path, played(random.Random(3), rows, 6, ["R"]))
            seconds.append(min(rate(path) for _ in range(2)) / number)
    rated, unrated = seconds
    name = f"{NEWCOMERS} unrated against as many rated, a game"
    return [
        ratio(f"rate a folder of {SECTIONS}, a game", each, one, LIMIT),
        ratio(name, unrated, rated, NEWCOMERS_LIMIT),
    ]
