"""An invented event of many players with long names: Swiss pairings, some games open."""

import datetime as dt
import random
from pathlib import Path
from typing import Final

from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.formats.native.reader import save_event

FIRST: Final = (
    *("Adelaide", "Bartholomew", "Cassandra", "Dimitri", "Esperanza", "Ferdinand"),
    *("Genevieve", "Humphrey", "Isidora", "Jeremiah", "Marguerite", "Xanthippe"),
)
LAST: Final = (
    *("Abernathy", "Castellanos", "Drummond", "Featherstone", "Goldschmidt"),
    *("Nightingale", "Oppenheimer", "Stravinskaya", "Thistlewood", "Zimmermann"),
)
GAMES: Final = (None, 5, 12, 22, 60, 200, 400)


def large_event(players: int = 64, rounds: int = 7, seed: int = 5) -> Document:
    """Return the event; one player in nine is new, and some numbers of games are unknown."""
    chance = random.Random(seed)
    strengths = sorted((chance.gauss(1500, 300) for _ in range(players)), reverse=True)
    results = [[""] * rounds for _ in range(players)]
    scores, met = [0.0] * players, [{i} for i in range(players)]
    for number in range(rounds):
        left = sorted(range(players), key=lambda i: (-scores[i], i))
        while left:
            one = left.pop(0)
            other = next((i for i in left if i not in met[one]), left[0])
            left.remove(other)
            met[one].add(other)
            met[other].add(one)
            token, back = ("?", "?")
            if number < rounds - 1 or chance.random() > 0.2:
                edge = 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
                token, back = chance.choices(
                    [("W", "L"), ("D", "D"), ("L", "W")], [edge, 0.2, 1 - edge]
                )[0]
            results[one][number] = f"{token}{other + 1}"
            results[other][number] = f"{back}{one + 1}"
            points = {"W": 1.0, "D": 0.5}
            scores[one] += points.get(token, 0.0)
            scores[other] += points.get(back, 0.0)
    entries = tuple(
        Player(
            number=i + 1,
            name=f"{chance.choice(FIRST)} {chance.choice(LAST)}",
            ratings=((("R"), _facts(strengths[i], i, chance)),),
            results=tuple(results[i]),
        )
        for i in range(players)
    )
    section = Section(name="Championship", time_control="G/90;d5", players=entries)
    return Document("Made-up Championship", dt.date(2025, 10, 12), (section,))


def _facts(strength: float, place: int, chance: random.Random) -> RatingFacts:
    games = chance.choice(GAMES)
    if place % 9 == 4:
        return RatingFacts()
    return RatingFacts(rating=round(strength), games=games)


def saved(path: Path) -> Path:
    """Save the event to a file."""
    save_event(large_event(), path)
    return path
