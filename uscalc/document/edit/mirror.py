"""The opponent's side of an edited game: which cells follow, and which are kept."""

from collections.abc import Iterable
from dataclasses import replace

from uscalc.document.cells import BadCell, Cell, Entry, format_cell, parse_cell
from uscalc.document.model import Section

Cells = dict[int, str]
"""New texts of one round's cells, by row."""


def mirror_game(
    section: Section, cells: Cells, row: int, round_index: int, old: Cell, new: Cell
) -> None:
    """Adds to `cells` the opponents' cells that follow when `old` becomes `new`."""
    named = dict.fromkeys(_opponents(old) + _opponents(new))
    if not named:
        return
    # Counted for the few numbers of a cell alone: a paste comes here for every cell.
    numbers = [player.number for player in section.players]
    mine = numbers[row]
    if numbers.count(mine) != 1:
        return
    for number in named:
        # A number that nobody has, or that two players share, leads to no one cell.
        if number == mine or numbers.count(number) != 1:
            continue
        place = numbers.index(number)
        opponent = section.players[place]
        results = opponent.results
        text = results[round_index] if round_index < len(results) else ""
        theirs = parse_cell(text)
        if isinstance(theirs, BadCell):
            continue
        following = _following(
            theirs, mine, _mirrors(old, number, mine), _mirrors(new, number, mine)
        )
        if following is not None and following != theirs:
            cells[place] = format_cell(
                following or _waiting(section, numbers, cells, place, round_index)
            )


def _following(
    theirs: Cell, mine: int, before: list[Entry], after: list[Entry]
) -> Cell | None:
    """The opponent's new cell; None where it says something of its own and is kept."""
    about_me = [e for e in theirs if e.opponent == mine and not e.one_sided]
    to_come = all(e.outcome == "to-play" for e in about_me)
    was_mirror = _outcomes(about_me) == _outcomes(before)
    if about_me:
        if not was_mirror and not (to_come and len(about_me) == len(after)):
            return None
    elif theirs:
        return None
    # A colour that only the opponent's cell has stays: nobody took it back.
    coloured = [
        e
        if e.colour is not None or place >= len(about_me)
        else replace(e, colour=about_me[place].colour)
        for place, e in enumerate(after)
    ]
    replaced = iter(coloured)
    cell: list[Entry] = []
    for entry in theirs:
        if entry in about_me:
            following = next(replaced, None)
            if following is not None:
                cell.append(following)
        else:
            cell.append(entry)
    return (*cell, *replaced)


def _waiting(
    section: Section, numbers: list[int], cells: Cells, freed: int, round_index: int
) -> Cell:
    """The game that somebody has against a player whose cell is empty now.

    Nothing where nobody, or more than one, has such a game.
    """
    number = section.players[freed].number
    found: list[Cell] = []
    for row, player in enumerate(section.players):
        results = player.results
        text = results[round_index] if round_index < len(results) else ""
        text = cells.get(row, text)
        # Most cells are seen off by a look at their text.
        if row == freed or str(number) not in text:
            continue
        cell = parse_cell(text)
        if not isinstance(cell, BadCell) and numbers.count(player.number) == 1:
            mirrors = _mirrors(cell, number, player.number)
            if mirrors:
                found.append(tuple(mirrors))
    return found[0] if len(found) == 1 else ()


def _opponents(cell: Cell) -> list[int]:
    return [e.opponent for e in cell if e.opponent is not None and e.mirrored()]


def _mirrors(cell: Cell, number: int, mine: int) -> list[Entry]:
    """What the opponent's cell must say of the games against `number`."""
    return [
        replace(mirrored, opponent=mine)
        for entry in cell
        if entry.opponent == number and (mirrored := entry.mirrored()) is not None
    ]


def _outcomes(entries: Iterable[Entry]) -> list[str]:
    return sorted(entry.outcome for entry in entries)
