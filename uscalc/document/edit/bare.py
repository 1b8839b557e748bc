"""Results typed without the opponent, whose number is already in the cell."""

from dataclasses import replace
from typing import Final

from uscalc.document.cells import BadCell, Cell, Entry, Outcome, format_cell, parse_cell
from uscalc.document.change import Edit
from uscalc.document.edit.cells import read_cell, set_result, write_both_sides
from uscalc.document.edit.sides import keep_colors
from uscalc.document.model import Document

BARE_OUTCOMES: Final[dict[str, Outcome]] = {
    "W": "win",
    "1": "win",
    "L": "loss",
    "0": "loss",
    "D": "draw",
    "5": "draw",
    "\N{VULGAR FRACTION ONE HALF}": "draw",
    "=": "draw",
    "X": "forfeit-win",
    "+": "forfeit-win",
    "F": "forfeit-loss",
    "-": "forfeit-loss",
    "Z": "no-result",
    "?": "to-play",
}
"""The outcomes that short texts mean in a paired cell."""


def parse_bare_outcome(text: str) -> Outcome | None:
    """Return the outcome that a text without an opponent means; None for other texts."""
    return BARE_OUTCOMES.get(text.strip().upper())


def is_unplayed_game(text: str) -> bool:
    """Return True if a cell is one game against a player and has no result yet."""
    cell = parse_cell(text)
    return (
        not isinstance(cell, BadCell)
        and len(cell) == 1
        and cell[0].outcome == "to-play"
        and cell[0].opponent is not None
    )


def set_typed_result(
    document: Document, section_index: int, row: int, round_index: int, text: str
) -> Edit:
    """Return the edit that a text typed into a result cell means.

    Without an opponent, a result is that of the game already in the cell: opponent and
    color stay. If the cell has no single opponent, it is refused. Typed again, a result
    is written once more on the opponent's side, if that is empty by now.
    """
    section = document.sections[section_index]
    before = read_cell(section.players[row], round_index)
    cell = parse_cell(before)
    outcome = parse_bare_outcome(text)
    if outcome is not None and not isinstance(cell, BadCell) and cell:
        known = isinstance(parse_cell(text), BadCell) or len(cell) > 1
        if len(cell) == 1 and cell[0].opponent is not None:
            text = format_cell((with_outcome(cell[0], outcome),))
        elif known:
            name = f"Round {round_index + 1}, player {section.players[row].number}"
            return Edit(
                document, name, (_explain_missing_opponent(text.strip(), before, cell),)
            )
    edit = set_result(document, section_index, row, round_index, text)
    if edit.document is document and not edit.refused and _repeats_cell(cell, text):
        return write_both_sides(
            document, section_index, row, round_index, before, edit.name
        )
    return edit


def _repeats_cell(cell: Cell | BadCell, text: str) -> bool:
    """Return True if a text means the same as a cell, whose colors it may leave out."""
    new = parse_cell(text)
    if isinstance(cell, BadCell) or isinstance(new, BadCell):
        return False
    return bool(cell) and keep_colors(cell, new) == cell


def with_outcome(entry: Entry, outcome: Outcome) -> Entry:
    """Return the same game with another result; only games can be rated for one alone."""
    game = outcome in ("win", "draw", "loss")
    return replace(entry, outcome=outcome, one_sided=entry.one_sided and game)


def _explain_missing_opponent(text: str, before: str, cell: Cell) -> str:
    if len(cell) > 1:
        return f'"{text}" does not say of which game; type all of {before} again'
    return f'"{text}" names no opponent, and {before} has none; type W12, D3, L7'
