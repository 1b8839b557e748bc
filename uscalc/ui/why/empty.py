"""Why there is no derivation to show, in words."""

from uscalc.ui.session.session import Session
from uscalc.ui.wording.hints import describe_finding

NOBODY = "The section has no players. Open a file that has some, or add one."
MOST = 4
"""So many reasons are listed; the others are counted."""


def what_stops(session: Session) -> list[str]:
    """Return every finding that keeps the selected section from being rated, in words."""
    section, system = session.find_section_rating(), session.selection.system
    return [
        describe_finding(finding, session.document)
        for finding in (section.findings if section else ())
        if finding.stops_rating and finding.system in (None, system)
    ]


def why_not(session: Session) -> tuple[str, tuple[str, ...]]:
    """Return a title and sentences for a selection that has no rating."""
    if session.player is None or session.section is None:
        return "Nobody is here yet", (NOBODY,)
    stops = [f"{reason}." for reason in what_stops(session)]
    if session.section.kind == "unrated":
        stops = ["It is kept as a section that does not count for ratings."]
    more = len(stops) - MOST
    tail = (f"And {more} more.",) if more > 0 else ()
    return "The section is not rated", (*stops[:MOST], *tail)
