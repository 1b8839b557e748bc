"""The list of updates from the linked file, the newest save first."""

from collections.abc import Container, Sequence
from typing import Final, NamedTuple, Protocol

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, SignalInstance
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from uscalc.ui.follow.updates import Update
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.dialog_buttons import CloseButton
from uscalc.ui.widgets.dialog_size import resize_to
from uscalc.ui.widgets.labels import text_label
from uscalc.ui.widgets.plain_table import STRONG, PlainModel, PlainTable
from uscalc.ui.wording.hints import plain_hint

Index = QModelIndex | QPersistentModelIndex
HEADS: Final = (
    ("Time", "When the file was read"),
    ("Where", "The file; then section and round"),
    ("What came in", ""),
)
NOTHING: Final = (
    "Nothing has come in since the program began. What another program saves in a "
    "followed file is listed here by name."
)


class Follower(Protocol):
    """The controller of the linked file, as far as the dialog needs it."""

    @property
    def changed(self) -> SignalInstance:
        """Says that the words or the updates are others."""

    @property
    def words(self) -> str:
        """The linked file and its state in words."""

    @property
    def updates(self) -> Sequence[Update]:
        """The updates, the oldest first."""


class Row(NamedTuple):
    """One line: an update as a whole, or one of its changes."""

    time: str
    where: str
    what: str
    whole: bool = False


class UpdatesModel(PlainModel):
    """The updates, the newest first, each with its changes below it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[Row, ...] = ()

    def show_rows(self, rows: tuple[Row, ...]) -> None:
        """Show other rows."""
        if rows != self.rows:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()

    def heads(self) -> Sequence[tuple[str, str]]:
        """Return the columns."""
        return HEADS

    def count(self) -> int:
        """Return the number of rows."""
        return len(self.rows)

    def words(self) -> Container[int]:
        """Return the columns of words."""
        return range(len(HEADS))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what stands in a cell."""
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        text = (row.time, row.where, row.what)[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_hint(text) if text else None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return row.whole if role == STRONG else None


class UpdatesDialog(QDialog):
    """Stays open beside the window, and follows what comes in."""

    def __init__(self, follower: Follower, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._follower = follower
        self.setObjectName("updatesDialog")
        self.setAccessibleName("Updates from the followed file")
        self.setWindowTitle("Updates from the followed file")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[2 * UNIT] * 4)
        column.setSpacing(UNIT)
        self.state = text_label("updatesState", "note")
        column.addWidget(self.state)
        self.nothing = text_label("updatesNothing", "label")
        self.nothing.setText(NOTHING)
        column.addWidget(self.nothing)
        self.model = UpdatesModel(self)
        self.table = PlainTable(
            "updatesTable",
            "What came in, the newest first",
            self.model,
            theme,
            lambda _column: 5,
            stretch=len(HEADS) - 1,
            texts=(1,),
        )
        column.addWidget(self.table, 1)
        column.addStretch()
        column.addWidget(CloseButton(self, "updates", "Close the list"))
        resize_to(self, 84, 30)
        follower.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the updates so far."""
        words = self._follower.words
        self.state.setText(
            f"This event {words}." if words else "This event follows no file."
        )
        self.model.show_rows(rows_of(self._follower.updates))
        there = self.model.count() > 0
        self.table.setVisible(there)
        self.nothing.setVisible(not there)


def rows_of(updates: Sequence[Update]) -> tuple[Row, ...]:
    """Return the lines of the list."""
    rows: list[Row] = []
    for update in reversed(updates):
        rows.append(Row(update.time, update.file, update.in_short, whole=True))
        rows += [Row("", news.place, news.said) for news in update.news]
    return tuple(rows)
