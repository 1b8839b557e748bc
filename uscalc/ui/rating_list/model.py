"""Show members found in the supplements, and a row for a new player."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from uscalc.document.merge.listed import ListEntry
from uscalc.engine.inputs import SYSTEM_NAMES, System
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.column_table import ColumnTableModel, TableColumn

SHORT_SYSTEM_NAMES: Final[dict[System, str]] = {
    "R": "Regular",
    "Q": "Quick",
    "B": "Blitz",
    "OR": "Onl. Reg.",
    "OQ": "Onl. Quick",
    "OB": "Onl. Blitz",
}
FIRST_RATING: Final = 4
"""Ratings follow name, state, ID and expiry."""


class EventFacts(NamedTuple):
    """Facts shown beside a member that depend on the event."""

    expires: str
    entered: str


MemberRow = ListEntry | str
"""A member, or the text of the row for a player in no supplement."""


class MembersModel(ColumnTableModel[MemberRow]):
    """The members found, and a last row with the text `new`, if it has one.

    `beside` returns what the event says about a member.
    """

    def __init__(
        self,
        theme: Theme,
        beside: Callable[[ListEntry], EventFacts],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent=parent, tooltip=lambda column, line: column.text(line))
        self.entries: tuple[ListEntry, ...] = ()
        self._theme = theme
        self._beside = beside
        self.show_entries((), ())

    def show_entries(
        self, entries: tuple[ListEntry, ...], systems: Sequence[System], new: str = ""
    ) -> None:
        """Show other members, with the systems of their supplements."""
        self.entries = entries
        rows: tuple[MemberRow, ...] = (*entries, new) if new else entries
        self.show_rows(rows, self._make_columns(systems))

    def get_widths(self) -> list[int]:
        """Return the widths of the columns in digits."""
        return [column.digits for column in self.columns]

    def is_new_player_row(self, row: int) -> bool:
        """Return whether a row is the one for a new player."""
        return isinstance(self.read_row(row), str)

    def _make_columns(self, systems: Sequence[System]) -> list[TableColumn[MemberRow]]:
        return [
            self._make_column("Name", 19, self._name_member),
            self._make_column("State", 7, lambda entry: entry.state),
            self._make_column("ID", 11, lambda entry: entry.id or "–"),
            self._make_column("Expires", 13, lambda entry: self._beside(entry).expires),
            *(self._make_rating_column(system) for system in systems),
        ]

    def _make_column(
        self, title: str, digits: int, text: Callable[[ListEntry], str]
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
            "",
            show,
            digits=digits,
            roles={Qt.ItemDataRole.ForegroundRole: color},
        )

    def _make_rating_column(self, system: System) -> TableColumn[MemberRow]:
        return TableColumn(
            SHORT_SYSTEM_NAMES[system],
            SYSTEM_NAMES[system],
            lambda line: (
                "" if isinstance(line, str) else str(line.get_rating(system) or "")
            ),
            "right",
            digits=9,
        )

    def _name_member(self, entry: ListEntry) -> str:
        entered = self._beside(entry).entered
        return f"{entry.name or '–'}  ({entered})" if entered else entry.name or "–"
