"""The table of members, and other parts that the dialogs and Registration share."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import (
    QEvent,
    QPointF,
    QRectF,
    Qt,
)
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPainterStateGuard,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from uscalc.document.merge.listed import ListEntry
from uscalc.engine.inputs import SYSTEM_NAMES, System
from uscalc.ui.rating_list.entering import MemberEntries
from uscalc.ui.rating_list.lists import RatingLists, describe_list
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.building import name_widget, set_ink
from uscalc.ui.widgets.column_table import ColumnTableModel, Index, Side, TableColumn
from uscalc.ui.widgets.controls import TICK, ChoiceControl
from uscalc.ui.widgets.plain_table import ColumnTableDelegate, set_up_table

SHORT_SYSTEM_NAMES: Final[dict[System, str]] = {
    "R": "Regular",
    "Q": "Quick",
    "B": "Blitz",
    "OR": "Onl. Reg.",
    "OQ": "Onl. Quick",
    "OB": "Onl. Blitz",
}
FIRST_RATING: Final = 4
"""The first column of ratings, after name, state, ID and expiration date."""


MemberRow = ListEntry | str
"""A member, or the text of the row for a player who is in no supplement."""


class MembersModel(ColumnTableModel[MemberRow]):
    """The members found and, unless the text `new` is empty, a last row with it.

    `entered` describes the members' entries in the event.
    """

    def __init__(
        self,
        theme: Theme,
        entered: MemberEntries,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent=parent, tooltip=lambda column, line: column.text(line))
        self.entries: tuple[ListEntry, ...] = ()
        self._theme = theme
        self._entered = entered
        self.show_entries((), ())

    def show_entries(
        self, entries: tuple[ListEntry, ...], systems: Sequence[System], new: str = ""
    ) -> None:
        """Show other members, with the systems of their supplements."""
        self.entries = entries
        rows: tuple[MemberRow, ...] = (*entries, new) if new else entries
        self.show_rows(rows, self._make_columns(systems))

    def is_new_player_row(self, row: int) -> bool:
        """Return whether a row is the one for a new player."""
        return isinstance(self.read_row(row), str)

    def _make_columns(self, systems: Sequence[System]) -> list[TableColumn[MemberRow]]:
        return [
            self._make_column("Name", 19, self._name_member),
            self._make_column("State", 7, lambda entry: entry.state),
            self._make_column("ID", 11, lambda entry: entry.id or "–"),
            self._make_column("Expires", 13, self._entered.describe_expiry),
            *(
                self._make_column(
                    SHORT_SYSTEM_NAMES[system],
                    9,
                    partial(_format_rating, system),
                    SYSTEM_NAMES[system],
                    "right",
                )
                for system in systems
            ),
        ]

    def _make_column(
        self,
        title: str,
        digits: int,
        text: Callable[[ListEntry], str],
        hint: str = "",
        side: Side = "left",
    ) -> TableColumn[MemberRow]:
        def show(line: MemberRow) -> str:
            if isinstance(line, str):
                return line if title == "Name" else ""
            return text(line)

        def color(line: MemberRow) -> QColor | None:
            warns = show(line).startswith("!")
            return QColor(self._theme.colors.warning) if warns else None

        return TableColumn(
            title,
            hint,
            show,
            side,
            digits=digits,
            roles={Qt.ItemDataRole.ForegroundRole: color},
        )

    def _name_member(self, entry: ListEntry) -> str:
        name, entered = entry.name or "–", self._entered.describe_briefly(entry)
        return f"{name}  ({entered})" if entered else name


def _format_rating(system: System, entry: ListEntry) -> str:
    return str(entry.get_rating(system) or "")


Key = Qt.Key
ENTER_KEYS: Final = (Key.Key_Return, Key.Key_Enter)
MOVE_KEYS: Final = (Key.Key_Up, Key.Key_Down, Key.Key_PageUp, Key.Key_PageDown)
LONGEST_TEXT: Final = 100

KeyAction = Callable[[QKeyEvent, bool], bool]
"""Handles a key; the second argument is True if the list changed after the key was
pressed. Returns whether the following keys are handled too."""


class SearchLine(QLineEdit):
    """The search box; keys for the list wait until the list shows the results for the text.

    Later keys wait too, so that a slow computer behaves like a fast one. `ready`
    returns whether the list shows the results for the text.
    """

    def __init__(
        self, ready: Callable[[], bool], act: KeyAction, parent: QWidget
    ) -> None:
        super().__init__(
            parent, placeholderText="Name or member ID", maxLength=LONGEST_TEXT
        )
        self._ready = ready
        self._act = act
        self._waiting: list[QKeyEvent] = []
        name_widget(self, "listSearch", "Name or member ID", "form")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Type, or handle a list key as soon as the list is ready."""
        if self._waiting or (_is_list_key(event) and not self._ready()):
            self._waiting.append(event.clone())
        elif _is_list_key(event):
            self._act(event, False)
        elif event.key() == Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)

    def replay_keys(self) -> None:
        """Handle the waiting keys, because the list is ready."""
        while self._waiting:
            event = self._waiting[0]
            if _is_list_key(event) and not self._ready():
                return
            del self._waiting[0]
            if not _is_list_key(event):
                super().keyPressEvent(event)
            elif not self._act(event, True):
                self._waiting.clear()

    def forget_keys(self) -> None:
        """Drop the waiting keys."""
        self._waiting.clear()

    def event(self, event: QEvent) -> bool:
        """Leave Undo and Redo to the window while the box is empty."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and not self.text()
            and any(map(event.matches, _UNDO_KEYS))
        ):
            event.ignore()
            return False
        return super().event(event)


_UNDO_KEYS: Final = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)


def _is_list_key(event: QKeyEvent) -> bool:
    """Return whether a key acts on the list, not on the text."""
    return Key(event.key()) in (*ENTER_KEYS, *MOVE_KEYS)


class TickDelegate(ColumnTableDelegate):
    """Paints check boxes in the window's colors, visible in light and dark."""

    def paint_beside(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index
    ) -> int:
        """Paint a check box if the cell has one, and return its width."""
        state = index.data(Qt.ItemDataRole.CheckStateRole)
        if state is None:
            return 0
        full = QStyleOptionViewItem(option)
        self.initStyleOption(full, index)
        part = QStyle.SubElement.SE_ItemViewItemCheckIndicator
        place = self.table.style().subElementRect(part, full, self.table)
        colors, ticked = self.table.theme.colors, state == Qt.CheckState.Checked
        side = min(place.width(), place.height())
        box = QRectF(place.x(), place.center().y() - side / 2, side, side)
        with QPainterStateGuard(painter):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            set_ink(
                painter,
                QColor(colors.accent if ticked else colors.pale),
                QColor(colors.accent if ticked else colors.surface),
            )
            painter.drawRoundedRect(box, 3, 3)
            if ticked:
                painter.setPen(QPen(QColor(colors.on_accent), side / 8))
                painter.drawPolyline(
                    [box.topLeft() + QPointF(side * x, side * y) for x, y in TICK]
                )
        return 0


