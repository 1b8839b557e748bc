"""Check each game, as US Chess would: its code, its opponent, its other side."""

from collections.abc import Iterator, Mapping

from uscalc.document.cells import Entry, parse_entries
from uscalc.document.edit.cells import read_cell
from uscalc.document.findings import Finding
from uscalc.document.model import Player, Section
from uscalc.document.rate.check import problems_of, rows_of
from uscalc.document.reporting.grades import Placed, make_error, make_warning


def check_games(at: Placed) -> Iterator[Finding]:
    """Yield every cell of a section that a report cannot have, and what is odd about others."""
    section = at[1]
    rows = rows_of(section)
    problems = problems_of(section, rows)
    for (row, place), problem in sorted(problems.items()):
        yield make_error(
            "result",
            problem.message,
            problem.remedy,
            at,
            section.players[row].number,
            place + 1,
        )
    for row, player in enumerate(section.players):
        for place, text in enumerate(player.results):
            if (row, place) not in problems:
                for entry in parse_entries(text):
                    yield from _check_entry(at, rows, player, place, entry)


def _check_entry(
    at: Placed, rows: Mapping[int, int], player: Player, place: int, entry: Entry
) -> Iterator[Finding]:
    here = (at, player.number, place + 1)
    if entry.outcome == "to-play":
        yield make_error(
            "result", "the game is not played yet", "enter its result", *here
        )
        return
    there = rows.get(entry.opponent or 0)
    if there is None:
        return
    sides = _find_entries_against(at[1], there, place, player.number)
    unplayed = entry.outcome in ("forfeit-win", "forfeit-loss", "no-result")
    if unplayed and not any(_is_consistent(entry, side) for side in sides):
        yield make_error(
            "result",
            f'"{entry}" does not agree with player {entry.opponent}',
            "write who won by forfeit on one side, and who lost on the other",
            *here,
        )
    same = [s for s in sides if entry.color is not None and s.color == entry.color]
    opposite = any(s.color not in (None, entry.color) for s in sides)
    first = player.number < (entry.opponent or 0)
    if entry.is_game and same and not opposite and first:
        colour = "White" if entry.color == "w" else "Black"
        yield make_warning(
            "colour",
            f"players {player.number} and {entry.opponent} both have {colour}",
            "correct one of the two colours, or leave both out",
            *here,
        )


def _find_entries_against(
    section: Section, row: int, place: int, number: int
) -> list[Entry]:
    """Return a player's entries against an opponent; a forfeit may lack the opponent."""
    cell = parse_entries(read_cell(section.players[row], place))
    return [e for e in cell if e.opponent in (number, None)]


def _is_consistent(entry: Entry, side: Entry) -> bool:
    """Return True if one side of a game that was not played fits the other."""
    if entry.outcome == "no-result":
        return side.outcome == "no-result"
    if entry.outcome == "forfeit-win":
        return side.outcome == "forfeit-loss"
    return side.outcome in ("forfeit-win", "forfeit-loss")
