"""Cells that are empty though the others of the round are filled: forgotten, or emptied.

A round that is still being entered has empty cells too, and they are no finding. In
the last round begun one board that is missing leaves two cells empty; so there only a
single empty cell is reported. Before that round everything is entered, except for
players who left or came late; where more than a tenth is empty, it was never complete.
"""

from collections.abc import Iterable

from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.findings import Finding
from uscalc.document.model import Player, Section
from uscalc.document.rate.members import Member

FEWEST_OTHERS = 3
"""So many others must have something: of three, one is always left over."""


def hole_findings(
    section: Section, members: Iterable[Member], index: int
) -> list[Finding]:
    """Return a finding for each cell that is empty though the round is complete without it."""
    if section.kind != "event":
        return []
    return [
        Finding(
            "hole",
            "warns",
            "nothing stands here, though all others have something"
            if alone
            else "nothing stands here, though nearly all others have something",
            "type the result, or U (not paired), B or H (a bye)",
            index,
            section.name,
            section.players[row].number,
            round_index + 1,
        )
        for row, round_index, alone in _find_holes(section, members)
    ]


def _find_holes(
    section: Section, members: Iterable[Member]
) -> list[tuple[int, int, bool]]:
    """Return rows and rounds of the cells, and whether no other of the round is empty."""
    # Byes may be there long before anybody is paired.
    begun = [
        round_index
        for round_index in range(section.rounds)
        if any(
            map(
                str.isdigit,
                "".join(_find_text(p, round_index) for p in section.players),
            )
        )
    ]
    rows = _taking_part(section, members, begun)
    found: list[tuple[int, int, bool]] = []
    for round_index in begun:
        most = 1 if round_index == begun[-1] else max(1, len(rows) // 10)
        players = section.players
        empty = [row for row in rows if not _find_text(players[row], round_index)]
        if not 0 < len(empty) <= most or len(rows) - len(empty) < FEWEST_OTHERS:
            continue
        named, unread = _list_named(section, rows, round_index)
        # Text that is no result may yet be the game of one of them.
        if len(empty) + unread <= most:
            found += [
                (row, round_index, len(empty) == 1)
                for row in empty
                if players[row].number not in named
            ]
    return sorted(found)


def _taking_part(
    section: Section, members: Iterable[Member], begun: list[int]
) -> list[int]:
    """Return the rows in which something is to be expected in each round.

    Of a member who entered twice, one row or the other is empty. A player with nothing
    in several rounds is listed, but does not play.
    """
    again = {row for one in members if len(one.rows) > 1 for row in one.rows}
    return [
        row
        for row, player in enumerate(section.players)
        if row not in again
        and (
            any(_find_text(player, round_index) for round_index in begun)
            or (len(begun) == 1 and bool(player.name or player.id))
        )
    ]


def _list_named(
    section: Section, rows: list[int], round_index: int
) -> tuple[set[int], int]:
    """Return the numbers that a round's cells name, and how many cells cannot be read.

    A player who is named by a cell but has nothing is reported with that cell.
    """
    named: set[int] = set()
    unread = 0
    for row in rows:
        cell = parse_cell(_find_text(section.players[row], round_index))
        if isinstance(cell, BadCell):
            unread += 1
        else:
            named |= {entry.opponent for entry in cell if entry.opponent is not None}
    return named, unread


def _find_text(player: Player, round_index: int) -> str:
    results = player.results
    return results[round_index].strip() if round_index < len(results) else ""
