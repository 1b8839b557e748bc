"""Typical mistakes, made from the printed page alone: each gets its own reason."""

from collections import Counter
from collections.abc import Iterator
from math import copysign, sqrt

import pytest

from tests.worksheet.make import LEVEL_NUMBERS
from tests.worksheet.oracle import Student, number, written
from tests.worksheet.reading import Paper, Part, Task, decimals_in, read_page
from uscalc.report.lessons import make_invented_worksheet, make_worksheet_html
from uscalc.worksheet.kinds import Kind
from uscalc.worksheet.model import PracticeProgress, judge_answer

SCORES = {"win": 1.0, "draw": 0.5, "loss": 0.0}
STANDARD = (
    *("this is what the opponent expects", "this is the result", "you used PWe"),
    *("this is for a difference of", "you left out the game against", "this is S,"),
    *("this is the average", "you left out the square root", "not the larger"),
    *("games of this event", "you left out N'", "you used N instead of N'"),
    *("you subtracted S from E", "you left out E", "multiply it by K"),
    *("you multiplied S by K before", "only the change is needed", "you left out B"),
    *("m' is at least 4", "so there is a bonus", "so there is no bonus"),
    *("only the part of", "you left out the bonus", "you subtracted a gain"),
    *("you added a loss", "this is the change; add it to R0", "you cut digits off"),
    *("Step 5 starts from R0 again", "you subtracted Step 5 from Step 4"),
    "you rounded an earlier answer too much",
)
SPECIAL = (
    *("R'0 is 400 points away", "you left out the earlier games", "counts as a draw"),
    *("you didn't subtract S'", "you subtracted the sum from S'"),
    *("PWe against R'0 counts N' times", "PWe is never below 0 or above 1"),
    *("another knot is nearer", "so M goes", "a knot is 400 above or below"),
    *("you moved away from the knot", "f has another sign at the knot"),
    *("M has to move", "where the search starts"),
)


