"""Enumerate the unplayed games round by round, with the player's own games in every way.

In each round a game has the chances that follow from the rounds before it. Other
players' games are enumerated if there are few, and drawn at random if there are many;
the player's own ways are all enumerated, and a scenario is weighted in each by its
probability there. The same random numbers serve all ways, so that the chances of the
ways add up to 1.
"""

from dataclasses import dataclass, replace
from itertools import product
from typing import Final

import numpy as np

from uscalc.analysis.arrays.engine import Halves, Lanes
from uscalc.analysis.forecast_model import SCENARIOS, ForecastParameters
from uscalc.analysis.moments import RoundChances
from uscalc.analysis.one_player import OnePlayerRater, Way
from uscalc.analysis.pending import OUTCOMES
from uscalc.analysis.question import RatingQuestion, ReducedQuestion, reduce_question
from uscalc.analysis.spread import EstimatedChance, RatingSpread, ScenarioTally
from uscalc.monitor import Monitor

MOST_RATED: Final = 8_000_000
"""Scenarios of all ways together; with very many ways each gets fewer."""
MOST_STANDINGS: Final = 300_000
"""Newcomers to be rated between the rounds, where the usual number is drawn."""
FEWEST_A_WAY: Final = 200


@dataclass(frozen=True, slots=True)
class OwnWaySpread:
    """The distribution of one way over other players' games, and the way's chance."""

    chance: EstimatedChance
    spread: RatingSpread


