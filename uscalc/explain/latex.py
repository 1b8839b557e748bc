"""The structure of a typeset formula, and the LaTeX for it.

The window paints these nodes, a page has them as MathML, and JSON as LaTeX.
"""

from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal["number", "name", "word", "binary", "relation", "sign", "comma"]


@dataclass(frozen=True, slots=True)
class Atom:
    """A number, a name, a word or an operator."""

    text: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Row:
    """Parts in sequence; `joins` if it continues another row."""

    parts: tuple["Node", ...]
    joins: bool = False


@dataclass(frozen=True, slots=True)
class Fraction:
    """One part above another."""

    above: Row
    below: Row


@dataclass(frozen=True, slots=True)
class Root:
    """A square root."""

    inner: Row


@dataclass(frozen=True, slots=True)
class Script:
    """A part with a superscript or a subscript."""

    base: "Node"
    above: Row | None
    below: Row | None


@dataclass(frozen=True, slots=True)
class Fence:
    """A part in brackets that grow with it."""

    left: str
    inner: Row
    right: str


Node = Atom | Row | Fraction | Root | Script | Fence

PLUS: Final = Atom("+", "binary")
MINUS: Final = Atom("\N{MINUS SIGN}", "binary")
TIMES: Final = Atom("\N{MIDDLE DOT}", "binary")
EQUAL: Final = Atom("=", "relation")
NEARLY: Final = Atom("\N{ALMOST EQUAL TO}", "relation")
AT_MOST: Final = Atom("\N{LESS-THAN OR EQUAL TO}", "relation")
COMMA: Final = Atom(",", "comma")
PRIME: Final = Atom("\N{PRIME}", "number")
_COMMANDS: Final = {
    PLUS: "{} +",
    MINUS: "{} -",
    TIMES: "\\cdot",
    EQUAL: "{} =",
    NEARLY: "{} \\approx",
    AT_MOST: "{} \\le",
    PRIME: "'",
    Atom("\N{MINUS SIGN}", "sign"): "-",
    Atom("\N{GREEK SMALL LETTER EPSILON}", "name"): "\\varepsilon",
    **{Atom(word, "word"): f"\\{word}" for word in ("min", "max", "exp")},
}
_FENCES: Final = {
    "(": "\\left( {} \\right)",
    "\N{LEFT CEILING}": "\\lceil {} \\rceil",
    "\N{LEFT FLOOR}": "\\lfloor {} \\rfloor",
}


def to_latex(row: Row) -> str:
    """Write a formula, or a piece of one, as LaTeX.

    Only these commands occur: \\frac, \\sqrt, \\cdot, \\left, \\right, \\le, \\approx,
    \\min, \\max, \\exp, \\lceil, \\rceil, \\lfloor, \\rfloor, \\varepsilon, \\text.
    """
    text = ""
    for part in row.parts:
        is_sign = isinstance(part, Atom) and part.kind == "sign"
        text += _write_node(part) + ("" if is_sign else " ")
    return text.removesuffix(" ")


def _write_node(node: Node) -> str:
    match node:
        case Atom(text, kind):
            usual = f"\\text{{{text}}}" if kind == "word" else text
            return _COMMANDS.get(node, usual)
        case Row():
            return f"{{{to_latex(node)}}}"
        case Fraction(above, below):
            return f"\\frac{{{to_latex(above)}}}{{{to_latex(below)}}}"
        case Root(inner):
            return f"\\sqrt{{{to_latex(inner)}}}"
        case Fence(left, inner, _):
            return _FENCES[left].format(to_latex(inner))
        case Script(base, above, below):
            raised = above.parts if above is not None else ()
            primes = raised.count(PRIME)
            text = _write_node(base) + "'" * primes
            if below is not None:
                text += f"_{{{to_latex(below)}}}"
            if len(raised) > primes:
                text += f"^{{{to_latex(Row(raised[primes:]))}}}"
            return text
