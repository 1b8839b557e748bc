"""Which players the crosstable shows, and in which order; the event stays as it is."""

from dataclasses import dataclass

from uscalc.document.cells import cell_points
from uscalc.document.model import Section
from uscalc.ui.crosstable.columns import Kind
from uscalc.ui.session.session import Session

HIGH_FIRST: frozenset[Kind] = frozenset(
    {"rating", "games", "points", "post", "change", "round"}
)
"""What people look for at the top is the most of these."""


@dataclass(frozen=True, slots=True)
class Sorting:
    """A column to sort by; `place` is the round, from 0, where it is one."""

    kind: Kind
    place: int = 0
    reverse: bool = False


def next_sorting(now: Sorting | None, kind: Kind, place: int) -> Sorting | None:
    """What another click on a heading asks for: sorted, turned round, as paired."""
    first = kind in HIGH_FIRST
    if now is None or (now.kind, now.place) != (kind, place):
        return Sorting(kind, place, first)
    return Sorting(kind, place, not first) if now.reverse == first else None


def rows_shown(session: Session, sorting: Sorting | None, wanted: str) -> list[int]:
    """The rows of the section in the order in which they are shown."""
    section = session.section
    if section is None:
        return []
    rows = [row for row in range(len(section.players)) if _fits(section, row, wanted)]
    if sorting is None:
        return rows
    keys = {row: _key(session, section, row, sorting) for row in rows}
    known = [row for row in rows if keys[row] is not None]
    # Sorting keeps those alike as they are paired, turned round or not.
    known.sort(key=lambda row: keys[row] or (), reverse=sorting.reverse)
    return known + [row for row in rows if keys[row] is None]


def _fits(section: Section, row: int, wanted: str) -> bool:
    player = section.players[row]
    words = wanted.casefold().split()
    return all(
        word in player.name.casefold()
        or word == str(player.number)
        or word == (player.id or "")
        for word in words
    )


def _key(
    session: Session, section: Section, row: int, sorting: Sorting
) -> tuple[float | str, ...] | None:
    """What a row is sorted by; None stays at the end, whichever way is sorted."""
    player = section.players[row]
    facts = player.facts(session.selection.system)
    value: float | None
    match sorting.kind:
        case "name":
            return (player.name.casefold(),) if player.name else None
        case "id":
            return (player.id,) if player.id else None
        case "number":
            value = player.number
        case "rating":
            value = facts.rating
        case "games":
            value = facts.games
        case "points":
            value = sum(map(cell_points, player.results))
        case "post":
            value = session.shown_post(row)
        case "change":
            value = session.shown_change(row)
        case "round":
            results = player.results
            cell = results[sorting.place] if sorting.place < len(results) else ""
            value = cell_points(cell) if cell.strip() else None
    return None if value is None else (value,)
