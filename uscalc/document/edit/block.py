"""Paste a block from a spreadsheet: the new value of each cell, and the refused ones.

The plan is made first, for a preview; the resulting edit is a single one.
"""

import csv
import re
from collections.abc import Callable, Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from uscalc.document.cells import BadCell, Cell, format_cell, parse_cell
from uscalc.document.edit.cells import (
    read_cell,
    set_name,
    set_rating,
    set_result,
    write_rating,
)
from uscalc.document.edit.mirror import keep_colors
from uscalc.document.edit.settings import set_player
from uscalc.document.edit.structure import MAX_NUMBER, add_round
from uscalc.document.edit.unknown_ratings import make_default_ratings
from uscalc.document.facts.typed import EXAMPLES, parse_rating
from uscalc.document.model import Document, Edit, Player, make_edit, with_players
from uscalc.engine.inputs import System

PasteColumn = Literal["number", "name", "id", "rating", "games"] | int
"""The content of a column; an integer is a round, from 0."""


_ROUND = re.compile(r"(?:r|rd|rnd|round)([1-9]\d?)")
_TITLES: Final[dict[str, PasteColumn | None]] = {
    "#": "number",
    "no": "number",
    "num": "number",
    "number": "number",
    "name": "name",
    "player": "name",
    "id": "id",
    "uscfid": "id",
    "memberid": "id",
    "member": "id",
    "rating": "rating",
    "rtg": "rating",
    "pre": "rating",
    "n": "games",
    "games": "games",
    "": None,
    "+": None,
    "pts": None,
    "points": None,
    "total": None,
    "tot": None,
    "score": None,
    "post": None,
    "change": None,
}


class PastedCell(Struct, frozen=True):
    """One cell of the block: its place, its text, and the reason if it is refused."""

    row: int
    column: PasteColumn
    text: str
    refused: str | None


class PastePlan(Struct, frozen=True):
    """A planned paste: every cell, the players and rounds that the paste adds, and the edit."""

    cells: tuple[PastedCell, ...]
    new_players: int
    new_rounds: int
    edit: Edit

    @property
    def refused_cells(self) -> tuple[PastedCell, ...]:
        """The cells that can't be pasted."""
        return tuple(cell for cell in self.cells if cell.refused is not None)


def read_block(text: str) -> list[list[str]]:
    """Parse a block as spreadsheets copy it, with tabs between cells, into rows."""
    flat = text.replace("\r\n", "\n").replace("\r", "\n")
    try:
        rows = list(csv.reader(flat.splitlines(keepends=True), delimiter="\t"))
    except csv.Error:
        rows = [row.split("\t") for row in flat.split("\n")]
    while rows and not any(cell.strip() for cell in rows[-1]):
        rows.pop()
    return [[" ".join(cell.split()) for cell in row] for row in rows]


def read_titles(row: Sequence[str]) -> list[PasteColumn | None] | None:
    """Return the columns that a row of titles names; None if it isn't a row of titles.

    A column of computed figures is None and is skipped.
    """
    named: list[PasteColumn | None] = []
    for cell in row:
        title = "".join(cell.split()).casefold().rstrip(".")
        round_number = _ROUND.fullmatch(title)
        if round_number is not None:
            named.append(int(round_number[1]) - 1)
        elif title in _TITLES:
            named.append(_TITLES[title])
        else:
            return None
    real = [column for column in named if column is not None]
    return named if len(real) > 1 and len(set(real)) == len(real) else None


