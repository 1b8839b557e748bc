"""The facts that can be hidden in a section; each returns the section that was really rated.

A kind receives the event as it is printed. Most facts change only what is really rated;
if a game is left out of the file, the printed event changes. A kind returns None if the
event has no place for it.
"""

import datetime as dt
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Any, NamedTuple

from msgspec.structs import replace

from tests.planted.sections import (
    MIRROR,
    Wish,
    games_of,
    with_cells,
    with_facts,
    with_player,
)
from uscalc.document.model import (
    BirthDate,
    Document,
    OfficialStartingRating,
    RulesChoice,
    Section,
)
from uscalc.document.rate.rated import SystemRating
from uscalc.document.rate.whole import rate_document
from uscalc.rules.resolve import resolve_rules

MEMBER = "99000"
FEW_GAMES = 8
LEAST = 26
BONUS_CHANGES = (
    *(dt.date(2008, 6, 6), dt.date(2012, 8, 3), dt.date(2014, 3, 20)),
    *(dt.date(2015, 6, 1), dt.date(2017, 6, 1), dt.date(2023, 2, 1)),
    dt.date(2025, 1, 1),
)
REDUCED_K_FROM = dt.date(2013, 5, 18)

Edit = Callable[[Document], Document]


class Fact(NamedTuple):
    """A hidden fact: its change of the printed event, and of the rated one."""

    true: Edit
    printed: Edit = lambda document: document


Hide = Callable[[random.Random, Document], Fact | None]


@dataclass(frozen=True)
class Kind:
    """A kind of fact that can be hidden, and the kind of section that it needs."""

    hide: Hide
    wish: Callable[[random.Random], Wish] = lambda _: Wish()


def section_of(document: Document) -> Section:
    return document.sections[0]


def with_section(document: Document, section: Section) -> Document:
    return replace(document, sections=(section,))


def rated(document: Document) -> SystemRating:
    return rate_document(document, resolve_rules).sections[0].in_system("R")


def list_playing(section: Section, fits: Callable[[int], bool]) -> list[int]:
    """Return the rows of the players with a game whom a condition fits."""
    played = {row for _, one, two in games_of(section) for row in (one, two)}
    return [row for row in sorted(played) if fits(row)]


def edit_section(change: Callable[[Section], Section]) -> Edit:
    return lambda document: with_section(document, change(section_of(document)))


def facts_of(row: int, **facts: object) -> Edit:
    return edit_section(lambda section: with_facts(section, row, "R", **facts))


def cells_of(cells: dict[tuple[int, int], str]) -> Edit:
    return edit_section(lambda section: with_cells(section, cells))


def of_player(row: int, **values: Any) -> Edit:
    def change(section: Section) -> Section:
        return with_player(section, row, replace(section.players[row], **values))

    return edit_section(change)


def of_section(**values: Any) -> Edit:
    return edit_section(lambda section: replace(section, **values))


def games(rng: random.Random, printed: Document) -> Fact | None:
    """Give an established player fewer games than the most that the formula counts."""
    section, found = section_of(printed), rated(printed)

    def count_most(row: int) -> float:
        return found.find_trace(section.players[row].number).effective.n_star

    def fits(row: int) -> bool:
        facts = section.players[row].facts("R")
        known = facts.rating is not None and facts.games is None
        return known and count_most(row) > LEAST + 1

    if not (rows := list_playing(section, fits)):
        return None
    row = rng.choice(rows)
    most = ceil(count_most(row)) - 1
    return Fact(facts_of(row, games=rng.randint(LEAST, most)))


def record(rng: random.Random, printed: Document) -> Fact | None:
    """Give a player with few games only wins or only losses before."""
    players = section_of(printed).players

    def fits(row: int) -> bool:
        return 0 < (players[row].facts("R").games or 0) <= FEW_GAMES

    if not (rows := list_playing(section_of(printed), fits)):
        return None
    said = rng.choice(("all_wins", "all_losses"))
    return Fact(facts_of(rng.choice(rows), record=said))


