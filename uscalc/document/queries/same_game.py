"""The what-if results that still belong to their games after an edit.

An outcome names its game by a round and a pairing number, and an edit can put another
game there. An outcome whose game may be another is dropped.
"""

from collections.abc import Sequence
from dataclasses import replace

from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.model import Document, Player, Section
from uscalc.document.queries.scenario import Outcome
from uscalc.document.spelling import rate_similarity


def still_applicable(
    before: Document, now: Document, index: int, outcomes: Sequence[Outcome]
) -> tuple[Outcome, ...]:
    """Of the outcomes in one section those whose games are surely the same."""
    if not outcomes or len(before.sections) != len(now.sections):
        # Which section came or went is not told.
        return ()
    one, other = before.sections[index], now.sections[index]
    if one == other:
        return tuple(outcomes)
    if one in now.sections or other in before.sections:
        # It moved, or another one moved here.
        return ()
    if one.name != other.name and replace(other, name=one.name) != one:
        return ()
    rounds = _same_rounds(one, other)
    return tuple(
        o for o in outcomes if o.round <= rounds and _is_same_game(one, other, o)
    )


def _is_same_game(one: Section, other: Section, outcome: Outcome) -> bool:
    """Return whether the same two players meet in that round."""
    opponent = _find_opponent(one, outcome)
    return (
        opponent is not None
        and opponent == _find_opponent(other, outcome)
        and _same_player(one, other, outcome.player)
        and _same_player(one, other, opponent)
    )


def _find_opponent(section: Section, outcome: Outcome) -> int | None:
    row = _find_row(section, outcome.player)
    results = () if row is None else section.players[row].results
    if not 1 <= outcome.round <= len(results):
        return None
    cell = parse_cell(results[outcome.round - 1])
    return None if isinstance(cell, BadCell) or len(cell) != 1 else cell[0].opponent


def _same_player(one: Section, other: Section, number: int) -> bool:
    """Return whether a number is that of the same person."""
    row, place = _find_row(one, number), _find_row(other, number)
    if row is None or place is None:
        return False
    before, now = one.players[row], other.players[place]
    other_name = rate_similarity(before.name, now.name) == "different"
    if before.id and before.id == now.id and not other_name:
        return True
    same_name = before.name == now.name and not (before.id and now.id)
    if same_name and _is_listed_once(one, before) and _is_listed_once(other, now):
        return True
    # Whom neither name nor number tells apart is known by the row, where nothing but
    # results changed in it, or one thing and in no other row.
    if row != place:
        return False
    if replace(now, results=before.results) == before:
        return True
    rest = one.players[:row] + one.players[row + 1 :]
    return rest == other.players[:row] + other.players[row + 1 :] and (
        same_name or replace(now, name=before.name, id=before.id) == before
    )


def _find_row(section: Section, number: int) -> int | None:
    return next((i for i, p in enumerate(section.players) if p.number == number), None)


def _is_listed_once(section: Section, player: Player) -> bool:
    return (
        bool(player.name)
        and sum(player.name == each.name for each in section.players) == 1
    )


def _same_rounds(one: Section, other: Section) -> int:
    """Return how many rounds, from the first, are surely the ones they were."""
    if one.rounds == other.rounds:
        return one.rounds
    fewer, more = sorted((_list_columns(one), _list_columns(other)), key=len)
    gap = len(more) - len(fewer)
    for first in range(len(fewer) + 1):
        if more[:first] + more[first + gap :] == fewer:
            return first
    return 0


def _list_columns(section: Section) -> list[tuple[str, ...]]:
    return [
        tuple("".join(player.results[r : r + 1]) for player in section.players)
        for r in range(section.rounds)
    ]
