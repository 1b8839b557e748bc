"""Render results as HTML; the template engine escapes every text."""

from itertools import groupby

from markupsafe import Markup

from uscalc.explain.glossary import list_marked_terms
from uscalc.explain.model import (
    Derivation,
    DerivationChapter,
    DerivationLine,
    make_bar,
    make_scale,
)
from uscalc.report.help.glossary import INK, read_glossary
from uscalc.report.mathml import make_mathml
from uscalc.report.templates import render_template


def make_derivation_html(derivation: Derivation) -> str:
    """Render a derivation as a complete page."""
    words = read_glossary()
    return render_template(
        "derivation.html",
        derivation=derivation,
        formula=render_formula,
        parts=group_by_detail,
        bar_of=make_bar,
        gauge_of=make_scale,
        glossary=words,
        entries=[words[key] for key in list_marked_terms(derivation)],
        ink={role: f"var(--{role})" for role in INK},
    )


def render_formula(line: DerivationLine) -> Markup:
    """Render a line's formula, in pieces between which a row may break."""
    return Markup(" ").join(make_mathml(piece) for piece in line.typeset)


def group_by_detail(
    chapter: DerivationChapter,
) -> list[tuple[bool, list[DerivationLine]]]:
    """Group a chapter's lines into runs of visible and of folded lines."""
    runs = groupby(chapter.lines, lambda line: line.detail)
    return [(folded, list(lines)) for folded, lines in runs]
