"""Plants: an event with published ratings, made from an event with a hidden fact."""

import datetime as dt
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from tests.planted.facts import (
    KINDS,
    Edit,
    Fact,
    facts_of,
    rated,
    section_of,
    with_section,
)
from tests.planted.sections import Wish, made
from uscalc.document.model import Document, PublishedRating
from uscalc.engine.floors import is_established
from uscalc.engine.rounding import round_for_display

DECIMALS_FROM = dt.date(2014, 9, 1)
SEEN_PAST_ROUNDING = 2.0
"""From that day on, printed ratings are rounded, so one point is no mismatch."""

TRIES = 40
Place = tuple[int | str, str]
"""A player's number or the section's name, and a key or a round."""


@dataclass(frozen=True)
class Plant:
    """`file` is given to the search, and `truth` gave the published ratings.

    `kinds` is empty if nothing is hidden.
    """

    seed: int
    kinds: tuple[str, ...]
    file: Document
    truth: Document

    @property
    def hidden(self) -> frozenset[Place]:
        return frozenset(places(self.file, self.truth))


def planted(seed: int, facts: int = 1, kind: str | None = None) -> Plant:
    """Return a section with this many hidden facts, each of which changes published ratings."""
    rng = random.Random(f"{seed} {facts} {kind}")
    while True:
        kinds = [kind or rng.choice(list(KINDS)) for _ in range(facts)]
        # A re-entry adds a row, so hide it first; other facts are then about these
        # rows.
        kinds.sort(key=lambda name: name != "twice")
        # Try this often, so that facts that rarely have an effect occur as often as
        # others.
        for _ in range(TRIES):
            found = _hidden(rng, kinds)
            if found is not None:
                return Plant(seed, tuple(kinds), *found)


def _hidden(rng, kinds) -> tuple[Document, Document] | None:
    """Return the file and the truth; None if a hidden fact would have no visible effect."""
    base = made(rng, KINDS[kinds[0]].wish(rng) if kinds else Wish())
    facts: list[Fact] = []
    for kind in kinds:
        fact = KINDS[kind].hide(rng, _apply_edits(base, (one.printed for one in facts)))
        if fact is None:
            return None
        facts.append(fact)
    file = _apply_edits(base, [fact.printed for fact in facts])
    known = [set(places(file, _one_true(base, facts, fact))) for fact in facts]
    true = _apply_edits(base, [fact.true for fact in facts])
    hidden = set(places(file, true))
    # Two facts at the same place count as one, or cancel each other.
    if not all(known) or sum(map(len, known)) > len(hidden | set().union(*known)):
        return None
    truth = _with_decimals(rng, true)
    posts = _posts(truth)
    for fact in facts:
        without = [one.printed if one is fact else one.true for one in facts]
        other = _posts(_apply_edits(base, without))
        if not _ratings_differ(posts, other, base.end_date):
            return None
    return _published(file, truth, posts), truth


def _one_true(base: Document, facts: Sequence[Fact], fact: Fact) -> Document:
    edits = [one.true if one is fact else one.printed for one in facts]
    return _apply_edits(base, edits)


def _apply_edits(document: Document, edits: Iterable[Edit]) -> Document:
    for edit in edits:
        document = edit(document)
    return document


def _ratings_differ(one: dict[int, float], two: dict[int, float], day: dt.date) -> bool:
    """Return whether ratings differ by more than the rounding of printed ratings explains."""
    least = SEEN_PAST_ROUNDING if day >= DECIMALS_FROM else 1.0
    return any(
        abs(round_for_display(post) - round_for_display(two.get(number, post))) >= least
        for number, post in one.items()
    )


def _posts(document: Document) -> dict[int, float]:
    found = rated(document)
    given = {p.number: found.find_post(p.number) for p in section_of(document).players}
    return {number: post for number, post in given.items() if post is not None}


def _with_decimals(rng: random.Random, document: Document) -> Document:
    if document.end_date < DECIMALS_FROM:
        return document
    drawn: dict[str, float] = {}
    for row, player in enumerate(section_of(document).players):
        rating = player.facts("R").rating
        if rating is not None:
            # A member has one rating, even with several numbers.
            more = drawn.setdefault(player.id or str(row), rng.uniform(-0.49, 0.49))
            document = facts_of(row, rating=rating + more, rounded=False)(document)
    return document


def _published(printed: Document, exact: Document, posts: dict[int, float]) -> Document:
    found = rated(exact)
    section = section_of(printed)
    players = list(section.players)
    for row, player in enumerate(players):
        if player.number in posts:
            games = found.find_trace(player.number).post_games
            shown = None if is_established(games) else games
            after = PublishedRating(round_for_display(posts[player.number]), shown)
            players[row] = replace(player, published=(("R", after),))
    return with_section(printed, replace(section, players=tuple(players)))


SAME = {
    **dict.fromkeys(("peak", "floor", "prize_floor"), "floor"),
    **dict.fromkeys(("birth", "adult", "initial"), "start"),
}
"""Facts that have the same meaning."""
DECIMALS = 0.5


def places(one: Document, other: Document) -> Iterator[Place]:
    """Yield the places in which two events with the same rows differ, except in decimals.

    Facts of the whole section are one place, whichever key has them.
    """
    if one.chain_sections != other.chain_sections:
        yield "event", "chain"
    for first, second in zip(one.sections, other.sections, strict=True):
        rules, others = (
            (each.rules, event.end_date_of(each), each.systems, each.kind)
            for event, each in ((one, first), (other, second))
        )
        if rules != others:
            yield first.name, "rules"
        for was, now in zip(first.players, second.players, strict=True):
            if was.id != now.id:
                yield was.number, "id"
            for key in ("birth", "adult"):
                if getattr(was, key) != getattr(now, key):
                    yield was.number, SAME[key]
            before, after = was.facts("R"), now.facts("R")
            ratings = before.rating, after.rating
            if None in ratings:
                moved = ratings[0] != ratings[1]
            else:
                moved = abs(ratings[0] - ratings[1]) >= DECIMALS
            if moved:
                yield was.number, "rating"
            for key in ("games", "record", *(k for k in SAME if hasattr(before, k))):
                if getattr(before, key) != getattr(after, key):
                    yield was.number, SAME.get(key, key)
            for at in range(max(len(was.results), len(now.results))):
                if was.results[at : at + 1] != now.results[at : at + 1]:
                    yield was.number, f"round {at + 1}"
