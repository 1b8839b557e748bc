"""Solve a worksheet from its text alone, like a careful student.

It reads the page and the printed table, and has its own formulas; it uses nothing of
how the worksheet was made. Every figure is computed twice: with all digits, and from
the figures as written into the blanks above.
"""

import re
from collections.abc import Callable, Iterator
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal
from math import sqrt

from tests.explain.calculator import compute
from tests.worksheet.reading import BOX, Paper, Part, Task, decimals_in

MINUS = "\N{MINUS SIGN}"
TOLERANCE = 1e-6
MOST_MOVES = 40
GIVEN = re.compile(r"(?<![\w'])(N'|N|E|K|R'0|S') (?:=|≈) (\d+(?:\.\d+)?)")


def number(text: str) -> float:
    return float(text.replace(MINUS, "-"))


def written(value: float, decimals: int, signed: bool) -> str:
    """Return a figure as a student writes it: a half rounds up."""
    unit = Decimal(1).scaleb(-decimals)
    exact = Decimal(repr(round(value, 10)))
    below = exact.quantize(unit, ROUND_FLOOR)
    rounded = below + unit if exact - below >= unit / 2 else below
    text = str(abs(rounded).quantize(unit, ROUND_HALF_UP))
    if not text.strip("0."):
        return text
    if rounded < 0:
        return f"{MINUS}{text}"
    return f"+{text}" if signed else text


