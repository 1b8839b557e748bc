"""The line under a picture that names the source of its figures."""

from typing import Final

from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.ui.session.session import Session

WITH: Final = "With what-if results"
WITHOUT: Final = "Without what-if results"


def describe_source(session: Session, what_if: bool = False) -> str:
    """Return event, section, system and rules of the selection.

    `what_if` is for a picture of `would_be`: then the line says so.
    """
    document, section = session.document, session.section
    parts = [document.name or "Untitled event"]
    if section is not None:
        if len(document.sections) > 1 and section.name:
            parts.append(section.name)
        parts.append(SYSTEM_NAMES[session.selection.system])
    rating = session.shown.rating
    if rating is not None:
        rules = rating.trace.rules
        how = f"on {rules.date.isoformat()}" if rules.date else "as printed"
        parts.append(f"rules of {rules.edition} {how}")
    if what_if and session.shows_what_if:
        parts.append(WITH.lower())
    return f"{', '.join(parts)}. Computed by uscalc."
