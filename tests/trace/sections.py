"""Random sections as engine input, with every fact that a trace can need."""

import datetime as dt
import random
from collections.abc import Iterator

from tests.engine.make import field
from uscalc.engine import inputs
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section
from uscalc.engine.trace import SectionTrace
from uscalc.rules.resolve import load_rule_table

EDITIONS = ("2009", "2015", "2020", "2025")


def _make_source(chance: random.Random, end: dt.date) -> inputs.SourceRating:
    return inputs.SourceRating(
        float(chance.randrange(100, 2700)),
        chance.choice((None, chance.randrange(1, 60))),
        chance.choice((None, end - dt.timedelta(days=chance.randrange(0, 6000)))),
    )


def _make_start(chance, system, end) -> inputs.InitialRatingFacts:
    def perhaps(share: float) -> inputs.SourceRating | None:
        return _make_source(chance, end) if chance.random() < share else None

    sources = [(name, perhaps(0.3)) for name in inputs.SYSTEMS if name != system]
    days = dt.timedelta(days=chance.randrange(300, 30000))
    return inputs.InitialRatingFacts(
        *(chance.choice((None, end - days)), chance.choice((None, True, False))),
        (float(chance.randrange(100, 2000)), chance.randrange(0, 9))
        if chance.random() < 0.1
        else None,
        tuple((name, source) for name, source in sources if source is not None),
        *(perhaps(0.3), perhaps(0.2)),
    )


def _make_floors(chance: random.Random, rating: float | None) -> inputs.FloorFacts:
    prize = None
    if chance.random() < 0.2:
        amounts = (None, 1500.0, 2000.0, 2500.0, 4000.0, 5000.0)
        prize = inputs.PrizeFloorFact(
            chance.randrange(12, 21) * 100, chance.choice(amounts)
        )

    def count() -> int | None:
        return chance.choice((None, chance.randrange(0, 20)))

    return inputs.FloorFacts(
        peak=None if rating is None else chance.choice((None, rating + 350.0)),
        given=chance.choice((None, None, None, 100, 150, 1200)),
        **{name: count() for name in ("wins", "draws", "events")},
        prize=prize,
        life_master=chance.random() < 0.05,
        ceiling=chance.choice((None, None, None, 1500.0)),
    )


def _make_facts(chance, system, end, whole) -> dict[str, object]:
    rated = chance.random() < 0.75
    rating = chance.uniform(100.0, 2800.0) if rated else None
    if rating is not None and (whole or chance.random() < 0.5):
        rating = float(round(rating))
    games = chance.choice((None, 1, 3, 8, 9, 20, 25, 26, 60)) if rated else None
    few = games is not None and games < 9
    records = ("mixed", "mixed", "all_wins", "all_losses")
    return {
        "rating": rating,
        "games": games,
        "record": chance.choice(records) if few else "mixed",
        "start": _make_start(chance, system, end),
        "floors": _make_floors(chance, rating),
        "matches": inputs.MatchFacts(
            None if rating is None else chance.choice((None, rating)),
            chance.choice((None, -60.0, 0.0, 90.0)),
            chance.choice((None, -150.0, 0.0, 240.0)),
        ),
    }


def _choose_rules(chance: random.Random, system: inputs.System, end: dt.date) -> Rules:
    table = load_rule_table()
    if chance.random() < 0.5:
        return table.get_rules_on(end, system)
    return table.get_rules_of_edition(chance.choice(EDITIONS), end, system)


def make_section_trace(seed: int) -> SectionTrace:
    """Return a rated section; each seed gives another system, day, edition and section type."""
    chance = random.Random(seed)
    system = inputs.SYSTEMS[seed % len(inputs.SYSTEMS)]
    end = dt.date(2003, 1, 1) + dt.timedelta(days=chance.randrange(0, 8600))
    rules = _choose_rules(chance, system, end)
    kind = chance.choice(("event",) * 5 + ("match", "foreign-fide"))
    people = 2 if kind == "match" else chance.randrange(2, 12)
    each = [
        _make_facts(chance, system, end, rules.had_integer_ratings)
        for _ in range(people)
    ]
    if kind == "match":
        base = chance.uniform(1200.0, 2200.0)
        for facts in each:
            rating = base + chance.uniform(-150.0, 150.0)
            nets = [chance.choice((None, -60.0, 90.0)) for _ in range(2)]
            facts |= {
                "rating": rating,
                "games": 50,
                "matches": inputs.MatchFacts(rating, *nets),
            }
    games = [
        (*chance.sample(range(people), 2), chance.choice((0.0, 0.5, 1.0)))
        for _ in range(chance.randrange(1, 4 * people))
    ]
    entrants = list(field(each, games))
    if kind == "foreign-fide":
        entrants[1:] = [
            inputs.Entrant(
                one.numbers, None, own=one.own, fixed=chance.uniform(800.0, 2600.0)
            )
            for one in entrants[1:]
        ]
    dual = chance.random() < 0.3
    return rate_section(
        inputs.SectionInput(system, end, tuple(entrants), kind, dual), rules
    )


def list_rated_places(trace: SectionTrace) -> Iterator[int]:
    return (place for place, one in enumerate(trace.players) if one.post is not None)
