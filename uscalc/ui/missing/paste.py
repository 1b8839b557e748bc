"""Fill in missing data from pasted rows: a preview, then one edit."""

from collections.abc import Container, Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFrame,
    QHeaderView,
    QPlainTextEdit,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from uscalc.document.fill.missing import FilledRow, FillPlan, plan_fill
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.dialog_buttons import AcceptOrCancel
from uscalc.ui.widgets.dialog_size import resize_to
from uscalc.ui.widgets.labels import text_label
from uscalc.ui.widgets.plain_table import PlainModel

Index = QModelIndex | QPersistentModelIndex
HEADS: Final = ("Pasted", "Player", "Becomes")
HELP: Final = (
    "One row a player: member ID or name, rating, games, birth year. Empty cells leave "
    "what is known. A first row of titles may give another order."
)


class FillModel(PlainModel):
    """The rows of a plan."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.rows: tuple[FilledRow, ...] = ()

    def show_rows(self, rows: tuple[FilledRow, ...]) -> None:
        """Show the rows of another plan."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def heads(self) -> Sequence[tuple[str, str]]:
        """Return the column titles."""
        return [(head, "") for head in HEADS]

    def count(self) -> int:
        """Return the number of pasted rows."""
        return len(self.rows)

    def words(self) -> Container[int]:
        """Return the columns of text."""
        return range(len(HEADS))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's value for a role."""
        shown = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
        if not index.isValid() or role not in shown:
            return None
        row, section = self.rows[index.row()], self._session.section
        if index.column() == 0:
            return " ".join(row.text.split())
        if index.column() == 1:
            if row.row is None or section is None:
                return "–"
            player = section.players[row.row]
            return f"{player.number} {player.name}"
        if row.refused is not None:
            return f"✕ refused: {row.refused}"
        return ", ".join(row.fills) or "as it is already"


class FillDialog(QDialog):
    """A dialog with rows typed or pasted above, and their effect below."""

    def __init__(self, session: Session, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._plan: FillPlan | None = None
        self.setObjectName("fillDialog")
        self.setAccessibleName("Fill in from pasted rows")
        self.setWindowTitle("Fill in missing facts")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[2 * UNIT] * 4)
        column.setSpacing(UNIT)
        help_line = text_label("fillHelp", "label")
        help_line.setText(HELP)
        column.addWidget(help_line)
        self.text = QPlainTextEdit()
        self.text.setObjectName("fillText")
        self.text.setAccessibleName("Rows of member ID or name, rating, games, birth")
        self.text.setPlaceholderText("99000011\t1794\t60\t1990")
        self.text.setTabChangesFocus(True)
        self.text.setFont(theme.font())
        column.addWidget(self.text, 1)
        self.said = text_label("fillSaid", "heading")
        column.addWidget(self.said)
        self.model = FillModel(session, self)
        self.table = QTableView()
        self.table.setObjectName("fillTable")
        self.table.setAccessibleName("What the rows would do")
        self.table.setFrameShape(QFrame.Shape.NoFrame)
        self.table.setShowGrid(False)
        self.table.setProperty("lines", True)
        self.table.setModel(self.model)
        self.table.setTabKeyNavigation(False)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        rows = self.table.verticalHeader()
        rows.setObjectName("fillRows")
        rows.setAccessibleName("Pasted rows")
        rows.hide()
        header = self.table.horizontalHeader()
        header.setObjectName("fillHeader")
        header.setAccessibleName("Pasted rows: headings")
        header.setSectionsClickable(False)
        header.setStretchLastSection(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        column.addWidget(self.table, 2)
        buttons = AcceptOrCancel(
            self, "fill", "&Fill in", "Fill these facts in", "Change nothing"
        )
        self.accept_button = buttons.yes
        column.addWidget(buttons)
        digit = QFontMetrics(theme.font()).horizontalAdvance("0")
        resize_to(self, 84, 32)
        self.table.setColumnWidth(0, digit * 30)
        self.table.setColumnWidth(1, digit * 20)
        self.text.textChanged.connect(self.refresh)
        clipboard = QGuiApplication.clipboard().text()
        if "\t" in clipboard:
            self.text.setPlainText(clipboard)
        self.refresh()

    def refresh(self) -> None:
        """Show the effect of the rows now."""
        session = self._session
        selection = session.selection
        self._plan = plan_fill(
            session.document,
            selection.section,
            selection.system,
            self.text.toPlainText(),
        )
        self.model.show_rows(self._plan.rows)
        count, matched = len(self._plan.rows), self._plan.matched
        said = "Nothing is pasted yet."
        if count:
            rows = "1 row" if count == 1 else f"{count} rows"
            refused = count - matched
            said = f"{matched} of {rows} matched"
            said += f", {refused} refused." if refused else "."
        self.said.setText(said)
        changes = self._plan.edit.document is not session.document
        self.accept_button.setEnabled(changes)

    def accept(self) -> None:
        """Apply the rows as one edit."""
        self._session.pending.settle()
        self.refresh()
        plan = self._plan
        if plan is not None:
            self._session.edit(lambda _: plan.edit)
        super().accept()
