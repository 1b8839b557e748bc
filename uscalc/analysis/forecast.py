"""Forecast a player's rating from unplayed games, with chances.

The forecast computes each combination of the player's own results, which is called a
way. The chances of each game are those of `uscalc.analysis.forecast_model`, with the
strengths that the players have at that moment.
"""

from collections.abc import Sequence
from itertools import product
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from uscalc.analysis.arrays.engine import Halves, Lanes
from uscalc.analysis.forecast_model import (
    SCENARIOS,
    Forecast,
    ForecastLine,
    ForecastParameters,
    GameChances,
    NothingToForecastError,
    OwnPendingGame,
    RatedSide,
    compute_game_chances,
    group_by_score,
)
from uscalc.analysis.moments import MomentStrength, RoundChances
from uscalc.analysis.one_player import (
    NoRatingError,
    OnePlayerRater,
    RatingExtremes,
    Way,
    find_extremes,
)
from uscalc.analysis.question import RatingQuestion, ReducedQuestion, reduce_question
from uscalc.analysis.spread import (
    EstimatedChance,
    RatingSlack,
    RatingSpread,
    ScenarioTally,
    compute_slack,
    make_displayed_interval,
)
from uscalc.analysis.whatif import OUTCOMES
from uscalc.engine.inputs import SectionInput
from uscalc.monitor import UNMONITORED, Monitor

MOST_RATED: Final = 8_000_000
"""The most scenarios that are rated, for all ways together; with many ways, each gets fewer."""
MOST_STANDINGS: Final = 300_000
"""The most ratings of unrated players that are computed between rounds."""
FEWEST_A_WAY: Final = 200


class OwnWaySpread(Struct, frozen=True):
    """A way's chance, and the chance of each rating in it, over the other players' results."""

    chance: EstimatedChance
    spread: RatingSpread


