"""Write wall charts as a web page, CSV or a workbook."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal

from uscalc.counted import FORMULA_STARTS, make_harmless
from uscalc.ending import hold_interrupts
from uscalc.report.tables import render_template, use_keyboard_minus
from uscalc.report.wall.model import ORDER_WORDS, WallRow, WallSheet

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.styles import Font
    from openpyxl.worksheet.worksheet import Worksheet


Paper = Literal["letter", "a4"]
PAPERS: Final[tuple[Paper, ...]] = ("letter", "a4")
SIZES: Final = {False: ("17px", "13px"), True: ("30px", "29px")}
"""Sizes of names and ratings, and of secondary text, for normal and big type.

Big type is 5 mm high in all fonts that browsers include.
"""
SECOND: Final = 0.76
ACROSS: Final = 9
"""A page with this number of columns or more is printed in landscape."""
KEPT: Final = 12
"""The maximum number of rows with equal scores that must stay on one page.
"""


def make_wall_html(
    sheets: tuple[WallSheet, ...],
    paper: Paper = "letter",
    big: bool = False,
    size: float | None = None,
    printed: str = "",
) -> str:
    """Render a complete web page that needs no other file and prints each list on its own pages.

    `size` is the type size in points, if the user selected one. `printed` is a line
    with the time of printing.
    """
    sheets = tuple(sheet for sheet in sheets if sheet.rows)
    first, second = (
        SIZES[big]
        if size is None
        else (f"{size:g}pt", f"{size if big else size * SECOND:g}pt")
    )
    columns = max(
        (s.rounds + len(s.titles) * len(s.systems) for s in sheets), default=0
    )
    return render_template(
        "wall.html",
        sheets=sheets,
        event=sheets[0].event if sheets else "",
        paper=paper,
        big=big,
        first=first,
        second=second,
        wide=columns >= ACROSS,
        grouped=_group_rows,
        kept=KEPT,
        printed=printed,
    )


def _group_rows(sheet: WallSheet) -> Iterator[tuple[WallRow, ...]]:
    """Yield the rows that a page break must not divide: equal scores, or all rows."""
    if sheet.order != "score":
        yield sheet.rows
        return
    begin = 0
    for count in sheet.count_groups():
        yield sheet.rows[begin : begin + count]
        begin += count


FIRST: Final = ("Event", "Section", "Status", "No.", "Name", "Points")


def make_wall_csv(sheets: tuple[WallSheet, ...]) -> str:
    """Return the first list of every section, so that each player appears once.

    The texts above and below a table follow it in the column Note. No cell with a typed
    text begins like a formula.
    """
    firsts = {sheet.place: sheet for sheet in reversed(sheets) if sheet.rows}
    sheets = tuple(firsts[place] for place in sorted(firsts))
    systems = tuple(dict.fromkeys(s for sheet in sheets for s in sheet.systems))
    rounds = max((sheet.rounds for sheet in sheets), default=0)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    each = ["before", "after", "change"]
    if any(sheet.performance for sheet in sheets):
        each.append("performance")
    figures = [f"{system} {one}" for system in systems for one in each]
    results = [f"Rd {number + 1}" for number in range(rounds)]
    writer.writerow([*FIRST, *results, *figures, "Note"])
    for sheet in sheets:
        start = [make_harmless(sheet.event), make_harmless(sheet.section), sheet.status]
        writer.writerows(
            [*start, *_make_row(row, sheet, rounds, systems, len(each))]
            for row in sheet.rows
        )
        empty = [""] * (len(FIRST) - len(start) + rounds + len(figures))
        notes = filter(None, (sheet.subtitle, *sheet.footer))
        writer.writerows([*start, *empty, make_harmless(note)] for note in notes)
    return text.getvalue()


def make_csv_bytes(sheets: tuple[WallSheet, ...]) -> bytes:
    """Return the CSV file, marked as UTF-8 for spreadsheets."""
    return make_wall_csv(sheets).encode("utf-8-sig")


def _make_row(
    row: WallRow, sheet: WallSheet, rounds: int, systems: tuple[str, ...], each: int
) -> Iterator[str]:
    yield from (str(row.number), make_harmless(row.name), row.points)
    yield from map(make_harmless, row.results)
    yield from [""] * (rounds - len(row.results))
    for system in systems:
        if system in sheet.systems:
            figures = row.figures[sheet.systems.index(system)]
            yield from map(use_keyboard_minus, figures.plain)
        else:
            yield from [""] * each
    yield describe_unofficial(row, sheet)


def describe_unofficial(row: WallRow, sheet: WallSheet) -> str:
    """Return the note of a row: "Quick not official"."""
    found = [
        system
        for system, figures in zip(sheet.systems, row.figures, strict=True)
        if not figures.official
    ]
    if not found:
        return ""
    which = f"{' and '.join(found)} " if len(sheet.systems) > 1 else ""
    return f"{which}not official"


LONGEST_TITLE: Final = 31
"""Characters in the name of a worksheet, as limited by Excel."""
_NO_TITLE: Final = re.compile(r"[\[\]:*?/\\]")
_FIGURE: Final = re.compile(r"[+-]?\d+(\.\d+)?")
SECTION_AT: Final = 2
"""The row of the section's name; the event's name is above it."""
NAME_WIDTH, FIGURE_WIDTH, NOTE_WIDTH = 34, 10, 22
MANY_ROUNDS: Final = 4
"""A chart of more rounds is printed in landscape."""
PAPER_CODES: Final = {"letter": 1, "a4": 9}


def make_workbook(
    sheets: tuple[WallSheet, ...], paper: Paper = "letter", big: bool = False
) -> bytes:
    """Return the bytes of a workbook. Figures are numbers, and there are no formulas."""
    from openpyxl import Workbook

    book = Workbook()
    if book.active is not None and sheets:
        book.remove(book.active)
    taken: set[str] = set()
    several = len({sheet.order for sheet in sheets}) > 1
    for sheet in sheets:
        if sheet.rows:
            order = f" {ORDER_WORDS[sheet.order].lower()}" if several else ""
            page = book.create_sheet(make_sheet_title(sheet.section, taken, order))
            _fill_worksheet(page, sheet, paper, 1.5 if big else 1.0)
    return save_workbook(book)


def save_workbook(book: "Workbook") -> bytes:
    """Return the bytes of a workbook."""
    stream = io.BytesIO()
    # The library writes each sheet to a temporary file first.
    with hold_interrupts():
        book.save(stream)
    return stream.getvalue()


def make_sheet_title(section: str, taken: set[str], order: str = "") -> str:
    """Return a name for the worksheet that is allowed, short enough, and unique."""
    plain = _NO_TITLE.sub(" ", section).strip("' ") or "Section"
    title, count = plain[: LONGEST_TITLE - len(order)] + order, 1
    while title.casefold() in taken or title.casefold() == "history":
        count += 1
        tail = f"{order} {count}"
        title = plain[: LONGEST_TITLE - len(tail)] + tail
    taken.add(title.casefold())
    return title


def _fill_worksheet(
    page: "Worksheet", sheet: WallSheet, paper: Paper, size: float
) -> None:
    from openpyxl.styles import Font

    normal, bold = Font(size=11 * size), Font(size=11 * size, bold=True)
    place = 1
    _write_row(page, place, [sheet.event], normal)
    for text in (sheet.section, sheet.status, sheet.subtitle):
        if text:
            place += 1
            font = Font(size=22 * size, bold=True) if place == SECTION_AT else normal
            _write_row(page, place, [text], font)
    if sheet.rows:
        place += 2
        _write_row(page, place, _make_heads(sheet), bold)
        page.print_title_rows = f"1:{place}"
        page.freeze_panes = f"C{place + 1}"
    for row in sheet.rows:
        place += 1
        figures = [text for one in row.figures for text in one.plain]
        cells = [str(row.number), row.name, *row.results, row.points, *figures]
        texts = [*cells, describe_unofficial(row, sheet)]
        _write_row(page, place, texts, normal, people=range(1, 2 + sheet.rounds))
    for line, text in enumerate(sheet.footer, place + 2):
        _write_row(page, line, [text], normal)
    _set_up_page(page, len(_make_heads(sheet)), sheet.rounds > MANY_ROUNDS, paper, size)


def _make_heads(sheet: WallSheet) -> list[str]:
    several = len(sheet.systems) > 1
    figures = [
        f"{system} {each.lower()}" if several else each
        for system in sheet.systems
        for each in sheet.titles
    ]
    rounds = [f"Rd {number + 1}" for number in range(sheet.rounds)]
    return ["No.", "Name", *rounds, "Points", *figures, "Note"]


def _write_row(
    page: "Worksheet",
    place: int,
    texts: Iterable[str],
    font: "Font",
    people: Sequence[int] = (0,),
) -> None:
    """Write a row: figures as numbers, other texts as text and never as a formula."""
    for column, text in enumerate(texts):
        cell = page.cell(place, column + 1)
        cell.font = font
        plain = use_keyboard_minus(text)
        if column not in people and _FIGURE.fullmatch(plain):
            cell.value = float(plain) if "." in plain else int(plain)
            if plain.startswith(("+", "-")):
                cell.number_format = "+0;-0;0"
        elif text:
            cell.value = text
            cell.data_type = "s"
            # The cell stays a text even after it is edited.
            cell.quotePrefix = text.startswith(FORMULA_STARTS)


def _set_up_page(
    page: "Worksheet", columns: int, wide: bool, paper: Paper, size: float
) -> None:
    """Set the widths of the columns, and how the worksheet is printed."""
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.properties import PageSetupProperties

    widths = [7, NAME_WIDTH, *[FIGURE_WIDTH] * (columns - 3), NOTE_WIDTH]
    for column, width in enumerate(widths, 1):
        page.column_dimensions[get_column_letter(column)].width = width * size
    page.page_setup.paperSize = PAPER_CODES[paper]
    page.page_setup.orientation = "landscape" if wide else "portrait"
    page.page_setup.fitToWidth = 1
    page.page_setup.fitToHeight = 0
    page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    if page.oddFooter is not None:
        page.oddFooter.center.text = "Page &P of &N"
