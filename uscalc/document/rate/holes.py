"""Cells that are empty though the others of the round are filled: forgotten, or emptied.

A round that is still being entered has empty cells too, and they are no finding. In
the last round begun one board that is missing leaves two cells empty; so there only a
single empty cell is reported. Before that round everything is entered, except for
players who left or came late; where more than a tenth is empty, it was never complete.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from uscalc.counted import count_in_words
from uscalc.document.cells import BadCell, parse_cell, read_cell
from uscalc.document.findings import Finding
from uscalc.document.model import Section
from uscalc.document.rate.members import Member
from uscalc.engine.floors import PRIZE_FLOOR
from uscalc.engine.inputs import System
from uscalc.engine.match import describe_match_obstacle
from uscalc.engine.rounding import round_for_display
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section
from uscalc.engine.trace import PlayerTrace, SectionTrace

FEWEST_OTHERS = 3
"""The least number of other players with a result: of three, one always sits out."""


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
            "No result, but every other player has one"
            if alone
            else "No result, but nearly every other player has one",
            ("Enter a result, U (unpaired), B (full-point bye), or H (half-point bye)"),
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
                "".join(read_cell(p, round_index) for p in section.players),
            )
        )
    ]
    # Of a member who entered twice, one row or the other is empty. A player with
    # nothing in several rounds is listed, but does not play.
    again = {row for one in members if len(one.rows) > 1 for row in one.rows}
    rows = [
        row
        for row, player in enumerate(section.players)
        if row not in again
        and (
            any(read_cell(player, round_index).strip() for round_index in begun)
            or (len(begun) == 1 and bool(player.name or player.id))
        )
    ]
    found: list[tuple[int, int, bool]] = []
    for round_index in begun:
        most = 1 if round_index == begun[-1] else max(1, len(rows) // 10)
        players = section.players
        empty = [
            row for row in rows if not read_cell(players[row], round_index).strip()
        ]
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


def _list_named(
    section: Section, rows: list[int], round_index: int
) -> tuple[set[int], int]:
    """Return the numbers that a round's cells name, and how many cells cannot be read.

    A player who is named by a cell but has nothing is reported with that cell.
    """
    named: set[int] = set()
    unread = 0
    for row in rows:
        cell = parse_cell(read_cell(section.players[row], round_index))
        if isinstance(cell, BadCell):
            unread += 1
        else:
            named |= {entry.opponent for entry in cell if entry.opponent is not None}
    return named, unread


SEVERAL: Final = 2
"""The number of games from which two players may have played a match."""


def perhaps_a_match(trace: SectionTrace) -> tuple[str, str] | None:
    """Return the problem of a section of two that may be a match, and the fix.

    Match rules allow the match, and the two met several times or a rating would be
    different by these rules.
    """
    section, rules = trace.section, trace.rules
    if section.kind != "event":
        return None
    games = section.entrants[0].m
    match = replace(section, kind="match")
    if not games or describe_match_obstacle(match, rules) is not None:
        return None
    if games < SEVERAL:
        ratings = _round_ratings(trace), _round_ratings(rate_section(match, rules))
        if ratings[0] == ratings[1]:
            return None
    return (
        (
            f"Two players met {count_in_words(games, 'time')}, and this is "
            "rated as an ordinary section"
        ),
        (
            'If it was a match, set the section type to match (kind: "match" '
            "in the file)"
        ),
    )


def _round_ratings(trace: SectionTrace) -> list[float | None]:
    return [
        p.post if p.post is None else round_for_display(p.post) for p in trace.players
    ]


def results_to_see(
    section: Section, trace: SectionTrace, index: int, system: System, rules: Rules
) -> list[Finding]:
    """Return a finding for each floor a match asks to lower, and each prize that sets none."""
    found = []
    for player in trace.players:
        if player.entrant.floors.prize is None and not (
            player.floors is not None and player.floors.waived
        ):
            continue
        for code, message, remedy in _of_player(player, rules):
            found.append(
                Finding(
                    code,
                    "warns",
                    message,
                    remedy,
                    index,
                    section.name,
                    player.entrant.number,
                    None,
                    system,
                )
            )
    return found


def _of_player(player: PlayerTrace, rules: Rules) -> list[tuple[str, str, str]]:
    found = []
    floors = player.floors
    if floors is not None and floors.waived:
        found.append(
            (
                "floor-request",
                (
                    f"This match takes the rating to {floors.after:.0f}, below the "
                    f"floor {floors.floor}"
                ),
                (
                    "The player may ask US Chess to lower the floor by 100. If it "
                    "agrees, the rating is "
                    f"{max(floors.after, floors.floor - 100):.0f} and the floor "
                    f"{floors.floor - 100}; otherwise both are {floors.floor}"
                ),
            )
        )
    prize = player.entrant.floors.prize
    if prize is not None and prize.amount is not None:
        rule = prize.rule or rules.prize_floor
        if not PRIZE_FLOOR[rule](prize.amount):
            found.append(
                (
                    "prize-too-small",
                    (
                        f"A prize of ${prize.amount:g} sets no floor: the rule on that "
                        f"date requires {rule.replace('-', ' ')}"
                    ),
                    "Correct or delete the prize floor",
                )
            )
    return found
