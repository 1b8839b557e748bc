"""List the boards of a round, in the order in which result slips are called out."""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from uscalc.document.cells import (
    MIRROR,
    OPPOSITE_COLOR,
    OUTCOME_VERBS,
    BadCell,
    Color,
    Entry,
    Outcome,
    format_cell,
    parse_cell,
    parse_entries,
)
from uscalc.document.edit.cells import read_cell, with_outcome, write_both_sides
from uscalc.document.edit.mirror import (
    is_double_forfeit,
    match_sides,
)
from uscalc.document.model import ONE_SIDED_KINDS, Document, Edit, Section

BoardResult = Outcome | Literal["double-forfeit"]
"""The first player's result, or a double forfeit."""


class Board(Struct, frozen=True):
    """One game of a round.

    `number` counts from 1, in the order of the boards' lower pairing numbers. `first`
    and `second` are rows, White first if the colors are known (`has_colors`). `outcome`
    is the result of `first`. The cell of `row` has the game as its entry `place`.
    `doubt` is the reason why no result can be entered here: the two cells disagree.
    """

    number: int
    first: int
    second: int
    outcome: BoardResult
    row: int
    place: int
    has_colors: bool = False
    doubt: str = ""

    @property
    def is_open(self) -> bool:
        """True if it has no result yet."""
        return self.outcome == "to-play"


def list_boards(section: Section, round_index: int) -> tuple[Board, ...]:
    """Return every board of a round, with or without a result."""
    numbers = [player.number for player in section.players]
    rows = {number: row for row, number in enumerate(numbers)}
    if len(rows) < len(numbers):
        # If two players have one number, it is unknown which of them a cell means.
        rows = {n: row for n, row in rows.items() if numbers.count(n) == 1}
    games = {
        row: _list_games(section, rows, row, round_index)
        for row in sorted(rows.values())
    }
    found: list[Board] = []
    listed: set[tuple[int, int]] = set()
    alone = section.kind in ONE_SIDED_KINDS
    for row in games:
        for other in dict.fromkeys(there for _, _, there in games[row]):
            if alone or (other, row) not in listed:
                listed.add((row, other))
                found += _list_boards_between(
                    section, games, round_index, row, other, alone
                )
    found.sort(key=lambda board: min(numbers[board.first], numbers[board.second]))
    return tuple(replace(board, number=i) for i, board in enumerate(found, 1))


def count_open_boards(section: Section) -> dict[int, int]:
    """Count the open boards of each round that has any, by round from 0."""
    counts = {
        round_index: sum(board.is_open for board in list_boards(section, round_index))
        for round_index in range(section.rounds)
    }
    return {round_index: count for round_index, count in counts.items() if count}


def find_next_open_board(boards: Sequence[Board], place: int) -> int | None:
    """Return the position of the next open board, or None; after the last, start at the first."""
    count = len(boards)
    others = ((place + step) % count for step in range(1, count + 1))
    return next((at for at in others if boards[at].is_open), None)


def set_board(
    document: Document,
    section_index: int,
    round_index: int,
    board: Board,
    outcome: BoardResult,
) -> Edit:
    """Set a board's result on both sides; `outcome` is that of its first player."""
    section = document.sections[section_index]
    one, other = section.players[board.first], section.players[board.second]
    name = f"Round {round_index + 1}, board {board.number}"
    if board.doubt:
        return Edit(document, name, (board.doubt,))
    cell = parse_cell(read_cell(section.players[board.row], round_index))
    assert not isinstance(cell, BadCell)
    is_first = board.row == board.first
    own, answer = _split_outcome(outcome if is_first else _swap_sides(outcome))
    if outcome == "double-forfeit" and section.kind in ONE_SIDED_KINDS:
        reason = "This section type has results on one side only. Type + or − instead"
        return Edit(document, name, (reason,))
    verb = OUTCOME_VERBS["forfeit-loss" if outcome == "double-forfeit" else outcome]
    name = f"Round {round_index + 1}: {one.number} {verb} {other.number}"
    entries = list(cell)
    entries[board.place] = with_outcome(entries[board.place], own)
    text = format_cell(tuple(entries))
    answers = {board.place: answer}
    return write_both_sides(
        document, section_index, board.row, round_index, text, name, answers
    )


