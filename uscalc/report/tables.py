"""A plain table of texts, written for spreadsheets, web pages, mails and forums."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal
from unicodedata import combining, east_asian_width

from uscalc.explain.numbers import MINUS
from uscalc.report.templates import render

Side = Literal["left", "right"]

FORMULA_STARTS: Final = (
    *("=", "+", "-", "@", "\t", "\r", "\n"),
    *("\uff1d", "\uff0b", "\uff0d", "\uff20"),
)
"""How a text begins that a spreadsheet would take for a formula, in some countries also
with the wide letters."""
HARMLESS: Final = "'"
"""What a spreadsheet shows as text when it stands before such a beginning."""
NO_NAME: Final = "(no name)"
LONGEST_NAME: Final = 300
"""Letters of a name; a longer one is none, and would fill pages."""

# Marks that turn the direction of everything after them, beyond the name's own end.
_TURNING: Final = dict.fromkeys(
    map(ord, "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
)
_ISOLATED: Final = "\u2068{}\u2069"


@dataclass(frozen=True, slots=True)
class Table:
    """Headings, rows of texts, and the side on which each column stands.

    `people` are the columns that hold what a person typed, such as names: they are
    made harmless where a program would run them.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sides: tuple[Side, ...]
    people: frozenset[int] = frozenset()


def cleaned(text: str) -> str:
    """Return a text of one line: no control characters, nothing that turns what follows."""
    letters = (
        c if c.isprintable() or c in "\u200c\u200d\u200e\u200f" else _unprinted(c)
        for c in text.translate(_TURNING)
    )
    return " ".join("".join(letters).split())


def _unprinted(letter: str) -> str:
    """Half a pair, which no file can hold, is shown as lost; the rest is a space."""
    return "\N{REPLACEMENT CHARACTER}" if "\ud800" <= letter <= "\udfff" else " "


def called(name: str) -> str:
    """Return a name of anything, of one line and of a length that can be printed."""
    text = cleaned(name)
    if len(text) <= LONGEST_NAME:
        return text
    return text[: LONGEST_NAME - 1] + "\N{HORIZONTAL ELLIPSIS}"


def person(name: str) -> str:
    """Return a person's name as every sheet shows it."""
    return called(name) or NO_NAME


def harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula; a sign alone is none."""
    formula = len(text) > 1 and text.startswith(FORMULA_STARTS)
    return f"{HARMLESS}{text}" if formula else text


def keyboard_signs(text: str) -> str:
    """Return figures with the minus of the keyboard, which a spreadsheet can count with."""
    return text.replace(MINUS, "-")


def _harmless_rows(table: Table) -> Iterable[list[str]]:
    yield list(table.heads)
    for row in table.rows:
        yield [
            harmless(cell) if column in table.people else keyboard_signs(cell)
            for column, cell in enumerate(row)
        ]


def as_tsv(table: Table) -> str:
    """Return lines of cells with tabs between them; cells have neither tab nor line end."""
    return "".join("\t".join(cells) + "\n" for cells in _harmless_rows(table))


def as_table_html(table: Table) -> str:
    """Return a table for a mail or a spreadsheet: it carries its own look."""
    heads, *rows = _harmless_rows(table)
    return render(
        "table.html", heads=heads, rows=rows, sides=table.sides, people=table.people
    )


def as_aligned(table: Table) -> str:
    """Return columns of even width by spaces, for a forum or a mail in plain text."""
    rows = [table.heads, *table.rows]
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in (table.heads, tuple("-" * width for width in widths), *table.rows):
        cells = [
            _padded(cell, width, side)
            for cell, width, side in zip(row, widths, table.sides, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return "".join(f"{line}\n" for line in lines)


def _padded(cell: str, width: int, side: Side) -> str:
    gap = " " * (width - width_of(cell))
    # Set apart, a name that is written from the right leaves the columns as they are.
    shown = cell if cell.isascii() else _ISOLATED.format(cell)
    return gap + shown if side == "right" else shown + gap


def width_of(text: str) -> int:
    """Return the places a text takes where every letter is as wide as another."""
    return sum(
        0
        if combining(c) or c in "\u200c\u200d\u200e\u200f"
        else 2
        if east_asian_width(c) in "WF"
        else 1
        for c in text
    )
