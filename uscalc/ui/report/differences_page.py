"""The differences between the event and US Chess, with buttons to accept its values."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from uscalc.document.overlay.changes import (
    CAUSES,
    PageDifference,
    list_removed_games,
)
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.ui.crosstable.structure import ask_to_remove
from uscalc.ui.frame.view import View
from uscalc.ui.report.comparison import (
    NOTHING,
    Comparison,
    capitalize_sentence,
    describe_difference,
)
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.building import (
    add_parts,
    make_choice_button,
    make_column,
    make_head,
    make_plain_button,
)
from uscalc.ui.widgets.column_table import ColumnTableModel, TableColumn
from uscalc.ui.widgets.plain_table import ColumnTable

NOTHING_LEFT = "Nothing to accept. See Corrections for ratings that don't match."

SECTION, NUMBER, PLAYER, WHAT, OURS, THEIRS, CAUSE, WHY = range(8)


class ComparisonModel(ColumnTableModel[PageDifference]):
    """A row for each difference, in the given order."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            self._make_columns(),
            parent,
            tooltip=lambda column, row: column.text(row),
            spoken=lambda column, row: f"{column.title}: {column.text(row) or 'none'}",
        )
        self._several_systems = False

    def _make_columns(self) -> tuple[TableColumn[PageDifference], ...]:
        return (
            TableColumn(
                "Section",
                "Section of this event",
                lambda row: row.section_name,
                digits=9,
                fits=True,
                tone="soft",
            ),
            TableColumn(
                "#",
                "Pairing number in this event",
                lambda row: "" if row.player is None else str(row.player),
                side="right",
                digits=3,
                tone="soft",
            ),
            TableColumn(
                "Player",
                "Player whose data differs",
                lambda row: row.name,
                digits=10,
                fits=True,
                tone=_tone,
            ),
            TableColumn(
                "Item",
                "Item that differs",
                self._name_difference,
                digits=12,
                fits=True,
                wraps=True,
                tone=_tone,
            ),
            TableColumn(
                "This event",
                "Value in this event",
                lambda row: row.ours,
                digits=10,
                fits=True,
                wraps=True,
                tone=_tone,
            ),
            TableColumn(
                "US Chess",
                "Value that US Chess published",
                lambda row: row.theirs,
                digits=10,
                fits=True,
                wraps=True,
                tone=_tone,
            ),
            TableColumn(
                "Cause",
                "Likely cause: data of US Chess, data of this event, or missing data",
                lambda row: CAUSES[row.cause],
                digits=8,
                fits=True,
                tone=lambda row: (
                    "loss" if row.cause == "ours" and not row.adds else _tone(row)
                ),
            ),
            TableColumn(
                "Reason",
                "Reason for the likely cause",
                lambda row: capitalize_sentence(row.because),
                digits=20,
                fits=True,
                wraps=True,
                stretches=True,
                tone="soft",
                tooltip=describe_difference,
                spoken=lambda row: f"Reason: {describe_difference(row) or 'none'}",
            ),
        )

    def show_rows(
        self,
        rows: Sequence[PageDifference],
        columns: Sequence[TableColumn[PageDifference]] | None = None,
    ) -> None:
        """Replace the rows and, if given, the columns."""
        self._several_systems = len({row.system for row in rows if row.system}) > 1
        super().show_rows(rows, columns)

    def _name_difference(self, row: PageDifference) -> str:
        """Return what differs; the rating system is named only if there are several."""
        return (
            row.what
            if row.system is None or not self._several_systems
            else f"{row.what}, {SYSTEM_NAMES[row.system]}"
        )


def _tone(row: PageDifference) -> str:
    return "soft" if row.adds else "text"


