"""Simulate future events: how a player's rating may develop, and how likely this is.

The results of each event are drawn at random by the chances of
`uscalc.analysis.forecast_model`, and rated by the rating rules. Each event starts from
the rating, games, record, peak and floors after the previous one. All paths are
computed together, each in one lane of the arrays.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from uscalc.analysis.arrays.engine import STORED, describe_array_obstacle, has_one_root
from uscalc.analysis.arrays.plans import (
    N_STARS,
    RECORDS,
    compute_peak_floors,
    compute_special_lanes,
    compute_standard_rows,
)
from uscalc.analysis.forecast_model import (
    ChanceModel,
    NothingToForecastError,
    compute_game_chance_lanes,
)
from uscalc.engine.floors import (
    ABSOLUTE,
    GAMES_OF_AN_EVENT,
    HIGHEST_PERSONAL,
    PERSONAL_FLOOR,
    is_established,
    list_applicable_floors,
)
from uscalc.engine.inputs import Entrant, System
from uscalc.engine.rules import Rules
from uscalc.engine.section import MOST_GAMES_FOR_SPECIAL, STEP_3_GAMES
from uscalc.engine.standard import (
    NUMERATOR,
    compute_bonus_threshold,
    describe_bonus_obstacle,
)

Lanes = NDArray[np.float64]
Halves = NDArray[np.int64]

WITHOUT_END: Final = float("inf")
SETTLED: Final = ("prize", "life-master")
"""The kinds of floors that no event of a season changes."""


class SeasonPlan(Struct, frozen=True):
    """A player's future events.

    `start` is the player before the first event, without a game. `rules` has the rules
    of each event, `rounds` the number of games in each. Opponents are established, with
    ratings from `low` to `high`, all equally likely.
    """

    start: Entrant
    system: System
    rules: tuple[Rules, ...]
    rounds: int
    low: float
    high: float

    def validate(self) -> None:
        """Raise NothingToForecastError if the season cannot be simulated."""
        if self.start.rating is None:
            raise NothingToForecastError(
                "a plan needs a starting rating; enter a rating, or the results of "
                "some games"
            )
        for rules in self.rules:
            reason = describe_array_obstacle(rules)
            if reason is not None:
                raise NothingToForecastError(f"no plan is possible, because {reason}")


class PlayedEvent(NamedTuple):
    """The results of an event on every path: half points scored, and the rating after it."""

    halves: Halves
    ratings: Lanes


class _PathState(Struct):
    """The state of all paths; N is the same on all of them.

    `counts` has a row each for wins, draws and events; `known` is 0 for a count that
    was unknown before the season, and then stays at 0.
    """

    rating: Lanes
    games: int | None
    record: Lanes
    peak: Lanes
    counts: Lanes
    known: Lanes
    given: int | None
    settled: float
    ceiling: float | None


class SeasonPaths:
    """The paths through a season, which the `play` methods compute."""

    def __init__(self, season: SeasonPlan, paths: int) -> None:
        season.validate()
        self.season = season
        self.paths = paths

    def play_at_random(
        self, model: ChanceModel, draws: float, seed: int | tuple[int, ...]
    ) -> Iterator[PlayedEvent]:
        """Yield the results of each event, with games drawn by their chances."""
        rng = np.random.default_rng(seed)
        state = self._make_initial_state()
        season = self.season
        for rules in season.rules:
            shape = season.rounds, self.paths
            strengths = rng.uniform(season.low, season.high, shape)
            fates = rng.random(shape)
            halves = np.empty(shape, dtype=np.int64)
            for round_ in range(season.rounds):
                # If the rating is based on few games, use the rating after the games so far.
                now, behind = state.rating, state.games
                if behind is not None and behind <= model.few:
                    behind += round_
                    now = _estimate_strength(state, rules, strengths, halves[:round_])
                chances = compute_game_chance_lanes(
                    (now, behind), (strengths[round_], None), model, draws
                )
                halves[round_] = (fates[round_] >= chances[0]).astype(np.int64) + (
                    fates[round_] >= chances[0] + chances[1]
                )
            yield self._play_event(state, rules, strengths, halves)

    def play_with_scores(self, scores: Halves) -> Iterator[PlayedEvent]:
        """Yield the results of each event, with given half points.

        `scores` has a row for each game and a lane for each path.
        """
        state = self._make_initial_state()
        season = self.season
        for rules, points in zip(season.rules, scores, strict=True):
            strengths = np.full(
                (season.rounds, self.paths), (season.low + season.high) / 2.0
            )
            left = points - 2 * np.arange(season.rounds)[:, None]
            yield self._play_event(state, rules, strengths, np.clip(left, 0, 2))

    def _make_initial_state(self) -> _PathState:
        entrant = self.season.start
        facts = entrant.floors
        counts = (facts.wins, facts.draws, facts.events)
        settled = [
            level
            for name, level in list_applicable_floors(
                entrant, self.season.system, self.season.rules[0]
            )
            if name in SETTLED
        ]
        peak = facts.peak
        if peak is None and is_established(entrant.games):
            peak = entrant.rating
        return _PathState(
            np.full(self.paths, entrant.rating, dtype=float),
            entrant.games,
            np.full(self.paths, RECORDS[entrant.record]),
            np.full(self.paths, -WITHOUT_END if peak is None else peak),
            np.outer([float(count or 0) for count in counts], np.ones(self.paths)),
            np.array([[float(count is not None)] for count in counts]),
            facts.given,
            float(max(settled, default=ABSOLUTE)),
            facts.ceiling,
        )

    def _play_event(
        self, state: _PathState, rules: Rules, strengths: Lanes, halves: Halves
    ) -> PlayedEvent:
        """Play one event, and continue the paths from its result."""
        after = _rate_event(state, rules, self.season.system, strengths, halves)
        points = halves.sum(axis=0)
        m = len(halves)
        first = state.games == 0
        here = np.where(points == 2 * m, 1.0, np.where(points == 0, -1.0, 0.0))
        state.record = here if first else np.where(state.record == here, here, 0.0)
        state.counts = state.counts + state.known * _count_for_floor(halves)
        state.rating = after
        if state.games is not None:
            state.games += m
        if is_established(state.games):
            state.peak = np.maximum(state.peak, after)
        return PlayedEvent(points, after)


def _count_for_floor(halves: Halves) -> Lanes:
    """Return wins, draws, and whether the event counts toward a personal floor."""
    won, drawn = (halves == 2).sum(axis=0), (halves == 1).sum(axis=0)
    return np.array(
        [won, drawn, np.full_like(won, len(halves) >= GAMES_OF_AN_EVENT)], dtype=float
    )


def _rate_event(
    state: _PathState, rules: Rules, system: System, strengths: Lanes, halves: Halves
) -> Lanes:
    """Return the rating after an event."""
    found = _compute_formula(state, rules, strengths, halves)
    found = STORED[rules.storage](found, state.rating)
    found = np.maximum(found, _compute_highest_floor(state, rules, system, halves))
    return found if state.ceiling is None else np.minimum(found, state.ceiling)


def _compute_formula(
    state: _PathState, rules: Rules, strengths: Lanes, halves: Halves
) -> Lanes:
    """Return the result of the special or standard formula, before rounding and floors."""
    m, r0 = len(halves), state.rating
    if m == 0:
        return r0
    met = strengths[:m]
    score = halves.sum(axis=0) / 2.0
    games = WITHOUT_END if state.games is None else float(state.games)
    n_eff = np.minimum(games, N_STARS[rules.effective_games](r0))
    record = state.record if games else np.zeros_like(state.record)
    threshold = (
        compute_bonus_threshold(m, rules.bonus_multiplier)
        if describe_bonus_obstacle(m, 1, False, rules) is None
        else WITHOUT_END
    )
    found = compute_standard_rows(
        r0, NUMERATOR / (n_eff + m), np.full_like(r0, threshold), score, met
    )
    at = np.flatnonzero((record != 0.0) | (games <= MOST_GAMES_FOR_SPECIAL))
    if at.size:
        found[at] = compute_special_lanes(
            r0[at], n_eff[at], score[at], record[at], met[:, at]
        )
    return found


def _estimate_strength(
    state: _PathState, rules: Rules, strengths: Lanes, halves: Halves
) -> Lanes:
    """Return the player's strength after the games of the event so far."""
    found = _compute_formula(state, rules, strengths, halves)
    if state.games or not len(halves):
        return found
    met = strengths[: len(halves)]
    at = np.flatnonzero(~has_one_root(found, met))
    if at.size:
        r0, score = state.rating[at], halves[:, at].sum(axis=0) / 2.0
        found[at] = compute_special_lanes(r0, STEP_3_GAMES, score, 0.0, met[:, at])
    return found


def _compute_highest_floor(
    state: _PathState, rules: Rules, system: System, halves: Halves
) -> Lanes:
    """Return the highest floor on every path, including this event's games."""
    levels = np.full_like(state.rating, max(state.settled, float(ABSOLUTE)))
    if system in PERSONAL_FLOOR[rules.personal_floor]:
        wins, drawn, events = state.counts + _count_for_floor(halves)
        earned = ABSOLUTE + 4.0 * wins + 2.0 * drawn + events
        earned = np.minimum(earned, HIGHEST_PERSONAL)
        levels = np.maximum(levels, earned)
    if state.given is not None:
        return np.maximum(levels, float(state.given))
    if is_established(state.games):
        levels = np.maximum(
            levels, compute_peak_floors(np.maximum(state.rating, state.peak), rules)
        )
    return levels
