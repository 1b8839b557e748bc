"""Render results as HTML; the template engine escapes every text."""

from itertools import groupby

from markupsafe import Markup

from uscalc.explain.glossary import marked_in
from uscalc.explain.model import Chapter, Derivation, Line, bar_of, gauge_of
from uscalc.report.help.glossary import INK, glossary
from uscalc.report.mathml import mathml
from uscalc.report.templates import render


def derivation_html(derivation: Derivation) -> str:
    """Render a derivation as a complete page."""
    words = glossary()
    return render(
        "derivation.html",
        derivation=derivation,
        formula=formula,
        parts=parts,
        bar_of=bar_of,
        gauge_of=gauge_of,
        glossary=words,
        entries=[words[key] for key in marked_in(derivation)],
        ink={role: f"var(--{role})" for role in INK},
    )


def formula(line: Line) -> Markup:
    """Render a line's formula, in pieces between which a row may break."""
    return Markup(" ").join(mathml(piece) for piece in line.typeset)


def parts(chapter: Chapter) -> list[tuple[bool, list[Line]]]:
    """Group a chapter's lines into runs of visible and of folded lines."""
    runs = groupby(chapter.lines, lambda line: line.detail)
    return [(folded, list(lines)) for folded, lines in runs]
