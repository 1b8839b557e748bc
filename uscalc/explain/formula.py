"""Formulas with a player's numbers, as plain text and for typesetting."""

import re
from collections.abc import Callable, Iterable
from enum import IntEnum
from fractions import Fraction
from itertools import pairwise
from math import ceil, exp, floor, isqrt, sqrt
from operator import add, mul, sub, truediv
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from uscalc.explain import latex
from uscalc.explain.latex import (
    LatexAtom,
    LatexFence,
    LatexRoot,
    LatexRow,
    LatexScript,
    Node,
)
from uscalc.explain.numbers import (
    ABOUT,
    MINUS,
    format_number,
    format_rating,
    parse_exact,
    rounds_to,
)

Worked = Fraction | float
"""The value of a formula: a fraction if it is known exactly, otherwise a float."""
NEGLIGIBLE: Final = 1e-9
"""A printed number that differs by less than this from its value is not rounded."""


class Precedence(IntEnum):
    """The precedence of an operation, which decides where brackets are needed."""

    EQUATION = 0
    SUM = 1
    PRODUCT = 2
    POWER = 3
    ATOM = 4


class TypesetFormula(Struct, frozen=True):
    """A formula in two forms.

    `plain` is a line of text for a calculator. `pieces` are typeset one after the
    other; a line may break between two of them.

    `worked` has the results that a calculator gives with the printed numbers: one for
    each side of an equation that contains only numbers. If the formula is a single
    number, perhaps with a name before it, `only` is this number as printed. `rounded`
    is True if a number is printed with fewer digits than it has. `fits` is True if each
    side of an equation gives the printed number after it, to its last digit.
    """

    plain: str
    pieces: tuple[LatexRow, ...]
    level: Precedence = Precedence.ATOM
    typeset_level: Precedence = Precedence.ATOM
    worked: tuple[Worked, ...] = ()
    only: str | None = None
    rounded: bool = False
    fits: bool = True

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The parts of all pieces."""
        return tuple(node for piece in self.pieces for node in piece.parts)

    @property
    def row(self) -> LatexRow:
        """The whole formula as one row of parts."""
        return LatexRow(self.nodes)

    def __add__(self, other: "TypesetFormula") -> "TypesetFormula":
        return self._join("+", latex.PLUS, other, _evaluate(add, self, other))

    def __sub__(self, other: "TypesetFormula") -> "TypesetFormula":
        return self._join(MINUS, latex.MINUS, other, _evaluate(sub, self, other))

    def _join(
        self,
        sign: str,
        atom: LatexAtom,
        other: "TypesetFormula",
        worked: tuple[Worked, ...],
    ) -> "TypesetFormula":
        return TypesetFormula(
            f"{_format_plain(self, Precedence.SUM)} {sign} "
            f"{_format_plain(other, Precedence.PRODUCT)}",
            (
                *(
                    self.pieces
                    if self.typeset_level >= Precedence.SUM
                    else (LatexRow(_bracketed(self, Precedence.SUM)),)
                ),
                LatexRow((atom, *_bracketed(other, Precedence.PRODUCT)), joins=True),
            ),
            Precedence.SUM,
            Precedence.SUM,
            worked,
            rounded=self.rounded or other.rounded,
        )

    def __mul__(self, other: "TypesetFormula") -> "TypesetFormula":
        left, right = (
            _bracketed(self, Precedence.PRODUCT),
            _bracketed(other, Precedence.POWER),
        )
        return TypesetFormula(
            f"{_format_plain(self, Precedence.PRODUCT)} · "
            f"{_format_plain(other, Precedence.POWER)}",
            (LatexRow((*left, latex.TIMES, *right)),),
            Precedence.PRODUCT,
            Precedence.PRODUCT,
            _evaluate(mul, self, other),
            rounded=self.rounded or other.rounded,
        )

    def __truediv__(self, other: "TypesetFormula") -> "TypesetFormula":
        return TypesetFormula(
            f"{_format_plain(self, Precedence.PRODUCT)} / "
            f"{_format_plain(other, Precedence.POWER)}",
            (LatexRow((latex.LatexFraction(self.row, other.row),)),),
            Precedence.PRODUCT,
            Precedence.POWER,
            _evaluate(truediv, self, other),
            rounded=self.rounded or other.rounded,
        )

    def __pow__(self, other: "TypesetFormula") -> "TypesetFormula":
        power = (
            "²" if other.plain == "2" else f"^{_format_plain(other, Precedence.ATOM)}"
        )
        return TypesetFormula(
            f"{_format_plain(self, Precedence.ATOM)}{power}",
            (_raise(_bracketed(self, Precedence.ATOM), other.row),),
            Precedence.POWER,
            Precedence.POWER,
            _evaluate(pow, self, other),
            rounded=self.rounded or other.rounded,
        )


def _evaluate(
    operation: Callable[..., Worked], *parts: TypesetFormula
) -> tuple[Worked, ...]:
    """Return the value of an operation; an empty tuple if a part is a name."""
    if not all(len(part.worked) == 1 for part in parts):
        return ()
    try:
        found = operation(*(part.worked[0] for part in parts))
    except (ArithmeticError, ValueError):
        return ()
    return (Fraction(found) if isinstance(found, int) else found,)


def _format_plain(part: TypesetFormula, least: Precedence) -> str:
    return part.plain if part.level >= least else f"({part.plain})"


def _bracketed(part: TypesetFormula, least: Precedence) -> tuple[Node, ...]:
    """Return the nodes of a part, in brackets if its precedence is lower than `least`."""
    return part.nodes if part.typeset_level >= least else (LatexFence(part.row),)


def _raise(nodes: tuple[Node, ...], power: LatexRow) -> LatexRow:
    """Raise the last node to a power; if it has an index, keep the index."""
    *before, last = nodes
    if isinstance(last, LatexScript):
        above = (*last.above.parts, *power.parts) if last.above else power.parts
        raised = LatexScript(last.base, LatexRow(above), last.below)
    else:
        raised = LatexScript(last, power, None)
    return LatexRow((*before, raised))


_SPLIT_NAMES: Final = {
    "R0": "R_0",
    "R'0": "R'_0",
    "We": "W_e",
}
_SUBSCRIPTS: Final = str.maketrans({"ₖ": "_k", "ₛ": "_s"})
_SCRIPT: Final = re.compile(r"\d+|[A-Za-z]")


def make_name(text: str) -> TypesetFormula:
    """Return a symbol of the rating documents: K, N*, N', R'0, S', Rₛ, Delta, NewRating."""
    symbol, _, index = (
        _SPLIT_NAMES.get(text, text).translate(_SUBSCRIPTS).partition("_")
    )
    letter = symbol.rstrip("'*")
    base: Node = LatexAtom(letter, "word" if letter[1:].isalpha() else "name")
    above = tuple(
        latex.PRIME if mark == "'" else LatexAtom(mark, "number")
        for mark in symbol.removeprefix(letter)
    )
    below = tuple(
        LatexAtom(part, "number" if part.isdigit() else "name")
        for part in _SCRIPT.findall(index)
    )
    if above or below:
        base = LatexScript(
            base, LatexRow(above) if above else None, LatexRow(below) if below else None
        )
    return TypesetFormula(text, (LatexRow((base,)),))


