"""The edit that a text typed into a cell of the crosstable means."""

from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.change import Edit
from uscalc.document.edit.bare import bare_outcome, set_typed
from uscalc.document.edit.cells import set_name, set_rating, standing
from uscalc.document.edit.settings import set_player
from uscalc.document.edit.structure import set_number
from uscalc.document.model import Document
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.ui.crosstable.cells import CellPlace
from uscalc.ui.session.selection import Selection
from uscalc.ui.wording.figures import parse_games, parse_rating


def edit_of(document: Document, at: Selection, cell: CellPlace, text: str) -> Edit:
    """The edit; refused with the reason, unchanged where nothing was meant."""
    place, row, system = at.section, cell.row, at.system
    player = document.sections[place].players[row]
    facts = player.facts(system)
    match cell.kind:
        case "round":
            return set_typed(document, place, row, cell.round, text)
        case "name":
            return set_name(document, place, row, text)
        case "id":
            return set_player(document, place, row, id=text)
        case "number":
            number = parse_games(text)
            if isinstance(number, int):
                return set_number(document, place, row, number)
            reason = f'"{text[:20]}" is no pairing number; write 1, 2, 3'
            return Edit(document, f"Number of player {player.number}", (reason,))
    name = f"{SYSTEM_NAMES[system]} rating of player {player.number}"
    if cell.kind == "games":
        count = parse_games(text)
        if isinstance(count, str):
            return Edit(document, name, (count,))
        if facts.rating is None:
            return Edit(document, name)
        return set_rating(document, place, row, system, facts.rating, count)
    if text.strip() in ("", "?") and facts.unknown:
        return Edit(document, name)
    typed = parse_rating(text)
    if isinstance(typed, str):
        return Edit(document, name, (typed,))
    rating, games = typed
    if games is None and rating is not None and facts.rating is not None:
        games = facts.games
    return set_rating(document, place, row, system, rating, games)


def is_bare_result(edit: Edit, at: Selection, cell: CellPlace, text: str) -> bool:
    """Whether an edit gives a game its result, the opponent having stood there."""
    if cell.kind != "round" or edit.refused:
        return False
    section = edit.document.sections[at.section]
    after = parse_cell(standing(section.players[cell.row], cell.round))
    return (
        bare_outcome(text) not in (None, "to-play")
        and not isinstance(after, BadCell)
        and any(entry.opponent is not None for entry in after)
    )
