"""Cells and sections copied: with tabs, as a table of HTML, in even columns."""

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup
from PySide6.QtCore import QMimeData, Qt

from uscalc.report.tables import (
    HARMLESS,
    TextTable,
    format_aligned,
    format_html_table,
    format_tsv,
    make_harmless,
)
from uscalc.ui.crosstable.model import CrosstableModel
from uscalc.ui.theme.figures import MINUS

SPREADSHEET: Final = "text/tab-separated-values"


def as_table(table: TextTable) -> QMimeData:
    """Return a table in every form: programs take the one that they know best.

    Mails and spreadsheets take the HTML, forums and editors the text in even columns;
    the cells with tabs are for programs that ask for them.
    """
    data = QMimeData()
    data.setText(format_aligned(table))
    data.setHtml(format_html_table(table))
    data.setData(SPREADSHEET, format_tsv(table).encode("utf-8"))
    return data


def strip_mark(cell: str) -> str:
    """Return a cell without the mark that kept a spreadsheet from running it."""
    plain = cell.removeprefix(HARMLESS)
    return plain if make_harmless(plain) == cell else cell


def copy_cells(
    model: CrosstableModel, rows: Sequence[int], columns: Sequence[int], titles: bool
) -> QMimeData:
    """Return a block as the clipboard takes it; `titles` puts the headings above it."""
    table = [
        [str(model.index(row, column).data() or "") for column in columns]
        for row in rows
    ]
    # A spreadsheet takes a figure for one only with the sign of the keyboard.
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
    """Return a table of HTML without a look of its own: it takes that of where it is pasted."""
    cell, row = Markup("<td>%s</td>"), Markup("<tr>%s</tr>")
    rows = (row % Markup().join(cell % text for text in texts) for texts in table)
    return Markup("<table>%s</table>") % Markup().join(rows)
