"""The view of missing data that may move a rating, ranked, with a cell to fill it in."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from uscalc.analysis.assumptions import RelevantAssumption
from uscalc.counted import count_in_words
from uscalc.document.facts.missing import MissingData, find_missing_data
from uscalc.document.facts.table import fact_of
from uscalc.document.merge.missing import fill_in
from uscalc.document.model import Identity, Player, RatingFacts, find_player
from uscalc.document.queries.unknowns import summarize_assumptions
from uscalc.document.rate.in_system import SystemRating
from uscalc.ui.enter.missing_paste import FillDialog
from uscalc.ui.frame.view import View
from uscalc.ui.session.pending import PendingTexts, TypingDelegate
from uscalc.ui.session.session import Session
from uscalc.ui.theme.hints import escape_hint
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    HEAD_MARGINS,
    add_parts,
    make_column,
    make_row,
    name_widget,
)
from uscalc.ui.widgets.column_table import FREE, ColumnTableModel, Side, TableColumn
from uscalc.ui.widgets.controls import ChoiceControl, TextControl
from uscalc.ui.widgets.labels import make_plain_button, make_text_label
from uscalc.ui.widgets.plain_table import measure_widest_text, set_up_table
from uscalc.ui.widgets.progress import WorkIndicator

NUMBER, NAME, MISSING, TAKEN, MOVES, FILL = range(6)
FILL_HINT: Final = "Type or choose what is true; the ratings follow at once"
KIND: Final = FREE
"""Role of the kind of missing data."""


class MissingRow(NamedTuple):
    """One piece of missing data, its row in the table and its player.

    The player is None if the data belongs to no player, or the player was deleted.
    """

    place: int
    assumption: RelevantAssumption
    player: Player | None

    @property
    def kind(self) -> str:
        """The kind of missing data."""
        return self.assumption.unknown.kind

    @property
    def missing(self) -> MissingData:
        """The words of the kind."""
        return find_missing_data(self.kind)


ROLES: Final[Mapping[int, Callable[[MissingRow], object]]] = {
    KIND: lambda row: row.kind,
    Qt.ItemDataRole.EditRole: lambda _row: "",
}


class MissingModel(ColumnTableModel[MissingRow]):
    """The assumptions of the selected section that may move a displayed rating."""

    def __init__(self, session: Session) -> None:
        super().__init__(
            self._make_columns(),
            session,
            tooltip=lambda column, row: column.text(row),
            spoken=lambda column, row: f"{column.title}: {column.text(row)}",
        )
        self._session = session
        self._shown: tuple[int, str] = (-1, "")
        self._rating: SystemRating | None = None
        self._people: dict[int, Identity] = {}
        self.assumptions: tuple[RelevantAssumption, ...] = ()
        self.looking = False
        session.opened.connect(self._forget_shown)

    def _forget_shown(self) -> None:
        self._shown = (-1, "")

    def refresh(self) -> None:
        """Take over what was found; until then what was known before stays."""
        session, selection = self._session, self._session.selection
        found, place = session.assumptions, (selection.section, selection.system)
        self.looking = session.looks_up_assumptions
        if found is not None:
            rating: SystemRating | None = found.rating
            assumptions = found.assumptions
        elif place == self._shown and self.looking:
            return
        else:
            rating, assumptions = None, ()
        self._shown = place
        if rating is self._rating and assumptions == self.assumptions:
            return
        self.beginResetModel()
        self._rating, self.assumptions = rating, assumptions
        sections = session.rating.document.sections
        players = sections[place[0]].players if place[0] < len(sections) else ()
        self._people = {player.number: player.identity for player in reversed(players)}
        self.endResetModel()

    def row_of(self, row: int) -> int | None:
        """Return the row in the section of the player that a row is about.

        None too where the list is behind, and the player is no longer there.
        """
        place, selection = self.assumptions[row].unknown.place, self._session.selection
        if place is None or self._rating is None:
            return None
        if self._shown != (selection.section, selection.system):
            return None
        person = self._people.get(self._rating.trace.players[place].entrant.number)
        found = person and find_player(self._session.document, person)
        return found[1] if found and found[0] == selection.section else None

    # Table contents

    def count_rows(self) -> int:
        """Count the rows of missing data."""
        return len(self.assumptions)

    def read_row(self, place: int) -> MissingRow:
        """Return a row of missing data with its player's current entries."""
        at, section = self.row_of(place), self._session.section
        player = None if at is None or section is None else section.players[at]
        return MissingRow(place, self.assumptions[place], player)

    def _make_columns(self) -> tuple[TableColumn[MissingRow], ...]:
        def make(
            title: str,
            hint: str,
            text: Callable[[MissingRow], str],
            side: Side = "left",
        ) -> TableColumn[MissingRow]:
            return TableColumn(title, hint, text, side, roles=ROLES)

        return (
            make(
                "#",
                "Pairing number",
                lambda row: str(row.player.number) if row.player else "",
                "right",
            ),
            make("Player", "Whose fact it is", _name_player),
            make("Not known", "What nobody said", lambda row: row.missing.title),
            make(
                "Taken for granted",
                "What the ratings shown assume instead",
                lambda row: row.assumption.unknown.taken.split("; ")[-1],
            ),
            make(
                "Moves",
                "How many ratings shown it may move, and by how much at most",
                lambda row: describe_moves(row.assumption),
            ),
            TableColumn(
                "Fill in",
                FILL_HINT,
                self._prompt,
                tooltip=lambda _row: FILL_HINT,
                roles=ROLES,
                changes={Qt.ItemDataRole.EditRole: self._fill_in},
                flags=_allow_editing,
            ),
        )

    def _prompt(self, row: MissingRow) -> str:
        """Return what can be typed to fill a fact in, or where else to enter it."""
        if row.kind == "days" and self._has_days():
            return "The last day decides"
        there = row.player is not None or row.missing.is_elsewhere
        return row.missing.hint if there else ""

    def _has_days(self) -> bool:
        """Return whether the section's first and last day are both in the event."""
        section = self._session.section
        days = (section.start_date, section.end_date) if section else (None,)
        return None not in days

    def _fill_in(self, row: MissingRow, value: object) -> bool:
        """Fill a fact in; a text that cannot be read is rejected with a reason."""
        at, selection = self.row_of(row.place), self._session.selection
        text = str(value)
        if at is None or not text.strip():
            return False
        return self._session.enter_text(
            text,
            lambda document: fill_in(
                document, selection.section, at, selection.system, row.kind, text
            ),
        )


