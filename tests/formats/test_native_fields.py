"""The event file's fields against a second reader of them, made of pydantic models."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.formats import native_oracle, strategies
from uscalc.document.model import Document
from uscalc.formats import native_schema
from uscalc.formats.errors import FormatError
from uscalc.formats.native_json import HUGE, parse_json
from uscalc.formats.native_write import write_event

WORDS = (
    *("R", "Q", "OB", "event", "official", "mixed", "unknown", "2009", "0000"),
    *("2025-09-01", "2025-02-30", "2025-9-1", "W2", "", "Zoë"),
)
VALUES = st.one_of(
    st.sampled_from(
        [None, True, False, [], {}, HUGE, -HUGE, 0, 1, 99, 100, 3000, 3001, 99_999]
    ),
    st.sampled_from([1e9, 1e9 + 1, 30.0, 30.5, -0.0, 4000, 4000.5, 100_001, -3000.5]),
    st.sampled_from([float("nan"), float("inf"), float("-inf")]),
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


def answer(read: Callable[[Any, Path | None], Document], root: Any) -> Document | str:
    """The document, or the line that refuses the file."""
    try:
        return read(copy.deepcopy(root), Path("a.uscalc"))
    except FormatError as error:
        return str(error)


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
    root = parse_json(write_event(draw(strategies.documents)).encode())
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
    # These two are looked at before the fields are.
    return root | {"format": "uscalc-event", "version": 1}


def event(**player: Any) -> Any:
    """An event of one player."""
    head = {
        "format": "uscalc-event",
        "version": 1,
        "name": "",
        "end_date": "2025-01-01",
    }
    return {**head, "sections": [{"players": [{"number": 1, **player}]}]}


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(damaged())
@example(event(ratings={"R": {"rating": "unknown", "games": 30.0}, "X": {"gmaes": 1}}))
@example(event(ratings={"R": {"prize_floor": 3001.0}, "Q": {"prize_floor": True}}))
@example(event(birth_date="2025-02-30", fide={}, published={"r": {"rating": "1"}}))
@example({"format": "uscalc-event", "version": 1, "rules": {}, "sections": [7]})
def test_both_readers_take_the_same_and_say_the_same(root: Any) -> None:
    expected = answer(native_oracle.document_of, root)
    assert answer(native_schema.document_of, root) == expected
    if isinstance(expected, Document):
        # Equal is not enough: 1 and 1.0 are, and would be written differently.
        assert repr(native_schema.document_of(root, None)) == repr(expected)


@settings(max_examples=30, deadline=None)
@given(strategies.documents)
def test_what_is_written_is_taken_by_both(document: Document) -> None:
    root = json.loads(write_event(document))
    assert native_schema.document_of(root, None) == document
    assert native_oracle.document_of(root, None) == document
