"""Reads the LaTeX that formulas are written in: a small part, and all of it.

The window paints what this gives, and a page in HTML is written from it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal["number", "name", "word", "binary", "relation", "sign", "comma"]

TOKEN: Final = re.compile(
    r"\\text\{[A-Za-z]+\}|\\[a-z]+|\d+(?:\.\d+)?|[A-Za-z]|[{}()^_'*+=,-]|\s+"
)
OPERATORS: Final[dict[str, tuple[str, Kind]]] = {
    "+": ("+", "binary"),
    "-": ("\N{MINUS SIGN}", "binary"),
    "\\cdot": ("\N{MIDDLE DOT}", "binary"),
    "=": ("=", "relation"),
    "\\approx": ("\N{ALMOST EQUAL TO}", "relation"),
    "\\le": ("\N{LESS-THAN OR EQUAL TO}", "relation"),
    "\\varepsilon": ("\N{GREEK SMALL LETTER EPSILON}", "name"),
    ",": (",", "comma"),
}
WORDS: Final = ("\\min", "\\max", "\\exp")
OPENING: Final = ("binary", "relation", "comma", "sign")
FENCES: Final = {
    "\\left": ("(", ")", "\\right"),
    "\\lceil": ("\N{LEFT CEILING}", "\N{RIGHT CEILING}", "\\rceil"),
    "\\lfloor": ("\N{LEFT FLOOR}", "\N{RIGHT FLOOR}", "\\rfloor"),
}


class LatexError(ValueError):
    """A text outside the part of LaTeX that is supported."""


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


def parse(latex: str) -> Row:
    """Return the parts of a formula. Raises LatexError for unsupported text."""
    tokens = _tokens(latex)
    joins = tokens[:2] == ["{", "}"]
    parts, rest = _row(tokens[2:] if joins else tokens, None)
    if rest:
        raise LatexError(f"a bracket is closed that was not opened: {latex}")
    return Row(_signed(parts, joins), joins)


def _tokens(latex: str) -> list[str]:
    found, at = [], 0
    while at < len(latex):
        match = TOKEN.match(latex, at)
        if match is None:
            raise LatexError(f"{latex[at]!r} cannot be read in {latex}")
        at = match.end()
        if not match.group().isspace():
            found.append(match.group())
    return found


def _row(tokens: Sequence[str], end: str | None) -> tuple[list[Node], Sequence[str]]:
    """Return the parts up to a closing token, and the rest."""
    parts: list[Node] = []
    while tokens:
        if tokens[0] == end:
            return parts, tokens[1:]
        if tokens[0] in ("}", "\\right", "\\rceil", "\\rfloor"):
            break
        part, tokens = _part(tokens)
        if part is not None:
            parts.append(part)
    if end is not None:
        raise LatexError(f"{end} is missing")
    return parts, tokens


def _part(tokens: Sequence[str]) -> tuple[Node | None, Sequence[str]]:
    token, rest = tokens[0], tokens[1:]
    part: Node
    if token == "{":
        inner, rest = _row(rest, "}")
        if not inner:
            return None, rest
        part = Row(_signed(inner, False))
    elif token == "\\frac":
        above, rest = _group(rest)
        below, rest = _group(rest)
        part = Fraction(above, below)
    elif token == "\\sqrt":
        inside, rest = _group(rest)
        part = Root(inside)
    elif token.startswith("\\text{"):
        part = Atom(token[6:-1], "word")
    elif token in FENCES:
        part, rest = _fence(token, rest)
    elif token in WORDS:
        part = Atom(token[1:], "word")
    elif token in OPERATORS:
        part = Atom(*OPERATORS[token])
    elif token[0].isdigit():
        part = Atom(token, "number")
    elif token == "*":
        part = Atom("*", "number")
    elif token.isalpha():
        part = Atom(token, "name")
    else:
        raise LatexError(f"{token} is not known here")
    return _scripted(part, rest)


def _group(tokens: Sequence[str]) -> tuple[Row, Sequence[str]]:
    if not tokens or tokens[0] != "{":
        raise LatexError("a group in braces is missing")
    parts, rest = _row(tokens[1:], "}")
    return Row(_signed(parts, False)), rest


def _fence(token: str, rest: Sequence[str]) -> tuple[Fence, Sequence[str]]:
    left, right, end = FENCES[token]
    if token == "\\left":
        if not rest or rest[0] != "(":
            raise LatexError("only round brackets are known")
        rest = rest[1:]
    inner, rest = _row_in_fence(rest, end)
    return Fence(left, Row(_signed(inner, False)), right), rest


def _row_in_fence(tokens: Sequence[str], end: str) -> tuple[list[Node], Sequence[str]]:
    parts, rest = _row(tokens, end)
    if end == "\\right":
        if not rest or rest[0] != ")":
            raise LatexError("a closing bracket is missing")
        rest = rest[1:]
    return parts, rest


def _scripted(part: Node, rest: Sequence[str]) -> tuple[Node, Sequence[str]]:
    """Return the part with the primes, powers and indices that follow it."""
    above: list[Node] = []
    below: Row | None = None
    while rest and rest[0] in ("'", "^", "_"):
        if rest[0] == "'":
            above.append(Atom("\N{PRIME}", "number"))
            rest = rest[1:]
        elif rest[0] == "^":
            power, rest = _group(rest[1:])
            above += power.parts
        else:
            below, rest = _group(rest[1:])
    if not above and below is None:
        return part, rest
    return Script(part, Row(tuple(above)) if above else None, below), rest


def _signed(parts: list[Node], joins: bool) -> tuple[Node, ...]:
    """Return the parts with plus and minus as signs if nothing precedes them."""
    found: list[Node] = []
    for part in parts:
        before = found[-1] if found else None
        opens = isinstance(before, Atom) and before.kind in OPENING
        first = opens or (before is None and not joins)
        if first and isinstance(part, Atom) and part.kind == "binary":
            part = Atom(part.text, "sign")
        found.append(part)
    return tuple(found)
