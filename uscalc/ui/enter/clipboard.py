"""Copy, cut and paste: paste small valid texts immediately, all others after a preview."""

import datetime as dt
from collections.abc import Callable, Sequence
from itertools import chain, islice
from typing import Any, Final

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from uscalc.counted import count_in_words, format_day
from uscalc.document.edit.block import PastedCell, PastePlan
from uscalc.document.edit.structure import add_section
from uscalc.document.model import Document, Edit
from uscalc.document.queries.games import list_games_lost_with_section
from uscalc.formats import EndDateNeededError, FormatError, OpenedEvent
from uscalc.monitor import Monitor
from uscalc.report.tables_section import make_section_table
from uscalc.ui.crosstable.structure import ask_to_remove
from uscalc.ui.crosstable.view import CrosstableView
from uscalc.ui.enter.paste import (
    SHORT,
    PasteTarget,
    as_table,
    copy_cells,
    is_page,
    page_of_event,
    plan_cells,
    read_page,
)
from uscalc.ui.enter.paste_panel import MOST_LINES, PastePanel
from uscalc.ui.scheduling import Worker
from uscalc.ui.session.session import WITHOUT, PublishedPage, Session
from uscalc.ui.widgets.message_bar import MessageBar

AT_ONCE: Final = 20
"""The most cells that are pasted without a preview, if all of them are valid."""
TOLD_EVERY: Final = 20
"""The number of rows after which the progress bar is updated."""

AtRow = Callable[[int, int], None]
Reading = Callable[[AtRow | None], object]
"""Reads a text; it may report each row to its argument."""


