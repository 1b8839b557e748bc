"""Random sections with unplayed games, and the engine's own answer for each outcome."""

from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from tests.engine.make import DAY, EDITIONS, field, rules, rules_on
from uscalc.analysis.whatif import PendingGame, decide_games
from uscalc.engine import inputs
from uscalc.engine.section import rate_section
from uscalc.engine.trace import SectionTrace

LEVELS = st.one_of(
    st.integers(100, 2800).map(float),
    st.floats(100, 2800),
    st.sampled_from([100.0, 120.0, 1500.0, 1900.0, 2200.0, 2690.0]),
)
FLOORS = st.one_of(
    st.just(inputs.FloorFacts()),
    st.builds(
        inputs.FloorFacts,
        peak=st.none() | LEVELS,
        given=st.none() | st.integers(1, 21).map(lambda level: 100 * level),
        wins=st.none() | st.integers(0, 5),
        draws=st.none() | st.integers(0, 5),
        events=st.none() | st.integers(0, 5),
        prize=st.none() | st.just(inputs.PrizeFloorFact(1800, 4000.0)),
        life_master=st.booleans(),
        ceiling=st.none() | LEVELS,
    ),
)
RATED = st.fixed_dictionaries(
    {
        "rating": LEVELS,
        "games": st.none() | st.integers(0, 60),
        "record": st.sampled_from(["mixed", "mixed", "all_wins", "all_losses"]),
        "floors": FLOORS,
    }
)
UNRATED = st.fixed_dictionaries(
    {
        "rating": st.none(),
        "start": st.builds(
            inputs.InitialRatingFacts,
            office=st.tuples(LEVELS, st.sampled_from([0, 0, 0, 5, 10])),
        )
        | st.just(inputs.InitialRatingFacts()),
    }
)
RULES = st.sampled_from(
    [
        *(rules(key) for key in EDITIONS),
        rules_on("2007-02-01"),
        rules_on("2013-02-01"),
        rules_on("2018-02-01"),
        rules("2009", storage="float"),
        rules("2025", storage="integer"),
    ]
)
SCORES = st.sampled_from([0.0, 0.5, 1.0])


@st.composite
def fields(draw: Any, most: int = 8, to_come: int = 6) -> Any:
    """Generate a section with unplayed games; some players meet twice, some have no game."""
    facts = draw(st.lists(st.one_of(RATED, RATED, UNRATED), min_size=2, max_size=most))
    n = len(facts)
    pair = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).filter(
        lambda places: places[0] != places[1]
    )
    played = draw(st.lists(st.tuples(pair, SCORES), max_size=2 * n))
    results = [(one, other, score) for (one, other), score in played]
    coming = draw(st.lists(st.tuples(pair, st.booleans()), max_size=to_come))
    pending = [
        PendingGame(one, other, 20 + i, both or draw(st.booleans()))
        for i, ((one, other), both) in enumerate(coming)
    ]
    return inputs.SectionInput(
        "R", DAY, field(facts, results), "event", draw(st.booleans()), False
    ), tuple(pending)


@st.composite
def matches(draw: Any) -> Any:
    """Generate an unfinished match of two players, who may be too far apart or not established."""
    level = draw(LEVELS)
    facts = [
        {
            "rating": min(2800.0, max(100.0, level + draw(st.integers(-450, 450)))),
            "games": draw(st.sampled_from([None, 20, 26, 100])),
            "floors": draw(FLOORS),
            "matches": inputs.MatchFacts(
                None,
                draw(st.none() | st.integers(-120, 120).map(float)),
                draw(st.none() | st.integers(-220, 220).map(float)),
            ),
        }
        for _ in range(2)
    ]
    results = [(0, 1, score) for score in draw(st.lists(SCORES, max_size=6))]
    pending = [PendingGame(0, 1, 20 + i) for i in range(draw(st.integers(1, 3)))]
    return inputs.SectionInput("R", DAY, field(facts, results), "match"), tuple(pending)


@st.composite
def sheets(draw: Any) -> Any:
    """Generate estimates: players against opponents whose strength is fixed."""
    fixed = [
        inputs.Entrant((i,), level, draw(st.none() | st.integers(1, 40)), fixed=level)
        for i, level in enumerate(draw(st.lists(LEVELS, min_size=1, max_size=6)), 10)
    ]
    kind = draw(st.sampled_from(["estimate", "foreign-fide", "foreign-fide-youth"]))
    players = draw(st.lists(RATED | UNRATED, min_size=1, max_size=2))
    against = st.integers(len(players), len(players) + len(fixed) - 1)
    rated, pending = [], []
    for place, facts in enumerate(players):
        own = draw(st.lists(st.tuples(against, SCORES), max_size=5))
        games = tuple(
            inputs.RatedGame(at, score, i) for i, (at, score) in enumerate(own, 1)
        )
        rated.append(inputs.Entrant((place + 1,), own=games, **facts))
        pending += [
            PendingGame(place, at, 20 + i, False)
            for i, at in enumerate(draw(st.lists(against, max_size=3)))
        ]
    return inputs.SectionInput("R", DAY, (*rated, *fixed), kind), tuple(pending)


def scalar(section, rules, pending, halves) -> SectionTrace:
    return rate_section(decide_games(section, pending, [int(h) for h in halves]), rules)


def at_strength(section: inputs.SectionInput, place: int, strength: float):
    entrants = list(section.entrants)
    entrants[place] = replace(entrants[place], fixed=strength)
    return replace(section, entrants=tuple(entrants))
