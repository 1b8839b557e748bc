"""The search for corrections in large sections, each compared with a full rating."""

import datetime as dt
import statistics
import time

from msgspec.structs import replace

from tests.build import event, player
from tests.tools import yardstick
from tests.tools.benchmarks.figures import Figure
from uscalc.document.audit.audit import audit_event
from uscalc.document.model import Document, PublishedRating, RatingFacts
from uscalc.document.rate.whole import rate_document
from uscalc.engine.rounding import round_for_display
from uscalc.rules.chances import load_correction_priors
from uscalc.rules.resolve import resolve_rules

SIZES = ((64, 7, 1000.0), (200, 9, 5000.0))
"""Players, rounds, and the milliseconds that a person may wait."""
DAY = dt.date(2012, 9, 1)
"""Ratings were integers then."""
FIELDS, HIDDEN = 3, 150.0
LETTERS = {1.0: "W", 0.5: "D", 0.0: "L"}


def make_event(ratings, games, end=DAY, count=None) -> Document:
    rows = [
        player(
            number,
            *(f"{LETTERS[score]}{other + 1}" for other, score in own),
            facts=RatingFacts(rating, games=count),
        )
        for number, (rating, own) in enumerate(zip(ratings, games, strict=True), 1)
    ]
    return event(*rows, end=end)


def with_one_off(true: Document, off: float) -> Document:
    section = true.sections[0]
    rated = rate_document(true, resolve_rules).sections[0].ratings[0]
    told = []
    for row in section.players:
        published = PublishedRating(round_for_display(rated.find_post(row.number)))
        told.append(replace(row, published=(("R", published),)))
    middle = told[len(told) // 2]
    before = middle.facts("R")
    printed = replace(before, rating=before.rating + off)
    told[len(told) // 2] = replace(middle, ratings=(("R", printed),))
    return replace(true, sections=(replace(section, players=tuple(told)),))


def benchmarks() -> list[Figure]:
    figures = []
    for players, rounds, limit in SIZES:
        audits, whole = [], []
        for field in range(FIELDS):
            ratings, games = yardstick.field(players, rounds)
            true = make_event([float(round(rating)) for rating in ratings], games)
            told = with_one_off(true, HIDDEN + field)
            begun = time.perf_counter()
            rated = rate_document(told, resolve_rules)
            whole.append(time.perf_counter() - begun)
            begun = time.perf_counter()
            found = audit_event(rated, [0], resolve_rules, load_correction_priors())
            audits.append(time.perf_counter() - begun)
            assert found[0][0].best is not None
            assert not found[0][0].left
        ours, theirs = statistics.median(audits), statistics.median(whole)
        name, beside = f"audit of {players} x {rounds}", f"{ours / theirs:.0f} times"
        beside += " a full rating"
        figures.append(Figure(name, ours * 1e3, limit, "ms", beside))
    return figures
