"""The crosstable as a table model over the session."""

from enum import IntEnum
from typing import NamedTuple

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from uscalc.document.cells import cell_points
from uscalc.document.change import Edit
from uscalc.document.edits import set_name, set_rating, set_result
from uscalc.document.findings import Finding
from uscalc.document.model import Player, Section
from uscalc.document.structure import set_number
from uscalc.ui.cell_parts import cell_words
from uscalc.ui.columns import Columns, Kind
from uscalc.ui.figures import (
    change_text,
    facts_text,
    games_text,
    is_provisional,
    parse_games,
    parse_rating,
    points_text,
    whole,
)
from uscalc.ui.notes import (
    Places,
    findings_by_place,
    findings_text,
    plain_hint,
    post_hint,
    rating_hint,
)
from uscalc.ui.row_order import Sorting, rows_shown
from uscalc.ui.session import Session
from uscalc.ui.spoken import spoken_result

Index = QModelIndex | QPersistentModelIndex
EDITABLE: frozenset[Kind] = frozenset({"number", "name", "rating", "games", "round"})
NUMERIC: frozenset[Kind] = frozenset(
    {"number", "rating", "games", "points", "post", "change"}
)


class Role(IntEnum):
    """What the painter asks for beyond Qt's own roles."""

    KIND = Qt.ItemDataRole.UserRole
    MARKED = Qt.ItemDataRole.UserRole + 1
    PALE = Qt.ItemDataRole.UserRole + 2
    SIGN = Qt.ItemDataRole.UserRole + 3
    PLAYER = Qt.ItemDataRole.UserRole + 4
    BEHIND = Qt.ItemDataRole.UserRole + 5
    ASSUMES = Qt.ItemDataRole.UserRole + 6
    PAINTED = Qt.ItemDataRole.UserRole + 7


class Painted(NamedTuple):
    """Everything that the painter needs of a cell, asked for at once."""

    kind: Kind
    text: str
    row: int
    marked: bool
    behind: bool
    sign: int
    pale: str
    assumes: bool


