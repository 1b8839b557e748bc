"""Convert an audit to JSON values."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

from msgspec import Struct
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

import uscalc.counted as words
from uscalc.document.audit.result import (
    KINDS,
    OUTCOMES,
    AuditFact,
    AuditTally,
    ComparedRating,
    Explanation,
    KeyChange,
    RatingAudit,
)
from uscalc.document.findings import to_single_line
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.explain.numbers import format_change, format_rating
from uscalc.report.as_json import Json
from uscalc.report.as_text import make_table
from uscalc.report.tables import render_template


def make_audit_json(audits: Iterable[RatingAudit]) -> Json:
    """Convert the audits of a file's ratings, section by section."""
    return {
        "sections": [
            {
                "name": name,
                "ratings": [_make_rating_json(audit) for audit in of_section],
            }
            for (_, name), of_section in groupby(audits, attrgetter("section", "name"))
        ]
    }


def _make_rating_json(audit: RatingAudit) -> Json:
    best = audit.best
    return {
        "system": audit.system,
        "published": len(audit.compared),
        "exact": len(audit.exact),
        "rounding": len(audit.rounding),
        "explained": len(audit.explained),
        "facts": [] if best is None else make_corrections_json(best),
        "guess": best is not None and best.guess,
        "alternatives": [
            make_corrections_json(other) for other in audit.explanations[1:]
        ],
        "left": list(audit.left),
        "limited": audit.is_limited,
        "settle": audit.settle,
        "missed": [
            {
                "player": one.number,
                "computed": one.computed,
                "published": one.published,
                "off": one.off,
            }
            for one in audit.compared
            if one.missed
        ],
    }


def make_corrections_json(explanation: Explanation) -> list[Json]:
    """Convert the corrections of an explanation."""
    return [_make_correction_json(fact) for fact in explanation.facts]


def _make_correction_json(fact: AuditFact) -> Json:
    first, *others = fact.puts
    found = fact.range
    return {
        **_make_change_json(first),
        "kind": fact.kind,
        "says": fact.says,
        "explains": list(fact.explains),
        "breaks": list(fact.breaks),
        "range": None
        if found is None
        else {"key": found.key, "low": found.low, "high": found.high},
        "likelihood": fact.likelihood,
        "settle": fact.settle,
        "also": [_make_change_json(other) for other in others],
    }


def _make_change_json(change: KeyChange) -> Json:
    return {"player": change.number, "set": change.values}


MOST_NUMBERS = 12
"""Most pairing numbers named in a line."""


def make_audit_parts(
    title: str, audits: Sequence[RatingAudit]
) -> Iterator[RenderableType]:
    """Yield each rating's counts, its corrections, and the ratings that don't match."""
    for audit in audits:
        if audit.compared:
            yield from _make_rating_parts(title, audit)


def _make_rating_parts(title: str, audit: RatingAudit) -> Iterator[RenderableType]:
    name = to_single_line(audit.name)
    yield Text(
        f"{title}: {name}, {SYSTEM_NAMES[audit.system]}: {describe_counts(audit)}"
    )
    if (best := audit.best) is not None:
        yield _make_corrections_table(best)
    if audit.settle:
        yield Text(f"To confirm, check {to_single_line(audit.settle)}.")
    for other in audit.explanations[1:]:
        corrections = "; ".join(to_single_line(fact.says) for fact in other.facts)
        yield Text(f"Fits equally well: {corrections}.")
    if left := [row for row in audit.compared if row.number in audit.left]:
        yield _make_unexplained_table(left)


LIMITED: Final = (
    "Too many ratings differ to try every correction, so there may be better ones."
)


def describe_counts(audit: RatingAudit) -> str:
    """Describe how many ratings match, without and with corrections."""
    exact = len(audit.exact)
    of = words.count_in_words(len(audit.compared), "published rating")
    sentence = (
        f"{exact:,} of {of} {words.choose_plural(exact, 'matches', 'match')} exactly"
    )
    if audit.rounding:
        sentence += f", {len(audit.rounding)} more within pre-event rounding"
    if (best := audit.best) is not None and best.explained:
        facts = words.count_in_words(len(best.facts), "correction")
        guess = " (low confidence)" if best.guess else ""
        sentence += f", {len(best.explained)} more with {facts}{guess}"
    if audit.left:
        left = len(audit.left)
        sentence += f"; {left} {'does' if left == 1 else 'do'} not"
    return f"{sentence}.{f' {LIMITED}' if audit.is_limited else ''}"


