"""What a report's checks say of residents of Canada and their CFC ratings."""

from typing import Any

import pytest

from tests.document.reporting.test_checks import END, SAID, player, section
from uscalc.document.findings import Finding
from uscalc.document.model import Document, ForeignRating
from uscalc.document.reporting.check import check_report
from uscalc.rules.resolve import resolve_rules


def told(**facts: Any) -> list[Finding]:
    """What is said of CFC ratings where the first player has these facts."""
    players = (player(1, **facts), *(player(n) for n in (2, 3, 4)))
    event = Document("Event", END, (section(*players),), report=SAID)
    found = check_report(event, resolve_rules)
    return [finding for finding in found if finding.about == "CFC rating"]


CFC = ForeignRating(1700.0)


def test_an_unrated_player_with_a_cfc_rating_is_a_warning():
    (found,) = told(ratings=(), cfc=CFC, state="ON")
    assert found.severity == "warns"
    assert found.player == 1
    assert "This unrated player has a CFC rating (1700)" in found.message
    assert "Tell US Chess" in found.remedy


def test_a_cfc_rating_of_a_resident_of_elsewhere_is_asked_about():
    (found,) = told(ratings=(), cfc=CFC, state="TX")
    assert "only a resident of Canada, but the state is TX" in found.message


def test_an_unrated_resident_of_canada_is_asked_for_a_cfc_rating():
    (found,) = told(ratings=(), state="QC")
    assert "from QC, Canada, has no CFC rating" in found.message


@pytest.mark.parametrize("facts", [{}, {"state": "ON"}, {"ratings": (), "state": "TX"}])
def test_no_other_player_is_asked_about(facts):
    assert told(**facts) == []
