"""Two players who play each other again and again: perhaps a match."""

from typing import Final

from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.model import Section

SEVERAL: Final = 2
"""Games from which on it may be a match."""


def games_of_two(section: Section) -> int:
    """Return how often the only two players of an ordinary section have met; else 0."""
    if section.kind != "event" or len(section.players) != 2:
        return 0
    one, other = section.players
    met = 0
    for text in one.results:
        cell = parse_cell(text)
        for entry in () if isinstance(cell, BadCell) else cell:
            met += entry.is_game and entry.opponent == other.number
    return met
