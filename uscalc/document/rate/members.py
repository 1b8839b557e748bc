"""The members of a section: one for each person, however many numbers they have."""

from collections.abc import Iterator
from dataclasses import dataclass

from uscalc.document.cells import BadCell, Entry, parse_cell
from uscalc.document.model import Player, Section
from uscalc.document.rate.check import Place
from uscalc.document.rate.identity import persons_of_id, shared_ids


@dataclass(frozen=True, slots=True)
class Member:
    """One person: the row that stands for it (the lowest number), and all its rows."""

    player: Player
    rows: tuple[int, ...]

    def list_numbers(self, section: Section) -> tuple[int, ...]:
        """Return the pairing numbers, the lowest first."""
        return tuple(section.players[row].number for row in self.rows)


def find_members(section: Section) -> tuple[Member, ...]:
    """Return the rows joined by person, in the order of the first row of each.

    The row with the lowest number represents the member. Two people with one member ID
    are two members (`identity`).
    """
    groups: dict[int, tuple[int, ...]] = {}
    for rows in shared_ids(section).values():
        for person in persons_of_id(section, rows):
            groups |= dict.fromkeys(person, person)
    members: dict[tuple[int, ...], Member] = {}
    for row in range(len(section.players)):
        rows_of_one = groups.get(row, (row,))
        if rows_of_one not in members:
            members[rows_of_one] = Member(section.players[rows_of_one[0]], rows_of_one)
    return tuple(members.values())


def list_games(
    section: Section, member: Member, broken: frozenset[Place]
) -> Iterator[tuple[int, Entry]]:
    """Yield every rated game of a member as (round from 1, entry), cells in order."""
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
