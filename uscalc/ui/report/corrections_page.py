"""Corrections: the data that would explain the ratings that are left, to be applied."""

from PySide6.QtCore import QModelIndex

from uscalc.document.audit.result import apply_facts
from uscalc.document.rate.whole import rate_document
from uscalc.report.derivation import make_derivation
from uscalc.ui.frame.view import View
from uscalc.ui.report.comparison import Comparison
from uscalc.ui.report.corrections_model import (
    BREAKS,
    SECTION,
    SET,
    SYSTEM,
    FactsModel,
    describe_in_full,
)
from uscalc.ui.report.why import ComparisonPage
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import add_parts, make_column, make_head
from uscalc.ui.widgets.labels import make_plain_button, make_text_label, show_text
from uscalc.ui.widgets.plain_table import ColumnTable

NO_PLAYER = "Select a player whose published rating is explained by a correction."
NO_FACTS = "No corrections to apply."


class CorrectionsPage(View):
    """The table of corrections; each change is rated before it is shown."""

    def __init__(self, comparison: Comparison, session: Session, theme: Theme) -> None:
        super().__init__("correctionsPage", "Corrections", session, theme)
        self._comparison = comparison
        self.model = FactsModel(comparison, self)
        self.table = ColumnTable(
            "corrections",
            "Corrections that explain published ratings",
            self.model,
            theme,
            lambda: self.table.currentIndex().row(),
        )
        self.settle = make_text_label("correctionsSettle", "note")
        self.settle.setContentsMargins(2 * UNIT, UNIT // 2, UNIT, UNIT // 2)
        self.why = make_plain_button(
            "correctionsWhy",
            "Why?",
            "Show the selected player's calculation before and after the corrections",
            self.show_why,
        )
        self.one = make_plain_button(
            "correctionsApply",
            "Apply",
            "Apply the selected set of corrections to this event (you can undo this)",
            self.apply_selected,
        )
        self.all = make_plain_button(
            "correctionsApplyAll",
            "Apply all",
            "Apply the corrections of every section (you can undo this)",
            self.apply_all,
        )
        self.page_head = make_head("correctionsHead", self.why, self.one, self.all)
        column = make_column(self, spacing=0)
        add_parts(column, (self.table, 1), self.settle)
        column.addStretch(0)
        self.setFocusProxy(self.table)
        self.table.selectionModel().currentChanged.connect(self._select_row)
        self.follow(comparison.changed, session.selected)

    def refresh(self) -> None:
        """Show the corrections that were found, from the selected section's on."""
        comparison, rows = self._comparison, self.model.rows
        self.model.refresh()
        if self.model.rows != rows:
            self._arrange_columns()
        rows = self.model.rows
        audit = comparison.find_audit()
        index = self.table.currentIndex()
        if audit is not None and (
            not index.isValid() or rows[index.row()].audit != audit
        ):
            place = comparison.get_set(audit)
            keys = [(line.audit, line.place) for line in rows]
            self.table.go_to(keys.index((audit, place)))
        self.table.setVisible(bool(rows))
        self.why.setEnabled(self._find_published() is not None)
        self.one.setEnabled(audit is not None)
        self.all.setVisible(len(comparison.audits) > 1)
        for button in (self.why, self.one):
            button.setVisible(bool(rows))
        index = self.table.currentIndex()
        line = rows[index.row()] if rows and index.isValid() else None
        show_text(self.settle, describe_in_full(line) if line else "")
        self.settle.setVisible(bool(self.settle.text()))

    def _arrange_columns(self) -> None:
        """Show only the columns in which rows differ."""
        rows = self.model.rows
        for column, shown in (
            (SECTION, len({line.audit.section for line in rows}) > 1),
            (SYSTEM, len({line.audit.system for line in rows}) > 1),
            (SET, any(line.place for line in rows)),
            (BREAKS, any(line.fact.breaks for line in rows)),
        ):
            self.table.setColumnHidden(column, not shown)
        self.table.measure_texts()

    def _select_row(self, index: QModelIndex, _before: QModelIndex) -> None:
        """Select the set of a correction, and the player whose data it corrects."""
        if not index.isValid():
            return
        line, session = self.model.rows[index.row()], self._session
        self._comparison.select_set(line.audit, line.place)
        if not self._comparison.is_current or line.audit == (
            self._comparison.find_audit()
        ):
            return
        session.select(section=line.audit.section, system=line.audit.system)

    # Applying corrections

    def apply_selected(self) -> None:
        """Apply the selected set of corrections of the selected section, as one step."""
        audit = self._comparison.find_audit()
        if audit is None:
            self._session.refused.emit(NO_FACTS)
        else:
            self._comparison.accept(self._comparison.list_corrections(audit))

    def apply_all(self) -> None:
        """Apply the selected corrections of every section, as one step."""
        self._comparison.accept(self._comparison.list_corrections())

    def _find_published(self) -> float | None:
        """Return the published rating of the selected player, if it was searched."""
        audit, player = self._comparison.find_audit(), self._session.player
        if audit is None or player is None:
            return None
        found = (one for one in audit.compared if one.number == player.number)
        return next((one.published for one in found), None)

    def show_why(self) -> None:
        """Show the selected player's derivation before and after the corrections."""
        comparison, session = self._comparison, self._session
        published, player = self._find_published(), session.player
        audit, found = comparison.find_audit(), comparison.found
        section, rating = session.find_section_rating(), session.find_system_rating()
        if (
            published is None
            or player is None
            or audit is None
            or section is None
            or rating is None
            or found is None
            or found.posts is None
        ):
            session.refused.emit(NO_PLAYER)
            return
        shown = comparison.get_explanation(audit)
        event = apply_facts(found.posts.rated.document, audit.section, shown.facts)
        after = rate_document(
            event,
            session.rulebook,
            only=lambda at, of: (
                (event.chain_sections or at == audit.section) and of == audit.system
            ),
        ).sections[audit.section]
        corrected = after.in_system(audit.system)
        old = make_derivation(section.section, rating, player.number)
        new = (
            old
            if corrected is None
            else make_derivation(after.section, corrected, player.number)
        )
        said = [fact.says for fact in shown.facts]
        ComparisonPage(old, new, said, published, self._theme, self.window()).open()
