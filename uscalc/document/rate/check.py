"""Find problems that keep a section from being rated: conflicting cells, repeated numbers.

The two sides of a game must agree, unless the result or the section type allows one
side alone. Nothing is corrected here; every broken cell becomes a finding.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from uscalc.counted import clip_text
from uscalc.document.cells import (
    EXAMPLES,
    MIRROR,
    BadCell,
    Cell,
    Entry,
    parse_cell,
    parse_entries,
    read_cell,
)
from uscalc.document.findings import Finding, join_names
from uscalc.document.model import ONE_SIDED_KINDS, Section
from uscalc.monitor import UNMONITORED, Monitor

Place = tuple[int, int]
"""A player's position in the section and a round, both from 0."""
Rows = Mapping[int, int]
"""The row of each pairing number; of a number used twice, the last."""


class CellProblem(NamedTuple):
    """A cell's problem, and its fix."""

    code: str
    message: str
    remedy: str


Problems = Mapping[Place, CellProblem]


def check_section(section: Section, index: int) -> tuple[Finding, ...]:
    """Return the findings about a section's numbers and cells, in the order of the table."""
    if section.kind == "unrated":
        return ()
    return find_repeated_numbers(section, index) + make_cell_findings(
        section, index, find_cell_problems(section, map_rows_by_number(section))
    )


def map_rows_by_number(section: Section) -> dict[int, int]:
    """Return the row of each pairing number."""
    return {player.number: row for row, player in enumerate(section.players)}


def find_cell_problems(
    section: Section, rows: Rows, monitor: Monitor = UNMONITORED
) -> dict[Place, CellProblem]:
    """Return each broken cell with its problem, unreadable ones first, in the table's order."""
    odd: dict[Place, CellProblem] = {}
    others: dict[Place, CellProblem] = {}
    for row, player in monitor.watch(enumerate(section.players)):
        for round_index, text in enumerate(player.results):
            problem = _find_problem(section, rows, row, round_index, text)
            if problem is not None:
                found = odd if problem.code == ODD else others
                found[row, round_index] = problem
    return odd | others


def update_cell_problems(
    section: Section,
    rows: Rows,
    before: Section,
    problems: Problems,
    changed: Iterable[int],
) -> Problems:
    """Return what `find_cell_problems` would return, from the problems before an edit.

    `changed` are the rows that the edit changed. Numbers and member IDs must be the
    same as before, and no number may be used twice.
    """
    again: set[Place] = set()
    rounds: set[int] = set()
    for row in changed:
        old, new = before.players[row], section.players[row]
        for round_index in range(max(len(old.results), len(new.results))):
            texts = read_cell(old, round_index), read_cell(new, round_index)
            if texts[0] == texts[1]:
                continue
            again.add((row, round_index))
            rounds.add(round_index)
            # A cell without a problem names only players who name its player in turn.
            for text in texts:
                for entry in parse_entries(text):
                    other = rows.get(entry.opponent or 0)
                    if other is not None:
                        again.add((other, round_index))
    if not again:
        return problems
    again.update(place for place in problems if place[1] in rounds)
    found = {place: value for place, value in problems.items() if place not in again}
    for row, round_index in again:
        text = read_cell(section.players[row], round_index)
        problem = _find_problem(section, rows, row, round_index, text)
        if problem is not None:
            found[row, round_index] = problem
    if not found and not problems:
        return problems
    return dict(sorted(found.items(), key=lambda item: (item[1].code != ODD, item[0])))


