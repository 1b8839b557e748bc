"""The answer to a player's own sheet: loss, draw and win, each with its range.

The sheet is an estimate: it takes the opponents at their pre-event ratings. The
opponents' own games, which a sheet doesn't show, may move the answer; that is given as
a range (`uscalc.analysis.intervals`). The section's crosstable gives the exact answer.
"""

from dataclasses import dataclass, replace
from math import floor

from uscalc.analysis.chances import Side, outcome_chances
from uscalc.analysis.forecast import forecast
from uscalc.analysis.forecast_model import (
    Forecast,
    Line,
    NothingToForecastError,
    Settings,
)
from uscalc.analysis.goals import Goals, goals
from uscalc.analysis.intervals import Drift, displayed_interval, drift, slack, together
from uscalc.analysis.one_player import at_strengths, rating_of
from uscalc.analysis.pending import LOSS, decided
from uscalc.analysis.question import Question
from uscalc.analysis.spread import Spread, blurred, limited
from uscalc.document.model import Document
from uscalc.document.queries.undecided import undecided
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.rating import rate_document
from uscalc.document.sheet.sheet import (
    FIRST_OPPONENT,
    ME,
    BadSheetError,
    Sheet,
    sheet_document,
)
from uscalc.document.sheet.unrated import (
    strengths_now,
    unrated_drift,
    with_unrated_rated,
)
from uscalc.engine.inputs import SectionInput
from uscalc.engine.section import rate_section
from uscalc.engine.systems import System
from uscalc.monitor import UNMONITORED, Monitor


@dataclass(frozen=True, slots=True)
class SheetAnswer:
    """The answer to a sheet.

    `now` is the rating with the results so far, None without a result. `forecast`
    answers for the unplayed games, None without one. Its ranges hold whatever the
    opponents did in their other games; its spreads are the usual ones.
    """

    sheet: Sheet
    now: Line | None
    forecast: Forecast | None

    def goals(self, target: float) -> Goals | None:
        """Return which results reach a target; None without a game to play."""
        return None if self.forecast is None else goals(self.forecast, target)


def answer_sheet(
    sheet: Sheet,
    rulebook: RuleBook,
    settings: Settings,
    monitor: Monitor = UNMONITORED,
) -> SheetAnswer:
    """Answer a sheet. Raise BadSheetError, and what a forecast raises."""
    settings.check()
    question = sheet_question(sheet, rulebook)
    opponents = _Opponents(question, sheet, _drawn(question, settings))
    now = None
    if question.section.entrants[question.place].m:
        now = opponents.line_now()
    if not question.pending:
        return SheetAnswer(sheet, now, None)
    found = forecast(question, settings, monitor=monitor)
    ways = tuple(opponents.widened(line) for line in found.ways)
    return SheetAnswer(sheet, now, found.with_ways(ways, now))


def sheet_question(sheet: Sheet, rulebook: RuleBook) -> Question:
    """Return a sheet as a question about its player. Raise BadSheetError."""
    rated = rate_document(sheet_document(sheet), rulebook).sections[0]
    if not rated.ratings:
        problem = next((str(f) for f in rated.findings), "it is not rated")
        raise BadSheetError(problem)
    open_ = undecided(rated, rated.ratings[0])
    return with_unrated_rated(
        Question(
            open_.section,
            open_.rating.trace.rules,
            open_.pending,
            open_.rating.places[ME],
            open_.between,
            open_.unknowns,
        )
    )


def _drawn(question: Question, settings: Settings) -> float:
    """Estimate how many games are drawn between equals as strong as the player."""
    me = Side(question.strength(question.place))
    return outcome_chances(me, me, settings.model, settings.draws).draw


class _Opponents:
    """How far the opponents' other games may move the player's rating."""

    def __init__(self, question: Question, sheet: Sheet, draw_rate: float) -> None:
        self.question = question
        self.games = len(sheet.lines)
        self.based_on = {
            number: line.games
            for number, line in enumerate(sheet.lines, FIRST_OPPONENT)
        }
        self.draw_rate = draw_rate

    def line_now(self) -> Line:
        """Return the rating with the games that have been played."""
        section = self.question.section
        value = self._rating(section)
        certain = Spread(floor(value + 0.5), (1.0,), value, None)
        score = section.entrants[self.question.place].score
        exact = displayed_interval(value, value)
        return self._wider(section, Line((), score, 1.0, certain, exact, exact, True))

    def widened(self, line: Line) -> Line:
        """Return one line of a forecast, widened by the opponents' other games."""
        question = self.question
        halves = [LOSS] * len(question.pending)
        for index, points in zip(question.own, line.halves or (), strict=True):
            halves[index] = points
        return self._wider(decided(question.section, question.pending, halves), line)

    def _wider(self, section: SectionInput, line: Line) -> Line:
        now = strengths_now(self.question, section)
        drifts = self._drifts(section, now)
        low = self._rating(at_strengths(section, {p: d.low for p, d in drifts.items()}))
        high = self._rating(
            at_strengths(section, {p: d.high for p, d in drifts.items()})
        )
        value = self._rating(section)
        effects = []
        for place, found in drifts.items():
            moved = at_strengths(section, {place: now[place] + found.usual})
            effects.append(self._rating(moved) - value)
        # With few games the player's own may move every opponent to the same side.
        low, high = min(low, value), max(high, value)
        limits = displayed_interval(low, high)
        unknown = slack(
            section, self.question.rules, self.question.place, self.question.unknowns
        )
        return replace(
            line,
            spread=limited(blurred(line.spread, together(effects)), *limits),
            open=limits,
            range=displayed_interval(low - unknown.down, high + unknown.up),
            reached=False,
        )

    def _drifts(self, section: SectionInput, now: dict[int, float]) -> dict[int, Drift]:
        """Return every opponent's drift, at both ends of a range."""
        found = {}
        own_strength = self._own_strength(section)
        for game in section.entrants[self.question.place].own:
            place, strength = game.opponent, now[game.opponent]
            entrant = section.entrants[place]
            if entrant.fixed is None:
                found[place] = unrated_drift(
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
                drift(
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
            found[place] = Drift(ends[0].low, ends[2].high, ends[1].usual)
        return found

    def _own_strength(self, section: SectionInput) -> float:
        """Return the player's strength in Step 4; for a new player, that of Step 3."""
        place = self.question.place
        step3 = rate_section(section, self.question.rules).players[place].step3
        if step3 is None or section.entrants[place].rating is not None:
            return self.question.strength(place)
        return step3.result

    def _rating(self, section: SectionInput) -> float:
        return rating_of(section, self.question.rules, self.question.place)


def answer_in_section(
    document: Document,
    index: int,
    system: System,
    number: int,
    rulebook: RuleBook,
    settings: Settings,
    monitor: Monitor = UNMONITORED,
) -> Forecast:
    """Answer for a player of a section, from its crosstable, with both passes.

    Raise NothingToForecastError, and what a forecast raises.
    """
    rated = rate_document(document, rulebook).sections[index]
    rating = rated.in_system(system)
    if rating is None:
        problem = next((str(f) for f in rated.findings), "the section is not rated")
        raise NothingToForecastError(problem)
    return forecast(
        undecided(rated, rating).question(number), settings, monitor=monitor
    )
