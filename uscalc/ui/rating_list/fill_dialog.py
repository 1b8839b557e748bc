"""Update a section or the event from a supplement: a preview, then one undo step."""

from typing import Final

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from uscalc.counted import choose_plural, count_in_words, format_day, group_by_key
from uscalc.document.merge.listed import (
    FillChange,
    FoundMember,
    PlannedFill,
    fill_listed,
    plan_fill_listed,
)
from uscalc.document.model import Document, Identity, find_section
from uscalc.monitor import Monitor
from uscalc.ratinglist.importing import RatingList
from uscalc.ratinglist.matching import (
    ListMatches,
    UnmatchedPlayer,
    find_listed_members,
    list_places,
)
from uscalc.ratinglist.store import ListError, open_lookup
from uscalc.ui.rating_list.entering import describe_later_list
from uscalc.ui.rating_list.lists import NO_LISTS, RatingLists
from uscalc.ui.rating_list.member_table import ListChoice, TickDelegate
from uscalc.ui.scheduling import Worker, connect_each
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    add_parts,
    make_column,
    make_plain_button,
    make_text_label,
    set_up_dialog,
)
from uscalc.ui.widgets.column_table import ColumnTableModel, TableColumn
from uscalc.ui.widgets.dialogs import make_button_row, resize_to
from uscalc.ui.widgets.plain_table import ColumnTable

FILL, SECTION, PLAYER, BY, CHANGES, LOOK = range(6)
NO_CHANGE: Final = "no change"


class FillPlan(Struct, frozen=True):
    """The changes that updating from a supplement would make."""

    document: Document
    supplement: RatingList
    matching: ListMatches
    rows: tuple[PlannedFill, ...]


def describe_changes(changes: tuple[FillChange, ...]) -> str:
    """Return the changes in a line, for example "Regular 1480 → 1500; Blitz unrated → 900".

    Equal changes are joined.
    """
    names_by_change = group_by_key(
        ((one.before, one.after), one.what) for one in changes
    )
    parts = [
        f"{', '.join(what)} {before} → {after}"
        for (before, after), what in names_by_change.items()
    ]
    return "; ".join(parts) or NO_CHANGE


FillLine = PlannedFill | UnmatchedPlayer


class FillModel(ColumnTableModel[FillLine]):
    """The rows: players to review first, then updates, players not found, and all others."""

    ticked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            self._make_columns(), parent, tooltip=lambda column, row: column.text(row)
        )
        self._plan: FillPlan | None = None
        self._ticks: dict[tuple[Identity, str], bool] = {}

    def _make_columns(self) -> tuple[TableColumn[FillLine], ...]:
        ticks = Qt.ItemDataRole.CheckStateRole
        return (
            TableColumn(
                "Update",
                "",
                lambda _row: "",
                digits=7,
                spoken=lambda row: (
                    "selected" if self._is_taken(row) else "not selected"
                ),
                roles={ticks: self._read_tick},
                changes={ticks: self._tick},
                flags=lambda row: (
                    Qt.ItemFlag.ItemIsUserCheckable
                    if _is_filled(row)
                    else Qt.ItemFlag.NoItemFlags
                ),
            ),
            TableColumn("Section", "", self._name_section, digits=10, fits=True),
            TableColumn(
                "Player",
                "",
                lambda row: (
                    f"{row.player.number}  {row.player.name or row.player.id or '–'}"
                ),
                digits=16,
                fits=True,
            ),
            TableColumn("Found by", "", _name_match, digits=12, fits=True),
            TableColumn(
                "Changes",
                "",
                lambda row: (
                    describe_changes(row.changes)
                    if isinstance(row, PlannedFill)
                    else ""
                ),
                digits=18,
                fits=True,
                wraps=True,
            ),
            TableColumn("Review", "", _warn, digits=8, fits=True, wraps=True),
        )

    def show_plan(self, plan: FillPlan | None) -> None:
        """Show another plan; players keep their check marks."""
        self._plan = plan
        rows: list[FillLine] = [*plan.rows, *plan.matching.missing] if plan else []
        self.show_rows(sorted(rows, key=_get_sort_key))
        self.ticked.emit()

    @property
    def ticked_players(self) -> tuple[FoundMember, ...]:
        """The checked players, in the order of the event."""
        found = [
            row.found
            for row in self.rows
            if isinstance(row, PlannedFill) and self._is_taken(row)
        ]
        return tuple(sorted(found, key=lambda one: (one.section, one.row)))

    def counts(self) -> tuple[int, int, int]:
        """Return the numbers of players to update, left out by the user, and not found."""
        rows = [row for row in self.rows if isinstance(row, PlannedFill)]
        left = sum(bool(row.changes) and not self._is_taken(row) for row in rows)
        return len(self.ticked_players), left, len(self.rows) - len(rows)

    def _is_taken(self, row: FillLine) -> bool:
        return (
            isinstance(row, PlannedFill)
            and bool(row.changes)
            and self._ticks.get(_make_key(row), row.taken)
        )

    def _read_tick(self, row: FillLine) -> Qt.CheckState | None:
        if not _is_filled(row):
            return None
        return Qt.CheckState.Checked if self._is_taken(row) else Qt.CheckState.Unchecked

    def _tick(self, row: FillLine, value: object) -> bool:
        if not isinstance(row, PlannedFill):
            return False
        self._ticks[_make_key(row)] = Qt.CheckState(value) == Qt.CheckState.Checked
        place = self.rows.index(row)
        self.update_rows(place, place)
        self.ticked.emit()
        return True

    def _name_section(self, row: FillLine) -> str:
        assert self._plan is not None
        section = row.found.section if isinstance(row, PlannedFill) else row.section
        return self._plan.document.sections[section].name


