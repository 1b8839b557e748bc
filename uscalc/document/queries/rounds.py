"""Find the finished rounds of a section, and rounds without a rated game."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from uscalc.document.cells import BadCell, Entry, Outcome, parse_cell
from uscalc.document.model import Document, Player, Section
from uscalc.engine.inputs import Entrant

FORGOTTEN = 1
"""Results that may be missing in the last round begun if it counts as over."""


def rounds_over(section: Section) -> int:
    """Return the rounds that are over: as the pairing program states, and by the results.

    By the results a round is over when all its games are played, and when another has
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
    if any(map(_is_unplayed, texts)) or not any(texts):
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


def _is_unplayed(text: str) -> bool:
    cell = parse_cell(text)
    return isinstance(cell, BadCell) or any(
        entry.outcome == "to-play" for entry in cell
    )


INSTEAD: Final[dict[Outcome, str]] = {
    "full-bye": "full-point bye",
    "half-bye": "half-point bye",
    "unpaired": "not paired",
    "forfeit-win": "won by forfeit",
    "forfeit-loss": "lost by forfeit",
    "no-result": "no result",
    "to-play": "unplayed game",
}
FOREIGN: Final = ("foreign-fide", "foreign-fide-youth")
NOT_COUNTED: Final = "a game that isn't counted"
NOTHING: Final = "nothing entered"


def idle_rounds(section: Section, entrant: Entrant) -> tuple[tuple[int, str], ...]:
    """Return every round without a rated game of a member: its number, and what there was.

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
        (
            number,
            _list_cells(
                section, [row[number - 1] for row in rows if len(row) >= number]
            ),
        )
        for number in range(1, max(filled, default=0) + 1)
        if number not in rated
    )


def _list_cells(section: Section, cells: Sequence[str]) -> str:
    """Return the entries of one round in words, each one once."""
    said: dict[str, None] = {}
    for cell in cells:
        entries = parse_cell(cell)
        if isinstance(entries, BadCell):
            said[NOT_COUNTED] = None
            continue
        for entry in entries:
            said[INSTEAD.get(entry.outcome) or _not_counted(section, entry)] = None
    return " and ".join(said) or NOTHING


def _not_counted(section: Section, entry: Entry) -> str:
    """Return why a played game isn't rated, where the opponent is the reason.

    In a FIDE event abroad opponents without a FIDE rating are ignored (2025, section 6).
    """
    opponent = next((p for p in section.players if p.number == entry.opponent), None)
    if section.kind not in FOREIGN or opponent is None:
        return NOT_COUNTED
    name = opponent.name.strip()
    who = f"{name} (no. {opponent.number})" if name else f"player {opponent.number}"
    if opponent.fide is None or opponent.fide.rating <= 0:
        return f"a game against {who}, who is ignored because there is no FIDE rating"
    last, dated = section.end_date, opponent.fide.as_of
    if last is not None and dated is not None and dated > last:
        return (
            f"a game against {who}, who is ignored because the FIDE rating is dated "
            f"{dated}, after the event"
        )
    return NOT_COUNTED


def home_state(document: Document) -> str:
    """Return the state of most of the players, or else that of the event; empty if unknown."""
    states = Counter(
        player.state.strip().upper()
        for section in document.sections
        for player in section.players
        if player.state
    )
    ranked = states.most_common(2)
    if ranked and (len(ranked) == 1 or ranked[0][1] > ranked[1][1]):
        return ranked[0][0]
    return document.report.state.strip().upper()
