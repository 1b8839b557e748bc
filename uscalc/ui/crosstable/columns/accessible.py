"""A result as it is read aloud: "Round 3: win against 12, Player 12"."""

from uscalc.document.cells import BadCell, Entry, Outcome, parse_cell
from uscalc.document.edit.cells import ALONE
from uscalc.document.model import Section

AGAINST: dict[Outcome, str] = {
    "win": "win against",
    "draw": "draw with",
    "loss": "loss against",
    "forfeit-win": "won by forfeit against",
    "forfeit-loss": "lost by forfeit against",
    "to-play": "to play against",
}


def accessible_result(section: Section, round_number: int, text: str) -> str:
    """A cell of results in words."""
    cell = parse_cell(text)
    if isinstance(cell, BadCell):
        return f"Round {round_number}: {text}, which is no result"
    said = "; ".join(_entry(section, entry) for entry in cell)
    return f"Round {round_number}: {said or 'empty'}"


def _entry(section: Section, entry: Entry) -> str:
    if entry.rated_between is not None:
        low, high = entry.rated_between
        return f"to play somebody rated {low} to {high}"
    if entry.opponent is None:
        return ALONE[entry.outcome]
    names = {player.number: player.name for player in section.players}
    name = names.get(entry.opponent)
    who = f"{entry.opponent}, {name}" if name else str(entry.opponent)
    alone = ", rated for this player only" if entry.one_sided else ""
    return f"{AGAINST.get(entry.outcome, 'no result against')} {who}{alone}"
