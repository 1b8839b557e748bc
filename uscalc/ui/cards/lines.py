"""The texts of forecast cards: a rating, its ranges, and whether it reaches a target."""

from collections.abc import Hashable, Sequence
from typing import Final

from uscalc.analysis.forecast_model import ForecastLine, OwnPendingGame
from uscalc.analysis.goals import TargetReach, evaluate_target
from uscalc.analysis.intervals import RatingInterval
from uscalc.explain.numbers import format_points, format_whole_rating
from uscalc.report.as_answer import describe_change
from uscalc.report.as_sheet import describe_line, make_target_sentence
from uscalc.report.forecast.words import (
    describe_interval,
    describe_reach,
    describe_way,
    format_percent,
)
from uscalc.ui.cards.cards import FigureCardText

SHARE: Final = 0.95
"""Of the chances, what is called usual."""


def line_card(
    line: ForecastLine,
    own: Sequence[OwnPendingGame],
    target: float | None,
    key: Hashable,
    title: str = "",
    before: float | None = None,
) -> FigureCardText:
    """Return the card of one way or score; with a title of its own it has no chance.

    `before` is the rating that its change is counted from; None: it has none.
    """
    name = title or describe_way(line, own)
    beside = ""
    if own and not title and line.chance is not None:
        beside = format_percent(line.chance)
    usual = RatingInterval(*line.spread.find_middle_range(SHARE))
    lines = []
    if usual.open and usual != line.range:
        lines.append(f"usually {describe_interval(usual)}")
    if line.range.open:
        lines.append(f"always {describe_interval(line.range)}")
    verdict, good = "", False
    if target is not None:
        found = evaluate_target(line, target)
        verdict, good = verdict_words(found), found.how == "certain"
    moved = describe_change(before, line.value)
    words = f"{name}: {describe_line(line)}"
    if moved:
        words += f", a change of {moved}"
    if beside:
        words += f"; chance {beside}"
    hint = words
    if target is not None:
        said = describe_reach(evaluate_target(line, target))
        words += f"; {target:g} {said}"
        hint = (
            f"{words}."
            if title
            else f"{make_target_sentence(name, found, target)} {hint}."
        )
    return FigureCardText(
        f"{name[:1].upper()}{name[1:]}",
        beside,
        format_whole_rating(line.value),
        tuple(lines),
        verdict,
        good,
        words,
        hint,
        key,
        moved,
    )


def verdict_words(found: TargetReach) -> str:
    """Return whether a target is reached, in the few words that a card has room for."""
    if found.how == "certain":
        return "certain"
    if found.how == "out of reach":
        return f"out of reach by {found.lacking}"
    if found.chance is None:
        return "possible"
    share = found.chance.share
    if share >= 1.0:
        return "as good as certain"
    if share <= 0.0:
        return "very unlikely"
    return f"{'likely' if share >= 0.5 else 'unlikely'}, {format_percent(share)}"


def score_title(line: ForecastLine, own: Sequence[OwnPendingGame]) -> str:
    """Return a score over the unplayed games: 1.5 of 2."""
    return f"{format_points(line.score)} of {len(own)}"


def least_width() -> str:
    """Return the widest line that usually comes, so that cards keep their size."""
    return "usually 0000\N{EN DASH}0000"
