"""The line below a picture that names the source of its figures."""

from typing import Final

from uscalc.counted import format_day
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.ui.session.session import Session

WITH: Final = "With what-if results"
WITHOUT: Final = "Without what-if results"


def describe_source(session: Session, what_if: bool = False) -> str:
    """Return the event, section, system and rules of the selection.

    With `what_if`, for a picture of `with_what_if`, the line names the what-if results
    if there are any.
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
        how = f"on {format_day(rules.date)}" if rules.date else "as printed"
        parts.append(f"rules of {rules.edition} {how}")
    if what_if and session.shows_what_if:
        parts.append(WITH.lower())
    return f"{', '.join(parts)}. Computed by uscalc."
