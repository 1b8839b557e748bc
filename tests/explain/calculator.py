"""A pocket calculator for printed formulas, written without the program's code."""

import math
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

SIGNS = {
    **{"−": "-", "·": "*", "²": "**2", "^": "**", "√": "sqrt"},
    **{" rounded down": "|down", " rounded up": "|up"},
}
"""The signs of formulas, in Python; the sum in parentheses before "|" is rounded."""
NUMBER = r"\d+(?:\.\d+)?"
KNOWN = re.compile(rf"(?:{NUMBER}|min|max|exp|sqrt|\|down|\|up|[-+*/(), ])+")


class Rounding:
    """A way of rounding that is written behind a sum."""

    def __init__(self, rounded: Callable[[Any], int]) -> None:
        self.rounded = rounded

    def __ror__(self, value: Any) -> int:
        return self.rounded(value)


NAMES = {
    **{"min": min, "max": max, "exp": math.exp, "sqrt": math.sqrt},
    **{"down": Rounding(math.floor), "up": Rounding(math.ceil)},
}


def compute(text: str, kind: Callable[[str], Any] = float) -> Any:
    """Return the value of a formula whose figures have the given number type."""
    code = re.sub(rf"√({NUMBER})", r"√(\1)", text)
    for sign, python in SIGNS.items():
        code = code.replace(sign, python)
    assert KNOWN.fullmatch(code), text
    code = re.sub(NUMBER, r"kind('\g<0>')", code).strip()
    return eval(code, {"__builtins__": {}, "kind": kind, **NAMES})


def reckon(text: str) -> float:
    return float(compute(re.split(" [=≈] ", text)[-1]))


def reckon_exactly(text: str) -> Fraction:
    return Fraction(compute(re.split(" [=≈] ", text)[-1], Fraction))


def number(text: str) -> float:
    return float(text.replace("−", "-").replace("+", ""))
