"""What the games to come can make of a player's rating, and how likely.

The player's own games are gone through one way after the other. Over everybody else's
the forecast goes through every way too where they are few, and otherwise draws
scenarios at random by the chances of `uscalc.analysis.chances`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

import numpy as np

from uscalc.analysis.arrays import Halves, Lanes
from uscalc.analysis.chances import Outcomes, expected_chances
from uscalc.analysis.extremes import Extremes, Way, extremes
from uscalc.analysis.forecast_model import (
    Forecast,
    Line,
    NothingToForecastError,
    OwnGame,
    Settings,
    StoppedError,
    by_score,
)
from uscalc.analysis.intervals import Slack, displayed_interval, slack
from uscalc.analysis.one_player import NoRatingError, OnePlayer
from uscalc.analysis.pending import OUTCOMES
from uscalc.analysis.question import Question, neighbourhood
from uscalc.analysis.spread import Spread, Tally
from uscalc.engine.inputs import SectionInput

MOST_OWN_GAMES: Final = 9
MOST_RATED: Final = 8_000_000
"""Scenarios of all ways together; with very many ways each gets fewer."""
FEWEST_A_WAY: Final = 200
WAYS_LOOKED_AT_ALONE: Final = 27
"""With more ways than these, what is not known is looked at once for each score."""

Progress = Callable[[int, int], None]
_Blocks = Iterator[tuple[Halves, Lanes | None, dict[int, Lanes]]]


def forecast(
    question: Question,
    settings: Settings | None = None,
    progress: Progress = lambda done, of: None,
    wanted: Callable[[], bool] = lambda: True,
) -> Forecast:
    """Answers a question.

    `progress` is told how many of how many scenarios have been rated. Raises
    BadSettingError, NothingToForecastError, NoRatingError, and StoppedError once
    `wanted` says no.
    """
    settings = settings or Settings()
    settings.check()
    near = neighbourhood(question)
    if len(near.own) > MOST_OWN_GAMES:
        raise NothingToForecastError(
            f"the player has {len(near.own)} games to come; a forecast goes through "
            f"{MOST_OWN_GAMES} at most, so enter some results first"
        )
    if not near.pending:
        raise NothingToForecastError(
            "no game to come can change this player's rating; there is nothing undecided"
        )
    run = _Run(near, settings, progress, wanted)
    ways = run.lines()
    return Forecast(
        question.place,
        tuple(run.own_games(question)),
        ways,
        by_score(ways),
        _stopping(near, settings, wanted),
        settings,
        len(near.others),
        run.samples,
        run.rater.reason,
    )


def _stopping(
    near: Question, settings: Settings, wanted: Callable[[], bool]
) -> Line | None:
    """The rating without the player's own games to come."""
    if not near.own or not near.section.entrants[near.place].m:
        return None
    rest = tuple(near.pending[i] for i in near.others)
    try:
        quiet = _Run(replace(near, pending=rest), settings, lambda *_: None, wanted)
        (line,) = quiet.lines()
    except NoRatingError:
        return None
    return line


