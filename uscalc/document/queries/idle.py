"""The rounds in which a player has no rated game, and what there was instead."""

from collections.abc import Sequence
from typing import Final

from uscalc.document.cells import BadCell, Outcome, parse_cell
from uscalc.document.model import Section
from uscalc.engine.inputs import Entrant

INSTEAD: Final[dict[Outcome, str]] = {
    "full-bye": "a bye of one point",
    "half-bye": "a bye of half a point",
    "unpaired": "not paired",
    "forfeit-win": "won by forfeit",
    "forfeit-loss": "lost by forfeit",
    "no-result": "no result",
    "to-play": "still to be played",
}
NOT_COUNTED: Final = "a game that is not counted"
NOTHING: Final = "nothing entered"


def idle_rounds(section: Section, entrant: Entrant) -> tuple[tuple[int, str], ...]:
    """Every round without a rated game of a member: its number, and what there was.

    Rounds in which nobody has anything yet are not listed.
    """
    rated = {game.round for game in entrant.own}
    rows = [p.results for p in section.players if p.number in entrant.numbers]
    filled = [
        i
        for player in section.players
        for i, cell in enumerate(player.results, 1)
        if cell.strip()
    ]
    return tuple(
        (number, _instead([row[number - 1] for row in rows if len(row) >= number]))
        for number in range(1, max(filled, default=0) + 1)
        if number not in rated
    )


def _instead(cells: Sequence[str]) -> str:
    """What the cells of one round say, each thing once."""
    said: dict[str, None] = {}
    for cell in cells:
        entries = parse_cell(cell)
        if isinstance(entries, BadCell):
            said[NOT_COUNTED] = None
            continue
        for entry in entries:
            said[INSTEAD.get(entry.outcome, NOT_COUNTED)] = None
    return " and ".join(said) or NOTHING