def make_figure(text: str, value: float | None = None) -> TypesetFormula:
    """Return a printed number; a negative one gets parentheses where needed.

    `value` is the exact number, if the printed one may be rounded.
    """
    worked = (parse_exact(text),)
    rounded = value is not None and abs(float(worked[0]) - value) > NEGLIGIBLE
    if text.startswith((MINUS, "+")):
        row = LatexRow((LatexAtom(text[0], "sign"), LatexAtom(text[1:], "number")))
        return TypesetFormula(
            text, (row,), Precedence.SUM, Precedence.SUM, worked, text, rounded
        )
    row = LatexRow((LatexAtom(text, "number"),))
    return TypesetFormula(text, (row,), worked=worked, only=text, rounded=rounded)


def make_rating(value: float, extra: int = 0) -> TypesetFormula:
    """Return a rating as a figure, with `extra` more decimals than usual."""
    return make_figure(format_rating(value, extra), value)


def make_number(value: float, decimals: int = 3) -> TypesetFormula:
    """Return a number as a figure with at most `decimals` decimals."""
    return make_figure(format_number(value, decimals), value)


def make_sum(parts: Iterable[TypesetFormula]) -> TypesetFormula:
    """Return the sum of all parts."""
    first, *rest = parts
    for part in rest:
        first = first + part
    return first


def make_square_root(inner: TypesetFormula) -> TypesetFormula:
    """Return a square root."""
    return TypesetFormula(
        f"√{_format_plain(inner, Precedence.ATOM)}",
        (LatexRow((LatexRoot(inner.row),)),),
        worked=_evaluate(_compute_square_root, inner),
        rounded=inner.rounded,
    )


def _compute_square_root(value: Worked) -> Worked:
    """Return the root, exact if the number is a square."""
    if isinstance(value, Fraction) and value >= 0:
        above, below = isqrt(value.numerator), isqrt(value.denominator)
        if above * above == value.numerator and below * below == value.denominator:
            return Fraction(above, below)
    return sqrt(value)


