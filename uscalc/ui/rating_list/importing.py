"""Import a supplement: show its columns, and ask for unknown ones and for its date."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QSizePolicy,
    QWidget,
)

from uscalc.counted import counted
from uscalc.document.facts.typed import TypedError, typed_date
from uscalc.formats.errors import FormatError
from uscalc.monitor import CancelledError, Monitor
from uscalc.ratinglist.importing import Imported, Order
from uscalc.ratinglist.roles import ROLE_NAMES, Role, role_problems, titles_wanted
from uscalc.ratinglist.store import add_list
from uscalc.ratinglist.understand import Understood, understand
from uscalc.ui.rating_list.lists import RatingLists
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    make_column,
    make_scroll_area,
    name_widget,
    set_up_dialog,
)
from uscalc.ui.widgets.buttons import plain_button
from uscalc.ui.widgets.controls import ChoiceControl
from uscalc.ui.widgets.dialog_size import resize_to
from uscalc.ui.widgets.dialogs import make_button_row, make_file_dialog, make_text_field
from uscalc.ui.widgets.labels import ElidingLabel, plain_line, text_label

FILTERS: Final = (
    "Rating lists (*.dbf *.DBF *.zip *.ZIP *.txt *.TXT *.tsv *.csv *.CSV)",
    "All files (*)",
)
NOTHING: Final = (
    "Select a supplement or a combined list: a DBF, a zip of one, or a list with a row "
    "of titles whose columns are separated by tabs, commas or semicolons."
)
LOOKING: Final = "Looking at the file…"
STOPPED: Final = "Stopped. Nothing was imported; the lists are as they were."
ASK: Final = ("", "choose…")
TICK: Final = 100
"""Milliseconds between two updates of the progress bar."""
SIZE: Final = (76, 34)
"""Digits and lines."""
STEPS: Final = 1000


class ImportDialog(QDialog):
    """Examine a file, ask for what it lacks, and import it in the background.

    `done_with` is called with the imported supplement.
    """

    def __init__(
        self,
        lists: RatingLists,
        theme: Theme,
        done_with: Callable[[Imported], object],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._lists = lists
        self._done_with = done_with
        self._understood: Understood | None = None
        self._choices: list[ChoiceControl] = []
        self._part = 0.0
        self._importing = False
        self._told = ""
        self._worker = Worker(self)
        self._worker.done.connect(self._came)
        self._clock = QTimer(self)
        self._clock.setInterval(TICK)
        self._clock.timeout.connect(
            lambda: self.bar.setValue(round(STEPS * self._part))
        )
        set_up_dialog(self, "importList", "Import a rating list")
        self._build()
        resize_to(self, *SIZE)
        self._refresh()
        self.choose_file.setFocus()

    # Building

    def _build(self) -> None:
        column = make_column(self, 2 * UNIT)
        row = QHBoxLayout()
        self.said = text_label("importSaid", "heading")
        self.choose_file = plain_button(
            "importChoose", "Choose &file…", "Choose the list's file", self._ask_file
        )
        row.addWidget(self.said, 1)
        row.addWidget(self.choose_file, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(row)
        self.monitor = text_label("importTitles", "note")
        self.monitor.setText(f"{titles_wanted()}.")
        column.addWidget(self.monitor)
        self.table = ChoiceControl(())
        self.table.call("importTable", "Which list of the archive")
        self.table.committed.connect(self._take_table)
        self.table.hide()
        column.addWidget(self.table)
        self._scroll = make_scroll_area("importColumns", "What the columns are")
        self._scroll.setFrameShape(QFrame.Shape.StyledPanel)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        column.addWidget(self._scroll, 1)
        dated = QHBoxLayout()
        label = plain_line("importDateLabel", "label", "&Date of the list")
        self.date = make_text_field(
            "importDate",
            "Date of the list",
            "11/1/2025",
            "The day from which the list is official",
        )
        self.date.textChanged.connect(self._refresh)
        label.setBuddy(self.date)
        dated.addWidget(label)
        dated.addWidget(self.date)
        self.dated = _make_note("importDated")
        dated.addWidget(self.dated, 1)
        column.addLayout(dated)
        self.problem = text_label("importProblem", "label")
        self.problem.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        column.addWidget(self.problem)
        self.bar = QProgressBar()
        name_widget(self.bar, "importProgress", "How much is imported")
        self.bar.setRange(0, STEPS)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(UNIT)
        policy = self.bar.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.bar.setSizePolicy(policy)
        self.bar.hide()
        column.addWidget(self.bar)
        self.import_button = plain_button(
            "importAccept",
            "&Import",
            "Import the list as it is described here",
            self.begin,
        )
        self.cancel_button = plain_button(
            "importCancel", "&Cancel", "Stop, or close without importing", self._cancel
        )
        self.choose_file.setAutoDefault(True)
        column.addLayout(make_button_row(self.import_button, self.cancel_button))
        # A dialog ignores buttons that it doesn't contain yet.
        self.import_button.setDefault(True)

    def _show_columns(self, understood: Understood) -> None:
        """Show a row for each column: its title, some values, and its role."""
        page = QWidget()
        page.setObjectName("importPage")
        page.setProperty("page", True)
        grid = QGridLayout(page)
        grid.setContentsMargins(0, 0, UNIT, 0)
        grid.setHorizontalSpacing(2 * UNIT)
        grid.setVerticalSpacing(UNIT // 2)
        grid.setColumnStretch(1, 1)
        self._choices = []
        choices = [ASK, *ROLE_NAMES.items()]
        for place, column in enumerate(understood.columns):
            title = name_widget(
                QLabel(column.title or "(no title)"), f"importTitle{place}"
            )
            title.setTextFormat(Qt.TextFormat.PlainText)
            title.setMaximumWidth(24 * self.fontMetrics().horizontalAdvance("0"))
            examples = _make_note(f"importExamples{place}")
            examples.setText(", ".join(column.examples) or "empty")
            examples.setSizePolicy(
                QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred
            )
            choice = ChoiceControl(choices)
            choice.call(f"importRole{place}", f"What the column {column.title} is")
            choice.setMinimumContentsLength(14)
            choice.show_text(column.role or "")
            choice.committed.connect(partial(self._answered, choice))
            title.setBuddy(choice)
            for at, widget in enumerate((title, examples, choice)):
                grid.addWidget(widget, place, at)
            self._choices.append(choice)
        grid.setRowStretch(len(understood.columns), 1)
        self._scroll.setWidget(page)
        # They are made last, but not last in the tab order.
        for before, after in pairwise((self.table, *self._choices, self.date)):
            self.setTabOrder(before, after)

    # Asking

    def _ask_file(self) -> None:
        dialog = make_file_dialog(
            self, "importFileDialog", "Choose a rating list", FILTERS
        )
        dialog.fileSelected.connect(lambda text: self.take(Path(text)))
        dialog.open()

    def take(self, path: Path, table: str | None = None) -> None:
        """Examine a file, or a table in a zip, in the background."""
        self._understood = None
        self.said.setText(LOOKING)
        self._refresh()
        self._worker.ask(lambda _: _look(path, table))

    @property
    def looking(self) -> bool:
        """Return whether the file is still being examined."""
        return self.said.text() == LOOKING

    def _take_table(self, table: str) -> None:
        if self._understood is not None:
            self.take(self._understood.path, table)

    def _answered(self, choice: ChoiceControl, key: str) -> None:
        choice.show_text(key)
        self._refresh()

    def _roles(self) -> tuple[Role | None, ...]:
        keys = [choice.currentData() for choice in self._choices]
        return tuple(next((r for r in ROLE_NAMES if r == key), None) for key in keys)

    def _order(self) -> Order | str:
        """Return what to import, or what is still missing for it."""
        understood = self._understood
        if understood is None:
            return ""
        problems = role_problems(understood.titles, self._roles())
        if problems:
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            return f"{problems[0][:1].upper()}{problems[0][1:]}{more}."
        try:
            date = typed_date(self.date.text())
        except TypedError as error:
            return f"The date of the list: {error}."
        if date is None:
            return "Say from which day the list is official."
        title = Path(understood.table).name
        return Order(understood.path, understood.table, self._roles(), date, title)

    def _refresh(self) -> None:
        order = self._order()
        if self._understood is None and self.said.text() != LOOKING:
            self.said.setText(self.said.text() or NOTHING)
        running = self._importing
        self.problem.setText(order if isinstance(order, str) else "")
        self.import_button.setEnabled(isinstance(order, Order) and not running)
        for widget in (self.choose_file, self.table, self.date, self._scroll):
            widget.setEnabled(not running)
        self._scroll.setVisible(True)
        self.monitor.setVisible(self._understood is None)
        self.bar.setVisible(running)
        self.cancel_button.setText("&Stop" if running else "&Cancel")

    # Importing

    def begin(self) -> None:
        """Import the supplement in the background."""
        order = self._order()
        if self._importing or not isinstance(order, Order):
            return
        self._importing, self._part = True, 0.0
        self.bar.setValue(0)
        self._clock.start()
        self._refresh()
        self.problem.setText("Importing…")
        folder = self._lists.folder
        self._worker.ask(lambda monitor: self._import(order, folder, monitor))

    def _import(self, order: Order, folder: Path, monitor: Monitor) -> object:
        def show_part(done: int, total: int) -> None:
            self._part = done / total

        try:
            return add_list(order, folder, monitor.reporting_to(show_part))
        except (FormatError, CancelledError) as error:
            return error

    def _came(self, result: object) -> None:
        self._end()
        if isinstance(result, Understood):
            self._understand(result)
        elif isinstance(result, Imported):
            self._lists.came(result)
            super().accept()
            self._done_with(result)
        elif isinstance(result, FormatError):
            if self._understood is None:
                self.said.setText(f"{result}.")
            else:
                self.problem.setText(f"{result}.")

    def _understand(self, understood: Understood) -> None:
        self._understood = understood
        count = understood.members
        members = "" if count is None else f", {counted(count, 'member')}"
        asked = understood.roles.count(None)
        name = Path(understood.table).name
        said = f"{name}: a {understood.kind}{members}."
        if asked:
            said += (
                " 1 column does not say what it holds: please say."
                if asked == 1
                else f" {asked} columns do not say what they hold: please say."
            )
        self.said.setText(said)
        self.table.clear()
        for table in understood.tables:
            self.table.addItem(table, table)
        self.table.show_text(understood.table)
        self.table.setVisible(len(understood.tables) > 1)
        self._show_columns(understood)
        self._show_date(understood)
        self._refresh()
        asked_first = next((c for c in self._choices if not c.currentData()), None)
        (asked_first or self.date).setFocus()
        self.date.selectAll()

    def _show_date(self, understood: Understood) -> None:
        """Show the date from the file and its source, unless a person typed one."""
        dated, typed = understood.dated, self.date.text()
        if typed == self._told:
            self._told = str(dated.day) if dated else ""
            self.date.setText(self._told)
        self.dated.setText(dated.said if dated else "")
        if dated and self.date.text() != str(dated.day):
            self.dated.setText(f"{dated.day} {dated.said}")

    def _end(self) -> None:
        self._importing = False
        self._clock.stop()
        self._refresh()

    def _cancel(self) -> None:
        if not self._importing:
            self.reject()
            return
        self._worker.forget()
        self._end()
        self.problem.setText(STOPPED)

    def reject(self) -> None:
        """Close; stop a running import, of which nothing is kept."""
        self.let_go()
        super().reject()

    def let_go(self) -> None:
        """Stop the background work, and wait for its end."""
        self._clock.stop()
        self._worker.close()


def _make_note(name: str) -> ElidingLabel:
    """Return a note on one line, which ends in dots if it has no room."""
    label = ElidingLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("role", "note")
    return label


def _look(path: Path, table: str | None) -> object:
    try:
        return understand(path, table)
    except FormatError as error:
        return error