MOST_MEASURED_ROWS: Final = 60
"""The most rows that are measured; more are never visible together."""


class MemberTable(QTableView):
    """The members found; Enter selects the current one.

    A column is at least as wide as its digits; longer texts widen it. Ratings that
    don't fit in the table are shown beside it.
    """

    def __init__(self, theme: Theme, model: MembersModel) -> None:
        super().__init__()
        self._members = model
        set_up_table(self, "listMembers", "Members found")
        self.setObjectName("listMembers")
        self.setProperty("lines", True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setModel(model)
        model.modelReset.connect(self.share_width)
        theme.changed.connect(self.arrange_table)
        self.arrange_table()

    def arrange_table(self) -> None:
        """Set heights and widths for the current font."""
        metrics = self.fontMetrics()
        self.verticalHeader().setDefaultSectionSize(metrics.height() + 10)
        self.horizontalHeader().setFixedHeight(metrics.height() + 12)
        self.share_width()

    def _measure_needed(self, column: int) -> int:
        """Return the width of the longest text in the first rows of a column."""
        model = self._members
        rows = range(min(model.rowCount(), MOST_MEASURED_ROWS))
        hints = (self.sizeHintForIndex(model.index(row, column)) for row in rows)
        return max((hint.width() for hint in hints), default=0)

    def share_width(self) -> None:
        """Show as many columns of ratings as fit; the name gets the rest of the width."""
        digit, room = self.fontMetrics().horizontalAdvance("0"), self.viewport().width()
        for column, declared in enumerate(self._members.columns):
            room -= digit * declared.digits
            self.setColumnHidden(column, column > FIRST_RATING and room < 0)
        shown = {
            column: self.fontMetrics().horizontalAdvance("0" * declared.digits)
            for column, declared in enumerate(self._members.columns)
            if not self.isColumnHidden(column)
        }
        free = self.viewport().width() - sum(shown.values())
        for column, width in shown.items():
            more = min(max(self._measure_needed(column) - width, 0), max(free, 0))
            free -= more
            self.setColumnWidth(column, width + more)
        free = self.viewport().width() - self.horizontalHeader().length()
        self.setColumnWidth(0, self.columnWidth(0) + max(free, 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width."""
        super().resizeEvent(event)
        self.share_width()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Select the member with Enter, on every operating system."""
        if Qt.Key(event.key()) in ENTER_KEYS:
            self.activated.emit(self.currentIndex())
            return
        super().keyPressEvent(event)


class ListChoice(ChoiceControl):
    """The choice of the supplement that is used first."""

    def __init__(
        self, lists: RatingLists, name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__((), parent)
        self._lists = lists
        self.set_names(name, "Rating supplement")
        self.setToolTip("Supplement to use")
        self.setMinimumContentsLength(6)
        self.committed.connect(lambda file: lists.choose_first(Path(file)))
        lists.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the stored supplements."""
        self.clear()
        for one in self._lists.lists:
            self.addItem(describe_list(one), str(one.file))
        chosen = self._lists.chosen
        if chosen is None:
            self.addItem("No supplement", "")
        self.show_text("" if chosen is None else str(chosen.file))
        self.setEnabled(len(self._lists.lists) > 1)
