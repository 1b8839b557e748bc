"""Where an unrated player starts, and why, as a short page of the panel."""

from html import escape

from uscalc.document.rate.rating import SystemRating
from uscalc.explain.numbers import rating, weight
from uscalc.explain.start import SOURCES, start_lines
from uscalc.ui.theme.colours import Colours

HEADS = ("Source", "Rating", "Counts as", "Days", "Weight")


def start_html(rated: SystemRating, place: int, colours: Colours) -> str:
    """The starting rating with its sources; nothing for the rated."""
    player = rated.trace.players[place]
    start = player.start
    if start.how in ("rated", "fixed"):
        return ""
    lines = {line.key: line for line in start_lines(player, rated.trace)}
    decision = lines["r0"]
    n = start.n or 0
    counts = "no games" if n == 0 else "1 game" if n == 1 else f"{n} games"
    parts = [
        f"<p style='margin:0 0 4px 0'><b>{escape(rating(start.r0))}</b>, "
        f"counting as {counts}. {escape(decision.text)}</p>"
    ]
    if start.lines:
        items = "".join(
            f"<li style='color:{colours.text if line.applies else colours.pale}'>"
            f"{escape(line.text)}: "
            f"{'<b>this decides</b>' if line.applies else escape(line.reason)}</li>"
            for line in start.lines
        )
        parts.append(f"<ol style='margin:0 0 4px 18px'>{items}</ol>")
    if start.sources:
        heads = "".join(
            f"<td align='{'left' if i == 0 else 'right'}' "
            f"style='color:{colours.pale}; padding:1px 8px 1px 0'>{head}</td>"
            for i, head in enumerate(HEADS)
        )
        rows = "".join(
            "<tr>"
            + "".join(
                f"<td align='{'left' if i == 0 else 'right'}' "
                f"style='padding:1px 8px 1px 0'>{escape(cell)}</td>"
                for i, cell in enumerate(
                    (
                        SOURCES[source.key],
                        rating(source.original),
                        rating(source.x),
                        "today" if source.assumed_current else str(source.d),
                        weight(source.w),
                    )
                )
            )
            + "</tr>"
            for source in start.sources
        )
        parts.append(f"<table cellspacing='0'><tr>{heads}</tr>{rows}</table>")
    if start.how == "blend":
        parts.append(
            f"<p style='margin:4px 0 0 0; color:{colours.soft}'>"
            f"{escape(decision.formula)}</p>"
        )
    return "".join(parts)
