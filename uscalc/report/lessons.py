"""Prepare lessons about a player of a section, or about the basics."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from uscalc.analysis.whatif import Base, rerate
from uscalc.document.model import Section
from uscalc.document.rate.rating import SystemRating
from uscalc.engine.inputs import Entrant, Game
from uscalc.engine.trace import SectionTrace
from uscalc.explain.lesson.case import Swing
from uscalc.explain.lesson.lessons import basics_lesson, player_lesson
from uscalc.explain.lesson.model import Lesson
from uscalc.report.worksheets import name_lookup, origin_words
from uscalc.rules.resolve import rule_table

RESULTS: Final = (0.0, 0.5, 1.0)
MOST: Final = 16
"""Most games of a player whose results are varied; of more games, an even selection."""


def lesson_on_basics() -> Lesson:
    """Return the lesson on how ratings work, by the rules of the latest edition."""
    table = rule_table()
    key = table.exact_editions[-1]
    edition = table.editions[key]
    return basics_lesson(
        table.of_edition(key, edition.date),
        edition.date,
        f"Invented players. Rules: {edition.title}, {edition.date}.",
    )


def lesson_on_player(
    event: str, section: Section, rating: SystemRating, number: int
) -> Lesson | None:
    """Return the lesson on a player's rating by pairing number; None if there is none."""
    place = rating.places.get(number)
    if place is None:
        return None
    return player_lesson(
        rating.trace,
        place,
        name_lookup(section),
        origin_words(event, section, rating),
        () if rating.guide is not None else tuple(swings(rating.trace, place)),
        rating.worksheet(number),
    )


def swings(trace: SectionTrace, place: int) -> Iterator[Swing]:
    """Yield the range of a player's rating over the possible results of each game."""
    player = trace.players[place]
    base, m = Base(trace), player.entrant.m
    if player.post is None:
        return
    chosen: Iterable[int] = range(m)
    if m > MOST:
        chosen = sorted({round(i * (m - 1) / (MOST - 1)) for i in range(MOST)})
    for game in chosen:
        found = [player.post]
        for score in RESULTS:
            if score != player.entrant.own[game].score:
                changed = _otherwise(trace, place, game, score)
                post = rerate(base, changed)[place].post
                found += [] if post is None else [post]
        yield Swing(game, min(found), max(found))


def _otherwise(
    trace: SectionTrace, place: int, game: int, score: float
) -> dict[int, Entrant]:
    """Return both players of a game with another result."""
    mine = trace.players[place].entrant
    played = mine.own[game]
    changed = {place: _scored(mine, game, score)}
    other = trace.players[played.opponent].entrant
    mirrored = Game(place, 1.0 - played.score, played.round)
    if played.opponent != place and mirrored in other.own:
        theirs = other.own.index(mirrored)
        changed[played.opponent] = _scored(other, theirs, 1.0 - score)
    return changed


def _scored(entrant: Entrant, game: int, score: float) -> Entrant:
    own = list(entrant.own)
    own[game] = own[game]._replace(score=score)
    return replace(entrant, own=tuple(own))
