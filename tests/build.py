"""Builders of players, sections and events, as values and as event files, and their ratings."""

import datetime as dt
from collections.abc import Sequence
from typing import Any, TypeVar

from uscalc.document.model import (
    BirthDate,
    Document,
    ForeignRating,
    Player,
    RatingFacts,
    Section,
)
from uscalc.document.rate.rated import DocumentRating, SectionRating
from uscalc.document.rate.whole import rate_document
from uscalc.engine.trace import PlayerTrace
from uscalc.rules.resolve import resolve_rules

END = dt.date(2025, 9, 1)
Value = TypeVar("Value")


def as_type(value: object, kind: type[Value]) -> Value:
    """Return a value that must be of a type."""
    assert isinstance(value, kind)
    return value


def player(
    number: int,
    *results: str,
    rating: float | None = 1500.0,
    games: int | None = 50,
    fide: float | None = None,
    born: str | None = None,
    facts: RatingFacts | None = None,
    **more: Any,
) -> Player:
    """A player with a Regular rating; None for unrated."""
    if facts is None:
        facts = RatingFacts(rating, games=games if rating is not None else None)
    return Player(
        number,
        f"Player {number}",
        birth=None if born is None else BirthDate(dt.date.fromisoformat(born)),
        ratings=(("R", facts),),
        fide=None if fide is None else ForeignRating(fide),
        results=results,
        **more,
    )


def section(*players: Player, **more: Any) -> Section:
    """A Regular section of these players."""
    return Section(**{"name": "Open", "systems": ("R",), "players": players} | more)


def document(*sections: Section, **more: Any) -> Document:
    """An event of these sections."""
    return Document("Test Open", END, sections, **more)


def event(*players, title="Lantern Open", end=END, **more) -> Document:
    """Build an event of one section; `more` are the section's fields."""
    return Document(title, end, (section(*players, **more),))


def players_of(*rows: Sequence[str], **more: Any) -> tuple[Player, ...]:
    """Build players 1, 2, 3 with these results; `more` are arguments of `player`."""
    return tuple(player(i, *row, **more) for i, row in enumerate(rows, 1))


def event_file(*players, title="Lantern Open", end="2025-09-01", **more):
    """Build the JSON of an event file of one section; `more` are the section's keys."""
    return {
        "format": "uscalc-event",
        "version": 1,
        "name": title,
        "end_date": end,
        "sections": [{"name": "Open", "players": list(players), **more}],
    }


def rate(*sections: Section, lenient: bool = False, **more: Any) -> DocumentRating:
    """Rate these sections."""
    return rate_document(document(*sections, **more), resolve_rules, lenient)


def rate_one(*players: Player, lenient: bool = False, **more: Any) -> SectionRating:
    """Rate one section of these players."""
    return rate(section(*players, **more), lenient=lenient).sections[0]


def codes(found: Any) -> list[str]:
    """Return the codes of the findings of a rating or a file."""
    return [finding.code for finding in found.findings]


def trace(rated: SectionRating, number: int, system: Any = "R") -> PlayerTrace:
    """Return the trace of a player's rating."""
    return rated.in_system(system).find_trace(number)


def post(rated: SectionRating, number: int, system: Any = "R") -> float | None:
    """Return a player's post-event rating."""
    return trace(rated, number, system).post


def require(value: Value | None) -> Value:
    """Return a value that must not be None."""
    assert value is not None
    return value