class MistakenStudent(Student):
    """Answers correctly, and notes for each answer what typical mistakes would give."""

    def __init__(self, paper: Paper, task: Task) -> None:
        super().__init__(paper, task, True)
        self.planted: list[list[tuple[float, str]]] = []
        self._part = Part()

    def _meet(self, part: Part) -> None:
        self._part = part
        super()._meet(part)

    def _put(self, key, value, cell, asked, signed=False) -> None:
        before = dict(self._know)
        super()._put(key, value, cell, asked, signed)
        self._know, after = before, self._know
        if asked.startswith("f at R'0"):
            self._know.pop("knot", None)
        found = list(self._slip(key, value))
        self._know = after
        unit = 10 ** -decimals_in(asked)
        cut = float(f"{int(value / unit * (1 + 1e-9)) * unit:.6f}")
        if abs(cut - number(self.answers[-1])) > unit / 2:
            found.append((cut, "you cut digits off"))
        self.planted.append(found)

    def _slip(self, key: str, value: float) -> Iterator[tuple[float, str]]:
        know = self._know
        make = {"We": self._expectation, "Step": self._result, "K": self._divide}
        begin = next((name for name in make if key.startswith(name)), "")
        if begin:
            yield from make[begin](key, value)
        elif key == "N*":
            yield value * value / 50, "you left out the square root"
        elif key == "N'":
            yield max(know["N"], know["N*"]), "not the larger"
        elif key == "E":
            yield from self._total(value)
        elif key == "gain":
            above = know["S"] - know["E"]
            yield -know["K"] * above, "you subtracted S from E"
            yield know["K"] * know["S"], "you left out E"
            yield above, "multiply it by K"
            yield know["K"] * know["S"] - know["E"], "you multiplied S by K before"
            yield know["R0"] + value, "only the change is needed"
        elif key == "mark":
            yield value / 10, "you left out B"
            if know["m"] == 3:
                yield 10 * sqrt(3), "m' is at least 4"
        elif key == "bonus" and value:
            yield 0.0, "so there is a bonus"
            yield know["gain"], "only the part of"
        elif key == "bonus":
            yield know["gain"] - know["mark"], "so there is no bonus"
        elif key == "between":
            yield -value, "you subtracted Step 5 from Step 4"
        elif key == "R'0":
            yield know["R0"], "R'0 is 400 points away"
        elif key == "S'":
            yield know["S"], "you left out the earlier games"
            if not self._moved:
                yield know["S"] + know["N'"], "counts as a draw"
        elif key == "f":
            yield from self._objective(value)
        elif key == "knot":
            yield from self._knots(value)
        elif key == "M":
            yield from self._moves(value)

    def _expectation(self, key: str, value: float) -> Iterator[tuple[float, str]]:
        row = self._part.rows[int(key[2:])]
        yield 1 - value, "this is what the opponent expects"
        yield SCORES[row[1]], "this is the result"
        apart = self._opponents[int(key[2:])] - self._know["R0"]
        if self._table is None:
            yield min(1, max(0, 0.5 - apart / 800)), "you used PWe"
        elif apart:
            further = self._expected(self._know["R0"] + apart + copysign(100, apart))
            yield further, "this is for a difference of"

    def _total(self, value: float) -> Iterator[tuple[float, str]]:
        for i, row in enumerate(self._part.rows):
            own = self._know[f"We{i}"]
            yield value - own, f"you left out the game against {row[0]}"
            if own * 10 % 1 not in (0, 0.5):
                rounded = round(own * 10 + 1e-9) / 10
                yield value - own + rounded, "you rounded an earlier answer too much"
        yield self._know["S"], "this is S, the score"
        yield value / self._know["m"], "this is the average"

    def _divide(self, _: str, value: float) -> Iterator[tuple[float, str]]:
        know = self._know
        yield 800 / know["N'"], "games of this event"
        yield 800 / know["m"], "you left out N'"
        if "N" in know and know["N"] > know["N'"]:
            yield 800 / (know["N"] + know["m"]), "you used N instead of N'"

    def _result(self, key: str, value: float) -> Iterator[tuple[float, str]]:
        know = self._know
        if "M" in know:
            yield know["R'0"], "where the search starts"
            return
        if know["bonus"]:
            yield know["R0"] + know["gain"], "you left out the bonus"
        turned = "you subtracted a gain" if know["gain"] > 0 else "you added a loss"
        yield know["R0"] - know["gain"] - know["bonus"], turned
        yield know["gain"] + know["bonus"], "this is the change; add it to R0"
        if key == "Step 5":
            first = know["Step 4"]
            yield first + know["gain"] + know["bonus"], "Step 5 starts from R0 again"

    def _objective(self, value: float) -> Iterator[tuple[float, str]]:
        know = self._know
        at = know.get("knot", know["M"])
        makers = [know["R'0"], *self._opponents]
        own, *others = (0.5 + (at - maker) / 800 for maker in makers)
        straight = know["N'"] * own + sum(others) - know["S'"]
        yield value + know["S'"], "you didn't subtract S'"
        yield -value, "you subtracted the sum from S'"
        yield straight, "PWe is never below 0 or above 1"
        if know["N'"]:
            once = value - (know["N'"] - 1) * min(1, max(0, own))
            yield once, "PWe against R'0 counts N' times"

    def _knots(self, value: float) -> Iterator[tuple[float, str]]:
        at, rises = self._know["M"], self._know["f"] < 0
        for maker in (*self._opponents, self._know["R'0"]):
            yield maker, "a knot is 400 above or below"
            for knot in (maker - 400, maker + 400):
                if knot != value:
                    nearer = (knot > value) if rises else (knot < value)
                    yield knot, "another knot is nearer" if nearer else "so M goes"
        assert (value > at) is rises

    def _moves(self, value: float) -> Iterator[tuple[float, str]]:
        know = self._know
        yield know["M"], "M has to move"
        if abs(value - know["knot"]) > 0.5:
            yield know["knot"], "f has another sign at the knot"
            yield 2 * know["M"] - value, "you moved away from the knot"


