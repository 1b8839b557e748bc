"""The edit that a text typed into a cell of the crosstable means."""

from uscalc.document.change import Edit
from uscalc.document.edits import set_name, set_rating, set_result
from uscalc.document.settings import set_player
from uscalc.document.structure import set_number
from uscalc.ui.crosstable_cells import CellPlace
from uscalc.ui.figures import parse_games, parse_rating
from uscalc.ui.session import Session


def edit_of(session: Session, cell: CellPlace, text: str) -> Edit | str | None:
    """The edit; in words, why there is none; None where nothing was meant."""
    document, place, row = session.document, session.selection.section, cell.row
    system = session.selection.system
    facts = cell.player.facts(system)
    match cell.kind:
        case "round":
            return set_result(document, place, row, cell.round, text)
        case "name":
            return set_name(document, place, row, text)
        case "id":
            return set_player(document, place, row, id=text)
        case "number":
            number = parse_games(text)
            if not isinstance(number, int):
                return f'"{text[:20]}" is no pairing number; write 1, 2, 3'
            return set_number(document, place, row, number)
        case "games":
            count = parse_games(text)
            if isinstance(count, str) or facts.rating is None:
                return count if isinstance(count, str) else None
            return set_rating(document, place, row, system, facts.rating, count)
    typed = parse_rating(text)
    if isinstance(typed, str):
        return None if text.strip() == "?" and facts.unknown else typed
    rating, games = typed
    if games is None and rating is not None and facts.rating is not None:
        games = facts.games
    return set_rating(document, place, row, system, rating, games)
