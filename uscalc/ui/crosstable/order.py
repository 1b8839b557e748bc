"""Which players the crosstable shows, and in which order; the event does not change."""

from dataclasses import dataclass

from uscalc.document.model import Section
from uscalc.ui.crosstable.layout import SPECS
from uscalc.ui.crosstable.table import make_cell
from uscalc.ui.session.session import Session


@dataclass(frozen=True, slots=True)
class Sorting:
    """A column to sort by; `place` is the round, from 0, where it is one."""

    kind: str
    place: int = 0
    reverse: bool = False


def next_sorting(now: Sorting | None, kind: str, place: int) -> Sorting | None:
    """Return what another click on a heading asks for: sorted, turned round, as paired."""
    first = SPECS[kind].high_first
    if now is None or (now.kind, now.place) != (kind, place):
        return Sorting(kind, place, first)
    return Sorting(kind, place, not first) if now.reverse == first else None


def list_rows(session: Session, sorting: Sorting | None, wanted: str) -> list[int]:
    """Return the rows of the section in the order in which they are shown."""
    section = session.section
    if section is None:
        return []
    rows = [
        row
        for row in range(len(section.players))
        if _matches_text(section, row, wanted)
    ]
    if sorting is None:
        return rows
    place, key, shown = sorting.place, SPECS[sorting.kind].sort, session.shown
    keys = {row: key(make_cell(session, section, shown, row, place)) for row in rows}
    known = [row for row in rows if keys[row] is not None]
    # Sorting keeps equal rows in the order of pairing, turned round or not.
    known.sort(key=lambda row: (keys[row] or 0,), reverse=sorting.reverse)
    return known + [row for row in rows if keys[row] is None]


def _matches_text(section: Section, row: int, wanted: str) -> bool:
    player = section.players[row]
    words = wanted.casefold().split()
    return all(
        word in player.name.casefold()
        or word == str(player.number)
        or word == (player.id or "")
        for word in words
    )
