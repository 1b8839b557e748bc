"""Update the opponent's side of an edited game: which cells change, and which are kept."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from uscalc.document.cells import (
    MIRROR,
    OPPOSITE_COLOR,
    BadCell,
    Cell,
    Entry,
    Outcome,
    format_cell,
    parse_cell,
    read_cell,
)
from uscalc.document.model import Section


def keep_colors(old: Cell, new: Cell) -> Cell:
    """Return `new` with the colors that `old` has in games against the same opponents.

    A color in `new` itself is kept.
    """
    if not any(entry.color for entry in old):
        return new
    entries = list(new)
    for number in dict.fromkeys(e.opponent for e in new if e.opponent is not None):
        before = [entry for entry in old if entry.opponent == number]
        places = [i for i, entry in enumerate(new) if entry.opponent == number]
        matched = match_games(before, [new[i] for i in places])
        for i, game in zip(places, matched, strict=True):
            if game is not None and new[i].color is None:
                entries[i] = replace(new[i], color=before[game].color)
    return tuple(entries)


def match_sides(mine: Sequence[Entry], theirs: Sequence[Entry]) -> list[int] | None:
    """Return, for each entry of `mine`, the entry of `theirs` that is the same game.

    Both are the entries of two players' cells about each other. Return None if the two
    sides disagree. Two forfeit losses agree: neither player came.
    """
    if len(mine) != len(theirs):
        return None
    found: dict[int, int] = {}
    # First those whose colors agree too.
    pairs = sorted(
        (
            not is_mirror or OPPOSITE_COLOR[entry.color] != other.color,
            not is_mirror,
            i,
            j,
        )
        for i, entry in enumerate(mine)
        for j, other in enumerate(theirs)
        if (is_mirror := MIRROR.get(entry.outcome) == other.outcome)
        or is_double_forfeit(entry, other)
    )
    for *_, i, j in pairs:
        if i not in found and j not in found.values():
            found[i] = j
    return [found[i] for i in range(len(mine))] if len(found) == len(mine) else None


def is_double_forfeit(mine: Entry, theirs: Entry) -> bool:
    """Return whether both players lose a game by forfeit: neither came."""
    return mine.outcome == theirs.outcome == "forfeit-loss"


def match_games(old: Sequence[Entry], new: Sequence[Entry]) -> list[int | None]:
    """Return, for each new game against an opponent, the index of the same old game, or None.

    If the number of games is unchanged, they are the same ones in their order.
    Otherwise only games with the same outcome are known to be the same.
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


Cells = dict[int, str]
"""New texts of one round's cells, by row."""
NO_ANSWERS: Final[Mapping[int, Outcome]] = MappingProxyType({})


def mirror_games(
    section: Section,
    cells: Cells,
    row: int,
    round_index: int,
    old: Cell,
    new: Cell,
    answers: Mapping[int, Outcome] = NO_ANSWERS,
) -> None:
    """Add to `cells` the opponents' cells that change when `old` becomes `new`.

    `answers` gives the opponent's outcome by a game's position in `new`, if it is
    already decided.
    """
    named = dict.fromkeys(
        entry.opponent
        for entry in (*old, *new)
        if entry.opponent is not None and not entry.one_sided
    )
    if not named:
        return
    # Count only the few numbers of this cell, because a paste calls this for every cell.
    numbers = [player.number for player in section.players]
    mine = numbers[row]
    if numbers.count(mine) != 1:
        return
    for number in named:
        # No player has this number, or two do, so no opponent's cell can be changed.
        if number == mine or numbers.count(number) != 1:
            continue
        place = numbers.index(number)
        theirs = parse_cell(read_cell(section.players[place], round_index))
        if isinstance(theirs, BadCell):
            continue
        following = _make_opponent_cell(theirs, mine, number, old, new, answers)
        if following is not None and following != theirs:
            cells[place] = format_cell(
                following
                or _find_waiting_game(section, numbers, cells, place, round_index)
            )