def plan_paste(
    document: Document,
    section_index: int,
    row: int,
    columns: Sequence[PasteColumn],
    block: Sequence[Sequence[str]],
    system: System,
    at_row: Callable[[int, int], object] | None = None,
) -> PastePlan:
    """Plan the paste of a block at a row, into `columns` from left to right.

    Rows beyond the last player and rounds beyond the last are added. A cell that
    doesn't fit is refused, and the others are pasted. If the block begins with a row of
    titles, these name its columns. `at_row` is called before each row with the number
    of finished rows and of all rows; an exception that it raises ends the plan.
    """
    before = document
    titles = read_titles(block[0]) if block else None
    if titles is not None:
        order = [i for i, column in enumerate(titles) if column is not None]
        columns = [column for column in titles if column is not None]
        block = [[r[i] if i < len(r) else "" for i in order] for r in block[1:]]
    section = document.sections[section_index]
    new_players = max(0, row + len(block) - len(section.players))
    used = list(columns[: max((len(cells) for cells in block), default=0)])
    rounds = [column for column in used if isinstance(column, int)]
    new_rounds = max(0, max(rounds, default=-1) + 1 - section.rounds)
    document, without = _add_rows(document, section_index, new_players, system)
    new_players -= without
    block, beyond = block[: len(block) - without], block[len(block) - without :]
    for _ in range(new_rounds):
        document = add_round(document, section_index).document
    document = _assign_numbers(
        document, section_index, row, len(section.players), used, block
    )
    pasted: list[PastedCell] = []
    for i, cells in enumerate(block):
        if at_row is not None:
            at_row(i, len(block))
        for j, text in enumerate(cells):
            if j >= len(used):
                if text:
                    no_place = "there is no column for this cell"
                    pasted.append(PastedCell(row + i, "name", text, no_place))
                continue
            document, refused = _paste_cell(
                document, section_index, row + i, used[j], text, system
            )
            pasted.append(PastedCell(row + i, used[j], text, refused))
    document = _restore_pasted(before, document, section_index, pasted)
    pasted += [
        PastedCell(
            row + i,
            column,
            text,
            f"the highest pairing number is {MAX_NUMBER}. Renumber the players",
        )
        for i, cells in enumerate(beyond, len(block))
        for column, text in zip(used, cells, strict=False)
        if text
    ]
    count = sum(cell.refused is None for cell in pasted)
    name = f"Paste {count} cell{'' if count == 1 else 's'}"
    return PastePlan(
        tuple(pasted), new_players, new_rounds, make_edit(before, document, name)
    )


def _add_rows(
    document: Document, section_index: int, count: int, system: System
) -> tuple[Document, int]:
    """Add rows at the end, and return the number of rows that got no pairing number."""
    section = document.sections[section_index]
    last = max((player.number for player in section.players), default=0)
    fit = max(0, min(count, MAX_NUMBER - last))
    empty, ratings = ("",) * section.rounds, make_default_ratings(document, system)
    new = [
        Player(number, ratings=ratings, results=empty)
        for number in range(last + 1, last + 1 + fit)
    ]
    if new:
        document = with_players(document, section_index, [*section.players, *new])
    return document, count - fit


def _paste_cell(
    document: Document,
    section_index: int,
    row: int,
    column: PasteColumn,
    text: str,
    system: System,
) -> tuple[Document, str | None]:
    """Return the document with one cell pasted, or the reason why it doesn't fit."""
    if column == "name":
        return set_name(document, section_index, row, text).document, None
    if column == "id":
        return set_player(document, section_index, row, id=text).document, None
    if isinstance(column, int):
        cell = parse_cell(text)
        return (
            (document, f"not a valid result: {cell.reason}")
            if isinstance(cell, BadCell)
            else (set_result(document, section_index, row, column, text).document, None)
        )
    player = document.sections[section_index].players[row]
    if column == "number":
        return (
            (document, None)
            if text == str(player.number)
            else (document, f"the player has number {player.number}")
        )
    facts = player.facts(system)
    rating, games = facts.rating, facts.games
    if column == "rating":
        if parse_rating(text) is None:
            return document, f"not a valid rating. Examples: {EXAMPLES}"
        edit = write_rating(document, section_index, row, system, text)
        return edit.document, edit.refused[0] if edit.refused else None
    if text.casefold() in ("", "est", "est.", "26+", "?"):
        games = None
    elif not (text.isascii() and text.isdecimal()) or len(text) > 5:
        return document, "not a number of games"
    elif rating is None:
        return document, None if not int(text) else "the player has no rating"
    else:
        games = int(text)
    if facts.unknown and column == "games":
        return document, None
    edit = set_rating(document, section_index, row, system, rating, games)
    return edit.document, edit.refused[0] if edit.refused else None


