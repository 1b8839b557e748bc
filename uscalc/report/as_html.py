"""Results as HTML; every text is escaped by the template engine."""

from itertools import groupby

from markupsafe import Markup

from uscalc.explain.glossary import marked_in
from uscalc.explain.model import Chapter, Derivation, Line, bar_of, gauge_of
from uscalc.report.help.glossary import INK, glossary
from uscalc.report.mathml import mathml
from uscalc.report.templates import render


def derivation_html(derivation: Derivation) -> str:
    """Return a derivation as a page of its own."""
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
    """Return a line's formula typeset, in pieces between which a row may break."""
    return Markup(" ").join(mathml(piece) for piece in line.typeset)


def parts(chapter: Chapter) -> list[tuple[bool, list[Line]]]:
    """Return the lines in runs: those to be seen at once, and those folded away."""
    runs = groupby(chapter.lines, lambda line: line.detail)
    return [(folded, list(lines)) for folded, lines in runs]
