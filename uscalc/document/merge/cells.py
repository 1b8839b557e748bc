"""Results of three states, compared by opponent instead of by pairing number."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from uscalc.document.cells import Entry, format_cell, parse_cell
from uscalc.document.merge.differences import Opponent, name_opponents
from uscalc.document.model import Player

CellContent = tuple[tuple[Entry, Opponent], ...] | str
"""A cell's entries with their opponents instead of numbers; or a draft as typed."""


class TableState(NamedTuple):
    """A section as one side has it: its players by person, and persons by number."""

    players: Mapping[int, Player]
    persons: Mapping[int, int]

    def get_text(self, person: int, place: int) -> str:
        """Return the text of a cell; empty if the row or round doesn't exist."""
        player = self.players.get(person)
        results = player.results if player is not None else ()
        return results[place] if place < len(results) else ""

    def read_cell(
        self, person: int, place: int, without: Collection[int] = ()
    ) -> CellContent:
        """Read a cell, without the entries against certain persons."""
        text = self.get_text(person, place)
        entries = name_opponents(text, self.persons)
        if entries is None:
            return " ".join(text.split())
        return tuple(
            (replace(entry, opponent=None), who)
            for entry, who in entries
            if who not in without
        )


def make_state(players: Mapping[int, Player]) -> TableState:
    """Return the state of players by person; a number of two players leads to no one."""
    count = Counter(player.number for player in players.values())
    return TableState(
        players,
        {p.number: who for who, p in players.items() if count[p.number] == 1},
    )


def write_cell(text: str, said: CellContent, numbers: Mapping[int, int]) -> str:
    """Write a cell with the persons' numbers; keep the text if it means the same."""
    if isinstance(said, str):
        return text
    cell = tuple(
        replace(
            entry,
            opponent=numbers[who]
            if isinstance(who, int)
            else (who[1] if who is not None else None),
        )
        for entry, who in said
    )
    return text if parse_cell(text) == cell else format_cell(cell)


def is_same_content(one: CellContent, other: CellContent) -> bool:
    """Return True if two cells mean the same; a color may be missing in one of them."""
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return len(one) == len(other) and all(
        a == b
        or (
            a[1] == b[1]
            and _without_color(a[0]) == _without_color(b[0])
            and _colors_agree(a[0], b[0])
        )
        for a, b in zip(one, other, strict=True)
    )


def adds_color(said: CellContent, to: CellContent) -> bool:
    """Return True if a cell with the same result has a color that the other lacks."""
    if isinstance(said, str) or isinstance(to, str):
        return False
    return any(
        a.color is not None and b.color is None
        for (a, _), (b, _) in zip(said, to, strict=True)
    )


def with_colors(
    now: CellContent, here: CellContent, before: CellContent
) -> CellContent:
    """Return the file's new content of a cell, with the colors that were typed here.

    Only colors that the file never had are kept: those in `before` are the file's own.
    """
    if isinstance(now, str) or isinstance(here, str) or isinstance(before, str):
        return now
    games: Counter[Opponent] = Counter()
    kept = []
    for entry, who in now:
        place, color = games[who], None
        games[who] += 1
        if entry.color is None and isinstance(who, int):
            color = _find_color(here, who, place)
            if _find_color(before, who, place) is not None:
                color = None
        kept.append((replace(entry, color=entry.color or color), who))
    return tuple(kept)


def _find_color(
    said: Sequence[tuple[Entry, Opponent]], who: int, place: int
) -> Literal["w", "b"] | None:
    """Return the color in a game against a person; None where none is given."""
    games = [entry.color for entry, other in said if other == who]
    return games[place] if place < len(games) else None


def is_unplayed_pairing(pairing: CellContent, played: CellContent) -> bool:
    """Return True if a cell has the games of the other as unplayed pairings."""
    if isinstance(pairing, str) or isinstance(played, str) or not pairing:
        return False
    return all(entry.outcome == "to-play" for entry, _ in pairing) and [
        who for _, who in pairing
    ] == [who for _, who in played]


def has_result(said: CellContent) -> bool:
    """Return True if a cell has the result of a game."""
    return not isinstance(said, str) and any(
        entry.is_game or entry.outcome in ("forfeit-win", "forfeit-loss")
        for entry, _ in said
    )


def list_opponents(said: CellContent) -> set[int]:
    """Return the persons that a cell names."""
    if isinstance(said, str):
        return set()
    return {who for _, who in said if isinstance(who, int)}


def trim_empty_rounds(texts: Sequence[str], length: int) -> tuple[str, ...]:
    """Return results without empty rounds at the end that are beyond a length."""
    kept = list(texts)
    while len(kept) > length and not kept[-1].strip():
        kept.pop()
    return tuple(kept)


def _without_color(entry: Entry) -> Entry:
    return replace(entry, color=None)


def _colors_agree(one: Entry, other: Entry) -> bool:
    return one.color is None or other.color is None
