"""The event file: every key is understood, and wrong ones are reported with their place."""

import datetime as dt
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.build import event_file
from uscalc.document.model import (
    BirthDate,
    Document,
    PrizeFloor,
    RatingFacts,
    RulesChoice,
)
from uscalc.formats import open_event
from uscalc.formats.native.reader import LIMIT, read_event, save_event
from uscalc.formats.native.text import parse_json
from uscalc.formats.native.write import find_present_version, migrate_object
from uscalc.formats.opened import FormatError
from uscalc.formats.shared.files import SIZE_LIMIT


def event(**player: Any) -> dict[str, Any]:
    return event_file({"number": 1}, {"number": 4, "results": [], **player})


def read(value: Any) -> Document:
    return read_event(json.dumps(value).encode())


def refused(value: Any) -> str:
    return refusal(json.dumps(value).encode())


def refusal(data: bytes) -> str:
    with pytest.raises(FormatError) as caught:
        read_event(data)
    line = str(caught.value)
    assert "\n" not in line
    return line


def facts(**keys: Any) -> RatingFacts:
    return read(event(ratings={"R": keys})).sections[0].players[1].facts("R")


def test_a_minimal_event_takes_every_default_and_unknown_differs_from_absent():
    document = read({key: value for key, value in event().items() if key != "sections"})
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


PARAMETERS = {"bonus_multiplier": 12, "effective_games": "2009"}


@pytest.mark.parametrize(
    ("rules", "choice"),
    [
        (None, RulesChoice()),
        ("2015", RulesChoice("2015")),
        ({"edition": "2020"}, RulesChoice("2020")),
        ({**PARAMETERS, "edition": None}, RulesChoice(None, tuple(PARAMETERS.items()))),
    ],
)
def test_rules_are_an_edition_or_parameters(rules, choice):
    value = event()
    value["sections"][0]["rules"] = rules
    assert read(value).sections[0].rules == choice
    value["sections"][0]["rules"] = {"bonus_multiplier": True}
    said = "rules.bonus_multiplier: true can't be the value of a rule parameter"
    assert refused(value).startswith(f'section "Open", {said}')


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
"""Keys of player 4, each with the message that follows its place."""


@pytest.mark.parametrize(
    ("player", "line"), list(zip(WRONG[::2], WRONG[1::2], strict=True)), ids=WRONG[::2]
)
def test_a_wrong_value_is_named_with_its_place(player, line):
    said = refused(event(**json.loads(player)))
    assert said.removesuffix(".") == f'section "Open", player 4{line}'


def test_errors_are_counted_and_the_misspelled_key_comes_first():
    assert refused(event(number=100000)).removesuffix(".") == (
        'section "Open", player 100000, number: 100000 is too large. The maximum is 99999'
    )
    value = event(nubmer=4, adult=1, id=2)
    del value["sections"][0]["players"][1]["number"]
    assert refused(value) == (
        'section "Open", the player in row 2: unknown key "nubmer". Did '
        'you mean "number"? (and 3 more).'
    )


def test_sections_without_a_name_are_counted():
    value = event()
    value["sections"][0] = {"players": [{"number": 0}]}
    assert refused(value).startswith("section 1, player 0, number: 0 is too small")
    value["sections"][0] = {}
    assert read(value).sections[0].name == "Section 1"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "other"}, '"format" is "other"'),
        ({"format": None}, '"format" is null'),
        ({"version": 2}, "version 2 is newer than this program supports (1)"),
        ({"version": "1"}, '"version" is "1"'),
        ({"version": True}, '"version" is true'),
        ({"version": 0}, '"version" is 0'),
        ({"version": 10**400}, "file format version a number out of range is newer"),
        ({"end_date": "20250901"}, 'end_date: "20250901" isn\'t a valid date'),
        ({"name": 3}, "name: 3 isn't text"),
        ({"sections": {}}, "sections: an object isn't a list"),
        ({"endd_date": ""}, 'unknown key "endd_date". Did you mean "end_date"'),
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


# For any bytes, reading gives an event or one clear line.

HEAD = '{"format": "uscalc-event", "version": 1, "name": "A", "end_date": "2025-01-01"'
GOOD = HEAD + "}"


