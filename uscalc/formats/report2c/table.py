"""Write a dBASE III table of texts, byte by byte as rating reports have it."""

import datetime as dt
import struct
from collections.abc import Mapping, Sequence
from typing import Final

from uscalc.document.reporting.fields import to_ascii
from uscalc.formats.shared.dbf import (
    END_OF_HEADER,
    FIELD_SIZE,
    FIRST_FIELD,
    LIVE,
    NAME_SIZE,
    VERSION,
)

Layout = Sequence[tuple[str, int]]
"""The names of the fields and their widths."""
CENTURY: Final = 1900
"""A header's date stores the year in a byte, counted from this year."""
_END: Final = b"\x1a"


def make_table(
    layout: Layout, records: Sequence[Mapping[str, str]], day: dt.date
) -> bytes:
    """Return the table of these records, dated `day`; texts that are too long are cut."""
    width = 1 + sum(size for _, size in layout)
    header = FIRST_FIELD + FIELD_SIZE * len(layout) + 1
    year = min(max(day.year - CENTURY, 0), 255)
    parts = [
        struct.pack(
            "<4BIHH20x", VERSION, year, day.month, day.day, len(records), header, width
        )
    ]
    parts += [
        struct.pack(f"<{NAME_SIZE}sc4xB15x", name.encode("ascii"), b"C", size)
        for name, size in layout
    ]
    parts.append(bytes([END_OF_HEADER]))
    for record in records:
        parts.append(bytes([LIVE]))
        parts += [_encode_cell(record[name], size) for name, size in layout]
    return b"".join((*parts, _END))


def _encode_cell(text: str, size: int) -> bytes:
    return to_ascii(text)[:size].ljust(size).encode("ascii")
