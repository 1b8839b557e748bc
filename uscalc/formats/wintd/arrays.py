"""Read the three arrays of a WinTD tournament: players, sections and games.

They refer to each other by positions. Each is recognized by the shape of its objects,
because its name may differ.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from uscalc.formats.errors import FormatError
from uscalc.formats.shared import loose

Json = dict[str, Any]

NOBODY: Final = -1
STANDARD, TEAMS, SEVERAL, SINGLE = 0, 1, 2, 4
"""Types of games: one game, a team match, a match of several, a game of a match."""

_SECTION_SIGNS: Final = ("maxRounds", "roundsPaired", "sectionType", "USCFratable")
_DEEPEST: Final = 3
_AGAIN: Final = "save the tournament again in WinTD"


@dataclass(frozen=True, slots=True)
class WinTDGame:
    """A game, a bye or a match; players are positions, and color 1 is White.

    `match` is whatever connects a match with its games.
    """

    p1: int
    p2: int
    r1: int
    r2: int
    result: int
    kind: int
    color1: int
    color2: int
    split: int
    sequence: int
    match: Any

    def get_round(self, player: int) -> int:
        """Return the round in which the game counts for one of its players."""
        return self.r1 if player == self.p1 else self.r2


@dataclass(frozen=True, slots=True)
class WinTDTournament:
    """The arrays, and the objects around them, the outermost first."""

    heads: tuple[Json, ...]
    players: tuple[Json, ...]
    sections: tuple[Json, ...]
    games: tuple[WinTDGame, ...]


def read_tournament(root: Any, path: Path | None) -> WinTDTournament:
    """Return the tournament. Raises FormatError if an array is missing or damaged."""
    heads = tuple(_iterate_objects(root, 0))
    empty = any(value == [] for head in heads for value in head.values())
    # Before the first entry the array of players is empty.
    players = _find_array(heads, "players", is_player, path, needed=not empty)
    sections = _find_array(heads, "sections", is_section, path)
    games = _find_array(heads, "games", is_game, path, needed=False)
    return WinTDTournament(
        heads,
        players,
        sections,
        tuple(
            _parse_game(value, i, len(players), path) for i, value in enumerate(games)
        ),
    )


def is_player(value: Json) -> bool:
    """Return whether an object belongs in the array of players."""
    return all(isinstance(value.get(part), dict) for part in ("base", "tnmt"))


def is_section(value: Json) -> bool:
    """Return whether an object belongs in the array of sections."""
    return "title" in value and any(sign in value for sign in _SECTION_SIGNS)


def is_game(value: Json) -> bool:
    """Return whether an object belongs in the array of games."""
    return "p1" in value and "p2" in value and "result" in value


def _iterate_objects(value: Any, depth: int) -> Iterator[Json]:
    """Yield an object and those inside it, as deep as arrays can be."""
    if isinstance(value, dict):
        yield value
        if depth < _DEEPEST:
            for inner in value.values():
                yield from _iterate_objects(inner, depth + 1)


def _find_array(
    heads: tuple[Json, ...],
    what: str,
    fits: Callable[[Json], bool],
    path: Path | None,
    needed: bool = True,
) -> tuple[Json, ...]:
    """Return the only array that contains objects of this shape and nothing else."""
    found = [
        value
        for head in heads
        for value in head.values()
        if isinstance(value, list)
        and any(isinstance(item, dict) and fits(item) for item in value)
    ]
    if len(found) > 1:
        raise FormatError(f"several arrays could be its {what}", _AGAIN, path=path)
    if not found:
        if needed:
            raise FormatError(f"no array of {what} is found in it", _AGAIN, path=path)
        return ()
    for i, item in enumerate(found[0]):
        if not isinstance(item, dict) or not fits(item):
            raise FormatError(
                f"it is none of its {what}, but stands among them",
                _AGAIN,
                path=path,
                place=f"{what}, position {i}",
            )
    return tuple(found[0])


def _parse_game(
    value: Json, position: int, players: int, path: Path | None
) -> WinTDGame:
    def number(key: str, otherwise: int | None = None) -> int:
        said = value.get(key, otherwise)
        read = None if isinstance(said, str) else loose.parse_whole_number(said)
        if read is None:
            raise FormatError(
                f'its "{key}" is no whole number', _AGAIN, path=path, place=place
            )
        return read

    place = f"games, position {position}"
    game = WinTDGame(
        p1=number("p1"),
        p2=number("p2"),
        r1=number("r1", NOBODY),
        r2=number("r2", NOBODY),
        result=number("result"),
        kind=number("type", STANDARD),
        color1=number("color1", 0),
        color2=number("color2", 0),
        split=number("split", 0),
        sequence=number("sequence", 0),
        match=value.get("match"),
    )
    for player in (game.p1, game.p2):
        if not NOBODY <= player < players:
            raise FormatError(
                f"it is of the player in position {player}, and there are {players:,}",
                _AGAIN,
                path=path,
                place=place,
            )
    return game
