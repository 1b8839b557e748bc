"""The view Problems: errors, warnings and missing data, each with its fixes in place."""

from typing import TYPE_CHECKING, Final

from uscalc.document.merge.missing import fill_in
from uscalc.document.model import find_player
from uscalc.document.queries.problems import Fix, find_row
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.ui.enter.missing_paste import FillDialog
from uscalc.ui.enter.problems_table import ProblemsModel, ProblemsTable
from uscalc.ui.frame.view import View
from uscalc.ui.session.problems import ProblemFix, ProblemRow
from uscalc.ui.widgets.building import (
    HEAD_MARGINS,
    PAGE_MARGINS,
    add_parts,
    make_column,
    make_page,
    make_row,
)
from uscalc.ui.widgets.labels import make_plain_button, make_text_label, write_label
from uscalc.ui.widgets.progress import WorkIndicator

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame

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
    """The counts, the list, and the button to paste missing data."""

    def __init__(self, window: "MainFrame") -> None:
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
        row = make_row(margins=HEAD_MARGINS, spacing=None)
        add_parts(row, (self.heading, 1), self.working, self.paste)
        column = make_column(self, spacing=0)
        add_parts(column, row, self._page, (self.table, 1))
        follows = self.follow(self.problems.changed, window.session.selected)
        self.table.typing.closeEditor.connect(follows.refresh_later)

    def refresh(self) -> None:
        """Show the current problems."""
        if self.table.typing.typing:
            # Another list would remove the editor, with its half-typed text.
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
        """Return the section whose missing data is listed, where there are several."""
        session = self._session
        if session.section is None or len(session.document.sections) < 2:
            return ""
        return f"{session.section.name}, {SYSTEM_NAMES[session.selection.system]}"

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
        dialog = FillDialog(self._session, self._theme, self.window())
        dialog.open()
        return dialog

    # Fixes

    def show_place(self, row: ProblemRow) -> None:
        """Go to the place of a problem in the crosstable."""
        if row.problem is not None:
            self._window.go_to(row.problem.finding)
            self._window.crosstable.view.setFocus()
        elif row.missing is not None and row.missing.row is not None:
            self._window.crosstable.focus_cell(row.missing.row, "rating")

    def run_fix(self, row: ProblemRow, chosen: ProblemFix) -> None:
        """Make a fix: answer a question, edit the event, or go where it is corrected."""
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
            finding = row.problem.finding
            at = find_row(self._session.document, finding)
            ids = window.named_actions["memberIds"]
            if fix.column == "id" and not ids.isChecked():
                ids.trigger()
            if fix.column is not None:
                window.crosstable.focus_cell(at or 0, fix.column)
            window.crosstable.edit_here()

    def _fill_in(self, row: ProblemRow, text: str) -> bool:
        """Fill in missing data; invalid text is rejected with a reason."""
        missing, selection = row.missing, self._session.selection
        if missing is None or missing.player is None or not text.strip():
            return False
        kind, found = (
            missing.kind,
            find_player(self._session.document, missing.player.identity),
        )
        if found is None or found[0] != selection.section:
            return False
        at = found[1]
        return self._session.enter_text(
            text,
            lambda document: fill_in(
                document, selection.section, at, selection.system, kind, text
            ),
        )
