"""Published: every difference between the event and its page, to be accepted."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QWidget

from uscalc.document.overlay.changes import (
    PageDifference,
    accept_differences,
    list_removed_games,
)
from uscalc.ui.crosstable.structure import ask_to_remove
from uscalc.ui.frame.view import View
from uscalc.ui.report.published_work import (
    COMPARING,
    NOTHING,
    READING,
    PageLoader,
    PageResult,
    compare_page,
    continue_comparison,
    describe_comparison,
    describe_difference,
)
from uscalc.ui.report.table import ComparisonModel, ComparisonTable
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import add_parts, make_column, make_row
from uscalc.ui.widgets.labels import make_plain_button, make_text_label, show_text
from uscalc.ui.widgets.progress import WorkIndicator

ALL = "Write every difference as the page has it, as one step; can be undone"
ALL_FACTS = "Put in the facts that explain ratings after, as one step; can be undone"
LOW = 10
"""Lines of height below which the selected row is not shown below the table."""
FULL = "The chosen difference in full"
NO_PAGE = "No published page lies over this event yet."
NO_ROW = "Choose a difference first."
LATE = "The comparison is behind the last edit; take over again in a moment."
STILL = "The facts behind it are still being looked for; press Audit to see it there."
NOTHING_LEFT = "There is nothing to take over; Audit looks at what does not come out."


class ComparisonView(View):
    """Reads a page, compares beside the window, and makes the edits that are asked for."""

    def __init__(
        self,
        session: Session,
        theme: Theme,
        show_audit: Callable[[], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("publishedView", "Published", session, theme, parent)
        self._show_audit = show_audit
        self._found: PageResult | None = None
        self._said = NOTHING
        self._showing = False
        """Whether rows come and go; nobody has chosen one of them then."""
        self.setAcceptDrops(True)
        self.model = ComparisonModel(self)
        self.heading = make_text_label("publishedHeading", "label")
        # Its lines are counted when the width is known; the panel may stay low.
        self.heading.setMinimumHeight(1)
        self.heading.setContentsMargins(2 * UNIT, UNIT // 2, 2 * UNIT, UNIT // 2)
        self.table = ComparisonTable(self.model, theme)
        self.table.entered.connect(self.accept_selected)
        self.table.arranged.connect(self._fit_details)
        self.detail = make_text_label("publishedDetail", "note")
        self.detail.setAccessibleName(FULL)
        self.detail.setContentsMargins(2 * UNIT, UNIT // 2, 2 * UNIT, UNIT // 2)
        self.working = WorkIndicator(
            "published",
            "How far the comparison is",
            "Stop comparing",
            self._cancel_comparison,
        )
        self.laying = PageLoader(session, self)
        self.laying.began.connect(self._show_reading)
        self.laying.ended.connect(self._show_page)
        self.open = make_plain_button(
            "publishedOpen",
            "Open page…",
            "Choose a saved page, or a saved answer of the ratings service",
            self.laying.ask_file,
        )
        self.pasted = make_plain_button(
            "publishedPaste",
            "Paste page",
            "Lay the page that was copied over the event",
            self.laying.paste_page,
        )
        self.one = make_plain_button(
            "publishedTake",
            "Take over",
            "Write the chosen difference as the page has it, or the fact that explains "
            "it (Return); can be undone",
            self.accept_selected,
        )
        self.all = make_plain_button(
            "publishedTakeAll",
            "Take all",
            ALL,
            self.accept_all,
        )
        self.audit = make_plain_button(
            "publishedAudit",
            "Audit",
            "Look for the facts behind published ratings that do not come out",
            self.go_to_audit,
        )
        self._lay_out()
        self._worker = self.make_worker(self._receive_comparison)
        self.table.selectionModel().currentChanged.connect(self._select_row)
        self.following = self.follow(session.edited, session.opened, session.laid)
        self._show_comparison(None)

    def _lay_out(self) -> None:
        row = make_row(margins=(0, UNIT // 2, UNIT, UNIT // 2))
        row.addWidget(self.heading, 1)
        buttons = (self.working, self.one, self.all, self.audit, self.open, self.pasted)
        for widget in buttons:
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignTop)
        column = make_column(self, spacing=0)
        add_parts(column, row, (self.table, 1), self.detail)
        column.addStretch(0)

    @property
    def complete(self) -> bool:
        """True if the current event is fully compared, post-event ratings included."""
        found = self._found
        return (
            found is not None
            and found.posts is not None
            and found.document is self._session.document
            and found.page is self._session.page
        )

    @property
    def explained(self) -> bool:
        """True if every mismatch was searched for corrections."""
        return self.complete and self._found is not None and self._found.complete

    # A page

    def _show_reading(self) -> None:
        self.working.begin_work()
        show_text(self.heading, READING)

    def _show_page(self) -> None:
        if not self._worker.busy:
            self.working.end_work()
        show_text(self.heading, self._said)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take one file, or a copied page."""
        if self.laying.accepts_data(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Compare with a dropped page."""
        event.acceptProposedAction()
        self.laying.load_dropped(event.mimeData())

    # Comparing

    def refresh(self) -> None:
        """Compare the current event with its page."""
        session, page = self._session, self._session.page
        if page is None:
            self._worker.drop_job()
            self.working.end_work()
            self._show_comparison(None)
            return
        if self._found is not None and self._found.page is not page:
            self._show_comparison(None)
        document, counted, before = (
            session.document,
            session.list_counted_systems(),
            self._found,
        )
        self.working.begin_work()
        # Nobody knows how many facts there are to try: the bar only moves.
        self.working.set_progress(0, 0)
        if self._found is None:
            show_text(self.heading, COMPARING)
        self._worker.start_job(
            lambda asked: compare_page(document, page, counted, before, asked)
        )

    def _receive_comparison(self, result: object) -> None:
        if not isinstance(result, PageResult):
            return
        self._show_comparison(result)
        if result.complete:
            self.working.end_work()
            return
        rulebook = self._session.rulebook
        self._worker.start_job(
            lambda asked: continue_comparison(result, rulebook, asked)
        )

    def _cancel_comparison(self) -> None:
        self._worker.drop_job()
        self.laying.stop_reading()
        if self._found is None:
            self._session.show_page(None)
        else:
            self._show_comparison(replace(self._found, ended=True))
        self.setFocus()

    def _show_comparison(self, found: PageResult | None) -> None:
        """Show what was found."""
        self._found = found
        rows = () if found is None else found.differences
        if rows != self.model.rows:
            self._showing = True
            self.table.show_rows(rows)
            self._showing = False
        # The keyboard goes to the rows when they come, and from them when they go.
        moves = self._has_keyboard() and self.table.isHidden() == bool(rows)
        self.table.setVisible(bool(rows))
        self._fit_details(self.table.needed <= self.table.viewport().width())
        # Without rows, the keyboard still needs a place.
        self.setFocusProxy(self.table if rows else self.open)
        self._name_accept_button()
        self.audit.setVisible(any(one.kind == "post" for one in rows))
        for button in (self.one, self.all):
            button.setVisible(bool(rows))
        # A head line needs the room more than a second way to another page.
        self.pasted.setVisible(not rows)
        if moves:
            self.setFocus()
        self._follow_row()
        self._said = NOTHING if found is None else describe_comparison(found)
        show_text(self.heading, self._said)

    def _fit_details(self, seen: bool) -> None:
        """Show the selected row in full if the table cuts some text or shows less.

        A low view needs the room for its rows; all words are in tooltips there.
        """
        rows = self.model.rows
        less = not seen or any(one.settle for one in rows)
        low = self.height() < LOW * QFontMetrics(self.table.theme.make_font()).height()
        self.detail.setVisible(bool(rows) and less and not low)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the details below the rows to the room there is."""
        super().resizeEvent(event)
        self._fit_details(self.table.needed <= self.table.viewport().width())

    def _has_keyboard(self) -> bool:
        """Return True if the keyboard is in the view."""
        focus = self.window().focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    # The chosen row

    def _follow_row(self) -> None:
        one = self.table.chosen
        self.one.setEnabled(one is not None and bool(one.changes))
        text = "" if one is None else describe_difference(one)
        self.detail.setText(text)
        self.detail.setAccessibleName(text or FULL)

    def _select_row(self, index: QModelIndex, _before: QModelIndex) -> None:
        """Show the place in the crosstable."""
        self._follow_row()
        one, session = self.table.chosen, self._session
        if one is None or not index.isValid() or self._showing:
            return
        found, document = self._found, session.document
        if found is None or found.document is not document:
            return
        if one.section >= len(document.sections):
            return
        session.select(section=one.section, system=one.system)
        for row, player in enumerate(session.document.sections[one.section].players):
            if player.number == one.player:
                session.select(row=row, round_number=one.round)
                break

    # Accepting differences

    def accept_selected(self) -> None:
        """Write the chosen difference as the page has it, or the fact behind it.

        A rating that no fact explains leads to Audit.
        """
        one = self.table.chosen
        if self._found is None:
            self._session.refused.emit(NO_PAGE)
        elif one is None:
            self._session.refused.emit(NO_ROW)
        elif one.is_fact and not one.changes:
            if self._found.complete:
                self.go_to_audit()
            else:
                self._session.refused.emit(STILL)
        else:
            self._ask_and_accept([one])

    @property
    def _everything(self) -> list[PageDifference]:
        """The page's differences; once they are accepted, the corrections.

        Differences that the page's own ratings contradict are left out, because with
        them the ratings would miss again.
        """
        rows = [one for one in self.model.rows if one.changes and not one.is_refuted]
        return [one for one in rows if not one.is_fact] or rows

    def _name_accept_button(self) -> None:
        """Say on the button what it takes."""
        every = self._everything
        facts = bool(every) and every[0].is_fact
        self.all.setEnabled(bool(every))
        self.all.setText("Take all facts" if facts else "Take all")
        hint = ALL_FACTS if facts else ALL
        self.all.setToolTip(hint)
        self.all.setAccessibleName(hint)

    def accept_all(self) -> None:
        """Write everything as the page has it, as one step; then all the facts."""
        every = self._everything
        if self._found is None:
            self._session.refused.emit(NO_PAGE)
        elif every:
            self._ask_and_accept(every)
        else:
            self._session.refused.emit(NOTHING_LEFT)

    def _ask_and_accept(self, differences: Sequence[PageDifference]) -> None:
        """Take differences over; ask first where players go with their games."""
        document, found = self._session.document, self._found
        games: Sequence[object] = ()
        if found is not None and found.document is document:
            games = list_removed_games(document, differences)
        ask_to_remove(
            self.window(),
            "Remove players",
            "Remove the players who are not on the page?",
            games,
            "&Remove players",
            lambda: self._accept_differences(differences),
        )

    def _accept_differences(self, differences: Sequence[PageDifference]) -> bool:
        """Return one edit of the document that was compared, and of no other."""
        session, found = self._session, self._found
        session.pending.commit_all()
        if found is None or found.document is not session.document:
            if not self._worker.busy:
                # It was stopped before it had come to the last edit.
                self.refresh()
            session.refused.emit(LATE)
            return False
        return session.apply_edit(accept_differences, differences)

    def go_to_audit(self) -> None:
        """Show Audit for the section, after accepting its published ratings."""
        rows = self.model.rows
        posts = [one for one in rows if one.kind == "post"]
        one = self.table.chosen
        if one is None or one.kind != "post":
            one = posts[0] if posts else None
        if one is None:
            self._session.refused.emit(NO_PAGE if self._found is None else NO_ROW)
            return
        missing = [
            each
            for each in rows
            if each.kind == "new-published" and each.section == one.section
        ]
        if missing and not self._accept_differences(missing):
            return
        self._session.select(section=one.section)
        self._session.select(system=one.system)
        self._show_audit()
