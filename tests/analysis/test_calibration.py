"""Forecast chances agree with events that are played out by the model, newcomers included.

A separate transcription of the model draws the results, and the scalar engine rates
them. No forecasting code takes part in this.
"""

import datetime as dt
import random
from collections.abc import Iterator

from tests.analysis.by_hand import MODEL, ByHand
from tests.analysis.make import scalar
from tests.engine.make import DAY, field, rules, section
from uscalc.analysis.forecast import compute_forecast
from uscalc.analysis.forecast_model import ForecastParameters
from uscalc.analysis.question import RatingQuestion
from uscalc.analysis.whatif import PendingGame
from uscalc.engine.inputs import InitialRatingFacts, SectionInput
from uscalc.engine.rounding import round_for_display

EVENTS = 10
PLAYED_OUT = 300
"""The number of times that each event is played to its end."""
WITHIN = 0.03
PAIRINGS = (
    ((0, 5), (1, 4), (2, 3)),
    ((5, 3), (4, 2), (0, 1)),
    ((1, 5), (2, 0), (3, 4)),
    ((5, 4), (0, 3), (1, 2)),
    ((2, 5), (3, 1), (4, 0)),
)
"""A round robin in which everybody meets everybody once."""


def people(chance: random.Random) -> list[dict[str, object]]:
    """Return two players with many games, two with few, a junior and a newcomer, all different."""
    level = chance.uniform(700, 1900)

    def random_rating() -> float:
        return round(level + chance.uniform(-300, 300), 2)

    born = dt.date(DAY.year - chance.randint(7, 16), 5, 1)
    found = [
        {"rating": random_rating(), "games": None},
        {"rating": random_rating(), "games": chance.randint(26, 90)},
        {"rating": random_rating(), "games": chance.randint(9, 25)},
        {"rating": random_rating(), "games": chance.randint(1, 8)},
        {"rating": None, "start": InitialRatingFacts(birth_date=born)},
        {"rating": None, "start": InitialRatingFacts(adult=True)},
    ]
    chance.shuffle(found)
    return found


def make_unfinished_event(chance: random.Random):
    """Return an event after two or three rounds, with its unplayed games."""
    results = [
        (one, other, chance.choice((0.0, 0.0, 0.5, 1.0, 1.0)))
        for played in PAIRINGS[: chance.choice((2, 2, 3))]
        for one, other in played
    ]
    rounds = range(len(results) // 3, len(PAIRINGS))
    coming = [
        PendingGame(one, other, 100 + at)
        for at in rounds
        for one, other in PAIRINGS[at]
    ]
    return section(field(people(chance), results)), tuple(coming)


def play_out(made, coming, chance) -> list[list[float]]:
    """Return everybody's displayed ratings each time that the event is played out."""
    moments = ByHand(made, rules(), coming)
    found = []
    for _ in range(PLAYED_OUT):
        halves: list[int] = []
        for index in range(len(coming)):
            told = moments.chances(index, [*halves, *[0] * (len(coming) - index)])
            halves += chance.choices((0, 1, 2), told)
        trace = scalar(made, rules(), coming, halves)
        found.append([round_for_display(player.post) for player in trace.players])
    return found


def list_places_to_forecast(made: SectionInput, chance: random.Random) -> list[int]:
    unrated = [at for at, one in enumerate(made.entrants) if one.rating is None]
    rated = [at for at, one in enumerate(made.entrants) if one.rating is not None]
    return [*unrated, chance.choice(rated)]


def list_forecasts_and_shares() -> Iterator[tuple[float, float]]:
    """Yield the forecast chance of a target, and the share of events in which it was reached."""
    chance = random.Random(3)
    for _ in range(EVENTS):
        made, coming = make_unfinished_event(chance)
        came = play_out(made, coming, chance)
        for place in list_places_to_forecast(made, chance):
            asked = RatingQuestion(made, rules(), coming, place)
            found = compute_forecast(asked, ForecastParameters(MODEL))
            spread = found.spread
            for tenth in range(10):
                target = spread.find_quantile(0.05 + tenth / 10)
                reached = sum(one[place] >= target for one in came)
                yield found.compute_chance_of(target).share, reached / len(came)


def test_predicted_chances_match_results_in_each_tenth():
    tenths: list[list[tuple[float, float]]] = [[] for _ in range(10)]
    for told, true in list_forecasts_and_shares():
        tenths[min(9, int(10 * told))].append((told, true))
    for pairs in tenths:
        assert len(pairs) > 20
        told = sum(pair[0] for pair in pairs) / len(pairs)
        true = sum(pair[1] for pair in pairs) / len(pairs)
        assert abs(told - true) < WITHIN, (told, true, len(pairs))
