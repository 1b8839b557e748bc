"""The chart of editions: how far each takes a rating from the rules of the date."""

from typing import Final

from uscalc.document.queries.compare import BY_DATE
from uscalc.ui.charts.scene import (
    Axis,
    AxisTick,
    Chart,
    ChartDot,
    ChartLabel,
    ChartLine,
    ChartRule,
    Mark,
)
from uscalc.ui.editions.model import EditionsModel, edition_words
from uscalc.ui.wording.figures import format_change

LEAST: Final = 5.0
"""Points up and down that the chart shows at least."""


def editions_chart(model: EditionsModel, number: int | None, source: str) -> Chart:
    """Return a line a player over the editions, the selected one strong and with figures."""
    columns = [column for column in model.choices if column.rules != BY_DATE]
    section = model.compared.section if model.compared else None
    marks: list[Mark] = [ChartRule(y=0.0, role="pale", dashed=False)]
    labels: list[ChartLabel] = []
    furthest = LEAST
    said = ""
    for player in section.players if section else ():
        points = [
            (float(place), float(off))
            for place, column in enumerate(columns)
            if (off := model.get_difference(player.number, column)) is not None
        ]
        if not points:
            continue
        furthest = max(furthest, *(abs(y) for _, y in points))
        here = player.number == number
        marks.append(
            ChartLine(
                tuple(points),
                role="accent" if here else "pale",
                width=2.5 if here else 1.0,
                strength=1.0 if here else 0.4,
                key=player.number,
                hint=player.name,
            )
        )
        if here:
            said = player.name
            for x, y in points:
                marks.append(ChartDot(x, y, role="accent", key=player.number))
                labels.append(
                    ChartLabel(
                        x, y, format_change(y), role="accent", strong=True, priority=2
                    )
                )
    ticks = tuple(
        AxisTick(float(place), column.rules.removesuffix("-guide"))
        for place, column in enumerate(columns)
    )
    # The lines drawn last lie above: the selected player's.
    marks.sort(key=lambda mark: getattr(mark, "role", "") == "accent")
    words = "; ".join(
        f"{edition_words(c)}: {format_change(off)}"
        for c in columns
        if number is not None and (off := model.get_difference(number, c)) is not None
    )
    offs = [
        (off, edition_words(c))
        for c in columns
        if number is not None and (off := model.get_difference(number, c)) is not None
    ]
    return Chart(
        _make_headline(said, offs),
        Axis(-0.3, max(len(columns) - 0.7, 0.3), ticks=ticks),
        Axis(-furthest * 1.15, furthest * 1.15, title="points from the rating by date"),
        tuple(marks),
        tuple(labels),
        description=words,
        source=source,
    )


def _make_headline(name: str, offs: list[tuple[int, str]]) -> str:
    """Return the edition that is furthest from the rules of the date."""
    if not name or not offs:
        return "Points away from the rules of the date"
    off, edition = max(offs, key=lambda found: abs(found[0]))
    if not off:
        return f"Every edition gives {name} the same rating"
    return f"{edition} would give {name} {format_change(off)}, the most of all editions"
