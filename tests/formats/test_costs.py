"""When the size of a file doubles, the work of every reader at most doubles."""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest

from tests.build import event_file
from tests.counting import count_apart, grows_linearly
from tests.formats import service_files
from tests.formats.msa_pages import Entry, table
from tests.formats.pairing_files import sjson, sjson_player, sjson_section
from tests.formats.shared.test_limits_of_readers import DAY, LIMITS, csv_table
from tests.formats.test_trf import line
from uscalc.formats import FormatError, open_text

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes branch off")


def native(*players: object) -> bytes:
    return json.dumps(event_file(*players)).encode()


def native_sections(count: int) -> bytes:
    event = event_file()
    event["sections"] = [{"players": [{"number": 1}]}] * count
    return json.dumps(event).encode()


def bye(number: int, *results: str) -> Entry:
    return Entry(number, "0.5", list(results) or ["H    "])


Content = Callable[[int], str | bytes]
CONTENTS: dict[str, tuple[Content, int]] = {
    "native players": (lambda n: native(*({"number": i} for i in range(1, n + 1))), 50),
    "native same numbers": (lambda n: native(*[{"number": 1}] * n), 50),
    "native rounds": (lambda n: native({"number": 1, "results": ["H"] * n}), 50),
    "native games of a round": (
        lambda n: native({"number": 1, "results": ["|".join(["W2"] * n)]}),
        50,
    ),
    "native sections": (native_sections, 50),
    "native key twice": (
        lambda n: b'{"format": "uscalc-event", "a": [%s]}' % (b'{"b": 1, "b": 1},' * n),
        50,
    ),
    "native brackets": (lambda n: b'{"format": "uscalc-event", "a": ' + b"[" * n, 400),
    "msa same numbers": (lambda n: table(*[bye(1)] * n), 50),
    "msa one opponent": (
        lambda n: table(*(bye(i, "W   1") for i in range(1, n + 1))),
        50,
    ),
    "msa blank lines": (lambda n: table(bye(1)) + "\n" * n, 400),
    "msa bars": (lambda n: table(bye(1)) + "|" * n, 400),
    "msa tags": (lambda n: f"<html>{table(bye(1))}" + "<td>" * n, 400),
    "msa open tags": (lambda n: f"<html>{table(bye(1))}" + "<" * n, 400),
    "csv rounds": (lambda n: csv_table(2, n), 20),
    "csv columns": (lambda n: f"No,Name,1{',x' * n}\n1,A,B\n2,B,B", 400),
    "csv open quote": (lambda n: 'No,Name,1\n1,"' + "a\n" * n, 400),
    "csv quotes": (lambda n: 'No,Name,1\n1,"' + 'a""' * n + '",B\n', 400),
    "trf one opponent": (
        lambda n: "\n".join(line(i, "   1 w 1") for i in range(1, n + 1)),
        50,
    ),
    "trf teams": (lambda n: line(1, "0000 - H") + "\n013 Team 1 2" * n, 50),
    "swisssys one number": (lambda n: sjson(sjson_section(*[sjson_player(1)] * n)), 50),
    "swisssys rounds": (
        lambda n: sjson(sjson_section(sjson_player(1, *["+;2;W;1;2;2;0"] * n))),
        20,
    ),
    "service players": (
        lambda n: service_files.standings(
            *(service_files.row(i, ratings=[]) for i in range(1, n + 1))
        ),
        50,
    ),
}
"""Contents by reader and by the part that grows, with the smallest size."""


def read(content: str | bytes) -> None:
    text = content if isinstance(content, str) else content.decode()
    with suppress(FormatError):
        open_text(text, DAY)


def three_sizes(do: Callable[[int], object], size: int) -> list[Callable[[], object]]:
    return [partial(do, size * times) for times in (1, 2, 4)]


@pytest.mark.parametrize("name", CONTENTS)
def test_twice_the_text_is_at_most_twice_the_work(name):
    make, size = CONTENTS[name]
    contents = [make(size * times) for times in (1, 2, 4)]
    counts = count_apart([partial(read, content) for content in contents])
    assert grows_linearly(counts), counts


@pytest.mark.parametrize("name", LIMITS)
def test_twice_the_file_is_at_most_twice_the_work(name):
    """The work includes making the file, which is linear."""
    most, _, make = LIMITS[name]
    counts = count_apart(three_sizes(make, min(50, most // 4)))
    assert grows_linearly(counts), counts
