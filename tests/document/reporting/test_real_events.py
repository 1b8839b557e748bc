"""Real events have been rated: hardly anything of their games can be refused."""

from collections import Counter

import pytest

from tests.made_files.samples import sample
from tests.shared_data import shared
from uscalc.document.model import Document
from uscalc.document.reporting.check import check_report
from uscalc.document.reporting.findings import find_address
from uscalc.formats import open_event
from uscalc.rules.resolve import resolve_rules

LACKING = {"affiliate", "chief director", "place", "member ID"}
"""What pages of the federation do not have, or have without names and IDs."""


def doubts(document: Document) -> Counter[tuple[str, str, str]]:
    return Counter(
        (f.severity, find_address(f), f.about)
        for f in check_report(document, resolve_rules)
        if f.about not in LACKING
    )


def test_rated_events_are_hardly_accused_of_anything():
    files = sorted(shared("realdata").glob("*.uscalc"))
    players = 0
    found: Counter[tuple[str, str, str]] = Counter()
    for file in files:
        document = open_event(file).document
        players += sum(len(s.players) for s in document.sections)
        found += doubts(document)
    assert len(files) > 200
    assert not [key for key in found if key[1] == "game"]
    refused = sum(n for key, n in found.items() if key[0] == "stops")
    asked = sum(n for key, n in found.items() if key[0] == "warns")
    assert refused <= len(files) // 10
    assert asked <= players // 40


@pytest.mark.parametrize("name", ["club-april", "shared/mcc-2026-04", "shared/oct2025"])
def test_reports_that_were_taken_are_not_refused(name):
    document = open_event(sample("dbf", name)).document
    found = check_report(document, resolve_rules)
    assert [str(f) for f in found if f.severity == "stops"] == []
    assert len(found) <= 3