def _is_filled(row: FillLine) -> bool:
    """Return whether the supplement would change anything about a player."""
    return isinstance(row, PlannedFill) and bool(row.changes)


def _name_match(row: FillLine) -> str:
    return (
        "–"
        if isinstance(row, UnmatchedPlayer)
        else f"{row.found.by} {row.found.entry.id}".strip()
    )


def _warn(row: FillLine) -> str:
    """Return what the user should check: why a player was not found, or what is doubtful."""
    if isinstance(row, UnmatchedPlayer):
        return f"✕ {row.why}"
    return f"! {'; '.join(row.cautions)}" if row.cautions else ""


def _make_key(row: PlannedFill) -> tuple[Identity, str]:
    return row.player.identity, row.found.entry.id


def _get_sort_key(row: PlannedFill | UnmatchedPlayer) -> tuple[int, int, int]:
    if isinstance(row, UnmatchedPlayer):
        return 2, row.section, row.row
    group = 3 if not row.changes else (0 if row.cautions else 1)
    return group, row.found.section, row.found.row


LOOKING: Final = "Looking up players…"

DIALOG_SIZE: Final = (140, 34)
"""The width of the dialog in digits, and its height in lines."""


class FillFromListDialog(QDialog):
    """Shows what would change for the players of a section or, if it is None, of the event."""

    def __init__(
        self,
        session: Session,
        theme: Theme,
        lists: RatingLists,
        section: int | None,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._lists = lists
        self._section = None if section is None else _get_identity(session, section)
        self._plan: FillPlan | None = None
        self._worker = Worker(
            self, self._receive_plan, session.closing, expected=ListError
        )
        what = "event" if section is None else "section"
        set_up_dialog(self, "fillFromList", f"Update the {what} from a supplement")
        self._build_dialog(theme)
        connect_each(self.refresh, session.edited, session.opened, lists.changed)
        self.refresh()
        self.table.setFocus()

    def _build_dialog(self, theme: Theme) -> None:
        self.choice = ListChoice(self._lists, "fillList", self)
        self.status = make_text_label("fillListSaid", "heading")
        self.dated = make_text_label("fillListDated", "problem")
        self.dated.hide()
        self.model = FillModel(self)
        self.model.ticked.connect(self._show_counts)
        self.table = ColumnTable(
            "fillList",
            "Preview of changes",
            self.model,
            theme,
            lambda: self.table.currentIndex().row(),
        )
        self.table.setItemDelegateForColumn(FILL, TickDelegate(self.table))
        self.table.selectionModel().currentRowChanged.connect(
            lambda: self.table.viewport().update()
        )
        self.table.setColumnHidden(
            SECTION,
            self._section is not None or len(self._session.document.sections) < 2,
        )
        self.table.arrange_columns()
        self.cancel_button = make_plain_button(
            "fillListCancel", "&Cancel", "Close and change nothing", self.reject
        )
        self.accept_button = make_plain_button(
            "fillListAccept",
            "&Update",
            "Update the checked players",
            self.accept,
        )
        add_parts(
            make_column(self, 2 * UNIT),
            self.choice,
            self.status,
            self.dated,
            (self.table, 1),
            make_button_row(self.accept_button, self.cancel_button),
        )
        # Only now, because a dialog ignores buttons that it doesn't contain yet.
        self.accept_button.setDefault(True)
        resize_to(self, *DIALOG_SIZE)

    def refresh(self) -> None:
        """Look up all players again, in the background."""
        chosen = self._lists.chosen
        document, section = self._session.document, self._find_section_index()
        if section is None and self._section is not None:
            self.reject()
            return
        self._plan = None
        self.model.show_plan(None)
        if chosen is not None:
            self.status.setText(LOOKING)
            self._worker.start_job(
                lambda monitor: _make_plan(document, section, chosen, monitor)
            )
        else:
            self._worker.drop_job()
            self.status.setText(NO_LISTS if self._lists.ready else LOOKING)

    def _find_section_index(self) -> int | None:
        """Return the section's current index; None if the whole event is updated."""
        return (
            None
            if self._section is None
            else find_section(self._session.document, self._section)
        )

    def _receive_plan(self, result: object) -> None:
        if isinstance(result, ListError):
            self._lists.report_problem(result)
        elif isinstance(result, FillPlan):
            self._plan, day = result, result.supplement.date
            document, section = self._session.document, self._find_section_index()
            sections = document.sections
            concerned = sections if section is None else sections[section : section + 1]
            ends = min(map(document.end_date_of, concerned), default=document.end_date)
            self.dated.setText(
                describe_later_list(f"The {format_day(day)} supplement", ends)
            )
            self.dated.setVisible(day > ends)
            self.model.show_plan(result)
            if self.model.rowCount():
                self.table.setCurrentIndex(self.model.index(0, FILL))

    def _show_counts(self) -> None:
        plan = self._plan
        filled, left, missing = self.model.counts()
        players = f"&Update {count_in_words(filled, 'player')}"
        self.accept_button.setText(players if filled else "&Update")
        self.accept_button.setEnabled(filled > 0)
        if plan is None:
            return
        there = len(plan.rows)
        of = count_in_words(there + missing, "player")
        are = choose_plural(there, "is", "are")
        counts = (
            (filled, "to update"),
            (left, "not selected"),
            (missing, "not found"),
            (there - filled - left, "up to date"),
        )
        parts = ", ".join(f"{count} {what}" for count, what in counts if count)
        text = f"{there:,} of {of} {are} in the supplement"
        self.status.setText(f"{text}: {parts}." if parts else f"{text}.")

    def accept(self) -> None:
        """Update the checked players in one step."""
        plan = self._plan
        if plan is None:
            return
        session = self._session
        session.pending.commit_all()
        if plan.document is not session.document:
            self.refresh()
            return
        taken = self.model.ticked_players
        # After this edit, the players needn't be looked up again.
        session.edited.disconnect(self.refresh)
        session.apply_edit(fill_listed, taken, plan.supplement.date)
        super().accept()

    def done(self, result: int) -> None:
        """Stop looking up when the dialog closes."""
        self._worker.close()
        super().done(result)


def _get_identity(session: Session, section: int) -> Identity:
    """Return the identity of a section or, if it doesn't exist, a new one."""
    sections = session.document.sections
    return sections[section].identity if section < len(sections) else Identity()


def _make_plan(
    document: Document, section: int | None, chosen: RatingList, monitor: Monitor
) -> FillPlan:
    """Return what the supplement would change in the section, or in the event."""
    places = list_places(document, section)
    with open_lookup(chosen) as lookup:
        matching = find_listed_members(document, places, lookup, monitor)
    rows = plan_fill_listed(document, matching.found, chosen.date)
    return FillPlan(document, chosen, matching, rows)
