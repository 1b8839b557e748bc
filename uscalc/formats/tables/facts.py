"""Find facts beside known words: the event's name, its days, its time control."""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from typing import Final

from uscalc.formats.errors import EndDateNeededError
from uscalc.formats.shared import loose
from uscalc.formats.shared.pairing import ReadingNotes, parse_days

FACT_WORDS: Final[Mapping[str, frozenset[str]]] = {
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


def find_fact_key(cell: str) -> str | None:
    """Return the fact that a cell's word introduces; None for any other cell."""
    word = loose.normalize_letters(_IN_BRACKETS.sub("", cell))
    return next((key for key, words in FACT_WORDS.items() if word in words), None)


def parse_fact_line(row: Sequence[str]) -> tuple[str, str] | None:
    """Return the fact and value of a line, as in `Date : 2025/05/03 to 2025/05/04`.

    The word and the value are in cells of their own, or in one cell with a colon.
    """
    cells = [cell for cell in row if cell.strip(" :")]
    if not cells:
        return None
    head, colon, rest = cells[0].partition(":")
    key = find_fact_key(head)
    if key is None or (len(cells) < 2 and not colon):
        return None
    return key, " ".join(filter(None, (rest.strip(), *cells[1:]))).lstrip(" :")


def find_days(
    facts: Mapping[str, str],
    given: dt.date | None,
    notes: ReadingNotes,
    needed: EndDateNeededError,
) -> tuple[dt.date | None, dt.date]:
    """Return the event's first and last day; `given` is used if none is stated.

    Raises `needed` if no day is known.
    """
    began, ended = facts.get("start"), facts.get("end")
    both = facts.get("days")
    if began or ended or not both:
        return parse_days(began, ended, given, notes, needed)
    found = _DAY.findall(both)
    if len(found) == 2:
        return parse_days(found[0], found[1], given, notes, needed)
    return parse_days(None, found[0] if len(found) == 1 else both, given, notes, needed)
