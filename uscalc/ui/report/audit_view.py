"""Audit: the corrections that explain published ratings, and their effects."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QWidget,
)

from uscalc.document.audit.result import ComparedRating, adopt_facts
from uscalc.ui.frame.view import View
from uscalc.ui.report.audit_work import (
    AuditResult,
    audit_rating,
    describe_audit,
    describe_question,
    make_marks,
)
from uscalc.ui.report.model import (
    BREAKS,
    SET,
    FactsModel,
    describe_cell,
    make_columns,
    sort_by_outcome,
)
from uscalc.ui.report.why import ComparisonPage
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    add_parts,
    make_column,
    make_page,
    make_row,
    set_margins,
)
from uscalc.ui.widgets.column_table import ColumnTableModel
from uscalc.ui.widgets.labels import make_plain_button, make_text_label, show_text
from uscalc.ui.widgets.plain_table import ColumnTable
from uscalc.ui.widgets.progress import WorkIndicator

ANY_HEIGHT = (1 << 24) - 1
"""As much as Qt takes."""
BESIDE = 190
LOW = 15
"""Width in digits from which facts and ratings are side by side, and height in lines
below which the settling question is only in a tooltip."""
WAIT = 150
NOTHING = (
    "This section has no published ratings to compare with. Crosstable pages of the "
    "federation carry them."
)
NOT_RATED = "The section is not rated. Problems (F8) says why."
WORKING = "Looking for what the file does not say…"
STOPPED = "Stopped. It begins again after the next change."
NO_PLAYER = "Choose a player with a published rating first."
NO_FACTS = "No facts are shown to put in."


class AuditView(View):
    """Follows the selected section; facts are looked for beside the window."""

    _progress = Signal(int, int)

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__("auditView", "Audit", session, theme, parent)
        self._asked: object = None
        self._found: AuditResult | None = None
        self.model = ColumnTableModel(make_columns({}), self, spoken=describe_cell)
        self.facts = FactsModel(self)
        self.heading = make_text_label("auditHeading", "label")
        # Its lines are counted when the width is known; the panel may stay low.
        self.heading.setMinimumHeight(1)
        self.heading.setContentsMargins(2 * UNIT, UNIT // 2, 2 * UNIT, UNIT // 2)
        self.table = ColumnTable(
            "audit",
            "Computed beside published ratings",
            self.model,
            theme,
            self._chosen_row,
        )
        self.facts_table = ColumnTable(
            "auditFacts",
            "Hidden facts that explain published ratings",
            self.facts,
            theme,
        )
        self.settle = make_text_label("auditSettle", "note")
        self.settle.setContentsMargins(2 * UNIT, UNIT // 2, UNIT, UNIT // 2)
        self.working = WorkIndicator(
            "audit", "Facts tried", "Stop looking for facts", self._cancel_audit
        )
        self.why = make_plain_button(
            "auditWhy",
            "Why?",
            "The chosen player's derivation as the file stands, and with the facts",
            self.show_why,
        )
        self.put = make_plain_button(
            "auditPutIn",
            "Put in",
            "Write the facts that are shown into the event; can be undone",
            self.apply_facts,
        )
        self._lay_out()
        self.setFocusProxy(self.table)
        self._worker = self.make_worker(self._receive_audit)
        self._progress.connect(self._show_progress)
        self.table.selectionModel().currentChanged.connect(self._select_row)
        self.facts_table.selectionModel().currentChanged.connect(self._select_set)
        self.following = self.follow(
            session.rated,
            session.selected,
            session.opened,
            wait=WAIT,
        )
        self._show_audit(None)

    def _lay_out(self) -> None:
        row = make_row(margins=(0, UNIT // 2, UNIT, UNIT // 2))
        row.addWidget(self.heading, 1)
        for widget in (self.working, self.why, self.put):
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignTop)
        self._left = make_page("auditLeft")
        side = make_column(self._left, spacing=0)
        add_parts(side, (self.facts_table, 1), self.settle)
        self._both = make_page("auditBoth")
        self._way = set_margins(
            QBoxLayout(QBoxLayout.Direction.TopToBottom, self._both)
        )
        add_parts(self._way, (self._left, 3), (self.table, 2))
        column = make_column(self, spacing=0)
        add_parts(column, row, (self._both, 1))
        column.addStretch(0)

    @property
    def shown_of(self) -> object:
        """The rating whose audit is shown."""
        return None if self._found is None else self._found.rating

    # Room

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place facts and ratings side by side in a wide view only."""
        super().resizeEvent(event)
        self._divide_space()

    def _divide_space(self) -> None:
        """Give the facts their height, up to three fifths; the ratings get the rest."""
        metrics = self.fontMetrics()
        low = self.height() < LOW * metrics.lineSpacing()
        self.settle.setVisible(bool(self.settle.text()) and not low)
        if self.width() >= BESIDE * metrics.horizontalAdvance("0"):
            self._way.setDirection(QBoxLayout.Direction.LeftToRight)
            self._left.setMaximumHeight(ANY_HEIGHT)
            return
        self._way.setDirection(QBoxLayout.Direction.TopToBottom)
        table = self.facts_table
        rows = self.facts.rowCount() * table.verticalHeader().defaultSectionSize()
        needed = table.horizontalHeader().height() + rows + UNIT
        if not self.settle.isHidden():
            needed += max(self.settle.heightForWidth(self.width()), 0)
        self._left.setMaximumHeight(needed)

    # Following

    def refresh(self) -> None:
        """Audit the selected section in the selected system, if either changed."""
        session = self._session
        section, rating = session.find_section_rating(), session.find_system_rating()
        if section is None or rating is None:
            self._asked = None
            self._end_audit(NOT_RATED)
        elif rating is not self._asked:
            self._asked = rating
            told, rated = self._progress, session.rating
            index, rulebook = section.index, session.rulebook
            if not any(p.published_in(rating.system) for p in section.section.players):
                self._end_audit(NOTHING)
                return
            self._show_audit(None)
            self.working.begin_work()
            show_text(self.heading, WORKING)
            self._worker.start_job(
                lambda asked: audit_rating(
                    rated, index, rating.system, rulebook, asked.reporting_to(told.emit)
                )
            )
        else:
            self._follow_player()

    def _show_progress(self, done: int, of: int) -> None:
        # Where nobody knows yet how many facts there are to try, the bar only moves.
        self.working.set_progress(*((0, 0) if done >= of else (done, of)))

    def _end_audit(self, reason: str) -> None:
        """Show no audit, and why."""
        self._worker.drop_job()
        self.working.end_work()
        self._show_audit(None)
        show_text(self.heading, reason)

    def _cancel_audit(self) -> None:
        self._end_audit(STOPPED)
        self.setFocus()

    def _receive_audit(self, result: object) -> None:
        self.working.end_work()
        if isinstance(result, AuditResult):
            self._show_audit(result)

    def _show_audit(self, found: AuditResult | None) -> None:
        """Show an audit, with the likeliest set of facts."""
        self._found = found
        explanations = () if found is None else found.audit.explanations
        self.facts.show_sets(explanations)
        self.facts_table.setColumnHidden(SET, len(explanations) < 2)
        self.facts_table.setColumnHidden(
            BREAKS, not any(fact.breaks for one in explanations for fact in one.facts)
        )
        self.facts_table.arrange_columns()
        self._show_set()

    def _show_set(self) -> None:
        """Show which ratings match with the selected set."""
        found, shown = self._found, self.facts.shown
        rows = () if found is None else found.audit.compared
        left = () if shown is None else shown.left
        how = {row.number: _classify_rating(row, left) for row in rows}
        self.model.show_rows(sort_by_outcome(rows, how), make_columns(how))
        self._both.setVisible(bool(rows))
        self._left.setVisible(shown is not None)
        self.settle.setText(describe_question(shown))
        self.put.setEnabled(shown is not None)
        if found is not None:
            show_text(
                self.heading, describe_audit(found.audit, shown) if rows else NOTHING
            )
        self._divide_space()
        self._mark_crosstable()
        self._follow_player()

    def _mark_crosstable(self) -> None:
        """Have the crosstable show what is explained, while this view is seen."""
        found = self._found
        self._session.show_audited(
            make_marks(found, self.facts.shown)
            if found is not None and self.isVisible()
            else None
        )

    def showEvent(self, event: QShowEvent) -> None:
        """Show the audit in the crosstable too."""
        super().showEvent(event)
        self._mark_crosstable()

    def hideEvent(self, event: QHideEvent) -> None:
        """Remove the audit from the crosstable."""
        super().hideEvent(event)
        self._mark_crosstable()

    # The player, and the set of facts

    def _chosen_row(self) -> int | None:
        player = self._session.player
        for place, row in enumerate(self.model.rows):
            if player is not None and row.number == player.number:
                return place
        return None

    def _follow_player(self) -> None:
        self.table.viewport().update()
        self.why.setEnabled(
            self.facts.shown is not None and self._chosen_row() is not None
        )

    def _select_row(self, index: QModelIndex, _before: QModelIndex) -> None:
        section = self._session.section
        if not index.isValid() or section is None:
            return
        number = self.model.rows[index.row()].number
        for row, player in enumerate(section.players):
            if player.number == number and row != self._session.selection.row:
                self._session.select(row=row)

    def _select_set(self, index: QModelIndex, _before: QModelIndex) -> None:
        if index.isValid() and self.facts.choose_set(index.row()):
            self._show_set()

    # Applying corrections

    def apply_facts(self) -> None:
        """Put the facts that are shown into the event, as one edit."""
        found, shown = self._found, self.facts.shown
        if found is None or shown is None or found.section is not self._session.section:
            self._session.refused.emit(NO_FACTS)
            return
        self._session.apply_edit(adopt_facts, found.audit.section, shown.facts)

    def show_why(self) -> None:
        """Show the chosen player's derivation before and after."""
        found, shown, player = self._found, self.facts.shown, self._session.player
        if found is None or shown is None or self._chosen_row() is None or not player:
            self._session.refused.emit(NO_PLAYER)
            return
        after = found.with_facts[self.facts.chosen]
        ComparisonPage(
            found, after, shown, player.number, self._theme, self.window()
        ).open()


def _classify_rating(row: ComparedRating, left: tuple[int, ...]) -> str:
    """Return a rating's outcome as a key of SAID."""
    if row.number in left:
        return "left"
    if row.exact:
        return "exact"
    return "explained" if row.missed else "rounding"