class Student:
    """Works on one exercise; `answers` go into its blanks, in order."""

    def __init__(self, paper: Paper, task: Task, carries: bool) -> None:
        self._rules, self._table = paper.rules, paper.table
        self._task, self._carries = task, carries
        self.answers: list[str] = []
        self._opponents: list[float] = []
        self._know: dict[str, float] = {}
        said = task.question
        own = re.search(
            r"(?:is rated|starts at) ([\d.]+).* and scores ([\d.]+) of (\d+)", said
        )
        assert own, said
        for key, text in zip(("R0", "S", "m"), own.groups(), strict=True):
            self._know[key] = float(text)
        for key, text in GIVEN.findall(said):
            self._know[key] = float(text)
        self._moved = 400 * (("all of them lost" in said) - ("all of them won" in said))
        self._know.setdefault("R'0", self._know["R0"])

    def solve(self) -> list[str]:
        for part in self._task.parts:
            if part.heads and part.heads[0] == "Opponent":
                self._meet(part)
            elif part.heads:
                self._search(part)
            else:
                self._line(part)
        return self.answers

    def _put(self, key, value, cell, asked, signed=False) -> None:
        """Write a figure into its boxes; later figures are computed from it."""
        decimals = decimals_in(asked)
        answer = written(value, decimals, signed)
        before, _, after = cell.partition(".")
        assert len(after) == decimals, (asked, cell)
        assert set(before + after) == {BOX}, (asked, cell)
        whole = answer.partition(".")[0].lstrip(f"+{MINUS}")
        assert len(before) == len(whole) + signed, (asked, cell, answer)
        self.answers.append(answer)
        self._know[key] = number(answer) if self._carries else value

    def _line(self, part: Part) -> None:
        for begin, find in LINES.items():
            if part.label.startswith(begin):
                key, value, signed = find(self, part.label)
                self._put(key, value, part.cell, part.label, signed)
                return
        raise AssertionError(f"no rule is known for: {part.label}")

    def _meet(self, part: Part) -> None:
        column = next(i for i, h in enumerate(part.heads) if h.startswith("Rating"))
        self._opponents = [float(row[column]) for row in part.rows]
        assert len({len(row[column].partition(".")[2]) for row in part.rows}) == 1
        if BOX not in part.rows[0][-1]:
            return
        for i, row in enumerate(part.rows):
            value = self._expected(self._opponents[i])
            self._put(f"We{i}", value, row[-1], part.heads[-1])

    def _expected(self, opponent: float) -> float:
        if self._table is None:
            odds: float = 10 ** ((opponent - self._know["R0"]) / 400)
            return 1 / (1 + odds)
        apart = opponent - self._know["R0"]
        place = self._table.heads.index(f"{abs(apart):g}")
        row = next(r for r in self._table.rows if WHO[apart > 0] in r[0].lower())
        return float(row[place])

    def _n_star(self, _: str) -> tuple[str, float, bool]:
        r0 = self._know["R0"]
        if "2569" in self._rules:
            star = 50 / sqrt(0.662 + 0.00000739 * (2569 - r0) ** 2)
            return "N*", 50.0 if r0 > 2355 else star, False
        star = 50 / sqrt(1 + (2200 - r0) ** 2 / 100000)
        return "N*", 50.0 if r0 > 2200 else star, False

    def _n_eff(self, _: str) -> tuple[str, float, bool]:
        return "N'", min(self._know.get("N", 1e9), self._know["N*"]), False

    def _e(self, _: str) -> tuple[str, float, bool]:
        found = [self._know[f"We{i}"] for i in range(len(self._opponents))]
        return "E", sum(found), False

    def _k(self, _: str) -> tuple[str, float, bool]:
        r0, above = self._know["R0"], 800.0
        if "6.5" in self._rules and r0 > 2200:
            above = 200.0 if r0 >= 2500 else 800 * (6.5 - 0.0025 * r0)
        return "K", above / (self._know["N'"] + self._know["m"]), False

    def _gain(self, _: str) -> tuple[str, float, bool]:
        know = self._know
        know["bonus"] = 0.0
        return "gain", know["K"] * (know["S"] - know["E"]), True

    def _mark(self, label: str) -> tuple[str, float, bool]:
        b = re.search(r"B is ([\d.]+),", self._rules)
        root = re.search(r"√(\d+) ≈ ([\d.]+)", label)
        assert b
        games = max(4.0, self._know["m"])
        assert root is None or float(root[1]) == games
        return "mark", float(b[1]) * (float(root[2]) if root else sqrt(games)), False

    def _bonus(self, _: str) -> tuple[str, float, bool]:
        return "bonus", max(0.0, self._know["gain"] - self._know["mark"]), False

    def _rating(self, label: str) -> tuple[str, float, bool]:
        know = self._know
        value = know["M"] if "M" in know else sum(know[k] for k in SUMMANDS)
        return ("Step 5" if "Step 5" in label else "Step 4"), value, False

    def _between(self, _: str) -> tuple[str, float, bool]:
        return "between", self._know["Step 5"] - self._know["Step 4"], True

    def _prior(self, _: str) -> tuple[str, float, bool]:
        return "R'0", self._know["R0"] + self._moved, False

    def _target(self, _: str) -> tuple[str, float, bool]:
        share = {-400: 1.0, 400: 0.0, 0: 0.5}[self._moved]
        return "S'", self._know["S"] + share * self._know["N'"], False

    def _start(self, _: str) -> tuple[str, float, bool]:
        self._know["M"] = self._know["R'0"]
        if "S'" not in self._know:
            _, self._know["S'"], _ = self._target("")
        return "f", self._f(self._know["M"]), True

    def _f(self, at: float) -> float:
        know = self._know

        def pwe(other: float) -> float:
            return min(1.0, max(0.0, 0.5 + (at - other) / 800))

        own = know["N'"] * pwe(know["R'0"])
        return own + sum(map(pwe, self._opponents)) - know["S'"]

    def _search(self, part: Part) -> None:
        know = self._know
        makers = (*self._opponents, know["R'0"])
        knots = {maker + side for maker in makers for side in (-400, 400)}
        assert len(part.rows) < MOST_MOVES
        for place, row in enumerate(part.rows, 1):
            assert row[0] == str(place)
            at, before = know["M"], know["f"]
            assert abs(before) > TOLERANCE, "the search is over before its table"
            if before < 0:
                knot = min(z for z in knots if z > at + TOLERANCE)
            else:
                knot = max(z for z in knots if z < at - TOLERANCE)
            self._put("knot", knot, row[1], part.heads[1])
            there = self._f(know["knot"])
            self._put("f", there, row[2], part.heads[2], True)
            there, knot = know["f"], know["knot"]
            passes = there * before <= TOLERANCE
            to = at - before * (at - knot) / (before - there) if passes else knot
            self._put("M", to, row[3], part.heads[3])
        assert passes, "the search does not end where its table does"


