"""The table of findings in any width: every word is read, in lines inside its row."""

from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.document.reporting.test_checks import changed, found
from tests.often import often
from tests.ui.truncated import svg_of
from uscalc.ui.report.report_view import ReportModel, ReportTable
from uscalc.ui.widgets.plain_table import share_width

LONG = "Longest-Of-Allthenamesthathave, Everbeen Written Ontothe Sheet"
HOSTILE = changed(1, name=LONG, id="12", results=("W9w", "zz", "L1"))


@pytest.mark.parametrize("width", [1400, 824, 560])
def test_every_word_of_a_finding_is_read_in_any_width(qapp, theme, width):
    model = ReportModel()
    table = ReportTable(model, theme)
    findings = found(HOSTILE)
    assert len(findings) > 4
    table.resize(width, 2000)
    model.show_findings(findings, HOSTILE)
    table.ensurePolished()
    drawn = [t for t in ElementTree.fromstring(svg_of(table)).iter() if t.text]
    said = "".join("".join(text.itertext()) for text in drawn)
    plain = said.replace(" ", "")
    for finding in model.findings:
        assert finding.message.replace(" ", "").lower() in plain.lower()
        assert finding.remedy.replace(" ", "").lower() in plain.lower()
    assert table.horizontalHeader().length() <= table.viewport().width(), "all in sight"
    heights = [table.rowHeight(row) for row in range(model.rowCount())]
    if width > 1000:
        assert len(set(heights)) == 1, "where there is room, nothing is broken"
    else:
        assert max(heights) > min(heights)
    table.close()


def test_a_row_is_as_high_as_its_words_are_now(qapp, theme):
    model = ReportModel()
    table = ReportTable(model, theme)
    table.resize(700, 400)
    model.show_findings(found(HOSTILE), HOSTILE)
    low = table.rowHeight(0)
    tall = [table.rowHeight(row) for row in range(model.rowCount())]
    model.show_findings(found(changed(1, id="12")), changed(1, id="12"))
    assert table.rowHeight(0) <= low
    model.show_findings(found(HOSTILE), HOSTILE)
    assert [table.rowHeight(row) for row in range(model.rowCount())] == tall
    # The same findings of somebody with another name.
    other = replace(
        HOSTILE,
        sections=tuple(
            replace(s, players=tuple(replace(p, name="Z") for p in s.players))
            for s in HOSTILE.sections
        ),
    )
    model.show_findings(model.findings, other)
    table.resize(1400, 400)
    assert sum(table.rowHeight(r) for r in range(model.rowCount())) < sum(tall)
    table.close()


@often(100)
@given(st.integers(-50, 900), st.dictionaries(st.integers(0, 5), st.integers(0, 900)))
def test_room_is_shared_and_never_more_than_there_is(free, wants):
    given_to = share_width(free, wants)
    assert set(given_to) == set(wants)
    assert sum(given_to.values()) <= max(free, 0)
    assert all(0 <= given_to[column] <= want for column, want in wants.items())
    if sum(wants.values()) <= free:
        assert given_to == wants
    in_order = sorted(wants, key=wants.__getitem__)
    for one, other in pairwise(in_order):
        assert given_to[one] <= given_to[other] + 1, "who wants more has no less"
