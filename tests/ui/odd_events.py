"""Events with no opponent to solve for, with a plateau, and with very many players."""

from tests import build as make
from uscalc.document.model import Document, Player


def _event(*players: Player) -> Document:
    return make.document(make.section(*players))


def plateau_event() -> Document:
    """Return an event in which no rating is within 400 points of the closed form's result."""
    return _event(
        make.player(1, "W2", "L3", rating=1200.0, games=0),
        make.player(2, "L1", rating=1000.0, games=30),
        make.player(3, "", "W1", rating=2400.0, games=30),
    )


def nobody() -> Document:
    return _event()


def one_player() -> Document:
    return _event(make.player(1, rating=None))


def no_games() -> Document:
    return _event(make.player(1, "", rating=None), make.player(2, "", games=3))


def undecided() -> Document:
    return _event(
        make.player(1, "?2", rating=None), make.player(2, "?1", rating=1500.0)
    )


def broken() -> Document:
    return _event(make.player(1, "W2", rating=None), make.player(2, "W1"))


def no_section() -> Document:
    return make.document()


def large(players: int, opponents: int) -> Document:
    """Return an event in which the first player has this many games and opponents."""
    won = [f"{'WLD'[i % 3]}{i + 2}" for i in range(opponents)]
    lost = {"W": "L", "L": "W", "D": "D"}
    entered = [make.player(1, *won, rating=None)]
    for i in range(players - 1):
        cells = [""] * opponents
        if i < opponents:
            cells[i] = f"{lost[won[i][0]]}1"
        entered.append(make.player(i + 2, *cells, rating=700.0 + (i * 37) % 1500))
    return _event(*entered)
