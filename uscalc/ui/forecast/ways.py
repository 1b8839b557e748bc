"""The table of every way through several unplayed games."""

from collections.abc import Callable
from functools import lru_cache

from uscalc.analysis.forecast_model import Forecast, ForecastLine
from uscalc.analysis.goals import evaluate_target
from uscalc.analysis.intervals import RatingInterval
from uscalc.explain.numbers import format_whole_rating
from uscalc.report.forecast.words import (
    OUTCOME_LETTERS,
    describe_interval,
    describe_way,
    format_percent,
)
from uscalc.ui.cards.lines import SHARE, verdict_words
from uscalc.ui.widgets.column_table import ColumnTableModel, Side, TableColumn


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
