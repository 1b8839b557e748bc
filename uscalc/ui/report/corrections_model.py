"""The table of corrections that explain published ratings."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from PySide6.QtWidgets import QWidget

from uscalc.document.audit.result import AuditFact, RatingAudit
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.ui.report.comparison import Comparison, capitalize_sentence
from uscalc.ui.widgets.column_table import ColumnTableModel, TableColumn

SECTION, SYSTEM, SET, FACT, EXPLAINS, BREAKS = range(6)
LETTERS: Final = "ABC"


class FactRow(NamedTuple):
    """A correction, its audit, and the place of the set that it belongs to."""

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
        rows = tuple(_list_rows(self._comparison.audits))
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
    """Describe a correction, and say so if there is little that speaks for it."""
    guess = line.audit.explanations[line.place].guess
    said = capitalize_sentence(line.fact.says)
    return f"Low confidence: {line.fact.says}" if guess else said


def describe_in_full(line: FactRow) -> str:
    """Describe a correction, and what to check before it is applied."""
    return f"{describe_correction(line)}. To confirm, check {line.fact.settle}."