class ScenarioWalk:
    """The unplayed games that affect a player's rating, and their chances.

    `near` is the question with only the games that the rating is computed from.
    `question` also has games that only affect the chances of these.
    """

    def __init__(self, question: RatingQuestion, settings: ForecastParameters) -> None:
        self.settings = settings
        self.matter = RoundChances(
            question, settings.model, settings.draws
        ).find_dependencies([came.game for came in reduce_question(question).games])
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
        """Return the number of scenarios that can be drawn in acceptable time."""
        drawn = self.settings.scenarios
        pending = self.question.pending
        standings = sum(
            len(self.moments.list_changing_players(round_))
            * 3 ** sum(pending[i].round < round_ for i in self.own)
            for round_ in self.moments.rounds
        )
        if standings:
            drawn = min(drawn, drawn * MOST_STANDINGS // (standings * SCENARIOS))
        return max(FEWEST_A_WAY, min(drawn, MOST_RATED // len(self.ways)))

    @property
    def total(self) -> int:
        """The number of scenarios to rate, over all ways."""
        return len(self.ways) * (self.samples or 3 ** len(self.others))

    def compute_spreads(self, monitor: Monitor) -> list[OwnWaySpread]:
        """Return the chances of each rating for all ways, in order; raise CancelledError."""
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
    """The computation of all rounds, block by block."""

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
            # Written in base 3, the number of a combination has the results of its
            # games as digits.
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
        """Compute a round and all later ones; `factor` times `weights` is the chance so far."""
        if at == len(self.own):
            self._finish_way(way, factor, weights)
            return
        chances = self.moments.compute_chances(
            self.moments.rounds[at], self.halves, self.strengths
        )
        for index in self.others[at]:
            loss, draw, _ = chances[index]
            if self.of.samples is not None:
                fate = self.fates[index]
                ends = (fate >= loss).astype(np.int64) + (fate >= loss + draw)
                self.halves[index] = ends
            else:
                lanes = np.arange(self.halves.shape[1])
                lane_chances = np.broadcast_to(chances[index], (3, len(lanes)))
                share = lane_chances[self.halves[index], lanes]
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


MOST_OWN_GAMES: Final = 9
WAYS_LOOKED_AT_ALONE: Final = 27
"""With more ways than this, unknown facts are evaluated for each score, not for each way."""


def compute_forecast(
    question: RatingQuestion,
    settings: ForecastParameters,
    monitor: Monitor = UNMONITORED,
) -> Forecast:
    """Return the forecast that answers a question.

    `monitor` receives the number of rated scenarios, and the number of all. Raises
    BadSettingError, NothingToForecastError, NoRatingError, and CancelledError once
    `monitor` is canceled.
    """
    settings.validate()
    if len(question.own) > MOST_OWN_GAMES:
        raise NothingToForecastError(
            f"the player has {len(question.own)} unplayed games, and a forecast can "
            "have "
            f"at most {MOST_OWN_GAMES}; enter some results first"
        )
    if not reduce_question(question).games:
        raise NothingToForecastError("no unplayed game can change this player's rating")
    run = _ForecastRun(question, settings, monitor)
    ways = run.compute_lines()
    of = run.of
    return Forecast(
        question.place,
        run.list_own_games(ways),
        ways,
        group_by_score(ways),
        _rate_without_own_games(question, settings, monitor),
        settings,
        len(of.others),
        of.samples,
        of.rater.reason,
        run.without_strength,
        run.assumed_equal,
        question.section.system,
    )


def _rate_without_own_games(
    question: RatingQuestion, settings: ForecastParameters, monitor: Monitor
) -> ForecastLine | None:
    """Return the rating without the player's own unplayed games."""
    if not question.own or not question.section.entrants[question.place].m:
        return None
    rest = tuple(question.pending[i] for i in question.others)
    try:
        (line,) = _ForecastRun(
            replace(question, pending=rest), settings, monitor.without_progress()
        ).compute_lines()
    except NoRatingError:
        return None
    return line


class _ForecastRun:
    """One forecast in progress."""

    def __init__(
        self,
        question: RatingQuestion,
        settings: ForecastParameters,
        monitor: Monitor,
    ) -> None:
        self.monitor = monitor
        self.of = ScenarioWalk(question, settings)
        self.near = self.of.near.question
        pending = self.of.question.pending
        own = {p for i in self.of.own for p in (pending[i].one, pending[i].other)}
        playing = {place for game in pending for place in (game.one, game.other)}
        silent = {
            place
            for place in playing
            if self.of.moments.compute_current_strength(place) is None
        }
        self.without_strength = tuple(sorted(silent & own))
        self.assumed_equal = tuple(sorted(silent - own))

    def list_own_games(
        self, ways: Sequence[ForecastLine]
    ) -> tuple[OwnPendingGame, ...]:
        """Return the player's unplayed games by round, with places of the full question."""
        found = []
        asked = self.of.question
        for column, index in enumerate(self.of.own):
            game = asked.pending[index]
            other = game.other if game.one == asked.place else game.one
            now, me = map(
                self.of.moments.compute_current_strength, (other, asked.place)
            )
            found.append(
                OwnPendingGame(
                    game.round,
                    other,
                    None if now is None else float(now.rating),
                    None if now is None else now.games,
                    asked.between.get(other),
                    self._average_chances(column, ways),
                    self._predict_draw_share(me, now),
                )
            )
        return tuple(found)

    def _average_chances(
        self, column: int, ways: Sequence[ForecastLine]
    ) -> GameChances | None:
        """Return the chances of an own game, averaged over the results of those before it."""
        if self.without_strength:
            return None
        shares = [0.0, 0.0, 0.0]
        for way in ways:
            assert way.halves is not None
            assert way.chance is not None
            shares[way.halves[column]] += way.chance
        total = sum(shares)
        return GameChances(*(share / total for share in shares))

    def _predict_draw_share(
        self, me: MomentStrength | None, other: MomentStrength | None
    ) -> float | None:
        if me is None or other is None:
            return None
        one, two = (RatedSide(float(s.rating), s.games) for s in (me, other))
        return compute_game_chances(one, two, self.of.settings.model).draw

    @property
    def _total(self) -> int:
        """The amount of work, in scenarios; unknown facts are estimated as a fifth of it."""
        return max(5, self.of.total * 5 // 4)

    def compute_lines(self) -> tuple[ForecastLine, ...]:
        """Return every way with its range and chance."""
        ways = self.of.ways
        self.monitor.report(0, self._total)
        spreads = self.of.compute_spreads(
            self.monitor.reporting_to(
                lambda done, _total: self.monitor.report(done, self._total)
            )
        )
        self.monitor.check()
        # `find_extremes` needs the player's games in the order of the pending games.
        near = self.near
        order = sorted(range(len(near.own)), key=lambda k: near.own[k])
        ends = find_extremes(near, [tuple(way[k] for k in order) for way in ways])
        return tuple(
            self._make_line(way, spread, end, unknown)
            for way, spread, end, unknown in zip(
                ways, spreads, ends, self._compute_slacks(ends), strict=True
            )
        )

    def _make_line(
        self,
        way: Way,
        found: OwnWaySpread,
        end: RatingExtremes,
        unknown: tuple[RatingSlack, RatingSlack],
    ) -> ForecastLine:
        low, high = end.low.rating, end.high.rating
        return ForecastLine(
            way,
            sum(way) / 2,
            None if self.without_strength else found.chance.share,
            found.spread,
            make_displayed_interval(low, high),
            make_displayed_interval(low - unknown[0].down, high + unknown[1].up),
            end.reached,
            0.0 if self.without_strength else found.chance.error,
        )

    def _compute_slacks(
        self, ends: Sequence[RatingExtremes]
    ) -> list[tuple[RatingSlack, RatingSlack]]:
        """Return the effect of unknown facts, below and above each way."""
        alone = len(self.of.ways) <= WAYS_LOOKED_AT_ALONE
        known: dict[Way | int, tuple[RatingSlack, RatingSlack]] = {}
        found: list[tuple[RatingSlack, RatingSlack]] = []
        for way, end in zip(self.of.ways, ends, strict=True):
            key = way if alone else sum(way)
            if key not in known:
                self.monitor.check()
                known[key] = (
                    self._compute_slack(end.low.section),
                    self._compute_slack(end.high.section),
                )
            found.append(known[key])
            left = 1.0 - len(found) / len(ends)
            self.monitor.report(self._total - int(left * self._total / 5), self._total)
        return found

    def _compute_slack(self, section: SectionInput) -> RatingSlack:
        near = self.near
        return compute_slack(section, near.rules, near.place, near.unknowns)
