"""Render results as HTML; the template engine escapes every text."""

from itertools import groupby
from typing import Final

from markupsafe import Markup

from uscalc.explain.glossary import list_marked_terms
from uscalc.explain.latex import (
    LatexAtom,
    LatexFence,
    LatexFraction,
    LatexRoot,
    LatexRow,
    Node,
)
from uscalc.explain.model import (
    Derivation,
    DerivationChapter,
    DerivationLine,
    make_scale,
)
from uscalc.report.data_pages import INK, read_glossary
from uscalc.report.tables import render_template

TAGS: Final = {"number": "mn", "name": "mi", "word": "mi"}
FORMS: Final = {"sign": "prefix", "binary": "infix", "relation": "infix"}


def make_mathml(piece: LatexRow) -> Markup:
    """Convert a formula, or a piece of one, to a MathML element."""
    return _make_element("math", _render_row(piece))


def _make_element(tag: str, *inner: str) -> Markup:
    """Return an element; text inside it is escaped, other elements are not."""
    return Markup("<{0}>{1}</{0}>").format(tag, Markup("").join(inner))


def _render_row(row: LatexRow) -> Markup:
    # A row that continues a formula starts with an empty element, so that a browser
    # spaces its first operator like one between two terms.
    start = [_make_element("mrow")] if row.joins else []
    return _make_element("mrow", *start, *map(_render_node, row.parts))


def _render_node(node: Node) -> Markup:
    if isinstance(node, LatexAtom):
        form = FORMS.get(node.kind)
        return (
            Markup('<mo form="{}">{}</mo>').format(form, node.text)
            if form
            else _make_element(TAGS.get(node.kind, "mo"), node.text)
        )
    if isinstance(node, LatexRow):
        return _render_row(node)
    if isinstance(node, LatexFraction):
        return _make_element("mfrac", _render_row(node.above), _render_row(node.below))
    if isinstance(node, LatexRoot):
        return _make_element("msqrt", _render_row(node.inner))
    if isinstance(node, LatexFence):
        left, right = _make_element("mo", "("), _make_element("mo", ")")
        return _make_element("mrow", left, _render_row(node.inner), right)
    scripts = {"sub": node.below, "sup": node.above}
    shown = {name: part for name, part in scripts.items() if part is not None}
    parts = [_render_node(node.base), *map(_render_row, shown.values())]
    return _make_element(f"m{''.join(shown)}", *parts)


def make_derivation_html(derivation: Derivation) -> str:
    """Render a derivation as a complete page."""
    words = read_glossary()
    return render_template(
        "derivation.html",
        derivation=derivation,
        formula=render_formula,
        parts=group_by_detail,
        gauge_of=make_scale,
        glossary=words,
        entries=[words[key] for key in list_marked_terms(derivation)],
        ink={role: f"var(--{role})" for role in INK},
    )


def render_formula(line: DerivationLine) -> Markup:
    """Render a line's formula as pieces; a row may break between two pieces."""
    return Markup(" ").join(make_mathml(piece) for piece in line.typeset)


def group_by_detail(
    chapter: DerivationChapter,
) -> list[tuple[bool, list[DerivationLine]]]:
    """Group a chapter's lines into runs of visible and of folded lines."""
    return [
        (folded, list(lines))
        for folded, lines in groupby(chapter.lines, lambda line: line.detail)
    ]