def find_excluded(
    section: Section, rows: Rows, broken: Iterable[Place]
) -> frozenset[Place]:
    """Return the cells whose games are excluded from rating.

    They are the broken ones and the other sides of all their games, so that no game is
    excluded for one player and rated for the other.
    """
    gone = set(broken)
    if section.kind in ONE_SIDED_KINDS or not gone:
        return frozenset(gone)
    rounds = {round_index for _, round_index in gone}
    named_by: dict[Place, list[int]] = {}
    for row, player in enumerate(section.players):
        for round_index in rounds:
            for entry in parse_entries(read_cell(player, round_index)):
                there = rows.get(entry.opponent or 0)
                if entry.is_game and there is not None and not entry.one_sided:
                    named_by.setdefault((there, round_index), []).append(row)
    todo = list(gone)
    while todo:
        place = todo.pop()
        for row in named_by.get(place, ()):
            other = (row, place[1])
            if other not in gone:
                gone.add(other)
                todo.append(other)
    return frozenset(gone)


def find_repeated_numbers(section: Section, index: int) -> tuple[Finding, ...]:
    """Return a finding for each pairing number that several players have."""
    return tuple(
        Finding(
            "number-twice",
            "stops",
            f"{_name_players(section, number)} have the same number {number}",
            "Give each player a unique pairing number",
            index,
            section.name,
            number,
        )
        for number, count in Counter(p.number for p in section.players).items()
        if count > 1
    )


def _name_players(section: Section, number: int) -> str:
    names = [p.name.strip() for p in section.players if p.number == number]
    return join_names(names) if all(names) else f"{len(names)} players"


def make_cell_findings(
    section: Section, index: int, problems: Problems
) -> tuple[Finding, ...]:
    """Return the problems of cells as findings."""
    return tuple(
        Finding(
            problem.code,
            "stops",
            problem.message,
            problem.remedy,
            index,
            section.name,
            section.players[row].number,
            round_index + 1,
        )
        for (row, round_index), problem in problems.items()
    )


ODD = "odd-token"


def _find_problem(
    section: Section, rows: Rows, row: int, round_index: int, text: str
) -> CellProblem | None:
    """Return the first problem of a cell, if it has one."""
    cell = parse_cell(text)
    if isinstance(cell, BadCell):
        return CellProblem(
            ODD,
            f'"{_shorten(cell.text)}" isn\'t a valid result: {cell.reason}',
            f"Enter a result, for example {EXAMPLES}",
        )
    number = section.players[row].number
    agreeing: dict[int, list[Entry]] = {}
    for entry in cell:
        if entry.opponent is None:
            continue
        place = rows.get(entry.opponent)
        if place is None:
            return CellProblem(
                "no-such-player",
                f'"{entry}": no player has number {entry.opponent}',
                "Correct the number, or add the player",
            )
        if entry.opponent == number:
            return CellProblem(
                "against-himself",
                f'"{entry}" pairs player {number} against themselves',
                "Correct the opponent's number",
            )
        if not entry.one_sided and entry.is_pairing:
            agreeing.setdefault(place, []).append(entry)
    if section.kind in ONE_SIDED_KINDS:
        return None
    for place, entries in agreeing.items():
        other = section.players[place]
        there = read_cell(other, round_index)
        if not _cells_agree(entries, parse_entries(there), number):
            shown = f'"{_shorten(there.strip())}"' if there.strip() else ""
            return CellProblem(
                "sides-disagree",
                (
                    f'"{_shorten(text.strip())}" conflicts with player '
                    f"{other.number}'s result ({shown or 'blank'})"
                ),
                "Correct one of the two results",
            )
    return None


def _cells_agree(entries: list[Entry], there: Cell, number: int) -> bool:
    """Return whether the opponent's cell has the other side of these entries of `number`."""
    if len(entries) == 1 and len(there) == 1:
        # The usual case: nearly every cell of nearly every section.
        theirs = there[0]
        return (
            theirs.opponent == number
            and not theirs.one_sided
            and theirs.outcome == MIRROR[entries[0].outcome]
        )
    return sorted(MIRROR[entry.outcome] for entry in entries) == sorted(
        entry.outcome
        for entry in there
        if entry.opponent == number and not entry.one_sided
    )


def _shorten(text: str) -> str:
    """Return a text short enough for one line, without line ends."""
    return clip_text(" ".join(text.split()), 24)
