"""Format an audit for a terminal: matches, possible corrections, unexplained ratings."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

import uscalc.counted as words
from uscalc.document.audit.result import Compared, Explanation, RatingAudit
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.explain.numbers import change, rating
from uscalc.report.as_text import make_table, printable

MOST_NUMBERS = 12
"""Most pairing numbers named in a line."""


def audit_parts(title: str, audits: Sequence[RatingAudit]) -> Iterator[RenderableType]:
    """Yield the counts, the corrections and the unexplained ratings of each rating."""
    for audit in audits:
        if audit.compared:
            yield from _of_rating(title, audit)


def _of_rating(title: str, audit: RatingAudit) -> Iterator[RenderableType]:
    name = printable(audit.name)
    yield Text(f"{title}: {name}, {SYSTEM_NAMES[audit.system]}: {counted(audit)}")
    best = audit.best
    if best is not None:
        yield _facts(best)
    if audit.settle:
        yield Text(f"To settle it, ask for {printable(audit.settle)}.")
    for other in audit.explanations[1:]:
        said = "; ".join(printable(fact.says) for fact in other.facts)
        yield Text(f"Explains as much: {said}.")
    left = [row for row in audit.compared if row.number in audit.left]
    if left:
        yield _left(left)


def counted(audit: RatingAudit) -> str:
    """Describe how many ratings match, by themselves and with corrections."""
    exact = len(audit.exact)
    of = words.counted(len(audit.compared), "published rating")
    said = f"{exact:,} of {of} {words.agreeing(exact, 'comes', 'come')} out exactly"
    if audit.rounding:
        said += f", {len(audit.rounding)} by the rounding of the ratings before"
    best = audit.best
    if best is not None and best.explained:
        facts = "1 fact" if len(best.facts) == 1 else f"{len(best.facts)} facts"
        guess = ", a guess" if best.guess else ""
        said += f", {len(best.explained)} more by {facts}{guess}"
    if audit.left:
        left = len(audit.left)
        said += f"; {left} {'does' if left == 1 else 'do'} not"
    return f"{said}."


def _facts(explanation: Explanation) -> Table:
    table = make_table(("Hidden fact", "Explains", "Breaks"), range(3))
    for fact in explanation.facts:
        table.add_row(
            Text(printable(fact.says)),
            Text(_numbers(fact.explains)),
            Text(_numbers(fact.breaks)),
        )
    return table


def _numbers(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:MOST_NUMBERS]))
    more = len(numbers) - MOST_NUMBERS
    return f"{shown} and {more} more" if more > 0 else shown


def _left(rows: Sequence[Compared]) -> Table:
    table = make_table(("#", "Not explained", "Computed", "Published", "Off"))
    for row in rows:
        table.add_row(
            str(row.number),
            Text(printable(row.name)),
            rating(row.computed),
            rating(row.published),
            change(row.off),
        )
    return table