class ClipboardCommands(QObject):
    """The clipboard commands of the window; the paste panel shows their previews."""

    _advanced = Signal(int, int)

    def __init__(
        self,
        session: Session,
        table: CrosstableView,
        panel: PastePanel,
        messages: MessageBar,
        show_published: Callable[[], object],
    ) -> None:
        super().__init__(panel)
        self._show_published = show_published
        self._session = session
        self._table = table
        self._panel = panel
        self._messages = messages
        self._worker = Worker(self, lambda found: found[0](found[1]), session.closing)
        self._advanced.connect(self._show_progress)
        panel.left.connect(self._close_panel)

    # Copying

    def copy_block(self) -> None:
        """Copy the selected block or, if nothing is selected, the whole section."""
        rows, columns = self._table.at.list_block()
        if not rows or not columns:
            self.copy_section()
            return
        self._copy_cells(rows, columns, titles=False)

    def copy_section(self) -> None:
        """Copy the whole section as shown, with its headings."""
        model = self._table.model
        # Leave out the column that adds a round, because it is empty.
        begun = model.columns.results[-1]
        columns = [c for c in range(model.columnCount()) if c != begun]
        self._copy_cells(range(model.rowCount()), columns, titles=True)

    def _copy_cells(
        self, rows: Sequence[int], columns: Sequence[int], titles: bool
    ) -> None:
        """Copy cells; if the table shows what-if results, say that the copy has none."""
        data = copy_cells(self._table.model, rows, columns, titles)
        QApplication.clipboard().setMimeData(data)
        if self._session.has_what_if:
            self._messages.show_message(f"Copied {WITHOUT.lower()}.", error=False)

    def copy_table(self) -> None:
        """Copy the section as plain text for an email, a forum or a spreadsheet."""
        session = self._session
        section = session.section
        if section is None or not section.players:
            self._messages.show_message("No players to copy.", error=False)
            return
        rating = session.find_system_rating() if session.up_to_date else None
        table = make_section_table(section, session.selection.system, rating)
        QApplication.clipboard().setMimeData(as_table(table))
        players = count_in_words(len(section.players), "player")
        without = f", {WITHOUT.lower()}" if session.has_what_if else ""
        self._messages.show_message(
            f"Copied {players} as a table{without}.", error=False
        )

    def cut_block(self) -> None:
        """Copy the selected cells, and clear them."""
        self.copy_block()
        self._table.clear_block()

    # Pasting

    def paste_text(self) -> None:
        """Paste a page with a crosstable, or cells."""
        text = QApplication.clipboard().text()
        self._session.pending.commit_all()
        if not text.strip():
            self._messages.show_message("There is no text to paste.", error=False)
        elif is_page(text):
            self._show_read_page(text, None)
        else:
            if self._session.section is None:
                self._session.apply_edit(add_section)
            self._paste_cells(text)

    def _start_reading(
        self, text: str, job: Reading, then: Callable[[Any], object], cells: int = 0
    ) -> None:
        """Read a text, in the background if it is long or fills many cells."""
        if max(len(text), cells) <= SHORT:
            then(job(None))
            return
        lines = count_in_words(text.count("\n") + 1, "line")
        self._panel.show_reading(f"Reading {lines}…")

        def beside(monitor: Monitor) -> object:
            def at_row(done: int, of: int) -> None:
                if monitor.is_canceled():
                    raise InterruptedError("this paste is no longer needed")
                if done % TOLD_EVERY == 0:
                    self._advanced.emit(done, of)

            return then, job(at_row)

        self._worker.start_job(beside)

    def _close_panel(self) -> None:
        """Close the panel, and focus the table."""
        self._worker.drop_job()
        self._table.view.setFocus()

    def _show_progress(self, done: int, of: int) -> None:
        """Show the progress unless the panel was closed in the meantime."""
        if self._worker.busy:
            self._panel.show_progress(done, of)

    def _paste_cells(self, text: str) -> None:
        session, model = self._session, self._table.model
        if not model.shows_all_by_number:
            self._messages.show_message(
                "To paste, sort by pairing number and clear the filter first."
            )
            return
        chosen = session.selection
        target = PasteTarget(
            session.document,
            chosen.section,
            chosen.system,
            model.columns,
            *self._table.at.list_block(),
        )
        if model.columns.find_written(target.start) is None:
            self._messages.show_message("You can't paste into calculated columns.")
            return
        self._show_plan(text, target)

    def _show_plan(self, text: str, target: PasteTarget) -> None:
        self._start_reading(
            text,
            lambda at_row: plan_cells(text, target, at_row),
            lambda plan: self._ask_about_plan(text, plan, target),
            len(target.rows) * len(target.across),
        )

    def _plan_again(self, text: str, target: PasteTarget) -> None:
        """Plan the paste again, because the event was edited meanwhile.

        The place stays the same, even if another cell is now the current one.
        """
        there = target.find_rows(self._session.document)
        if there is not None:
            self._show_plan(text, there)
        else:
            self._panel.hide()
            self._messages.show_message(
                "Players or sections moved while pasting. Select the cell and paste "
                "again."
            )

    def _ask_about_plan(self, text: str, plan: PastePlan, target: PasteTarget) -> None:
        if self._session.document is not target.document:
            self._plan_again(text, target)
            return
        refused = plan.refused_cells
        if not plan.cells:
            self._panel.hide()
            self._messages.show_message("Nothing to paste.", error=False)
        elif not refused and len(plan.cells) <= AT_ONCE:
            self._panel.hide()
            self._apply_edit(text, plan.edit, target)
        else:
            fits = len(plan.cells) - len(refused)
            added = (plan.new_players, "new player"), (plan.new_rounds, "new round")
            parts = [
                count_in_words(fits, "valid cell"),
                *(count_in_words(count, one) for count, one in added if count),
            ]
            if refused:
                parts.append(f"{len(refused):,} not valid")
            fitting = (cell for cell in plan.cells if cell.refused is None)
            listed = list(islice(chain(refused, fitting), MOST_LINES))
            name = "Paste valid cells" if refused else "Paste"
            choices = [(name, lambda: self._apply_edit(text, plan.edit, target))]
            self._panel.show_question(
                f"Paste: {', '.join(parts)}.",
                [self._describe_cell(cell, target) for cell in listed],
                choices if fits else (),
                more=len(plan.cells) - len(listed),
            )

    @staticmethod
    def _describe_cell(cell: PastedCell, target: PasteTarget) -> str:
        players = target.document.sections[target.section].players
        who = (
            f"player {players[cell.row].number}"
            if cell.row < len(players)
            else (f"new row {cell.row + 1}")
        )
        what = (
            f"round {cell.column + 1}" if isinstance(cell.column, int) else cell.column
        )
        return (
            f'✕  {who}, {what}: "{cell.text}" is not valid: {cell.refused}'
            if cell.refused is not None
            else f"→  {who}, {what}: {cell.text or 'cleared'}"
        )

    def _apply_edit(self, text: str, edit: Edit, target: PasteTarget) -> None:
        session = self._session
        session.pending.commit_all()
        if session.document is not target.document:
            # The preview belongs to a document that is no longer shown.
            self._plan_again(text, target)
        elif session.apply_edit(lambda _: edit):
            self._messages.show_message(
                f"{edit.name}: done.", "Undo", session.undo_edit, error=False
            )
        else:
            self._messages.show_message(
                "Nothing to paste: all values are already there.", error=False
            )
        self._table.view.setFocus()

    # A whole page

    def _show_read_page(self, text: str, date: dt.date | None) -> None:
        """Show a preview of the page that was read."""
        event = self._session.document
        self._start_reading(
            text,
            lambda _: (read_page(text, date), page_of_event(text, event)),
            lambda both: self._show_page(text, *both),
        )

    def _show_page(
        self, text: str, outcome: OpenedEvent | FormatError, of_event: Document | None
    ) -> None:
        if isinstance(outcome, EndDateNeededError) and of_event is not None:
            sections = count_in_words(len(of_event.sections), "section")
            self._panel.show_question(
                "This looks like the published page of the open event.",
                (),
                [
                    ("Compare", lambda: self._compare_page(of_event)),
                    (
                        f"Add {sections}",
                        lambda: self._ask_date(text, outcome),
                    ),
                ],
            )
            return
        if isinstance(outcome, EndDateNeededError):
            self._ask_date(text, outcome)
            return
        if isinstance(outcome, FormatError):
            self._panel.hide()
            self._messages.show_message(f"Can't paste: {outcome}")
            return
        opened = outcome
        sections = count_in_words(len(opened.document.sections), "section")
        lines = [f"→  {line}" for line in opened.understood]
        lines += [f"✕  {finding}" for finding in opened.findings]
        notes = (*opened.notes, *opened.assumed, *opened.left_out)
        lines += [f"○  {line}" for line in notes]
        choices = [(f"Add {sections}", lambda: self._add_sections(opened, False))]
        if self._session.section is not None:
            choices.append(
                ("Replace this section", lambda: self._replace_section(opened))
            )
        words = (
            f"{opened.document.name}, a {opened.format_name}, of "
            f"{format_day(opened.document.end_date)}: {sections}."
        )
        if of_event is not None:
            words += " It looks like the published page of the open event."
            choices.insert(0, ("Compare", lambda: self._compare_page(of_event)))
        self._panel.show_question(words, lines, choices)

    def _replace_section(self, opened: OpenedEvent) -> None:
        """Replace the section with the page; ask first if the section has games."""
        section = self._session.section
        if section is not None:
            ask_to_remove(
                self._table.window(),
                "Replace section",
                f'Replace section "{section.name}" with the page?',
                list_games_lost_with_section(section),
                "&Replace section",
                lambda: self._add_sections(opened, True),
            )

    def _compare_page(self, page: Document) -> None:
        """Compare the page with the event instead of pasting it."""
        self._session.show_page(PublishedPage(page, "The copied page"))
        self._show_published()

    def _ask_date(self, text: str, error: EndDateNeededError) -> None:
        self._panel.show_question(
            f"{error.message}. When did the event end?",
            (),
            [
                (
                    "Continue",
                    lambda: self._show_read_page(text, self._panel.given_date()),
                )
            ],
            date=True,
        )

    def _add_sections(self, opened: OpenedEvent, instead: bool) -> None:
        session = self._session
        place = session.selection.section
        new = tuple(
            replace(
                section,
                end_date=section.end_date or opened.document.end_date,
            )
            for section in opened.document.sections
        )
        count = len(session.document.sections)
        at, beyond = (place, place + 1) if instead else (count, count)
        name = "Section replaced by a page" if instead else "Page pasted"

        def pasted(document: Document) -> Edit:
            sections = document.sections[:at] + new + document.sections[beyond:]
            return Edit(replace(document, sections=sections), name)

        if session.apply_edit(pasted):
            session.select(section=at)
            self._messages.show_message(
                f"{name}.", "Undo", session.undo_edit, error=False
            )
