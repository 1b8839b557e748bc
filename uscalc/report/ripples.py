"""Report whose ratings change with what-if results, to programs and on a terminal."""

from collections.abc import Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from uscalc.document.queries.scenario import Ripple
from uscalc.document.rate.rating import SystemRating
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.explain.numbers import even_change, rating
from uscalc.report.as_json import Json
from uscalc.report.as_text import make_table, printable

Found = Sequence[tuple[SystemRating, SystemRating, tuple[Ripple, ...]]]


def ripples_json(outcomes: list[str], found: Found, names: Mapping[int, str]) -> Json:
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


def ripples_parts(found: Found, names: Mapping[int, str]) -> Iterator[RenderableType]:
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
                Text(printable(names[ripple.number])),
                rating(ripple.before),
                rating(ripple.after),
                even_change(ripple.moved),
            )
        yield table
