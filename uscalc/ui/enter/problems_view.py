"""The view Problems: errors, warnings and missing data, with their fixes."""

from typing import Final

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QWidget

from uscalc.counted import count_in_words
from uscalc.document.merge.missing import (
    PastedRow,
    PastePlan,
    fill_in,
    plan_pasted_fill,
)
from uscalc.document.model import find_player
from uscalc.document.queries.problems import Fix, find_row
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.ui.enter.problems_table import ProblemsModel, ProblemsTable
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.frame.view import View
from uscalc.ui.scheduling import connect_each
from uscalc.ui.session.problems import ProblemFix, ProblemRow
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.building import (
    DIALOG_MARGINS,
    HEAD_MARGINS,
    PAGE_MARGINS,
    add_parts,
    make_column,
    make_page,
    make_plain_button,
    make_row,
    make_text_label,
    name_widget,
    open_dialog,
    set_up_dialog,
    write_label,
)
from uscalc.ui.widgets.column_table import ColumnTableModel, TableColumn
from uscalc.ui.widgets.dialogs import AcceptCancelButtons, resize_to
from uscalc.ui.widgets.message_bar import WorkIndicator
from uscalc.ui.widgets.plain_table import ColumnTable

HELP: Final = (
    "One player per row: member ID or name, rating, games, birth year. Blank cells leave "
    "existing data unchanged. Add a heading row to use a different order."
)


def _describe_outcome(row: PastedRow) -> str:
    return (
        f"✕ not valid: {row.refused}"
        if row.refused is not None
        else ", ".join(row.fills) or "no change"
    )


