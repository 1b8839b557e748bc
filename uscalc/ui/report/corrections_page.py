"""Corrections: data that would explain the ratings that don't match."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QWidget

from uscalc.document.audit.result import AuditFact, RatingAudit, apply_facts
from uscalc.document.rate.whole import rate_document
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.report.derivation import make_derivation
from uscalc.ui.frame.view import View
from uscalc.ui.report.comparison import Comparison, capitalize_sentence
from uscalc.ui.report.derivations_page import ComparisonPage
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    add_parts,
    make_column,
    make_head,
    make_plain_button,
    make_text_label,
    show_text,
)
from uscalc.ui.widgets.column_table import ColumnTableModel, TableColumn
from uscalc.ui.widgets.plain_table import ColumnTable

SECTION, SYSTEM, SET, FACT, EXPLAINS, BREAKS = range(6)
LETTERS: Final = "ABC"


class FactRow(NamedTuple):
    """A correction, its audit, and the number of its set."""

    audit: RatingAudit
    place: int
    fact: AuditFact
    first: bool


class FactsModel(ColumnTableModel[FactRow]):
    """A row for each correction of each set of each audited rating."""

    def __init__(self, comparison: Comparison, parent: QWidget) -> None:
        self._comparison = comparison
        super().__init__(
            self._make_columns(),
            parent,
            tooltip=lambda column, line: column.text(line),
            spoken=lambda column, line: (
                f"{column.title}: {column.text(line) or 'none'}"
            ),
        )

    def _make_columns(self) -> tuple[TableColumn[FactRow], ...]:
        def tone(line: FactRow) -> str:
            return "text" if self.is_selected(line) else "soft"

        return (
            TableColumn(
                "Section",
                "Section of this event",
                lambda line: line.audit.name,
                digits=9,
                fits=True,
                tone="soft",
            ),
            TableColumn(
                "System",
                "Rating system",
                lambda line: SYSTEM_NAMES[line.audit.system],
                digits=7,
                fits=True,
                tone="soft",
            ),
            TableColumn(
                "Set",
                "Sets of corrections that fit equally well, most likely first",
                lambda line: (
                    LETTERS[line.place]
                    if line.first and len(line.audit.explanations) > 1
                    else ""
                ),
                digits=3,
                tone=tone,
                spoken=self._name_set,
            ),
            TableColumn(
                "Possible correction",
                "Data that is missing from this event or differs from it",
                describe_correction,
                digits=24,
                stretches=True,
                tone=tone,
                strong=self.is_selected,
                tooltip=describe_in_full,
            ),
            TableColumn(
                "Explains",
                "Players whose published ratings this explains",
                lambda line: ", ".join(map(str, line.fact.explains)),
                digits=10,
                fits=True,
                tone=tone,
            ),
            TableColumn(
                "Breaks",
                "Players whose published ratings no longer match with this correction",
                lambda line: ", ".join(map(str, line.fact.breaks)),
                digits=6,
                tone="loss",
            ),
        )

    def is_selected(self, line: FactRow) -> bool:
        """Return whether a correction is in the selected set of its rating."""
        return line.place == self._comparison.get_set(line.audit)

    def _name_set(self, line: FactRow) -> str:
        if len(line.audit.explanations) < 2:
            return "Set: none"
        shown = "selected" if self.is_selected(line) else "not selected"
        return f"Set {LETTERS[line.place]} of corrections, {shown}"

    def refresh(self) -> None:
        """Show the corrections that were found."""
        rows = tuple(_list_rows(self._comparison.shown_audits))
        if rows == self.rows:
            self.update_rows()
        else:
            self.show_rows(rows)


def _list_rows(audits: tuple[RatingAudit, ...]) -> Iterator[FactRow]:
    for audit in audits:
        for place, one in enumerate(audit.explanations):
            for at, fact in enumerate(one.facts):
                yield FactRow(audit, place, fact, at == 0)


def describe_correction(line: FactRow) -> str:
    """Describe a correction, and say if there is little evidence for it."""
    guess = line.audit.explanations[line.place].guess
    text = capitalize_sentence(line.fact.says)
    return f"Low confidence: {line.fact.says}" if guess else text


def describe_in_full(line: FactRow) -> str:
    """Describe a correction, and what to check before it is applied."""
    return f"{describe_correction(line)}. To confirm, check {line.fact.settle}."


NO_PLAYER = "Select a player whose published rating is explained by a correction."
NO_FACTS = "No corrections to apply."


class CorrectionsPage(View):
    """The table of corrections. A correction is confirmed by rating before it is shown."""

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
            lambda: comparison.accept(comparison.list_corrections()),
        )
        self.page_head = make_head("correctionsHead", self.why, self.one, self.all)
        add_parts(make_column(self, spacing=0), (self.table, 1), self.settle, 0)
        self.setFocusProxy(self.table)
        self.table.selectionModel().currentChanged.connect(self._select_row)
        self.follow(comparison.changed, session.selected)

    def refresh(self) -> None:
        """Show the corrections that were found, those of the selected section first."""
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
        self.why.setEnabled(self._find_published() is not None)
        self.one.setEnabled(audit is not None)
        self.all.setVisible(len(comparison.audits) > 1)
        for part in (self.table, self.why, self.one):
            part.setVisible(bool(rows))
        index = self.table.currentIndex()
        line = rows[index.row()] if rows and index.isValid() else None
        show_text(self.settle, describe_in_full(line) if line else "")
        self.settle.setVisible(bool(self.settle.text()))

    def _arrange_columns(self) -> None:
        """Hide columns with the same text in all rows."""
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
        if line.audit not in self._comparison.audits:
            return
        self._comparison.select_set(line.audit, line.place)
        if not self._comparison.is_current or line.audit == (
            self._comparison.find_audit()
        ):
            return
        session.select(section=line.audit.section, system=line.audit.system)

    # Applying corrections

    def apply_selected(self) -> None:
        """Apply the selected set of corrections of the selected section, as one step."""
        if (audit := self._comparison.find_audit()) is None:
            self._session.refused.emit(NO_FACTS)
        else:
            self._comparison.accept(self._comparison.list_corrections(audit))

    def _find_published(self) -> float | None:
        """Return the published rating of the selected player, if corrections were searched."""
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
        parts = [fact.says for fact in shown.facts]
        ComparisonPage(old, new, parts, published, self._theme, self.window()).open()