def _make_corrections_table(explanation: Explanation) -> Table:
    rows = (
        (
            Text(to_single_line(fact.says)),
            Text(_list_numbers(fact.explains)),
            Text(_list_numbers(fact.breaks)),
        )
        for fact in explanation.facts
    )
    return make_table(("Possible correction", "Explains", "Breaks"), range(3), rows)


def _list_numbers(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:MOST_NUMBERS]))
    more = len(numbers) - MOST_NUMBERS
    return f"{shown} and {more} more" if more > 0 else shown


def _make_unexplained_table(rows: Sequence[ComparedRating]) -> Table:
    titles = ("#", "No match", "Computed", "Published", "Off")
    cells = (
        (
            str(row.number),
            Text(to_single_line(row.name)),
            format_rating(row.computed),
            format_rating(row.published),
            format_change(row.off),
        )
        for row in rows
    )
    return make_table(titles, rows=cells)


WIDE: Final = 30
"""The length of a full bar in characters."""
BAR: Final = "\N{BOX DRAWINGS HEAVY HORIZONTAL}"


class SummaryRow(Struct, frozen=True):
    """One line of a table, with a bar of the length `share`."""

    name: str
    count: int
    more: int
    share: float


class SummaryChart(Struct, frozen=True):
    """A table of counts that is also drawn as a chart."""

    title: str
    heads: tuple[str, str, str]
    rows: tuple[SummaryRow, ...]


def make_charts(tally: AuditTally) -> tuple[SummaryChart, ...]:
    """Return the counts of sections, of published ratings, and of corrections."""
    sections = sum(tally.sections.values()) or 1
    published = tally.published or 1
    most = max(tally.facts.values(), default=1)
    found = [
        SummaryChart(
            "Sections",
            ("", "Sections", "Low confidence"),
            tuple(
                SummaryRow(words, count, tally.guesses[outcome], count / sections)
                for outcome, words in OUTCOMES.items()
                for count in (tally.sections[outcome],)
            ),
        ),
        SummaryChart(
            "Published ratings",
            ("", "Ratings", ""),
            tuple(
                SummaryRow(words, count, 0, count / published)
                for words, count in (
                    ("match", tally.exact),
                    ("match within pre-event rounding", tally.rounding),
                    ("match with corrections", tally.explained),
                    ("no match", tally.left),
                )
            ),
        ),
    ]
    if tally.facts:
        found.append(
            SummaryChart(
                "Corrections",
                ("", "Corrections", "Ratings"),
                tuple(
                    SummaryRow(
                        KINDS[kind][0],
                        tally.facts[kind],
                        tally.ratings[kind],
                        tally.facts[kind] / most,
                    )
                    for kind in tally.kinds
                ),
            )
        )
    return tuple(found)


def make_summary_json(tally: AuditTally) -> Json:
    """Convert the counts to JSON values."""
    return {
        "sections": {
            "count": sum(tally.sections.values()),
            **{outcome: tally.sections[outcome] for outcome in OUTCOMES},
            "guesses": sum(tally.guesses.values()),
        },
        "ratings": {
            "published": tally.published,
            "exact": tally.exact,
            "rounding": tally.rounding,
            "explained": tally.explained,
            "left": tally.left,
        },
        "kinds": {
            kind: {"facts": tally.facts[kind], "explains": tally.ratings[kind]}
            for kind in tally.kinds
        },
    }


def make_summary_parts(tally: AuditTally, skipped: int) -> Iterator[RenderableType]:
    """Yield a table with bars for each chart; `skipped` files could not be audited."""
    for chart in make_charts(tally):
        titles = (chart.title, *filter(None, chart.heads), "")
        table = make_table(titles, (0, len(titles) - 1))
        for row in chart.rows:
            cells = [row.name, str(row.count)]
            if chart.heads[2]:
                cells.append(str(row.more) if row.more else "")
            table.add_row(*cells, Text(make_bar(row.share)))
        yield table
    if skipped:
        files = "1 file" if skipped == 1 else f"{skipped} files"
        yield Text(f"{files} couldn't be compared.")


def make_bar(share: float) -> str:
    """Return a bar of characters; a share above zero has at least one."""
    return BAR * (max(1, round(share * WIDE)) if share > 0 else 0)


def make_summary_html(title: str, tally: AuditTally, skipped: int) -> str:
    """Render the summary as a complete page."""
    return render_template(
        "audit.html", title=title, charts=make_charts(tally), skipped=skipped
    )