class ComparisonTable(ColumnTable):
    """A table of differences; Enter presses the button of the current row."""

    entered = Signal()

    def __init__(self, model: ComparisonModel, theme: Theme) -> None:
        super().__init__(
            "differences",
            "Differences between this event and its US Chess page",
            model,
            theme,
            lambda: self.currentIndex().row(),
        )
        self._rows = model

    @property
    def selected(self) -> PageDifference | None:
        """The selected difference."""
        row, rows = self.currentIndex().row(), self._rows.rows
        return rows[row] if 0 <= row < len(rows) else None

    def show_rows(self, rows: tuple[PageDifference, ...]) -> None:
        """Replace the rows.

        The selected difference stays selected or, if it is gone, the same row.
        """
        before, was = self.selected, self.currentIndex()
        place, column = max(was.row(), 0), was.column()
        self._rows.show_rows(rows)
        self.setColumnHidden(SECTION, len({one.section for one in rows}) <= 1)
        self.measure_texts()
        if rows:
            subject = None if before is None else _get_subject(before)
            again = (at for at, one in enumerate(rows) if _get_subject(one) == subject)
            self.go_to(next(again, min(place, len(rows) - 1)), column)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the selected row visible when rows become higher."""
        super().resizeEvent(event)
        self.scrollTo(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the button of the current row on Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        else:
            super().keyPressEvent(event)


def _get_subject(one: PageDifference) -> tuple[object, ...]:
    """Return what a difference is about, apart from its cause."""
    return one.kind, one.section, one.player, one.name, one.round, one.system


class DifferencesPage(View):
    """The table of differences and, on request, of ratings that match.

    `corrected` is emitted to show the corrections of the selected section and system,
    `filling` when rows have appeared or are about to disappear.
    """

    corrected = Signal()
    filling = Signal(bool)

    def __init__(self, comparison: Comparison, session: Session, theme: Theme) -> None:
        super().__init__("differencesPage", "Differences", session, theme)
        self._comparison = comparison
        self._showing = False
        """True while rows are replaced, when a new current row is not the user's choice."""
        self.model = ComparisonModel(self)
        self.table = ComparisonTable(self.model, theme)
        self.matches = make_choice_button(
            "differencesMatches",
            "Show matches",
            "Show the ratings that match",
            "Also list the published ratings that match",
        )
        self.matches.clicked.connect(lambda _: self.refresh())
        self.one = make_plain_button(
            "differencesAccept",
            "Accept",
            "Use the selected US Chess value in this event (Enter; you can undo this)",
            self.accept_selected,
        )
        self.all = make_plain_button(
            "differencesAcceptAll",
            "Accept all",
            "Use all US Chess values in this event (you can undo this)",
            self.accept_all,
        )
        self.page_head = make_head("differencesHead", self.matches, self.one, self.all)
        add_parts(make_column(self, spacing=0), (self.table, 1), 0)
        self.setFocusProxy(self.table)
        self.table.entered.connect(self.accept_selected)
        self.table.selectionModel().currentChanged.connect(self._select_row)
        self.table.hide()
        self.follow(comparison.changed)

    def refresh(self) -> None:
        """Show the differences and, if the user wants them, the matches."""
        found = self._comparison.found
        rows = () if found is None else found.list_rows(self.matches.isChecked())
        self.matches.setVisible(found is not None and found.has_matches)
        if rows != self.model.rows:
            self._showing = True
            self.table.show_rows(rows)
            self._showing = False
        turns = self.table.isHidden() == bool(rows)
        if turns and not rows:
            self.filling.emit(False)
        self.table.setVisible(bool(rows))
        if turns and rows:
            self.filling.emit(True)
        self.one.setVisible(bool(rows))
        self.all.setVisible(any(not one.is_fact for one in rows))
        self.all.setEnabled(bool(self._list_acceptable()))
        self._show_selected()

    def _show_selected(self) -> None:
        one = self.table.selected
        rating = one is not None and one.is_fact
        self.one.setText("Show correction" if rating else "Accept")
        self.one.setEnabled(one is not None and (rating or bool(one.changes)))

    def _select_row(self, index: QModelIndex, _before: QModelIndex) -> None:
        """Select the place of a difference in the crosstable."""
        self._show_selected()
        one, session = self.table.selected, self._session
        if (
            one is None
            or not index.isValid()
            or self._showing
            or not self._comparison.is_current
            or one.section >= len(session.document.sections)
        ):
            return
        session.select(section=one.section, system=one.system)
        for row, player in enumerate(session.document.sections[one.section].players):
            if player.number == one.player:
                session.select(row=row, round_number=one.round)
                break

    # Accepting differences

    def accept_selected(self) -> None:
        """Accept the selected value, or show the corrections of a rating that doesn't match."""
        if (one := self.table.selected) is None:
            found = self._comparison.found
            self._session.refused.emit(
                NOTHING if found is None else "Select a difference first."
            )
        elif one.is_fact:
            self._session.select(section=one.section, system=one.system)
            self.corrected.emit()
        elif not one.changes:
            self._session.refused.emit(NOTHING_LEFT)
        else:
            self._ask_and_accept([one])

    def accept_all(self) -> None:
        """Accept all values of US Chess, as one step."""
        if every := self._list_acceptable():
            self._ask_and_accept(every)
        else:
            found = self._comparison.found
            self._session.refused.emit(NOTHING if found is None else NOTHING_LEFT)

    def _list_acceptable(self) -> list[PageDifference]:
        """Return the differences, except those contradicted by the page's own ratings."""
        return [
            one
            for one in self.model.rows
            if one.changes and not one.is_refuted and not one.is_fact
        ]

    def _ask_and_accept(self, differences: Sequence[PageDifference]) -> None:
        """Accept differences; ask first if they remove players with games."""
        games: Sequence[object] = (
            list_removed_games(self._session.document, differences)
            if self._comparison.is_current
            else ()
        )
        ask_to_remove(
            self.window(),
            "Remove players",
            "Remove players who aren't on the US Chess page?",
            games,
            "&Remove players",
            lambda: self._comparison.accept(differences),
        )
