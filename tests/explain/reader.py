"""A reader who works out the rating from the printed derivation alone."""

import math
import re
from dataclasses import dataclass, field
from io import StringIO

from rich.console import Console

from tests.explain.calculator import number, reckon
from uscalc.engine.trace import PlayerTrace
from uscalc.explain.model import Derivation
from uscalc.report.as_text import FULL_HINT, make_derivation_text, print_to

GAME = re.compile(
    r"\s+(\d+)\s{2,}(.+?)\s{2,}(win|draw|loss)\s{2,}([\d.]+)\s{2,}(.+?)\s{2,}([\d.]+)\s*"
)
SCORES = {"win": 1.0, "draw": 0.5, "loss": 0.0}


def printed(derivation: Derivation, full: bool = True) -> str:
    paper = StringIO()
    print_to(Console(file=paper, width=4000), make_derivation_text(derivation, full))
    return "\n".join(line.rstrip() for line in paper.getvalue().splitlines())


@dataclass
class Said:
    text: str
    formula: str = ""
    value: str = ""


@dataclass
class Part:
    title: str
    said: list[Said] = field(default_factory=list)
    games: list[tuple[float, float, float]] = field(default_factory=list)

    def find(self, words: str) -> Said | None:
        return next((said for said in self.said if words in said.text), None)


def read(text: str) -> tuple[str, list[Part]]:
    _, _, answer, *rest = text.splitlines()
    parts: list[Part] = []
    for line in rest:
        game = GAME.fullmatch(line)
        if line == FULL_HINT:
            break
        if line and not line.startswith(" "):
            parts.append(Part(line))
        elif game is not None:
            _, _, result, strength, _, expected = game.groups()
            row = SCORES[result], float(strength), float(expected)
            parts[-1].games.append(row)
        elif line.startswith("      "):
            tail = re.sub(r"\s*\[[^]]*\]$", "", line.strip())
            if not tail or not parts[-1].said or set(line.strip()) == {"─"}:
                continue
            formula, value = "", tail
            if joined := re.match("(.*) [=≈→] (.*)", tail):
                formula, value = joined.groups()
            said = parts[-1].said[-1]
            said.formula, said.value = formula, value
        elif line.startswith("  ") and not line.startswith("   "):
            parts[-1].said.append(Said(line.strip()))
    return answer, parts


def recomputed(text: str) -> tuple[float, float]:
    """Return the rating after the last step and the stored rating, computed by hand."""
    _, parts = read(text)
    titles = {part.title: part for part in parts}
    r0 = _start(titles["Step 1: where the player starts"])
    second = titles["Step 2: effective games"]
    n_star = second.find("to N* effective games")
    n_eff = second.find("the number of effective games")
    assert abs(line_value(n_star) - number(n_star.value)) < 1e-4
    games = line_value(n_eff)
    last = parts[-2]
    steps = [part for part in parts if part.games]
    if second.said[-1].value == "standard":
        raw = _standard(steps, r0, games)
    else:
        raw = _special(steps, r0, games)
    return raw, _stored(parts[-1], last, max(raw, 100.0), r0)


NEAR = 0.1


def check_by_hand(player: PlayerTrace, derivation: Derivation) -> None:
    if player.step5 is None:
        return
    for full in (True, False):
        raw, stored = recomputed(printed(derivation, full))
        assert abs(raw - player.step5.raw) <= NEAR, derivation.heading
        assert abs(stored - player.post) <= NEAR, derivation.heading


def _last(steps: list[Part], words: str) -> Said | None:
    """Return the last line with these words; a short Step 5 doesn't repeat those of Step 4."""
    return next((said for part in reversed(steps) if (said := part.find(words))), None)


def line_value(said: Said) -> float:
    return reckon(said.formula) if said.formula else number(said.value)


def _start(part: Part) -> float:
    places = [
        i for i, said in enumerate(part.said) if "N, the number of games" in said.text
    ]
    said = part.said[places[0] - 1] if places else part.said[-1]
    if not said.formula:
        return number(said.value)
    sides = re.split(" [=≈] ", said.formula)
    if " · " not in sides[0] or len(sides) == 1:
        return reckon(said.formula)
    # A blend is rounded: it is computed from the sources, and compared with the printed
    # one.
    mean, exact = sides
    assert abs(reckon(mean) - number(exact)) < 0.01
    assert math.floor(number(exact) + 0.5) == number(said.value)
    return number(said.value)


def _standard(steps: list[Part], r0: float, games: float) -> float:
    part = steps[-1]
    m = len(part.games)
    score = sum(result for result, _, _ in part.games)
    expected = sum(1 / (1 + 10 ** ((other - r0) / 400)) for _, other, _ in part.games)
    k = _last(steps, "K, the rating points")
    factor = reckon(k.formula)
    if "reduced" not in k.text:
        assert abs(factor - 800 / (games + m)) < 1e-3
    gain = factor * (score - expected)
    threshold = _last(steps, "The bonus threshold is")
    bonus = 0.0
    if threshold is not None:
        bonus = max(0.0, gain - reckon(threshold.formula))
    return r0 + gain + bonus


def _special(steps: list[Part], r0: float, games: float) -> float:
    prior = line_value(_last(steps, "prior, R'0,"))
    target = line_value(_last(steps, "S', the score to match"))
    others = [other for _, other, _ in steps[-1].games]

    def expected(r: float, other: float) -> float:
        return min(1.0, max(0.0, 0.5 + (r - other) / 800))

    def f(r: float) -> float:
        own = games * expected(r, prior)
        return own + sum(expected(r, other) for other in others) - target

    # Find the lowest and the highest fitting rating by repeated halving.
    def find_edge(sign: int) -> float:
        low, high = -10000.0, 20000.0
        for _ in range(80):
            middle = (low + high) / 2
            low, high = (middle, high) if f(middle) < -sign * 2e-6 else (low, middle)
        return low

    lowest, highest = find_edge(1), find_edge(-1)
    # If several ratings fit, the search from the prior ends at the nearest one.
    nearest = min(max(prior, lowest), highest)
    return min(nearest if highest - lowest > 1 else (lowest + highest) / 2, 2700.0)


def _stored(part: Part, last: Part, result: float, r0: float) -> float:
    for said in part.said:
        if " ≤ R ≤ " in said.formula:
            low, high = (reckon(side) for side in said.formula.split(" ≤ R ≤ "))
            result = min(max(result, low), high)
    rounding = part.find("whole numbers")
    if rounding is not None:
        # The rounding direction comes from the printed figure, which must agree with
        # ours.
        unrounded = rounding.formula or rounding.value
        exact = number(re.sub(r"\(([\d.−]+) rounded \w+\)", r"\1", unrounded))
        assert abs(exact - result) < 0.1
        result = line_value(rounding)
        assert (result > r0) == (exact > r0) or result == r0 == exact
    floors = (
        part.find("Floors:")
        or part.find("The highest floor")
        or part.find("The floor is")
    )
    if floors.formula:
        result = max(result, float(floors.formula.rpartition(", ")[2].rstrip(")")))
    ceiling = part.find("ceiling")
    if ceiling is not None:
        result = min(result, float(ceiling.formula.rpartition(", ")[2].rstrip(")")))
    return result
