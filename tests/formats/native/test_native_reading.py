"""The event file: every key is understood, and wrong ones are named with their place."""

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest

from tests.build import event_file
from tests.shared_data import shared
from uscalc.document.model import (
    BirthDate,
    Document,
    PrizeFloor,
    RatingFacts,
    RulesChoice,
)
from uscalc.formats.native.reader import read_event
from uscalc.formats.opened import FormatError


def event(**player: Any) -> dict[str, Any]:
    return event_file({"number": 1}, {"number": 4, "results": [], **player})


def read(value: Any) -> Document:
    return read_event(json.dumps(value).encode())


def refused(value: Any) -> str:
    with pytest.raises(FormatError) as caught:
        read(value)
    line = str(caught.value)
    assert "\n" not in line
    return line


def facts(**keys: Any) -> RatingFacts:
    document = read(event(ratings={"R": keys}))
    return document.sections[0].players[1].facts("R")


def test_a_minimal_event_takes_every_default_and_unknown_differs_from_absent():
    document = read(
        {
            "format": "uscalc-event",
            "version": 1,
            "name": "Lantern Open",
            "end_date": "2025-09-01",
        }
    )
    assert document == Document("Lantern Open", dt.date(2025, 9, 1))
    value = event(ratings={"Q": {"rating": None}, "B": {"rating": "unknown"}})
    player = read(value).sections[0].players[1]
    assert player.ratings == (("Q", RatingFacts()), ("B", RatingFacts(unknown=True)))
    assert player.facts("R") == RatingFacts()
    assert facts(prize_floor=1800).prize_floor == PrizeFloor(1800)
    players = read(event(number=1, results=["???"])).sections[0].players
    assert [player.number for player in players] == [1, 1]


@pytest.mark.parametrize("year", ["2009", 2009])
def test_a_birth_year_alone_means_july_1(year):
    player = read(event(birth_date=year)).sections[0].players[1]
    assert player.birth == BirthDate(dt.date(2009, 7, 1), year_only=True)


@pytest.mark.parametrize(
    ("rules", "choice"),
    [
        (None, RulesChoice()),
        ("2015", RulesChoice("2015")),
        ({"edition": "2020"}, RulesChoice("2020")),
        (
            {"bonus_multiplier": 12, "effective_games": "2009", "edition": None},
            RulesChoice(
                None, (("bonus_multiplier", 12.0), ("effective_games", "2009"))
            ),
        ),
    ],
)
def test_rules_are_an_edition_or_parameters(rules, choice):
    value = event()
    value["sections"][0]["rules"] = rules
    assert read(value).sections[0].rules == choice


WRONG = """
{"rattings": {}}
: unknown key "rattings". Did you mean "ratings"?
{"fide": {"rating": 1800, "zzz": 1}}
, fide: unknown key "zzz". Known keys here: rating, as_of
{"ratings": {"R": {"raiting": 1500}}}
, ratings.R: unknown key "raiting". Did you mean "rating"?
{"ratings": {"X": {}}}
, ratings: unknown key "X". Known keys here: R, Q, B, OR, OQ, OB
{"ratings": {"R": {"rating": "1500"}}}
, ratings.R.rating: "1500" isn't a valid rating. Write a number, null, or "unknown"
{"ratings": {"R": {"rating": 99.9}}}
, ratings.R.rating: 99.9 isn't a valid rating. Use a number from 100 to 3000
{"ratings": {"R": {"peak": true}}}
, ratings.R.peak: true isn't a number. Write a number
{"ratings": {"R": {"games": 2.5}}}
, ratings.R.games: 2.5 isn't a whole number. Write a whole number without quotes
{"ratings": {"R": {"source": "offical"}}}
, ratings.R.source: "offical" isn't an allowed value. Use "official", "latest", "published" \
or "typed"
{"results": ["W2", 3]}
, round 2: 3 isn't text. Write it in quotation marks
{"birth_date": "2009-02-30"}
, birth_date: "2009-02-30" isn't a valid date. Write it like "2025-09-01"
{"id": 12}
, id: 12 isn't text. Write it in quotation marks
{"adult": 1}
, adult: 1 is neither true nor false. Write true or false
{"fide": 1800}
, fide: 1800 isn't an object. Write an object: {...}
{"published": {"R": {"games": 3}}}
, published.R: the key "rating" is missing. Add it
""".strip().split("\n")
"""Keys of player 4, each with what is said of it after its place."""


@pytest.mark.parametrize(
    ("player", "line"), list(zip(WRONG[::2], WRONG[1::2], strict=True)), ids=WRONG[::2]
)
def test_a_wrong_value_is_named_with_its_place(player, line):
    said = refused(event(**json.loads(player)))
    assert said.removesuffix(".") == f'section "Open", player 4{line}'


def test_mistakes_are_counted_and_the_misspelled_key_comes_first():
    assert refused(event(number=100000)).removesuffix(".") == (
        'section "Open", player 100000, number: 100000 is too large. The maximum is 99999'
    )
    value = event(nubmer=4, adult=1, id=2)
    del value["sections"][0]["players"][1]["number"]
    assert refused(value) == (
        'section "Open", the player in row 2: unknown key "nubmer". Did '
        'you mean "number"? (and 3 more).'
    )
    value = event()
    value["sections"][0] = {"players": [{"number": 0}]}
    assert refused(value).startswith("section 1, player 0, number: 0 is too small")
    value["sections"][0] = {}
    assert read(value).sections[0].name == "Section 1"
    value["sections"][0]["rules"] = {"bonus_multiplier": True}
    assert refused(value).startswith(
        'section "Open", rules.bonus_multiplier: true can\'t be the value '
        "of a rule parameter"
    )
    with pytest.raises(FormatError) as caught:
        read_event(b"{}", Path("club/lantern.uscalc"))
    assert str(caught.value).startswith("club/lantern.uscalc: ")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "other"}, '"format" is "other"'),
        ({"format": None}, '"format" is null'),
        (
            {"version": 2},
            "file format version 2 is newer than this program supports (1)",
        ),
        ({"version": "1"}, '"version" is "1"'),
        ({"version": True}, '"version" is true'),
        ({"version": 0}, '"version" is 0'),
        ({"version": 10**400}, "file format version a number out of range is newer"),
        ({"end_date": "20250901"}, 'end_date: "20250901" isn\'t a valid date'),
        ({"name": 3}, "name: 3 isn't text"),
        ({"sections": {}}, "sections: an object isn't a list"),
        (
            {"endd_date": "2025-09-01"},
            'unknown key "endd_date". Did you mean "end_date"',
        ),
    ],
)
def test_a_wrong_format_or_version_is_explained(change, words):
    assert words.casefold() in refused(event() | change).casefold()


@pytest.mark.parametrize("key", ["format", "version", "name", "end_date"])
def test_the_head_is_required(key):
    value = event()
    del value[key]
    line = refused(value)
    assert f'"{key}" is' in line
    assert "missing" in line


@pytest.mark.parametrize("value", [[], "text", 3, None])
def test_other_json_is_no_event(value):
    assert "isn't an event" in refused(value)


def test_the_shared_sections_are_read():
    files = sorted(shared("realdata").glob("*.uscalc"))
    assert len(files) == 211
    for path in files:
        document = read_event(path.read_bytes(), path)
        assert document.sections[0].players, path
