"""The edits that a text typed into a cell of the crosstable means.

Each is refused with the reason, and unchanged where nothing was meant.
"""

from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.change import Edit
from uscalc.document.edit.cells import (
    parse_bare_outcome,
    read_cell,
    set_name,
    set_rating,
    set_typed_result,
    write_rating,
)
from uscalc.document.edit.settings import set_player
from uscalc.document.edit.structure import set_number
from uscalc.document.model import Document, RatingFacts
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.ui.crosstable.cell import CrosstableCell
from uscalc.ui.theme.figures import parse_games


def edit_result(document: Document, cell: CrosstableCell, text: str) -> Edit:
    """Return a result, whose other side follows."""
    return set_typed_result(document, cell.at.section, cell.row, cell.round, text)


def edit_name(document: Document, cell: CrosstableCell, text: str) -> Edit:
    """Return a name."""
    return set_name(document, cell.at.section, cell.row, text)


def edit_id(document: Document, cell: CrosstableCell, text: str) -> Edit:
    """Return a member ID."""
    return set_player(document, cell.at.section, cell.row, id=text)


def edit_number(document: Document, cell: CrosstableCell, text: str) -> Edit:
    """Return a pairing number, which every result follows."""
    place, row = cell.at.section, cell.row
    number = parse_games(text)
    if isinstance(number, int):
        return set_number(document, place, row, number)
    player = document.sections[place].players[row]
    reason = f'"{text[:20]}" is no pairing number; write 1, 2, 3'
    return Edit(document, f"Number of player {player.number}", (reason,))


def edit_games(document: Document, cell: CrosstableCell, text: str) -> Edit:
    """Return how many games a rating is based on."""
    name, facts = _rating_of(document, cell)
    count = parse_games(text)
    if isinstance(count, str):
        return Edit(document, name, (count,))
    if facts.rating is None:
        return Edit(document, name)
    at = cell.at
    return set_rating(document, at.section, cell.row, at.system, facts.rating, count)


def edit_rating(document: Document, cell: CrosstableCell, text: str) -> Edit:
    """Return a rating, with or without its games."""
    name, _ = _rating_of(document, cell)
    at = cell.at
    return write_rating(document, at.section, cell.row, at.system, text, name)


def _rating_of(document: Document, cell: CrosstableCell) -> tuple[str, RatingFacts]:
    """Return what is edited, by name, and what is known of it now."""
    system = cell.at.system
    player = document.sections[cell.at.section].players[cell.row]
    name = f"{SYSTEM_NAMES[system]} rating of player {player.number}"
    return name, player.facts(system)


def is_bare_result(edit: Edit, cell: CrosstableCell, text: str) -> bool:
    """Return whether an edit gives a game its result, the opponent having stood there."""
    if cell.round < 0 or edit.refused:
        return False
    section = edit.document.sections[cell.at.section]
    after = parse_cell(read_cell(section.players[cell.row], cell.round))
    return (
        parse_bare_outcome(text) not in (None, "to-play")
        and not isinstance(after, BadCell)
        and any(entry.opponent is not None for entry in after)
    )
