"""Write a plain table of texts for spreadsheets, web pages, mail and forums."""

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Final, Literal
from unicodedata import combining, east_asian_width

from msgspec import Struct

from uscalc.counted import clip_text, drop_direction_marks, make_harmless
from uscalc.explain.numbers import MINUS
from uscalc.resources import get_resource_path

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def _load_environment() -> "Environment":
    # Imported only when HTML is saved or copied.
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(get_resource_path("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render_template(name: str, **values: object) -> str:
    """Render a template of resources/templates with these values."""
    return _load_environment().get_template(name).render(values)


Side = Literal["left", "right"]

NO_NAME: Final = "(no name)"
LONGEST_NAME: Final = 300
"""Characters of a name; a longer text isn't a name, and would fill pages."""


class TextTable(Struct, frozen=True):
    """Headings, rows of texts, and the alignment of each column.

    `people` are the columns with texts that the user typed, for example names. Exports
    change texts there that a spreadsheet would run as formulas.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    sides: tuple[Side, ...]
    people: frozenset[int] = frozenset()


def clean_line(text: str) -> str:
    """Return a text on one line, without control or direction characters."""
    letters = (
        c
        if c.isprintable() or c in "\u200c\u200d\u200e\u200f"
        else _replace_unprintable(c)
        for c in drop_direction_marks(text)
    )
    return " ".join("".join(letters).split())


def _replace_unprintable(letter: str) -> str:
    """Return a replacement character for half a surrogate pair, and a space otherwise."""
    return "\N{REPLACEMENT CHARACTER}" if "\ud800" <= letter <= "\udfff" else " "


def clean_name(name: str) -> str:
    """Return any name on one line, in a length that can be printed."""
    return clip_text(clean_line(name), LONGEST_NAME)


def format_person(name: str) -> str:
    """Return a person's name as every chart shows it."""
    return clean_name(name) or NO_NAME


def use_keyboard_minus(text: str) -> str:
    """Return figures with the minus sign of the keyboard, as spreadsheets need it."""
    return text.replace(MINUS, "-")


def _make_harmless_rows(table: TextTable) -> Iterable[list[str]]:
    yield list(table.heads)
    for row in table.rows:
        yield [
            make_harmless(cell) if column in table.people else use_keyboard_minus(cell)
            for column, cell in enumerate(row)
        ]


def format_tsv(table: TextTable) -> str:
    """Return lines of cells separated by tabs; no cell contains a tab or line end."""
    return "".join("\t".join(cells) + "\n" for cells in _make_harmless_rows(table))


def format_html_table(table: TextTable) -> str:
    """Return a table for mail or a spreadsheet, with its own style."""
    heads, *rows = _make_harmless_rows(table)
    return render_template(
        "table.html", heads=heads, rows=rows, sides=table.sides, people=table.people
    )


def format_aligned(table: TextTable) -> str:
    """Return columns aligned by spaces, for a forum or plain text mail."""
    columns = zip(table.heads, *table.rows, strict=True)
    widths = [max(map(measure_width, column)) for column in columns]
    rows = (table.heads, tuple("-" * width for width in widths), *table.rows)
    lines = ("  ".join(map(_pad_cell, row, widths, table.sides)) for row in rows)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _pad_cell(cell: str, width: int, side: Side) -> str:
    gap = " " * (width - measure_width(cell))
    # Isolated, a name written from right to left doesn't disturb the columns.
    shown = cell if cell.isascii() else f"\u2068{cell}\u2069"
    return gap + shown if side == "right" else shown + gap


def measure_width(text: str) -> int:
    """Return the number of columns that a text takes in a monospaced font."""
    return sum(
        0
        if combining(c) or c in "\u200c\u200d\u200e\u200f"
        else 2
        if east_asian_width(c) in "WF"
        else 1
        for c in text
    )
