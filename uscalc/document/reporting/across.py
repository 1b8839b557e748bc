"""What the office would say of people who stand in several places."""

import datetime as dt
from collections.abc import Iterator

from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.findings import Finding
from uscalc.document.model import Document, Player
from uscalc.document.reporting.fields import is_member
from uscalc.document.reporting.grades import Placed, asked
from uscalc.document.reporting.scope import reported

Stand = tuple[Placed, Player]


def across(document: Document) -> Iterator[Finding]:
    """Somebody in two sections at once, and one name under two IDs."""
    by_id: dict[str, list[Stand]] = {}
    by_name: dict[str, list[Stand]] = {}
    for at in reported(document):
        for player in at[1].players:
            if player.id and is_member(player.id):
                by_id.setdefault(player.id, []).append((at, player))
                name = " ".join(player.name.replace(",", ", ").split()).casefold()
                if name:
                    by_name.setdefault(name, []).append((at, player))
    for stands in by_id.values():
        yield from _at_once(document, stands)
    for stands in by_name.values():
        yield from _two_ids(stands)


def _at_once(document: Document, stands: list[Stand]) -> Iterator[Finding]:
    for place, (at, player) in enumerate(stands):
        for other, entry in stands[:place]:
            if other[0] == at[0] or not _overlap(document, at, other):
                continue
            both = sorted(_played(player) & _played(entry))
            if both:
                yield asked(
                    "member ID",
                    f'{player.id} plays round {both[0]} in "{other[1].name}" too, on '
                    "the same days",
                    "correct one of the two IDs, or the sections' days",
                    at,
                    player.number,
                )


def _overlap(document: Document, one: Placed, other: Placed) -> bool:
    (a, b), (c, d) = _days(document, one), _days(document, other)
    return a <= d and c <= b


def _days(document: Document, at: Placed) -> tuple[dt.date, dt.date]:
    end = document.end_of(at[1])
    return min(at[1].start_date or end, end), end


def _played(player: Player) -> set[int]:
    """The rounds in which somebody had a game."""
    found = set()
    for place, text in enumerate(player.results, 1):
        cell = parse_cell(text)
        if not isinstance(cell, BadCell) and any(entry.is_game for entry in cell):
            found.add(place)
    return found


def _two_ids(stands: list[Stand]) -> Iterator[Finding]:
    there, first = stands[0]
    told = {first.id}
    for at, player in stands[1:]:
        if player.id not in told:
            told.add(player.id)
            where = "" if there[0] == at[0] else f' in "{there[1].name}"'
            yield asked(
                "member ID",
                f'"{player.name}" has the ID {first.id} too{where}',
                "correct one of the two, if they are one person",
                at,
                player.number,
            )
