"""The structure of a typeset formula, and its LaTeX.

The window paints these nodes, HTML pages have them as MathML, and JSON as LaTeX.
"""

from typing import Final, Literal

from msgspec import Struct


class LatexAtom(Struct, frozen=True):
    """A number, a name, a word or an operator."""

    text: str
    kind: Literal["number", "name", "word", "binary", "relation", "sign", "comma"]


class LatexRow(Struct, frozen=True):
    """Parts in sequence; `joins` if it continues another row."""

    parts: tuple["Node", ...]
    joins: bool = False


class LatexFraction(Struct, frozen=True):
    """One part above another."""

    above: LatexRow
    below: LatexRow


class LatexRoot(Struct, frozen=True):
    """A square root."""

    inner: LatexRow


class LatexScript(Struct, frozen=True):
    """A part with a superscript or a subscript."""

    base: "Node"
    above: LatexRow | None
    below: LatexRow | None


class LatexFence(Struct, frozen=True):
    """A part in parentheses that grow with it."""

    inner: LatexRow


Node = LatexAtom | LatexRow | LatexFraction | LatexRoot | LatexScript | LatexFence

PLUS: Final = LatexAtom("+", "binary")
MINUS: Final = LatexAtom("\N{MINUS SIGN}", "binary")
TIMES: Final = LatexAtom("\N{MIDDLE DOT}", "binary")
EQUAL: Final = LatexAtom("=", "relation")
NEARLY: Final = LatexAtom("\N{ALMOST EQUAL TO}", "relation")
AT_MOST: Final = LatexAtom("\N{LESS-THAN OR EQUAL TO}", "relation")
COMMA: Final = LatexAtom(",", "comma")
PRIME: Final = LatexAtom("\N{PRIME}", "number")
_COMMANDS: Final = {
    PLUS: "{} +",
    MINUS: "{} -",
    TIMES: "\\cdot",
    EQUAL: "{} =",
    NEARLY: "{} \\approx",
    AT_MOST: "{} \\le",
    PRIME: "'",
    LatexAtom("\N{MINUS SIGN}", "sign"): "-",
    LatexAtom("\N{GREEK SMALL LETTER EPSILON}", "name"): "\\varepsilon",
    **{LatexAtom(word, "word"): f"\\{word}" for word in ("min", "max", "exp")},
}


def to_latex(row: LatexRow) -> str:
    r"""Return a formula, or a piece of one, as LaTeX.

    Only these commands occur: \frac, \sqrt, \cdot, \left, \right, \le, \approx, \min,
    \max, \exp, \varepsilon, \text.
    """
    text = ""
    for part in row.parts:
        is_sign = isinstance(part, LatexAtom) and part.kind == "sign"
        text += _write_node(part) + ("" if is_sign else " ")
    return text.removesuffix(" ")


def _write_node(node: Node) -> str:
    match node:
        case LatexAtom(text, kind):
            return _COMMANDS.get(node, f"\\text{{{text}}}" if kind == "word" else text)
        case LatexRow():
            return f"{{{to_latex(node)}}}"
        case LatexFraction(above, below):
            return f"\\frac{{{to_latex(above)}}}{{{to_latex(below)}}}"
        case LatexRoot(inner):
            return f"\\sqrt{{{to_latex(inner)}}}"
        case LatexFence(inner):
            return f"\\left( {to_latex(inner)} \\right)"
        case LatexScript(base, above, below):
            raised = above.parts if above is not None else ()
            primes = raised.count(PRIME)
            text = _write_node(base) + "'" * primes
            if below is not None:
                text += f"_{{{to_latex(below)}}}"
            if len(raised) > primes:
                text += f"^{{{to_latex(LatexRow(raised[primes:]))}}}"
            return text
