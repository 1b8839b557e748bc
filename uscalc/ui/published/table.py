"""The table of differences, and below it the chosen one in full."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent

from uscalc.document.overlay.difference import PageDifference
from uscalc.ui.published.model import SECTION, ComparisonModel
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.plain_table import ColumnTable


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
        several = len({one.section for one in rows}) > 1
        self.setColumnHidden(SECTION, not several)
        self.measure_texts()
        if rows:
            again = (at for at, one in enumerate(rows) if _is_same_subject(one, before))
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


def _is_same_subject(one: PageDifference, other: PageDifference | None) -> bool:
    """Return True if two are about the same thing, whatever is thought of its cause."""
    return other is not None and _get_subject(one) == _get_subject(other)


def _get_subject(one: PageDifference) -> tuple[object, ...]:
    return one.kind, one.section, one.player, one.name, one.round, one.system
