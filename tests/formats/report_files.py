"""Invented rating reports: the three tables, byte by byte."""

import io
import struct
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

Layout = Sequence[tuple[str, int]]
Record = Mapping[str, object]

HEAD: Layout = (
    *(("H_FORMAT", 5), ("H_PROGRAM", 10), ("H_EVENT_ID", 12), ("H_NAME", 35)),
    *(("H_TOT_SECT", 2), ("H_BEG_DATE", 8), ("H_END_DATE", 8)),
)
SECTION: Layout = (
    *(("S_EVENT_ID", 12), ("S_SEC_NUM", 2), ("S_SEC_NAME", 30), ("S_R_SYSTEM", 1)),
    *(("S_TIMECTL", 40), ("S_TRN_TYPE", 1), ("S_TOT_RNDS", 2), ("S_LST_PAIR", 4)),
    *(("S_BEG_DATE", 8), ("S_END_DATE", 8)),
)
PLAYER: Layout = (
    *(("D_EVENT_ID", 12), ("D_SEC_NUM", 2), ("D_PAIR_NUM", 4), ("D_MEM_ID", 8)),
    *(("D_NAME", 30), ("D_STATE", 2), ("D_RATING", 4)),
)
NAMES = {"H": "THEXPORT.DBF", "S": "TSEXPORT.DBF", "D": "TDEXPORT.DBF"}


def table(layout, records, kinds="C", padding=b"", deleted=()):
    """Return a dBASE III table; `kinds` is the type of the fields that are named as dates."""
    fields = b""
    for name, width in layout:
        kind = kinds if name.endswith("_DATE") else "C"
        fields += struct.pack("<11sc4xB15x", name.encode(), kind.encode(), width)
    header = 32 + len(fields) + 1 + len(padding)
    length = 1 + sum(width for _, width in layout)
    start = struct.pack("<B3BIHH20s", 3, 125, 5, 4, len(records), header, length, b"?")
    body = b""
    for i, record in enumerate(records):
        body += b"*" if i in deleted else b" "
        for name, width in layout:
            body += str(record.get(name, "")).encode("cp1252").ljust(width)[:width]
    return start + fields + b"\r" + padding + body + b"\x1a"


def player(number: int, *cells: str, section: int = 1, **more: object) -> Record:
    return {
        "D_SEC_NUM": section,
        "D_PAIR_NUM": number,
        "D_MEM_ID": 90000000 + number,
        "D_NAME": f"Inventa, Player{number}",
        "D_RATING": 1500 + number,
        **{f"D_RND{i + 1:02}": cell for i, cell in enumerate(cells)},
        **more,
    }


def section(number: int = 1, **more: object) -> Record:
    return {
        "S_SEC_NUM": number,
        "S_SEC_NAME": f"Section{number}",
        "S_R_SYSTEM": "R",
        "S_TIMECTL": "G/90;d5",
        "S_TRN_TYPE": "S",
        **more,
    }


PAIR = (player(1, "W2W", "D2B"), player(2, "L1B", "D1W"))


def report(players=PAIR, sections: Sequence[Record] = (section(),), **head):
    """Return the three files by name, with as many rounds as any player has results."""
    rounds = max(sum(k.startswith("D_RND") for k in row) for row in players)
    event = {
        "H_FORMAT": "2C",
        "H_NAME": "Lantern Open",
        "H_BEG_DATE": "20250503",
        "H_END_DATE": "20250504",
        **head,
    }
    columns = [(f"D_RND{i + 1:02}", 7) for i in range(rounds)]
    return {
        NAMES["H"]: table(HEAD, [event]),
        NAMES["S"]: table(SECTION, sections),
        NAMES["D"]: table([*PLAYER, *columns], players),
    }


def zipped(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def put(files: Mapping[str, bytes], folder: Path) -> Path:
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder
