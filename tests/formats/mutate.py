"""Seeded mutations of files of every format, for `tests/tools/fuzz.py`."""

import csv
import datetime as dt
import random
import re
import struct
import zipfile
from collections.abc import Callable, Mapping
from io import BytesIO

from tests.formats import (
    msa_pages,
    pairing_files,
    report_files,
    service_files,
    wintd_files,
)
from uscalc.formats.every import open_files
from uscalc.formats.native.write import write_event

DAY = dt.date(2025, 5, 4)
SLOWEST = 2.0
MOST_MEMORY = 512
"""The memory limit, in MB."""
LARGEST = 40_000
"""The largest mutant in bytes; larger ones are cut, because extremes are tried separately."""

CSV = (
    "Lantern Open\nNo.,Name,ID,Rating,Rd 1,Rd 2\n"
    '1,"Inventa, Ada",90000001,1403/5,W2,D3b\n2,Béa,90000002,unr,1b0,-½\n'
)
TRF = "\n".join(
    (
        "012 Lantern Open",
        "052 2025/05/04",
        "001    1 m    Inventa, Ada                      1500 USA    90000001"
        " 2009/05/17  1.0    1     2 w 1",
        "001    2      Inventa, Bea                      1400 USA    90000002"
        "             0.0    2     1 b 0",
    )
)
CSV_ROWS = list(csv.reader(CSV.splitlines()))
WORKBOOK = pairing_files.workbook({"Open": CSV_ROWS})
EVENT = """{"format": "uscalc-event", "version": 1, "name": "Lantern Open",
"end_date": "2025-05-04", "chain_sections": true, "sections": [
{"name": "Open", "start_date": "2025-05-03", "time_control": "G/60;d5", "players": [
{"number": 1, "name": "Inventa, Ada", "id": "90000001", "birth_date": "2009-05-17",
"ratings": {"R": {"rating": 1643.759, "games": 30, "as_of": "2025-04-01",
"source": "latest", "rounded": false, "record": "mixed", "peak": 1702.2, "wins": 14,
"draws": 5, "events": 8, "floor": 1400, "official": 1644,
"prize_floor": {"level": 1600, "amount": 4000, "date": "2019-05-04"},
"matches": {"net_180_days": 0, "net_3_years": 12}},
"Q": {"rating": null, "initial": {"rating": 1600, "games": 4}}},
"fide": {"rating": 1810, "as_of": "2025-04-01"}, "results": ["W2w", "D3", "?1400-1600"],
"published": {"R": {"rating": 1650.12, "games": 33}, "Q": {"rating": 1640}}},
{"number": 2, "name": "Inventa, Béa", "birth_date": "1971", "adult": true,
"ratings": {"R": {"rating": 1500, "games": 4, "record": "all_wins", "ceiling": 2000}},
"cfc": {"rating": 1700}, "results": ["L1b", "X3", "?3"]},
{"number": 3, "name": "Inventa, Cai", "ratings": {"Q": {"rating": "unknown"}},
"results": ["B", "D1|F2", "?2"]}]},
{"name": "Match", "end_date": "2025-05-02", "time_control": "G/30;d5", "kind": "match",
"systems": ["Q"], "rules": {"edition": "2020", "bonus_multiplier": 12}, "players": [
{"number": 1, "id": "90000001", "ratings": {"Q": {"rating": 1500, "games": 30}},
"results": ["W2", "N2"]},
{"number": 2, "ratings": {"Q": {"rating": 1500, "games": 30, "life_master": true}},
"results": ["L1", ""]}]}]}
"""
SIGNS = b"; | , \t \n \" ' { } [ ] : - ~ + = W2 ?5 U0 B0 1403/5 P 2025-13-45"
TEXTS = (
    *(b'null true false NaN 1e999 -1 0 {} [] "" \\ud800 \xff \0 9999999999'.split()),
    *(*SIGNS.split(b" "), b"PK\x05\x06", b"<pre>", b"-----", b"\r\n"),
)
FIGURES = (
    *(b"0 00000 1 2 99 100 101 2999 3000 3001 3500 4000 9999 65535".split()),
    *(b"99999 100000 1000000 2147483648 99999999999999999999 1.5 1e2 -0.0".split()),
)
DAYS = (
    *(b"0001-01-01 0001-01-02 0001-07-01 9999-12-31 9999-01-01 1752-09-14".split()),
    *(b"1990-02-29 2000-02-29 2001-01-01 2005-01-01 2012-08-03 2026-13-01".split()),
)
_FIGURE = re.compile(rb"[0-9]+")
_DAY = re.compile(rb"[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{8}")


