"""Count the finished rounds of a section, and list rounds without a rated game."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from uscalc.counted import format_day
from uscalc.document.cells import BadCell, Entry, Outcome, parse_cell, read_cell
from uscalc.document.model import FOREIGN, Document, Section
from uscalc.engine.inputs import Entrant

FORGOTTEN = 1
"""The last round begun counts as finished if at most this many results are missing."""


def count_finished_rounds(section: Section) -> int:
    """Return the number of finished rounds, by the results or as the pairing program states.

    By the results, a round is finished if none of its games is unplayed and at most one
    player's cell is empty. In the last round begun, only players with a result in the
    round before count.
    """
    begun = section.rounds
    over = next(
        (n for n in range(begun) if not _is_over(section, n, last=n + 1 == begun)),
        begun,
    )
    return min(max(over, section.played_rounds or 0), begun)


def _is_over(section: Section, place: int, last: bool) -> bool:
    texts = [read_cell(player, place).strip() for player in section.players]
    if any(map(_is_unplayed, texts)) or not any(texts):
        return False
    if not last:
        return True
    blank = sum(
        not text and (place == 0 or bool(read_cell(player, place - 1).strip()))
        for text, player in zip(texts, section.players, strict=True)
    )
    return blank <= FORGOTTEN


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
NOT_COUNTED: Final = "a game that isn't counted"
NOTHING: Final = "nothing entered"


def list_idle_rounds(section: Section, entrant: Entrant) -> tuple[tuple[int, str], ...]:
    """Return every round without a rated game of a member: its number, and the reason.

    Rounds without any entry yet are not listed.
    """
    rated = {game.round for game in entrant.own}
    rows = [p.results for p in section.players if p.number in entrant.numbers]
    filled = 0
    for player in section.players:
        # The rounds before are filled already, so their cells don't matter.
        for i, cell in enumerate(player.results[filled:], filled + 1):
            if cell.strip():
                filled = i
    return tuple(
        (
            number,
            _list_cells(
                section, [row[number - 1] for row in rows if len(row) >= number]
            ),
        )
        for number in range(1, filled + 1)
        if number not in rated
    )


def _list_cells(section: Section, cells: Sequence[str]) -> str:
    """Describe the entries of one round, each once."""
    words: dict[str, None] = {}
    for cell in cells:
        entries = parse_cell(cell)
        texts = (
            [NOT_COUNTED]
            if isinstance(entries, BadCell)
            else [
                INSTEAD.get(entry.outcome) or _explain_not_counted(section, entry)
                for entry in entries
            ]
        )
        words.update(dict.fromkeys(texts))
    return " and ".join(words) or NOTHING


def _explain_not_counted(section: Section, entry: Entry) -> str:
    """Return why a played game isn't rated, if the opponent is the reason.

    In a FIDE event abroad, opponents without a FIDE rating are ignored (2025, section
    6).
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
            f"{format_day(dated)}, after the event"
        )
    return NOT_COUNTED


def find_home_state(document: Document) -> str:
    """Return the state of most players, or else that of the event; empty if unknown."""
    ranked = Counter(
        player.state.strip().upper()
        for section in document.sections
        for player in section.players
        if player.state
    ).most_common(2)
    return (
        ranked[0][0]
        if ranked and (len(ranked) == 1 or ranked[0][1] > ranked[1][1])
        else document.report.state.strip().upper()
    )
