"""Answer a player's estimate: loss, draw and win, each with its range.

The answer uses the opponents' pre-event ratings. The opponents' other games, which an
estimate doesn't show, may change the answer; that is given as a range
(`uscalc.analysis.spread`). The section's crosstable gives the exact answer.
"""

from collections.abc import Container, Mapping
from math import floor

from msgspec import Struct
from msgspec.structs import replace

from uscalc.analysis.forecast import compute_forecast
from uscalc.analysis.forecast_model import (
    Forecast,
    ForecastLine,
    ForecastParameters,
    NothingToForecastError,
    RatedSide,
    compute_game_chances,
)
from uscalc.analysis.one_player import rate_player, with_strengths
from uscalc.analysis.question import RatingQuestion
from uscalc.analysis.spread import (
    OpponentDrift,
    RatingSpread,
    blur_spread,
    clip_spread,
    combine_deviations,
    compute_slack,
    estimate_drift,
    make_displayed_interval,
)
from uscalc.analysis.whatif import LOSS, decide_games
from uscalc.document.model import Document
from uscalc.document.queries.undecided import find_undecided
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.whole import rate_document
from uscalc.document.sheet.sheet import (
    FIRST_OPPONENT,
    OWN_NUMBER,
    BadEstimateError,
    Estimate,
    make_estimate_document,
)
from uscalc.engine.inputs import Entrant, RatedGame, SectionInput, System
from uscalc.engine.section import plan_player, rate_section
from uscalc.engine.special import MINIMUM, compute_special_rating
from uscalc.monitor import UNMONITORED, Monitor

SHARE_OF_RANGE = 0.25
"""The standard deviation as a share of the range.

Two standard deviations on each side of the middle cover 19 of 20 cases.
"""


def rate_unrated_opponents(question: RatingQuestion) -> RatingQuestion:
    """Return the question with unrated opponents rated from their games with the player."""
    section, me = question.section, question.place
    unrated = frozenset(
        place
        for place, entrant in enumerate(section.entrants)
        if entrant.fixed is not None and entrant.rating is None
    )
    if not unrated:
        return question
    entrants = list(section.entrants)
    for place in unrated:
        own = tuple(
            RatedGame(me, 1.0 - game.score, game.round)
            for game in entrants[me].own
            if game.opponent == place
        )
        entrants[place] = replace(entrants[place], fixed=None, own=own)
    return replace(
        question,
        section=replace(section, entrants=tuple(entrants)),
        pending=tuple(
            game._replace(mirrored=True) if game.other in unrated else game
            for game in question.pending
        ),
        unknowns=tuple(
            replace(
                unknown,
                alternatives=tuple(
                    _free_strengths(one, unrated) for one in unknown.alternatives
                ),
                remade=tuple(
                    one._replace(entrants=_free_strengths(one.entrants, unrated))
                    for one in unknown.remade
                ),
            )
            for unknown in question.unknowns
        ),
    )


def _free_strengths(
    changed: Mapping[int, Entrant], unrated: Container[int]
) -> dict[int, Entrant]:
    """Return changed entrants, without the fixed strength of unrated ones."""
    return {
        place: entrant.with_facts(fixed=None) if place in unrated else entrant
        for place, entrant in changed.items()
    }


def find_strengths(question: RatingQuestion, section: SectionInput) -> dict[int, float]:
    """Return each opponent's strength in Step 5, in a section without unplayed games."""
    entrants = section.entrants
    met = set(entrants[question.place].opponents)
    found = {p: fixed for p in met if (fixed := entrants[p].fixed) is not None}
    if met != set(found):
        players = rate_section(section, question.rules).players
        for place in met - set(found):
            step4 = players[place].step4
            found[place] = (
                question.get_strength(place) if step4 is None else step4.result
            )
    return found


def find_unrated_drift(
    entrant: Entrant,
    question: RatingQuestion,
    section: SectionInput,
    now: float,
    player: float,
    games: int,
) -> OpponentDrift:
    """Return how far an unrated opponent's other games may move the opponent's rating from `now`.

    The opponent has as many games as the player. At one end all are lost against
    players of the opponent's starting rating, at the other all are won against players
    as strong as the player.
    """
    planned = plan_player(entrant, section, question.rules, False)
    start = planned.start.r0
    others = max(0, games - entrant.m)

    def rate_after(strength: float, score: float) -> float:
        opponents = (player,) * entrant.m + (strength,) * others
        if not opponents:
            return start
        found = compute_special_rating(
            start, planned.effective.n_eff, opponents, entrant.score + score
        )
        return max(MINIMUM, found.result)

    low = min(now, rate_after(min(start, player), 0.0))
    high = max(now, rate_after(max(start, player), float(others)))
    return OpponentDrift(low, high, (high - low) * SHARE_OF_RANGE)


class EstimateAnswer(Struct, frozen=True):
    """The answer to an estimate.

    `now` is the rating with the results so far, None without a result. `forecast` is
    the answer for the unplayed games, None without one. Its ranges include all possible
    results of the opponents' other games; its spreads are the usual ones.
    """

    sheet: Estimate
    now: ForecastLine | None
    forecast: Forecast | None


def answer_estimate(
    sheet: Estimate,
    rulebook: RuleBook,
    settings: ForecastParameters,
    monitor: Monitor = UNMONITORED,
) -> EstimateAnswer:
    """Answer an estimate. Raise BadEstimateError, and the errors of a forecast."""
    settings.validate()
    question = make_estimate_question(sheet, rulebook)
    opponents = _OpponentDrifts(question, sheet, _estimate_draws(question, settings))
    now = (
        opponents.rate_played_games()
        if question.section.entrants[question.place].m
        else None
    )
    if not question.pending:
        return EstimateAnswer(sheet, now, None)
    found = compute_forecast(question, settings, monitor=monitor)
    ways = tuple(opponents.widen_line(line) for line in found.ways)
    return EstimateAnswer(sheet, now, found.with_ways(ways, now))


