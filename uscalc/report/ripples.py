"""Report whose ratings change with what-if results, to programs and on a terminal."""

from collections.abc import Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from uscalc.document.queries.scenario import Ripple
from uscalc.document.rate.rating import SystemRating
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.explain.numbers import format_change_fixed, format_rating
from uscalc.report.as_json import Json
from uscalc.report.as_text import make_printable, make_table

SystemRipples = Sequence[tuple[SystemRating, SystemRating, tuple[Ripple, ...]]]


def make_ripples_json(
    outcomes: list[str], found: SystemRipples, names: Mapping[int, str]
) -> Json:
    """Convert the what-if results and every rating that they change."""
    return {
        "set": outcomes,
        "ratings": [
            {
                "system": before.system,
                "players": [
                    {
                        "number": ripple.number,
                        "name": names[ripple.number],
                        "before": ripple.before,
                        "after": ripple.after,
                        "moved": ripple.moved,
                    }
                    for ripple in ripples
                ],
            }
            for before, _, ripples in found
        ],
    }


def make_ripples_parts(
    found: SystemRipples, names: Mapping[int, str]
) -> Iterator[RenderableType]:
    """Yield a table for each system, the largest change first."""
    for before, _, ripples in found:
        yield Text(SYSTEM_NAMES[before.system], style="bold")
        if not ripples:
            yield Text("Nobody's rating moves.")
            continue
        table = make_table(("#", "Name", "Now", "Then", "Moved"))
        for ripple in ripples:
            table.add_row(
                str(ripple.number),
                Text(make_printable(names[ripple.number])),
                format_rating(ripple.before),
                format_rating(ripple.after),
                format_change_fixed(ripple.moved),
            )
        yield table
