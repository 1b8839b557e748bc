"""The HTML page of a derivation: typeset formulas, bars, folded searches."""

import html
import io
import re
import xml.etree.ElementTree as ET
from html import escape
from html.parser import HTMLParser

import pytest
from rich.console import Console

from tests.document.audit.test_summary import audit, fact
from tests.engine.make import rules
from tests.explain.make import derive
from tests.explain.test_paths import PATHS
from uscalc.document.audit.result import AuditTally
from uscalc.explain.derive import derive_rating
from uscalc.explain.glossary import list_marked_terms
from uscalc.report import audit_results
from uscalc.report.as_html import make_derivation_html
from uscalc.report.as_text import print_to
from uscalc.report.data_pages import read_glossary

EMPTY = {"meta", "br"}


class Nesting(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("path", PATHS)
def test_the_page_is_whole_and_explains_every_marked_word(path):
    derivation = derive(PATHS[path](rules("2025")))
    page = make_derivation_html(derivation)
    nesting = Nesting()
    nesting.feed(page)
    assert nesting.open == []
    assert not re.search(r"https?:|src=|<script|@import|url\(", page)
    pieces = sum(len(line.typeset) for line in derivation.iterate_lines())
    assert nesting.seen.count("math") == pieces
    games = sum(len(chapter.games) for chapter in derivation.chapters)
    assert page.count('class="bar"') == games
    gauges = sum(line.gauge is not None for line in derivation.iterate_lines())
    assert len(re.findall(r'class="gauge( passed)?"', page)) == gauges
    keys = list_marked_terms(derivation)
    assert keys
    assert re.findall(r'<dt id="word-([^"]+)">', page) == list(keys)
    assert set(re.findall(r'href="#word-([^"]+)"', page)) == set(keys)
    assert page.count("<svg ") == len(keys)
    for key in keys:
        entry = read_glossary()[key]
        assert escape(entry.meaning, quote=False).replace("'", "&#39;") in page
        assert entry.sketch.alt.replace("'", "&#39;") in page


def test_formulas_walks_and_bars_are_complete():
    page = make_derivation_html(derive(PATHS["unrated from sources"](rules("2025"))))
    found = [ET.fromstring(text) for text in re.findall(r"<math>.*?</math>", page)]
    for tag in ("mfrac", "msqrt"):
        assert any(math.find(f".//{tag}") is not None for math in found)
    derivation = derive(PATHS["special"](rules("2025")))
    page = make_derivation_html(derivation)
    assert "<summary>" in page
    assert page.count('<th class="n">Expected at 1561.43</th>') == 2
    for line in derivation.iterate_lines():
        assert page.count(f'id="{line.key}"') == 1
    derivation = derive(PATHS["standard with bonus"](rules("2025")))
    page = make_derivation_html(derivation)
    game = derivation.chapters[-2].games[0]
    assert f'<i style="width:{100 * game.expected:.2f}%"></i>' in page
    assert 'class="gauge passed"' in page


def test_names_and_counts_are_text():
    trace = PATHS["special"](rules("2025"))
    page = make_derivation_html(
        derive_rating(trace, 0, lambda n: f"<b>{{prior}} K</b> {n}")
    )
    assert "<b>{prior}" not in page
    assert "&lt;b&gt;{prior} K&lt;/b&gt; 2" in page
    lines = text(tally())
    (one,) = [line for line in lines if "match with one correction" in line]
    assert one.split()[4] == "2"
    assert one.count(audit_results.BAR) == audit_results.WIDE // 2
    (none,) = [line for line in lines if "with two corrections" in line]
    assert audit_results.BAR not in none
    assert any("floor" in line for line in lines)
    assert lines[-1] == "2 files couldn't be compared."
    assert audit_results.make_bar(0.0001) == audit_results.BAR
    assert audit_results.make_bar(0.0) == ""
    assert audit_results.make_bar(1.0) == audit_results.BAR * audit_results.WIDE


def tally() -> AuditTally:
    found = AuditTally()
    found.count_audits([audit(fact()), audit(fact("floor")), audit(missed=0), audit()])
    return found


def text(given: AuditTally) -> list[str]:
    out = io.StringIO()
    print_to(Console(file=out, width=100), *audit_results.make_summary_parts(given, 2))
    return [line.rstrip() for line in out.getvalue().splitlines() if line.strip()]


def test_data_and_page_have_the_same_counts():
    found = audit_results.make_summary_json(tally())
    none = dict.fromkeys(("two", "more", "part", "guesses"), 0)
    assert found["sections"] == {"count": 4, "exact": 1, "one": 2, "left": 1} | none
    assert found["ratings"]["left"] == 4
    assert found["kinds"]["games"] == {"facts": 1, "explains": 2}
    page = audit_results.make_summary_html("A <year>", tally(), 2)
    assert "<h1>A &lt;year&gt;</h1>" in page
    cells = [html.unescape(cell) for cell in re.findall(r"<td[^>]*>([^<]*)", page)]
    assert cells[cells.index("match with one correction") + 1] == "2"
    assert "width:50.00%" in page
    assert "2 files couldn’t be compared." in html.unescape(page)