def plant(kind: Kind, level: int, seed: int) -> Iterator[tuple[str, str, str]]:
    """Yield each planted mistake of a problem: the verdict, the direction and the reason."""
    sheet = make_invented_worksheet((kind,), level, seed, 1)
    paper = read_page(make_worksheet_html(sheet))
    student = MistakenStudent(paper, paper.tasks[0])
    student.solve()
    blanks = list(sheet.exercises[0].iterate_blanks())
    for blank, answer, mistakes in zip(
        blanks, student.answers, student.planted, strict=True
    ):
        assert blank.answer == answer
        for value, reason in mistakes:
            typed = written(value, blank.decimals, False)
            if number(typed) == number(answer):
                continue
            side = "Too high" if number(typed) > number(answer) else "Too low"
            yield judge_answer(blank, typed).words, side, reason


@pytest.mark.parametrize("level", LEVEL_NUMBERS)
@pytest.mark.parametrize(
    ("kinds", "reasons"),
    [
        (("expectation", "k", "bonus", "two-passes"), STANDARD),
        (("special-1", "special-3", "special-7"), SPECIAL),
    ],
)
def test_every_typical_mistake_gets_its_reason(kinds, reasons, level):
    planted: Counter[str] = Counter()
    for kind in kinds:
        for seed in range(1, 7):
            for words, side, reason in plant(kind, level, seed):
                assert words.startswith(f"{side}: "), (kind, seed, words, reason)
                assert reason in words, (kind, seed, words, reason)
                planted[next(key for key in STANDARD + SPECIAL if key in reason)] += 1
    never = [reason for reason in reasons if not planted[reason]]
    assert set(never) <= NOT_AT_LEVEL[level], never


NOT_AT_LEVEL = {
    1: {
        *("you used PWe", "you left out the square root", "not the larger"),
        *("you used N instead of N'", "R'0 is 400 points away", "counts as a draw"),
        *("you left out the earlier games", "you cut digits off"),
    },
    2: {"this is for a difference of"},
    3: {"this is for a difference of"},
}
"""Values that are given at a level, so that no mistake is possible."""


def test_unexplained_values_get_hints_without_the_answer():
    sheet = make_invented_worksheet(("k",), 1, 1, 1)
    blank = next(sheet.exercises[0].iterate_blanks())
    assert judge_answer(blank, "1.5").words == f"Too low. {blank.hint}"
    assert "larger for few games" in blank.hint
    assert judge_answer(blank, "999").words.startswith("Too high. ")
    for kind in ("expectation", "k", "bonus", "special-3", "two-passes"):
        for level in LEVEL_NUMBERS:
            sheet = make_invented_worksheet((kind,), level, 1, 1)
            for blank in sheet.exercises[0].iterate_blanks():
                bare = blank.answer.lstrip("+\N{MINUS SIGN}")
                if len(bare.strip("0.")) > 2:
                    for mistake in blank.mistakes:
                        assert bare not in mistake.reason


def test_a_streak_counts_first_tries_and_survives_the_next_problem():
    sheet = make_invented_worksheet(("expectation",), 1, 1, 1)
    begun = PracticeProgress(streak=4, best=6).start_exercise(sheet.exercises[0])
    work, _ = begun.check_entry(begun.blanks[0].answer)
    assert (work.streak, work.best, work.at) == (5, 6, 1)
    work, _ = work.check_entry("9")
    work, _ = work.check_entry(work.blanks[1].answer)
    assert (work.streak, work.best, work.at) == (0, 6, 2)
    work, _ = work.give_help()
    work, _ = work.give_help()
    assert (work.streak, work.at) == (0, 3)
    again = work.start_exercise(sheet.exercises[0])
    assert (again.streak, again.best, again.at) == (0, 6, 0)
