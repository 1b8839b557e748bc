"""Report what earlier events say about members, and where a file disagrees."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from uscalc.document.audit.in_order import CarriedAudit
from uscalc.document.audit.passed_on import Disagreement
from uscalc.explain.numbers import format_rating
from uscalc.report.as_json import Json
from uscalc.report.as_text import make_printable, make_table

NOT_SAID = {"rating": "unrated", "games": "established", "record": "not said"}
RECORDS = {"mixed": "mixed", "all_wins": "all won", "all_losses": "all lost"}


def make_carried_json(followed: CarriedAudit) -> Json:
    """Convert the number of known members and the disagreements to JSON values."""
    return {
        "carried": followed.members,
        "disagreements": [
            {
                "section": one.section,
                "player": one.number,
                "name": one.name,
                "id": one.id,
                "system": one.system,
                "key": one.key,
                "file": one.said,
                "carried": one.passed,
                "event": one.event,
                "date": one.day.isoformat(),
            }
            for one in followed.disagreements
        ],
    }


def make_carried_parts(followed: CarriedAudit) -> Iterator[RenderableType]:
    """Yield a line of counts and a table of the disagreements."""
    count = followed.members
    known = "1 member is" if count == 1 else f"{count} members are"
    yield Text(f"{known} known from earlier events.")
    if not followed.disagreements:
        return
    titles = ("#", "Disagreement", "", "In the file", "Carried", "From")
    table = make_table(titles, range(1, len(titles)))
    for one in followed.disagreements:
        table.add_row(
            str(one.number),
            Text(make_printable(one.name)),
            f"{one.key}, {one.system}",
            _format_figure(one, one.said),
            _format_figure(one, one.passed),
            Text(f"{make_printable(one.event)}, {one.day}"),
        )
    yield table


def _format_figure(one: Disagreement, value: float | str | None) -> str:
    if value is None:
        return NOT_SAID[one.key]
    if isinstance(value, str):
        return RECORDS[value]
    return format_rating(value) if one.key == "rating" else str(value)