def test_large_files_and_marks_are_read_up_to_the_limit(tmp_path):
    assert read_event(b"\xef\xbb\xbf" + GOOD.encode()).name == "A"
    assert parse_json(b'{"a": [1, -20, 1.5]}') == {"a": [1, -20, 1.5]}
    path = tmp_path / "huge.uscalc"
    with path.open("wb") as file:
        file.truncate(SIZE_LIMIT * 4)
    with pytest.raises(FormatError, match="128 MB"):
        open_event(path)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "the file is empty"),
        (b" \n\t", "the file is empty"),
        (GOOD.encode("utf-16"), "UTF-16"),
        (GOOD.encode("utf-16-le"), "UTF-16"),
        (GOOD.encode("utf-16-be"), "UTF-16"),
        (GOOD.encode("utf-32"), "UTF-32"),
        (b"PK\x03\x04\0\0\0", "binary"),
        (b'{\n"name":\n"Caf\xe9"}', "line 3: byte E9 isn't valid UTF-8"),
        (b'{"a": 1,\n "b"', "line 2, column 5: the file ends too early"),
        (b'{"a": 1,\n "b" 2}', "line 2, column 6: not valid JSON: expecting ':'"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (f'{HEAD}, "name": "B"}}'.encode(), 'the key "name" appears twice'),
        (
            f'{HEAD}, "sections": [{{"name": "Open", "players": [{{"number": 4,'
            '"fide": {"rating": 1, "rating": 2}}]}]}'.encode(),
            'section "Open", player 4, fide: the key "rating" appears twice',
        ),
        (
            f'{HEAD}, "zzz": "\\ud800"}}'.encode(),
            "zzz: the text has an incomplete character",
        ),
        (
            f'{HEAD}, "sections": [{{"rules": {{"\\udfff": 1}}}}]}}'.encode(),
            "the text has an incomplete character",
        ),
    ],
)
def test_damage_is_explained_with_its_place(data, words):
    assert words.casefold() in refusal(data).casefold()


@pytest.mark.parametrize(
    "number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "9" * 5000, "9" * 400]
)
@pytest.mark.parametrize("key", ["rating", "peak", "games", "floor", "prize_floor"])
def test_numbers_beyond_all_bounds_are_refused_with_their_place(number, key):
    line = refusal(
        f'{HEAD}, "sections": [{{"name": "Open", "players": [{{"number": 4, '
        f'"ratings": {{"R": {{"{key}": {number}}}}}}}]}}]}}'.encode()
    )
    assert f'section "Open", player 4, ratings.R.{key}' in line
    assert len(line) < 300


@given(st.binary(max_size=60))
def test_random_bytes_never_crash(data):
    with pytest.raises(FormatError):
        read_event(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["name", "number", "R", "rating", "players", "x"]), inner
        )
    ),
    max_leaves=8,
)
KEYS = ["name", "end_date", "sections", "chain_sections", "zzz"]


SECTION_KEYS = ["players", "rules", "systems", "kind", "end_date"]
PLAYER_KEYS = ["ratings", "published", "fide", "birth_date", "results"]
EVENTS = (
    st.dictionaries(st.sampled_from(KEYS), JSON)
    | st.dictionaries(st.sampled_from(SECTION_KEYS), JSON, min_size=1).map(
        lambda section: {"sections": [section]}
    )
    | st.dictionaries(st.sampled_from(PLAYER_KEYS), JSON, min_size=1).map(
        lambda player: {"sections": [{"players": [{"number": 1} | player]}]}
    )
)


@given(EVENTS)
def test_random_json_never_crashes(event):
    text = json.dumps(json.loads(GOOD) | event)
    try:
        read_event(text.encode())
    except FormatError as error:
        line = str(error)
    else:
        line = ""
    assert "\n" not in line


@given(st.data())
def test_a_truncated_file_is_refused(data):
    refusal(GOOD[: data.draw(st.integers(0, len(GOOD) - 1))].encode())


def test_an_event_file_has_at_most_32_mb(tmp_path):
    path = tmp_path / "large.uscalc"
    path.write_bytes(GOOD.encode() + b" " * (LIMIT - len(GOOD)))
    document = open_event(path).document
    path.write_bytes(GOOD.encode() + b" " * (LIMIT + 600_000))
    with pytest.raises(FormatError) as caught:
        open_event(path)
    assert str(caught.value) == (
        f"{path}: the file has 33 MB; the limit for an event is 32 MB. "
        "Check that this is the right file."
    )
    path.unlink()
    with pytest.raises(FormatError, match="would have 32 MB"):
        save_event(replace(document, name="x" * LIMIT), path)
    assert not path.exists()


def test_unreadable_paths_are_refused_with_the_reason(tmp_path, monkeypatch):
    with pytest.raises(FormatError, match="contains no file in a supported format"):
        open_event(tmp_path)
    missing = tmp_path / "missing.uscalc"
    with pytest.raises(FormatError) as caught:
        open_event(missing)
    assert str(caught.value) == (
        f"{missing}: can't be read: the file doesn't exist. Check the name and the folder."
    )
    path = tmp_path / "locked.uscalc"
    path.write_text(GOOD)

    def locked(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", locked)
    with pytest.raises(FormatError, match="permission denied"):
        open_event(path)
    with pytest.raises(FormatError, match="can't be read"):
        open_event(Path("a\0b"))


def _rename_title(value: dict[str, object]) -> dict[str, object]:
    value["name"] = value.pop("title")
    return value


OLD = b'{"format":"uscalc-event","version":1,"title":"A","end_date":"2025-01-01"}'


def test_older_versions_are_migrated_step_by_step():
    assert read_event(OLD, steps=(_rename_title,)).name == "A"

    def step(digit: int) -> object:
        return lambda value: value | {"seen": [*value.get("seen", []), digit]}

    steps = (step(1), step(2), step(3))
    assert migrate_object({"version": 2}, 2, steps) == {"version": 4, "seen": [2, 3]}
    assert find_present_version(steps) == 4
    with pytest.raises(FormatError, match="doesn't match its version 1"):
        read_event(GOOD.encode(), steps=(_rename_title,))
