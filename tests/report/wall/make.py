"""Invented events for wall charts: small ones by hand, and crowds with hostile names."""

import datetime as dt
import random

from msgspec.structs import replace

from tests.paired import random_results
from uscalc.document.model import BirthDate, Document, Player, RatingFacts, Section
from uscalc.document.rate.rated import DocumentRating
from uscalc.document.rate.whole import rate_document
from uscalc.report.wall.model import WallSheet, make_wall_sheets
from uscalc.rules.resolve import resolve_rules

END = dt.date(2025, 9, 21)
LIST_DAY = dt.date(2025, 9, 1)
BORN = dt.date(2013, 4, 17)
IDS = 88123001
HOSTILE = (
    *("<script>alert('x')</script>", "=cmd()|' /C calc'!A0", "+44 Plus, Paula"),
    *("-Minus, Mike", "@Handle, Hans", "\tTab, Tina", "\rReturn, Rita"),
    *("שלום, עולם", "\u202eTurned, Tess", 'Quote "Q" & Co; <b>, O\'Name', "#N/A"),
    "Wolkenschieberin-Unterderbrücke, Wilhelmina Theodora Josefine",
    "Two\nLines, Lena",
)


def rated_facts(rating: float, games: int | None = 40) -> RatingFacts:
    return RatingFacts(rating, games=games, as_of=LIST_DAY, source="official")


def player(number, rating, *results, games=40) -> Player:
    facts = RatingFacts() if rating is None else rated_facts(rating, games)
    return Player(
        number,
        f"Person {number}, Test",
        id=str(IDS + number),
        birth=BirthDate(BORN),
        ratings=(("R", facts),),
        results=results,
    )


def section(*players: Player, name: str = "Open", **more: object) -> Section:
    return replace(Section(name, systems=("R",), players=players), **more)


def document(*sections: Section, chained: bool = False) -> Document:
    return Document("Test Open", END, sections, chain_sections=chained)


def rate(*sections: Section, chained: bool = False) -> DocumentRating:
    return rate_document(document(*sections, chained=chained), resolve_rules)


def sheets(*sections: Section, more_rounds: bool = False) -> tuple[WallSheet, ...]:
    return make_wall_sheets(rate(*sections), more_rounds)


def crowd(count: int, rounds: int = 3, seed: int = 1, name: str = "Crowd") -> Section:
    """Return an event paired at random, with an unplayed last round; hostile names come first."""
    chance = random.Random(seed)
    results = random_results(count, rounds, chance, "B")
    for own in results:
        own[-1] = f"?{own[-1][1:]}" if own[-1] != "B" else "B"
    players = []
    for row in range(count):
        games = chance.choice((2, 5, 30, None))
        rating = None if row % 17 == 5 else float(chance.randint(150, 2100))
        made = player(row + 1, rating, *results[row], games=games)
        if row < len(HOSTILE):
            made = replace(made, name=HOSTILE[row])
        players.append(made)
    return section(*players, name=name)
