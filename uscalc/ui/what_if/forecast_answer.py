"""The answer of a forecast in the window: its texts, cards, table and chart."""

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from uscalc.analysis.forecast import compute_forecast
from uscalc.analysis.forecast_model import (
    Forecast,
    ForecastLine,
    ForecastParameters,
    NothingToForecastError,
)
from uscalc.analysis.goals import evaluate_target, find_goals
from uscalc.analysis.one_player import NoRatingError
from uscalc.analysis.spread import RatingInterval, RatingSpread
from uscalc.counted import make_sentence
from uscalc.document.model import Document
from uscalc.document.queries.undecided import (
    UndecidedGames,
    find_undecided,
    has_undecided_before,
)
from uscalc.document.rate.rated import SectionRating, SystemRating
from uscalc.explain.numbers import format_whole_rating
from uscalc.monitor import Monitor
from uscalc.report.as_sheet import describe_line
from uscalc.report.forecast_words import (
    OUTCOME_LETTERS,
    OUTCOME_WORDS,
    describe_chance,
    describe_chances_source,
    describe_game,
    describe_interval,
    describe_method,
    describe_way,
    explain_missing_chances,
    format_percent,
    make_goal_sentence,
)
from uscalc.ui.charts.scene import Axis, Chart, ChartBar, ChartLabel, ChartRule, Mark
from uscalc.ui.widgets.cards import (
    SHARE,
    FigureCardText,
    line_card,
    score_title,
    verdict_words,
)
from uscalc.ui.widgets.column_table import ColumnTableModel, Side, TableColumn

MOST_BARS: Final = 60
FRINGE: Final = 0.0005
"""At either end of the chart, ratings with a smaller chance than this are left out."""
LEAST_WIDTH: Final = 12


class MarkedResult(NamedTuple):
    """A label above the chart: its words, its rating, and the key that a click gives."""

    words: str
    rating: float
    key: Hashable


def spread_chart(
    spread: RatingSpread,
    places: Sequence[MarkedResult],
    target: float | None,
    title: str,
    source: str,
) -> Chart:
    """Return a chart of a spread: a column for each rating, as high as its chance.

    Columns that reach the target have the accent color.
    """
    bars = spread.make_columns(MOST_BARS, FRINGE, target)
    low, high = float(bars[0][0]), float(bars[-1][1])
    rated = [place.rating for place in places]
    if target is not None and low - 60 <= target <= high + 60:
        rated.append(target)
    low, high = min(low, *rated, low), max(high, *rated, high)
    short = max(0.0, LEAST_WIDTH - (high - low)) / 2
    low, high = low - 1 - short, high + 1 + short
    top = max(share for _, _, share in bars) * 100
    marks: list[Mark] = []
    for first, last, share in bars:
        reaches = target is None or first >= target
        words = str(first) if first == last else f"{first}\N{EN DASH}{last}"
        gap = 0.08 * (last - first + 1)
        marks.append(
            ChartBar(
                first - 0.5 + gap,
                last + 0.5 - gap,
                0.0,
                share * 100,
                "accent" if reaches else "pale",
                0.9 if reaches else 0.55,
                hint=f"{words}: {format_percent(share)}",
            )
        )
    labels = [
        ChartLabel(
            place.rating,
            top,
            f"{place.words} {format_whole_rating(place.rating)}",
            "soft",
            place="top",
            optional=len(places) > 3,
            key=place.key,
        )
        for place in places
    ]
    if target is not None and low <= target <= high:
        marks.append(ChartRule(x=target - 0.5, role="text", width=1.2))
        labels.append(
            ChartLabel(
                target - 0.5,
                top,
                f"{target:g}",
                "text",
                strong=True,
                place="top",
                priority=2.0,
            )
        )
    return Chart(
        title,
        Axis(low, high, "post-event rating", grid=False),
        Axis(0.0, top * 1.08, "chance in %"),
        tuple(marks),
        tuple(labels),
        _describe_spread(spread, target),
        source,
    )


def _describe_spread(spread: RatingSpread, target: float | None) -> str:
    low, high = spread.find_middle_range(0.95)
    text = f"The post-event rating is {format_whole_rating(spread.mean)} on average"
    text += f", with a 95% chance from {low} to {high}." if low < high else "."
    if target is not None:
        text += (
            f" The chance of {target:g} or more is "
            f"{format_percent(spread.compute_chance_of(target).share)}."
        )
    return text


