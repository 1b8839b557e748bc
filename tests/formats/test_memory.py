"""Reading any file within the size limits takes less than 512 MB."""

import io
import struct
import sys
from collections.abc import Callable
from functools import partial

import pytest
import xlwt

from tests.cli.running import run_python
from tests.formats import report_files
from tests.formats.mutate import WORKBOOK, parts_of, stored
from uscalc.formats.native.text import MOST_MARKS
from uscalc.formats.tables.workbook import MOST_MARKS as MOST_CELL_MARKS

READ = """
import datetime as dt, sys
from pathlib import Path
from tests.used_memory import peak
from uscalc.formats import FormatError, open_event
try:
    open_event(Path(sys.argv[1]), dt.date(2025, 5, 4))
except FormatError as error:
    print("refused", str(error).count("\\n"))
else:
    print("opened", 0)
print(peak())
"""
MOST = 512
"""The memory limit, in MB."""
LARGE, MIDDLE, SMALL = 31_900_000, 15_900_000, 7_900_000
"""Sizes in bytes, a little below the limits of the formats."""
HEAD = (
    b'{"format": "uscalc-event", "version": 1, "name": "A", "end_date": "2025-05-04", '
    b'"sections": ['
)
WIDE = "\N{GRINNING FACE}".encode()
"""With one such letter, every letter of a text takes four bytes in Python."""