def list_rated(section: Section) -> list[int]:
    players = section.players
    return list_playing(section, lambda row: players[row].facts("R").rating is not None)


def rating(rng: random.Random, printed: Document) -> Fact | None:
    """Give a player another pre-event rating than the printed one."""
    section = section_of(printed)
    if not (rows := list_rated(section)):
        return None
    row = rng.choice(rows)
    before = section.players[row].facts("R").rating or 0.0
    step = rng.choice((1, -1)) * rng.choice((rng.randint(1, 9), rng.randint(5, 90)))
    return Fact(facts_of(row, rating=min(2800.0, max(101.0, before + step))))


def floor(rng: random.Random, printed: Document) -> Fact | None:
    """Give a player whose rating fell a floor, or the highest rating that gives the floor."""
    section, found = section_of(printed), rated(printed)
    rows = []
    for row, player in enumerate(section.players):
        facts, post = player.facts("R"), found.find_post(player.number)
        if facts.rating is None or facts.games is not None or post is None:
            continue
        level = int(facts.rating // 100 * 100)
        if post < level >= found.trace.rules.peak_floor_lowest and level <= 2000:
            rows.append((row, level))
    if not rows:
        return None
    row, level = rng.choice(rows)
    if rng.random() < 0.5:
        return Fact(facts_of(row, floor=level))
    peak = float(level + 200 + rng.randint(0, 90))
    if peak < (section.players[row].facts("R").rating or 0.0):
        return None
    return Fact(facts_of(row, peak=peak))


def birth(rng: random.Random, printed: Document) -> Fact | None:
    row = _newcomer(rng, section_of(printed))
    if row is None:
        return None
    day = printed.end_date - dt.timedelta(days=rng.randint(5 * 365, 45 * 365))
    return Fact(of_player(row, birth=BirthDate(day)))


def office(rng: random.Random, printed: Document) -> Fact | None:
    row = _newcomer(rng, section_of(printed))
    if row is None:
        return None
    start = OfficialStartingRating(float(rng.randint(200, 2100)))
    return Fact(facts_of(row, initial=start))


def _newcomer(rng: random.Random, section: Section) -> int | None:
    def fits(row: int) -> bool:
        player = section.players[row]
        return player.birth is None and player.facts("R").rating is None

    rows = list_playing(section, fits)
    return rng.choice(rows) if rows else None


def twice(rng: random.Random, printed: Document) -> Fact | None:
    """Let a member enter again under another number after some rounds."""
    section = section_of(printed)
    played = Counter(row for _, *both in games_of(section) for row in both)
    rows = [row for row in list_rated(section) if played[row] > 2]
    if not rows:
        return None
    row = rng.choice(rows)
    player = section.players[row]
    again = len(section.players)
    cut = rng.randint(1, len(player.results) - 1)
    early, late = player.results[:cut], player.results[cut:]
    if not all(any(cell[0] in MIRROR for cell in part) for part in (early, late)):
        return None

    def two_rows(document: Document) -> Document:
        section = section_of(document)
        cells = {
            (int(cell[1:]) - 1, at): f"{MIRROR[cell[0]]}{again + 1}"
            for at, cell in enumerate(late, cut)
            if cell[0] in MIRROR
        }
        moved = with_cells(section, cells)
        first = replace(player, results=(*early, *("U" for _ in late)))
        name, cells = f"Player {again + 1}", (*("U" for _ in early), *late)
        second = replace(player, number=again + 1, name=name, results=cells)
        moved = with_player(moved, row, first)
        return with_section(document, replace(moved, players=(*moved.players, second)))

    def one_member(document: Document) -> Document:
        found = two_rows(document)
        for one in (row, again):
            found = of_player(one, id=f"{MEMBER}{again}")(found)
        return found

    return Fact(one_member, two_rows)


def result(rng: random.Random, printed: Document) -> Fact | None:
    section = section_of(printed)
    at, row, met = rng.choice(games_of(section))
    before = section.players[row].results[at][0]
    letter = rng.choice([letter for letter in MIRROR if letter != before])
    return Fact(cells_of(write_game(section, at, (row, met), letter, MIRROR[letter])))


def write_game(section, at, rows, one, other) -> dict[tuple[int, int], str]:
    """Return the cells of a game of two rows with these letters."""
    row, met = rows
    players = section.players
    return {
        (row, at): f"{one}{players[met].number}",
        (met, at): f"{other}{players[row].number}",
    }


def unplayed(rng: random.Random, printed: Document) -> Fact | None:
    """Let a game of the file be unrated: a win by forfeit."""
    section = section_of(printed)
    at, *rows = rng.choice(games_of(section))
    return Fact(cells_of(write_game(section, at, rows, *rng.choice(("XF", "FX")))))


def left_out(rng: random.Random, printed: Document) -> Fact | None:
    at, row, met = rng.choice(games_of(section_of(printed)))
    return Fact(lambda document: document, cells_of({(row, at): "U", (met, at): "U"}))


def opponents(rng: random.Random, printed: Document) -> Fact | None:
    """Swap the opponents of two games of a round in the file."""
    section = section_of(printed)
    players = section.players
    at, one, two = rng.choice(games_of(section))
    if rng.random() < 0.5:
        one, two = two, one
    letter = players[one].results[at][0]
    again = [
        (x, y)
        for when, a, b in games_of(section)
        for x, y in ((a, b), (b, a))
        if when == at and {a, b} != {one, two} and players[x].results[at][0] == letter
    ]
    if not again:
        return None
    three, four = rng.choice(again)
    back = MIRROR[letter]
    cells = write_game(section, at, (one, four), letter, back)
    return Fact(cells_of(cells | write_game(section, at, (three, two), letter, back)))


def near_a_change(rng: random.Random) -> Wish:
    """Ask for a section on a day near one on which the bonus changed."""
    day = rng.choice(BONUS_CHANGES)
    return Wish(day=day + dt.timedelta(days=rng.randint(-120, 120)))


def rules(rng: random.Random, printed: Document) -> Fact | None:
    """Rate with the bonus multiplier from before or after a change near the day."""
    end = printed.end_date
    day = min(BONUS_CHANGES, key=lambda day: abs(day - end))
    across = day if end < day else day - dt.timedelta(days=1)
    then = resolve_rules(RulesChoice(), across, "R").bonus_multiplier
    choice = RulesChoice(overrides=(("bonus_multiplier", then),))
    return Fact(of_section(rules=choice))


def wish_strong_section(rng: random.Random) -> Wish:
    """Ask for a section with players above the rating at which K may be reduced."""
    days = rng.randrange(4200)
    return Wish(
        level=rng.uniform(2150, 2350), day=REDUCED_K_FROM + dt.timedelta(days=days)
    )


def dual(_rng: random.Random, _printed: Document) -> Fact | None:
    """Ask for a section rated in two systems, with a reduced K in Regular."""
    return Fact(of_section(systems=("R", "Q")))


KINDS: dict[str, Kind] = {
    "games": Kind(games, lambda rng: Wish(level=rng.uniform(1700, 2200))),
    "record": Kind(record, lambda rng: Wish(provisional=rng.uniform(0.1, 0.4))),
    "rating": Kind(rating),
    "floor": Kind(floor, lambda rng: Wish(level=rng.uniform(1400, 1900))),
    "birth": Kind(birth, lambda rng: Wish(newcomers=rng.uniform(0.05, 0.25))),
    "office": Kind(office, lambda rng: Wish(newcomers=rng.uniform(0.05, 0.25))),
    "twice": Kind(twice),
    "result": Kind(result),
    "unplayed": Kind(unplayed),
    "left out": Kind(left_out),
    "opponents": Kind(opponents),
    "rules": Kind(rules, near_a_change),
    "dual": Kind(dual, wish_strong_section),
}