class _Run:
    """One forecast on its way; the question has been cut down to its neighbourhood."""

    def __init__(
        self,
        question: Question,
        settings: Settings,
        progress: Progress,
        wanted: Callable[[], bool],
    ) -> None:
        self.question = question
        self.settings = settings
        self.progress = progress
        self.wanted = wanted
        self.rater = OnePlayer(question)
        self.chances = [
            self._chances(game.one, game.other) for game in question.pending
        ]
        self.ways: list[Way] = sorted(
            product(OUTCOMES, repeat=len(question.own)), key=lambda way: (sum(way), way)
        )
        few = 3 ** len(question.others) <= settings.scenarios
        every = few and not question.between and not settings.always_random
        most = max(FEWEST_A_WAY, MOST_RATED // len(self.ways))
        self.samples = None if every else min(settings.scenarios, most)

    def own_games(self, asked: Question) -> list[OwnGame]:
        """The player's games to come, by round, in the places of the question asked."""
        found = []
        for index, place in zip(self.question.own, asked.own, strict=True):
            game = asked.pending[place]
            other = game.other if game.one == asked.place else game.one
            found.append(
                OwnGame(
                    game.round,
                    other,
                    asked.strength(other),
                    asked.between.get(other),
                    self.chances[index],
                )
            )
        return found

    @property
    def _total(self) -> int:
        """The work in scenarios; what is not known is taken to be a fifth of it."""
        each = self.samples or 3 ** len(self.question.others)
        return max(5, len(self.ways) * each * 5 // 4)

    def lines(self) -> tuple[Line, ...]:
        """Every way with all that is said of it."""
        spreads = self._spreads()
        self._still_wanted()
        # The extremes want the own games in the order of the pending games.
        order = sorted(
            range(len(self.question.own)), key=lambda k: self.question.own[k]
        )
        ends = extremes(self.question, [tuple(w[k] for k in order) for w in self.ways])
        slacks = self._slacks(ends)
        found = []
        for way, spread, end, unknown in zip(
            self.ways, spreads, ends, slacks, strict=True
        ):
            low, high = end.low.rating, end.high.rating
            chance = 1.0
            for index, points in zip(self.question.own, way, strict=True):
                chance *= self.chances[index][points]
            found.append(
                Line(
                    way,
                    sum(way) / 2,
                    chance,
                    spread,
                    displayed_interval(low, high),
                    displayed_interval(low - unknown[0].down, high + unknown[1].up),
                    end.reached,
                )
            )
        return tuple(found)

    def _chances(self, one: int, other: int) -> Outcomes:
        strength = self.question.strength
        return expected_chances(strength(one), strength(other), self.settings.draw_rate)

    def _slacks(self, ends: Sequence[Extremes]) -> list[tuple[Slack, Slack]]:
        """What unknown facts leave open below and above each way."""
        alone = len(self.ways) <= WAYS_LOOKED_AT_ALONE
        known: dict[Way | int, tuple[Slack, Slack]] = {}
        found: list[tuple[Slack, Slack]] = []
        for way, end in zip(self.ways, ends, strict=True):
            key = way if alone else sum(way)
            if key not in known:
                self._still_wanted()
                known[key] = self._slack(end.low.section), self._slack(end.high.section)
            found.append(known[key])
            left = 1.0 - len(found) / len(ends)
            self.progress(self._total - int(left * self._total / 5), self._total)
        return found

    def _slack(self, section: SectionInput) -> Slack:
        question = self.question
        return slack(section, question.rules, question.place, question.unknowns)

    def _spreads(self) -> list[Spread]:
        """The spread of every way over other people's games."""
        blocks = self._every_way() if self.samples is None else self._at_random()
        of = self._total
        tallies = [Tally() for _ in self.ways]
        done = 0
        self.progress(0, of)
        for halves, weights, strengths in blocks:
            for way, tally in zip(self.ways, tallies, strict=True):
                self._still_wanted()
                for index, points in zip(self.question.own, way, strict=True):
                    halves[index] = points
                tally.add(self.rater(halves, strengths), weights)
                done += halves.shape[1]
                self.progress(done, of)
        return [tally.spread(self.samples is not None) for tally in tallies]

    def _still_wanted(self) -> None:
        if not self.wanted():
            raise StoppedError

    def _every_way(self) -> _Blocks:
        """Every way through other people's games, each with its chance."""
        others = self.question.others
        total = 3 ** len(others)
        for first in range(0, total, self.rater.lanes):
            # Written in threes, the number of a way tells how each game ends.
            ways = np.arange(first, min(total, first + self.rater.lanes))
            weights = np.ones(len(ways))
            halves = self._halves(len(ways))
            for column, index in enumerate(others):
                halves[index] = ways // 3**column % 3
                weights *= np.array(self.chances[index])[halves[index]]
            yield halves, weights, {}

    def _at_random(self) -> _Blocks:
        """Scenarios drawn at random; every way of the player is put to the same ones."""
        chance = np.random.default_rng(self.settings.seed)
        left = self.samples or 0
        while left:
            lanes = min(left, self.rater.lanes)
            left -= lanes
            halves = self._halves(lanes)
            for index in self.question.others:
                loss, draw, _ = self.chances[index]
                fate = chance.random(lanes)
                halves[index] = (fate >= loss).astype(np.int64) + (fate >= loss + draw)
            strengths = {
                place: chance.uniform(low, high, lanes)
                for place, (low, high) in self.question.between.items()
            }
            yield halves, None, strengths

    def _halves(self, lanes: int) -> Halves:
        return np.empty((len(self.question.pending), lanes), dtype=np.int64)
