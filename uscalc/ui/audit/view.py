"""Audit: computed beside published, and for each difference the likeliest cause."""

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from uscalc.document.queries.audit import audit_system
from uscalc.ui.audit.model import CAUSE, SETTLE, AuditModel
from uscalc.ui.scheduling.following import following
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.labels import text_label
from uscalc.ui.widgets.plain_table import PlainTable
from uscalc.ui.widgets.working import Working
from uscalc.ui.wording.hints import plain_hint

DIGITS = (3, 14, 9, 9, 7, 30, 28)
WAIT = 150
NOTHING = (
    "This section has no published ratings to compare with. Crosstable pages of the "
    "federation carry them."
)
NOT_RATED = "The section is not rated; the findings say why."
WORKING = "Trying what the file leaves open…"
STOPPED = "Stopped. It begins again after the next change."


class AuditView(QWidget):
    """Follows the selected section; causes are looked for beside the window."""

    _progress = Signal(int, int)

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._asked: object = None
        self.setObjectName("auditView")
        self.setAccessibleName("Audit")
        self.setProperty("page", True)
        self.model = AuditModel()
        self.model.setParent(self)
        self.heading = text_label("auditHeading", "label")
        # Its lines are counted when the width is known; the panel may stay low.
        self.heading.setMinimumHeight(1)
        self.heading.setContentsMargins(2 * UNIT, UNIT // 2, 2 * UNIT, UNIT // 2)
        self.table = PlainTable(
            "audit",
            "Computed beside published ratings",
            self.model,
            theme,
            DIGITS.__getitem__,
            stretch=CAUSE,
            chosen=self._chosen_row,
        )
        self.working = Working(
            "audit", "Open facts tried", "Stop looking for causes", self._cancel
        )
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, UNIT, 0)
        row.setSpacing(UNIT)
        row.addWidget(self.heading, 1)
        row.addWidget(self.working)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.table, 1)
        column.addStretch()
        self.setFocusProxy(self.table)
        self._worker = Worker(self)
        self._worker.done.connect(self._came)
        self._progress.connect(self.working.advance)
        session.closing.connect(self._worker.close)
        self.table.selectionModel().currentChanged.connect(self._choose)
        self.following = following(
            self,
            self.refresh,
            session.rated,
            session.selected,
            session.opened,
            wait=WAIT,
        )

    def refresh(self) -> None:
        """Compares the selected section in the selected system, if either changed."""
        session = self._session
        section, rating = session.section_rating(), session.system_rating()
        if section is None or rating is None:
            self._worker.forget()
            self.working.end()
            self._asked = None
            self.model.show_rows(())
            self.table.hide()
            self._write(NOT_RATED)
        elif rating is not self._asked:
            self._asked = rating
            told = self._progress
            if any(p.published_in(rating.system) for p in section.section.players):
                self.working.begin()
                self._write(WORKING)
            self._worker.ask(
                lambda wanted: audit_system(section, rating, wanted, told.emit)
            )
        else:
            self.table.viewport().update()

    def _cancel(self) -> None:
        self._worker.forget()
        self.working.end()
        self.model.show_rows(())
        self.table.hide()
        self._write(STOPPED)

    def _came(self, result: object) -> None:
        self.working.end()
        if not isinstance(result, tuple):
            return
        self.model.show_rows(result)
        rows = self.model.rows
        agree = sum(row.agrees for row in rows)
        near = sum(abs(row.off) <= 1 for row in rows)
        self._write(
            f"{agree} of {len(rows)} published ratings come out exactly, {near} within "
            "one point."
            if rows
            else NOTHING
        )
        self.table.setVisible(bool(rows))
        self.table.setColumnHidden(CAUSE, agree == len(rows))
        self.table.setColumnHidden(SETTLE, agree == len(rows))

    def _chosen_row(self) -> int | None:
        player = self._session.player
        for place, row in enumerate(self.model.rows):
            if player is not None and row.number == player.number:
                return place
        return None

    def _choose(self, index: QModelIndex, _before: QModelIndex) -> None:
        section = self._session.section
        if not index.isValid() or section is None:
            return
        number = self.model.rows[index.row()].number
        for row, player in enumerate(section.players):
            if player.number == number and row != self._session.selection.row:
                self._session.select(row=row)

    def _write(self, text: str) -> None:
        self.heading.setText(text)
        self.heading.setToolTip(plain_hint(text))
        self.heading.setAccessibleName(text)
