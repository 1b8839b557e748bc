"""A formula as MathML, which browsers typeset without any help."""

from html import escape

from uscalc.explain.latex import Atom, Fence, Fraction, Node, Root, Row, Script, parse

TAGS = {"number": "mn", "name": "mi", "word": "mi"}


def mathml(latex: str) -> str:
    """One formula, or a piece of one, as a MathML element."""
    row = parse(latex)
    return f"<math>{_row(row)}</math>"


def _row(row: Row) -> str:
    # A piece that goes on after another starts with nothing, so that its first
    # operator is set as one between two things.
    start = "<mrow></mrow>" if row.joins else ""
    return f"<mrow>{start}{''.join(_node(part) for part in row.parts)}</mrow>"


def _node(node: Node) -> str:
    if isinstance(node, Atom):
        if node.kind == "sign":
            return f'<mo form="prefix">{escape(node.text)}</mo>'
        if node.kind in ("binary", "relation"):
            return f'<mo form="infix">{escape(node.text)}</mo>'
        tag = TAGS.get(node.kind, "mo")
        return f"<{tag}>{escape(node.text)}</{tag}>"
    if isinstance(node, Row):
        return _row(node)
    if isinstance(node, Fraction):
        return f"<mfrac>{_row(node.above)}{_row(node.below)}</mfrac>"
    if isinstance(node, Root):
        return f"<msqrt>{_row(node.inner)}</msqrt>"
    if isinstance(node, Fence):
        left, right = (f"<mo>{escape(text)}</mo>" for text in (node.left, node.right))
        return f"<mrow>{left}{_row(node.inner)}{right}</mrow>"
    return _script(node)


def _script(node: Script) -> str:
    base = _node(node.base)
    above = "" if node.above is None else _row(node.above)
    below = "" if node.below is None else _row(node.below)
    if node.above is None:
        return f"<msub>{base}{below}</msub>"
    if node.below is None:
        return f"<msup>{base}{above}</msup>"
    return f"<msubsup>{base}{below}{above}</msubsup>"