def full(head: bytes, unit: bytes, size: int, tail: bytes = b"") -> bytes:
    """Repeat a unit as often as the size allows."""
    return head + unit * ((size - len(head) - len(tail)) // len(unit)) + tail


def fill_with_units(head: bytes, unit: bytes, tail: bytes) -> bytes:
    """Repeat a unit as often as allowed, and fill the rest of the size limit with a long name."""
    count = (MOST_MARKS - 100) // sum(unit.count(mark) for mark in b",:[{")
    units = b"".join(unit.replace(b"#", b"%07d" % i) for i in range(count))
    body = head + units.removesuffix(b",") + tail
    return body.replace(b'"A"', b'"' + b"a" * (LARGE - len(body)) + b'"', 1)


def players(player: bytes) -> bytes:
    """Return sections with these players."""
    section = b'{"players": [' + b",".join([player] * 10_000) + b"]},"
    return fill_with_units(HEAD, section, b"]}")


def report() -> bytes:
    """Return a table with as many fields and records as a table may have."""
    fields = b"".join(
        b"%-11sC" % (b"F%d" % i) + bytes(4) + bytes([6]) + bytes(15) for i in range(255)
    )
    header = 32 + len(fields) + 1
    length = 1 + 255 * 6
    count = min(19_990, (LARGE - header) // length)
    head = struct.pack("<B3xIHH20x", 3, count, header, length)
    rows = b"".join(
        b" " + b"".join(b"%06d" % (i * 255 + j & 0x7FFFF) for j in range(255))
        for i in range(count)
    )
    return (head + fields + b"\r" + rows).replace(b"F0" + b" " * 9, b"D_PAIR_NUM\0", 1)


def games() -> bytes:
    """Return a tournament with as many games as fit."""
    one = b'{"p1":0,"p2":0,"result":1},'
    head = (
        b'{"sections": [{"title": "", "roundsPaired": 0}], '
        b'"players": [{"base": {}, "tnmt": {"sectionID": 0}}], "games": ['
    )
    return head + one * ((MOST_MARKS - 100) // 7) + one[:-1] + b"]}"


def cells() -> dict[str, bytes]:
    """Return a workbook with as many long texts and cells as it may have."""
    parts = parts_of(WORKBOOK)
    sheet = "xl/worksheets/sheet1.xml"
    most = MOST_CELL_MARKS - 1_000
    text = b"<si><t>" + b"a" * 40 + b"</t></si>"
    parts["xl/sharedStrings.xml"] = b"<sst>" + text * (most // 8) + b"</sst>"
    row = b'<row><c t="s"><v>1</v></c></row>' * (most // 12)
    parts[sheet] = parts[sheet].replace(b"</sheetData>", row + b"</sheetData>")
    return parts


def wide_sheet() -> bytes:
    """Return a sheet with many rows, each with a single cell at the far right."""
    made = xlwt.Workbook()
    sheet = made.add_sheet("Open")
    for row in range(55_000):
        sheet.write(row, 255, 1)
    held = io.BytesIO()
    made.save(held)
    return held.getvalue()


SWISSSYS = b'{"Overview": {"Program": "SwissSys", "Tournament title": "A"}, "S": ['
RATINGS = b'{"number":1,"ratings":{"R":{},"Q":{},"B":{}}}'
WINTD = b'{"tnmt": 0, "sectionID": 0, "a": ['
PAGE = b"MSA - Cross Table for A"
ROW = b"\n1|" + WIDE + b"|1|W2|\n"
REPEATED: dict[str, tuple[str, bytes, bytes, int, bytes]] = {
    "lists": ("a.uscalc", HEAD, b"[],", LARGE, b""),
    "objects": ("a.uscalc", HEAD, b"{},", LARGE, b""),
    "strings": ("a.uscalc", HEAD, b'"abc",', LARGE, b""),
    "deep": ("a.uscalc", HEAD, b"[", LARGE, b""),
    "a name": ("a.uscalc", HEAD + b'{"name": "' + WIDE, b"a", LARGE, b'", "x": 1}]}'),
    "a key": ("a.uscalc", HEAD + b'{"' + WIDE, b"a", LARGE, b'": 1}]}'),
    "escapes": ("a.uscalc", HEAD + b'{"name": "', b"\\n", LARGE, b'"}]}'),
    "a tournament": ("a.sjson", SWISSSYS, b"[],", MIDDLE, b""),
    "an answer": ("a.json", b'{"items": [{"roundOutcomes": [', b"{},", MIDDLE, b""),
    "a table of cells": ("a.csv", b"No.,Name,1\n1,A,", b"b,", SMALL, b""),
    "a table of rows": ("a.csv", b"No.,Name,1\n", b"1,A,B\n", SMALL, b""),
    "a table of nothing": ("a.csv", b"No.,Name,1\n1,A,B\n", b"\n", SMALL, b""),
    "a page of rows": ("a.txt", PAGE + b"\n", b"1|a|1|W2|\n", SMALL, b""),
    "a page of lines": ("a.txt", PAGE + ROW, b"|\n", SMALL, b""),
    "a page of tags": ("a.html", b"<html>" + PAGE + WIDE, b"<td>", SMALL, b""),
    "a WinTD one": ("a.json", WINTD, b"{},", MIDDLE, b""),
}
"""The file, and the parts of its content: the unit in the middle is repeated."""
OTHERS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "most lists": ("a.uscalc", lambda: fill_with_units(HEAD, b"[],", b"]}")),
    "keys": ("a.uscalc", lambda: fill_with_units(HEAD + b"{", b'"#":1,', b"}]}")),
    "players": ("a.uscalc", lambda: players(b'{"number":1}')),
    "ratings": ("a.uscalc", lambda: players(RATINGS)),
    "a report": ("TDEXPORT.DBF", report),
    "a zipped one": ("a.ptoz", lambda: stored({"Json": games()})),
    "an older workbook": ("a.xls", wide_sheet),
    "a workbook": ("a.xlsx", lambda: stored(cells())),
}
FILES = OTHERS | {
    name: (file, partial(full, *parts)) for name, (file, *parts) in REPEATED.items()
}


@pytest.mark.skipif(sys.platform == "win32", reason="nothing tells the memory there")
@pytest.mark.parametrize("name", FILES)
def test_no_file_under_the_limit_takes_much_memory(name, tmp_path):
    file, make = FILES[name]
    path = tmp_path / file
    path.write_bytes(make())
    if path.suffix == ".DBF":
        for other, content in report_files.report().items():
            if other != path.name:
                (tmp_path / other).write_bytes(content)
    done = run_python("-c", READ, path, seconds=300)
    path.unlink()
    assert done.returncode == 0, done.stderr[-1000:]
    said, used = done.stdout.splitlines()
    assert said in ("refused 0", "opened 0")
    assert int(used) < MOST, (said, used)
