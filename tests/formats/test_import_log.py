"""The import log lists everything that a reader doesn't import as written."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import pytest

import uscalc
from tests.cli.running import run, run_json
from tests.formats import mutate, pairing_files, report_files
from uscalc.formats.every import open_files
from uscalc.formats.opened import FormatError, OpenedEvent

Files = Mapping[str, bytes]
WORD = re.compile(rb"[A-Za-z0-9](?:[A-Za-z0-9/-]*[A-Za-z0-9])")
LABELS = frozenset((b"Event", b"Section", b"Time", b"Control", b"Round"))
"""Words of a page that introduce a value; without them there is no value."""
SHORTEST = 3
"""A shorter text may be in the document or in the log by chance."""


def make_word(length: int, digits: bool) -> str:
    """Return a text of a given length that no file contains."""
    return ("98765432" if digits else "Zq7xKvj8").ljust(length, "7x"[not digits])[
        :length
    ]


def change_text(files: Files, digits: bool) -> Iterator[tuple[str, Files]]:
    """Replace each word in turn by another of its length."""
    for name, data in files.items():
        for found in WORD.finditer(data):
            if found[0] in LABELS:
                continue
            word = make_word(len(found[0]), digits)
            changed = data[: found.start()] + word.encode() + data[found.end() :]
            yield word, {**files, name: changed}


def change_json(files: Files, digits: bool) -> Iterator[tuple[str, Files]]:
    """Replace each value of the JSON files in turn."""

    def walk(value: Any, replace: Callable[[Any], Any]) -> Iterator[Any]:
        if isinstance(value, dict):
            for key, item in value.items():
                yield from walk(item, lambda new, k=key: replace({**value, k: new}))
        elif isinstance(value, list):
            for at, item in enumerate(value):
                yield from walk(
                    item, lambda new, i=at: replace([*value[:i], new, *value[i + 1 :]])
                )
        elif len(str(value)) >= SHORTEST and not isinstance(value, bool):
            word = make_word(len(str(value)), digits)
            yield word, replace(word)

    for name, data in files.items():
        for word, root in walk(json.loads(data), lambda new: new):
            yield word, {**files, name: json.dumps(root).encode()}


def change_rows(rows, make, name):
    """Replace each cell of a workbook in turn."""

    def change(_files: Files, digits: bool) -> Iterator[tuple[str, Files]]:
        for i, row in enumerate(rows):
            for j, cell in enumerate(row):
                word = make_word(max(SHORTEST, len(str(cell))), digits)
                new = [*row[:j], word, *row[j + 1 :]]
                yield word, {name: make([*rows[:i], new, *rows[i + 1 :]])}

    return change


def change_report(_files: Files, digits: bool) -> Iterator[tuple[str, Files]]:
    """Replace each field of a rating report in turn."""
    players, section = list(report_files.PAIR), report_files.section()
    head = {"H_NAME": "Lantern Open", "H_BEG_DATE": "20250503"}

    def change(record: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        for key, value in record.items():
            if not key.endswith("_NUM"):
                word = make_word(len(str(value)), digits)
                yield word, {**record, key: word}

    for at, record in enumerate(players):
        for word, new in change(record):
            yield word, report_files.report([*players[:at], new, *players[at + 1 :]])
    for word, new in change(section):
        yield word, report_files.report(players, [new])
    for word, new in change(head):
        yield word, report_files.report(players, [section], **new)


def change_utf_16(files: Files, digits: bool) -> Iterator[tuple[str, Files]]:
    plain = {name: data.decode("utf-16").encode() for name, data in files.items()}
    for word, changed in change_text(plain, digits):
        yield word, {name: d.decode().encode("utf-16") for name, d in changed.items()}


def make_open(make: Callable[[Any], bytes], rows: list[list[Any]]) -> bytes:
    return make({"Open": rows})


PLAYERS = [list(row) for row in pairing_files.ROUND_PLAYERS]
CHANGES: dict[str, Callable[[Files, bool], Iterator[tuple[str, Files]]]] = {
    **dict.fromkeys(("swisssys", "wintd", "service", "native"), change_json),
    "native with everything": change_json,
    **dict.fromkeys(("csv", "trf", "msa"), change_text),
    "tsv": change_utf_16,
    "report": change_report,
    **{
        kind: change_rows(mutate.CSV_ROWS, partial(make_open, make), f"a.{kind}")
        for kind, make in (
            ("xlsx", pairing_files.workbook),
            ("xls", pairing_files.old_workbook),
        )
    },
    "swisssys round": change_rows(
        PLAYERS,
        lambda rows: pairing_files.swisssys_round(rows, pairing_files.ROUND_RESULTS),
        "a.S2C",
    ),
}


def tell(opened: OpenedEvent) -> str:
    """Return the document and the log as one text."""
    return f"{opened.document!r} {' '.join(map(str, opened.log))}".casefold()


@pytest.mark.parametrize("digits", [False, True], ids=["letters", "digits"])
@pytest.mark.parametrize("name", CHANGES)
def test_every_changed_value_is_in_the_event_or_in_the_log(name, digits):
    base = mutate.bases()[name]
    before = tell(open_files(base, None, mutate.DAY))
    silent, used = [], 0
    for word, files in CHANGES[name](base, digits):
        try:
            opened = open_files(files, None, mutate.DAY)
        except FormatError:
            continue
        after = tell(opened)
        used += after != before
        if after != before and len(word) >= SHORTEST and word.casefold() not in after:
            silent.append((word, files))
    assert used > 10
    assert silent == []


def put_in_column_600(rows: list[list[str]]) -> list[list[str]]:
    first, header, player, *others = rows
    return [first, header, [*player, *[""] * (599 - len(player)), "far away"], *others]


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        (
            "a.csv",
            "\n".join(map(",".join, put_in_column_600(mutate.CSV_ROWS))).encode(),
            'Not imported: "far away"',
        ),
        (
            "a.xlsx",
            pairing_files.workbook({"Open": put_in_column_600(mutate.CSV_ROWS)}),
            "Not imported: columns after column 500 of a sheet",
        ),
        (
            "a.trf",
            mutate.TRF.replace("012 L", f"012 {'L' * 1100}").encode(),
            "Not imported: columns after column 1,081 of lines 012",
        ),
        (
            "a.csv",
            mutate.CSV.replace("\nNo", "\nHall B\nOpen\nNo").encode()
            + b"Printed\n" * 30,
            "Not imported: 11 more lines",
        ),
    ],
)
def test_cells_outside_a_table_are_in_the_log(name, data, words):
    log = [one.message for one in open_files({name: data}, None, mutate.DAY).log]
    assert words in log
    base = open_files({name: mutate.bases()[name[2:]][name]}, None, mutate.DAY)
    assert words not in [one.message for one in base.log]


def test_the_log_is_in_the_json_and_in_the_api(tmp_path):
    player = pairing_files.sjson_player(1, State="Ohio", Name="  Inventa,   Ada")
    section = pairing_files.sjson_section(player, pairing_files.sjson_player(2))
    path = tmp_path / "open.sjson"
    path.write_bytes(pairing_files.sjson(section))
    out = tmp_path / "open.uscalc"
    told = json.loads(run("convert", path, out, "--json").stdout)
    assert (told["file"], told["out"]) == (str(path), str(out))
    log = told["import"]
    assert {
        "section": "Open",
        "code": "changed",
        "severity": "notes",
        "player": 1,
        "round": None,
        "system": None,
        "message": "The state \"Ohio\" can't be read and isn't imported",
        "remedy": "Check it",
    } in log
    messages = [one["message"] for one in log]
    assert 'The name "Inventa,   Ada" was read as "Inventa, Ada"' in messages
    assert {one["code"] for one in log} >= {"changed", "left-out"}
    assert run_json("rate", path, "--json")["import"] == log
    event = uscalc.read(path)
    assert [problem.message for problem in event.problems] == messages
    rated = uscalc.rate(event)
    assert rated.problems[: len(log)] == event.problems
    assert rated.to_dict()["import"] == log
    assert uscalc.read(out).problems == ()
    assert run_json("rate", out, "--json")["import"] == []
