"""Settings and facts change as typed, refuse what cannot be, and name the edit."""

import datetime as dt
from typing import Any

import pytest

from tests.build import document, player, section
from tests.shared_data import load_cases
from uscalc.document.edit.settings import (
    Field,
    Target,
    make_fields,
    set_event,
    set_facts,
    set_player,
    set_published,
    set_section,
)
from uscalc.document.model import (
    Edit,
    ForeignRating,
    MatchNetChanges,
    OfficialStartingRating,
    PrizeFloor,
    PublishedRating,
    RatingFacts,
)
from uscalc.engine.inputs import System

FORMS = ("person", "rating", "floors", "foreign", "office", "matches", "published")
ALL = tuple(field for form in FORMS for field in make_fields(form))
EVENT = document(section(player(1, "W2"), player(2, "L1", rating=None)))


def facts_after(edit: Edit, row: int = 0, system: System = "R") -> RatingFacts:
    assert not edit.refused
    return edit.document.sections[0].players[row].facts(system)


def field(name: str) -> Field:
    return next(field for field in ALL if field.name == name)


def typed(name: str, text: str, row: int = 0, before: Any = EVENT) -> Edit:
    return field(name).make_edit(Target(before, 0, row, "R"), text)


def test_events_and_sections_have_names_and_ordered_dates():
    assert set_event(EVENT, name="  ").refused == ("enter an event name",)
    assert set_event(EVENT, name=" May  Open ").document.name == "May Open"
    late = document(section(player(1), start_date=dt.date(2025, 8, 30)))
    edit = set_event(late, end_date=dt.date(2025, 8, 1))
    assert edit.refused == ('"Open" starts on 8/30/2025, after the event ends',)
    assert not set_event(late, end_date=dt.date(2025, 8, 30)).refused
    assert set_section(EVENT, 0, name="").refused
    assert set_section(EVENT, 0, systems=()).refused
    assert set_section(EVENT, 0, start_date=dt.date(2026, 1, 1)).refused
    edit = set_section(EVENT, 0, start_date=dt.date(2025, 8, 30))
    assert edit.document.sections[0].start_date == dt.date(2025, 8, 30)
    assert set_event(EVENT, name="Test Open").document is EVENT
    assert set_section(EVENT, 0, name="Open").document is EVENT
    assert set_player(EVENT, 0, 0, name="Player 1").document is EVENT
    assert set_facts(EVENT, 0, 0, "R", rating=1500.0).document is EVENT
    assert set_published(EVENT, 0, 0, "R", None).document is EVENT


def test_a_rating_brings_its_games_and_forgets_facts_of_the_old_one():
    before = set_facts(
        EVENT, 0, 0, "R", as_of=dt.date(2025, 1, 1), rounded=False, source="official"
    ).document
    facts = facts_after(set_facts(before, 0, 0, "R", rating=1600.0))
    assert facts == RatingFacts(1600.0, games=50, source="typed")
    unknown = typed("state", "unknown")
    assert facts_after(unknown) == RatingFacts(unknown=True)
    assert facts_after(typed("state", "unrated", before=unknown.document)) == (
        RatingFacts()
    )
    assert facts_after(typed("rating", "?")) == RatingFacts(unknown=True)
    assert facts_after(typed("rating", "new")) == RatingFacts()
    assert typed("state", "rated", 1).refused == ("enter the rating above",)
    edit = typed("rating", "new")
    assert edit.document.sections[0].players[0].ratings == ()
    facts = facts_after(typed("rating", "1450p12"))
    assert (facts.rating, facts.games) == (1450.0, 12)
    assert facts_after(typed("games", "")).games is None


@pytest.mark.parametrize(
    ("name", "text"), load_cases("test_settings", "what_cannot_be_is_refused_in_words")
)
def test_what_cannot_be_is_refused_in_words(name, text):
    edit = typed(name, text)
    assert edit.document is EVENT
    assert edit.refused
    assert all(len(reason) > 12 and "_" not in reason for reason in edit.refused)


EXAMPLES = load_cases("test_settings", "examples")
AFTER = {
    "prizeAmount": ("prizeLevel", "4000"),
    "prizeDate": ("prizeLevel", "5/1/2024"),
    "fideAsOf": ("fideRating", "8/1/2025"),
    "cfcAsOf": ("cfcRating", "8/1/2025"),
    "initialGames": ("initialRating", "4"),
    "publishedGames": ("publishedRating", "33"),
}


@pytest.mark.parametrize("name", [field.name for field in ALL])
def test_every_field_shows_what_was_typed_and_can_be_emptied(name):
    before, text = EVENT, EXAMPLES.get(name, "")
    if name in AFTER:
        first, text = AFTER[name]
        before = typed(first, EXAMPLES[first]).document
    edit = typed(name, text, before=before)
    assert not edit.refused
    assert edit.document is not before
    target = Target(edit.document, 0, 0, "R")
    assert field(name).read(target) == text
    assert field(name).make_edit(target, text).document is edit.document
    if name not in ("name", "state", "lifeMaster", "initialGames"):
        emptied = field(name).make_edit(target, "")
        assert not emptied.refused
        assert field(name).read(Target(emptied.document)) == ""


def test_parts_make_larger_facts_and_edits_are_named():
    edit = typed("prizeLevel", "1800")
    edit = typed("prizeAmount", "4000", before=edit.document)
    assert facts_after(edit).prize_floor == PrizeFloor(1800, 4000.0)
    edit = typed("initialRating", "406", 1)
    assert facts_after(edit, 1).initial == OfficialStartingRating(406.0, 0)
    edit = typed("net180", "-5", before=edit.document)
    assert facts_after(edit).matches == MatchNetChanges(-5.0, None)
    assert facts_after(typed("net180", "", before=edit.document)).matches is None
    edit = typed("fideAsOf", "2025-08-01", before=typed("fideRating", "1810").document)
    target = Target(edit.document, 0, 0, "R")
    assert field("fideRating").make_edit(target, "1810").document is edit.document
    changed = field("fideRating").make_edit(target, "1820").document
    assert changed.sections[0].players[0].fide == ForeignRating(1820.0)
    edit = set_published(EVENT, 0, 0, "B", PublishedRating(1400.0))
    edit = set_published(edit.document, 0, 0, "R", PublishedRating(1501.5, 51))
    published = edit.document.sections[0].players[0].published
    assert [system for system, _ in published] == ["R", "B"]
    assert typed("birth", "2009").name == "Player 1: birth date"
    assert typed("peak", "1700").name == "Player 1, Regular: highest rating"
    assert typed("rating", "1450/12").name == (
        "Player 1, Regular: rating, number of games"
    )
    assert typed("rating", "?").name == "Player 1, Regular: rating"
