"""The table of the Steps view: a row a player, linked with the crosstable."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent

from uscalc.ui.session.session import Session
from uscalc.ui.steps.model import COLUMNS, StepsModel
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.plain_table import ColumnTable

RETURNS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class StepsTable(ColumnTable):
    """Choosing a row chooses the player everywhere.

    `asked` comes when a figure is clicked, or Return is pressed on it: with the places
    in the derivation that may have it, and whether the keyboard is to go there.
    """

    asked = Signal(object, bool)

    def __init__(self, session: Session, theme: Theme) -> None:
        self._session = session
        self.figures = StepsModel(session)
        super().__init__(
            "steps",
            "The five steps of every player",
            self.figures,
            theme,
            lambda: self.figures.place_of(session.selection.row),
        )
        self.figures.setParent(self)
        self._place: int | None = None
        self.selectionModel().currentRowChanged.connect(self._handle_row)
        self.figures.modelReset.connect(self.follow_selection)
        self.follow_selection()

    def arrange_columns(self) -> None:
        """Let the names, and then every column, have what the figures leave."""
        super().arrange_columns()
        digit = QFontMetrics(self.theme.make_font()).horizontalAdvance("0")
        columns = range(len(COLUMNS))
        free = self.viewport().width() - sum(map(self.columnWidth, columns))
        spread = max(min(free // len(COLUMNS), digit * 3), 0)
        for column in columns:
            self.setColumnWidth(column, self.columnWidth(column) + spread)

    @property
    def least_width(self) -> int:
        """Pixels in which every figure is seen."""
        return self.least + self.verticalScrollBar().sizeHint().width()

    @property
    def whole_width(self) -> int:
        """Pixels in which every name is seen, too."""
        return self.needed + self.verticalScrollBar().sizeHint().width()

    # The shared selection

    def _handle_row(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if not current.isValid():
            return
        # Following the crosstable must not take its round away.
        row = self.figures.row_at(current.row())
        if row != self._session.selection.row:
            self._session.select(row=row)

    def follow_selection(self) -> None:
        """Show who is chosen."""
        place = self.figures.place_of(self._session.selection.row)
        current = self.currentIndex()
        if place is not None and current.row() != place:
            index = self.model().index(place, max(current.column(), 0))
            self.setCurrentIndex(index)
        if place != self._place:
            for painted in (self._place, place):
                self._update_row(painted)
            self._place = place

    def _update_row(self, place: int | None) -> None:
        if place is not None and place < self.model().rowCount():
            port = self.viewport()
            top, height = self.rowViewportPosition(place), self.rowHeight(place)
            port.update(0, top, port.width(), height)

    # To the derivation

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ask where a clicked figure comes from."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index == self.currentIndex():
            self._ask_derivation(index, False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return on a figure asks where it comes from."""
        if event.key() in RETURNS and self.currentIndex().isValid():
            self._ask_derivation(self.currentIndex(), True)
            return
        super().keyPressEvent(event)

    def _ask_derivation(self, index: QModelIndex, go: bool) -> None:
        lines = COLUMNS[index.column()].lines if index.isValid() else ()
        if lines and index.data():
            self.asked.emit(lines, go)
