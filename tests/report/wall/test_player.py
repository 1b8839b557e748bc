"""The page for one player: the whole derivation, and nobody's age."""

import datetime as dt
import html
from dataclasses import replace

import pytest

from tests.build import require
from tests.report.wall.make import BORN, IDS, crowd, document, player, rate, section
from tests.report.wall.read import Shown
from uscalc.document.model import BirthDate
from uscalc.document.rate.whole import rate_document
from uscalc.explain.derive import derive_rating
from uscalc.report.player_page import make_player_html, make_player_page
from uscalc.report.tables import format_person
from uscalc.rules.resolve import resolve_rules


@pytest.mark.parametrize("number", [2, 3, 20])
def test_the_page_has_every_line_of_the_derivation(number):
    rated = rate(crowd(24))
    page = make_player_page(rated, 0, number)
    page_html = make_player_html(page)
    shown = " ".join(html.unescape(page_html).split())
    rating = rated.sections[0].ratings[0]
    names = {
        p.number: format_person(p.name) for p in rated.document.sections[0].players
    }
    derivation = derive_rating(rating.trace, rating.places[number], names.__getitem__)
    by_age = rating.find_trace(number).start.how == "age"
    lines = list(derivation.iterate_lines())
    assert len(lines) > 3
    for line in lines:
        if by_age and line.key == "r0":
            continue
        assert line.text in shown
        assert line.value in shown
    formulas = [line for line in lines if line.typeset and line.key != "r0"]
    assert len(formulas) > 2
    assert page_html.count("<math>") >= sum(len(line.typeset) for line in formulas)
    for chapter in derivation.chapters:
        assert chapter.title in shown
        for game in chapter.games:
            assert game.expectation in shown
    assert page.status in shown
    assert page.name in shown
    assert "If the event ended after round 2" in shown


def test_a_players_page_is_escaped_and_private():
    rated = rate(crowd(24))
    page = make_player_page(rated, 0, 1)
    assert page.name == "<script>alert('x')</script>"
    shown = Shown(make_player_html(page))
    assert "script" not in shown.tags
    assert shown.texts("h1") == [page.name]
    for number in range(1, 25):
        page = require(make_player_page(rated, 0, number))
        text = make_player_html(page)
        assert not any(str(IDS + n) in text for n in range(1, 25))
        assert str(BORN) not in text
    rated = rate(section(player(1, 1500, "W2"), player(2, 1400, "W1")))
    assert make_player_page(rated, 0, 1) is None
    assert make_player_page(rate(crowd(8)), 0, 99) is None


def test_a_rating_by_age_does_not_tell_the_age():
    born = dt.date(2012, 2, 29)
    young = replace(player(1, None, "W2"), birth=BirthDate(born))
    rated = rate_document(
        document(section(young, player(2, 1400, "L1"))), resolve_rules
    )
    trace = rated.sections[0].ratings[0].find_trace(1)
    assert trace.start.how == "age"
    assert trace.start.age is not None
    page = require(make_player_page(rated, 0, 1))
    text = html.unescape(make_player_html(page))
    assert (
        "The rating is based on the age on the last day of the event. The age itself isn't printed."
        in text
    )
    for told in (f"{trace.start.age:.1f}", f"{trace.start.age:.4f}", "2012", "years"):
        assert told not in text, told