def _make_opponent_cell(
    theirs: Cell,
    mine: int,
    number: int,
    old: Cell,
    new: Cell,
    answers: Mapping[int, Outcome],
) -> Cell | None:
    """Return the opponent's new cell; None if it has a different game and is kept."""
    before = [e for e in old if e.opponent == number and not e.one_sided]
    after = [e for e in new if e.opponent == number and not e.one_sided]
    about_me = [e for e in theirs if e.opponent == mine and not e.one_sided]
    # For each of the opponent's entries: the old and the new game that it belongs to.
    was: dict[int, int] = {}
    sides = match_sides(before, about_me)
    all_unplayed = all(entry.outcome == "to-play" for entry in about_me)
    if not about_me:
        if theirs:
            return None
    elif sides is not None:
        was = {j: i for i, j in enumerate(sides)}
    elif not (all_unplayed and len(about_me) == len(after)):
        return None
    same = match_games(before, after)
    now = {
        j: (same.index(was[j]) if was[j] in same else None) if was else j
        for j in range(len(about_me))
    }

    earlier: list[Entry | None] = [None] * len(after)
    if was:
        earlier = [None if game is None else before[game] for game in same]
    decided = [
        answers.get(place)
        for place, entry in enumerate(new)
        if entry.opponent == number and not entry.one_sided
    ]
    cell: list[Entry] = []
    seen = 0
    for entry in theirs:
        if entry.opponent == mine and not entry.one_sided:
            k = now[seen]
            seen += 1
            if k is not None:
                cell.append(
                    _make_opponent_entry(mine, after[k], earlier[k], entry, decided[k])
                )
        else:
            cell.append(entry)
    cell += [
        _make_opponent_entry(mine, after[k], earlier[k], None, decided[k])
        for k in range(len(after))
        if k not in now.values()
    ]
    return tuple(cell)


def _make_opponent_entry(
    mine: int,
    entry: Entry,
    earlier: Entry | None,
    there: Entry | None,
    decided: Outcome | None,
) -> Entry:
    """Return the opponent's side of a game that is `entry` now, and was `earlier`.

    `there` is the opponent's previous entry. A loss by forfeit on one side proposes the
    win on the other. If the other side has a loss by forfeit too, neither player came,
    and it is kept.
    """
    outcome = MIRROR[entry.outcome]
    if decided is not None:
        outcome = decided
    elif there is not None and is_double_forfeit(entry, there):
        outcome = there.outcome
    # A color in the opponent's cell is replaced only by one that was just typed.
    typed = earlier is None or entry.color != earlier.color
    color = OPPOSITE_COLOR[entry.color]
    if there is not None and there.color is not None and not (typed and color):
        color = there.color
    return Entry(outcome, mine, False, color)


def _find_waiting_game(
    section: Section, numbers: list[int], cells: Cells, freed: int, round_index: int
) -> Cell:
    """Return the one game in which another player names the player who is now free.

    Return an empty cell if there is none, or more than one.
    """
    number = section.players[freed].number
    found: list[Cell] = []
    for row, player in enumerate(section.players):
        text = cells.get(row, read_cell(player, round_index))
        # Most cells can be skipped by their text alone, without parsing.
        if row == freed or str(number) not in text:
            continue
        cell = parse_cell(text)
        if isinstance(cell, BadCell):
            continue
        mirrors = _mirror_entries(cell, number, player.number)
        if mirrors and numbers.count(player.number) == 1:
            found.append(tuple(mirrors))
    return found[0] if len(found) == 1 else ()


def _mirror_entries(cell: Cell, number: int, mine: int) -> list[Entry]:
    """Return the opponent's entries for the games against `number`."""
    mirrored = [e.to_opponent_entry() for e in cell if e.opponent == number]
    return [replace(entry, opponent=mine) for entry in mirrored if entry is not None]
