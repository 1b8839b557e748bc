"""The event file as it is written: readable, comparable, and complete or not written at all."""

import datetime as dt
import json
import os
import re
import stat
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker
from msgspec.structs import replace

from tests.build import event_file
from tests.formats import strategies
from tests.formats.strategies import documents
from tests.often import often
from tests.shared_data import shared
from uscalc.document import model
from uscalc.document.cells import BadCell, parse_cell
from uscalc.formats import open_event
from uscalc.formats.native.models import FILE, make_event_schema
from uscalc.formats.native.reader import read_event, save_event
from uscalc.formats.native.text import HUGE
from uscalc.formats.native.write import write_event
from uscalc.formats.opened import FormatError
from uscalc.resources import get_resource_path

REGULAR = model.RatingFacts(1643.0, games=30, prize_floor=model.PrizeFloor(1500))
ADA = model.Player(
    *(1, "Ferro, Ada", "12345678"),
    birth=model.BirthDate(dt.date(2009, 7, 1), year_only=True),
    ratings=(("R", REGULAR), ("Q", model.RatingFacts(unknown=True))),
    results=("W2", "B"),
    published=(("R", model.PublishedRating(1650.12, 33)),),
)
START = model.RatingFacts(initial=model.OfficialStartingRating(400))
OPEN = model.Section(
    "Open",
    end_date=dt.date(2025, 8, 31),
    systems=("R",),
    rules=model.RulesChoice("2020", (("bonus_multiplier", 12.0),)),
    players=(ADA, model.Player(2, ratings=(("R", START),))),
)
END = dt.date(2025, 9, 1)
DOCUMENT = model.Document(
    "Lantern Open", END, (OPEN, model.Section("Empty", kind="unrated"))
)

TEXT = """\
{
  "format": "uscalc-event",
  "version": 1,
  "name": "Lantern Open",
  "end_date": "2025-09-01",
  "sections": [
    {
      "name": "Open",
      "end_date": "2025-08-31",
      "systems": ["R"],
      "rules": {"edition": "2020", "bonus_multiplier": 12},
      "players": [
        {"number": 1, "name": "Ferro, Ada", "id": "12345678", "birth_date": "2009", \
"ratings": {"R": {"rating": 1643, "games": 30, "prize_floor": 1500}, \
"Q": {"rating": "unknown"}}, "results": ["W2", "B"], \
"published": {"R": {"rating": 1650.12, "games": 33}}},
        {"number": 2, "name": "", \
"ratings": {"R": {"rating": null, "initial": {"rating": 400}}}}
      ]
    },
    {
      "name": "Empty",
      "kind": "unrated",
      "players": []
    }
  ]
}
"""


def test_an_event_is_written_as_lines_of_players_below_a_head():
    assert write_event(DOCUMENT) == TEXT
    head = json.loads(write_event(model.Document("A", END, chain_sections=True)))
    assert " ".join(head) == "format version name end_date chain_sections"


@given(documents)
def test_what_is_written_is_read_back(document):
    text = write_event(document)
    assert read_event(text.encode()) == document
    assert write_event(read_event(text.encode())) == text


def test_keys_keep_the_order_of_the_documentation():
    counts = dict.fromkeys(("games", "wins", "draws", "events"), 1)
    marks = {"source": "typed", "record": "all_losses", "as_of": END}
    levels = {"peak": 1600.0, "floor": 1400, "ceiling": 2000.0, "official": 1500.0}
    more = {
        "rounded": True,
        "life_master": True,
        "prize_floor": model.PrizeFloor(1800, 5.0),
    }
    facts = model.RatingFacts(1500.0, **(counts | marks | levels | more))
    player = model.Player(1, "A", ratings=(("R", facts),))
    document = replace(DOCUMENT, sections=(model.Section(players=(player,)),))
    written = json.loads(write_event(document))["sections"][0]["players"][0]
    assert " ".join(written["ratings"]["R"]) == (
        "rating games as_of source rounded record peak wins draws events floor "
        "prize_floor life_master ceiling official"
    )