class FillDialog(QDialog):
    """A dialog in which the user types or pastes rows of data, with a preview of their effect."""

    def __init__(self, session: Session, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        set_up_dialog(
            self, "fillDialog", "Fill in missing data", "Fill in from pasted rows"
        )
        self.text = name_widget(
            QPlainTextEdit(
                placeholderText="99000011\t1794\t60\t1990", tabChangesFocus=True
            ),
            "fillText",
            "Rows of member ID or name, rating, games, birth",
        )
        self.text.setFont(theme.make_font())
        self.status = make_text_label("fillSaid", "heading")
        self.model = ColumnTableModel[PastedRow](
            (
                TableColumn(
                    "Pasted", "", lambda row: " ".join(row.text.split()), digits=30
                ),
                TableColumn("Player", "", self._name_player, digits=20),
                TableColumn("Change", "", _describe_outcome, fits=True, wraps=True),
            ),
            self,
            tooltip=lambda column, row: column.text(row),
        )
        self.table = ColumnTable(
            "fill",
            "Pasted rows",
            self.model,
            theme,
            lambda: self.table.currentIndex().row(),
        )
        buttons = AcceptCancelButtons(
            self, "fill", "&Fill in", "Fill in this data", "Close without changes"
        )
        self.accept_button = buttons.yes
        add_parts(
            make_column(self, DIALOG_MARGINS),
            make_text_label("fillHelp", "label", HELP),
            (self.text, 1),
            self.status,
            (self.table, 2),
            buttons,
        )
        resize_to(self, 84, 32)
        self.text.setFocus()
        # A linked file can change the event under the dialog.
        connect_each(
            self.refresh,
            self.text.textChanged,
            *(session.opened, session.edited, session.selected),
        )
        clipboard = QGuiApplication.clipboard().text()
        if "\t" in clipboard:
            self.text.setPlainText(clipboard)
        self.refresh()

    def _name_player(self, row: PastedRow) -> str:
        section = self._session.section
        if row.row is None or section is None:
            return "–"
        player = section.players[row.row]
        return f"{player.number} {player.name}"

    def refresh(self) -> None:
        """Show what the rows would change now."""
        session = self._session
        self._plan: PastePlan = plan_pasted_fill(
            session.document,
            session.selection.section,
            session.selection.system,
            self.text.toPlainText(),
        )
        self.model.show_rows(self._plan.rows)
        count, matched = len(self._plan.rows), self._plan.matched
        refused = f", {count - matched} not valid." if count > matched else "."
        text = f"{matched} of {count_in_words(count, 'row')} matched{refused}"
        self.status.setText(text if count else "Nothing pasted yet.")
        self.accept_button.setEnabled(self._plan.edit.document is not session.document)

    def accept(self) -> None:
        """Make all changes, as one edit."""
        self._session.pending.commit_all()
        self.refresh()
        self._session.apply_edit(lambda _: self._plan.edit)
        super().accept()


LOOKING: Final = "Checking for missing data…"
STOPPED: Final = "Stopped. Restarts after your next change."
NO_PLAYERS: Final = (
    "No problems yet. Press F4 to register members, or Ins to add a player."
)
NO_PROBLEMS: Final = (
    "No problems. Press Ctrl+B to enter the next results. After the last round, write "
    "the rating report."
)


class ProblemsView(View):
    """The number of problems, their table, and the button to paste missing data."""

    def __init__(self, window: MainFrame) -> None:
        super().__init__("view-problems", "Problems", window.session, window.theme)
        self._window = window
        self.problems = window.problems
        self.heading = make_text_label("problemsHeading", "heading")
        self.working = WorkIndicator(
            "problems",
            "Missing data checked",
            "Stop checking for missing data",
            self._cancel_search,
        )
        window.session.assuming.connect(self.working.set_progress)
        self.paste = make_plain_button(
            "pasteFacts",
            "Paste ro&ws…",
            "Fill in missing data from pasted rows",
            self.ask_rows,
            "Rows of member ID or name, rating, games, birth year",
        )
        self.model = ProblemsModel(self._fill_in)
        self.table = ProblemsTable(self.model, window.session.pending, window.theme)
        self.setFocusProxy(self.table)
        self.table.shown.connect(self.show_place)
        self.table.fixed.connect(self.run_fix)
        self.empty = make_text_label("problemsEmpty", "note")
        self._page = make_page("problemsEmptyPage")
        add_parts(make_column(self._page, PAGE_MARGINS), self.empty)
        row = add_parts(
            make_row(margins=HEAD_MARGINS, spacing=None),
            (self.heading, 1),
            self.working,
            self.paste,
        )
        add_parts(make_column(self, spacing=0), row, self._page, (self.table, 1))
        follows = self.follow(self.problems.changed, window.session.selected)
        self.table.typing.closeEditor.connect(follows.refresh_later)

    def refresh(self) -> None:
        """Show the current problems."""
        if self.table.typing.typing:
            # Updating the list would remove the open editor with its text.
            return
        problems, session = self.problems, self._session
        self.model.show_problems(problems.rows, self._name_section())
        self.table.lay_out()
        if problems.looking:
            self.working.begin_work()
        else:
            self.working.end_work()
        rows = bool(problems.rows)
        self._page.setVisible(not rows)
        write_label(self.empty, "" if rows else self._describe_nothing())
        state = LOOKING if problems.looking else ""
        if not state and self._is_stopped():
            state = STOPPED
        counts = problems.describe_counts()
        write_label(self.heading, ". ".join(part for part in (counts, state) if part))
        self.paste.setEnabled(bool(session.section and session.section.players))

    def _name_section(self) -> str:
        """Return the name of the section whose missing data is listed, if there are several."""
        session = self._session
        return (
            ""
            if session.section is None or len(session.document.sections) < 2
            else f"{session.section.name}, {SYSTEM_NAMES[session.selection.system]}"
        )

    def _is_stopped(self) -> bool:
        session = self._session
        rated = session.shown.rating is not None
        return rated and session.up_to_date and session.assumptions is None

    def _describe_nothing(self) -> str:
        section = self._session.section
        if self.problems.looking or self._is_stopped():
            return ""
        return NO_PROBLEMS if section and section.players else NO_PLAYERS

    def _cancel_search(self) -> None:
        self._session.cancel_assumptions()
        self.problems.refresh()
        self.refresh()
        self.table.setFocus()

    def ask_rows(self) -> FillDialog:
        """Open the dialog for pasted rows."""
        return open_dialog(FillDialog(self._session, self._theme, self.window()))

    # Fixes

    def show_place(self, row: ProblemRow) -> None:
        """Go to the place of a problem in the crosstable."""
        if row.problem is not None:
            self._window.go_to(row.problem.finding)
            self._window.crosstable.view.setFocus()
        elif row.missing is not None and row.missing.row is not None:
            self._window.crosstable.focus_cell(row.missing.row, "rating")

    def run_fix(self, row: ProblemRow, chosen: ProblemFix) -> None:
        """Make a fix: answer a question, edit the event, or go to the cell to correct."""
        fix = chosen.fix
        if chosen.question:
            self._window.messages.answer_question(chosen.question, chosen.answer)
        elif fix is not None and fix.edit is not None:
            self._session.apply_edit(fix.edit)
        elif fix is not None:
            self._go_to_fix(row, fix)

    def _go_to_fix(self, row: ProblemRow, fix: Fix) -> None:
        window = self._window
        self.show_place(row)
        if fix.target == "settings":
            window.show_settings()
        elif fix.target == "details":
            window.show_view("view-player-details")
        elif fix.target == "typing" and row.problem is not None:
            at = find_row(self._session.document, row.problem.finding)
            ids = window.named_actions["memberIds"]
            if fix.column == "id" and not ids.isChecked():
                ids.trigger()
            if fix.column is not None:
                window.crosstable.focus_cell(at or 0, fix.column)
            window.crosstable.edit_here()

    def _fill_in(self, row: ProblemRow, text: str) -> bool:
        """Enter missing data and return True; if the text is invalid, show why."""
        missing, selection = row.missing, self._session.selection
        if missing is None or missing.player is None or not text.strip():
            return False
        kind, found = (
            missing.kind,
            find_player(self._session.document, missing.player.identity),
        )
        if found is None or found[0] != selection.section:
            return False
        return self._session.enter_text(
            text, fill_in, selection.section, found[1], selection.system, kind, text
        )
