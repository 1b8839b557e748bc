"""Lay out the rounds of a section for a report: code, opponent and color of each game.

A report's cell holds one game, or in a double Swiss one code for two games. If a round
has another number of games, or several opponents, each game gets its own round, because
US Chess counts two games for a double code.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from uscalc.document.cells import MIRROR, Cell, Entry, parse_entries, read_cell
from uscalc.document.model import Section
from uscalc.document.rate.check import map_rows_by_number

NOTHING: Final = "U0"
"""The code for a round without a pairing, or an unknown one."""
DOUBLE: Final = "2"
TYPES: Final = {
    "S": "Swiss",
    "R": "round robin",
    DOUBLE: "double Swiss",
    "M": "match",
    "O": "other",
}
TWO_GAMES: Final[dict[tuple[str, ...], str]] = {
    ("win", "win"): "$",
    ("draw", "win"): "#",
    ("loss", "win"): "W",
    ("draw", "draw"): "%",
    ("draw", "loss"): "D",
    ("loss", "loss"): "L",
}
"""The codes of two games, by their outcomes in alphabetical order."""


class ReportLayout(Struct, frozen=True):
    """The type of a section in the report, its number of rounds, and the cells of each row."""

    type: str
    rounds: int
    rows: tuple[tuple[str, ...], ...]


def lay_out_section(section: Section) -> ReportLayout:
    """Return a section in the form of its report."""
    played = section.rounds
    cells = [
        [parse_entries(read_cell(p, place)) for place in range(played)]
        for p in section.players
    ]
    kind = section.report.type
    doubled = kind in ("", DOUBLE) and section.kind != "match"
    double = doubled and _is_double(cells, named=kind == DOUBLE)
    rows = (
        [[_format_two_games(cell) for cell in row] for row in cells]
        if double
        else _place_games(section, cells, played)
    )
    rounds = max(len(rows[0]) if rows else 0, section.planned_rounds or 0)
    padded = (tuple(row) + (NOTHING,) * (rounds - len(row)) for row in rows)
    return ReportLayout(
        _find_section_type(section, cells, double), rounds, tuple(padded)
    )


def _find_section_type(
    section: Section, cells: Sequence[Sequence[Cell]], double: bool
) -> str:
    if section.kind == "match":
        return "M"
    if double:
        return DOUBLE
    given = section.report.type
    if given in TYPES and given not in ("M", DOUBLE):
        return given
    return "R" if _is_round_robin(section, cells) else "S"


def _is_round_robin(section: Section, cells: Sequence[Sequence[Cell]]) -> bool:
    """Return whether all players met each other, equally often."""
    numbers = {player.number for player in section.players}
    if len(numbers) < 3 or len(numbers) < len(section.players):
        return False
    met = Counter(
        (player.number, entry.opponent)
        for player, row in zip(section.players, cells, strict=True)
        for cell in row
        for entry in cell
        if entry.opponent is not None
    )
    return (
        len(met) == len(numbers) * (len(numbers) - 1)
        and set(met) == {(a, b) for a in numbers for b in numbers if a != b}
        and len(set(met.values())) == 1
    )


# Two games in a code


def _is_double(cells: Sequence[Sequence[Cell]], named: bool) -> bool:
    """Return whether every round is two games against one opponent, or none.

    `named` is True if the event calls it a double section; then that decides.
    """
    found = named
    for row in cells:
        for cell in row:
            if any(entry.is_game for entry in cell):
                if not _is_two(cell):
                    return False
                found = True
            elif len(cell) > 1 and len(set(cell)) > 1:
                return False
    return found


def _is_two(cell: Cell) -> bool:
    return (
        len(cell) == 2
        and cell[0].opponent == cell[1].opponent
        and all(entry.is_game and not entry.one_sided for entry in cell)
    )


def _format_two_games(cell: Cell) -> str:
    if not _is_two(cell):
        return _format_entry(cell[0]) if cell else NOTHING
    code = TWO_GAMES[tuple(sorted(entry.outcome for entry in cell))]
    return f"{code}{cell[0].opponent}"


# A round for each game


def _place_games(
    section: Section, cells: Sequence[Sequence[Cell]], rounds: int
) -> list[list[str]]:
    rows: list[list[str]] = [[] for _ in cells]
    numbers = map_rows_by_number(section)
    for place in range(rounds):
        of_round = [row[place] for row in cells]
        if all(len(cell) < 2 for cell in of_round):
            for row, cell in zip(rows, of_round, strict=True):
                row.append(_format_entry(cell[0]) if cell else NOTHING)
            continue
        columns = _place_by_columns(
            of_round, [p.number for p in section.players], numbers
        )
        wide = max(max(found, default=0) for found in columns) + 1
        for row, found in zip(rows, columns, strict=True):
            row.extend(
                _format_entry(found[column]) if column in found else NOTHING
                for column in range(wide)
            )
    return rows


def _place_by_columns(
    cells: Sequence[Cell], numbers: Sequence[int], rows: Mapping[int, int]
) -> list[dict[int, Entry]]:
    """Return a round's entries by column; both sides of a game are in the same column."""
    columns: list[dict[int, Entry]] = [{} for _ in cells]
    left = [list(cell) for cell in cells]
    for row, entries in enumerate(left):
        while entries:
            entry = entries.pop(0)
            other = rows.get(entry.opponent or 0)
            side = (
                _find_other_side(left[other], entry, numbers[row])
                if other is not None and other != row and not entry.one_sided
                else None
            )
            both = [row] if side is None or other is None else [row, other]
            column = 0
            while any(column in columns[one] for one in both):
                column += 1
            columns[row][column] = entry
            if side is not None and other is not None:
                left[other].remove(side)
                columns[other][column] = side
    return columns


def _find_other_side(
    entries: Sequence[Entry], entry: Entry, number: int
) -> Entry | None:
    """Return the other side of a game from an opponent's entries that are not yet placed."""
    theirs = [e for e in entries if e.opponent == number and not e.one_sided]
    mirrored = MIRROR.get(entry.outcome)
    return next(iter([e for e in theirs if e.outcome == mirrored] or theirs), None)


def _format_entry(entry: Entry) -> str:
    """Return the cell of one game, or of one code for no game."""
    if entry.outcome == "to-play":
        return NOTHING
    letter = str(entry)[0]
    return (
        f"{letter}0"
        if entry.opponent is None
        else f"{letter}{entry.opponent}{(entry.color or '').upper()}"
    )