def test_a_file_is_saved_and_opened_or_refused_by_its_folder_and_extension(tmp_path):
    path = tmp_path / "Lantern.USCALC"
    save_event(DOCUMENT, path)
    opened = open_event(path)
    assert (opened.document, opened.format) == (DOCUMENT, "uscalc")
    assert os.listdir(tmp_path) == [path.name]
    with pytest.raises(FormatError, match="can't be written"):
        save_event(DOCUMENT, tmp_path / "no" / "event.uscalc")
    with pytest.raises(FormatError, match="this is a folder"):
        save_event(DOCUMENT, tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_permissions_of_an_existing_file_are_kept(tmp_path):
    path = tmp_path / "event.uscalc"
    path.write_text("old")
    path.chmod(0o640)
    save_event(DOCUMENT, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")
def test_a_link_is_followed_and_stays(tmp_path):
    target = tmp_path / "deep" / "event.uscalc"
    target.parent.mkdir()
    target.write_text("old")
    link = tmp_path / "link.uscalc"
    link.symlink_to(target)
    save_event(DOCUMENT, link)
    assert link.is_symlink()
    assert target.read_text() == TEXT


FULL = OSError(28, "No space left on device")
SAID = "can't be written: no space left on device. Choose another folder."


@pytest.mark.parametrize(
    ("function", "error", "raised", "said"),
    [
        ("replace", FULL, FormatError, SAID),
        ("fsync", FULL, FormatError, SAID),
        ("replace", KeyboardInterrupt(), KeyboardInterrupt, ""),
    ],
)
def test_a_failure_leaves_the_old_file_and_no_other(
    function, error, raised, said, tmp_path, monkeypatch
):
    path = tmp_path / "event.uscalc"
    path.write_text("old")

    def fail(*_):
        raise error

    monkeypatch.setattr(os, function, fail)
    with pytest.raises(raised) as caught:
        save_event(DOCUMENT, path)
    assert str(caught.value) == (said and f"{path}: {said}")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["event.uscalc"]


def test_protected_files_stay_and_the_schema_is_fresh(tmp_path, monkeypatch):
    path = tmp_path / "event.uscalc"
    path.write_text("old")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(FormatError, match="permission denied"):
        save_event(DOCUMENT, path)
    assert path.read_text() == "old"
    files = sorted(shared("realdata").glob("*.uscalc"))
    assert len(files) == 211
    files += get_resource_path("samples").glob("*.uscalc")
    for path in files:
        assert VALIDATOR.is_valid(json.loads(path.read_text(encoding="utf-8"))), path
    found = list(descriptions(SCHEMA))
    assert len(found) > 60
    assert not [place for place, said in found if len(said) < 8]
    Draft202012Validator.check_schema(SCHEMA)
    printed = json.loads(get_resource_path("schema", FILE).read_text(encoding="utf-8"))
    made = json.loads(make_event_schema())
    # Whether 4000 is printed with a decimal point depends on pydantic's version.
    assert printed == made, "python packaging/event_schema.py writes it anew"


@pytest.mark.parametrize("name", ["\ud800", float("nan")])
def test_values_that_no_file_can_hold_are_refused_with_the_reason(name, tmp_path):
    broken = replace(DOCUMENT, name=name)
    with pytest.raises(FormatError, match="can't be saved"):
        save_event(broken, tmp_path / "event.uscalc")
    assert not os.listdir(tmp_path)


# The event file's JSON Schema, compared with the reader by an independent library.

SCHEMA = json.loads(get_resource_path("schema", FILE).read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA, format_checker=FormatChecker())

WORDS = (
    *("R", "Q", "OB", "event", "official", "mixed", "unknown", "2009", "0000"),
    *("2025-09-01", "2025-02-30", "2025-9-1", "W2", "", "Zoë"),
)
INF = float("inf")
VALUES = st.one_of(
    st.sampled_from([None, True, False, [], {}, HUGE, -HUGE, 0, 1, 99, 100, 3000]),
    st.sampled_from([3001, 99_999, INF, -INF, 2009.0, "?1400-1600", "W0", " w 1b|F"]),
    st.sampled_from([1e9, 1e9 + 1, 30.0, 30.5, -0.0, 4000, 4000.5, 100_001, -3000.5]),
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
    """Return whether a file is an event in which every result is understood."""
    try:
        document = read_event(json.dumps(root).encode())
    except FormatError:
        return False
    return understood(document)


def understood(document: model.Document) -> bool:
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
    """Return every container with each of its keys or positions."""
    keys: list[Any] = list(node) if isinstance(node, dict) else []
    if isinstance(node, list):
        keys = list(range(len(node)))
    found = [(node, key) for key in keys]
    for key in keys:
        found += places(node[key])
    return found


@st.composite
def damaged(draw: st.DrawFn) -> Any:
    """Generate a written event's object with up to four random changes."""
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
    return event_file({"number": 1, **player})


@often(150, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(damaged())
def test_the_schema_takes_what_the_reader_takes(root):
    assert VALIDATOR.is_valid(root) == reads(root)


@pytest.mark.parametrize(
    "root",
    [
        *(event(ratings={"R": {"prize_floor": it}}) for it in (3001.0, True, 1800)),
        *(event(birth_date=day) for day in ("2025-02-30", 2009, 2009.0, "0000")),
        event(ratings={"R": {"rating": "unknown", "games": 30.0}}),
        *(event(ratings={"X": {}}), event(published={"R": {"rating": "1"}})),
        *(event(results=["W2", "lost"]), event() | {"version": 2}),
        event() | {"format": "event"},
    ],
)
def test_the_schema_and_the_reader_agree_about_odd_values(root):
    assert VALIDATOR.is_valid(root) == reads(root)


@often(50)
@given(strategies.documents.filter(understood))
def test_the_schema_takes_whatever_the_program_writes(document):
    VALIDATOR.validate(json.loads(write_event(document)))


RESULTS = SCHEMA["$defs"]["Player"]["properties"]["results"]
PATTERN = re.compile(RESULTS["items"]["pattern"])
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


def descriptions(node: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield every key in the schema, with its description."""
    if isinstance(node, dict):
        for key, of in node.get("properties", {}).items():
            yield f"{place}/{key}", of.get("description", "")
        for key, child in node.items():
            yield from descriptions(child, f"{place}/{key}")
    elif isinstance(node, list):
        for child in node:
            yield from descriptions(child, place)


WIDE = {
    "section 1: a list isn't an object. Write an object: {...}": (
        '"sections": [' + "[]," * 900_000 + "[]]"
    ),
    "An object has 205 keys. The limit is 200 keys": (
        ",".join(f'"{i}": 0' for i in range(201))
    ),
    "sections: a list is too long. Use at most 500": (
        '"sections": [' + "{}," * 100_000 + "{}]"
    ),
}


@pytest.mark.parametrize("line", WIDE)
def test_one_of_many_errors_is_enough(line):
    head = json.dumps(event() | {"sections": []})[:-1].replace(', "sections": []', "")
    with pytest.raises(FormatError) as caught:
        read_event(f"{head}, {WIDE[line]}}}".encode())
    assert str(caught.value) == f"{line}."
