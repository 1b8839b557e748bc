"""The five steps of every player as a table model over the session."""

from collections.abc import Container, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from uscalc.engine.trace import PlayerTrace
from uscalc.ui.session.session import Session
from uscalc.ui.session.step import POST as RESULT
from uscalc.ui.steps.data import Kind, kinds_of
from uscalc.ui.widgets.plain_table import STRONG, TONE, PlainModel, alignment
from uscalc.ui.wording.figures import change_text, exact, rating_text, whole

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
STEP_OF = (0, 0, 1, 1, 2, 2, 3, 4, 5, RESULT, RESULT, RESULT)
"""The step that gives the figures of a column; 0: it is there before all of them."""
LINES: tuple[tuple[str, ...], ...] = (
    (),
    (),
    ("r0", "step1"),
    ("n", "r0", "step1"),
    ("n_eff", "step2"),
    ("formula", "step2"),
    ("step3.end", "step3.result", "step3"),
    ("step4.end", "step4.result", "step4"),
    ("step5.end", "step5.result", "step5"),
    ("floor", "post", "result"),
    ("post", "result"),
    ("post", "result"),
)
"""Where the derivation has a column's figure; the first place that there is."""
SOFT = (0, 3, 5, 9)
LATER = "Later than the step that is shown"


class StepsModel(PlainModel):
    """Rows are players of the selected section, in the crosstable's order.

    With `filters` only those of all these kinds, and the selected player with them.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._step = session.step
        self._rows: tuple[int, ...] = ()
        self._found = 0
        self._people = 0
        self._filters: frozenset[Kind] = frozenset()
        self._shown: tuple[int, str] = (-1, "")
        session.opened.connect(self._restart)
        session.edited.connect(self._edited)
        session.selected.connect(self._selected)
        self._restart()

    # Which players

    @property
    def filters(self) -> frozenset[Kind]:
        """The kinds that are asked for; none: everybody is shown."""
        return self._filters

    def filter_by(self, kinds: frozenset[Kind]) -> None:
        """Show only the players of all these kinds."""
        if kinds != self._filters:
            self._filters = kinds
            self._restart()

    @property
    def found(self) -> int:
        """How many players are of the kinds that are asked for."""
        return self._found

    def among(self, row: int) -> bool:
        """Return whether a player of the section is of all the kinds that are asked for."""
        if not self._filters:
            return True
        return kinds_of(self._session.would_be.trace(row)) >= self._filters

    def row_at(self, place: int) -> int:
        """Return the player's row in the section at a row of the table."""
        return self._rows[place]

    def place_of(self, row: int | None) -> int | None:
        """Return the row of the table of a player of the section; None: not shown."""
        if row is None:
            return None
        if not self._filters:
            return row if row < len(self._rows) else None
        return self._rows.index(row) if row in self._rows else None

    def _wanted(self) -> tuple[int, ...]:
        section, chosen = self._session.section, self._session.selection.row
        rows = tuple(range(len(section.players) if section else 0))
        self._people = len(rows)
        if not self._filters:
            self._found = len(rows)
            return rows
        among = {row for row in rows if self.among(row)}
        self._found = len(among)
        return tuple(row for row in rows if row in among or row == chosen)

    def _restart(self) -> None:
        self.beginResetModel()
        selection = self._session.selection
        self._rows = self._wanted()
        self._shown = selection.section, selection.system
        self.endResetModel()

    def _edited(self) -> None:
        """Rows must go with their players; figures can wait for `refresh`."""
        section = self._session.section
        if self._people != (len(section.players) if section else 0):
            self._restart()

    def refresh(self) -> None:
        """Tells that every figure may be another one."""
        if self._filters and self._wanted() != self._rows:
            self._restart()
        elif self._rows:
            last = self.index(len(self._rows) - 1, len(COLUMNS) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def _selected(self) -> None:
        selection = self._session.selection
        if (selection.section, selection.system) != self._shown:
            self._restart()

    # What a table asks

    def heads(self) -> Sequence[tuple[str, str]]:
        """Return the columns."""
        return COLUMNS

    def count(self) -> int:
        """Return the number of players."""
        return len(self._rows)

    def words(self) -> Container[int]:
        """Return the columns of words."""
        return (NAME, FORMULA)

    def later(self, column: int) -> bool:
        """Return whether a column's figures come after the step that is shown."""
        return STEP_OF[column] > self._step.step

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a figure of a step; nothing where the step does not apply or comes later."""
        section = self._session.section
        if not index.isValid() or section is None:
            return None
        row, column = self._rows[index.row()], index.column()
        if row >= len(section.players):
            # Another section was chosen, and this follows it in a moment.
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(column, (NAME, FORMULA))
        player, trace = section.players[row], self._session.would_be.trace(row)
        later = self.later(column)
        if role == Qt.ItemDataRole.DisplayRole:
            if column == 0:
                return str(player.number)
            if column == NAME:
                return player.name
            return _figure(trace, column) if trace and not later else ""
        if role == Qt.ItemDataRole.AccessibleTextRole and column not in (0, NAME):
            figure = (_figure(trace, column) if trace else "") or "nothing"
            if later:
                figure = "not shown yet"
            return f"{COLUMNS[column][0]} of {player.name}: {figure}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return LATER if later else _hint(trace, column) or COLUMNS[column][1]
        if role == STRONG:
            return _strong(trace, column, self._step.step)
        if role == TONE:
            return self._tone(row, trace, column)
        return None

    def _tone(self, row: int, trace: PlayerTrace | None, column: int) -> str:
        if self._filters and not self.among(row):
            return "pale"
        change = trace.change if trace and column == CHANGE else None
        if change:
            return "gain" if change > 0 else "loss"
        strong = _strong(trace, column, self._step.step)
        return "pale" if column in SOFT and not strong else "text"


def _strong(trace: PlayerTrace | None, column: int, step: int) -> bool:
    """Return the rating at the step that is shown, and a floor that acted."""
    if column == FLOOR:
        floors = trace.floors if trace else None
        return floors is not None and floors.acted
    ratings = {1: 2, 3: 6, 4: 7, 5: 8, RESULT: POST}
    return column == ratings.get(step)


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
        floors = trace.floors
        hint = f"{floors.name} {floors.floor}"
        if floors.acted and floors.waived:
            held_by, held = floors.held
            return f"{hint}; {held_by} {held} raised the rating"
        return f"{hint}; it raised the rating" if floors.acted else hint
    if column == POST and trace.post is not None:
        return exact(trace.post, 4)
    return ""