WHO = {False: "higher", True: "lower"}
SUMMANDS = ("R0", "gain", "bonus")
Find = Callable[[Student, str], tuple[str, float, bool]]
LINES: dict[str, Find] = {
    **{"N*,": Student._n_star, "N',": Student._n_eff, "E,": Student._e},
    **{"K,": Student._k, f"K(S {MINUS} E),": Student._gain, "B√m',": Student._mark},
    **{"Bonus": Student._bonus, "New rating": Student._rating},
    **{"Rating after": Student._rating, "Change from Step 4": Student._between},
    **{"R'0,": Student._prior, "S',": Student._target, "f at R'0,": Student._start},
}


def solve(paper: Paper, carries: bool) -> list[list[str]]:
    return [Student(paper, task, carries).solve() for task in paper.tasks]


def check_key(paper: Paper, key: Paper) -> int:
    ways = [[a for task in solve(paper, way) for a in task] for way in (True, False)]
    assert ways[0] == ways[1], "rounding on the way changes an answer"
    assert ways[0] == key.answers
    assert len(key.answers) == len(key.workings)
    for answer, working in zip(key.answers, key.workings, strict=True):
        check_working(answer, working, paper.table)
    return len(key.answers)


def check_working(answer: str, working: str, table: Part | None) -> None:
    """Evaluate a derivation, whose printed parts must give the printed answer."""
    decimals = len(answer.partition(".")[2])
    value = worked(working, table)
    signed = answer.startswith("+")
    assert written(value, decimals, signed) == answer, (working, value, answer)


def worked(working: str, table: Part | None) -> float:
    found = re.fullmatch(r"table, (\d+) (apart|lower|higher)", working)
    if found:
        row = next(r for r in table.rows if WHO[found[2] == "lower"] in r[0].lower())
        return float(row[table.heads.index(found[1])])
    if working.startswith("none: "):
        gain, mark = re.findall(rf"[+{MINUS}]?[\d.]+", working)
        assert number(gain) <= number(mark)
        return 0.0
    found = re.fullmatch(r"the smaller of (\S+) and (\S+)", working)
    if found:
        return min(float(found[1]), float(found[2]))
    found = re.match(r"N\* itself, (\S+),", working)
    found = found or re.search(r"doesn't reach 0 before (\S+)$", working)
    if found:
        return float(found[1])
    return arithmetic(working.partition(", ")[0])


def arithmetic(text: str) -> float:
    return float(compute(text.replace("\N{MULTIPLICATION SIGN}", "·")))


def given_away(paper: Paper) -> Iterator[str]:
    """Yield every answer that the page prints in another place.

    Knots are often whole hundreds, or equal to a rating on the page; that reveals
    nothing. A table may print answers, because it is there to be read.
    """
    solved = solve(paper, True)
    asked = list(zip(paper.tasks, solved, strict=True))
    for task, answers in asked:
        labels = [part.label for part in task.parts]
        said = " ".join((task.question, *labels))
        printed = set(re.findall(r"\d+(?:\.\d+)?", said))
        for place, answer in zip(places(task), answers, strict=True):
            if not place.startswith(("Next knot", "New M")):
                plain = answer.lstrip(f"+{MINUS}")
                if plain in printed:
                    yield f"{task.title}: {place}: {answer}"
            for other in paper.tasks:
                if other is not task and given_figure(
                    other, task.person, place, answer
                ):
                    yield f"{task.title}: {place}: {answer} in {other.title}"


def places(task: Task) -> Iterator[str]:
    for part in task.parts:
        if not part.heads:
            yield part.label
        for row in part.rows:
            for head, cell in zip(part.heads, row, strict=True):
                if BOX in cell:
                    yield head


def given_figure(task: Task, person: str, place: str, answer: str) -> bool:
    decimals = len(answer.partition(".")[2])
    symbol = place.partition(",")[0]
    if task.person == person:
        for key, value in GIVEN.findall(task.question):
            if key == symbol and written(float(value), decimals, False) == answer:
                return True
    if not re.match(r"New rating|Rating after Step 4", place):
        return False
    return any(
        row[0] == person and written(float(row[2]), decimals, False) == answer
        for part in task.parts
        if "Rating in Step 5" in part.heads
        for row in part.rows
    )
