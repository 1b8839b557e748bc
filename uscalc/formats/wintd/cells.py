"""Convert WinTD's games to results of an event file."""

from typing import Final

from uscalc.formats.wintd.arrays import NOBODY, WinTDGame

_GAMES: Final = {1: "W", 0: "D", -1: "L"}
_FORFEITS: Final = {2: "X", -2: "F"}
_UNPLAYED: Final = {-98: "F", 98: "H"}
"""A double forfeit, and a draw that was not played: no opponent is named."""
_TO_COME: Final = 99
_PAIRING_BYE: Final = 3
_BYES: Final = {1: "B", 0: "H", -1: "U"}
_ONE_SIDED: Final = {"W": "N", "D": "R", "L": "S"}
_POINTS: Final = {"W": "X", "D": "H", "L": "F", "X": "X", "F": "F"}
"""The result that scores the same for a game that cannot be rated in this section."""
_COLORS: Final = {1: "w", -1: "b"}


def make_result(
    game: WinTDGame, player: int, opponent: int | None, one_sided: bool = False
) -> str:
    """Return the game as the result of one of its players, such as `W12w`.

    `opponent` is the other player's number in the section, None for a player elsewhere.
    `one_sided` says that the game is in another round of the opponent. A result that
    isn't understood is kept as text.
    """
    first = player == game.p1
    if NOBODY in (game.p1, game.p2):
        return _make_bye(game, first)
    own = game.result if first or abs(game.result) > 2 else -game.result
    if game.split and (game.split < 0) != first:
        # The result of this record counts for the other player alone.
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
