"""Write wall charts as one table of values, with a row for each player."""

import csv
import io
from collections.abc import Iterator
from typing import Final

from uscalc.report.tables import make_harmless, use_keyboard_minus
from uscalc.report.wall.model import WallRow, WallSheet

FIRST: Final = ("Event", "Section", "Status", "No.", "Name", "Points")
EACH: Final = ("before", "after", "change")
LAST: Final = "Note"
NOT_OFFICIAL: Final = "not official"


def make_wall_csv(sheets: tuple[WallSheet, ...]) -> str:
    """Return the first list of every section, so that each player appears once.

    Texts above and below a table follow it in the column Note. No cell that a person
    wrote begins like a formula.
    """
    firsts = {sheet.place: sheet for sheet in reversed(sheets) if sheet.rows}
    sheets = tuple(firsts[place] for place in sorted(firsts))
    systems = tuple(dict.fromkeys(s for sheet in sheets for s in sheet.systems))
    rounds = max((sheet.rounds for sheet in sheets), default=0)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    figures = [f"{system} {each}" for system in systems for each in EACH]
    results = [f"Rd {number + 1}" for number in range(rounds)]
    writer.writerow([*FIRST, *results, *figures, LAST])
    for sheet in sheets:
        start = [make_harmless(sheet.event), make_harmless(sheet.section), sheet.status]
        for row in sheet.rows:
            writer.writerow([*start, *_make_row(row, sheet, rounds, systems)])
        empty = [""] * (len(FIRST) - len(start) + rounds + len(figures))
        for note in (sheet.subtitle, *sheet.footer):
            if note:
                writer.writerow([*start, *empty, make_harmless(note)])
    return text.getvalue()


def make_csv_bytes(sheets: tuple[WallSheet, ...]) -> bytes:
    """Return the values as a file, marked as UTF-8 for spreadsheets."""
    return make_wall_csv(sheets).encode("utf-8-sig")


def _make_row(
    row: WallRow, sheet: WallSheet, rounds: int, systems: tuple[str, ...]
) -> Iterator[str]:
    yield str(row.number)
    yield make_harmless(row.name)
    yield row.points
    yield from map(make_harmless, row.results)
    yield from [""] * (rounds - len(row.results))
    for system in systems:
        if system in sheet.systems:
            figures = row.figures[sheet.systems.index(system)]
            yield figures.before
            yield figures.after
            yield use_keyboard_minus(figures.change)
        else:
            yield from ("", "", "")
    yield describe_unofficial(row, sheet)


def describe_unofficial(row: WallRow, sheet: WallSheet) -> str:
    """Return the note of a row: "Quick not official"."""
    found = [
        system
        for system, figures in zip(sheet.systems, row.figures, strict=True)
        if not figures.official
    ]
    if not found:
        return ""
    which = f"{' and '.join(found)} " if len(sheet.systems) > 1 else ""
    return f"{which}{NOT_OFFICIAL}"
