"""The starting rating of an unrated player, with its sources, as a short page."""

from collections.abc import Iterable
from typing import Final

from markupsafe import Markup

from uscalc.document.rate.rating import SystemRating
from uscalc.engine.trace import BlendSource
from uscalc.explain.numbers import format_rating, format_significant
from uscalc.explain.start import SOURCES, explain_start
from uscalc.ui.theme.colours import Colors

HEADS: Final = ("Source", "Rating", "Counts as", "Days", "Weight")
CELL: Final = Markup("<td align='%s' style='padding:1px 8px 1px 0%s'>%s</td>")
ROW: Final = Markup("<tr>%s</tr>")


def make_start_page(rated: SystemRating, place: int, colours: Colors) -> Markup:
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
                item % (colours.text, line.text, decides)
                if line.applies
                else item % (colours.pale, line.text, line.reason)
                for line in start.lines
            )
        )
    if start.sources:
        parts.append(_make_source_table(start.sources, colours))
    if start.how == "blend":
        parts.append(
            Markup("<p style='margin:4px 0 0 0; color:%s'>%s</p>")
            % (colours.soft, decision.formula)
        )
    return Markup().join(parts)


def _make_source_table(sources: Iterable[BlendSource], colours: Colors) -> Markup:
    """Return the ratings that it was made from, with their weights."""

    def make_row(cells: tuple[str, ...], colour: str = "") -> Markup:
        return ROW % Markup().join(
            CELL % ("right" if place else "left", colour, cell)
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
    heads = make_row(HEADS, f"; color:{colours.pale}")
    return Markup("<table cellspacing='0'>%s</table>") % Markup().join((heads, *rows))
