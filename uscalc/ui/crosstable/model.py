"""The crosstable as a table model over the session."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal

from uscalc.counted import drop_direction_marks
from uscalc.document.model import Section, is_same_except_results
from uscalc.ui.crosstable.cells import (
    CellContents,
    Index,
    PaintedCell,
)
from uscalc.ui.crosstable.layout import CrosstableColumns, Sorting, list_rows
from uscalc.ui.crosstable.table import CrosstableCell, Spec, is_bare_result, make_cell
from uscalc.ui.scheduling import connect_each, connect_pairs, make_timer
from uscalc.ui.session.session import Mark, Session
from uscalc.ui.theme.menu_text import escape_hint
from uscalc.ui.widgets.column_table import ALIGNMENTS

COMPUTED = (
    Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemNeverHasChildren
)
WRITTEN = COMPUTED | Qt.ItemFlag.ItemIsEditable
"""The flags of an editable cell; made once, because they are read for each painted cell."""
FRAME = 16
"""The milliseconds of one frame of the screen."""
FEW = 40
"""With more changed rows than this, the whole table is announced as changed.
"""


class CrosstableModel(QAbstractTableModel):
    """The table model: a row for each player, with the columns of `CrosstableColumns`.

    `sorting` and `wanted` (the filter text) decide which players are shown, in which
    order. An edit doesn't move rows, so that typed text stays in sight. `arranged` is
    emitted when the order changed.
    """

    arranged = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._cells = CellContents(session)
        self._section: Section | None = None
        self._index = session.selection.section
        self.columns = CrosstableColumns(0)
        self.sorting: Sorting | None = None
        self.wanted = ""
        self.only_result_typed = False
        """True if the last typed text was only the result of a game whose opponent was known."""
        self.rows: list[int] = []
        """The row of the section for each row of the table."""
        self.table_rows: dict[int | None, int] = {}
        """The row of the table for each row of the section that is shown."""
        self._tried = [session.what_if_overlay]
        """The states of the what-if results since cells were last announced as changed."""
        self._marked: dict[int, Mark] = {}
        self._soon = make_timer(self, FRAME, self._announce_what_if)
        connect_pairs(
            (session.closing, self._soon.stop),
            (session.opened, self._reset_order),
            (session.edited, self._follow_edit),
            (session.rated, self._follow_ratings),
            (session.findings_changed, self._follow_findings),
            (session.audited, self._follow_audit),
            (session.switched, self._follow_selection),
            (session.overlay_changed, self._follow_what_if),
        )
        connect_each(
            lambda: self._announce_cells(self.rows, self.columns.following["ratings"]),
            session.stale,
            session.assumed,
        )
        self._system = session.selection.system
        self._reset_rows()

    # The order that is shown

    @property
    def shows_all_by_number(self) -> bool:
        """True if all players are shown, in the order of their numbers."""
        return self.sorting is None and not self.wanted

    def arrange_rows(self, sorting: Sorting | None, wanted: str) -> None:
        """Change the filter or the order."""
        if (sorting, wanted) != (self.sorting, self.wanted):
            self.sorting, self.wanted = sorting, wanted
            self._reset_rows()
            self.arranged.emit()

    def _reset_order(self) -> None:
        """Show all players of another section or event by pairing number."""
        self.sorting, self.wanted = None, ""
        self._reset_rows()
        self.arranged.emit()

    def _reset_rows(self) -> None:
        self.beginResetModel()
        self._cells.sort_findings()
        self._section = section = self._session.section
        self._index = self._session.selection.section
        self.rows = list_rows(self._session, self.sorting, self.wanted)
        self.table_rows = {row: view for view, row in enumerate(self.rows)}
        rounds = section.rounds if section else 0
        self.columns = CrosstableColumns(rounds, self.columns.extra)
        self.endResetModel()

    def show_column(self, kind: str, shown: bool) -> None:
        """Show or hide an optional column."""
        extra = self.columns.extra
        if shown == (kind in extra):
            return
        after = CrosstableColumns(self.columns.rounds, extra ^ {kind})
        place = (after if shown else self.columns).find_column(kind)
        self._change_columns(after, place, place)

    def _change_columns(self, after: CrosstableColumns, first: int, last: int) -> None:
        """Add or remove columns between two places, and keep the current cell."""
        nowhere = QModelIndex()
        if after.count > self.columns.count:
            self.beginInsertColumns(nowhere, first, last)
            self.columns = after
            self.endInsertColumns()
        else:
            self.beginRemoveColumns(nowhere, first, last)
            self.columns = after
            self.endRemoveColumns()

    def _change_rounds(self, rounds: int) -> None:
        """Add or remove the columns of rounds."""
        after = CrosstableColumns(rounds, self.columns.extra)
        fewer, more = sorted((self.columns.rounds, rounds))
        start = after.results.start
        self._change_columns(after, start + fewer + 1, start + more)
        self.headerDataChanged.emit(
            Qt.Orientation.Horizontal, start, after.results.stop - 1
        )

    def _follow_edit(self) -> None:
        """Announce the players that an edit changed; reset the table if it moved rows."""
        before, section = self._section, self._session.section
        self._section = section
        if self._tried[-1] is not None:
            # What-if results are not shown until they are rated again.
            self._follow_what_if()
        if (
            before is None
            or section is None
            or self._index != self._session.selection.section
            or len(before.players) != len(section.players)
        ):
            self._reset_rows()
            return
        if section.rounds != self.columns.rounds:
            self._change_rounds(section.rounds)
        pairs = zip(before.players, section.players, strict=True)
        for row, (old, new) in enumerate(pairs):
            if old is new:
                continue
            if not is_same_except_results(old, new):
                self._announce_cells([row])
                continue
            for place, column in enumerate(self.columns.results):
                if old.results[place : place + 1] != new.results[place : place + 1]:
                    self._announce_cells([row], [column])
            self._announce_cells([row], self.columns.figures)

    def _follow_ratings(self) -> None:
        """Announce the cells whose figures or findings changed."""
        rows = self._cells.sort_findings()
        session, moved = self._session, self._session.moved
        section, columns = session.section, self.columns
        if section is None:
            return
        if moved is None:
            self._announce_cells(self.rows)
            return
        self._announce_cells(rows)
        system = session.selection.system
        # Rating may have found a number of games from an earlier section.
        new = [
            row for row in moved if section.players[row].facts(system).rating is None
        ]
        self._announce_cells(new, columns.following["counted"])
        if session.document.chain_sections:
            # The rating after an earlier section replaces the listed rating.
            self._announce_cells(moved, columns.following["carried"])
        self._announce_cells(moved, columns.following["ratings"])

    def _follow_findings(self) -> None:
        """Announce the players whose findings changed."""
        rows = self._cells.sort_findings()
        if self._session.section is self._section:
            self._announce_cells(rows)

    def _follow_what_if(self) -> None:
        """Announce changed cells one frame later, because the rating at the slider comes first.

        All states count, because the table may be painted in between.
        """
        found = self._session.what_if_overlay
        if found is self._tried[-1]:
            return
        self._tried.append(found)
        if not self._soon.isActive():
            self._soon.start()

    def _announce_what_if(self) -> None:
        """Announce the cells that the what-if results have changed."""
        # No what-if results are shown at the start.
        from uscalc.ui.session.what_if_overlay import find_changed_cells

        states, self._tried = self._tried, self._tried[-1:]
        changed, columns = find_changed_cells(states), self.columns
        self._announce_cells(changed.rows)
        for row, place in changed.cells:
            if row not in changed.rows and place < len(columns.results):
                self._announce_cells([row], [columns.results[place]])
        self._announce_cells(
            changed.points - changed.rows, columns.following["results"]
        )
        self._announce_cells(
            changed.figures - changed.rows, columns.following["ratings"]
        )

    def _follow_audit(self) -> None:
        """Announce the rows whose audit marks changed."""
        found, before = self._session.audit_marks, self._marked
        self._marked = {} if found is None else dict(found.marks)
        self._announce_cells({row for row, _ in before.items() ^ self._marked.items()})

    def _announce_cells(
        self, rows: Collection[int], columns: Sequence[int] | None = None
    ) -> None:
        """Announce changed cells of these players in neighboring columns, by default all.

        If there are many players, announce one block.
        """
        places = sorted(self.table_rows[row] for row in rows if row in self.table_rows)
        spans = (
            [(places[0], places[-1])]
            if len(places) > FEW
            else list(zip(places, places, strict=True))
        )
        first, last = (
            (columns[0], columns[-1]) if columns else (0, self.columns.count - 1)
        )
        for top, end in spans:
            self.dataChanged.emit(
                self.createIndex(top, first), self.createIndex(end, last)
            )

    def _follow_selection(self) -> None:
        selection = self._session.selection
        if selection.section != self._index:
            self._reset_order()
        elif selection.system != self._system:
            self._cells.sort_findings()
            self._announce_cells(self.rows)
        self._system = selection.system

    def make_painted(self, view_row: int, column: int) -> PaintedCell | None:
        """Return what the painter needs to know about a cell; faster than Qt's data roles."""
        section, columns = self._session.section, self.columns
        if section is None:
            return None
        row, place = self.rows[view_row], columns.rounds_of[column]
        cell = make_cell(self._session, section, self._session.shown, row, place)
        return self._cells.make_painted(columns.specs[column], cell)

    # Answers to Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of players."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() else self.columns.count

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return the flags of a cell; names, ratings, games and results can be edited."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return WRITTEN if self.columns.specs[index.column()].edit else COMPUTED

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Return the heading of a column, its tooltip or its alignment."""
        if orientation != Qt.Orientation.Horizontal:
            # The headings of rows are hidden, but screen readers read them.
            if role == Qt.ItemDataRole.DisplayRole:
                shown = self._session.section
                assert shown is not None
                return shown.players[self.rows[section]].name
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.columns.find_title(section)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.columns.find_hint(section)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return ALIGNMENTS[self.columns.specs[section].side]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, its tooltip, or its text for screen readers."""
        session, column = self._session, index.column()
        section = session.section
        if not index.isValid() or section is None:
            return None
        row, place = self.rows[index.row()], self.columns.rounds_of[column]
        cell = make_cell(session, section, session.shown, row, place)
        spec, cells = self.columns.specs[column], self._cells
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return drop_direction_marks(spec.text(cell))
            case Qt.ItemDataRole.EditRole:
                return spec.text(cell)
            case Qt.ItemDataRole.ToolTipRole:
                return escape_hint(cells.describe_cell(spec, cell))
            case Qt.ItemDataRole.TextAlignmentRole:
                return ALIGNMENTS[spec.side]
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._describe_aloud(spec, cell, column)
        return None

    def _describe_aloud(self, spec: Spec, cell: CrosstableCell, column: int) -> str:
        if spec.accessible:
            text = spec.accessible(cell)
        else:
            title = self.columns.find_title(column)
            text = f"{title} of {cell.player.name}: {spec.text(cell)}"
        cells = self._cells
        more = cells.describe_what_if(spec, cell) or cells.describe_audit(spec, cell)
        return f"{text}. {more}" if more else text

    # Editing

    def setData(
        self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole
    ) -> bool:
        """Make the edit of a typed text; return whether it was accepted."""
        session, column = self._session, index.column()
        section = session.section
        if role != Qt.ItemDataRole.EditRole or not index.isValid() or section is None:
            return False
        row, place = self.rows[index.row()], self.columns.rounds_of[column]
        cell = make_cell(session, section, session.shown, row, place)
        edit, text = self.columns.specs[column].edit, str(value)
        if edit is None:
            return False
        is_result = is_bare_result(cell, text)
        entered = session.enter_text(text, edit, cell, text)
        self.only_result_typed = entered and is_result
        return entered
