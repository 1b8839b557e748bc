"""Share what every print dialog has: paper and type, preview, saving and printing."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QDialog,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from uscalc.report.wall.outputs import Paper
from uscalc.ui.frame.home import open_in_event_folder
from uscalc.ui.frame.view import WhatIfMark
from uscalc.ui.printing.output import (
    FORMATS,
    MakePages,
    PrintJob,
    SaveResult,
    make_check,
    make_choice,
    make_printer_dialog,
    make_save_dialog,
    save_in_format,
)
from uscalc.ui.printing.preview import PagePreview
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    add_parts,
    make_column,
    make_page,
    make_row,
    set_up_dialog,
)
from uscalc.ui.widgets.controls import CheckControl, ChoiceControl
from uscalc.ui.widgets.labels import FieldLabel, make_plain_button, make_text_label

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.printing.job import PrintingJob

ChoiceList = Sequence[tuple[str, str]]
"""Keys that can be selected, each with its label."""
PAPERS: Final[tuple[tuple[Paper, str], ...]] = (
    ("letter", "US Letter"),
    ("a4", "A4"),
)
NO_PAGES: Final = "Nothing to print: there is no result to be rated."
WAITING: Final = "The ratings are being computed."
OPTIONS_WIDTH: Final = 34
"""In characters of the window's font."""


