"""The texts of forecast cards: a rating, its ranges, and whether it reaches a target."""

from collections.abc import Hashable, Sequence
from typing import Final

from uscalc.analysis.forecast_model import Line, OwnGame
from uscalc.analysis.goals import Reach, reach
from uscalc.analysis.intervals import Interval
from uscalc.explain.numbers import points, whole
from uscalc.report.as_answer import change_words
from uscalc.report.as_sheet import figure_words, target_sentence
from uscalc.report.forecast.words import (
    interval_words,
    percent,
    reach_words,
    way_words,
)
from uscalc.ui.cards.cards import Card

SHARE: Final = 0.95
"""Of the chances, what is called usual."""


def line_card(
    line: Line,
    own: Sequence[OwnGame],
    target: float | None,
    key: Hashable,
    title: str = "",
    before: float | None = None,
) -> Card:
    """Return the card of one way or score; with a title of its own it has no chance.

    `before` is the rating that its change is counted from; None: it has none.
    """
    name = title or way_words(line, own)
    beside = ""
    if own and not title and line.chance is not None:
        beside = percent(line.chance)
    usual = Interval(*line.spread.within(SHARE))
    lines = []
    if usual.open and usual != line.range:
        lines.append(f"usually {interval_words(usual)}")
    if line.range.open:
        lines.append(f"always {interval_words(line.range)}")
    verdict, good = "", False
    if target is not None:
        found = reach(line, target)
        verdict, good = verdict_words(found), found.how == "certain"
    moved = change_words(before, line.value)
    words = f"{name}: {figure_words(line)}"
    if moved:
        words += f", a change of {moved}"
    if beside:
        words += f"; chance {beside}"
    hint = words
    if target is not None:
        said = reach_words(reach(line, target))
        words += f"; {target:g} {said}"
        hint = (
            f"{words}." if title else f"{target_sentence(name, found, target)} {hint}."
        )
    return Card(
        f"{name[:1].upper()}{name[1:]}",
        beside,
        whole(line.value),
        tuple(lines),
        verdict,
        good,
        words,
        hint,
        key,
        moved,
    )


def verdict_words(found: Reach) -> str:
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
    return f"{'likely' if share >= 0.5 else 'unlikely'}, {percent(share)}"


def score_title(line: Line, own: Sequence[OwnGame]) -> str:
    """Return a score over the unplayed games: 1.5 of 2."""
    return f"{points(line.score)} of {len(own)}"


def least_width() -> str:
    """Return the widest line that usually comes, so that cards keep their size."""
    return "usually 0000\N{EN DASH}0000"