def make_headline(spread: RatingSpread, target: float | None, name: str) -> str:
    """Return the title of the chart: the chance of the target or, without one, the likely range."""
    if target is not None:
        chance = format_percent(spread.compute_chance_of(target).share)
        return f"{name}: {chance} chance of {target:g} or more"
    low, high = spread.find_middle_range(0.95)
    return (
        f"{name}: {low}"
        if low == high
        else f"{name}: {low} to {high}, with a 95% chance"
    )


class WaysModel(ColumnTableModel[ForecastLine]):
    """The combinations of results, sorted by score.

    There can be many, so only visible rows are turned into text.
    """

    def __init__(self) -> None:
        super().__init__(
            tooltip=lambda column, line: column.text(line),
            spoken=lambda column, line: column.text(line),
        )
        self._found: Forecast | None = None
        self._target: float | None = None
        self.show_rows((), _make_columns(None, None))

    def show_forecast(self, found: Forecast | None, target: float | None) -> None:
        """Show a forecast, with a column for the target if there is one."""
        if found is self._found and target == self._target:
            return
        self._found, self._target = found, target
        self.show_rows(found.ways or () if found else (), _make_columns(found, target))

    def first_of(self, score: float) -> int:
        """Return the first row with this score."""
        return next((i for i, way in enumerate(self.rows) if way.score == score), 0)


def _make_columns(
    found: Forecast | None, target: float | None
) -> list[TableColumn[ForecastLine]]:
    """Return the columns, including one for the target if there is one."""
    own = () if found is None else found.own

    def spell_out(line: ForecastLine) -> str:
        text = describe_way(line, own)
        return f"{text[:1].upper()}{text[1:]}"

    columns = [
        TableColumn[ForecastLine](
            f"Round {', '.join(str(game.round) for game in own)}",
            "",
            lambda line: "   ".join(
                OUTCOME_LETTERS[half] for half in line.halves or ()
            ),
            digits=9,
            tooltip=spell_out,
            spoken=spell_out,
        ),
        _make_column(
            "Chance",
            lambda line: "" if line.chance is None else format_percent(line.chance),
            6,
            tone="soft",
        ),
        _make_column(
            "Rating", lambda line: format_whole_rating(line.value), 6, strong=True
        ),
        _make_column(
            "Usually",
            lambda line: describe_interval(
                RatingInterval(*line.spread.find_middle_range(SHARE))
            ),
            10,
            tone="soft",
        ),
        _make_column(
            "Range", lambda line: describe_interval(line.range), 10, tone="soft"
        ),
    ]
    if target is not None:
        # In a narrow view, the last columns are cut off, so this one comes before them.
        verdict = _make_column(
            f"{target:g}",
            lambda line: verdict_words(evaluate_target(line, target)),
            15,
            side="left",
        )
        columns.insert(3, verdict)
    return columns


def _make_column(
    title: str,
    text: Callable[[ForecastLine], str],
    digits: int,
    *,
    side: Side = "right",
    tone: str = "text",
    strong: bool = False,
) -> TableColumn[ForecastLine]:
    return TableColumn(
        title, "", lru_cache(maxsize=512)(text), side, digits, tone=tone, strong=strong
    )


STEPS: Final = 200
"""The number of steps of a forecast's progress bar."""
HOW: Final = (
    "No games are left to play. To add one, type it in the crosstable: ?12 for a game "
    "against player 12, or ?1400-1600 if you only know the rating range."
)


class ForecastQuestion(NamedTuple):
    """A forecast request: the player, the rated section, and the settings."""

    document: Document
    where: SectionRating
    rating: SystemRating
    number: int
    settings: ForecastParameters

    def is_same(self, other: "ForecastQuestion | None") -> bool:
        """Return whether another request has the same answer, so that it needn't be computed."""
        return (
            other is not None and other.rating is self.rating and other[3:] == self[3:]
        )


