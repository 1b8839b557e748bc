"""The line under a picture that says where its figures are from."""

from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.ui.session.session import Session


def source_line(session: Session) -> str:
    """Event, section, system and rules of what is selected."""
    document, section = session.document, session.section
    parts = [document.name or "Event without a name"]
    if section is not None:
        if len(document.sections) > 1 and section.name:
            parts.append(section.name)
        parts.append(SYSTEM_NAMES[session.selection.system])
    rating = session.shown_rating()
    if rating is not None:
        rules = rating.trace.rules
        how = f"on {rules.date.isoformat()}" if rules.date else "as printed"
        parts.append(f"rules of {rules.edition} {how}")
    return f"{', '.join(parts)}. Computed by uscalc."
