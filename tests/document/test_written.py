"""One grammar of ratings: whatever one way of giving a rating takes, every way takes."""

import datetime as dt

import pytest

from uscalc.document.edit.block import plan_paste, read_block
from uscalc.document.edit.cells import write_rating
from uscalc.document.edit.settings import Target, make_fields
from uscalc.document.facts.typed import ParsedRating, parse_rating
from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.formats import open_text
from uscalc.formats.shared import loose
from uscalc.ratinglist.cells import parse_listed_rating

RATED = {
    "1450": (1450.0, None),
    " 1450 ": (1450.0, None),
    "1450.0": (1450.0, None),
    "554.22": (554.22, None),
    "554,22": (554.22, None),
    "1450/7": (1450.0, 7),
    "1450/112": (1450.0, 112),
    "1450P7": (1450.0, 7),
    "1450 p 7": (1450.0, 7),
    "1450*": (1450.0, None),
    "1450/7*": (1450.0, 7),
    "*1450": (1450.0, None),
}
UNRATED = ("new", "NEW", "unr", "UNR.", "Unrated", "nr", "NR", "n/r")
ODD = ("abc", "1450/", "/7", "1e3", "-1450", "14 50", "1450.", "١٤٥٠", "1450//7", "inf")

EVENT = Document(
    "A",
    dt.date(2025, 5, 4),
    (
        Section(
            "Open",
            systems=("R",),
            players=(
                Player(1, "Ada", ratings=(("R", RatingFacts(1300.0, games=30)),)),
            ),
        ),
    ),
)


def typed(text: str) -> RatingFacts | None:
    edit = write_rating(EVENT, 0, 0, "R", text)
    return None if edit.refused else edit.document.sections[0].players[0].facts("R")


def pasted(text: str) -> RatingFacts | None:
    plan = plan_paste(EVENT, 0, 0, ["rating"], read_block(text), "R")
    return (
        None
        if plan.refused_cells
        else plan.edit.document.sections[0].players[0].facts("R")
    )


def read(text: str) -> RatingFacts | None:
    table = f"No.\tName\tRating\tRd 1\n1\tAda\t{text}\tW2\n2\tBea\t1500\tL1\n"
    opened = open_text(table, dt.date(2025, 5, 4))
    facts = opened.document.sections[0].players[0].facts("R")
    return None if facts.unknown else facts


@pytest.mark.parametrize("text", RATED)
def test_a_rating_is_the_same_however_it_comes(text):
    rating, games = RATED[text]
    assert parse_rating(text) == ParsedRating("rated", rating, games)
    for way in (typed, pasted):
        facts = way(text)
        # Games that nobody speaks of stay.
        assert (facts.rating, facts.games) == (rating, games or 30)
    facts = read(text)
    assert (facts.rating, facts.games) == (rating, games)
    assert loose.parse_rating_facts(text) == RatingFacts(rating, games=games)
    listed = parse_listed_rating(text)
    assert (listed.readable, listed.rating, listed.games) == (True, rating, games)


@pytest.mark.parametrize("text", UNRATED)
def test_a_word_for_a_new_player_is_one_in_every_way(text):
    for way in (typed, pasted, read):
        facts = way(text)
        assert facts is not None, way
        assert (facts.rating, facts.unknown) == (None, False)
    listed = parse_listed_rating(text)
    assert (listed.readable, listed.rating) == (True, None)


@pytest.mark.parametrize("text", ODD)
def test_what_is_no_rating_is_none_in_any_way(text):
    assert parse_rating(text) is None
    assert typed(text) is None
    assert pasted(text) is None
    assert loose.parse_rating_facts(text) is None
    assert not parse_listed_rating(text).readable


def test_a_question_mark_marks_an_unknown_rating():
    for way in (typed, pasted):
        facts = way("?")
        assert facts.unknown
    assert read("?") is None


@pytest.mark.parametrize("text", ["99", "3001", "9999/5", "0.5"])
def test_a_rating_beyond_the_bounds_is_none(text):
    written = parse_rating(text)
    assert not written.is_possible
    assert typed(text) is None
    assert pasted(text) is None
    assert loose.parse_rating_facts(text) is None
    assert not parse_listed_rating(text).readable


@pytest.mark.parametrize("text", [*RATED, *UNRATED, "?"])
def test_the_form_takes_what_the_cell_takes(text):
    (field,) = (field for field in make_fields("rating") if field.name == "rating")
    edit = field.write(Target(EVENT, 0, 0, "R"), text)
    assert not edit.refused
    facts, others = edit.document.sections[0].players[0].facts("R"), typed(text)
    assert (facts.rating, facts.unknown) == (others.rating, others.unknown)
    assert facts.games == others.games