def parts_of(data: bytes) -> dict[str, bytes]:
    """Return the files in a zip."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def stored(parts: Mapping[str, bytes]) -> bytes:
    """Return a zip with uncompressed files, so that a mutation changes their text."""
    held = BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_STORED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return held.getvalue()


def bases() -> dict[str, dict[str, bytes]]:
    """Return a small event in each format, as files by name."""
    swisssys = pairing_files.sjson(
        pairing_files.sjson_section(*pairing_files.PAIR, time_control="G/45;d5"),
        pairing_files.sjson_section(
            pairing_files.sjson_player(1, "~;2;W;1;2;2;0", Rating=None, Provisional=3),
            pairing_files.sjson_player(2, "~;1;B;1;1;1;0", ID2="90000009"),
            name="Extra",
        ),
    )
    report = report_files.report()
    service = {
        "event.json": service_files.event(service_files.facts()),
        "section-1.json": service_files.section(),
        "standings-1.json": service_files.standings(),
    }
    page = msa_pages.page((msa_pages.head(), msa_pages.table(*msa_pages.PAIR)))
    both = ["R: 1500   ->1510   ", "Q: 1480P11->1520P14"]
    dual = msa_pages.page(
        (
            msa_pages.head(time_control="G/60;d5"),
            msa_pages.table(
                msa_pages.Entry(1, "1.5", ["W   2", "D   3"], both, ["W", "B"]),
                msa_pages.Entry(2, "1.0", ["L   1", "B    "], both),
                msa_pages.Entry(3, "1.0", ["H    ", "D   1"], ["R: Unrated->1460P2 "]),
            ),
        )
    )
    document = open_files({"a.sjson": swisssys}).document
    wintd = wintd_files.everything()
    return {
        "swisssys": {"a.sjson": swisssys},
        "wintd": {"Json": wintd},
        "wintd zipped": {"a.ptoz": wintd_files.ptoz(wintd)},
        "report": report,
        "report zipped": {"a.zip": report_files.zipped(report)},
        "service": service,
        "service zipped": {"a.zip": report_files.zipped(service)},
        "csv": {"a.csv": CSV.encode()},
        "tsv": {"a.txt": CSV.replace(",", "\t").encode("utf-16")},
        "xlsx": {"a.xlsx": WORKBOOK},
        "xls": {"a.xls": pairing_files.old_workbook({"Open": CSV_ROWS})},
        "swisssys round": {
            "a.S2C": pairing_files.swisssys_round(
                pairing_files.ROUND_PLAYERS, pairing_files.ROUND_RESULTS
            )
        },
        "trf": {"a.trf": TRF.encode()},
        "msa": {"a.html": page.encode()},
        "msa in two systems": {"a.html": dual.encode()},
        "native": {"a.uscalc": write_event(document).encode()},
        "native with everything": {"a.uscalc": EVENT.encode()},
    }


def _flip(data: bytearray, chance: random.Random) -> None:
    for _ in range(chance.choice((1, 1, 2, 8))):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def _replace(data: bytearray, chance: random.Random) -> None:
    data[chance.randrange(len(data))] = chance.randrange(256)


def _cut_end(data: bytearray, chance: random.Random) -> None:
    del data[chance.randrange(len(data)) :]


def _cut_out(data: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(data))
    del data[start : start + chance.randrange(1, 200)]


def _double(data: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(data))
    piece = data[start : start + chance.randrange(1, 300)]
    data[start:start] = piece * chance.choice((1, 1, 2, 20))


def _swap(data: bytearray, chance: random.Random) -> None:
    start, length = chance.randrange(len(data)), chance.randrange(1, 100)
    other = chance.randrange(len(data))
    piece = bytes(data[start : start + length])
    data[start : start + length] = bytes(data[other : other + length])
    data[other : other + length] = piece


def _insert(data: bytearray, chance: random.Random) -> None:
    place = chance.randrange(len(data))
    data[place:place] = chance.choice(TEXTS) * chance.choice((1, 1, 3))


def _overwrite(data: bytearray, chance: random.Random) -> None:
    place, text = chance.randrange(len(data)), chance.choice(TEXTS)
    data[place : place + len(text)] = text


def _digits(data: bytearray, chance: random.Random) -> None:
    places = [i for i, byte in enumerate(data) if 48 <= byte <= 57]
    for place in chance.sample(places, min(len(places), chance.randrange(1, 6))):
        data[place] = chance.choice(b"0123456789-.eE")


def _figure(data: bytearray, chance: random.Random) -> None:
    """Replace a whole number by one at a limit."""
    _exchange(data, _FIGURE, FIGURES, chance)


def _day(data: bytearray, chance: random.Random) -> None:
    _exchange(data, _DAY, DAYS, chance)


def _exchange(data, what, others, chance) -> None:
    if places := [found.span() for found in what.finditer(data)]:
        start, end = chance.choice(places)
        new = chance.choice(others)
        plain = b"-" not in data[start:end]
        data[start:end] = new.replace(b"-", b"") if plain and len(new) == 10 else new


def _line(data: bytearray, chance: random.Random) -> None:
    """Duplicate a line, or move it before another one."""
    lines = bytes(data).split(b"\n")
    line = chance.choice(lines)
    place = lines.index(line) if chance.random() < 0.6 else chance.randrange(len(lines))
    lines.insert(place, line)
    data[:] = b"\n".join(lines)


def _number(data: bytearray, chance: random.Random) -> None:
    value = chance.choice((0, 1, 2**15, 2**16 - 1, 2**31 - 1, 2**32 - 1))
    text = struct.pack("<I", value)
    place = chance.randrange(min(len(data), 64))
    data[place : place + 4] = text


STEPS: tuple[Callable[[bytearray, random.Random], None], ...] = (
    *(_flip, _replace, _cut_end, _cut_out, _double, _swap, _insert, _overwrite),
    *(_digits, _number, _figure, _figure, _day, _line),
)


def mutant(files: Mapping[str, bytes], chance: random.Random) -> dict[str, bytes]:
    """Return the files with one of them changed in one to three steps.

    In a workbook, usually a part is changed, because the checksums of the zip reveal
    any other change.
    """
    name = chance.choice(sorted(files))
    if name.endswith(".xlsx") and chance.random() < 0.9:
        return {**files, name: stored(mutant(parts_of(files[name]), chance))}
    data = bytearray(files[name])
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        if data:
            chance.choice(STEPS)(data, chance)
    return {**files, name: bytes(data[:LARGEST])}


def extremes() -> dict[str, dict[str, bytes]]:
    """Return files that need more resources than any event does."""
    deep = b"[" * 100_000 + b"]" * 100_000
    nested = b'{"a":' * 100_000 + b"1" + b"}" * 100_000
    crowded, wide = (
        {
            name: data[:place] + b"\xff\xff\xff\xff" + data[place + 4 :]
            for name, data in report_files.report().items()
        }
        for place in (4, 8)
    )
    bomb = BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for i in range(40):
            archive.writestr(f"TDEXPORT{i}.DBF", b"\3" + b"\0" * 1_000_000)
    parts = parts_of(WORKBOOK)
    sheet = "xl/worksheets/sheet1.xml"
    cells = b"<row>" + b"<c/>" * 299_000 + b"</row></sheetData>"
    full = {**parts, sheet: parts[sheet].replace(b"</sheetData>", cells)}
    strings = b"<sst>" + b"<si/>" * 290_000 + b"</sst>"
    entity = b'<!DOCTYPE a [<!ENTITY b "' + b"c" * 99 + b'">]>' + parts[sheet]
    files = report_files.zipped({f"{i}.DBF": b"\3" for i in range(2000)})
    signs = b'{"Overview": {"Program": "SwissSys", "Tournament title": '
    return {
        "deep list": {"a.json": deep},
        "deep object": {"a.json": nested},
        "deep in a tournament": {"a.sjson": signs + deep + b"}}"},
        "deep in WinTD's": {"Json": b'{"tnmt": 1, "sectionID": ' + deep + b"}"},
        "many arrays": {"Json": b'{"tnmt": 1, "sectionID": [' + b"{}," * 400_000},
        "bomb of WinTD's": {"a.ptoz": wintd_files.ptoz(b" " * 30_000_000)},
        "deep in an answer": {"a.json": b'{"items": [{"roundOutcomes": ' + deep},
        "deep in an event": {"a.uscalc": b'{"format": "uscalc-event", "a": ' + deep},
        "four billion records": crowded,
        "four billion bytes": wide,
        "bomb": {"a.zip": bomb.getvalue()},
        "many files": {"a.zip": files},
        "zip in zip": {"a.zip": report_files.zipped({"b.zip": bomb.getvalue()})},
        "many cells": {"a.xlsx": stored(full)},
        "many texts": {"a.xlsx": stored({**parts, "xl/sharedStrings.xml": strings})},
        "entities": {"a.xlsx": stored({**parts, sheet: entity})},
        "long digits": {"a.sjson": signs + b"1" * 1_000_000 + b"}}"},
        "long line": {"a.csv": b"No.,Name,1\n1," + b"x" * 2_000_000},
        "many quotes": {"a.csv": b"No.,Name,1\n" + b'"' * 1_000_001},
        "many commas": {"a.csv": b"No.,Name,1\n" + b"," * 3_000_000},
        "many tables": {"a.csv": ("No.,Name,Rd 1\n1,A,B\n" * 20_000).encode()},
        "many headers": {"a.csv": b"No.,Name,1\n" * 200_000},
        "zeros": {"a": bytes(3_000_000)},
        "marks": {"a.txt": b"|" * 2_000_000},
    }
