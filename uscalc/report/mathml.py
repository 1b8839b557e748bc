"""Convert a formula to MathML, which browsers typeset."""

from markupsafe import Markup

from uscalc.explain.latex import Atom, Fence, Fraction, Node, Root, Row, Script

TAGS = {"number": "mn", "name": "mi", "word": "mi"}


def mathml(piece: Row) -> Markup:
    """Convert a formula, or a piece of one, to a MathML element."""
    return _in("math", _row(piece))


def _in(tag: str, *inner: str) -> Markup:
    """Return an element; text inside it is escaped, and elements are not."""
    return Markup("<{0}>{1}</{0}>").format(tag, Markup("").join(inner))


def _row(row: Row) -> Markup:
    # A piece that goes on after another starts with nothing, so that its first
    # A piece that continues another one starts with an empty row, so that its first
    start = [_in("mrow")] if row.joins else []
    return _in("mrow", *start, *map(_node, row.parts))


def _node(node: Node) -> Markup:
    if isinstance(node, Atom):
        if node.kind == "sign":
            return Markup('<mo form="prefix">{}</mo>').format(node.text)
        if node.kind in ("binary", "relation"):
            return Markup('<mo form="infix">{}</mo>').format(node.text)
        return _in(TAGS.get(node.kind, "mo"), node.text)
    if isinstance(node, Row):
        return _row(node)
    if isinstance(node, Fraction):
        return _in("mfrac", _row(node.above), _row(node.below))
    if isinstance(node, Root):
        return _in("msqrt", _row(node.inner))
    if isinstance(node, Fence):
        left, right = _in("mo", node.left), _in("mo", node.right)
        return _in("mrow", left, _row(node.inner), right)
    return _script(node)


def _script(node: Script) -> Markup:
    parts = [_node(node.base)]
    parts += [_row(part) for part in (node.below, node.above) if part is not None]
    if node.above is None:
        return _in("msub", *parts)
    if node.below is None:
        return _in("msup", *parts)
    return _in("msubsup", *parts)
