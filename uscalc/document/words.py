"""Descriptions of result cells and assumptions, the same everywhere."""

from collections.abc import Mapping
from typing import Final

from uscalc.document.cells import BadCell, Entry, Outcome, parse_cell
from uscalc.document.model import Section

OUTCOME_VERBS: dict[Outcome, str] = {
    "win": "beats",
    "draw": "draws with",
    "loss": "loses to",
    "forfeit-win": "wins by forfeit against",
    "forfeit-loss": "loses by forfeit against",
    "no-result": "has no result against",
    "to-play": "is to play",
}
LONE_OUTCOME_WORDS: dict[Outcome, str] = {
    "full-bye": "has a full-point bye",
    "half-bye": "has a half-point bye",
    "unpaired": "is not paired",
    "forfeit-win": "wins by forfeit",
    "forfeit-loss": "loses by forfeit",
    "no-result": "has no result",
}


NO_MOVE_RULE: Final = (
    "A game in which one player made no move isn't rated, not even if it was lost on "
    "time. Enter it as a forfeit, X and F. A loss on time after a move is rated: enter L."
)
"""The documents' rule for time forfeits (2025, section 7; 2009, section 3)."""


def describe_entry(entry: Entry, names: Mapping[int, str] | None = None) -> str:
    """Describe a result without its subject: "beats 7", "beats 7, Queen, Vera".

    `names` are those of the players, by pairing number.
    """
    if entry.rated_between is not None:
        low, high = entry.rated_between
        return f"is to play somebody rated {low} to {high}"
    if entry.opponent is None:
        return LONE_OUTCOME_WORDS[entry.outcome]
    name = names.get(entry.opponent) if names else None
    who = f"{entry.opponent}, {name}" if name else str(entry.opponent)
    alone = ", rated for this player only" if names and entry.one_sided else ""
    return f"{OUTCOME_VERBS[entry.outcome]} {who}{alone}"


def describe_cell(section: Section, text: str) -> str:
    """Describe all results in a section's cell as a sentence without its subject."""
    cell = parse_cell(text)
    if isinstance(cell, BadCell):
        return f'"{text}" is no result'
    names = {player.number: player.name for player in section.players}
    said = "; ".join(describe_entry(entry, names) for entry in cell)
    return said or "nothing entered"


def describe_assumed_games(what: str, verb: str = "is") -> str:
    """Return the sentence that an unknown number of games is assumed to be established."""
    return f"{what} {verb} not known; taken as established"
