"""Works an exercise out from what is printed, as a careful pupil does.

It reads the question and the tables, and has its own formulas. Every figure is found
twice: with all digits, and from the figures as they are written in the blanks above.
"""

import re
from dataclasses import dataclass
from math import sqrt

from uscalc.worksheet.model import Exercise, Grid

FIGURES = {
    "r0": r"is rated ([\d.]+) and",
    "score": r"scores ([\d.]+) of",
    "m": r"scores [\d.]+ of (\d+)",
    "n": r"after N = (\d+) earlier",
    "n_eff": r"N' = ([\d.]+)",
    "k": r"K = ([\d.]+)",
    "e0": r"E = ([\d.]+)",
    "prior": r"R'0 = ([\d.]+)",
    "target": r"S' = ([\d.]+)",
}


@dataclass
class Reader:
    """What is known so far: printed figures, then those found, one by one."""

    exercise: Exercise
    rules: str
    carry: bool
    """Whether to go on with written figures instead of all digits."""

    def __post_init__(self) -> None:
        self.known: dict[str, float] = {}
        for key, pattern in FIGURES.items():
            found = re.search(pattern, self.exercise.question.replace(", ", " , "))
            if found:
                self.known[key] = float(found[1].rstrip("."))
        self.found: dict[str, float] = {}
        self.answers = {b.key: number(b.answer) for b in self.exercise.blanks()}
        self.tables = [
            [float(row[2]) for row in item.rows]
            for item in self.exercise.items
            if isinstance(item, Grid) and item.heads[0] == "Opponent"
        ]

    def put(self, key: str, value: float) -> None:
        """A figure found; the next ones are made from it."""
        self.found[key] = value
        carried = self.carry and key in self.answers
        self.known[key] = self.answers[key] if carried else value

    def all(self) -> dict[str, float]:
        """Every figure that the exercise asks for, and some between."""
        asked = set(self.answers)
        if "n_star" in asked:
            self._effective()
        if "walk" in {b.group for b in self.exercise.blanks()}:
            self._special()
        else:
            self._standard(asked)
        return self.found

    def _effective(self) -> None:
        r0 = self.known["r0"]
        if "2569" in self.rules:
            star = 50 / sqrt(0.662 + 0.00000739 * (2569 - r0) ** 2)
            star = 50.0 if r0 > 2355 else star
        else:
            star = 50 / sqrt(1 + (2200 - r0) ** 2 / 100000)
            star = 50.0 if r0 > 2200 else star
        self.put("n_star", star)
        self.put("n_eff", min(self.known.get("n", 1e9), self.known["n_star"]))

    def _standard(self, asked: set[str]) -> None:
        know, m = self.known, self.known["m"]
        for place, table in enumerate(self.tables):
            for i, other in enumerate(table):
                odds = 10 ** ((other - know["r0"]) / 400)
                self.put(f"we{place}.{i}", 1 / (1 + odds))
            self.put(
                f"e{place}", sum(know[f"we{place}.{i}"] for i in range(len(table)))
            )
        if "k" in asked:
            above = 800.0
            if "6.5" in self.rules and know["r0"] > 2200:
                above = 800 * (6.5 - 0.0025 * know["r0"])
                above = 200.0 if know["r0"] >= 2500 else above
            self.put("k", above / (know["n_eff"] + m))
        for place in range(2):
            if f"gain{place}" not in asked:
                continue
            gain = know["k"] * (know["score"] - know[f"e{place}"])
            self.put(f"gain{place}", gain)
            bonus = 0.0
            if f"bonus{place}" in asked:
                b = float(re.search(r"B is ([\d.]+),", self.rules)[1])
                if "mark" not in know:
                    self.put("mark", b * sqrt(max(m, 4)))
                bonus = max(0.0, know[f"gain{place}"] - know["mark"])
                self.put(f"bonus{place}", bonus)
                bonus = know[f"bonus{place}"]
            self.put(f"result{place}", know["r0"] + know[f"gain{place}"] + bonus)
        if "difference" in asked:
            self.put("difference", know["result1"] - know["result0"])

    def _special(self) -> None:
        know, question = self.known, self.exercise.question
        moved = -400 * ("all of them won" in question)
        moved += 400 * ("all of them lost" in question)
        if "prior" not in know:
            self.put("prior", know["r0"] + moved)
        if "target" not in know:
            share = {-400: 1.0, 400: 0.0, 0: 0.5}[moved]
            self.put("target", know["score"] + share * know["n_eff"])
        for place, table in enumerate(self.tables):
            self._walk(place, table)

    def _f(self, at: float, table: list[float]) -> float:
        know = self.known

        def pwe(other: float) -> float:
            return min(1.0, max(0.0, 0.5 + (at - other) / 800))

        own = know["n_eff"] * pwe(know["prior"])
        return own + sum(map(pwe, table)) - know["target"]

    def _walk(self, place: int, table: list[float]) -> None:
        know = self.known
        at = know["prior"]
        makers = [*table, at]
        knots = {maker + side for maker in makers for side in (-400, 400)}
        self.put(f"f{place}.0", self._f(at, table))
        move = 0
        while abs(know[f"f{place}.{move}"]) > 1e-6:
            before = know[f"f{place}.{move}"]
            move += 1
            assert move < 40, "the walk does not end"
            if before < 0:
                knot = min(z for z in knots if z > at + 1e-6)
            else:
                knot = max(z for z in knots if z < at - 1e-6)
            self.put(f"knot{place}.{move}", knot)
            there = self._f(knot, table)
            self.put(f"f{place}.{move}", there)
            there = know[f"f{place}.{move}"]
            passes = there * before <= 1e-9
            to = at - before * (at - knot) / (before - there) if passes else knot
            self.put(f"to{place}.{move}", to)
            at = know[f"to{place}.{move}"] if passes else knot
            if passes:
                break
        self.put(f"result{place}", at)


def number(text: str) -> float:
    """A printed figure."""
    return float(text.replace("\N{MINUS SIGN}", "-"))


def check_exercise(exercise: Exercise, rules: str) -> int:
    """Compares every blank with what is found both ways; how many there were."""
    for carry in (False, True):
        found = Reader(exercise, rules, carry).all()
        for blank in exercise.blanks():
            unit = 10.0**-blank.decimals
            away = abs(found[blank.key] - number(blank.answer))
            assert away <= unit / 2 * 1.001, (exercise, blank, found[blank.key], carry)
    return len(list(exercise.blanks()))