def _name_player(row: MissingRow) -> str:
    return "everybody" if row.player is None else row.player.name or "No name yet"


def _allow_editing(row: MissingRow) -> Qt.ItemFlag:
    editable = row.player is not None and not row.missing.is_elsewhere
    return Qt.ItemFlag.ItemIsEditable if editable else Qt.ItemFlag.NoItemFlags


def describe_moves(assumption: RelevantAssumption) -> str:
    """Return how many ratings, by how many points."""
    ratings = count_in_words(len(assumption.moved), "rating")
    return f"{ratings} by up to {count_in_words(assumption.points, 'point')}"


Index = QModelIndex | QPersistentModelIndex
DIGITS = (3, 14, 16, 18, 25, 22)
RECORD = (("", "choose…"), *fact_of(RatingFacts, "record").kind.choices[1:])
MOST_LINES = 2
LOST = 4
"""Lines of the head line, and what wrapping leaves empty in each, in units."""
NOTHING = "Nothing is missing that would change a rating shown."
LOOKING = "Looking for what is not known…"
NOT_RATED = "The section is not rated yet; see the findings."
STOPPED = "Stopped. It begins again after the next change."


class MissingView(View):
    """The headline, the table, and the button to paste many rows at once."""

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__("view-problems", "Missing facts", session, theme, parent)
        self.model = MissingModel(session)
        self.heading = make_text_label("missingHeading", "heading")
        self.paste = make_plain_button(
            "pasteFacts",
            "&Paste rows…",
            "Fill in from pasted rows",
            self.ask_rows,
            "Rows of member ID or name, rating, games, birth year",
        )
        self.working = WorkIndicator(
            "missing",
            "Unknown facts tried",
            "Stop looking for them",
            self._cancel_search,
        )
        session.assuming.connect(self.working.set_progress)
        self._said = [LOOKING]
        theme.changed.connect(self._fit_heading)
        self.table = MissingTable(self.model, session.pending, theme)
        row = make_row(margins=HEAD_MARGINS, spacing=None)
        row.addWidget(self.heading, 1)
        row.addWidget(self.working, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.paste, 0, Qt.AlignmentFlag.AlignTop)
        column = make_column(self, spacing=0)
        add_parts(column, row, (self.table, 1))
        column.addStretch()
        self.table.clicked.connect(self._select_player)
        follows = self.follow(
            session.assumed,
            session.rated,
            session.selected,
            session.opened,
        )
        self.table.typing.closeEditor.connect(follows.refresh_later)

    def refresh(self) -> None:
        """List the missing data, and summarize it in the headline."""
        session = self._session
        if self.table.typing.typing:
            # Another list would remove the editor, with its half-typed text.
            return
        self.model.refresh()
        if self.model.looking:
            self.working.begin_work()
        else:
            self.working.end_work()
        lines = summarize_assumptions(self.model.assumptions)
        said: list[str] = []
        if lines:
            said = [f"{line[:1].upper()}{line[1:]}." for line in lines]
            text = " ".join(said)
        elif self.model.looking:
            text = LOOKING
        else:
            text = NOT_RATED
            if session.find_system_rating() is not None:
                text = NOTHING if session.assumptions is not None else STOPPED
        self.table.setVisible(self.model.rowCount() > 0)
        self._said = said or [text]
        self.heading.setAccessibleName(text)
        self.heading.setToolTip(escape_hint(text))
        self._fit_heading()
        self.paste.setEnabled(bool(session.section and session.section.players))

    def _cancel_search(self) -> None:
        self._session.cancel_assumptions()
        self.refresh()
        self.table.setFocus()

    def _fit_heading(self) -> None:
        """Show the two lines of sentences that matter most; the table has all of them."""
        metrics = QFontMetrics(self._theme.make_font(strong=True))
        wide = self.width() - self.paste.sizeHint().width() - 4 * UNIT
        if self.model.looking:
            wide -= self.working.sizeHint().width()
        room = MOST_LINES * (wide - LOST * UNIT)
        shown = list(self._said)
        while len(shown) > 1 and metrics.horizontalAdvance(" ".join(shown)) > room:
            shown.pop()
        self.heading.setText(" ".join(shown))
        lines = min(self.heading.heightForWidth(wide), 3 * metrics.lineSpacing())
        self.heading.setMinimumHeight(max(lines, 1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the headline in a narrow view."""
        super().resizeEvent(event)
        self._fit_heading()

    def _select_player(self, index: QModelIndex) -> None:
        row = self.model.row_of(index.row())
        if row is not None:
            self._session.select(row=row)

    def ask_rows(self) -> FillDialog:
        """Open the dialog for pasted rows."""
        dialog = FillDialog(self._session, self._theme, self.window())
        dialog.open()
        return dialog


class MissingTable(QTableView):
    """A table in which typing in a row fills it in, and Enter goes to the next row."""

    def __init__(
        self, model: MissingModel, pending: PendingTexts, theme: Theme
    ) -> None:
        super().__init__()
        self._theme = theme
        set_up_table(
            self, "missing", "Missing facts", "Missing facts, the weightiest first"
        )
        self.setModel(model)
        self.typing = MissingDelegate(pending, theme, self)
        self.setItemDelegate(self.typing)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.AnyKeyPressed
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.SelectedClicked
        )
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._row = 0
        model.modelAboutToBeReset.connect(self._remember_row)
        model.modelReset.connect(self._return_to_row)
        theme.changed.connect(self.arrange_columns)
        self.arrange_columns()
        self._return_to_row()

    def _remember_row(self) -> None:
        self._row = max(self.currentIndex().row(), 0)

    def _return_to_row(self) -> None:
        """Select the row that follows a filled one, which is gone now."""
        last = self.model().rowCount() - 1
        if last >= 0:
            self.setCurrentIndex(self.model().index(min(self._row, last), FILL))
            self.horizontalScrollBar().setValue(0)

    def arrange_columns(self) -> None:
        """Set widths and heights by the font; the last column gets the rest."""
        metrics = QFontMetrics(self._theme.make_font())
        digit = metrics.horizontalAdvance("0")
        self.verticalHeader().setDefaultSectionSize(metrics.height() + 10)
        self.horizontalHeader().setFixedHeight(metrics.height() + 12)
        widths = [digit * digits + 2 * UNIT for digits in DIGITS]
        free = self.viewport().width() - sum(widths)
        # Names and what is known of them come first; the last column has enough.
        for column in range(1, FILL) if free > 0 else ():
            needed = measure_widest_text(self.model(), column, metrics) + 2 * UNIT
            more = min(max(needed - widths[column], 0), free)
            widths[column] += more
            free -= more
        # The assumption is also in the hint; the cell to fill in must be visible.
        self.setColumnHidden(TAKEN, free < 0)
        if free < 0:
            free += widths[TAKEN]
        if free > 0:
            widths[FILL] += free
        for column, width in enumerate(widths):
            self.setColumnWidth(column, width)
        self.horizontalScrollBar().setValue(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adapt the columns to the width."""
        super().resizeEvent(event)
        self.arrange_columns()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Fill in a row when a key is typed anywhere in it."""
        current = self.currentIndex()
        writes = bool(event.text().strip()) or event.key() == Qt.Key.Key_F2
        if writes and current.isValid() and current.column() != FILL:
            self.setCurrentIndex(current.siblingAtColumn(FILL))
        super().keyPressEvent(event)


class MissingDelegate(TypingDelegate):
    """The editors of missing data, and the pale hints of what to type."""

    def __init__(self, pending: PendingTexts, theme: Theme, parent: QWidget) -> None:
        super().__init__(pending, parent)
        self._theme = theme

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint cells that are not filled in pale."""
        super().initStyleOption(option, index)
        if index.column() in (0, TAKEN, FILL):
            palette = option.palette
            for role in (QPalette.ColorRole.Text, QPalette.ColorRole.HighlightedText):
                palette.setColor(role, self._theme.colors.pale)
            option.palette = palette

    def make_editor(self, parent: QWidget, index: Index) -> QWidget:
        """Return a choice for the record, and a line for all other data."""
        editor: ChoiceControl | TextControl
        kind = str(index.data(KIND))
        if kind == "record":
            editor = ChoiceControl(RECORD, parent)
            editor.set_names("missingEditor", "Fill in the earlier results")
            editor.committed.connect(self._make_finisher(editor))
        else:
            editor = TextControl(find_missing_data(kind).hint, parent)
        name_widget(
            editor, "missingEditor", f"Fill in the {find_missing_data(kind).title}"
        )
        return editor

    def _make_finisher(self, editor: QWidget) -> Callable[[str], None]:
        def done(_key: str) -> None:
            self.commitData.emit(editor)
            self.closeEditor.emit(editor)

        return done

    def fill_editor(self, editor: QWidget, index: Index) -> None:
        """Begin with an empty editor, because only the user knows the fact."""
        if isinstance(editor, ChoiceControl):
            editor.show_text("")

    def read_editor(self, editor: QWidget) -> object:
        """Return the typed text, or the selected key."""
        return editor.said if isinstance(editor, ChoiceControl | TextControl) else ""
