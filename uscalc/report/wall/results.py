"""Format the rounds of a wall chart, and explain the letters in them."""

from collections.abc import Iterable, Iterator
from typing import Final

from uscalc.document.cells import BadCell, Entry, Outcome, parse_cell
from uscalc.document.model import Player
from uscalc.report.tables import clean_line

LETTERS: Final[dict[Outcome, str]] = {
    "win": "W",
    "draw": "D",
    "loss": "L",
    "full-bye": "B",
    "half-bye": "H",
    "unpaired": "U",
    "forfeit-win": "X",
    "forfeit-loss": "F",
    "no-result": "Z",
    "to-play": "v",
}
WORDS: Final[dict[str, str]] = {
    "W": "won",
    "D": "drew",
    "L": "lost, with the opponent's number",
    "v": "is to play",
    "B": "a bye of a point",
    "H": "a bye of half a point",
    "U": "not paired",
    "X": "won by forfeit",
    "F": "lost by forfeit",
    "Z": "no result",
}
GAMES: Final = "WDL"
LONGEST: Final = 12
"""Characters of a cell that isn't a result; a longer text would displace the others."""


def make_chart_cells(player: Player, rounds: int) -> tuple[str, ...]:
    """Return a player's result in every round.

    "W12", "H", "v7"; empty if there is none.
    """
    cells = [_format_cell(text) for text in player.results[:rounds]]
    return (*cells, *[""] * (rounds - len(cells)))


def make_chart_key(cells: Iterable[str]) -> str:
    """Return the meaning of the letters in the cells, on one line; empty for none."""
    found = {part[:1] for cell in cells for part in cell.split("/")}
    if found & set(GAMES):
        found |= set(GAMES)
    return "; ".join(_explain_letters(found)) + "." if found & set(WORDS) else ""


def _explain_letters(found: set[str]) -> Iterator[str]:
    if found & set(GAMES):
        games = (f"{letter}: {WORDS[letter]}" for letter in GAMES)
        yield ", ".join(games)
    for letter, words in WORDS.items():
        if letter in found and letter not in GAMES:
            yield f"{letter}: {words}"


def _format_cell(text: str) -> str:
    cell = parse_cell(text)
    if isinstance(cell, BadCell):
        typed = clean_line(text)
        if len(typed) <= LONGEST:
            return typed
        return typed[: LONGEST - 1] + "\N{HORIZONTAL ELLIPSIS}"
    return "/".join(_format_entry(entry) for entry in cell)


def _format_entry(entry: Entry) -> str:
    """Return the letter and the opponent; a wall chart shows no color."""
    if entry.rated_between is not None:
        low, high = entry.rated_between
        return f"{LETTERS[entry.outcome]}{low}-{high}"
    return f"{LETTERS[entry.outcome]}{entry.opponent or ''}"
