"""The two sides of a game: which entries belong together, and the colors they keep."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from uscalc.document.cells import MIRROR, Cell, Entry


def keep_colors(old: Cell, new: Cell) -> Cell:
    """Return `new` with the colors that `old` has in games against the same opponents.

    A color that `new` names itself stays.
    """
    if not any(entry.color for entry in old):
        return new
    kept = list(new)
    for number in dict.fromkeys(e.opponent for e in new if e.opponent is not None):
        before = [entry for entry in old if entry.opponent == number]
        places = [i for i, entry in enumerate(new) if entry.opponent == number]
        matched = match_games(before, [new[i] for i in places])
        for i, game in zip(places, matched, strict=True):
            if game is not None and new[i].color is None:
                kept[i] = replace(new[i], color=before[game].color)
    return tuple(kept)


def match_sides(mine: Sequence[Entry], theirs: Sequence[Entry]) -> list[int] | None:
    """Return which entry of `theirs` is the other side of each of `mine`.

    Both are the entries of two players' cells about each other. None if the two sides
    disagree. Two forfeit losses agree: neither player came.
    """
    if len(mine) != len(theirs):
        return None
    found: dict[int, int] = {}
    for fits in (_is_mirror_with_color, _is_mirror, is_double_forfeit):
        for i, entry in enumerate(mine):
            if i in found:
                continue
            for j, other in enumerate(theirs):
                if j not in found.values() and fits(entry, other):
                    found[i] = j
                    break
    return [found[i] for i in range(len(mine))] if len(found) == len(mine) else None


def _is_mirror_with_color(mine: Entry, theirs: Entry) -> bool:
    return _is_mirror(mine, theirs) and find_opposite_color(mine) == theirs.color


def _is_mirror(mine: Entry, theirs: Entry) -> bool:
    return MIRROR.get(mine.outcome) == theirs.outcome


def is_double_forfeit(mine: Entry, theirs: Entry) -> bool:
    """Return True if both players lose a game by forfeit: neither came."""
    return mine.outcome == theirs.outcome == "forfeit-loss"


def match_games(old: Sequence[Entry], new: Sequence[Entry]) -> list[int | None]:
    """Return which of the old games against an opponent each of the new ones is.

    As many games as before are the same ones in their order. Otherwise only games with
    the same outcome are known to be the same.
    """
    if len(old) == len(new):
        return list(range(len(new)))
    left = list(range(len(old)))
    found: list[int | None] = []
    for entry in new:
        same = next((i for i in left if old[i].outcome == entry.outcome), None)
        if same is not None:
            left.remove(same)
        found.append(same)
    return found


def find_opposite_color(entry: Entry) -> Literal["w", "b"] | None:
    """Return the opponent's color; None if no color is known."""
    if entry.color is None:
        return None
    return "b" if entry.color == "w" else "w"
