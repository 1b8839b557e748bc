"""Copy, cut and paste: small clean pastes at once, everything else after a look."""

import datetime as dt
from dataclasses import replace

from PySide6.QtWidgets import QApplication

from uscalc.document.change import Edit
from uscalc.document.model import Document
from uscalc.document.paste import Column, Pasted, PastePlan, plan_paste, read_block
from uscalc.document.structure import add_section
from uscalc.formats import (
    EndDateNeededError,
    FormatError,
    Opened,
    open_text,
)
from uscalc.formats.files import HEAD_SIZE
from uscalc.report.tables_section import section_table
from uscalc.ui.copying import as_table, copied, unmarked
from uscalc.ui.crosstable import Crosstable
from uscalc.ui.message_bar import MessageBar
from uscalc.ui.paste_panel import PastePanel
from uscalc.ui.session import Session

LEFT_COLUMNS: tuple[Column, ...] = ("number", "name", "rating", "games")
AT_ONCE = 20
"""Cells that are pasted without a preview, when all of them fit."""


class Clipboard:
    """What the window does with the clipboard."""

    def __init__(
        self,
        session: Session,
        table: Crosstable,
        panel: PastePanel,
        messages: MessageBar,
    ) -> None:
        self._session = session
        self._table = table
        self._panel = panel
        self._messages = messages

    # Copying

    def copy(self) -> None:
        """The selected block; the whole section where nothing is selected."""
        rows, columns = self._table.at.block()
        if not rows or not columns:
            self.copy_section()
            return
        data = copied(self._table.model, rows, columns, titles=False)
        QApplication.clipboard().setMimeData(data)

    def copy_section(self) -> None:
        """The whole table as it is shown, with its headings."""
        model = self._table.model
        # The column where the next round is begun holds nothing.
        begun = model.columns.of_round(model.columns.rounds + 1)
        columns = [c for c in range(model.columnCount()) if c != begun]
        data = copied(model, range(model.rowCount()), columns, titles=True)
        QApplication.clipboard().setMimeData(data)

    def copy_table(self) -> None:
        """The section as people read it, for a mail, a forum or a spreadsheet."""
        session = self._session
        section = session.section
        self._table.finish()
        if section is None or not section.players:
            self._messages.tell("There is nobody to copy yet.", error=False)
            return
        rating = session.system_rating() if session.up_to_date else None
        table = section_table(section, session.selection.system, rating)
        QApplication.clipboard().setMimeData(as_table(table))
        count = len(section.players)
        players = "1 player is" if count == 1 else f"{count} players are"
        self._messages.tell(f"{players} on the clipboard as a table.", error=False)

    def cut(self) -> None:
        """Copies and empties the selected cells."""
        self.copy()
        self._table.clear()

    # Pasting

    def paste(self) -> None:
        """A page of a crosstable, or cells."""
        text = QApplication.clipboard().text()
        self._table.finish()
        if not text.strip():
            self._messages.tell("There is no text to paste.", error=False)
        elif is_page(text):
            self._page(text, None)
        elif self._session.section is None:
            self._session.apply(add_section(self._session.document))
            self._cells(text)
        else:
            self._cells(text)

    def _cells(self, text: str) -> None:
        session, model = self._session, self._table.model
        if not model.as_paired:
            self._messages.tell(
                "Cells are pasted in the order of the section: show it first, by the "
                "heading that is sorted and by clearing the filter."
            )
            return
        rows, across = self._table.at.block()
        block = [[unmarked(cell) for cell in row] for row in read_block(text)]
        start = across.start if across else 1
        if model.columns.written(start) is None:
            self._messages.tell("Figures that are computed cannot be pasted over.")
            return
        if len(block) == 1 and len(block[0]) == 1 and len(rows) * len(across) > 1:
            # One cell fills the selected block.
            block = [block[0] * len(across) for _ in rows]
        width = max((len(cells) for cells in block), default=0)
        columns: list[Column] = list(LEFT_COLUMNS[start:])
        first = max(start - len(LEFT_COLUMNS), 0)
        columns += range(first, first + width)
        plan = plan_paste(
            session.document,
            session.selection.section,
            rows.start if rows else 0,
            columns,
            block,
            session.selection.system,
        )
        self._decide(plan)

    def _decide(self, plan: PastePlan) -> None:
        if not plan.cells:
            self._messages.tell("There is nothing to paste.", error=False)
        elif not plan.refused and len(plan.cells) <= AT_ONCE:
            self._make(plan.edit, self._session.document)
        else:
            fits = len(plan.cells) - len(plan.refused)
            said = [f"{fits} cell{'s' if fits != 1 else ''} fit"]
            for count, one in (
                (plan.new_players, "player"),
                (plan.new_rounds, "round"),
            ):
                if count:
                    said.append(f"{count} new {one}{'s' if count > 1 else ''}")
            if plan.refused:
                said.append(f"{len(plan.refused)} refused")
            lines = [self._line(cell) for cell in plan.refused]
            lines += [self._line(c) for c in plan.cells if c.refused is None]
            name = "Paste what fits" if plan.refused else "Paste"
            before = self._session.document
            choices = [(name, lambda: self._make(plan.edit, before))]
            self._panel.ask(
                f"Paste: {', '.join(said)}.", lines, choices if fits else ()
            )

    def _line(self, cell: Pasted) -> str:
        section = self._session.section
        players = section.players if section else ()
        who = (
            f"player {players[cell.row].number}"
            if cell.row < len(players)
            else (f"new row {cell.row + 1}")
        )
        what = (
            f"round {cell.column + 1}" if isinstance(cell.column, int) else cell.column
        )
        if cell.refused is not None:
            return f'✕  {who}, {what}: "{cell.text}" is refused: {cell.refused}'
        return f"→  {who}, {what}: {cell.text or 'emptied'}"

    def _make(self, edit: Edit, before: Document) -> None:
        session = self._session
        if session.document is not before:
            # The preview belongs to a document that is no longer shown.
            self.paste()
        elif session.apply(edit):
            self._messages.tell(
                f"{edit.name}: done.", "Undo", session.undo, error=False
            )
        else:
            self._messages.tell("Everything stands there already.", error=False)
        self._table.middle.setFocus()

    # A whole page

    def _page(self, text: str, date: dt.date | None) -> None:
        """Shows what was understood of a page."""
        try:
            opened = open_text(text, date)
        except EndDateNeededError as error:
            self._panel.ask(
                f"{error.message}. When did the event end?",
                (),
                [("Read it", lambda: self._dated(text))],
                date=True,
            )
            return
        except FormatError as error:
            self._messages.tell(f"It cannot be pasted: {error}")
            return
        count = len(opened.document.sections)
        sections = "1 section" if count == 1 else f"{count} sections"
        lines = [f"→  {line}" for line in opened.understood]
        lines += [f"✕  {finding}" for finding in opened.findings]
        lines += [f"○  {line}" for line in (*opened.assumed, *opened.left_out)]
        choices = [(f"Add {sections}", lambda: self._add(opened, False))]
        if self._session.section is not None:
            choices.append(("Replace this section", lambda: self._add(opened, True)))
        self._panel.ask(
            f"{opened.document.name}, a {opened.format_name}, of "
            f"{opened.document.end_date}: {sections}.",
            lines,
            choices,
        )

    def _dated(self, text: str) -> None:
        date = self._panel.given_date()
        if date is None:
            self._messages.tell("Write the day as in 2025-09-01.", error=False)
        self._page(text, date)

    def _add(self, opened: Opened, instead: bool) -> None:
        session = self._session
        document, place = session.document, session.selection.section
        new = tuple(
            replace(
                section,
                end_date=section.end_date or opened.document.end_date,
            )
            for section in opened.document.sections
        )
        count = len(document.sections)
        at, beyond = (place, place + 1) if instead else (count, count)
        sections = document.sections[:at] + new + document.sections[beyond:]
        name = "Section replaced by a page" if instead else "Page pasted"
        edit = Edit(replace(document, sections=sections), name)
        if session.apply(edit):
            session.select(section=at)
            self._messages.tell(f"{name}.", "Undo", session.undo, error=False)


def is_page(text: str) -> bool:
    """Whether a text is a file or page of its own, and not cells of a table."""
    from uscalc.formats.every import is_readable

    return is_readable(text.encode("utf-8", "replace")[:HEAD_SIZE])
