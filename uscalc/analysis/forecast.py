"""Forecast a player's rating from unplayed games, with probabilities.

The player's own games are enumerated way by way, with the chances of
`uscalc.analysis.chances` at the time of each game (`uscalc.analysis.scenarios`).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from uscalc.analysis.chances import GameChances, RatedSide, compute_game_chances
from uscalc.analysis.forecast_model import (
    Forecast,
    ForecastLine,
    ForecastParameters,
    NothingToForecastError,
    OwnPendingGame,
    group_by_score,
)
from uscalc.analysis.intervals import (
    RatingSlack,
    compute_slack,
    make_displayed_interval,
)
from uscalc.analysis.moments import MomentStrength
from uscalc.analysis.one_player import NoRatingError, RatingExtremes, Way, find_extremes
from uscalc.analysis.question import RatingQuestion, reduce_question
from uscalc.analysis.scenarios import OwnWaySpread, ScenarioWalk
from uscalc.engine.inputs import SectionInput
from uscalc.monitor import UNMONITORED, Monitor

MOST_OWN_GAMES: Final = 9
WAYS_LOOKED_AT_ALONE: Final = 27
"""With more ways than these, unknown facts are evaluated once for each score."""


def compute_forecast(
    question: RatingQuestion,
    settings: ForecastParameters,
    monitor: Monitor = UNMONITORED,
) -> Forecast:
    """Compute the forecast that a question asks for.

    `monitor` receives the numbers of scenarios rated and in total. Raises
    BadSettingError, NothingToForecastError, NoRatingError, and CancelledError once
    `monitor` is canceled.
    """
    settings.validate()
    if len(question.own) > MOST_OWN_GAMES:
        raise NothingToForecastError(
            f"the player has {len(question.own)} games to come; a forecast goes through "
            f"{MOST_OWN_GAMES} at most, so enter some results first"
        )
    if not reduce_question(question).games:
        raise NothingToForecastError(
            "no game to come can change this player's rating; there is nothing undecided"
        )
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
        run.untold,
        run.alike,
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
        quiet = _ForecastRun(
            replace(question, pending=rest), settings, monitor.without_progress()
        )
        (line,) = quiet.compute_lines()
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
        self.untold = tuple(sorted(silent & own))
        self.alike = tuple(sorted(silent - own))

    def list_own_games(
        self, ways: Sequence[ForecastLine]
    ) -> tuple[OwnPendingGame, ...]:
        """Return the player's unplayed games by round, in the places of the original question."""
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
        if self.untold:
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
        """The work in scenarios; unknown facts are estimated at a fifth of it."""
        return max(5, self.of.total * 5 // 4)

    def compute_lines(self) -> tuple[ForecastLine, ...]:
        """Return every way with its range and chance."""
        ways = self.of.ways
        self.monitor.report(0, self._total)
        spreads = self.of.compute_spreads(self.monitor.reporting_to(self._report_rated))
        self._check_still_wanted()
        # The extremes need the own games in the order of the pending games.
        near = self.near
        order = sorted(range(len(near.own)), key=lambda k: near.own[k])
        ends = find_extremes(near, [tuple(way[k] for k in order) for way in ways])
        slacks = self._compute_slacks(ends)
        return tuple(
            self._make_line(way, spread, end, unknown)
            for way, spread, end, unknown in zip(
                ways, spreads, ends, slacks, strict=True
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
            None if self.untold else found.chance.share,
            found.spread,
            make_displayed_interval(low, high),
            make_displayed_interval(low - unknown[0].down, high + unknown[1].up),
            end.reached,
            0.0 if self.untold else found.chance.error,
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
                self._check_still_wanted()
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

    def _report_rated(self, done: int, _total: int) -> None:
        self.monitor.report(done, self._total)

    def _check_still_wanted(self) -> None:
        self.monitor.check()
