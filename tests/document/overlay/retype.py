"""A published page as its director typed it before it was published.

It has other numbers, names and colors, as a pairing program writes them, typed ratings,
and no published ratings.
"""

import random
from collections.abc import Sequence

from msgspec.structs import replace

from tests.build import require
from uscalc.document.cells import BadCell, Entry, format_cell, parse_cell
from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.engine.inputs import SYSTEMS


def retyped(page: Document, rng: random.Random, exact: bool = False) -> Document:
    """Return the page's event as its director typed it.

    Unless `exact`, more is known about established ratings than the page prints.
    """
    sections = tuple(
        retyped_section(section, f"Typed {place}", rng, exact)
        for place, section in enumerate(page.sections, 1)
    )
    return Document("Typed by hand", page.end_date, sections)


def retyped_section(section, name, rng, exact) -> Section:
    numbers = list(range(1, len(section.players) + 1))
    rng.shuffle(numbers)
    new = dict(zip((p.number for p in section.players), numbers, strict=True))
    players = [_player(player, new, rng, exact) for player in section.players]
    players.sort(key=lambda player: player.number)
    colored = _with_colors(players, section.rounds, rng)
    return replace(section, name=name, players=tuple(colored))


def _player(player, new, rng, exact) -> Player:
    return replace(
        player,
        number=new[player.number],
        name=_as_typed(player.name, rng),
        ratings=tuple((s, _typed(facts, rng, exact)) for s, facts in player.ratings),
        results=tuple(_cell(text, new, rng) for text in player.results),
        published=(),
    )


def _as_typed(name: str, rng: random.Random) -> str:
    first, _, last = name.title().rpartition(" ")
    return rng.choice((f"{last}, {first}", f"{last}, {first} J.", f"{first} {last}"))


def _typed(facts: RatingFacts, rng: random.Random, exact: bool) -> RatingFacts:
    if facts.rating is None:
        return facts
    if exact:
        return replace(facts, source="typed")
    games = facts.games
    if games is None:
        games = rng.choice((None, 26, 311))
    # A list may have decimals that the page rounds.
    rating = facts.rating + rng.choice((0.0, 0.0, 0.25))
    return RatingFacts(rating, games=games, source="typed")


def _cell(text: str, new: dict[int, int], rng: random.Random) -> str:
    cell = parse_cell(text)
    assert not isinstance(cell, BadCell)
    if not cell or cell == (Entry("unpaired"),):
        return rng.choice(("", "U"))
    numbers = new | {None: None}
    entries = (replace(e, opponent=numbers[e.opponent], color=None) for e in cell)
    return format_cell(tuple(entries))


def _with_colors(players, rounds, rng) -> list[Player]:
    for place in range(rounds):
        white: dict[int, str] = {}
        for at, player in enumerate(players):
            text = player.results[place] if place < len(player.results) else ""
            cell = parse_cell(text)
            if isinstance(cell, BadCell) or not cell or not cell[0].is_game:
                continue
            mine = "b" if white.get(require(cell[0].opponent)) == "w" else "w"
            white[player.number] = mine
            results = list(player.results)
            results[place] = f"{text}{mine.upper()}"
            players[at] = replace(player, results=tuple(results))
    return players


def entries_of(text: str) -> Sequence[Entry]:
    cell = parse_cell(text)
    return () if isinstance(cell, BadCell) else cell


def facts_by_person(document: Document, at: int = 0) -> set[object]:
    """Return the facts of each entry of a section by ID and name, whatever the numbers are."""
    section = document.sections[at]
    names = {player.number: player.id or player.name for player in section.players}

    def result(text: str) -> object:
        return tuple(
            (
                entry.outcome if entry.points or entry.is_game else "nothing",
                entry.one_sided,
                names.get(entry.opponent or 0) if entry.is_game else None,
            )
            for entry in entries_of(text) or (Entry("unpaired"),)
        )

    def ratings(player: Player) -> object:
        return tuple(
            (system, None if facts.rating is None else int(facts.rating), _games(facts))
            for system in SYSTEMS[:2]
            if not (facts := player.facts(system)).unknown
        )

    return {
        (p.id, tuple(map(result, p.results)), ratings(p), p.published)
        for p in section.players
    }


def _games(facts: RatingFacts) -> int | None:
    return facts.games if facts.games is not None and facts.games <= 25 else None
