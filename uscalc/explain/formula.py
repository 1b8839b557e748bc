"""A formula with a player's figures in it, as plain text and as LaTeX, made once."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from itertools import pairwise
from math import ceil, exp, floor, isqrt, sqrt
from operator import add, mul, sub, truediv
from typing import Final

from uscalc.explain.numbers import ABOUT, MINUS, exact, gives

Worked = Fraction | float
"""The value of a formula: a fraction where it is exact, else a float."""
NEGLIGIBLE: Final = 1e-9
"""A printed figure this close to its value is not a rounded one."""


class Level(IntEnum):
    """The precedence of a formula, which decides its brackets."""

    EQUATION = 0
    SUM = 1
    PRODUCT = 2
    POWER = 3
    ATOM = 4


@dataclass(frozen=True, slots=True)
class Formula:
    """One formula as plain text and as LaTeX."""

    plain: str
    pieces: tuple[str, ...]
    level: Level = Level.ATOM
    latex_level: Level = Level.ATOM
    worked: tuple[Worked, ...] = ()
    only: str | None = None
    rounded: bool = False
    fits: bool = True

    @property
    def latex(self) -> str:
        """The whole as one piece of LaTeX."""
        return " ".join(self.pieces)

    def __add__(self, other: "Formula") -> "Formula":
        return self._joined("+", "+", other, _work(add, self, other))

    def __sub__(self, other: "Formula") -> "Formula":
        return self._joined(MINUS, "-", other, _work(sub, self, other))

    def _joined(
        self, sign: str, latex: str, other: "Formula", worked: tuple[Worked, ...]
    ) -> "Formula":
        return Formula(
            f"{_plain(self, Level.SUM)} {sign} {_plain(other, Level.PRODUCT)}",
            (
                *_pieces(self, Level.SUM),
                f"{{}} {latex} {_latex(other, Level.PRODUCT)}",
            ),
            Level.SUM,
            Level.SUM,
            worked,
            rounded=self.rounded or other.rounded,
        )

    def __mul__(self, other: "Formula") -> "Formula":
        left, right = _latex(self, Level.PRODUCT), _latex(other, Level.POWER)
        return Formula(
            f"{_plain(self, Level.PRODUCT)} · {_plain(other, Level.POWER)}",
            (f"{left} \\cdot {right}",),
            Level.PRODUCT,
            Level.PRODUCT,
            _work(mul, self, other),
            rounded=self.rounded or other.rounded,
        )

    def __truediv__(self, other: "Formula") -> "Formula":
        return Formula(
            f"{_plain(self, Level.PRODUCT)} / {_plain(other, Level.POWER)}",
            (f"\\frac{{{self.latex}}}{{{other.latex}}}",),
            Level.PRODUCT,
            Level.POWER,
            _work(truediv, self, other),
            rounded=self.rounded or other.rounded,
        )

    def __pow__(self, other: "Formula") -> "Formula":
        power = "²" if other.plain == "2" else f"^{_plain(other, Level.ATOM)}"
        return Formula(
            f"{_plain(self, Level.ATOM)}{power}",
            (f"{_latex(self, Level.ATOM)}^{{{other.latex}}}",),
            Level.POWER,
            Level.POWER,
            _work(pow, self, other),
            rounded=self.rounded or other.rounded,
        )


def _work(operation: Callable[..., Worked], *parts: Formula) -> tuple[Worked, ...]:
    """Return the value of an operation; nothing if a part is a name."""
    if not all(len(part.worked) == 1 for part in parts):
        return ()
    try:
        found = operation(*(part.worked[0] for part in parts))
    except (ArithmeticError, ValueError):
        return ()
    return (Fraction(found) if isinstance(found, int) else found,)


def _plain(part: Formula, least: Level) -> str:
    return part.plain if part.level >= least else f"({part.plain})"


def _latex(part: Formula, least: Level) -> str:
    if part.latex_level >= least:
        return part.latex
    return f"\\left( {part.latex} \\right)"


def _pieces(part: Formula, least: Level) -> tuple[str, ...]:
    return part.pieces if part.latex_level >= least else (_latex(part, least),)


_LATEX_NAMES: Final = {
    "N*": "N^{*}",
    "M*": "M^{*}",
    "R0": "R_{0}",
    "R'0": "R'_{0}",
    "We": "W_{e}",
    "\N{GREEK SMALL LETTER EPSILON}": "\\varepsilon",
}


def name(text: str) -> Formula:
    """Return a name of the documents: K, N*, N', R'0, S', R_s, Delta, NewRating."""
    latex = _LATEX_NAMES.get(text)
    if latex is None:
        letter, _, index = text.partition("_")
        latex = f"\\text{{{letter}}}" if letter[1:].isalpha() else letter
        latex += f"_{{{index}}}" if index else ""
    return Formula(text, (latex,))


