"""Copy and paste: blocks of cells, tables and pages."""

import datetime as dt
import re
from collections.abc import Callable, Sequence
from typing import Final

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, Qt

from uscalc.counted import make_harmless, strip_mark
from uscalc.document.edit.block import PastePlan, plan_paste, read_block
from uscalc.document.model import Document, find_section
from uscalc.engine.inputs import System
from uscalc.formats import FormatError, OpenedEvent, open_text
from uscalc.formats.shared.files import HEAD_SIZE
from uscalc.report.tables import (
    TextTable,
    format_aligned,
    format_html_table,
    format_tsv,
)
from uscalc.ui.crosstable.layout import NAME, CrosstableColumns
from uscalc.ui.crosstable.model import CrosstableModel
from uscalc.ui.theme.figures import MINUS

SPREADSHEET: Final = "text/tab-separated-values"


def as_table(table: TextTable) -> QMimeData:
    """Return a table in several clipboard formats, so that each program takes the best one.

    Email programs and spreadsheets take the HTML; forums and editors take the aligned
    text. The tab-separated cells are for programs that ask for them.
    """
    data = QMimeData()
    data.setText(format_aligned(table))
    data.setHtml(format_html_table(table))
    data.setData(SPREADSHEET, format_tsv(table).encode("utf-8"))
    return data


def copy_cells(
    model: CrosstableModel, rows: Sequence[int], columns: Sequence[int], titles: bool
) -> QMimeData:
    """Return a block of cells for the clipboard; `titles` adds the headings."""
    table = [
        [str(model.index(row, column).data() or "") for column in columns]
        for row in rows
    ]
    # A spreadsheet reads a negative number only with an ASCII hyphen.
    table = [
        [
            make_harmless(cell)
            if model.columns.specs[column].side == "left"
            else cell.replace(MINUS, "-")
            for cell, column in zip(row, columns, strict=True)
        ]
        for row in table
    ]
    if titles:
        heads = [
            str(model.headerData(column, Qt.Orientation.Horizontal)).strip()
            for column in columns
        ]
        table.insert(0, heads)
    data = QMimeData()
    data.setText("\n".join("\t".join(row) for row in table))
    data.setHtml(_plain_table(table))
    return data


def _plain_table(table: Sequence[Sequence[str]]) -> Markup:
    """Return an HTML table without styles, so that it looks like the text it is pasted into."""
    cell, row = Markup("<td>%s</td>"), Markup("<tr>%s</tr>")
    rows = (row % Markup().join(cell % text for text in texts) for texts in table)
    return Markup("<table>%s</table>") % Markup().join(rows)


MEMBER_ID: Final = re.compile(r"[0-9]{8}", re.ASCII)
SHORT: Final = 500
"""A text of at most this many characters is read within a few milliseconds."""


class PasteTarget(Struct, frozen=True):
    """The place where cells are pasted.

    `rows` and `across` are the selected rows and columns of the table, `columns` all
    columns of the table.
    """

    document: Document
    section: int
    system: System
    columns: CrosstableColumns
    rows: range
    across: range

    @property
    def start(self) -> int:
        """The first column to fill; without a selected column, that of the names."""
        return self.across.start if self.across else NAME

    def find_rows(self, now: Document) -> "PasteTarget | None":
        """Return the same place in another document.

        Return None if the section was removed, or has other players or another order.
        """
        one = self.document.sections[self.section]
        place = find_section(now, one.identity)
        if place is None:
            return None
        other = now.sections[place]
        people = [[player.identity for player in s.players] for s in (one, other)]
        if people[0] != people[1]:
            return None
        return replace(self, document=now, section=place)


def plan_cells(
    text: str, target: PasteTarget, at_row: Callable[[int, int], object] | None = None
) -> PastePlan:
    """Plan the paste of a text's cells; call `at_row` after each row that was read."""
    block = [[strip_mark(cell) for cell in row] for row in read_block(text)]
    rows, across, start = target.rows, target.across, target.start
    if len(block) == 1 and len(block[0]) == 1 and len(rows) * len(across) > 1:
        # A single cell is pasted into all selected cells.
        block = [block[0] * len(across) for _ in rows]
    width = max((len(cells) for cells in block), default=0)
    left = target.columns.results.start
    first = max(start - left, 0)
    before = (target.columns.find_written(column) for column in range(start, left))
    named = [column for column in before if column is not None]
    if "id" in named[1:] and _has_no_ids(block, named.index("id")):
        # The IDs are shown, but the names were copied without them.
        named.remove("id")
    columns = [
        *named,
        *range(first, first + width),
    ]
    row = rows.start if rows else 0
    place = (target.document, target.section, row, columns, block, target.system)
    return plan_paste(*place, at_row)


def _has_no_ids(block: Sequence[Sequence[str]], place: int) -> bool:
    """Return whether a column of a block has texts, but no member ID."""
    texts = [cells[place] for cells in block if len(cells) > place and cells[place]]
    return bool(texts) and not any(MEMBER_ID.fullmatch(text) for text in texts)


def read_page(text: str, date: dt.date | None) -> OpenedEvent | FormatError:
    """Return the event on a page, or the reason why it can't be read."""
    try:
        return open_text(text, date)
    except FormatError as error:
        return error


def page_of_event(text: str, event: Document) -> Document | None:
    """Return the published page in a text if it looks like the open event's, or None."""
    from uscalc.document.overlay.table import is_page_of
    from uscalc.formats.every import is_published

    if not is_published(text[:HEAD_SIZE].encode("utf-8", "replace")[:HEAD_SIZE]):
        return None
    # A copied text often lacks the end date; for this event, it would be the event's.
    outcome = read_page(text, event.end_date)
    if isinstance(outcome, FormatError) or not is_page_of(outcome.document, event):
        return None
    return outcome.document


def is_page(text: str) -> bool:
    """Return whether a text is a whole file or page, and not cells of a table."""
    from uscalc.formats.every import is_readable

    return is_readable(text[:HEAD_SIZE].encode("utf-8", "replace")[:HEAD_SIZE])
