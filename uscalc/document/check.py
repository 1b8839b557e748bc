"""What keeps a section from being rated: cells that contradict, numbers used twice.

A game must stand on both sides and agree, except where the token or the kind of
section says otherwise. Nothing is mended here; every broken cell becomes a finding.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator

from uscalc.document.cells import EXAMPLES, BadCell, Cell, Entry, parse_cell
from uscalc.document.findings import Finding
from uscalc.document.model import Section

ONE_SIDED_KINDS = ("foreign-fide", "foreign-fide-youth", "estimate")

Place = tuple[int, int]
"""A player's position in the section and a round, both from 0."""


def check_section(section: Section, index: int) -> tuple[Finding, ...]:
    """Every finding of a section's numbers and cells, in the order of the table."""
    return tuple(_findings(section, index))


def broken_cells(section: Section) -> frozenset[Place]:
    """The cells that no game may be taken from.

    With a broken cell go the other sides of all its games, so that no game is left out
    for one player and rated for the other.
    """
    broken = {place for place, *_ in _broken(section)}
    if section.kind in ONE_SIDED_KINDS:
        return frozenset(broken)
    rows = {player.number: row for row, player in enumerate(section.players)}
    spread = True
    while spread:
        spread = False
        for row, player in enumerate(section.players):
            for round_index, text in enumerate(player.results):
                if (row, round_index) in broken:
                    continue
                cell = parse_cell(text)
                if not isinstance(cell, BadCell) and any(
                    entry.is_game
                    and not entry.one_sided
                    and (rows.get(entry.opponent or 0, -1), round_index) in broken
                    for entry in cell
                ):
                    broken.add((row, round_index))
                    spread = True
    return frozenset(broken)


def _findings(section: Section, index: int) -> Iterator[Finding]:
    if section.kind == "unrated":
        return
    for number, count in Counter(p.number for p in section.players).items():
        if count > 1:
            yield Finding(
                "number-twice",
                "stops",
                f"{count} players have the number {number}",
                "give each player a number of its own",
                index,
                section.name,
                number,
            )
    for (row, round_index), code, message, remedy in _broken(section):
        yield Finding(
            code,
            "stops",
            message,
            remedy,
            index,
            section.name,
            section.players[row].number,
            round_index + 1,
        )


def _broken(section: Section) -> Iterator[tuple[Place, str, str, str]]:
    """Each broken cell with its code, what is wrong, and what to do."""
    rows = {player.number: row for row, player in enumerate(section.players)}
    cells: dict[Place, Cell] = {}
    for row, player in enumerate(section.players):
        for round_index, text in enumerate(player.results):
            cell = parse_cell(text)
            if isinstance(cell, BadCell):
                yield (
                    (row, round_index),
                    "odd-token",
                    f'"{_clip(cell.text)}" is no result: {cell.reason}',
                    f"write a result, such as {EXAMPLES}",
                )
            else:
                cells[row, round_index] = cell
    one_sided = section.kind in ONE_SIDED_KINDS
    for row, round_index in cells:
        for problem in _cell_problems(
            section, rows, cells, row, round_index, one_sided
        ):
            code, message, remedy = problem
            yield (row, round_index), code, message, remedy
            break


def _cell_problems(
    section: Section,
    rows: dict[int, int],
    cells: dict[Place, Cell],
    row: int,
    round_index: int,
    one_sided: bool,
) -> Iterator[tuple[str, str, str]]:
    player = section.players[row]
    cell = cells[row, round_index]
    by_opponent: dict[int, list[Entry]] = defaultdict(list)
    for entry in cell:
        if entry.opponent is None:
            continue
        if entry.opponent not in rows:
            yield (
                "no-such-player",
                f'"{entry}" names number {entry.opponent}, which nobody has',
                "correct the number, or add the player",
            )
            continue
        opponent = section.players[rows[entry.opponent]]
        if opponent.number == player.number or (
            player.id is not None and opponent.id == player.id
        ):
            yield (
                "against-himself",
                f'"{entry}" is a game of player {player.number} against himself',
                "correct the opponent's number",
            )
            continue
        if entry.mirrored() is not None and (
            entry.is_game or entry.outcome == "to-play"
        ):
            by_opponent[entry.opponent].append(entry)
    if one_sided:
        return
    for number, entries in by_opponent.items():
        there = cells.get((rows[number], round_index))
        theirs = sorted(
            entry.outcome
            for entry in there or ()
            if entry.opponent == player.number and not entry.one_sided
        )
        ours = sorted(str(entry.mirrored().outcome) for entry in entries)  # type: ignore[union-attr]
        if ours != theirs:
            other = section.players[rows[number]]
            text = (
                other.results[round_index] if round_index < len(other.results) else ""
            )
            mine = player.results[round_index].strip()
            said = f'"{_clip(text.strip())}"' if text.strip() else "nothing"
            yield (
                "sides-disagree",
                f'"{_clip(mine)}" does not agree with player {number}, who has {said}',
                "correct one of the two cells",
            )


def _clip(text: str, most: int = 24) -> str:
    """A text short enough for one line, without line ends."""
    flat = " ".join(text.split())
    return flat if len(flat) <= most else flat[: most - 1] + "…"
