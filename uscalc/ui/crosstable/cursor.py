"""The current cell of the crosstable, and the selected block."""

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
)

from uscalc.ui.crosstable.model import CrosstableModel

_FLAG = QItemSelectionModel.SelectionFlag


class BlockCursor(QObject):
    """The current cell and the selected block, which extends from its anchor to that cell."""

    def __init__(self, model: CrosstableModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        # Qt updates it when rows and columns are added or removed.
        self._anchor = QPersistentModelIndex()
        self._moving = False
        self.selection = QItemSelectionModel(model, self)
        self.selection.currentChanged.connect(self._follow_current)

    @property
    def index(self) -> QModelIndex:
        """The current cell."""
        return self.selection.currentIndex()

    def move_to(self, row: int, column: int, extend: bool = False) -> None:
        """Make a cell the current one; if `extend` is True, the block's first cell stays."""
        index = self._model.index(row, column)
        if not (extend and self._anchor.isValid()):
            self._anchor = QPersistentModelIndex(index)
        self._moving = True
        self.selection.setCurrentIndex(index, _FLAG.NoUpdate)
        self._moving = False
        self.selection.select(QItemSelection(self._anchor, index), _FLAG.ClearAndSelect)

    def find_corners(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the cell where the selected block begins, and the current cell."""
        begin = self._find_anchor()
        return (begin.row(), begin.column()), (self.index.row(), self.index.column())

    def select_block(self, begin: tuple[int, int], end: tuple[int, int]) -> None:
        """Select a block; its end becomes the current cell."""
        self.move_to(*begin)
        self.move_to(*end, extend=True)

    def list_block(self) -> tuple[range, range]:
        """Return the rows and columns of the selected block; it has at least one cell."""
        index = self.index
        if not index.isValid():
            return range(0), range(0)
        begin = self._find_anchor()
        return _make_range(begin.row(), index.row()), _make_range(
            begin.column(), index.column()
        )

    def _find_anchor(self) -> QModelIndex:
        """Return the cell where the block begins, or the current cell if that one is gone."""
        anchor = self._anchor
        return (
            self._model.index(anchor.row(), anchor.column())
            if anchor.isValid()
            else self.index
        )

    def find_edge(self, rows: int, columns: int) -> tuple[int, int]:
        """Return the cell that Ctrl with an arrow key goes to, as in a spreadsheet.

        This is the last filled cell in the direction or, from or before an empty cell,
        the next filled one. Without one, it is the last cell.
        """
        row, column = self.index.row(), self.index.column()
        filled = self._is_filled(row + rows, column + columns)
        inside = filled and self._is_filled(row, column)
        while True:
            row, column = row + rows, column + columns
            if not self._is_inside(row + rows, column + columns):
                break
            beyond = self._is_filled(row + rows, column + columns)
            if (inside and not beyond) or (not inside and self._is_filled(row, column)):
                break
        count, wide = self._model.rowCount(), self._model.columnCount()
        return min(max(row, 0), count - 1), min(max(column, 0), wide - 1)

    def _is_inside(self, row: int, column: int) -> bool:
        count, wide = self._model.rowCount(), self._model.columnCount()
        return 0 <= row < count and 0 <= column < wide

    def _is_filled(self, row: int, column: int) -> bool:
        return self._is_inside(row, column) and bool(
            self._model.index(row, column).data()
        )

    def _follow_current(self, current: QModelIndex, _previous: QModelIndex) -> None:
        """Begin a new block at a cell that Qt made the current one."""
        if current.isValid() and not self._moving:
            self.move_to(current.row(), current.column())


def _make_range(a: int, b: int) -> range:
    return range(min(a, b), max(a, b) + 1)
