"""Whatever bytes stand in an event file, the answer is an event or one clear line."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uscalc.formats import open_event
from uscalc.formats.native.reader import LIMIT, read_event, save_event
from uscalc.formats.native.text import parse_json
from uscalc.formats.native.write import find_present_version, migrate_object
from uscalc.formats.opened import FormatError
from uscalc.formats.shared.files import SIZE_LIMIT

HEAD = '{"format": "uscalc-event", "version": 1, "name": "A", "end_date": "2025-01-01"'
GOOD = HEAD + "}"


def refused(data: bytes) -> str:
    with pytest.raises(FormatError) as caught:
        read_event(data)
    line = str(caught.value)
    assert "\n" not in line
    return line


def test_marks_of_byte_order_and_ordinary_numbers_are_read():
    assert read_event(b"\xef\xbb\xbf" + GOOD.encode()).name == "A"
    assert parse_json(b'{"a": [1, -20, 1.5]}') == {"a": [1, -20, 1.5]}


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
    assert words.casefold() in refused(data).casefold()


@pytest.mark.parametrize(
    "number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "9" * 5000, "9" * 400]
)
@pytest.mark.parametrize("key", ["rating", "peak", "games", "floor", "prize_floor"])
def test_numbers_beyond_all_bounds_are_refused_with_their_place(number, key):
    text = (
        f'{HEAD}, "sections": [{{"name": "Open", "players": [{{"number": 4, '
        f'"ratings": {{"R": {{"{key}": {number}}}}}}}]}}]}}'
    )
    line = refused(text.encode())
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
    cut = data.draw(st.integers(0, len(GOOD) - 1))
    refused(GOOD[:cut].encode())


def test_a_file_beyond_the_limit_is_not_even_read(tmp_path):
    path = tmp_path / "huge.uscalc"
    with path.open("wb") as file:
        file.truncate(SIZE_LIMIT * 4)
    with pytest.raises(FormatError, match="128 MB"):
        open_event(path)


def test_an_event_file_has_at_most_32_mb(tmp_path):
    path = tmp_path / "large.uscalc"
    path.write_bytes(GOOD.encode() + b" " * (LIMIT - len(GOOD)))
    document = open_event(path).document
    path.write_bytes(GOOD.encode() + b" " * (LIMIT + 600_000))
    with pytest.raises(FormatError) as caught:
        open_event(path)
    line = str(caught.value)
    assert line == (
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
    migrated = migrate_object({"version": 2}, 2, steps)
    assert migrated == {"version": 4, "seen": [2, 3]}
    assert find_present_version(steps) == 4
    with pytest.raises(FormatError, match="doesn't match its version 1"):
        read_event(GOOD.encode(), steps=(_rename_title,))