class ForecastAnswer(NamedTuple):
    """A forecast with everything that its texts need.

    `scores` is the same forecast with one line for each score. `early` is True if an
    earlier section has unplayed games.
    """

    asked: ForecastQuestion
    open: UndecidedGames
    forecast: Forecast
    scores: Forecast
    early: bool

    @property
    def several(self) -> bool:
        """True if the player has more than one unplayed game."""
        return len(self.forecast.own) > 1

    def name_of(self, number: int) -> str:
        """Return the name of the player with this pairing number; empty if there is none."""
        players = self.asked.where.section.players
        return next((p.name for p in players if p.number == number), "")

    def list_lines(self) -> tuple[tuple[Hashable, ForecastLine], ...]:
        """Return the lines shown as cards: the results of one game, or the scores in several."""
        return (
            tuple((line.score, line) for line in self.forecast.scores)
            if self.several
            else tuple((line.halves or None, line) for line in self.forecast.ways)
        )

    def make_cards(self, target: float | None) -> list[FigureCardText]:
        """Return the cards of the lines."""
        own = self.forecast.own
        return [line_card(line, own, target, key) for key, line in self.list_lines()]

    def list_places(self) -> list[MarkedResult]:
        """Return the labels of the lines above the chart."""
        own = self.forecast.own
        return [
            MarkedResult(
                OUTCOME_WORDS[line.halves[0]]
                if not self.several and line.halves
                else score_title(line, own),
                line.value,
                key,
            )
            for key, line in (self.list_lines() if own else ())
        ]

    def list_outcomes(self, halves: tuple[int, ...]) -> list[tuple[int, str]]:
        """Return a combination as (round, letter) for each game against a player of the section.

        `halves` has the player's score in each game, in half points.
        """
        return [
            (game.round, OUTCOME_LETTERS[half])
            for game, half in zip(self.forecast.own, halves, strict=True)
            if self.open.number_at(game.opponent) is not None
        ]

    def make_summary(self, target: float | None) -> str:
        """Return the sentences above the cards."""
        scores = self.scores
        ends = describe_interval(scores.range)
        missing = " ".join(explain_missing_chances(scores, self.name_player))
        if target is None:
            if not scores.has_probabilities:
                return f"The post-event rating will be in the range {ends}. {missing}"
            words = f"The average post-event rating is {format_whole_rating(scores.spread.mean)}"
            if scores.range.open:
                words += f". The lowest and highest possible are {ends}"
            return f"{words}. {missing}".rstrip()
        sought = find_goals(scores, target)
        text = make_goal_sentence(scores, sought, self.name)
        chance = sought.chance
        sure = sought.scores[0].reach.how == "certain"
        if not sure and chance is not None and 0.0 < chance.share < 1.0:
            text += f" Chance of reaching {target:g}: {describe_chance(chance)}."
        return f"{text} {missing}".rstrip()

    @property
    def name(self) -> str:
        """The name of the player with the forecast."""
        number = self.asked.number
        return self.name_of(number) or f"Player {number}"

    def name_player(self, place: int) -> str:
        """Return the number and name of the player at a place of the rated section."""
        number = self.open.number_at(place)
        return "" if number is None else f"{number} {self.name_of(number)}".rstrip()

    def explain_method(self) -> str:
        """Return how the forecast was calculated, and its assumptions."""
        found, number_at = self.forecast, self.open.number_at
        parts = []
        if found.stopping is not None:
            parts.append(
                f"If no more games are played: {describe_line(found.stopping)}."
            )
        parts += [
            f"{describe_game(game, number_at(game.opponent), self.name_of)}."
            for game in found.own
        ]
        parts.append(describe_method(found))
        if found.own or found.others:
            parts.append(describe_chances_source(found))
        if any(line.range != line.open for line in found.scores):
            parts.append("Ranges also allow for rounding and missing data.")
        if self.early:
            parts.append(
                "Some players start from an earlier section that is not finished. Its "
                "current results are used."
            )
        return " ".join(parts)


def compute_answer(
    asked: ForecastQuestion, show_step: Callable[[int], object], monitor: Monitor
) -> ForecastAnswer | str:
    """Return the answer, or why there is none; raise CancelledError.

    `show_step` receives the number of finished steps, out of `STEPS`.
    """
    try:
        open_ = find_undecided(asked.where, asked.rating)
        if not open_.pending:
            return HOW
        found = compute_forecast(
            open_.make_question(asked.number),
            asked.settings,
            monitor.reporting_to(_in_steps(show_step)),
        )
    except (NothingToForecastError, NoRatingError) as error:
        return make_sentence(error)
    return ForecastAnswer(
        asked,
        open_,
        found,
        replace(found, ways=found.scores),
        has_undecided_before(asked.document, asked.where.index),
    )


def _in_steps(show_step: Callable[[int], object]) -> Callable[[int, int], None]:
    """Return a progress callback that calls `show_step` once for each step."""
    last = -1

    def report(done: int, of: int) -> None:
        nonlocal last
        step = done * STEPS // max(of, 1)
        if step != last:
            last = step
            show_step(step)

    return report
