"""Split lines of tab-separated and CSV lists into cells, and find the row of titles."""

import csv
from collections.abc import Iterable
from typing import Final

from uscalc.formats.shared.loose import decode_text
from uscalc.ratinglist.cells import make_member_key
from uscalc.ratinglist.roles import guess_roles

LONGEST_CELL: Final = 200
TITLE_LINES: Final = 20
"""The row of titles must be within this many lines from the top."""
KINDS: Final = {
    "\t": "tab-separated",
    ",": "comma-separated",
    ";": "semicolon-separated",
}
"""The separators; of two that fit a row of titles, the first is used."""
_MEMBER_DIGITS: Final = 6

Row = tuple[str, ...]


class OpenQuoteError(ValueError):
    """A quotation mark that does not close its cell."""


def split_cells(line: str, mark: str) -> Row:
    """Return the cells of a line. Raises OpenQuoteError.

    In a tab-separated line quotation marks are removed; elsewhere they enclose cells
    that may contain the separator.
    """
    if mark == "\t":
        return tuple(
            [
                cell.strip().strip('"').strip()[:LONGEST_CELL]
                for cell in line.split(mark)
            ]
        )
    parts = line.split(mark)
    if '"' in line:
        reader = csv.reader([line], delimiter=mark, strict=True, skipinitialspace=True)
        try:
            parts = next(reader)
        except csv.Error as error:
            raise OpenQuoteError from error
    return tuple([cell.strip()[:LONGEST_CELL] for cell in parts])


def find_titles(line: str) -> tuple[str, Row] | None:
    """Return the separator and the titles, if the line is a row of titles."""
    best, most = None, 0
    for mark in (one for one in KINDS if one in line):
        try:
            cells = split_cells(line, mark)
        except OpenQuoteError:
            continue
        roles = guess_roles(cells)
        known = sum(role is not None for role in roles)
        if ("id" in roles or "name" in roles) and known > most:
            best, most = (mark, cells), known
    return best


def has_member_id(line: str) -> bool:
    """Return whether a cell of the line is a member ID, so that it isn't a row of titles."""
    cells = (cell.strip(' "') for mark in KINDS for cell in line.split(mark))
    return any(
        cell.isdigit() and len(make_member_key(cell)) >= _MEMBER_DIGITS
        for cell in cells
    )


def find_first_titles(lines: Iterable[str]) -> tuple[str, Row] | None:
    """Return the separator and the titles from the first row of titles in some lines."""
    for number, line in enumerate(lines):
        found = find_titles(line)
        if found is not None:
            return found
        if number >= TITLE_LINES or has_member_id(line):
            return None
    return None


def is_text_list(head: bytes) -> bool:
    """Return whether a file with this beginning is a text list."""
    lines = decode_text(head).splitlines()
    return find_first_titles(lines[: TITLE_LINES + 1]) is not None
