"""Events whose rounds are paired and not yet played."""

import datetime as dt
import random

from uscalc.document.model import Document, Player, RatingFacts, Section

NAMES = ("Castle, Ada", "Knightly, Ben", "Bishop, Alma", "Rook, Milo")

MIRROR = {"W": "L", "L": "W", "D": "D"}


def random_results(
    players: int, rounds: int, chance: random.Random, unpaired: str = ""
) -> list[list[str]]:
    """The cells of each row; in every round all but one of an odd number are paired."""
    results: list[list[str]] = [[] for _ in range(players)]
    for _ in range(rounds):
        order = list(range(players))
        chance.shuffle(order)
        cells = [unpaired] * players
        for a, b in zip(order[::2], order[1::2], strict=False):
            won = chance.choice("WDL")
            cells[a], cells[b] = f"{won}{b + 1}", f"{MIRROR[won]}{a + 1}"
        for row, cell in enumerate(cells):
            results[row].append(cell)
    return results


def name_of(number: int) -> str:
    """Return a name for each player; the first four are short to type."""
    if number <= len(NAMES):
        return NAMES[number - 1]
    return f"Pawn {number:03d}, Iris"


def paired(players: int, rounds: int) -> Document:
    """Pair one half with the other half, which shifts by one place each round."""
    half = players // 2
    results: dict[int, list[str]] = {n: [] for n in range(1, players + 1)}
    for round_index in range(rounds):
        white, black = ("w", "b") if round_index % 2 == 0 else ("b", "w")
        for one in range(half):
            other = half + (one + round_index) % half
            results[one + 1].append(f"?{other + 1}{white}")
            results[other + 1].append(f"?{one + 1}{black}")
    rated = RatingFacts(1500.0, games=30)
    section = Section(
        "Open",
        systems=("R",),
        players=tuple(
            Player(
                number, name_of(number), ratings=(("R", rated),), results=tuple(cells)
            )
            for number, cells in results.items()
        ),
    )
    return Document("Paired Open", dt.date(2025, 9, 1), (section,))
