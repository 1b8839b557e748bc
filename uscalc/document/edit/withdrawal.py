"""Withdraw a player from a section: the rounds that are left become unplayed."""

from collections.abc import Sequence

from uscalc.counted import choose_plural
from uscalc.document.cells import parse_cell, parse_entries, read_cell
from uscalc.document.edit.cells import set_result
from uscalc.document.model import Document, Edit, Section


def list_remaining_rounds(section: Section, row: int) -> tuple[int, ...]:
    """Return the rounds after a player's last result, from 0, planned ones included."""
    player = section.players[row]
    rounds = max(section.rounds, section.planned_rounds or 0)
    last = -1
    for place in range(rounds):
        cell = parse_cell(read_cell(player, place))
        waits = not cell or (
            isinstance(cell, tuple) and all(e.outcome == "to-play" for e in cell)
        )
        if not waits:
            last = place
    return tuple(range(last + 1, rounds))


def withdraw_player(document: Document, section_index: int, row: int) -> Edit:
    """Mark a player as unpaired (U) in every round that is left.

    The name of the edit lists the rounds, and the opponents who have no game now. It is
    refused if no round is left.
    """
    section = document.sections[section_index]
    player = section.players[row]
    name = f"Withdraw player {player.number}"
    rounds = list_remaining_rounds(section, row)
    if not rounds:
        reason = "No unplayed round is left. Add a round first (Ctrl+Shift+Ins)"
        return Edit(document, name, (reason,))
    freed: list[str] = []
    for place in rounds:
        opponents = _list_opponents(section, row, place)
        document = set_result(document, section_index, row, place, "U").document
        players = document.sections[section_index].players
        freed += [
            f"player {other.number} has no opponent in round {place + 1}"
            for other in players
            if other.number in opponents and not read_cell(other, place)
        ]
    name += f": U in {_join_rounds(rounds)}"
    return Edit(document, "; ".join((name, *freed)))


def _list_opponents(section: Section, row: int, round_index: int) -> set[int]:
    """Return the numbers of a player's opponents in a round."""
    entries = parse_entries(read_cell(section.players[row], round_index))
    return {entry.opponent for entry in entries if entry.opponent is not None}


def _join_rounds(rounds: Sequence[int]) -> str:
    """Return neighboring rounds in words: "round 4", "rounds 4 to 6"."""
    word = choose_plural(len(rounds), "round")
    last = f" to {rounds[-1] + 1}" if len(rounds) > 1 else ""
    return f"{word} {rounds[0] + 1}{last}"
