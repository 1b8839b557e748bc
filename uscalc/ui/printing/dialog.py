"""What every print dialog has: paper and type, a preview, saving and printing."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QDialog,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from uscalc.report.wall.html import Paper
from uscalc.ui.frame.mark import WhatIfMark
from uscalc.ui.printing.output import (
    FORMATS,
    Made,
    MakePages,
    Saved,
    file_dialog,
    printer_dialog,
    saved_in,
)
from uscalc.ui.printing.preview import PagesView
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.session.home import begin_at_home
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    DIALOG_MARGINS,
    make_column,
    make_page,
    make_row,
    name_widget,
)
from uscalc.ui.widgets.buttons import plain_button
from uscalc.ui.widgets.controls import CheckControl, ChoiceControl
from uscalc.ui.widgets.labels import FieldLabel, text_label
from uscalc.ui.widgets.message_bar import MessageBar

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

    from uscalc.ui.printing.job import PrintingJob

Choices = Sequence[tuple[str, str]]
"""What can be chosen, and how it is said."""
PAPERS: Final[tuple[tuple[Paper, str], ...]] = (
    ("letter", "US Letter"),
    ("a4", "A4"),
)
NO_PAGES: Final = "Nothing to print: there is no result to be rated."
WAITING: Final = "The ratings are being computed."
OPTIONS_WIDTH: Final = 34
"""In letters of the window's font."""


