"""The table of differences, and below it the chosen one in full."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from uscalc.document.overlay.changes import CAUSES, PageDifference
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.ui.report.published_work import capitalize_sentence, describe_difference
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.column_table import ColumnTableModel, TableColumn
from uscalc.ui.widgets.plain_table import ColumnTable

SECTION, NUMBER, PLAYER, WHAT, HERE, THERE, CAUSE, WHY = range(8)


class ComparisonModel(ColumnTableModel[PageDifference]):
    """A row for each difference, in the order in which they are given."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            self._make_columns(),
            parent,
            tooltip=lambda column, row: column.text(row),
            spoken=lambda column, row: f"{column.title}: {column.text(row) or 'none'}",
        )
        self._several_systems = False

    def _make_columns(self) -> tuple[TableColumn[PageDifference], ...]:
        return (
            TableColumn(
                "Section",
                "The section of this event",
                lambda row: row.section_name,
                digits=9,
                fits=True,
                tone="soft",
            ),
            TableColumn(
                "#",
                "Pairing number in this event",
                lambda row: "" if row.player is None else str(row.player),
                side="right",
                digits=3,
                tone="soft",
            ),
            TableColumn(
                "Player",
                "Whose it is",
                lambda row: row.name,
                digits=10,
                fits=True,
                tone=_tone,
            ),
            TableColumn(
                "What",
                "What the two have otherwise",
                self._name_difference,
                digits=12,
                fits=True,
                tone=_tone,
            ),
            TableColumn(
                "Here",
                "What stands in this event",
                lambda row: row.ours,
                digits=10,
                fits=True,
                tone=_tone,
            ),
            TableColumn(
                "On the page",
                "What was published",
                lambda row: row.theirs,
                digits=10,
                fits=True,
                tone=_tone,
            ),
            TableColumn(
                "Cause",
                "Whose it is most likely: theirs, ours, or a fact that neither shows",
                lambda row: CAUSES[row.cause],
                digits=7,
                tone=lambda row: (
                    "loss" if row.cause == "ours" and not row.adds else _tone(row)
                ),
            ),
            TableColumn(
                "Why",
                "Why the cause is thought so",
                lambda row: capitalize_sentence(row.because),
                digits=8,
                fits=True,
                stretches=True,
                tone="soft",
                tooltip=describe_difference,
                spoken=lambda row: f"Why: {describe_difference(row) or 'none'}",
            ),
        )

    def show_rows(
        self,
        rows: Sequence[PageDifference],
        columns: Sequence[TableColumn[PageDifference]] | None = None,
    ) -> None:
        """Show other differences."""
        self._several_systems = len({row.system for row in rows if row.system}) > 1
        super().show_rows(rows, columns)

    def _name_difference(self, row: PageDifference) -> str:
        """Name what differs; the rating system only where there are several."""
        if row.system is None or not self._several_systems:
            return row.what
        return f"{row.what}, {SYSTEM_NAMES[row.system]}"


def _tone(row: PageDifference) -> str:
    return "soft" if row.adds else "text"


class ComparisonTable(ColumnTable):
    """A table of differences in which Enter accepts a row.

    `arranged` tells whether every text is shown in full.
    """

    entered = Signal()
    arranged = Signal(bool)

    def __init__(self, model: ComparisonModel, theme: Theme) -> None:
        super().__init__(
            "published",
            "Differences of the event and its published page",
            model,
            theme,
            lambda: self.currentIndex().row(),
        )
        self._rows = model

    @property
    def chosen(self) -> PageDifference | None:
        """The difference that is chosen."""
        row, rows = self.currentIndex().row(), self._rows.rows
        return rows[row] if 0 <= row < len(rows) else None

    def show_rows(self, rows: tuple[PageDifference, ...]) -> None:
        """Show other differences; the chosen one stays so, or its place does."""
        before, was = self.chosen, self.currentIndex()
        place, column = max(was.row(), 0), was.column()
        self._rows.show_rows(rows)
        self.setColumnHidden(SECTION, len({one.section for one in rows}) <= 1)
        self.measure_texts()
        if rows:
            subject = None if before is None else _get_subject(before)
            again = (at for at, one in enumerate(rows) if _get_subject(one) == subject)
            self.go_to(next(again, min(place, len(rows) - 1)), column)

    def arrange_columns(self) -> None:
        """Set widths and heights, and note which texts are cut."""
        super().arrange_columns()
        self.arranged.emit(self.needed <= self.viewport().width())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the selected row in sight when the details below need more room."""
        super().resizeEvent(event)
        self.scrollTo(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return and Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        else:
            super().keyPressEvent(event)


def _get_subject(one: PageDifference) -> tuple[object, ...]:
    """Return the thing that a difference is about, whatever is thought of its cause."""
    return one.kind, one.section, one.player, one.name, one.round, one.system
