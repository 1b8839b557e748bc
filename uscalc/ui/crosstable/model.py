"""The crosstable as a table model over the session."""

from collections.abc import Collection

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal

from uscalc.counted import drop_direction_marks
from uscalc.document.model import Document, Edit, Player, Section
from uscalc.ui.crosstable.cells import (
    CellContents,
    Index,
    PaintedCell,
)
from uscalc.ui.crosstable.layout import CrosstableColumns, Sorting, list_rows
from uscalc.ui.crosstable.table import CrosstableCell, Spec, is_bare_result, make_cell
from uscalc.ui.scheduling import connect_each, make_timer
from uscalc.ui.session.session import Mark, Session
from uscalc.ui.specs import Follows
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
        self._shown: tuple[int, int, int] = (-1, -1, -1)
        self.columns = CrosstableColumns(0)
        self.sorting: Sorting | None = None
        self.wanted = ""
        self.bare = False
        """True if the last edit only entered a result, and the opponent was already known."""
        self._rows: list[int] = []
        self._views: dict[int, int] = {}
        self._tried = [session.what_if_overlay]
        """The states of the what-if results since cells were last announced as changed."""
        self._marked: dict[int, Mark] = {}
        self._soon = make_timer(self, FRAME, self._announce_what_if)
        session.closing.connect(self._soon.stop)
        session.opened.connect(self._reset_order)
        session.edited.connect(self._follow_edit)
        session.rated.connect(self._follow_ratings)
        session.findings_changed.connect(self._follow_findings)
        connect_each(
            lambda: self._announce_columns(self._rows, "ratings"),
            session.stale,
            session.assumed,
        )
        session.audited.connect(self._follow_audit)
        session.switched.connect(self._follow_selection)
        connect_each(
            self._follow_what_if,
            session.overlay_changed,
            session.edited,
            session.opened,
            session.selected,
        )
        self._system = session.selection.system
        self._reset_rows()

    # Following the session

    def _measure_section(self) -> tuple[int, int, int]:
        section = self._session.section
        if section is None:
            return (0, 0, 0)
        return self._session.selection.section, len(section.players), section.rounds

    # The order that is shown

    @property
    def shows_all_by_number(self) -> bool:
        """True if all players are shown, in the order of their numbers."""
        return self.sorting is None and not self.wanted

    def player_row(self, view_row: int) -> int:
        """Return the row in the section of a row of the table."""
        return self._rows[view_row]

    def view_row(self, player_row: int | None) -> int | None:
        """Return the row of the table of a row of the section; None if the filter hides it."""
        return None if player_row is None else self._views.get(player_row)

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
        self._section = self._session.section
        self._rows = list_rows(self._session, self.sorting, self.wanted)
        self._views = {row: view for view, row in enumerate(self._rows)}
        self._shown = self._measure_section()
        self.columns = CrosstableColumns(self._shown[2], self.columns.extra)
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

    def _keep_rows(self) -> bool:
        """Update the number of rounds; return False if the whole table was reset."""
        shape = self._measure_section()
        if shape[:2] != self._shown[:2]:
            self._reset_rows()
            return False
        if shape != self._shown:
            # Add or remove round columns.
            before, after = (
                self.columns,
                CrosstableColumns(shape[2], self.columns.extra),
            )
            fewer, more = sorted((before.rounds, after.rounds))
            self._shown = shape
            self._change_columns(
                after,
                after.find_round_column(fewer + 2),
                after.find_round_column(more + 1),
            )
            first, last = after.results.start, after.results.stop - 1
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, first, last)
        return True

    def _follow_edit(self) -> None:
        """Announce the players that an edit changed."""
        before, section = self._section, self._session.section
        if self._keep_rows() and before is not None and section is not None:
            self._section = section
            pairs = zip(before.players, section.players, strict=True)
            for row, (old, new) in enumerate(pairs):
                if old is not new:
                    self._announce_player(row, old, new)

    def _announce_player(self, row: int, old: Player, new: Player) -> None:
        """Announce a player's changed results or, if more changed, the whole row."""
        last = self.columns.count - 1
        if (old.number, old.name, old.id) != (new.number, new.name, new.id) or (
            old.ratings != new.ratings
        ):
            self._announce_cells([row], 0, last)
            return
        for place in range(max(len(old.results), len(new.results))):
            if old.results[place : place + 1] != new.results[place : place + 1]:
                column = self.columns.find_round_column(place + 1)
                self._announce_cells([row], column, column)
        self._announce_columns([row], "results", "ratings")

    def _follow_ratings(self) -> None:
        """Announce the cells whose figures or findings changed."""
        numbers = self._cells.sort_findings()
        session, moved = self._session, self._session.moved
        section = session.section
        if not self._keep_rows() or section is None:
            return
        last = self.columns.count - 1
        if moved is None:
            self._announce_cells(range(len(section.players)), 0, last)
            return
        self._announce_players(numbers)
        system = session.selection.system
        # Rating may have found a number of games from an earlier section.
        new = [
            row for row in moved if section.players[row].facts(system).rating is None
        ]
        self._announce_columns(new, "counted")
        if session.document.chain_sections:
            # The rating after an earlier section replaces the listed rating.
            self._announce_columns(moved, "carried")
        self._announce_columns(moved, "ratings")

    def _follow_findings(self) -> None:
        """Announce the players whose findings changed."""
        numbers = self._cells.sort_findings()
        if self._session.section is self._section:
            self._announce_players(numbers)

    def _announce_players(self, numbers: Collection[int]) -> None:
        """Announce the rows of players, by pairing number."""
        players = self._session.section.players if self._session.section else ()
        found = [row for row, one in enumerate(players) if one.number in numbers]
        self._announce_cells(found, 0, self.columns.count - 1)

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
        changed = find_changed_cells(states)
        self._announce_cells(changed.rows, 0, self.columns.count - 1)
        for row, place in changed.cells:
            if row not in changed.rows and place < len(self.columns.results):
                column = self.columns.find_round_column(place + 1)
                self._announce_cells([row], column, column)
        self._announce_columns(changed.points - changed.rows, "results")
        self._announce_columns(changed.figures - changed.rows, "ratings")

    def _follow_audit(self) -> None:
        """Announce the rows whose audit marks changed."""
        found, before = self._session.audit_marks, self._marked
        self._marked = {} if found is None else dict(found.marks)
        changed = {row for row, _ in before.items() ^ self._marked.items()}
        self._announce_cells(changed, 0, self.columns.count - 1)

    def _announce_columns(self, rows: Collection[int], *what: Follows) -> None:
        """Announce the cells of these players in the columns that follow these facts.

        These columns are neighbors. The columns of rounds are left out.
        """
        places = [
            column
            for column, spec in enumerate(self.columns.specs)
            if spec.follows in what and spec.kind != "round"
        ]
        self._announce_cells(rows, places[0], places[-1])

    def _announce_cells(self, rows: Collection[int], first: int, last: int) -> None:
        """Announce changed cells of these players; if there are many, announce one block."""
        places = sorted(self._views[row] for row in rows if row in self._views)
        spans = list(zip(places, places, strict=True))
        if len(places) > FEW:
            spans = [(places[0], places[-1])]
        for top, end in spans:
            self.dataChanged.emit(
                self.createIndex(top, first), self.createIndex(end, last)
            )

    def _follow_selection(self) -> None:
        selection = self._session.selection
        if selection.section != self._shown[0]:
            self._reset_order()
        elif selection.system != self._system:
            self._cells.sort_findings()
            self._announce_cells(self._rows, 0, self.columns.count - 1)
        self._system = selection.system

    def make_painted(self, view_row: int, column: int) -> PaintedCell | None:
        """Return what the painter needs to know about a cell; faster than Qt's data roles."""
        section, columns = self._session.section, self.columns
        if section is None:
            return None
        row, place = self._rows[view_row], columns.rounds_of[column]
        cell = make_cell(self._session, section, self._session.shown, row, place)
        return self._cells.make_painted(columns.specs[column], cell)

    # Answers to Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of players."""
        return 0 if parent.isValid() else len(self._rows)

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
                return shown.players[self._rows[section]].name
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
        row, place = self._rows[index.row()], self.columns.rounds_of[column]
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
        row, place = self._rows[index.row()], self.columns.rounds_of[column]
        cell = make_cell(session, section, session.shown, row, place)
        mean, text = self.columns.specs[column].edit, str(value)
        if mean is None:
            return False

        def make(document: Document) -> Edit:
            edit = mean(document, cell, text)
            self.bare = is_bare_result(edit, cell, text)
            return edit

        return session.enter_text(text, make)
