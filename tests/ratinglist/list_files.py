"""Invented rating supplements of any size, in US Chess's formats, written member by member."""

import csv
import datetime as dt
import io
import random
import struct
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from uscalc.ratinglist.importing import ImportOrder, import_list
from uscalc.ratinglist.store import open_lookup
from uscalc.ratinglist.understand import analyze_file

Member = dict[str, str]
Layout = Sequence[tuple[str, int]]

SUPPLEMENT: Layout = (
    *(("MEM_ID", 8), ("MEM_NAME", 30), ("STATE", 2), ("EXPIRED", 8)),
    *(("R_LPB_RAT", 9), ("Q_LPB_RAT", 9)),
)
SECOND_FORM: Layout = (
    *(("R_MEM_ID", 8), ("R_MEM_NAME", 30), ("R_STATE", 2), ("R_EXP_DATE", 8)),
    *(("R_RATING1", 9), ("R_RATING2", 9)),
)
COMBINED: Layout = (
    *(*SUPPLEMENT, ("B_LPB_RAT", 9), ("ONL_R_RTG", 9), ("ONL_Q_RTG", 9)),
    *(("ONL_B_RTG", 9), ("BYEAR", 4)),
)
ALIKE = {new: old for (new, _), (old, _) in zip(SECOND_FORM, SUPPLEMENT, strict=True)}
"""Columns of the second format, and those of the first with the same content."""

_FIRST = "Ada Bela Cyro Dino Ella Faro Gita Hugo Ilva Jaro Kira Lumo Mira Nilo Orla"
_SYLLABLES = (
    "ba be bo da del dor fa fen gal gor hin jas kal kor lam lin mar mon nar nel "
    "pol quin ras ros sal sten tal tor ulm var vin wes xan yor zel"
)
FIRST, SYLLABLES = _FIRST.split(), _SYLLABLES.split()


def member(number: int, **more: str) -> Member:
    """Return a member with one rating, another one based on few games, and no others."""
    return {
        "MEM_ID": str(90000000 + number),
        "MEM_NAME": f"INVENTA, PLAYER{number}",
        "STATE": "ZZ",
        "EXPIRED": "20261231",
        "R_LPB_RAT": str(1000 + number % 1000),
        "Q_LPB_RAT": f"{900 + number % 1000}/{number % 24 + 1}",
        **more,
    }


STATES = ("NY", "TX", "OH", "CA", "ME", "IA", "ID", "UT", "WY", "FL")
TWINS = [
    member(
        100 + place,
        MEM_NAME="TWINNE, TESSA",
        STATE=state,
        R_LPB_RAT=str(1000 + place),
        MEM_ID=f"9{place}00{place}55{place}",
    )
    for place, state in enumerate(STATES)
]
"""Namesakes who differ by ID, state and rating."""


def members(count: int, seed: int = 5) -> Iterator[Member]:
    """Yield this many members, with names of many different words."""
    chance = random.Random(seed)
    for number in range(count):
        family = "".join(chance.choices(SYLLABLES, k=chance.choice((2, 3, 3, 4))))
        given = chance.choice(FIRST) + chance.choice(("", "", chance.choice(SYLLABLES)))
        rating = chance.randrange(100, 2700)
        blank = chance.random() < 0.3
        few = f"/{chance.randrange(1, 26)}" if chance.random() < 0.4 else ""
        yield member(
            number,
            MEM_NAME=f"{family}, {given}".upper(),
            R_LPB_RAT="" if blank else f"{rating}{few}",
            B_LPB_RAT="" if blank else str(rating),
            BYEAR=str(chance.randrange(1930, 2020)),
        )


def dbf_head(layout: Layout, count: int) -> bytes:
    fields = b"".join(
        struct.pack("<11sc4xB15x", name.encode(), b"C", width) for name, width in layout
    )
    length = 1 + sum(width for _, width in layout)
    head = struct.pack(
        "<B3BIHH20s", 3, 125, 11, 1, count, 33 + len(fields), length, b""
    )
    return head + fields + b"\r"


def dbf_rows(layout: Layout, rows: Iterable[Member]) -> Iterator[bytes]:
    for row in rows:
        yield b" " + b"".join(
            row.get(ALIKE.get(name, name), "").encode("cp1252").ljust(width)[:width]
            for name, width in layout
        )


def dbf(rows: Sequence[Member], layout: Layout = SUPPLEMENT) -> bytes:
    """Return a complete dBASE list."""
    return dbf_head(layout, len(rows)) + b"".join(dbf_rows(layout, rows)) + b"\x1a"


def tsv(rows: Iterable[Member], layout: Layout = SUPPLEMENT) -> str:
    """Return a complete tab-separated list."""
    lines = ["\t".join(name for name, _ in layout)]
    lines += [
        "\t".join(row.get(ALIKE.get(name, name), "") for name, _ in layout)
        for row in rows
    ]
    return "\r\n".join(lines) + "\r\n"


def delimited(rows: Iterable[Member], mark: str, layout: Layout = SUPPLEMENT) -> str:
    """Return a complete list as a spreadsheet writes it in CSV."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=mark)
    writer.writerow(name for name, _ in layout)
    writer.writerows([row.get(name, "") for name, _ in layout] for row in rows)
    return text.getvalue()


def write_dbf(path: Path, count: int, layout: Layout = SUPPLEMENT) -> Path:
    """Write a large list without keeping it in memory."""
    with path.open("wb") as file:
        file.write(dbf_head(layout, count))
        file.writelines(dbf_rows(layout, members(count)))
        file.write(b"\x1a")
    return path


def write_zip(path: Path, *files: Path) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.write(file, file.name)
    return path


@contextmanager
def looked_up(rows: Iterable[Member], folder: Path, day: dt.date):
    """Import a combined list of these members, and open it."""
    file = folder / "all.txt"
    file.write_text(tsv(rows, COMBINED), encoding="utf-8")
    understood = analyze_file(file)
    roles = understood.roles
    made = import_list(ImportOrder(file, understood.table, roles, day), folder)
    with open_lookup(made) as opened:
        yield opened
