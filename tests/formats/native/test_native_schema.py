"""The event file's JSON Schema, held to the reader by a library that knows neither."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker

from tests.build import event_file
from tests.formats import strategies
from tests.often import often
from tests.shared_data import shared
from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.model import Document
from uscalc.formats.native.models import FILE, make_event_schema
from uscalc.formats.native.reader import read_event
from uscalc.formats.native.text import HUGE
from uscalc.formats.native.write import write_event
from uscalc.formats.opened import FormatError
from uscalc.resources import get_resource_path

SCHEMA = json.loads(get_resource_path("schema", FILE).read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA, format_checker=FormatChecker())

WORDS = (
    *("R", "Q", "OB", "event", "official", "mixed", "unknown", "2009", "0000"),
    *("2025-09-01", "2025-02-30", "2025-9-1", "W2", "", "Zoë"),
)
VALUES = st.one_of(
    st.sampled_from(
        [None, True, False, [], {}, HUGE, -HUGE, 0, 1, 99, 100, 3000, 3001, 99_999]
    ),
    st.sampled_from([1e9, 1e9 + 1, 30.0, 30.5, -0.0, 4000, 4000.5, 100_001, -3000.5]),
    st.sampled_from(
        [float("inf"), float("-inf"), 2009.0, "?1400-1600", "W0", " w 1b|F"]
    ),
    st.sampled_from(WORDS),
    st.builds(lambda key, value: {key: value}, st.sampled_from(WORDS), st.integers()),
    st.builds(lambda value: [value], st.sampled_from(WORDS) | st.integers()),
)
KEYS = (
    *("format", "version", "name", "end_date", "chain_sections", "sections", "rules"),
    *("players", "number", "birth_date", "ratings", "fide", "cfc", "published"),
    *("prize_floor", "level", "amount", "matches", "net_180_days", "initial", "games"),
    *("rating", "peak", "floor", "kind", "systems", "results", "adult", "edition"),
    *("nmae", "Rating", "enddate", "X", "bonus_multiplier"),
)


def reads(root: Any) -> bool:
    """Whether it is an event in which every result is understood."""
    try:
        document = read_event(json.dumps(root).encode())
    except FormatError:
        return False
    return understood(document)


def understood(document: Document) -> bool:
    sections = document.sections
    if document.link is not None:
        sections += document.link.base.sections
    return not any(
        isinstance(parse_cell(cell), BadCell)
        for section in sections
        for player in section.players
        for cell in player.results
    )


def places(node: Any) -> list[tuple[Any, Any]]:
    """Every container with each of its keys or positions."""
    keys = (
        list(node)
        if isinstance(node, dict)
        else list(range(len(node)))
        if isinstance(node, list)
        else []
    )
    found = [(node, key) for key in keys]
    for key in keys:
        found += places(node[key])
    return found


@st.composite
def damaged(draw: st.DrawFn) -> Any:
    """The object of a written event, after up to four things were done to it."""
    root = json.loads(write_event(draw(strategies.documents)))
    for _ in range(draw(st.integers(0, 4))):
        node, key = draw(st.sampled_from(places(root)))
        step = draw(st.sampled_from(("set", "set", "drop", "add")))
        if step == "drop":
            del node[key]
        elif step == "set":
            node[key] = draw(VALUES)
        elif isinstance(node, dict):
            node[draw(st.sampled_from(KEYS))] = draw(VALUES)
        else:
            node.append(draw(VALUES))
        if not places(root):
            break
    return root


def event(**player: Any) -> Any:
    """An event of one player."""
    return event_file({"number": 1, **player})


@often(150, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(damaged())
@example(event(ratings={"R": {"rating": "unknown", "games": 30.0}}))
@example(event(ratings={"X": {}}))
@example(event(ratings={"R": {"prize_floor": 3001.0}}))
@example(event(ratings={"R": {"prize_floor": True}}))
@example(event(ratings={"R": {"prize_floor": 1800}}))
@example(event(birth_date="2025-02-30"))
@example(event(birth_date=2009))
@example(event(birth_date=2009.0))
@example(event(birth_date="0000"))
@example(event(published={"R": {"rating": "1"}}))
@example(event(results=["W2", "lost"]))
@example(event() | {"version": 2})
@example(event() | {"format": "event"})
def test_the_schema_takes_what_the_reader_takes(root):
    assert VALIDATOR.is_valid(root) == reads(root)


@often(50)
@given(strategies.documents.filter(understood))
def test_the_schema_takes_whatever_the_program_writes(document):
    VALIDATOR.validate(json.loads(write_event(document)))


PATTERN = re.compile(
    SCHEMA["$defs"]["Player"]["properties"]["results"]["items"]["pattern"]
)
NEAR_CELLS = st.text("WDLNRSBHUXFZwbx?-|0123 ", max_size=7) | st.builds(
    "?{}-{}{}".format,
    st.sampled_from(["100", "0100", "99", "2 5 0", "1999", "3000", "3001", "4000"]),
    st.sampled_from(["3000", " 3 000", "03000", "3001", ""]),
    st.sampled_from(["", "w", " B ", "x"]),
)


@often(1000)
@given(NEAR_CELLS)
@example("W00000")
@example("W000001")
@example("b00 b")
@example("|")
@example("W1|")
@example("- ")
def test_the_pattern_of_a_result_is_the_grammar_of_cells(text):
    assert bool(PATTERN.search(text)) == (not isinstance(parse_cell(text), BadCell))


def test_the_schema_is_sound_fresh_and_describes_every_key():
    files = sorted(shared("realdata").glob("*.uscalc"))
    assert len(files) == 211
    files += get_resource_path("samples").glob("*.uscalc")
    for path in files:
        root = json.loads(path.read_text(encoding="utf-8"))
        assert VALIDATOR.is_valid(root), path
    found = list(descriptions(SCHEMA))
    assert len(found) > 60
    assert not [place for place, said in found if len(said) < 8]
    Draft202012Validator.check_schema(SCHEMA)
    printed = json.loads(get_resource_path("schema", FILE).read_text(encoding="utf-8"))
    made = json.loads(make_event_schema())
    # Whether 4000 is printed with a point is the business of pydantic's versions.
    assert printed == made, "python packaging/event_schema.py writes it anew"


def descriptions(node: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Every key that the schema knows, with its description."""
    if isinstance(node, dict):
        for key, of in node.get("properties", {}).items():
            yield f"{place}/{key}", of.get("description", "")
        for key, child in node.items():
            yield from descriptions(child, f"{place}/{key}")
    elif isinstance(node, list):
        for child in node:
            yield from descriptions(child, place)


WIDE = {
    "lists": '"sections": [' + "[]," * 900_000 + "[]]",
    "unknown keys": ",".join(f'"{i}": 0' for i in range(201)),
    "sections": '"sections": [' + "{}," * 100_000 + "{}]",
}


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("lists", "section 1: a list isn't an object. Write an object: {...}"),
        ("unknown keys", "An object has 205 keys. The limit is 200 keys"),
        ("sections", "sections: a list is too long. Use at most 100000"),
    ],
)
def test_the_first_of_very_many_faults_is_enough(kind, line):
    head = json.dumps(event() | {"sections": []})[:-1].replace(', "sections": []', "")
    with pytest.raises(FormatError) as caught:
        read_event(f"{head}, {WIDE[kind]}}}".encode())
    assert str(caught.value) == f"{line}."
