"""The summary of many audits: the same counts as text, as data and as a page."""

import html
import io
import re

from rich.console import Console

from tests.document.audit.test_summary import audit, fact
from uscalc.document.audit.result import AuditTally
from uscalc.report.as_text import print_to
from uscalc.report.audit_results import (
    BAR,
    WIDE,
    make_bar,
    make_summary_html,
    make_summary_json,
    make_summary_parts,
)


def tally() -> AuditTally:
    found = AuditTally()
    found.count_audits([audit(fact()), audit(fact("floor")), audit(missed=0), audit()])
    return found


def text(given: AuditTally) -> list[str]:
    out = io.StringIO()
    print_to(Console(file=out, width=100), *make_summary_parts(given, 2))
    return [line.rstrip() for line in out.getvalue().splitlines() if line.strip()]


def test_every_count_is_in_the_text_with_a_bar_of_its_length():
    lines = text(tally())
    (one,) = [line for line in lines if "match with one correction" in line]
    assert one.split()[4] == "2"
    assert one.count(BAR) == WIDE // 2
    (none,) = [line for line in lines if "with two corrections" in line]
    assert BAR not in none
    assert any("floor" in line for line in lines)
    assert lines[-1] == "2 files couldn't be compared."
    assert make_bar(0.0001) == BAR
    assert make_bar(0.0) == ""
    assert make_bar(1.0) == BAR * WIDE


def test_data_and_page_have_the_same_counts():
    found = make_summary_json(tally())
    assert found["sections"] == {
        "count": 4,
        "exact": 1,
        "one": 2,
        "two": 0,
        "more": 0,
        "part": 0,
        "left": 1,
        "guesses": 0,
    }
    assert found["ratings"]["left"] == 4
    assert found["kinds"]["games"] == {"facts": 1, "explains": 2}
    page = make_summary_html("A <year>", tally(), 2)
    assert "<h1>A &lt;year&gt;</h1>" in page
    cells = [html.unescape(cell) for cell in re.findall(r"<td[^>]*>([^<]*)", page)]
    at = cells.index("match with one correction")
    assert cells[at + 1] == "2"
    assert "width:50.00%" in page
    assert "2 files couldn’t be compared." in html.unescape(page)
