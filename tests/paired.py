"""Events whose rounds are paired and not yet played."""

import datetime as dt

from uscalc.document.model import Document, Player, RatingFacts, Section

NAMES = ("Castle, Ada", "Knightly, Ben", "Bishop, Alma", "Rook, Milo")


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