class PrintingDialog(QDialog):
    """A preview with what can be chosen beside it.

    Subclasses say what is printed. `messages` is the window's bar, where it stands
    afterwards what was done, or what went wrong and the ways out; `again` opens the
    dialog anew.
    """

    name = "printing"
    suffixes: tuple[str, ...] = (".pdf", ".html")
    no_pages = NO_PAGES
    """What is said where nothing came of making the pages."""
    _session: Session
    """Given by the subclass."""

    def __init__(
        self,
        theme: Theme,
        messages: MessageBar,
        window: QWidget,
        again: Callable[[], object],
        title: str,
    ) -> None:
        super().__init__(window)
        self._theme = theme
        self._messages = messages
        self._again = again
        self._saving = False
        self._job: PrintingJob | None = None
        self.made: Made | None = None
        name_widget(self, f"{self.name}Dialog", title)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._worker = Worker(self)
        self._worker.done.connect(self._came)
        self.finished.connect(self.let_go)
        self.preview = PagesView(theme)
        self.paper = self._choice("Paper", "Paper", PAPERS)
        self.paper.committed.connect(self.refresh)
        self.big = self.check("BigType", "&Big type")
        kinds = [(suffix, FORMATS[suffix]) for suffix in self.suffixes]
        self.format = self._choice("Format", "Format", kinds)
        self.state = text_label(f"{self.name}State", "note")
        self.buttons: dict[str, QPushButton] = {}
        self._lay_out()
        scale = theme.zoom / 100
        self.resize(
            min(int(1000 * scale), window.width() - 4 * UNIT),
            min(int(820 * scale), window.height() - 2 * UNIT),
        )

    # What subclasses say

    @abstractmethod
    def job(self) -> MakePages | None:
        """Return what makes the pages from frozen values, in a thread of its own.

        None where there is nothing to print; `counted` then says why.
        """

    @abstractmethod
    def counted(self) -> str:
        """Return what is printed, in words: "6 sheets"."""

    @abstractmethod
    def file_name(self) -> str:
        """Return what the file might be called, without its ending."""

    def options(self, column: QVBoxLayout) -> None:
        """Add what else can be chosen."""

    def hung(self) -> None:
        """Take note of what was printed, or saved to be printed."""

    # Building

    def _choice(self, name: str, words: str, of: Choices) -> ChoiceControl:
        choice = ChoiceControl(of)
        choice.call(f"{self.name}{name}", words)
        choice.show_text(of[0][0])
        choice.committed.connect(choice.show_text)
        return choice

    def check(self, name: str, words: str) -> CheckControl:
        """Return a yes or no that changes what is printed."""
        control = name_widget(
            CheckControl(words), f"{self.name}{name}", words.replace("&", "")
        )
        control.committed.connect(self.refresh)
        return control

    def button(self, name: str, words: str, press: Callable[[], object]) -> QPushButton:
        """Return a button of the dialog; Return presses the one where the keyboard is."""
        button = plain_button(f"{self.name}{name}", words, pressed=press)
        button.setAutoDefault(True)
        self.buttons[name] = button
        return button

    def _lay_out(self) -> None:
        row = make_row(self, spacing=0)
        row.addWidget(self.preview, 1)
        side = make_page(f"{self.name}Side")
        side.setFixedWidth(self.fontMetrics().horizontalAdvance("0") * OPTIONS_WIDTH)
        column = make_column(side, DIALOG_MARGINS)
        column.addWidget(WhatIfMark(self._session, self.name, "without", self))
        self._labelled(column, "&Paper", self.paper)
        column.addWidget(self.big)
        self.options(column)
        column.addStretch(1)
        column.addWidget(self.state)
        self._labelled(column, "Save &as", self.format)
        column.addWidget(
            self.button("Save", "&Save\N{HORIZONTAL ELLIPSIS}", self.ask_path)
        )
        column.addWidget(
            self.button("Print", "P&rint\N{HORIZONTAL ELLIPSIS}", self.ask_printer)
        )
        column.addWidget(self.button("Close", "&Close", self.reject))
        row.addWidget(side)
        # A dialog takes note only of what stands in it already.
        self.buttons["Print"].setDefault(True)

    def choices(
        self, column: QVBoxLayout, words: str, name: str, of: Choices
    ) -> ChoiceControl:
        """Return a choice of what is printed; the first is chosen."""
        choice = self._choice(name, words.replace("&", ""), of)
        choice.committed.connect(self.refresh)
        self._labelled(column, words, choice)
        return choice

    def _labelled(self, column: QVBoxLayout, words: str, control: QWidget) -> None:
        column.addWidget(FieldLabel(words, control))
        column.addWidget(control)

    # The pages

    @property
    def chosen_paper(self) -> Paper:
        """The paper that is chosen."""
        return PAPERS[self.paper.currentIndex()][0]

    @property
    def busy(self) -> bool:
        """Whether pages are being made, saved or printed."""
        return self._worker.busy or self.locked

    @property
    def locked(self) -> bool:
        """Whether pages are being saved or printed, and stay as they are."""
        return self._saving or self._job is not None

    def refresh(self) -> None:
        """Make the pages anew, beside the window."""
        if self.locked:
            return
        job = self.job()
        self.made = None
        if job is None:
            self._worker.forget()
            self.preview.show_pages((), self.counted())
            self.state.setText("")
        else:
            self._worker.ask(lambda asked: job(asked.pause))
        self._enable()

    def _came(self, result: object) -> None:
        if isinstance(result, Made):
            self._show(result)
        elif isinstance(result, Saved):
            self._saved(result)

    def _show(self, made: Made) -> None:
        if not made.pages:
            self.preview.show_pages((), self.no_pages)
            self.state.setText("")
            return
        self.made = made
        self.preview.show_pages(made.pages)
        count = len(made.pages)
        pages = "1 page" if count == 1 else f"{count} pages"
        self.state.setText(f"{self.counted()} on {pages}.")
        self._enable()

    def wait(self) -> None:
        """Says that there is nothing to show before the event is rated."""
        self.made = None
        self.preview.show_pages((), WAITING)
        self._enable()

    def _enable(self) -> None:
        ready = self.made is not None
        for name in ("Save", "Print"):
            self.buttons[name].setEnabled(ready)

    # Saving

    def ask_path(self) -> None:
        """Let the person choose where to save."""
        dialog = file_dialog(self, self.name, self.format.said)
        begin_at_home(dialog, self._session)
        dialog.selectFile(f"{self.file_name()}{self.format.said}")
        dialog.fileSelected.connect(lambda path: self.save(Path(path)))
        dialog.open()

    def save(self, path: Path) -> None:
        """Save beside the window, in the format that the name ends in."""
        if self.made is None or self._saving:
            return
        self._saving = True
        self._lock(f"Saving {path.name}\N{HORIZONTAL ELLIPSIS}")
        self._worker.ask(partial(saved_in, path, self.made, self.format.said))

    def _lock(self, said: str) -> None:
        """Leave nothing to choose but to stop."""
        self.state.setText(said)
        for control in self.findChildren(QWidget):
            if isinstance(control, QAbstractButton | QComboBox):
                control.setEnabled(control is self.buttons["Close"])
        self.buttons["Close"].setText("&Stop")
        self.buttons["Close"].setAccessibleName("Stop")

    def _saved(self, saved: Saved) -> None:
        if saved.problem:
            self._failed(f"{saved.problem}. Nothing was replaced.")
            return
        # Once it hangs, nothing is left that changed.
        what = self.counted()
        if saved.path.suffix.lower() not in (".csv", ".xlsx"):
            self.hung()
        self._done(f"{what}: saved in {saved.path}.")

    # Printing

    def ask_printer(self) -> None:
        """Let the person choose a printer, copies and pages."""
        if self.made is not None:
            dialog, printer = printer_dialog(self, self.name, self.made)
            dialog.accepted.connect(lambda: self.print_on(printer))
            QDialog.open(dialog)

    def print_on(self, printer: "QPrinter") -> None:
        """Print the pages, one in each turn of the event loop."""
        from uscalc.ui.printing.job import PrintingJob

        made = self.made
        if made is None or self._job is not None:
            return
        self._worker.forget()
        job = PrintingJob(self)
        self._job = job
        count = len(made.pages)
        self._lock("Printing\N{HORIZONTAL ELLIPSIS}")
        job.printed.connect(
            lambda n: self.state.setText(f"Page {n} of {count} printed.")
        )
        # A printer that prints into a file puts nothing in the tray.
        where = printer.outputFileName()
        job.ended.connect(lambda problem: self._printed(problem, where))
        job.start(printer, made.pages, made.title)

    def _printed(self, problem: str, where: str) -> None:
        self._job = None
        if problem:
            self._failed(f"The printer: {problem}.")
            return
        what = self.counted()
        self.hung()
        place = f"saved in {Path(where).absolute()}" if where else "sent to the printer"
        self._done(f"{what}: {place}.")

    # The end

    def _done(self, said: str) -> None:
        self.accept()
        self._messages.tell(said, error=False)

    def _failed(self, problem: str) -> None:
        self.accept()
        self._messages.tell(problem, "Save or print elsewhere", self._again)

    def reject(self) -> None:
        """Close; what is being printed is stopped."""
        if self._job is not None:
            self._job.cancel()
            return
        super().reject()

    def let_go(self) -> None:
        """End what is being made, and waits for that."""
        self._worker.close()
