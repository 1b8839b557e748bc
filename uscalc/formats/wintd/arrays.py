"""Read the three arrays of a WinTD tournament: players, sections and games.

They refer to each other by positions. Each is recognized by the shape of its objects,
because its name may differ.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from uscalc.formats.opened import FormatError, check
from uscalc.formats.shared import loose

Json = dict[str, Any]

NOBODY: Final = -1
STANDARD, TEAMS, SEVERAL, SINGLE = 0, 1, 2, 4
"""Types of games: one game, a team match, a match of several, a game of a match."""

_SECTION_SIGNS: Final = ("maxRounds", "roundsPaired", "sectionType", "USCFratable")
_DEEPEST: Final = 3
_AGAIN: Final = "Save the tournament again in WinTD"


class WinTDGame(Struct, frozen=True):
    """A game, a bye or a match; players are positions, and color 1 is White.

    `match` is the value that connects a match with its games.
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


class WinTDTournament(Struct, frozen=True):
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
    check(len(found) <= 1, f"several arrays could be the {what}", _AGAIN, path=path)
    if not found:
        check(not needed, f"no array of {what} found", _AGAIN, path=path)
        return ()
    for i, item in enumerate(found[0]):
        if not isinstance(item, dict) or not fits(item):
            raise FormatError(
                f"this isn't one of the {what}, but is listed with them",
                _AGAIN,
                path=path,
                place=f"{what}, position {i}",
            )
    return tuple(found[0])


def _parse_game(
    value: Json, position: int, players: int, path: Path | None
) -> WinTDGame:
    def number(key: str, otherwise: int | None = None) -> int:
        figure = value.get(key, otherwise)
        read = None if isinstance(figure, str) else loose.parse_whole_number(figure)
        if read is None:
            raise FormatError(
                f'"{key}" isn\'t a whole number', _AGAIN, path=path, place=place
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
                (
                    f"the game refers to player position {player}, but there are only "
                    f"{players:,}"
                ),
                _AGAIN,
                path=path,
                place=place,
            )
    return game


_GAMES: Final = {1: "W", 0: "D", -1: "L"}
_FORFEITS: Final = {2: "X", -2: "F"}
_UNPLAYED: Final = {-98: "F", 98: "H"}
"""A double forfeit, and a draw that was not played: no opponent is named."""
_TO_COME: Final = 99
_PAIRING_BYE: Final = 3
_BYES: Final = {1: "B", 0: "H", -1: "U"}
_ONE_SIDED: Final = {"W": "N", "D": "R", "L": "S"}
_POINTS: Final = {"W": "X", "D": "H", "L": "F", "X": "X", "F": "F"}
"""The unrated result with the same score, for a game that can't be rated in this section."""
_COLORS: Final = {1: "w", -1: "b"}


def make_result(
    game: WinTDGame, player: int, opponent: int | None, one_sided: bool = False
) -> str:
    """Return the game as the result of one of its players, for example `W12w`.

    `opponent` is the other player's number in the section, None for a player elsewhere.
    `one_sided` is True if the opponent has the game in another round. An unreadable
    result is kept as text.
    """
    first = player == game.p1
    if NOBODY in (game.p1, game.p2):
        return _make_bye(game, first)
    own = game.result if first or abs(game.result) > 2 else -game.result
    if game.split and (game.split < 0) != first:
        # The result of this record counts only for the other player.
        return "U"
    alone = bool(game.split) or one_sided
    if own in _UNPLAYED:
        return _UNPLAYED[own]
    if own == _TO_COME:
        return (
            "" if alone or opponent is None else f"?{opponent}{_get_color(game, first)}"
        )
    code = _GAMES.get(own) or _FORFEITS.get(own)
    if code is None:
        return f"result {game.result} of WinTD"
    if opponent is None:
        return _POINTS[code]
    if code in "XF":
        return code if alone else f"{code}{opponent}"
    return f"{_ONE_SIDED[code] if alone else code}{opponent}{_get_color(game, first)}"


def is_played(game: WinTDGame) -> bool:
    """Return whether the game was played over the board."""
    return game.result in _GAMES and NOBODY not in (game.p1, game.p2)


def _make_bye(game: WinTDGame, first: bool) -> str:
    if game.result == _PAIRING_BYE:
        return "B"
    if game.result == _TO_COME:
        return ""
    own = game.result if first or abs(game.result) > 2 else -game.result
    code = _BYES.get(own) or _FORFEITS.get(own) or _UNPLAYED.get(own)
    return code or f"bye {game.result} of WinTD"


def _get_color(game: WinTDGame, first: bool) -> str:
    return _COLORS.get(game.color1 if first else game.color2, "")
