"""Import a supplement: show its columns, and ask for unknown ones and its date."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QWidget,
)

from uscalc.counted import count_in_words, format_day
from uscalc.document.facts.typed import TypedError, parse_optional_date
from uscalc.formats.opened import FormatError
from uscalc.ratinglist.importing import ImportOrder, RatingList
from uscalc.ratinglist.roles import (
    ROLE_NAMES,
    Role,
    describe_wanted_titles,
    find_role_problems,
)
from uscalc.ratinglist.store import add_list
from uscalc.ratinglist.understand import ListAnalysis, analyze_file
from uscalc.ui.rating_list.lists import RatingLists
from uscalc.ui.scheduling import Worker, make_timer
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    add_parts,
    make_column,
    make_eliding_line,
    make_grid,
    make_page,
    make_plain_button,
    make_plain_line,
    make_progress_bar,
    make_scroll_area,
    make_text_label,
    name_widget,
    set_up_dialog,
)
from uscalc.ui.widgets.controls import ChoiceControl, make_choice
from uscalc.ui.widgets.dialogs import (
    ask_for_path,
    make_button_row,
    make_file_dialog,
    make_text_field,
    resize_to,
)

FILTERS: Final = (
    "Rating supplements (*.dbf *.DBF *.zip *.ZIP *.txt *.TXT *.tsv *.csv *.CSV)",
    "All files (*)",
)
NOTHING: Final = (
    "Select a rating supplement: a DBF file, a ZIP with one, or a text file with a "
    "heading row and columns separated by tabs, commas, or semicolons."
)
LOOKING: Final = "Reading the file…"
STOPPED: Final = "Stopped. Nothing was imported. Your supplements are unchanged."
PROGRESS_INTERVAL: Final = 100
"""The milliseconds between two updates of the progress bar."""
DIALOG_SIZE: Final = (76, 34)
"""The width of the dialog in digits, and its height in lines."""
PROGRESS_STEPS: Final = 1000


class ImportListDialog(QDialog):
    """Examines a file, asks for missing information, and imports the file in the background.

    `done_with` is called with the imported supplement.
    """

    def __init__(
        self,
        lists: RatingLists,
        theme: Theme,
        done_with: Callable[[RatingList], object],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._lists = lists
        self._done_with = done_with
        self._understood: ListAnalysis | None = None
        self._choices: list[ChoiceControl] = []
        self._part = 0.0
        self._importing = False
        self._found_date = ""
        self._worker = Worker(self, self._receive_result, expected=FormatError)
        self._clock = make_timer(
            self,
            PROGRESS_INTERVAL,
            lambda: self.bar.setValue(round(PROGRESS_STEPS * self._part)),
            repeats=True,
        )
        set_up_dialog(self, "importList", "Import rating supplement")
        self._build_dialog()
        resize_to(self, *DIALOG_SIZE)
        self._refresh()
        self.choose_file.setFocus()

    # Building

    def _build_dialog(self) -> None:
        row = QHBoxLayout()
        self.status = make_text_label("importSaid", "heading", NOTHING)
        self.choose_file = make_plain_button(
            "importChoose", "&Browse…", "Select the supplement's file", self._ask_file
        )
        row.addWidget(self.status, 1)
        row.addWidget(self.choose_file, 0, Qt.AlignmentFlag.AlignTop)
        self.wanted = make_text_label(
            "importTitles", "note", f"{describe_wanted_titles()}."
        )
        self.table = make_choice(
            "importTable", "File in the ZIP", picked=self._examine_table
        )
        self.table.hide()
        self._scroll = make_scroll_area("importColumns", "Columns of the file")
        self._scroll.setFrameShape(QFrame.Shape.StyledPanel)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        dated = QHBoxLayout()
        label = make_plain_line("importDateLabel", "label", "Supplement &date")
        self.date = make_text_field(
            "importDate",
            "Supplement date",
            "11/1/2025",
            "Date the supplement takes effect",
        )
        self.date.textChanged.connect(self._refresh)
        label.setBuddy(self.date)
        self.dated = make_eliding_line("importDated", "note")
        add_parts(dated, label, self.date, (self.dated, 1))
        self.problem = make_text_label("importProblem", "label")
        self.problem.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        self.bar = make_progress_bar("importProgress", "Import progress")
        self.bar.setRange(0, PROGRESS_STEPS)
        self.bar.setFixedHeight(UNIT)
        policy = self.bar.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.bar.setSizePolicy(policy)
        self.bar.hide()
        self.import_button = make_plain_button(
            "importAccept",
            "&Import",
            "Import the supplement with these columns",
            self.start_import,
        )
        self.cancel_button = make_plain_button(
            "importCancel",
            "&Cancel",
            "Stop, or close without importing",
            self._cancel_import,
        )
        self.choose_file.setAutoDefault(True)
        add_parts(
            make_column(self, 2 * UNIT),
            row,
            self.wanted,
            self.table,
            (self._scroll, 1),
            dated,
            self.problem,
            self.bar,
            make_button_row(self.import_button, self.cancel_button),
        )
        # Only now, because a dialog ignores buttons that it doesn't contain yet.
        self.import_button.setDefault(True)

    def _show_columns(self, understood: ListAnalysis) -> None:
        """Show a row for each column: its title, some values, and its role."""
        page = make_page("importPage")
        grid = make_grid(page, 2 * UNIT, UNIT // 2)
        grid.setContentsMargins(0, 0, UNIT, 0)
        grid.setColumnStretch(1, 1)
        self._choices = []
        choices = [("", "Select…"), *ROLE_NAMES.items()]
        for place, column in enumerate(understood.columns):
            title = name_widget(
                QLabel(
                    column.title or "(no heading)", textFormat=Qt.TextFormat.PlainText
                ),
                f"importTitle{place}",
            )
            title.setMaximumWidth(24 * self.fontMetrics().horizontalAdvance("0"))
            text = ", ".join(column.examples) or "empty"
            examples = make_eliding_line(f"importExamples{place}", "note", text)
            examples.setSizePolicy(
                QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred
            )
            choice = make_choice(
                f"importRole{place}",
                f"Contents of column {column.title}",
                choices,
                letters=14,
            )
            choice.show_text(column.role or "")
            choice.committed.connect(partial(self._show_answer, choice))
            title.setBuddy(choice)
            for at, widget in enumerate((title, examples, choice)):
                grid.addWidget(widget, place, at)
            self._choices.append(choice)
        grid.setRowStretch(len(understood.columns), 1)
        self._scroll.setWidget(page)
        # These controls were made last, so set the tab order.
        for before, after in pairwise((self.table, *self._choices, self.date)):
            self.setTabOrder(before, after)

    # Asking

    def _ask_file(self) -> None:
        dialog = make_file_dialog(
            self, "importFileDialog", "Select rating supplement", FILTERS
        )
        ask_for_path(dialog, self.examine_file)

    def examine_file(self, path: Path, table: str | None = None) -> None:
        """Examine a file, or a table in a zip, in the background."""
        self._understood = None
        self.status.setText(LOOKING)
        self._refresh()
        self._worker.start_job(lambda _: analyze_file(path, table))

    @property
    def looking(self) -> bool:
        """Return whether the file is still being examined."""
        return self.status.text() == LOOKING

    def _examine_table(self, table: str) -> None:
        if self._understood is not None:
            self.examine_file(self._understood.path, table)

    def _show_answer(self, choice: ChoiceControl, key: str) -> None:
        choice.show_text(key)
        self._refresh()

    def _get_roles(self) -> tuple[Role | None, ...]:
        keys = [choice.currentData() for choice in self._choices]
        return tuple(next((r for r in ROLE_NAMES if r == key), None) for key in keys)

    def _make_order(self) -> ImportOrder | str:
        """Return what to import, or a text about what is still missing."""
        understood = self._understood
        if understood is None:
            return ""
        problems = find_role_problems(understood.titles, self._get_roles())
        if problems:
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            return f"{problems[0][:1].upper()}{problems[0][1:]}{more}."
        try:
            date = parse_optional_date(self.date.text())
        except TypedError as error:
            return f"Supplement date: {error}."
        if date is None:
            return "Enter the date the supplement takes effect."
        title = Path(understood.table).name
        return ImportOrder(
            understood.path, understood.table, self._get_roles(), date, title
        )

    def _refresh(self) -> None:
        order = self._make_order()
        running = self._importing
        self.problem.setText(order if isinstance(order, str) else "")
        self.import_button.setEnabled(isinstance(order, ImportOrder) and not running)
        for widget in (self.choose_file, self.table, self.date, self._scroll):
            widget.setEnabled(not running)
        self.wanted.setVisible(self._understood is None)
        self.bar.setVisible(running)
        self.cancel_button.setText("&Stop" if running else "&Cancel")

    # Importing

    def start_import(self) -> None:
        """Import the supplement in the background."""
        order = self._make_order()
        if self._importing or not isinstance(order, ImportOrder):
            return
        self._importing, self._part = True, 0.0
        self.bar.setValue(0)
        self._clock.start()
        self._refresh()
        self.problem.setText("Importing…")
        folder = self._lists.folder
        self._worker.start_job(
            lambda monitor: add_list(
                order, folder, monitor.reporting_to(self._note_part)
            )
        )

    def _note_part(self, done: int, total: int) -> None:
        self._part = done / total

    def _receive_result(self, result: object) -> None:
        self._finish_import()
        if isinstance(result, ListAnalysis):
            self._show_understood(result)
        elif isinstance(result, RatingList):
            self._lists.accept_import(result)
            super().accept()
            self._done_with(result)
        elif isinstance(result, FormatError):
            label = self.status if self._understood is None else self.problem
            label.setText(str(result))

    def _show_understood(self, understood: ListAnalysis) -> None:
        self._understood = understood
        count = understood.members
        members = "" if count is None else f", {count_in_words(count, 'member')}"
        asked = understood.roles.count(None)
        text = f"{Path(understood.table).name}: {understood.kind}{members}."
        if asked:
            text += (
                " 1 column has no recognized heading. Select what it contains."
                if asked == 1
                else f" {asked} columns have no recognized heading. Select what they contain."
            )
        self.status.setText(text)
        self.table.clear()
        for table in understood.tables:
            self.table.addItem(table, table)
        self.table.show_text(understood.table)
        self.table.setVisible(len(understood.tables) > 1)
        self._show_columns(understood)
        # Show the date of the file and where it was found, unless the user typed another.
        dated, typed = understood.dated, self.date.text()
        if typed == self._found_date:
            self._found_date = format_day(dated.day) if dated else ""
            self.date.setText(self._found_date)
        self.dated.setText(dated.source if dated else "")
        if dated and self.date.text() != format_day(dated.day):
            self.dated.setText(f"{format_day(dated.day)} {dated.source}")
        self._refresh()
        asked_first = next((c for c in self._choices if not c.currentData()), None)
        (asked_first or self.date).setFocus()
        self.date.selectAll()

    def _finish_import(self) -> None:
        self._importing = False
        self._clock.stop()
        self._refresh()

    def _cancel_import(self) -> None:
        if not self._importing:
            self.reject()
            return
        self._worker.drop_job()
        self._finish_import()
        self.problem.setText(STOPPED)

    def reject(self) -> None:
        """Close the dialog; stop a running import without keeping anything of it."""
        self.stop_worker()
        super().reject()

    def stop_worker(self) -> None:
        """Stop the background work, and wait until it has ended."""
        self._clock.stop()
        self._worker.close()
