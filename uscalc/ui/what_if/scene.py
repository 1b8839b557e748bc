"""The picture of a forecast: how the new rating is spread, and where each result lies."""

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from uscalc.analysis.forecast_model import Forecast, ForecastLine
from uscalc.analysis.goals import evaluate_target
from uscalc.analysis.spread import RatingInterval, RatingSpread
from uscalc.explain.numbers import format_whole_rating
from uscalc.report.forecast_words import (
    OUTCOME_LETTERS,
    describe_interval,
    describe_way,
    format_percent,
)
from uscalc.ui.charts.scene import Axis, Chart, ChartBar, ChartLabel, ChartRule, Mark
from uscalc.ui.widgets.cards import SHARE, verdict_words
from uscalc.ui.widgets.column_table import ColumnTableModel, Side, TableColumn

MOST_BARS: Final = 60
FRINGE: Final = 0.0005
"""The chance on either side that is too small to be seen, and is left out."""
LEAST_WIDTH: Final = 12


class MarkedResult(NamedTuple):
    """A result marked over the spread: its words, its rating, and what a click means."""

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
    """Return columns as high as the chance of their ratings; those that reach the target are
    strong."""
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
        Axis(low, high, "new rating", grid=False),
        Axis(0.0, top * 1.08, "chance in %"),
        tuple(marks),
        tuple(labels),
        _describe_spread(spread, target),
        source,
    )


def _describe_spread(spread: RatingSpread, target: float | None) -> str:
    low, high = spread.find_middle_range(0.95)
    said = f"The new rating is {format_whole_rating(spread.mean)} on average"
    said += f", 19 times of 20 from {low} to {high}." if low < high else "."
    if target is not None:
        said += (
            f" It is {target:g} or more with "
            f"{format_percent(spread.compute_chance_of(target).share)}."
        )
    return said


def make_headline(spread: RatingSpread, target: float | None, name: str) -> str:
    """Return what is likely, in a sentence."""
    if target is not None:
        chance = format_percent(spread.compute_chance_of(target).share)
        return f"{name}: {chance} for {target:g} or more"
    low, high = spread.find_middle_range(0.95)
    if low == high:
        return f"{name}: {low}"
    return f"{name}: {low} to {high}, 19 times of 20"


class WaysModel(ColumnTableModel[ForecastLine]):
    """The ways by score; only those in sight are ever put into words."""

    def __init__(self) -> None:
        super().__init__(
            tooltip=lambda column, line: column.text(line),
            spoken=lambda column, line: column.text(line),
        )
        self._found: Forecast | None = None
        self._target: float | None = None
        self.show_rows((), _make_columns(None, None))

    def show_forecast(self, found: Forecast | None, target: float | None) -> None:
        """Show another forecast, or the same with another target."""
        if found is self._found and target == self._target:
            return
        self._found, self._target = found, target
        self.show_rows(found.ways or () if found else (), _make_columns(found, target))

    def first_of(self, score: float) -> int:
        """Return the first row with a score."""
        return next((i for i, way in enumerate(self.rows) if way.score == score), 0)


def _make_columns(
    found: Forecast | None, target: float | None
) -> list[TableColumn[ForecastLine]]:
    """Make the columns of a forecast, with one for the target where there is one."""
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
        goal = target
        # It is before the columns that a narrow view cuts off first.
        verdict = _make_column(
            f"{goal:g}",
            lambda line: verdict_words(evaluate_target(line, goal)),
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
    cached = lru_cache(maxsize=512)(text)
    return TableColumn(title, "", cached, side, digits, tone=tone, strong=strong)