def swap_colors(
    document: Document, section_index: int, round_index: int, board: Board
) -> Edit:
    """Give White to the board's second player; if no color is known, to the first."""
    section = document.sections[section_index]
    white = board.second if board.has_colors else board.first
    black = board.first if board.has_colors else board.second
    numbers = section.players[white].number, section.players[black].number
    name = f"Round {round_index + 1}: {numbers[0]} has White against {numbers[1]}"
    if board.doubt:
        return Edit(document, name, (board.doubt,))
    cell = list(parse_entries(read_cell(section.players[board.row], round_index)))
    color: Color = "w" if board.row == white else "b"
    cell[board.place] = replace(cell[board.place], color=color)
    return write_both_sides(
        document, section_index, board.row, round_index, format_cell(tuple(cell)), name
    )


def _swap_sides(outcome: BoardResult) -> BoardResult:
    """Return the result of a board from the second player's side."""
    return outcome if outcome == "double-forfeit" else MIRROR[outcome]


def _split_outcome(outcome: BoardResult) -> tuple[Outcome, Outcome]:
    """Return the outcomes of a player and of the opponent."""
    return (
        ("forfeit-loss", "forfeit-loss")
        if outcome == "double-forfeit"
        else (outcome, MIRROR[outcome])
    )


def find_board(section: Section, boards: Sequence[Board], text: str) -> int | None:
    """Return the position of the board that a search text means, open boards first, or None.

    `12` is a board, `#12` the board of player 12. Other text is the beginning of a name
    or of a word in it.
    """
    wanted = " ".join(text.casefold().split())
    if not wanted.lstrip("#"):
        return None
    order = sorted(range(len(boards)), key=lambda place: not boards[place].is_open)
    for place in order:
        board = boards[place]
        players = section.players[board.first], section.players[board.second]
        if wanted.isdecimal():
            if board.number == int(wanted):
                return place
        elif wanted.startswith("#"):
            if wanted[1:].strip() in (str(player.number) for player in players):
                return place
        elif any(_has_word_starting_with(player.name, wanted) for player in players):
            return place
    return None


def _has_word_starting_with(name: str, wanted: str) -> bool:
    name = " ".join(name.casefold().split())
    return name.startswith(wanted) or f" {wanted}" in name


Game = tuple[int, Entry, int]
"""The place of an entry in its cell, the entry, and the opponent's row."""


def _list_games(
    section: Section, rows: dict[int, int], row: int, round_index: int
) -> list[Game]:
    cell = parse_cell(read_cell(section.players[row], round_index))
    found = []
    for place, entry in enumerate(() if isinstance(cell, BadCell) else cell):
        other = None if entry.opponent is None else rows.get(entry.opponent)
        if other is not None and other != row and not entry.one_sided:
            found.append((place, entry, other))
    return found


def _list_boards_between(
    section: Section,
    games: dict[int, list[Game]],
    round_index: int,
    row: int,
    other: int,
    alone: bool,
) -> Iterator[Board]:
    """Return the boards of two players in a round, from the cell of one of them."""
    mine = [(place, entry) for place, entry, there in games[row] if there == other]
    theirs = [entry for _, entry, there in games[other] if there == row]
    sides = match_sides([entry for _, entry in mine], theirs)
    doubt = (
        _explain_doubt(section, round_index, row, other)
        if not alone and sides is None
        else ""
    )
    for k, (place, entry) in enumerate(mine):
        there = theirs[sides[k]] if sides is not None else None
        if there is None and k < len(theirs):
            there = theirs[k]
        color = entry.color
        if color is None and there is not None:
            color = OPPOSITE_COLOR[there.color]
        outcome: BoardResult = entry.outcome
        if sides is not None and there is not None and is_double_forfeit(entry, there):
            outcome = "double-forfeit"
        first, second = row, other
        if color == "b":
            first, second, outcome = other, row, _swap_sides(outcome)
        yield Board(0, first, second, outcome, row, place, color is not None, doubt)


def _explain_doubt(section: Section, round_index: int, row: int, other: int) -> str:
    """Return why no result can be entered for two cells that disagree; else an empty text."""
    there = read_cell(section.players[other], round_index)
    if not there.strip():
        return ""
    here = read_cell(section.players[row], round_index)
    numbers = section.players[row].number, section.players[other].number
    return (
        f"player {numbers[0]} has {here}, player {numbers[1]} has "
        f"{there[:24]}. Correct one of the two results in the crosstable"
    )
