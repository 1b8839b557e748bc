"""The five steps of every player as a table model over the session."""

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from uscalc.engine.trace import PlayerTrace
from uscalc.ui.figures import change_text, exact, rating_text, whole
from uscalc.ui.session import Session

Index = QModelIndex | QPersistentModelIndex
COLUMNS: tuple[tuple[str, str], ...] = (
    ("#", "Pairing number"),
    ("Name", "Name"),
    ("R0", "Step 1: the rating that the steps start from"),
    ("N", "Step 1: the games it is based on; est: taken as established"),
    ("N′", "Step 2: the effective number of games"),
    ("Formula", "Step 2: the formula that N chooses"),
    ("Step 3", "Step 3: a first estimate for those who start from no games"),
    ("Step 4", "Step 4: an intermediate rating for everybody"),
    ("Step 5", "Step 5: the rating against the opponents' Step 4 ratings"),
    ("Floor", "The highest floor that applies; strong where it raised the rating"),
    ("Post", "The rating after the event"),
    ("Change", "The change of the rating"),
)
NAME, FLOOR, POST, CHANGE, FORMULA = 1, 9, 10, 11, 5
STRONG = Qt.ItemDataRole.UserRole
SIGN = Qt.ItemDataRole.UserRole + 1


class StepsModel(QAbstractTableModel):
    """Rows are the players of the selected section, in the crosstable's order."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._rows = 0
        self._shown: tuple[int, str] = (-1, "")
        session.opened.connect(self._restart)
        session.edited.connect(self._edited)
        session.selected.connect(self._selected)
        self._restart()

    def _restart(self) -> None:
        self.beginResetModel()
        section, selection = self._session.section, self._session.selection
        self._rows = len(section.players) if section else 0
        self._shown = selection.section, selection.system
        self.endResetModel()

    def _edited(self) -> None:
        """Rows must go with their players; figures can wait for `refresh`."""
        section = self._session.section
        if self._rows != (len(section.players) if section else 0):
            self._restart()

    def refresh(self) -> None:
        """Tells that every figure may be another one."""
        if self._rows:
            last = self.index(self._rows - 1, len(COLUMNS) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def _selected(self) -> None:
        selection = self._session.selection
        if (selection.section, selection.system) != self._shown:
            self._restart()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """The number of players."""
        return 0 if parent.isValid() else self._rows

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """The number of columns."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Titles and their hints."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section][0]
        if role == Qt.ItemDataRole.ToolTipRole:
            return COLUMNS[section][1]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A figure of a step; nothing where the step does not apply."""
        section = self._session.section
        if not index.isValid() or section is None:
            return None
        row, column = index.row(), index.column()
        player, trace = section.players[row], self._session.shown_trace(row)
        if role == Qt.ItemDataRole.DisplayRole:
            if column == 0:
                return str(player.number)
            if column == NAME:
                return player.name
            return _figure(trace, column) if trace else ""
        if role == Qt.ItemDataRole.AccessibleTextRole and column not in (0, NAME):
            figure = (_figure(trace, column) if trace else "") or "nothing"
            return f"{COLUMNS[column][0]} of {player.name}: {figure}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return _hint(trace, column) or COLUMNS[column][1]
        if role == STRONG:
            floors = trace.floors if trace else None
            acted = column == FLOOR and floors is not None and floors.acted
            return acted or column == POST
        if role == SIGN and column == CHANGE:
            change = trace.change if trace else None
            return 0 if change is None else (change > 0) - (change < 0)
        return None


def _figure(trace: PlayerTrace, column: int) -> str:
    start, played = trace.start, trace.formula != "none"
    match column:
        case 2:
            return rating_text(start.r0)
        case 3:
            return "est" if start.n is None else str(start.n)
        case 4:
            return exact(trace.effective.n_eff) if played else ""
        case 5:
            return trace.formula if played else "no game"
        case 6:
            return exact(trace.step3.result) if trace.step3 else ""
        case 7:
            return exact(trace.step4.result) if trace.step4 else ""
        case 8:
            return exact(trace.step5.result) if trace.step5 else ""
        case 9:
            return str(trace.floors.floor) if trace.floors else ""
        case 10:
            return whole(trace.post)
        case _:
            return change_text(trace.change, 2)


def _hint(trace: PlayerTrace | None, column: int) -> str:
    if trace is None:
        return ""
    if column == FLOOR and trace.floors:
        acted = "; it raised the rating" if trace.floors.acted else ""
        return f"{trace.floors.name} {trace.floors.floor}{acted}"
    if column == POST and trace.post is not None:
        return exact(trace.post, 4)
    return ""


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight
    if column in (NAME, FORMULA):
        side = Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
