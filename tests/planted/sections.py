"""Sections as a crosstable page has them: pairings, and the printed facts of each player.

No code here depends on a search; a seed always gives the same section.
"""

import datetime as dt
import random
from dataclasses import dataclass

from msgspec.structs import replace

from uscalc.document.model import BirthDate, Document, Player, RatingFacts, Section
from uscalc.engine.inputs import System

FIRST = dt.date(2002, 3, 1)
DAYS = 8600
"""The number of days from the first of these sections to the last."""
LETTERS = {1.0: "W", 0.5: "D", 0.0: "L"}
MIRROR = {"W": "L", "L": "W", "D": "D"}
NO_GAME = ("B", "H", "U")


@dataclass(frozen=True)
class Wish:
    """The properties that a section needs so that a fact can be hidden in it.

    `level` is the middle of the ratings; `newcomers` and `provisional` are the shares
    of players without a rating and with few games.
    """

    level: float | None = None
    newcomers: float | None = None
    provisional: float | None = None
    day: dt.date | None = None


def made(rng: random.Random, wish: Wish) -> Document:
    """Return an event of one section with results, in which every printed fact is true."""
    size = rng.randint(6, 60)
    rounds = rng.randint(3, min(9, size - 2))
    level = wish.level or rng.uniform(900, 1900)
    all_rated = rng.random() < 0.4
    newcomers = wish.newcomers or (0.0 if all_rated else rng.uniform(0.02, 0.2))
    few = wish.provisional or (0.0 if all_rated else rng.uniform(0.05, 0.3))
    day = wish.day or FIRST + dt.timedelta(days=rng.randrange(DAYS))
    source = rng.random() < 0.5
    strengths = sorted((rng.gauss(level, 280) for _ in range(size)), reverse=True)
    players = []
    for number, strength in enumerate(strengths, 1):
        kind = rng.random()
        birth, ratings = None, ()
        if kind >= newcomers:
            rating = float(min(2750, max(110, round(strength + rng.gauss(0, 60)))))
            games = None
            if kind < newcomers + few:
                games = rng.choice((rng.randint(1, 8), rng.randint(4, 25)))
            said = "published" if source else None
            ratings = (("R", RatingFacts(rating, games=games, source=said)),)
        elif rng.random() < 0.3:
            age = dt.timedelta(days=rng.randint(6 * 365, 50 * 365))
            birth = BirthDate(day - age)
        name = f"Player {number}"
        players.append(Player(number, name, birth=birth, ratings=ratings))
    results = paired(rng, strengths, rounds)
    rows = tuple(
        replace(player, results=tuple(cells))
        for player, cells in zip(players, results, strict=True)
    )
    section = Section("Open", systems=("R",), players=rows)
    return Document("Planted", day, (section,))


def paired(rng: random.Random, strengths: list[float], rounds: int) -> list[list[str]]:
    """Return everybody's cells, paired by score and, if possible, against a new opponent."""
    cells: list[list[str]] = [[] for _ in strengths]
    points = [0.0] * len(strengths)
    met: set[frozenset[int]] = set()
    for _ in range(rounds):
        order = list(range(len(strengths)))
        rng.shuffle(order)
        order.sort(key=lambda one: -points[one])
        away = [one for one in order if rng.random() < 0.04]
        here = [one for one in order if one not in away]
        while len(here) > 1:
            one = here.pop(0)
            new = (o for o in here[:8] if frozenset((one, o)) not in met)
            other = next(new, here[0])
            here.remove(other)
            met.add(frozenset((one, other)))
            chance = 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
            draws = 0.2 * min(chance, 1 - chance) * 2
            luck = rng.random()
            score = 1.0 if luck < chance - draws / 2 else 0.5
            score = 0.0 if luck > chance + draws / 2 else score
            letter = LETTERS[score]
            cells[one].append(f"{letter}{other + 1}")
            cells[other].append(f"{MIRROR[letter]}{one + 1}")
            points[one] += score
            points[other] += 1 - score
        for one in here:
            cells[one].append("B")
            points[one] += 1
        for one in away:
            cells[one].append(rng.choice(NO_GAME[1:]))
    return cells


def games_of(section: Section) -> list[tuple[int, int, int]]:
    """Return every game once, as (round from 0, row, row of the opponent)."""
    rows = {player.number: row for row, player in enumerate(section.players)}
    return [
        (at, row, rows[int(cell[1:])])
        for row, player in enumerate(section.players)
        for at, cell in enumerate(player.results)
        if cell[0] in MIRROR and cell[1:] and rows[int(cell[1:])] > row
    ]


def with_cells(section: Section, cells: dict[tuple[int, int], str]) -> Section:
    players = list(section.players)
    for (row, at), text in cells.items():
        results = list(players[row].results)
        results[at] = text
        players[row] = replace(players[row], results=tuple(results))
    return replace(section, players=tuple(players))


def with_facts(section: Section, row: int, system: System, **facts: object) -> Section:
    player = section.players[row]
    new = replace(player.facts(system), **facts)
    ratings = {**dict(player.ratings), system: new}
    return with_player(section, row, replace(player, ratings=tuple(ratings.items())))


def with_player(section: Section, row: int, player: Player) -> Section:
    players = (*section.players[:row], player, *section.players[row + 1 :])
    return replace(section, players=players)
