"""How many rounds of a section are over."""

from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.model import Player, Section

FORGOTTEN = 1
"""So many may lack a result in the last round begun, and it counts as over."""


def rounds_over(section: Section) -> int:
    """Return the rounds that are over: by the pairing program's word, and by the results.

    By the results a round is over when no game of it is to come, and when another has
    begun or all of the round before are in it, but for one.
    """
    begun = section.rounds
    over = 0
    for place in range(begun):
        if not _is_over(section, place, last=place + 1 == begun):
            break
        over = place + 1
    return min(max(over, section.played_rounds or 0), begun)


def _is_over(section: Section, place: int, last: bool) -> bool:
    texts = [_find_text(player, place) for player in section.players]
    if any(map(_to_come, texts)) or not any(texts):
        return False
    if not last or place == 0:
        blank = 0 if not last else texts.count("")
    else:
        blank = sum(
            not text and bool(_find_text(player, place - 1))
            for text, player in zip(texts, section.players, strict=True)
        )
    return blank <= FORGOTTEN


def _find_text(player: Player, place: int) -> str:
    return player.results[place].strip() if place < len(player.results) else ""


def _to_come(text: str) -> bool:
    cell = parse_cell(text)
    if isinstance(cell, BadCell):
        return True
    return any(entry.outcome == "to-play" for entry in cell)