def make_estimate_question(sheet: Estimate, rulebook: RuleBook) -> RatingQuestion:
    """Return an estimate as a question about its player. Raise BadEstimateError."""
    rated = rate_document(make_estimate_document(sheet), rulebook).sections[0]
    if not rated.ratings:
        raise BadEstimateError(next((str(f) for f in rated.findings), "it isn't rated"))
    open_ = find_undecided(rated, rated.ratings[0])
    return rate_unrated_opponents(
        RatingQuestion(
            open_.section,
            open_.rating.trace.rules,
            open_.pending,
            open_.rating.places[OWN_NUMBER],
            open_.between,
            open_.unknowns,
        )
    )


def _estimate_draws(question: RatingQuestion, settings: ForecastParameters) -> float:
    """Return the share of draws between two players as strong as the estimate's."""
    me = RatedSide(question.get_strength(question.place))
    return compute_game_chances(me, me, settings.model, settings.draws).draw


class _OpponentDrifts:
    """How far the opponents' other games may move the player's rating."""

    def __init__(
        self, question: RatingQuestion, sheet: Estimate, draw_rate: float
    ) -> None:
        self.question = question
        self.games = len(sheet.lines)
        self.based_on = {
            number: line.games
            for number, line in enumerate(sheet.lines, FIRST_OPPONENT)
        }
        self.draw_rate = draw_rate

    def rate_played_games(self) -> ForecastLine:
        """Return the rating with the games that have been played."""
        section = self.question.section
        value = self._rate_player(section)
        certain = RatingSpread(floor(value + 0.5), (1.0,), value, None)
        score = section.entrants[self.question.place].score
        exact = make_displayed_interval(value, value)
        return self._widen_rating(
            section, ForecastLine((), score, 1.0, certain, exact, exact, True)
        )

    def widen_line(self, line: ForecastLine) -> ForecastLine:
        """Return one line of a forecast, widened by the opponents' other games."""
        question = self.question
        halves = [LOSS] * len(question.pending)
        for index, points in zip(question.own, line.halves or (), strict=True):
            halves[index] = points
        return self._widen_rating(
            decide_games(question.section, question.pending, halves), line
        )

    def _widen_rating(self, section: SectionInput, line: ForecastLine) -> ForecastLine:
        now = find_strengths(self.question, section)
        drifts = self._find_drifts(section, now)
        low = self._rate_player(
            with_strengths(section, {p: d.low for p, d in drifts.items()})
        )
        high = self._rate_player(
            with_strengths(section, {p: d.high for p, d in drifts.items()})
        )
        value = self._rate_player(section)
        effects = [
            self._rate_player(with_strengths(section, {p: now[p] + d.usual})) - value
            for p, d in drifts.items()
        ]
        # With few games, the player's own results may move all opponents the same way.
        low, high = min(low, value), max(high, value)
        limits = make_displayed_interval(low, high)
        unknown = compute_slack(
            section, self.question.rules, self.question.place, self.question.unknowns
        )
        return replace(
            line,
            spread=clip_spread(
                blur_spread(line.spread, combine_deviations(effects)), *limits
            ),
            open=limits,
            range=make_displayed_interval(low - unknown.down, high + unknown.up),
            reached=False,
        )

    def _find_drifts(
        self, section: SectionInput, now: dict[int, float]
    ) -> dict[int, OpponentDrift]:
        """Return every opponent's drift, at both ends of a range."""
        found = {}
        own_strength = self._find_own_strength(section)
        for game in section.entrants[self.question.place].own:
            place, strength = game.opponent, now[game.opponent]
            entrant = section.entrants[place]
            if entrant.fixed is None:
                found[place] = find_unrated_drift(
                    entrant,
                    self.question,
                    section,
                    strength,
                    own_strength,
                    self.games,
                )
                continue
            low, high = self.question.between.get(place, (strength, strength))
            ends = [
                estimate_drift(
                    rating,
                    own_strength,
                    1.0 - game.score,
                    self.games,
                    self.draw_rate,
                    self.question.rules,
                    self.based_on.get(entrant.number),
                )
                for rating in (low, strength, high)
            ]
            found[place] = OpponentDrift(ends[0].low, ends[2].high, ends[1].usual)
        return found

    def _find_own_strength(self, section: SectionInput) -> float:
        """Return the player's strength in Step 4; for a new player, that of Step 3."""
        place = self.question.place
        step3 = rate_section(section, self.question.rules).players[place].step3
        return (
            self.question.get_strength(place)
            if step3 is None or section.entrants[place].rating is not None
            else step3.result
        )

    def _rate_player(self, section: SectionInput) -> float:
        return rate_player(section, self.question.rules, self.question.place)


def answer_in_section(
    document: Document,
    index: int,
    system: System,
    number: int,
    rulebook: RuleBook,
    settings: ForecastParameters,
    monitor: Monitor = UNMONITORED,
) -> Forecast:
    """Answer for a player of a section, by a full rating of its crosstable.

    Raise NothingToForecastError, and the errors of a forecast.
    """
    rated = rate_document(document, rulebook).sections[index]
    rating = rated.in_system(system)
    if rating is None:
        raise NothingToForecastError(
            next((str(f) for f in rated.findings), "the section isn't rated")
        )
    return compute_forecast(
        find_undecided(rated, rating).make_question(number), settings, monitor=monitor
    )
