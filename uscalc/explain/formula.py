"""A formula with a player's figures in it, as plain text and as LaTeX, made once."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from math import ceil, exp, floor, sqrt
from operator import add, mul, sub, truediv
from typing import Final

from uscalc.explain.numbers import MINUS


class Level(IntEnum):
    """How tightly a formula holds together, and so where it needs brackets."""

    EQUATION = 0
    SUM = 1
    PRODUCT = 2
    POWER = 3
    ATOM = 4


@dataclass(frozen=True, slots=True)
class Formula:
    """One formula in its two forms.

    `plain` is a line of text that a person can type into a calculator. `pieces` are
    LaTeX, to be set one after the other; a line may break between two of them. Only
    these commands occur: \\frac, \\sqrt, \\cdot, \\left, \\right, \\le, \\min, \\max,
    \\exp, \\lceil, \\rceil, \\lfloor, \\rfloor, \\text.

    `worked` is what a pocket calculator makes of the printed figures: one number for
    each side of an equation that has figures only. `only` is the printed figure where
    the formula is, but for a name before it, nothing else.
    """

    plain: str
    pieces: tuple[str, ...]
    level: Level = Level.ATOM
    latex_level: Level = Level.ATOM
    worked: tuple[float, ...] = ()
    only: str | None = None

    @property
    def latex(self) -> str:
        """The whole as one piece of LaTeX."""
        return " ".join(self.pieces)

    def __add__(self, other: "Formula") -> "Formula":
        return self._joined("+", "+", other, _work(add, self, other))

    def __sub__(self, other: "Formula") -> "Formula":
        return self._joined(MINUS, "-", other, _work(sub, self, other))

    def _joined(
        self, sign: str, latex: str, other: "Formula", worked: tuple[float, ...]
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
        )

    def __mul__(self, other: "Formula") -> "Formula":
        left, right = _latex(self, Level.PRODUCT), _latex(other, Level.POWER)
        return Formula(
            f"{_plain(self, Level.PRODUCT)} · {_plain(other, Level.POWER)}",
            (f"{left} \\cdot {right}",),
            Level.PRODUCT,
            Level.PRODUCT,
            _work(mul, self, other),
        )

    def __truediv__(self, other: "Formula") -> "Formula":
        return Formula(
            f"{_plain(self, Level.PRODUCT)} / {_plain(other, Level.POWER)}",
            (f"\\frac{{{self.latex}}}{{{other.latex}}}",),
            Level.PRODUCT,
            Level.POWER,
            _work(truediv, self, other),
        )

    def __pow__(self, other: "Formula") -> "Formula":
        power = "²" if other.plain == "2" else f"^{_plain(other, Level.ATOM)}"
        return Formula(
            f"{_plain(self, Level.ATOM)}{power}",
            (f"{_latex(self, Level.ATOM)}^{{{other.latex}}}",),
            Level.POWER,
            Level.POWER,
            _work(pow, self, other),
        )


def _work(operation: Callable[..., float], *parts: Formula) -> tuple[float, ...]:
    """What an operation makes of its parts; nothing where one is a name."""
    if not all(len(part.worked) == 1 for part in parts):
        return ()
    try:
        return (float(operation(*(part.worked[0] for part in parts))),)
    except (ArithmeticError, ValueError):
        return ()


def _plain(part: Formula, least: Level) -> str:
    return part.plain if part.level >= least else f"({part.plain})"


def _latex(part: Formula, least: Level) -> str:
    if part.latex_level >= least:
        return part.latex
    return f"\\left( {part.latex} \\right)"


def _pieces(part: Formula, least: Level) -> tuple[str, ...]:
    return part.pieces if part.latex_level >= least else (_latex(part, least),)


_LATEX_NAMES: Final = {"N*": "N^{*}", "R0": "R_{0}", "R'0": "R'_{0}", "We": "W_{e}"}


def name(text: str) -> Formula:
    """A name that the documents use: K, N*, N', R'0, S'."""
    return Formula(text, (_LATEX_NAMES.get(text, text),))


def figure(text: str) -> Formula:
    """A printed figure; a negative one gets brackets where it needs them."""
    worked = (float(text.replace(MINUS, "-")),)
    if text.startswith((MINUS, "+")):
        latex = text.replace(MINUS, "-")
        return Formula(text, (latex,), Level.SUM, Level.SUM, worked, text)
    return Formula(text, (text,), worked=worked, only=text)


def total(parts: Iterable[Formula]) -> Formula:
    """All parts added up."""
    first, *rest = parts
    for part in rest:
        first = first + part
    return first


def root(inner: Formula) -> Formula:
    """A square root."""
    return Formula(
        f"√{_plain(inner, Level.ATOM)}",
        (f"\\sqrt{{{inner.latex}}}",),
        worked=_work(sqrt, inner),
    )


def power_of_ten(exponent: Formula) -> Formula:
    """Ten to a power that may be a fraction."""
    return figure("10") ** exponent


FUNCTIONS: Final[dict[str, Callable[..., float]]] = {"min": min, "max": max, "exp": exp}


def call(function: str, *parts: Formula) -> Formula:
    """min, max or exp of something."""
    inner = " , ".join(part.latex for part in parts)
    return Formula(
        f"{function}({', '.join(part.plain for part in parts)})",
        (f"\\{function} \\left( {inner} \\right)",),
        worked=_work(FUNCTIONS[function], *parts),
    )


def of(function: str, inner: Formula) -> Formula:
    """f(R): a function by its name, at a place."""
    return Formula(
        f"{function}({inner.plain})", (f"{function} \\left( {inner.latex} \\right)",)
    )


def rounded_up(inner: Formula) -> Formula:
    """The next whole number above."""
    return Formula(
        f"⌈{inner.plain}⌉",
        (f"\\lceil {inner.latex} \\rceil",),
        worked=_work(ceil, inner),
    )


def rounded_down(inner: Formula) -> Formula:
    """The next whole number below."""
    return Formula(
        f"⌊{inner.plain}⌋",
        (f"\\lfloor {inner.latex} \\rfloor",),
        worked=_work(floor, inner),
    )


def equals(first: Formula, *others: Formula) -> Formula:
    """Things that are the same, from left to right."""
    chained = _chain("=", "=", first, others)
    sides = (first, *others)
    only = others[0].only if len(others) == 1 and not first.worked else None
    worked = tuple(each for side in sides for each in side.worked)
    return replace(chained, worked=worked, only=only)


def at_most(first: Formula, *others: Formula) -> Formula:
    """Things that do not fall, from left to right."""
    return _chain("≤", "\\le", first, others)


def _chain(
    sign: str, latex: str, first: Formula, others: tuple[Formula, ...]
) -> Formula:
    plain, pieces = first.plain, first.pieces
    for other in others:
        plain += f" {sign} {other.plain}"
        head, *rest = other.pieces
        pieces = (*pieces, f"{{}} {latex} {head}", *rest)
    return Formula(plain, pieces, Level.EQUATION, Level.EQUATION)


def listed(first: Formula, *others: Formula) -> Formula:
    """Several formulas in a row, with commas."""
    plain, pieces = first.plain, first.pieces
    for other in others:
        plain += f", {other.plain}"
        pieces = (*pieces[:-1], f"{pieces[-1]} ,", *other.pieces)
    return Formula(plain, pieces, Level.EQUATION, Level.EQUATION)
