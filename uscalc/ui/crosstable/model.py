"""The crosstable as a table model over the session."""

from collections.abc import Collection

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, QTimer, Signal

from uscalc.document.model import Document, Edit, Player, Section
from uscalc.ui.crosstable.cells import (
    CellContents,
    Index,
    PaintedCell,
    find_alignment,
)
from uscalc.ui.crosstable.layout import CrosstableColumns
from uscalc.ui.crosstable.order import Sorting, list_rows
from uscalc.ui.crosstable.table import CrosstableCell, Spec, is_bare_result, make_cell
from uscalc.ui.session.session import Mark, Session
from uscalc.ui.specs import Follows
from uscalc.ui.theme.hints import escape_hint

COMPUTED = (
    Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemNeverHasChildren
)
WRITTEN = COMPUTED | Qt.ItemFlag.ItemIsEditable
"""Made once: the flags are asked for with every cell that is painted."""
FRAME = 16
"""Milliseconds of a frame of the screen."""
FEW = 40
"""The most changed rows that are announced one by one; beyond, the whole table is."""


class CrosstableModel(QAbstractTableModel):
    """Rows are players of the selected section, columns as in `CrosstableColumns`.

    `sorting` and `wanted` decide which players are shown and in which order; an edit
    moves no row, so that what was typed stays in sight. `arranged` says that the
    order changed.
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
        """Whether what was typed last is the result of a game, without the opponent."""
        self._rows: list[int] = []
        self._views: dict[int, int] = {}
        self._tried = [session.as_imagined]
        """The what-if results since cells were announced last, one state after another."""
        self._marked: dict[int, Mark] = {}
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(FRAME)
        self._soon.timeout.connect(self._announce_what_if)
        session.closing.connect(self._soon.stop)
        session.opened.connect(self._reset_order)
        session.edited.connect(self._follow_edit)
        session.rated.connect(self._follow_ratings)
        session.differed.connect(self._follow_findings)
        session.stale.connect(self._figures_changed)
        session.assumed.connect(self._figures_changed)
        session.imagined.connect(self._follow_what_if)
        session.audited.connect(self._follow_audit)
        session.switched.connect(self._follow_selection)
        for changes in (session.edited, session.opened, session.selected):
            changes.connect(self._follow_what_if)
        self._system = session.selection.system
        self._reset_rows()

    # Keeping in step with the session

    def _measure_section(self) -> tuple[int, int, int]:
        section = self._session.section
        if section is None:
            return (0, 0, 0)
        return self._session.selection.section, len(section.players), section.rounds

    # The order that is shown

    @property
    def as_paired(self) -> bool:
        """True while every player is shown, in the order of the section."""
        return self.sorting is None and not self.wanted

    def player_row(self, view_row: int) -> int:
        """Return the player's row in the section, of a row of the table."""
        return self._rows[view_row]

    def view_row(self, player_row: int | None) -> int | None:
        """Return where a player of the section is shown; None where it is not."""
        return None if player_row is None else self._views.get(player_row)

    def arrange_rows(self, sorting: Sorting | None, wanted: str) -> None:
        """Show other players, or in another order."""
        if (sorting, wanted) != (self.sorting, self.wanted):
            self.sorting, self.wanted = sorting, wanted
            self._reset_rows()
            self.arranged.emit()

    def _reset_order(self) -> None:
        """Show another section or event in the order of pairing."""
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
        self.columns = CrosstableColumns(self._shown[2], self.columns.ids)
        self.endResetModel()

    def show_ids(self, shown: bool) -> None:
        """Show the member IDs beside the names, or not."""
        if shown == self.columns.ids:
            return
        after = CrosstableColumns(self.columns.rounds, shown)
        nowhere = QModelIndex()
        place = (after if shown else self.columns).find_column("id")
        if shown:
            self.beginInsertColumns(nowhere, place, place)
            self.columns = after
            self.endInsertColumns()
        else:
            self.beginRemoveColumns(nowhere, place, place)
            self.columns = after
            self.endRemoveColumns()

    def _keep_rows(self) -> bool:
        """Set the rounds; false where the whole table had to be begun anew."""
        shape = self._measure_section()
        if shape[:2] != self._shown[:2]:
            self._reset_rows()
            return False
        if shape != self._shown:
            self._set_rounds(shape)
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
        """Announce changed results, or the whole row if more changed."""
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
        """Announce changed figures and findings."""
        numbers = self._cells.sort_findings()
        session, moved = self._session, self._session.moved
        section = session.section
        if not self._keep_rows() or section is None:
            return
        last = self.columns.count - 1
        if moved is None:
            self._announce_cells(range(len(section.players)), 0, last)
            return
        if numbers:
            players = enumerate(section.players)
            found = [row for row, player in players if player.number in numbers]
            self._announce_cells(found, 0, last)
        system = session.selection.system
        # The new start on a number of games that is looked up when they are rated.
        new = [
            row for row in moved if section.players[row].facts(system).rating is None
        ]
        self._announce_columns(new, "counted")
        if session.document.chain_sections:
            # The result of an earlier section replaces the listed rating.
            self._announce_columns(moved, "carried")
        self._announce_columns(moved, "ratings")

    def _follow_findings(self) -> None:
        """Announce the players whose findings changed."""
        numbers, section = self._cells.sort_findings(), self._session.section
        if numbers and section is not None and section is self._section:
            players = enumerate(section.players)
            found = [row for row, player in players if player.number in numbers]
            self._announce_cells(found, 0, self.columns.count - 1)

    def _figures_changed(self) -> None:
        self._announce_columns(self._rows, "ratings")

    def _follow_what_if(self) -> None:
        """Have the cells announced a frame later: the rating at the slider comes first.

        Every state counts, because the table may be painted before they are.
        """
        found = self._session.as_imagined
        if found is self._tried[-1]:
            return
        self._tried.append(found)
        if not self._soon.isActive():
            self._soon.start()

    def _announce_what_if(self) -> None:
        """Announce the cells in which what-if results changed."""
        # No what-if results are shown at the start.
        from uscalc.ui.session.as_imagined import find_changed_cells

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
        found, before = self._session.as_audited, self._marked
        self._marked = {} if found is None else dict(found.marks)
        now = self._marked
        self._announce_cells(
            [
                row
                for row in before.keys() | now.keys()
                if before.get(row) != now.get(row)
            ],
            0,
            self.columns.count - 1,
        )

    def _announce_columns(self, rows: Collection[int], *what: Follows) -> None:
        """Announce the cells of these players that change with something."""
        for first, last in self.columns.find_followers(*what):
            self._announce_cells(rows, first, last)

    def _announce_cells(self, rows: Collection[int], first: int, last: int) -> None:
        """Announce changed cells of these players; many rows are announced together."""
        places = sorted(self._views[row] for row in rows if row in self._views)
        if len(places) > FEW:
            places = [places[0], places[-1]]
            self.dataChanged.emit(
                self.createIndex(places[0], first), self.createIndex(places[1], last)
            )
            return
        for place in places:
            self.dataChanged.emit(
                self.createIndex(place, first), self.createIndex(place, last)
            )

    def _set_rounds(self, shape: tuple[int, int, int]) -> None:
        """Add or remove round columns, so that the current cell stays."""
        before = self.columns
        after = CrosstableColumns(shape[2], before.ids)
        nowhere = QModelIndex()
        if after.rounds > before.rounds:
            self.beginInsertColumns(
                nowhere,
                before.find_round_column(before.rounds + 2),
                before.find_round_column(after.rounds + 1),
            )
            self._shown, self.columns = shape, after
            self.endInsertColumns()
        elif after.rounds < before.rounds:
            self.beginRemoveColumns(
                nowhere,
                before.find_round_column(after.rounds + 2),
                before.find_round_column(before.rounds + 1),
            )
            self._shown, self.columns = shape, after
            self.endRemoveColumns()
        if after.rounds != before.rounds:
            first, last = (
                after.find_round_column(1),
                after.find_round_column(after.rounds + 1),
            )
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, first, last)

    def _follow_selection(self) -> None:
        selection = self._session.selection
        if selection.section != self._shown[0]:
            self._reset_order()
        elif selection.system != self._system:
            self._cells.sort_findings()
            self._announce_cells(self._rows, 0, self.columns.count - 1)
        self._system = selection.system

    def make_painted(self, view_row: int, column: int) -> PaintedCell | None:
        """Return everything that the painter needs of a cell, without a way through Qt."""
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
        """Return titles, their hints, and their alignment."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.columns.find_title(section)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.columns.find_hint(section)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return find_alignment(self.columns.specs[section].side)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, its hint, and what the painter needs."""
        session, column = self._session, index.column()
        section = session.section
        if not index.isValid() or section is None:
            return None
        row, place = self._rows[index.row()], self.columns.rounds_of[column]
        cell = make_cell(session, section, session.shown, row, place)
        spec, cells = self.columns.specs[column], self._cells
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return spec.text(cell)
            case Qt.ItemDataRole.ToolTipRole:
                return escape_hint(cells.describe_cell(spec, cell))
            case Qt.ItemDataRole.TextAlignmentRole:
                return find_alignment(spec.side)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._describe_aloud(spec, cell, column)
        return None

    def _describe_aloud(self, spec: Spec, cell: CrosstableCell, column: int) -> str:
        if spec.accessible:
            said = spec.accessible(cell)
        else:
            title = self.columns.find_title(column)
            said = f"{title} of {cell.player.name}: {spec.text(cell)}"
        cells = self._cells
        more = cells.describe_what_if(spec, cell) or cells.describe_audit(spec, cell)
        return f"{said}. {more}" if more else said

    # Editing

    def setData(
        self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole
    ) -> bool:
        """Make the edit that a typed text means."""
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
