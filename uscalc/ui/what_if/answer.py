"""A forecast as the window tells it: how it is asked for, its lines, its sentences."""

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Final, NamedTuple

from uscalc.analysis.forecast import compute_forecast
from uscalc.analysis.forecast_model import (
    Forecast,
    ForecastLine,
    ForecastParameters,
    NothingToForecastError,
)
from uscalc.analysis.goals import find_goals
from uscalc.analysis.one_player import NoRatingError
from uscalc.counted import make_sentence
from uscalc.document.model import Document
from uscalc.document.queries.undecided import (
    UndecidedGames,
    find_undecided,
    undecided_before,
)
from uscalc.document.rate.in_system import SystemRating
from uscalc.document.rate.rated import SectionRating
from uscalc.explain.numbers import format_whole_rating
from uscalc.monitor import CancelledError, Monitor
from uscalc.report.as_sheet import describe_line
from uscalc.report.forecast_words import (
    OUTCOME_LETTERS,
    OUTCOME_WORDS,
    describe_chance,
    describe_chances_source,
    describe_game,
    describe_interval,
    describe_method,
    explain_missing_chances,
    make_goal_sentence,
)
from uscalc.ui.what_if.scene import MarkedResult
from uscalc.ui.widgets.cards import FigureCardText, line_card, score_title

STEPS: Final = 200
"""Into how many steps the progress of a forecast is divided."""
HOW: Final = (
    "Nothing is undecided here. Write a game to come into the table as ?12, against "
    "player 12, or as ?1400-1600 where only the opponent\N{RIGHT SINGLE QUOTATION MARK}s "
    "rating can be guessed."
)
EARLY: Final = (
    "Some start from an earlier section with games to come; it counts as it stands."
)


class ForecastQuestion(NamedTuple):
    """A question: about whom in which rated section, and how it is answered."""

    document: Document
    where: SectionRating
    rating: SystemRating
    number: int
    settings: ForecastParameters

    def is_same(self, other: "ForecastQuestion | None") -> bool:
        """Return whether the answer to another question is the answer to this one."""
        return (
            other is not None and other.rating is self.rating and other[3:] == self[3:]
        )


class ForecastAnswer(NamedTuple):
    """A forecast and what is needed to tell it.

    `scores` is the same forecast with the ways put together by score: few lines, and
    over all of them the same spread. `early` says that an earlier section is undecided.
    """

    asked: ForecastQuestion
    open: UndecidedGames
    forecast: Forecast
    scores: Forecast
    early: bool

    @property
    def several(self) -> bool:
        """True if there is more than one game of the player's own to come."""
        return len(self.forecast.own) > 1

    def name_of(self, number: int) -> str:
        """Return a player's name by the pairing number."""
        players = self.asked.where.section.players
        return next((p.name for p in players if p.number == number), "")

    def list_lines(self) -> tuple[tuple[Hashable, ForecastLine], ...]:
        """Return what has a card: every way of one game, every score of several."""
        if self.several:
            return tuple((line.score, line) for line in self.forecast.scores)
        return tuple((line.halves or None, line) for line in self.forecast.ways)

    def make_cards(self, target: float | None) -> list[FigureCardText]:
        """Return the cards of these lines."""
        own = self.forecast.own
        return [line_card(line, own, target, key) for key, line in self.list_lines()]

    def list_places(self) -> list[MarkedResult]:
        """Return the place of each line in the spread."""
        own = self.forecast.own
        if not own:
            return []
        found = []
        for key, line in self.list_lines():
            words = score_title(line, own)
            if not self.several and line.halves:
                words = OUTCOME_WORDS[line.halves[0]]
            found.append(MarkedResult(words, line.value, key))
        return found

    def list_outcomes(self, halves: tuple[int, ...]) -> list[tuple[int, str]]:
        """Return a way as (round, letter) of each own game against a player of the section."""
        return [
            (game.round, OUTCOME_LETTERS[half])
            for game, half in zip(self.forecast.own, halves, strict=True)
            if self.open.number_at(game.opponent) is not None
        ]

    def make_summary(self, target: float | None) -> str:
        """Return the sentence above the cards."""
        scores = self.scores
        ends = describe_interval(scores.range)
        untold = " ".join(explain_missing_chances(scores, self.name_player))
        if target is None:
            if not scores.has_probabilities:
                return f"The new rating will be within {ends}. {untold}"
            said = f"On average the new rating is {format_whole_rating(scores.spread.mean)}"
            if scores.range.open:
                said += f"; whatever happens, it stays within {ends}"
            return f"{said}. {untold}".rstrip()
        sought = find_goals(scores, target)
        text = make_goal_sentence(scores, sought, self.name)
        chance = sought.chance
        sure = sought.scores[0].reach.how == "certain"
        if not sure and chance is not None and 0.0 < chance.share < 1.0:
            text += f" The chance of {target:g} or more: {describe_chance(chance)}."
        return f"{text} {untold}".rstrip()

    @property
    def name(self) -> str:
        """The player's own name."""
        number = self.asked.number
        return self.name_of(number) or f"Player {number}"

    def name_player(self, place: int) -> str:
        """Return the player at a place, by number and name."""
        number = self.open.number_at(place)
        return "" if number is None else f"{number} {self.name_of(number)}".rstrip()

    def explain_method(self) -> str:
        """Return how it was worked out, and what it takes for granted."""
        found = self.forecast
        said = []
        if found.stopping is not None:
            said.append(f"Without any further game {describe_line(found.stopping)}.")
        for game in found.own:
            number = self.open.number_at(game.opponent)
            said.append(f"{describe_game(game, number, self.name_of)}.")
        said.append(describe_method(found))
        if found.own or found.others:
            said.append(describe_chances_source(found))
        if any(line.range != line.open for line in found.scores):
            said.append(
                "The ranges allow for rounded ratings and facts not known, too."
            )
        if self.early:
            said.append(EARLY)
        return " ".join(said)


def compute_answer(
    asked: ForecastQuestion, show_step: Callable[[int], object], monitor: Monitor
) -> ForecastAnswer | str | None:
    """Return the answer, or why there is none; None once nobody wants it any more.

    `show_step` is given how many of the steps are done.
    """
    try:
        open_ = find_undecided(asked.where, asked.rating)
        if not open_.pending:
            return HOW
        question = open_.make_question(asked.number)
        found = compute_forecast(
            question, asked.settings, monitor.reporting_to(_in_steps(show_step))
        )
    except (NothingToForecastError, NoRatingError) as error:
        return make_sentence(error)
    except CancelledError:
        return None
    scores = replace(found, ways=found.scores)
    early = undecided_before(asked.document, asked.where.index)
    return ForecastAnswer(asked, open_, found, scores, early)


def _in_steps(show_step: Callable[[int], object]) -> Callable[[int, int], None]:
    """Return tells of a step only once."""
    last = -1

    def report(done: int, of: int) -> None:
        nonlocal last
        step = done * STEPS // max(of, 1)
        if step != last:
            last = step
            show_step(step)

    return report