FUNCTIONS: Final[dict[str, Callable[..., Worked]]] = {
    "min": min,
    "max": max,
    "exp": lambda value: exp(value) if value else Fraction(1),
}


def make_call(function: str, *parts: TypesetFormula) -> TypesetFormula:
    """Return min, max or exp of some parts."""
    first, *others = (part.nodes for part in parts)
    inner = (*first, *(node for other in others for node in (latex.COMMA, *other)))
    return TypesetFormula(
        f"{function}({', '.join(part.plain for part in parts)})",
        (LatexRow((LatexAtom(function, "word"), LatexFence(LatexRow(inner)))),),
        worked=(worked := _evaluate(FUNCTIONS[function], *parts)),
        rounded=_is_chosen_part_rounded(parts, worked),
    )


def _is_chosen_part_rounded(
    parts: tuple[TypesetFormula, ...], worked: tuple[Worked, ...]
) -> bool:
    """Return whether min or max selects a rounded value, or exp takes one."""
    chosen = [part for part in parts if part.worked == worked] if worked else []
    return any(part.rounded for part in chosen or parts)


def make_value_at(function: str, inner: TypesetFormula) -> TypesetFormula:
    """Return f(R): a function with its argument."""
    return TypesetFormula(
        f"{function}({inner.plain})",
        (LatexRow((LatexAtom(function, "name"), LatexFence(inner.row))),),
        rounded=inner.rounded,
    )


def make_rounded(inner: TypesetFormula, up: bool) -> TypesetFormula:
    """Return a formula rounded up or down to an integer: (1500.2 rounded up)."""
    words = "rounded up" if up else "rounded down"
    # No-break spaces, because MathML removes other spaces at the edge of a text.
    suffix = LatexAtom(
        "".join(f"\N{NO-BREAK SPACE}{word}" for word in words.split()), "word"
    )
    return TypesetFormula(
        f"({inner.plain} {words})",
        (LatexRow((LatexFence(LatexRow((*inner.nodes, suffix))),)),),
        worked=_evaluate(ceil if up else floor, inner),
        rounded=inner.rounded,
    )


def join_equal(first: TypesetFormula, *others: TypesetFormula) -> TypesetFormula:
    """Join equal formulas, from left to right.

    Two sides are joined by "=" only if the printed numbers are exactly equal, and by
    "≈" if one of them is rounded.
    """
    sides = (first, *others)
    signs = [
        EQUAL if _is_exactly_equal(one, two) else NEARLY for one, two in pairwise(sides)
    ]
    return replace(
        _join_sides(signs, sides),
        worked=tuple(each for side in sides for each in side.worked),
        only=others[0].only if len(others) == 1 and not first.worked else None,
        rounded=any(side.rounded for side in sides),
        fits=all(_agrees_with_figure(one, two) for one, two in pairwise(sides)),
    )


def _agrees_with_figure(one: TypesetFormula, two: TypesetFormula) -> bool:
    """Return whether a side gives the printed value after it; True before another formula."""
    return two.only is None or all(rounds_to(each, two.only) for each in one.worked)


def _is_exactly_equal(one: TypesetFormula, two: TypesetFormula) -> bool:
    """Return whether two printed sides are exactly the same."""
    return (
        isinstance(one.worked[0], Fraction) and one.worked == two.worked
        if len(one.worked) == 1 and len(two.worked) == 1
        else not one.rounded and not two.rounded
    )


def join_at_most(first: TypesetFormula, *others: TypesetFormula) -> TypesetFormula:
    """Join terms in ascending order by "at most" signs."""
    return _join_sides([AT_MOST] * len(others), (first, *others))


EQUAL: Final = ("=", latex.EQUAL)
NEARLY: Final = (ABOUT, latex.NEARLY)
AT_MOST: Final = ("\N{LESS-THAN OR EQUAL TO}", latex.AT_MOST)


def _join_sides(
    signs: list[tuple[str, LatexAtom]], sides: tuple[TypesetFormula, ...]
) -> TypesetFormula:
    plain, pieces = sides[0].plain, sides[0].pieces
    for (sign, atom), other in zip(signs, sides[1:], strict=True):
        plain += f" {sign} {other.plain}"
        head, *rest = other.pieces
        pieces = (*pieces, LatexRow((atom, *head.parts), joins=True), *rest)
    return TypesetFormula(plain, pieces, Precedence.EQUATION, Precedence.EQUATION)
