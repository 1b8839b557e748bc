"""Cells copied for spreadsheets: as text with tabs, and as a table of HTML."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QMimeData, Qt

from uscalc.ui.crosstable_model import CrosstableModel
from uscalc.ui.figures import MINUS


def copied(
    model: CrosstableModel, rows: Sequence[int], columns: Sequence[int], titles: bool
) -> QMimeData:
    """A block as the clipboard takes it; `titles` puts the headings above it."""
    table = [
        [str(model.index(row, column).data() or "") for column in columns]
        for row in rows
    ]
    # A spreadsheet takes a number for one only with the sign of the keyboard.
    table = [[cell.replace(MINUS, "-") for cell in row] for row in table]
    if titles:
        heads = [
            str(model.headerData(column, Qt.Orientation.Horizontal)).strip()
            for column in columns
        ]
        table.insert(0, heads)
    data = QMimeData()
    data.setText("\n".join("\t".join(row) for row in table))
    lines = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in table]
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    data.setHtml(f"<table>{body}</table>")
    return data
