"""Summarize many audits, for programs, for a terminal and as a page."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from uscalc.document.audit.result import KINDS
from uscalc.document.audit.summary import OUTCOMES, AuditTally
from uscalc.report.as_json import Json
from uscalc.report.as_text import make_table
from uscalc.report.templates import render_template

WIDE: Final = 30
"""The length of a full bar in characters."""
BAR: Final = "\N{BOX DRAWINGS HEAVY HORIZONTAL}"


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """One line of a table with its bar, which is drawn for `share`."""

    name: str
    count: int
    more: int
    share: float


@dataclass(frozen=True, slots=True)
class SummaryChart:
    """A table of counts that is also drawn."""

    title: str
    heads: tuple[str, str, str]
    rows: tuple[SummaryRow, ...]


def make_charts(tally: AuditTally) -> tuple[SummaryChart, ...]:
    """Return the counts of sections, of published ratings, and of corrections."""
    sections = sum(tally.sections.values()) or 1
    published = tally.published or 1
    most = max(tally.facts.values(), default=1)
    figures = (
        ("come out as they stand", tally.exact),
        ("within rounding", tally.rounding),
        ("explained by facts", tally.explained),
        ("left", tally.left),
    )
    found = [
        SummaryChart(
            "Sections",
            ("", "Sections", "Guesses"),
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
                for words, count in figures
            ),
        ),
    ]
    if tally.facts:
        found.append(
            SummaryChart(
                "Facts",
                ("", "Facts", "Ratings"),
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
        yield Text(f"{files} could not be compared.")


def make_bar(share: float) -> str:
    """Return a bar of characters; a share above zero has at least one."""
    return BAR * (max(1, round(share * WIDE)) if share > 0 else 0)


def make_summary_html(title: str, tally: AuditTally, skipped: int) -> str:
    """Render the summary as a complete page."""
    return render_template(
        "audit.html", title=title, charts=make_charts(tally), skipped=skipped
    )
