"""The assumptions behind a player's rating, in sentences with their ranges."""

from collections.abc import Iterable
from typing import Final

from markupsafe import Markup

from uscalc.analysis.assumptions import RelevantAssumption
from uscalc.counted import count_in_words
from uscalc.document.model import Player
from uscalc.document.rate.in_system import SystemRating
from uscalc.engine.trace import BlendSource
from uscalc.explain.numbers import format_rating, format_significant
from uscalc.explain.start import SOURCES, explain_start
from uscalc.ui.theme.hints import list_assumptions as taken
from uscalc.ui.theme.theme import Colors

MOST_OTHERS = 3


def describe_assumptions(
    player: Player, rating: SystemRating, found: tuple[RelevantAssumption, ...] | None
) -> tuple[str, ...]:
    """Describe each assumption about a player; `found` is None until they are known."""
    place = rating.places.get(player.number)
    if place is None:
        return ()
    trace = rating.trace.players[place]
    if found is None:
        return tuple(
            f"{_make_sentence(text)} Looking up its range."
            for text in taken(player, trace)
        )
    lines = []
    for assumption in found:
        if assumption.unknown.place == place:
            lines.append(
                f"{_make_sentence(assumption.unknown.taken)} {_describe_effect(assumption, place)}"
            )
    others = [
        (moved, assumption)
        for assumption in found
        if assumption.unknown.place not in (place, None)
        for moved in assumption.moved
        if moved.place == place
    ]
    for moved, assumption in others[:MOST_OTHERS]:
        whose = assumption.unknown.place
        assert whose is not None
        number = rating.trace.players[whose].entrant.number
        lines.append(
            f"Player {number}: {_make_sentence(assumption.unknown.taken)[:-1]}. It may move "
            f"this rating to {_describe_range(moved.low, moved.high, moved.shown)}."
        )
    if len(others) > MOST_OTHERS:
        more = count_in_words(len(others) - MOST_OTHERS, "more fact")
        lines.append(f"And {more} of other players.")
    if not lines:
        lines = [
            f"{_make_sentence(text)} It changes no rating shown."
            for text in taken(player, trace)
        ]
    return tuple(lines)


def _describe_effect(assumption: RelevantAssumption, place: int) -> str:
    own = next((m for m in assumption.moved if m.place == place), None)
    others = len(assumption.moved) - (own is not None)
    said = []
    if own is not None:
        said.append(
            f"The new rating {own.shown} may be {_describe_range(own.low, own.high, own.shown)}."
        )
    if others:
        rated = "1 other rating" if others == 1 else f"{others} other ratings"
        points = max(m.points for m in assumption.moved if m.place != place)
        by = "1 point" if points == 1 else f"{points} points"
        said.append(f"It moves {rated} by up to {by}.")
    return " ".join(said)


def _describe_range(low: int, high: int, shown: int) -> str:
    low, high = min(low, shown), max(high, shown)
    return f"anything from {low} to {high}"


def _make_sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


HEADS: Final = ("Source", "Rating", "Counts as", "Days", "Weight")
CELL: Final = Markup("<td align='%s' style='padding:1px 8px 1px 0%s'>%s</td>")
ROW: Final = Markup("<tr>%s</tr>")


def make_start_page(rated: SystemRating, place: int, colors: Colors) -> Markup:
    """Describe the starting rating with its sources; empty for a rated player."""
    player = rated.trace.players[place]
    start = player.start
    if start.how in ("rated", "fixed"):
        return Markup()
    lines = {line.key: line for line in explain_start(player, rated.trace)}
    decision = lines["r0"]
    n = start.n or 0
    counts = "no games" if n == 0 else "1 game" if n == 1 else f"{n} games"
    parts = [
        Markup("<p style='margin:0 0 4px 0'><b>%s</b>, counting as %s. %s</p>")
        % (format_rating(start.r0), counts, decision.text)
    ]
    if start.lines:
        item = Markup("<li style='color:%s'>%s: %s</li>")
        decides = Markup("<b>this decides</b>")
        parts.append(
            Markup("<ol style='margin:0 0 4px 18px'>%s</ol>")
            % Markup().join(
                item % (colors.text, line.text, decides)
                if line.applies
                else item % (colors.pale, line.text, line.reason)
                for line in start.lines
            )
        )
    if start.sources:
        parts.append(_make_source_table(start.sources, colors))
    if start.how == "blend":
        parts.append(
            Markup("<p style='margin:4px 0 0 0; color:%s'>%s</p>")
            % (colors.soft, decision.formula)
        )
    return Markup().join(parts)


def _make_source_table(sources: Iterable[BlendSource], colors: Colors) -> Markup:
    """Return the ratings that it was made from, with their weights."""

    def make_row(cells: tuple[str, ...], color: str = "") -> Markup:
        return ROW % Markup().join(
            CELL % ("right" if place else "left", color, cell)
            for place, cell in enumerate(cells)
        )

    rows = (
        make_row(
            (
                SOURCES[source.key],
                format_rating(source.original),
                format_rating(source.x),
                "today" if source.assumed_current else str(source.d),
                format_significant(source.w),
            )
        )
        for source in sources
    )
    heads = make_row(HEADS, f"; color:{colors.pale}")
    return Markup("<table cellspacing='0'>%s</table>") % Markup().join((heads, *rows))