def figure(text: str, value: float | None = None) -> Formula:
    """Return a printed figure; a negative one gets brackets where it needs them.

    `value` is what it was printed from, where it may have been rounded.
    """
    worked = (exact(text),)
    rounded = value is not None and abs(float(worked[0]) - value) > NEGLIGIBLE
    if text.startswith((MINUS, "+")):
        latex = text.replace(MINUS, "-")
        return Formula(text, (latex,), Level.SUM, Level.SUM, worked, text, rounded)
    return Formula(text, (text,), worked=worked, only=text, rounded=rounded)


def total(parts: Iterable[Formula]) -> Formula:
    """Return the sum of all parts."""
    first, *rest = parts
    for part in rest:
        first = first + part
    return first


def root(inner: Formula) -> Formula:
    """Return a square root."""
    return Formula(
        f"√{_plain(inner, Level.ATOM)}",
        (f"\\sqrt{{{inner.latex}}}",),
        worked=_work(_square_root, inner),
        rounded=inner.rounded,
    )


def _square_root(value: Worked) -> Worked:
    """Return the root, exact where the figure is a square."""
    if isinstance(value, Fraction) and value >= 0:
        above, below = isqrt(value.numerator), isqrt(value.denominator)
        if above * above == value.numerator and below * below == value.denominator:
            return Fraction(above, below)
    return sqrt(value)


def _exponential(value: Worked) -> Worked:
    return exp(value) if value else Fraction(1)


def power_of_ten(exponent: Formula) -> Formula:
    """Return ten to a power that may be a fraction."""
    return figure("10") ** exponent


FUNCTIONS: Final[dict[str, Callable[..., Worked]]] = {
    "min": min,
    "max": max,
    "exp": _exponential,
}


def call(function: str, *parts: Formula) -> Formula:
    """Return min, max or exp of some parts."""
    inner = " , ".join(part.latex for part in parts)
    return Formula(
        f"{function}({', '.join(part.plain for part in parts)})",
        (f"\\{function} \\left( {inner} \\right)",),
        worked=(worked := _work(FUNCTIONS[function], *parts)),
        rounded=_any_rounded(parts, worked),
    )


def _any_rounded(parts: tuple[Formula, ...], worked: tuple[Worked, ...]) -> bool:
    """Return whether min or max selects a rounded value, or exp takes one."""
    chosen = [part for part in parts if part.worked == worked] if worked else []
    return any(part.rounded for part in chosen or parts)


def of(function: str, inner: Formula) -> Formula:
    """Return f(R): a function by its name, at an argument."""
    return Formula(
        f"{function}({inner.plain})",
        (f"{function} \\left( {inner.latex} \\right)",),
        rounded=inner.rounded,
    )


def rounded_up(inner: Formula) -> Formula:
    """Return the next integer above."""
    return Formula(
        f"⌈{inner.plain}⌉",
        (f"\\lceil {inner.latex} \\rceil",),
        worked=_work(ceil, inner),
        rounded=inner.rounded,
    )


def rounded_down(inner: Formula) -> Formula:
    """Return the next integer below."""
    return Formula(
        f"⌊{inner.plain}⌋",
        (f"\\lfloor {inner.latex} \\rfloor",),
        worked=_work(floor, inner),
        rounded=inner.rounded,
    )


def equals(first: Formula, *others: Formula) -> Formula:
    """Join equal formulas, from left to right.

    Two sides are joined by "=" only where the printed figures are exactly equal, and
    by "≈" where one of them was rounded.
    """
    sides = (first, *others)
    signs = [EQUAL if _same(one, two) else NEARLY for one, two in pairwise(sides)]
    only = others[0].only if len(others) == 1 and not first.worked else None
    worked = tuple(each for side in sides for each in side.worked)
    return replace(
        _chain(signs, sides),
        worked=worked,
        only=only,
        rounded=any(side.rounded for side in sides),
        fits=all(_fits(one, two) for one, two in pairwise(sides)),
    )


def _fits(one: Formula, two: Formula) -> bool:
    """Return whether a side gives the printed value after it, or a formula follows."""
    return two.only is None or all(gives(each, two.only) for each in one.worked)


def _same(one: Formula, two: Formula) -> bool:
    """Return whether two printed sides are exactly the same."""
    if len(one.worked) == 1 and len(two.worked) == 1:
        return isinstance(one.worked[0], Fraction) and one.worked == two.worked
    return not one.rounded and not two.rounded


def at_most(first: Formula, *others: Formula) -> Formula:
    """Join terms in ascending order by "at most" signs."""
    return _chain([AT_MOST] * len(others), (first, *others))


EQUAL: Final = ("=", "=")
NEARLY: Final = (ABOUT, "\\approx")
AT_MOST: Final = ("\N{LESS-THAN OR EQUAL TO}", "\\le")


def _chain(signs: list[tuple[str, str]], sides: tuple[Formula, ...]) -> Formula:
    plain, pieces = sides[0].plain, sides[0].pieces
    for (sign, latex), other in zip(signs, sides[1:], strict=True):
        plain += f" {sign} {other.plain}"
        head, *rest = other.pieces
        pieces = (*pieces, f"{{}} {latex} {head}", *rest)
    return Formula(plain, pieces, Level.EQUATION, Level.EQUATION)
