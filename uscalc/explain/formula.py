"""A formula with a player's figures in it, as plain text and to be typeset."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from itertools import pairwise
from math import ceil, exp, floor, isqrt, sqrt
from operator import add, mul, sub, truediv
from typing import Final

from uscalc.explain import latex
from uscalc.explain.latex import Atom, Fence, Node, Root, Row, Script
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
    """One formula in its two forms.

    `plain` is a line of text that a person can type into a calculator. `pieces` are
    to be typeset one after the other; a line may break between two of them.

    `worked` is a pocket calculator's result with the printed figures: one number for
    each side of an equation that has figures only. `only` is the printed figure where
    the formula is, but for a name before it, nothing else. `rounded` says that one of
    its figures is printed with fewer digits than it has, and `fits` that each side of
    an equation gives the printed figure after it, as far as its digits go.
    """

    plain: str
    pieces: tuple[Row, ...]
    level: Level = Level.ATOM
    typeset_level: Level = Level.ATOM
    worked: tuple[Worked, ...] = ()
    only: str | None = None
    rounded: bool = False
    fits: bool = True

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The parts of all pieces."""
        return tuple(node for piece in self.pieces for node in piece.parts)

    @property
    def row(self) -> Row:
        """The whole as one piece."""
        return Row(self.nodes)

    def __add__(self, other: "Formula") -> "Formula":
        return self._joined("+", latex.PLUS, other, _work(add, self, other))

    def __sub__(self, other: "Formula") -> "Formula":
        return self._joined(MINUS, latex.MINUS, other, _work(sub, self, other))

    def _joined(
        self, sign: str, atom: Atom, other: "Formula", worked: tuple[Worked, ...]
    ) -> "Formula":
        return Formula(
            f"{_plain(self, Level.SUM)} {sign} {_plain(other, Level.PRODUCT)}",
            (
                *_pieces(self, Level.SUM),
                Row((atom, *_bracketed(other, Level.PRODUCT)), joins=True),
            ),
            Level.SUM,
            Level.SUM,
            worked,
            rounded=self.rounded or other.rounded,
        )

    def __mul__(self, other: "Formula") -> "Formula":
        left, right = _bracketed(self, Level.PRODUCT), _bracketed(other, Level.POWER)
        return Formula(
            f"{_plain(self, Level.PRODUCT)} · {_plain(other, Level.POWER)}",
            (Row((*left, latex.TIMES, *right)),),
            Level.PRODUCT,
            Level.PRODUCT,
            _work(mul, self, other),
            rounded=self.rounded or other.rounded,
        )

    def __truediv__(self, other: "Formula") -> "Formula":
        return Formula(
            f"{_plain(self, Level.PRODUCT)} / {_plain(other, Level.POWER)}",
            (Row((latex.Fraction(self.row, other.row),)),),
            Level.PRODUCT,
            Level.POWER,
            _work(truediv, self, other),
            rounded=self.rounded or other.rounded,
        )

    def __pow__(self, other: "Formula") -> "Formula":
        power = "²" if other.plain == "2" else f"^{_plain(other, Level.ATOM)}"
        return Formula(
            f"{_plain(self, Level.ATOM)}{power}",
            (_raise(_bracketed(self, Level.ATOM), other.row),),
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


def _bracketed(part: Formula, least: Level) -> tuple[Node, ...]:
    """Return the nodes of a part, in brackets where it holds together less tightly."""
    if part.typeset_level >= least:
        return part.nodes
    return (Fence("(", part.row, ")"),)


def _pieces(part: Formula, least: Level) -> tuple[Row, ...]:
    if part.typeset_level >= least:
        return part.pieces
    return (Row(_bracketed(part, least)),)


def _raise(nodes: tuple[Node, ...], power: Row) -> Row:
    """Raise the last node to a power; a node that has an index keeps it."""
    *before, last = nodes
    if isinstance(last, Script):
        above = (*last.above.parts, *power.parts) if last.above else power.parts
        raised = Script(last.base, Row(above), last.below)
    else:
        raised = Script(last, power, None)
    return Row((*before, raised))


_SPLIT_NAMES: Final = {
    "R0": "R_0",
    "R'0": "R'_0",
    "We": "W_e",
}
_SCRIPT: Final = re.compile(r"\d+|[A-Za-z]")


def name(text: str) -> Formula:
    """Return a name of the documents: K, N*, N', R'0, S', R_s, Delta, NewRating."""
    symbol, _, index = _SPLIT_NAMES.get(text, text).partition("_")
    letter = symbol.rstrip("'*")
    base: Node = Atom(letter, "word" if letter[1:].isalpha() else "name")
    above = tuple(
        latex.PRIME if mark == "'" else Atom(mark, "number")
        for mark in symbol.removeprefix(letter)
    )
    below = tuple(
        Atom(part, "number" if part.isdigit() else "name")
        for part in _SCRIPT.findall(index)
    )
    if above or below:
        base = Script(
            base, Row(above) if above else None, Row(below) if below else None
        )
    return Formula(text, (Row((base,)),))


def figure(text: str, value: float | None = None) -> Formula:
    """Return a printed figure; a negative one gets brackets where it needs them.

    `value` is what it was printed from, where it may have been rounded.
    """
    worked = (exact(text),)
    rounded = value is not None and abs(float(worked[0]) - value) > NEGLIGIBLE
    if text.startswith((MINUS, "+")):
        row = Row((Atom(text[0], "sign"), Atom(text[1:], "number")))
        return Formula(text, (row,), Level.SUM, Level.SUM, worked, text, rounded)
    row = Row((Atom(text, "number"),))
    return Formula(text, (row,), worked=worked, only=text, rounded=rounded)


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
        (Row((Root(inner.row),)),),
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
    first, *others = (part.nodes for part in parts)
    inner = (*first, *(node for other in others for node in (latex.COMMA, *other)))
    return Formula(
        f"{function}({', '.join(part.plain for part in parts)})",
        (Row((Atom(function, "word"), Fence("(", Row(inner), ")"))),),
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
        (Row((Atom(function, "name"), Fence("(", inner.row, ")"))),),
        rounded=inner.rounded,
    )


def rounded_up(inner: Formula) -> Formula:
    """Return the next integer above."""
    return Formula(
        f"⌈{inner.plain}⌉",
        (Row((Fence("⌈", inner.row, "⌉"),)),),
        worked=_work(ceil, inner),
        rounded=inner.rounded,
    )


def rounded_down(inner: Formula) -> Formula:
    """Return the next integer below."""
    return Formula(
        f"⌊{inner.plain}⌋",
        (Row((Fence("⌊", inner.row, "⌋"),)),),
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


EQUAL: Final = ("=", latex.EQUAL)
NEARLY: Final = (ABOUT, latex.NEARLY)
AT_MOST: Final = ("\N{LESS-THAN OR EQUAL TO}", latex.AT_MOST)


def _chain(signs: list[tuple[str, Atom]], sides: tuple[Formula, ...]) -> Formula:
    plain, pieces = sides[0].plain, sides[0].pieces
    for (sign, atom), other in zip(signs, sides[1:], strict=True):
        plain += f" {sign} {other.plain}"
        head, *rest = other.pieces
        pieces = (*pieces, Row((atom, *head.parts), joins=True), *rest)
    return Formula(plain, pieces, Level.EQUATION, Level.EQUATION)