class PrintDialog(QDialog):
    """A preview, with the choices beside it.

    Subclasses define what is printed. The window's message bar reports the result, or
    the problem and the fixes. `again` opens the dialog again.
    """

    name = "printing"
    suffixes: tuple[str, ...] = (".pdf", ".html")
    no_pages = NO_PAGES
    """The text shown if no pages resulted."""

    def __init__(
        self, window: "MainFrame", again: Callable[[], object], title: str
    ) -> None:
        super().__init__(window)
        self._session = window.session
        self._messages = window.messages
        self._again = again
        self._saving = False
        self._job: PrintingJob | None = None
        self.made: PrintJob | None = None
        set_up_dialog(self, f"{self.name}Dialog", title)
        self._worker = Worker(self)
        self._worker.done.connect(self._receive_result)
        self.finished.connect(self.stop_worker)
        self._session.rated.connect(self._rated)
        self.finished.connect(lambda: self._session.rated.disconnect(self._rated))
        self.preview = PagePreview(window.theme)
        self.paper = make_choice(f"{self.name}Paper", "Paper", PAPERS)
        self.paper.committed.connect(self.refresh)
        self.big = self.make_check("BigType", "&Big type")
        kinds = [(suffix, FORMATS[suffix]) for suffix in self.suffixes]
        self.format = make_choice(f"{self.name}Format", "Format", kinds)
        self.state = make_text_label(f"{self.name}State", "note")
        self.buttons: dict[str, QPushButton] = {}
        self._lay_out()
        scale = window.theme.zoom / 100
        self.resize(
            min(int(1000 * scale), window.width() - 4 * UNIT),
            min(int(820 * scale), window.height() - 2 * UNIT),
        )

    ## Defined by subclasses

    @abstractmethod
    def make_page_job(self) -> MakePages | None:
        """Return the function that makes the pages from frozen values in a thread.

        None if there is nothing to print; `describe_content` then says why.
        """

    @abstractmethod
    def describe_content(self) -> str:
        """Describe what is printed: "6 sheets"."""

    @abstractmethod
    def suggest_file_name(self) -> str:
        """Return a suggested name for the file, without its suffix."""

    def add_options(self, column: QVBoxLayout) -> None:
        """Add the subclass's own choices."""

    def note_printed(self) -> None:
        """Record what was printed, or saved to be printed."""

    @property
    def follows_event(self) -> bool:
        """Return whether the pages change when the event is rated again."""
        return True

    def _rated(self) -> None:
        """Make the pages again after the event was rated."""
        if self._session.up_to_date and self.follows_event:
            self.refresh()

    # Building

    def make_check(self, name: str, words: str) -> CheckControl:
        """Return a check box that changes what is printed."""
        return make_check(f"{self.name}{name}", words, self.refresh)

    def make_button(
        self, name: str, words: str, press: Callable[[], object]
    ) -> QPushButton:
        """Return a button of the dialog; Enter presses the one that has the focus."""
        button = make_plain_button(f"{self.name}{name}", words, pressed=press)
        button.setAutoDefault(True)
        self.buttons[name] = button
        return button

    def _lay_out(self) -> None:
        row = make_row(self, spacing=0)
        row.addWidget(self.preview, 1)
        side = make_page(f"{self.name}Side")
        side.setFixedWidth(self.fontMetrics().horizontalAdvance("0") * OPTIONS_WIDTH)
        column = make_column(side, 2 * UNIT)
        column.addWidget(WhatIfMark(self._session, self.name, "without", self))
        self._add_labeled(column, "&Paper", self.paper)
        column.addWidget(self.big)
        self.add_options(column)
        column.addStretch(1)
        column.addWidget(self.state)
        self._add_labeled(column, "Save &as", self.format)
        add_parts(
            column,
            self.make_button("Save", "&Save\N{HORIZONTAL ELLIPSIS}", self.ask_path),
            self.make_button(
                "Print", "P&rint\N{HORIZONTAL ELLIPSIS}", self.ask_printer
            ),
            self.make_button("Close", "&Close", self.reject),
        )
        row.addWidget(side)
        # A dialog ignores buttons that it doesn't contain yet.
        self.buttons["Print"].setDefault(True)

    def add_choice(
        self, column: QVBoxLayout, words: str, name: str, of: ChoiceList
    ) -> ChoiceControl:
        """Add a choice that changes the pages, with the first item selected."""
        choice = make_choice(f"{self.name}{name}", words.replace("&", ""), of)
        choice.committed.connect(self.refresh)
        self._add_labeled(column, words, choice)
        return choice

    def _add_labeled(self, column: QVBoxLayout, words: str, control: QWidget) -> None:
        add_parts(column, FieldLabel(words, control), control)

    # The pages

    @property
    def chosen_paper(self) -> Paper:
        """The selected paper."""
        return PAPERS[self.paper.currentIndex()][0]

    @property
    def busy(self) -> bool:
        """Return whether pages are being made, saved or printed."""
        return self._worker.busy or self.locked

    @property
    def locked(self) -> bool:
        """Return whether pages are being saved or printed, and stay unchanged."""
        return self._saving or self._job is not None

    def refresh(self) -> None:
        """Make the pages again, in the background."""
        if self.locked:
            return
        job = self.make_page_job()
        self.made = None
        if job is None:
            self._worker.drop_job()
            self._show_reason(self.describe_content())
        else:
            self._worker.start_job(lambda asked: job(asked))
        self._update_buttons()

    def _receive_result(self, result: object) -> None:
        if isinstance(result, PrintJob):
            self._show_pages(result)
        elif isinstance(result, SaveResult):
            self._finish_saving(result)

    def _show_pages(self, made: PrintJob) -> None:
        if not made.pages:
            self._show_reason(self.no_pages)
            return
        self.made = made
        self.preview.show_pages(made.pages)
        count = len(made.pages)
        pages = "1 page" if count == 1 else f"{count} pages"
        self.state.setText(f"{self.describe_content()} on {pages}.")
        self._update_buttons()

    def _show_reason(self, text: str) -> None:
        """Show why there are no pages."""
        self.preview.show_pages((), text)
        self.state.setText("")

    def show_waiting(self) -> None:
        """Say that there is nothing to show before the event is rated."""
        self.made = None
        self.preview.show_pages((), WAITING)
        self._update_buttons()

    def _update_buttons(self) -> None:
        ready = self.made is not None
        for name in ("Save", "Print"):
            self.buttons[name].setEnabled(ready)

    # Saving

    def ask_path(self) -> None:
        """Ask where to save."""
        dialog = make_save_dialog(self, self.name, self.format.said)
        open_in_event_folder(dialog, self._session)
        dialog.selectFile(f"{self.suggest_file_name()}{self.format.said}")
        dialog.fileSelected.connect(lambda path: self.save(Path(path)))
        dialog.open()

    def save(self, path: Path) -> None:
        """Save in the background, in the format of the name's suffix."""
        if self.made is None or self._saving:
            return
        self._saving = True
        self._lock_controls(f"Saving {path.name}\N{HORIZONTAL ELLIPSIS}")
        self._worker.start_job(
            partial(save_in_format, path, self.made, self.format.said)
        )

    def _lock_controls(self, said: str) -> None:
        """Disable everything but the button that stops."""
        self.state.setText(said)
        for control in self.findChildren(QWidget):
            if isinstance(control, QAbstractButton | QComboBox):
                control.setEnabled(control is self.buttons["Close"])
        self.buttons["Close"].setText("&Stop")
        self.buttons["Close"].setAccessibleName("Stop")

    def _finish_saving(self, saved: SaveResult) -> None:
        if saved.problem:
            self._report_failure(f"{saved.problem}. Nothing was replaced.")
            return
        # Describe it before it is recorded: after that, nothing has changed.
        what = self.describe_content()
        if saved.path.suffix.lower() not in (".csv", ".xlsx"):
            self.note_printed()
        self._finish(f"{what}: saved in {saved.path}.")

    # Printing

    def ask_printer(self) -> None:
        """Ask for a printer, copies and pages."""
        if self.made is not None:
            dialog, printer = make_printer_dialog(self, self.name, self.made)
            dialog.accepted.connect(lambda: self.print_on(printer))
            QDialog.open(dialog)

    def print_on(self, printer: "QPrinter") -> None:
        """Print the pages, one in each turn of the event loop."""
        from uscalc.ui.printing.job import PrintingJob

        made = self.made
        if made is None or self._job is not None:
            return
        self._worker.drop_job()
        job = PrintingJob(self)
        self._job = job
        count = len(made.pages)
        self._lock_controls("Printing\N{HORIZONTAL ELLIPSIS}")
        job.printed.connect(
            lambda n: self.state.setText(f"Page {n} of {count} printed.")
        )
        # A virtual printer prints into a file.
        where = printer.outputFileName()
        job.ended.connect(lambda problem: self._finish_printing(problem, where))
        job.start_printing(printer, made.pages, made.title)

    def _finish_printing(self, problem: str, where: str) -> None:
        self._job = None
        if problem:
            self._report_failure(f"The printer: {problem}.")
            return
        what = self.describe_content()
        self.note_printed()
        place = f"saved in {Path(where).absolute()}" if where else "sent to the printer"
        self._finish(f"{what}: {place}.")

    # The end

    def _finish(self, said: str) -> None:
        self.accept()
        self._messages.show_message(said, error=False)

    def _report_failure(self, problem: str) -> None:
        self.accept()
        self._messages.show_message(problem, "Save or print elsewhere", self._again)

    def reject(self) -> None:
        """Close the dialog; stop a running print job first."""
        if self._job is not None:
            self._job.cancel()
            return
        super().reject()

    def stop_worker(self) -> None:
        """Stop the background work, and wait for its end."""
        self._worker.close()
