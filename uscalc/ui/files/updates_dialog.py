"""The list of updates from the linked file, the newest save first."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from PySide6.QtWidgets import QDialog, QWidget

from uscalc.ui.files.link_states import FileUpdate
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.building import (
    DIALOG_MARGINS,
    add_parts,
    make_column,
    make_text_label,
    set_up_dialog,
)
from uscalc.ui.widgets.column_table import ColumnTableModel, TableColumn
from uscalc.ui.widgets.dialogs import CloseButton, resize_to
from uscalc.ui.widgets.plain_table import ColumnTable

NOTHING: Final = (
    "No updates in this session. Changes imported from the linked "
    "file will be listed here."
)


ReadUpdates = Callable[[], tuple[str, Sequence[FileUpdate]]]
"""Returns the state of the linked file in words, and its updates, the oldest first."""


class UpdateRow(NamedTuple):
    """One line: an update as a whole, or one of its changes."""

    time: str
    where: str
    what: str
    whole: bool = False


def make_columns() -> tuple[TableColumn[UpdateRow], ...]:
    """Make the columns of the list; the line of a whole update is bold."""
    return (
        TableColumn(
            "Time",
            "Time when the file was read",
            lambda row: row.time,
            fits=True,
            strong=lambda row: row.whole,
        ),
        TableColumn(
            "Where",
            "File, section and round",
            lambda row: row.where,
            fits=True,
            strong=lambda row: row.whole,
        ),
        TableColumn(
            "Change",
            "",
            lambda row: row.what,
            wraps=True,
            stretches=True,
            strong=lambda row: row.whole,
        ),
    )


class UpdatesDialog(QDialog):
    """A dialog with the updates from the linked file, which stays open beside the window."""

    def __init__(
        self, read_updates: ReadUpdates, theme: Theme, window: QWidget
    ) -> None:
        super().__init__(window)
        self._read_updates = read_updates
        set_up_dialog(self, "updatesDialog", "Sync history")
        column = make_column(self, DIALOG_MARGINS)
        self.state = make_text_label("updatesState", "note")
        self.nothing = make_text_label("updatesNothing", "label", NOTHING)
        self.model = ColumnTableModel(
            make_columns(), self, tooltip=lambda column, row: column.text(row)
        )
        self.table = ColumnTable(
            "updatesTable",
            "Imported changes, newest first",
            self.model,
            theme,
        )
        add_parts(column, self.state, self.nothing, (self.table, 1))
        column.addStretch()
        column.addWidget(CloseButton(self, "updates", "Close the list"))
        resize_to(self, 84, 30)
        self.refresh()

    def refresh(self) -> None:
        """Show the linked file's state, and the updates so far."""
        words, updates = self._read_updates()
        self.state.setText(
            f"{words}." if words else "This event isn't linked to a file."
        )
        rows = make_rows(updates)
        if rows != self.model.rows:
            self.model.show_rows(rows)
        self.table.setVisible(bool(rows))
        self.nothing.setVisible(not rows)


def make_rows(updates: Sequence[FileUpdate]) -> tuple[UpdateRow, ...]:
    """Return the lines of the list."""
    rows: list[UpdateRow] = []
    for update in reversed(updates):
        rows.append(UpdateRow(update.time, update.file, update.in_short, whole=True))
        rows += [UpdateRow("", news.place, news.sentence) for news in update.news]
    return tuple(rows)
