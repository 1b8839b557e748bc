"""Pasting missing data: show matches and rejected rows, then make one edit."""

from typing import Final

from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFrame,
    QHeaderView,
    QPlainTextEdit,
    QTableView,
    QWidget,
)

from uscalc.document.merge.missing import PastedRow, PastePlan, plan_pasted_fill
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.building import (
    DIALOG_MARGINS,
    add_parts,
    make_column,
    name_widget,
    set_up_dialog,
)
from uscalc.ui.widgets.column_table import ColumnTableModel, TableColumn
from uscalc.ui.widgets.dialogs import AcceptCancelButtons, resize_to
from uscalc.ui.widgets.labels import make_text_label

HELP: Final = (
    "One player per row: member ID or name, rating, games, birth year. Blank cells leave "
    "existing data unchanged. Add a heading row to use a different order."
)


class FillModel(ColumnTableModel[PastedRow]):
    """The pasted rows, the player found for each, and what would change."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        def name_player(row: PastedRow) -> str:
            section = session.section
            if row.row is None or section is None:
                return "–"
            player = section.players[row.row]
            return f"{player.number} {player.name}"

        super().__init__(
            (
                TableColumn("Pasted", "", lambda row: " ".join(row.text.split())),
                TableColumn("Player", "", name_player),
                TableColumn("Change", "", _describe_outcome),
            ),
            parent,
            tooltip=lambda column, row: column.text(row),
        )


def _describe_outcome(row: PastedRow) -> str:
    if row.refused is not None:
        return f"✕ not valid: {row.refused}"
    return ", ".join(row.fills) or "no change"


class FillDialog(QDialog):
    """A dialog with rows to type or paste above, and their effect below."""

    def __init__(self, session: Session, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._plan: PastePlan | None = None
        set_up_dialog(
            self, "fillDialog", "Fill in missing data", "Fill in from pasted rows"
        )
        self.text = name_widget(
            QPlainTextEdit(),
            "fillText",
            "Rows of member ID or name, rating, games, birth",
        )
        self.text.setPlaceholderText("99000011\t1794\t60\t1990")
        self.text.setTabChangesFocus(True)
        self.text.setFont(theme.make_font())
        self.said = make_text_label("fillSaid", "heading")
        self.model = FillModel(session, self)
        self.table = name_widget(QTableView(), "fillTable", "Preview", "lines")
        self.table.setFrameShape(QFrame.Shape.NoFrame)
        self.table.setShowGrid(False)
        self.table.setModel(self.model)
        self.table.setTabKeyNavigation(False)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        name_widget(self.table.verticalHeader(), "fillRows", "Pasted rows").hide()
        header = name_widget(
            self.table.horizontalHeader(), "fillHeader", "Pasted rows: headings"
        )
        header.setSectionsClickable(False)
        header.setStretchLastSection(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        buttons = AcceptCancelButtons(
            self, "fill", "&Fill in", "Fill in this data", "Close without changes"
        )
        self.accept_button = buttons.yes
        add_parts(
            make_column(self, DIALOG_MARGINS),
            make_text_label("fillHelp", "label", HELP),
            (self.text, 1),
            self.said,
            (self.table, 2),
            buttons,
        )
        digit = QFontMetrics(theme.make_font()).horizontalAdvance("0")
        resize_to(self, 84, 32)
        self.table.setColumnWidth(0, digit * 30)
        self.table.setColumnWidth(1, digit * 20)
        self.text.textChanged.connect(self.refresh)
        clipboard = QGuiApplication.clipboard().text()
        if "\t" in clipboard:
            self.text.setPlainText(clipboard)
        self.refresh()

    def refresh(self) -> None:
        """Show what the rows would do now."""
        session = self._session
        selection = session.selection
        self._plan = plan_pasted_fill(
            session.document,
            selection.section,
            selection.system,
            self.text.toPlainText(),
        )
        self.model.show_rows(self._plan.rows)
        count, matched = len(self._plan.rows), self._plan.matched
        said = "Nothing pasted yet."
        if count:
            rows = "1 row" if count == 1 else f"{count} rows"
            refused = count - matched
            said = f"{matched} of {rows} matched"
            said += f", {refused} not valid." if refused else "."
        self.said.setText(said)
        self.accept_button.setEnabled(self._plan.edit.document is not session.document)

    def accept(self) -> None:
        """Make the one edit."""
        self._session.pending.commit_all()
        self.refresh()
        plan = self._plan
        if plan is not None:
            self._session.apply_edit(lambda _: plan.edit)
        super().accept()