class ScenarioWalk:
    """The unplayed games that matter to one player, and their chances.

    `near` is the reduced question; it may have further games on which only the chances
    of others depend.
    """

    def __init__(self, question: RatingQuestion, settings: ForecastParameters) -> None:
        self.settings = settings
        games = [came.game for came in reduce_question(question).games]
        whole = RoundChances(question, settings.model, settings.draws)
        self.matter = whole.find_dependencies(games)
        self.question = replace(
            question, pending=tuple(question.pending[i] for i in self.matter)
        )
        self.moments = RoundChances(self.question, settings.model, settings.draws)
        self.near: ReducedQuestion = reduce_question(self.question)
        self.rater = OnePlayerRater(self.near.question)
        self.own = self.question.own
        self.others = self.question.others
        self.ways: list[Way] = sorted(
            product(OUTCOMES, repeat=len(self.own)), key=lambda way: (sum(way), way)
        )
        playing = {place for game in self.question.pending for place in game[:2]}
        self.between = {
            place: ends
            for place, ends in question.between.items()
            if place in playing or place in self.near.places
        }
        few = 3 ** len(self.others) <= settings.scenarios
        every = few and not self.between and not settings.always_random
        self.samples = None if every else self._count_samples()

    def _count_samples(self) -> int:
        """Return how many scenarios to draw for an answer in acceptable time."""
        drawn = self.settings.scenarios
        pending = self.question.pending
        standings = sum(
            len(self.moments.list_changing_players(round_))
            * 3 ** sum(pending[i].round < round_ for i in self.own)
            for round_ in self.moments.rounds
        )
        if standings:
            drawn = min(drawn, drawn * MOST_STANDINGS // (standings * SCENARIOS))
        most = MOST_RATED // len(self.ways)
        return max(FEWEST_A_WAY, min(drawn, most))

    @property
    def total(self) -> int:
        """How many scenarios are rated, over all ways."""
        return len(self.ways) * (self.samples or 3 ** len(self.others))

    def compute_spreads(self, monitor: Monitor) -> list[OwnWaySpread]:
        """Return the distribution of every way, in their order. Raises CancelledError."""
        walk = _BlockWalk(self, monitor)
        left, first = self.total // len(self.ways), 0
        chance = np.random.default_rng(self.settings.seed)
        while left:
            lanes = min(left, self.rater.lanes)
            walk.run_block(lanes, first, chance)
            left -= lanes
            first += lanes
        return [walk.get_spread(way) for way in self.ways]


class _BlockWalk:
    """One pass through all rounds, block after block."""

    def __init__(
        self,
        scenarios: ScenarioWalk,
        monitor: Monitor,
    ) -> None:
        self.of = scenarios
        self.moments = scenarios.moments
        self.monitor = monitor
        self.done = 0
        self.tallies = {way: ScenarioTally() for way in scenarios.ways}
        self.factors = dict.fromkeys(scenarios.ways, 1.0)
        pending = scenarios.question.pending
        self.own = [
            [i for i in scenarios.own if pending[i].round == round_]
            for round_ in self.moments.rounds
        ]
        self.others = [
            [i for i in scenarios.others if pending[i].round == round_]
            for round_ in self.moments.rounds
        ]

    def run_block(self, lanes: int, first: int, chance: np.random.Generator) -> None:
        """Process a block of scenarios; `first` is the number of scenarios before it."""
        of = self.of
        self.halves: Halves = np.empty(
            (len(of.question.pending), lanes), dtype=np.int64
        )
        self.fates: dict[int, Lanes] = {}
        self.strengths: dict[int, Lanes] = {}
        if of.samples is None:
            # In base three, the digits of a way's number are the results of its games.
            ways = np.arange(first, first + lanes)
            for column, index in enumerate(of.others):
                self.halves[index] = ways // 3**column % 3
        else:
            self.fates = {index: chance.random(lanes) for index in of.others}
            self.strengths = {
                place: chance.uniform(low, high, lanes)
                for place, (low, high) in of.between.items()
            }
        self._walk_round(0, (), 1.0, None)

    def get_spread(self, way: Way) -> OwnWaySpread:
        """Return the distribution of a way."""
        tally, sampled = self.tallies[way], self.of.samples is not None
        factor = self.factors[way]
        share, error = tally.share
        if not sampled:
            share, error = share * tally.number, 0.0
        return OwnWaySpread(
            EstimatedChance(factor * share, factor * error), tally.make_spread(sampled)
        )

    def _walk_round(
        self, at: int, way: Way, factor: float, weights: Lanes | None
    ) -> None:
        """Continue with a round; `factor` and `weights` are the chance of the rounds before."""
        if at == len(self.own):
            self._finish_way(way, factor, weights)
            return
        round_ = self.moments.rounds[at]
        chances = self.moments.compute_chances(round_, self.halves, self.strengths)
        for index in self.others[at]:
            loss, draw, _ = chances[index]
            if self.of.samples is not None:
                fate = self.fates[index]
                ends = (fate >= loss).astype(np.int64) + (fate >= loss + draw)
                self.halves[index] = ends
            else:
                lanes = np.arange(self.halves.shape[1])
                told = np.broadcast_to(chances[index], (3, len(lanes)))
                share = told[self.halves[index], lanes]
                weights = share if weights is None else weights * share
        own = self.own[at]
        for outcomes in product(OUTCOMES, repeat=len(own)):
            times, heavy = factor, weights
            for index, points in zip(own, outcomes, strict=True):
                game = self.of.question.pending[index]
                half = points if game.one == self.of.question.place else 2 - points
                self.halves[index] = half
                share = chances[index][half]
                if self.moments.has_constant_chances(index) or not share.any():
                    times *= float(share[0])
                else:
                    heavy = share if heavy is None else heavy * share
            self._walk_round(at + 1, way + outcomes, times, heavy)

    def _finish_way(self, way: Way, factor: float, weights: Lanes | None) -> None:
        """Rate the scenarios of one way."""
        self.monitor.check()
        near, lanes = self.of.near, self.halves.shape[1]
        halves = np.empty((len(near.games), lanes), dtype=np.int64)
        for row, (game, turned) in enumerate(near.games):
            halves[row] = 2 - self.halves[game] if turned else self.halves[game]
        at = {place: new for new, place in enumerate(near.places)}
        strengths = {
            at[place]: levels for place, levels in self.strengths.items() if place in at
        }
        self.tallies[way].add_ratings(self.of.rater(halves, strengths), weights)
        self.factors[way] = factor
        self.done += lanes
        self.monitor.report(self.done, self.of.total)
