"""Format an audit for a terminal: matches, possible corrections, unexplained ratings."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

import uscalc.counted as words
from uscalc.document.audit.result import ComparedRating, Explanation, RatingAudit
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.explain.numbers import format_change, format_rating
from uscalc.report.as_text import make_printable, make_table

MOST_NUMBERS = 12
"""Most pairing numbers named in a line."""


def make_audit_parts(
    title: str, audits: Sequence[RatingAudit]
) -> Iterator[RenderableType]:
    """Yield the counts, the corrections and the unexplained ratings of each rating."""
    for audit in audits:
        if audit.compared:
            yield from _make_rating_parts(title, audit)


def _make_rating_parts(title: str, audit: RatingAudit) -> Iterator[RenderableType]:
    name = make_printable(audit.name)
    yield Text(
        f"{title}: {name}, {SYSTEM_NAMES[audit.system]}: {describe_counts(audit)}"
    )
    best = audit.best
    if best is not None:
        yield _make_corrections_table(best)
    if audit.settle:
        yield Text(f"To settle it, ask for {make_printable(audit.settle)}.")
    for other in audit.explanations[1:]:
        said = "; ".join(make_printable(fact.says) for fact in other.facts)
        yield Text(f"Explains as much: {said}.")
    left = [row for row in audit.compared if row.number in audit.left]
    if left:
        yield _make_unexplained_table(left)


def describe_counts(audit: RatingAudit) -> str:
    """Describe how many ratings match, by themselves and with corrections."""
    exact = len(audit.exact)
    of = words.count_in_words(len(audit.compared), "published rating")
    said = (
        f"{exact:,} of {of} {words.choose_plural(exact, 'comes', 'come')} out exactly"
    )
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


def _make_corrections_table(explanation: Explanation) -> Table:
    table = make_table(("Hidden fact", "Explains", "Breaks"), range(3))
    for fact in explanation.facts:
        table.add_row(
            Text(make_printable(fact.says)),
            Text(_list_numbers(fact.explains)),
            Text(_list_numbers(fact.breaks)),
        )
    return table


def _list_numbers(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:MOST_NUMBERS]))
    more = len(numbers) - MOST_NUMBERS
    return f"{shown} and {more} more" if more > 0 else shown


def _make_unexplained_table(rows: Sequence[ComparedRating]) -> Table:
    table = make_table(("#", "Not explained", "Computed", "Published", "Off"))
    for row in rows:
        table.add_row(
            str(row.number),
            Text(make_printable(row.name)),
            format_rating(row.computed),
            format_rating(row.published),
            format_change(row.off),
        )
    return table