def _assign_numbers(
    document: Document,
    section_index: int,
    row: int,
    first_new: int,
    columns: Sequence[PasteColumn],
    block: Sequence[Sequence[str]],
) -> Document:
    """Give new players the numbers pasted for them, if these are free."""
    if "number" not in columns:
        return document
    place = list(columns).index("number")
    players = list(document.sections[section_index].players)
    taken = {player.number for player in players[:first_new]}
    rest = list(range(first_new, len(players)))
    for at in list(rest):
        cells = block[at - row] if at >= row else ()
        text = cells[place] if place < len(cells) else ""
        if text.isascii() and text.isdecimal() and 0 < int(text[:6]) <= MAX_NUMBER:
            number = int(text[:6])
            if number not in taken:
                taken.add(number)
                players[at] = replace(players[at], number=number)
                rest.remove(at)
    for at in rest:
        number = max(taken, default=0) + 1
        if number > MAX_NUMBER:
            number = next(n for n in range(1, number) if n not in taken)
        taken.add(number)
        players[at] = replace(players[at], number=number)
    return with_players(document, section_index, players)


def _parse_earlier_cell(
    players: Sequence[Player], row: int, column: int
) -> Cell | BadCell:
    """Return a cell before the paste; empty if there was no cell."""
    return parse_cell(read_cell(players[row], column)) if row < len(players) else ()


def _restore_pasted(
    before: Document,
    document: Document,
    section_index: int,
    pasted: Sequence[PastedCell],
) -> Document:
    """Restore each pasted result that the other side of another result has replaced.

    Colors that the pasted text does not have are kept in games against the same
    opponents.
    """
    earlier = before.sections[section_index].players
    players: list[Player] = list(document.sections[section_index].players)
    for cell in pasted:
        if cell.refused is not None or not isinstance(cell.column, int):
            continue
        parsed = parse_cell(cell.text)
        if isinstance(parsed, BadCell):
            continue
        player = players[cell.row]
        results = list(player.results)
        results += [""] * (cell.column + 1 - len(results))
        there = parse_cell(results[cell.column])
        for known in (there, _parse_earlier_cell(earlier, cell.row, cell.column)):
            if not isinstance(known, BadCell):
                parsed = keep_colors(known, parsed)
        if there == parsed:
            continue
        results[cell.column] = format_cell(parsed)
        players[cell.row] = replace(player, results=tuple(results))
    return with_players(document, section_index, players)


def clear_cells(
    document: Document,
    section_index: int,
    rows: Sequence[int],
    columns: Sequence[PasteColumn],
    system: System,
) -> Edit:
    """Empty cells; numbers stay. A single cell gives the edit its usual name.

    Without its rating, a number of games is removed too; a count alone becomes unknown.
    """
    emptied = [
        (row, column) for row in rows for column in columns if column != "number"
    ]
    edit = Edit(document, "Nothing cleared")
    everybody = len(document.sections[section_index].players)
    if everybody > 1 and set(rows) == set(range(everybody)):
        # No opponent's cell is left to update, so no game needs to be looked at.
        rounds = {column for column in columns if isinstance(column, int)}
        edit = make_edit(
            document, _without_rounds(document, section_index, rounds), edit.name
        )
    for row, column in emptied:
        before = edit.document
        if isinstance(column, int):
            edit = set_result(before, section_index, row, column, "")
        elif column == "name":
            edit = set_name(before, section_index, row, "")
        elif column == "id":
            edit = set_player(before, section_index, row, id="")
        else:
            facts = before.sections[section_index].players[row].facts(system)
            rating = facts.rating if column == "games" else None
            if rating is None and (column == "games" or facts.unknown):
                continue
            edit = set_rating(before, section_index, row, system, rating, None)
    return (
        edit
        if len(emptied) == 1
        else Edit(edit.document, f"{len(emptied)} cells cleared")
    )


def _without_rounds(
    document: Document, section_index: int, rounds: set[int]
) -> Document:
    """Return the document with whole rounds of a section emptied."""
    emptied = [
        replace(
            player,
            results=tuple(
                "" if i in rounds else text for i, text in enumerate(player.results)
            ),
        )
        for player in document.sections[section_index].players
    ]
    return with_players(document, section_index, emptied)
