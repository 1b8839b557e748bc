"""The members of a section: one for each person, however many numbers they have."""

from collections.abc import Iterator
from dataclasses import dataclass

from uscalc.document.cells import BadCell, Entry, parse_cell
from uscalc.document.model import Player, Section
from uscalc.document.rate.check import Place


@dataclass(frozen=True, slots=True)
class Member:
    """One person: the row that stands for it (the lowest number), and all its rows."""

    player: Player
    rows: tuple[int, ...]

    def numbers(self, section: Section) -> tuple[int, ...]:
        """The pairing numbers, the lowest first."""
        return tuple(section.players[row].number for row in self.rows)


def members_of(section: Section) -> tuple[Member, ...]:
    """Rows joined by member id, in the order of the first row of each.

    The row with the lowest number stands for the member.
    """
    groups: dict[str | int, list[int]] = {}
    for row, player in enumerate(section.players):
        groups.setdefault(player.member or row, []).append(row)
    members = []
    for rows in groups.values():
        rows.sort(key=lambda row: section.players[row].number)
        members.append(Member(section.players[rows[0]], tuple(rows)))
    return tuple(members)


def games_of(
    section: Section, member: Member, broken: frozenset[Place]
) -> Iterator[tuple[int, Entry]]:
    """Every rated game of a member as (round from 1, entry), cells in order."""
    for row in member.rows:
        for round_index, text in enumerate(section.players[row].results):
            if (row, round_index) in broken:
                continue
            cell = parse_cell(text)
            if isinstance(cell, BadCell):
                continue
            for entry in cell:
                if entry.is_game and entry.opponent is not None:
                    yield round_index + 1, entry
