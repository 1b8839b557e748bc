"""Find facts beside known words: the event's name, its days, its time control."""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from typing import Final

from uscalc.formats.errors import EndDateNeededError
from uscalc.formats.shared import loose
from uscalc.formats.shared.pairing import Notes, days_said

FACTS: Final[Mapping[str, frozenset[str]]] = {
    "event": frozenset(
        ("tournament", "tournamenttitle", "tournamentname", "event", "eventname")
    ),
    "section": frozenset(("section", "sectionname", "sectiontitle")),
    "control": frozenset(
        (
            *("timecontrol", "timecontrols", "sectiontimecontrol"),
            *("tournamenttimecontrol", "tournamenttimecontrols"),
        )
    ),
    "start": frozenset(("startingdate", "startdate", "begindate", "datebegins")),
    "end": frozenset(("endingdate", "enddate", "dateends")),
    "days": frozenset(("date", "dates", "eventdate", "eventdates")),
    "rounds": frozenset(("finalround", "rounds", "numberofrounds", "totalrounds")),
    "played": frozenset(("roundsplayed", "roundplayed")),
    "": frozenset(
        (
            *("organizer", "organizers", "organiser", "organisers", "federation"),
            *("tournamentdirector", "chieftd", "td", "affiliate", "location"),
            *("chiefarbiter", "deputychiefarbiter", "deputyarbiter", "arbiter"),
            *("city", "site", "place", "tournamenttype", "ratingcalculation"),
            *("fideeventid", "eventid", "averageage", "ratingaverageage"),
            *("pairingprogram", "lastupdate", "website", "homepage", "email"),
        )
    ),
}
"""The words by the fact that they introduce; words of facts that aren't read come last.
"""

_IN_BRACKETS: Final = re.compile(r"\([^()]*\)")
_DAY: Final = re.compile(r"\d{4}[-/]\d\d?[-/]\d\d?|\d\d?[-/]\d\d?[-/]\d{4}", re.ASCII)


def fact(cell: str) -> str | None:
    """Return the fact that a cell's word introduces; None for any other cell."""
    word = loose.letters_of(_IN_BRACKETS.sub("", cell))
    return next((key for key, words in FACTS.items() if word in words), None)


def stated(row: Sequence[str]) -> tuple[str, str] | None:
    """Return the fact and value of a line, as in `Date : 2025/05/03 to 2025/05/04`.

    The word and the value are in cells of their own, or in one cell with a colon.
    """
    cells = [cell for cell in row if cell.strip(" :")]
    if not cells:
        return None
    head, colon, rest = cells[0].partition(":")
    key = fact(head)
    if key is None or (len(cells) < 2 and not colon):
        return None
    return key, " ".join(filter(None, (rest.strip(), *cells[1:]))).lstrip(" :")


def days_in(
    facts: Mapping[str, str],
    given: dt.date | None,
    notes: Notes,
    needed: EndDateNeededError,
) -> tuple[dt.date | None, dt.date]:
    """Return the event's first and last day; `given` is used if none is stated.

    Raises `needed` if no day is known.
    """
    began, ended = facts.get("start"), facts.get("end")
    both = facts.get("days")
    if began or ended or not both:
        return days_said(began, ended, given, notes, needed)
    found = _DAY.findall(both)
    if len(found) == 2:
        return days_said(found[0], found[1], given, notes, needed)
    return days_said(None, found[0] if len(found) == 1 else both, given, notes, needed)