class CrosstableModel(QAbstractTableModel):
    """Rows are players of the selected section, columns as in `Columns`.

    `sorting` and `wanted` decide which players are shown and in which order; an edit
    moves no row, so that what was typed stays in sight. `arranged` says that the
    order is another one.
    """

    arranged = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._shown: tuple[int, int, int] = (-1, -1, -1)
        self.columns = Columns(0)
        self.sorting: Sorting | None = None
        self.wanted = ""
        self._rows: list[int] = []
        self._views: dict[int, int] = {}
        session.opened.connect(self._begin)
        session.stale.connect(self._changed)
        session.assumed.connect(self._changed)
        session.edited.connect(self._changed)
        session.rated.connect(self._changed)
        session.selected.connect(self._selected)
        self._system = session.selection.system
        self._restart()

    # Keeping in step with the session

    def _shape(self) -> tuple[int, int, int]:
        section = self._session.section
        if section is None:
            return (0, 0, 0)
        return self._session.selection.section, len(section.players), section.rounds

    # The order that is shown

    @property
    def as_paired(self) -> bool:
        """Whether every player is shown, in the order of the section."""
        return self.sorting is None and not self.wanted

    def player_row(self, view_row: int) -> int:
        """The player's row in the section, of a row of the table."""
        return self._rows[view_row]

    def view_row(self, player_row: int | None) -> int | None:
        """Where a player of the section is shown; None where it is not."""
        return None if player_row is None else self._views.get(player_row)

    def arrange(self, sorting: Sorting | None, wanted: str) -> None:
        """Shows other players, or in another order."""
        if (sorting, wanted) != (self.sorting, self.wanted):
            self.sorting, self.wanted = sorting, wanted
            self._restart()
            self.arranged.emit()

    def _begin(self) -> None:
        """Another section or event is shown as it is paired."""
        self.sorting, self.wanted = None, ""
        self._restart()
        self.arranged.emit()

    def _restart(self) -> None:
        self.beginResetModel()
        self._find()
        self._rows = rows_shown(self._session, self.sorting, self.wanted)
        self._views = {row: view for view, row in enumerate(self._rows)}
        self._shown = self._shape()
        self.columns = Columns(self._shown[2])
        self.endResetModel()

    def _changed(self) -> None:
        shape = self._shape()
        if shape[:2] != self._shown[:2]:
            self._restart()
            return
        self._set_rounds(shape)
        self._find()
        if self.rowCount():
            last = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def _find(self) -> None:
        session = self._session
        rating, system = session.section_rating(), session.selection.system
        self._places: Places = findings_by_place(rating, system)

    def _set_rounds(self, shape: tuple[int, int, int]) -> None:
        """Adds or takes away round columns, so that the current cell stays."""
        before, after = self.columns, Columns(shape[2])
        nowhere = QModelIndex()
        if after.rounds > before.rounds:
            self.beginInsertColumns(
                nowhere,
                before.of_round(before.rounds + 2),
                before.of_round(after.rounds + 1),
            )
            self._shown, self.columns = shape, after
            self.endInsertColumns()
        elif after.rounds < before.rounds:
            self.beginRemoveColumns(
                nowhere,
                before.of_round(after.rounds + 2),
                before.of_round(before.rounds + 1),
            )
            self._shown, self.columns = shape, after
            self.endRemoveColumns()
        if after.rounds != before.rounds:
            first, last = after.of_round(1), after.of_round(after.rounds + 1)
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, first, last)

    def _selected(self) -> None:
        selection = self._session.selection
        if selection.section != self._shown[0]:
            self._begin()
        elif selection.system != self._system:
            self._changed()
        self._system = selection.system

    # What Qt asks

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """The number of players."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """The number of columns."""
        return 0 if parent.isValid() else self.columns.count

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Names, ratings, games and results can be edited."""
        flags = super().flags(index)
        if index.isValid() and self.columns.kind(index.column()) in EDITABLE:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Titles, their hints, and where they stand over their figures."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.columns.title(section)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.columns.hint(section)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(self.columns.kind(section))
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A cell's text, its hint, and what the painter needs."""
        section = self._session.section
        if not index.isValid() or section is None:
            return None
        row = self._rows[index.row()]
        player = section.players[row]
        kind = self.columns.kind(index.column())
        if role == Role.PAINTED:
            return self._painted(index, row, player, kind)
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return self._text(index, player, kind)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_hint(self._hint(index, section, player, kind))
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(kind)
            case Qt.ItemDataRole.AccessibleTextRole if kind == "round":
                number = self.columns.round_index(index.column()) + 1
                said = self._text(index, player, kind)
                return spoken_result(section, number, said)
            case Qt.ItemDataRole.AccessibleTextRole:
                title = self.columns.title(index.column())
                return f"{title} of {player.name}: {self._text(index, player, kind)}"
            case Role.KIND:
                return kind
            case Role.MARKED:
                return bool(self._findings(index, player, kind))
            case Role.PALE:
                return self._pale(index, kind)
            case Role.SIGN:
                return self._sign(index)
            case Role.PLAYER:
                return row
            case Role.BEHIND:
                return self._session.late or self._session.rated_around
            case Role.ASSUMES:
                return kind == "post" and bool(self._assumes(player))
        return None

    def _painted(self, index: Index, row: int, player: Player, kind: Kind) -> Painted:
        text = self._text(index, player, kind)
        marked = bool(self._places) and bool(self._findings(index, player, kind))
        if kind not in ("post", "change"):
            return Painted(kind, text, row, marked, False, 0, "", False)
        session = self._session
        return Painted(
            kind,
            text,
            row,
            marked,
            session.late or session.rated_around,
            self._sign(index),
            self._pale(index, kind),
            kind == "post" and bool(self._assumes(player)),
        )

    def _text(self, index: Index, player: Player, kind: Kind) -> str:
        if kind == "round":
            place = self.columns.round_index(index.column())
            return player.results[place] if place < len(player.results) else ""
        facts = player.facts(self._session.selection.system)
        trace = self._session.shown_trace(self._rows[index.row()])
        match kind:
            case "number":
                return str(player.number)
            case "name":
                return player.name
            case "rating":
                return facts_text(facts)
            case "games":
                if facts.rating is None and trace is not None:
                    return str(trace.start.n or 0)
                return games_text(facts)
            case "points":
                return points_text(sum(map(cell_points, player.results)))
            case "post":
                return whole(self._session.shown_post(self._rows[index.row()]))
            case _:
                return change_text(self._session.shown_change(self._rows[index.row()]))

    def _pale(self, index: Index, kind: Kind) -> str:
        """What stands small beside the figure: the games of a provisional rating."""
        trace = self._session.shown_trace(self._rows[index.row()])
        if kind != "post" or trace is None or trace.post is None:
            return ""
        games = trace.post_games
        return f"/{games}" if is_provisional(games) else ""

    def _sign(self, index: Index) -> int:
        change = self._session.shown_change(self._rows[index.row()])
        return 0 if change is None else (change > 0) - (change < 0)

    def _assumes(self, player: Player) -> tuple[str, ...]:
        assumed = self._session.assumptions
        return assumed.by_number.get(player.number, ()) if assumed else ()

    def _findings(
        self, index: Index, player: Player, kind: Kind
    ) -> tuple[Finding, ...]:
        if kind == "round":
            number = self.columns.round_index(index.column()) + 1
            return self._places.get((player.number, number), ())
        found = self._places.get((player.number, None), ())
        if kind == "rating":
            return tuple(f for f in found if f.code == "rating-unknown")
        if kind == "name":
            return tuple(f for f in found if f.code != "rating-unknown")
        return ()

    def _hint(self, index: Index, section: Section, player: Player, kind: Kind) -> str:
        session = self._session
        system, trace = (
            session.selection.system,
            session.shown_trace(self._rows[index.row()]),
        )
        match kind:
            case "round":
                number = self.columns.round_index(index.column()) + 1
                words = cell_words(section, self._text(index, player, kind))
                text = f"Round {number}: {player.number} {words}"
                if not self._text(index, player, kind):
                    text = f"Round {number}: {words}"
            case "rating" | "games":
                text = rating_hint(player.facts(system), trace, system)
                if trace and trace.start.n is None:
                    text += "\nN is not known and taken as established."
            case "post" | "change":
                text = post_hint(player, trace, "Not rated: see the findings below.")
                if session.late:
                    text = f"Still from before the last edit.\n{text}"
                elif session.rated_around and trace:
                    text = f"Without the games of marked cells.\n{text}"
                text = "\n".join([text, *self._assumes(player)])
            case "name":
                member = f", member {player.id}" if player.id else ""
                text = f"{player.number} {player.name}{member}"
            case _:
                text = self.columns.hint(index.column())
        found = findings_text(self._findings(index, player, kind))
        return f"{text}\n\n{found}" if found else text

    # Editing

    def setData(
        self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole
    ) -> bool:
        """Makes an edit of what was typed into a cell."""
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        edit = self._edit(index, str(value))
        if isinstance(edit, str):
            self._session.refused.emit(edit)
            return False
        return edit is not None and self._session.apply(edit)

    def _edit(self, index: Index, text: str) -> Edit | str | None:
        session = self._session
        document, section = session.document, session.section
        if section is None:
            return None
        place, row = session.selection.section, self._rows[index.row()]
        kind = self.columns.kind(index.column())
        system = session.selection.system
        facts = section.players[row].facts(system)
        if kind == "round":
            round_index = self.columns.round_index(index.column())
            return set_result(document, place, row, round_index, text)
        if kind == "name":
            return set_name(document, place, row, text)
        if kind == "number":
            number = parse_games(text)
            if not isinstance(number, int):
                return f'"{text[:20]}" is no pairing number; write 1, 2, 3'
            return set_number(document, place, row, number)
        if kind == "games":
            games = parse_games(text)
            if isinstance(games, str) or facts.rating is None:
                return games if isinstance(games, str) else None
            return set_rating(document, place, row, system, facts.rating, games)
        typed = parse_rating(text)
        if isinstance(typed, str):
            return None if text.strip() == "?" and facts.unknown else typed
        rating, games = typed
        if games is None and rating is not None and facts.rating is not None:
            games = facts.games
        return set_rating(document, place, row, system, rating, games)


def _alignment(kind: Kind) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight
    if kind not in NUMERIC:
        side = Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
