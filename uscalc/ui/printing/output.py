"""Save pages to a file, or send them to a printer."""

import datetime as dt
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QPainter, QPainterStateGuard
from PySide6.QtWidgets import QWidget

from uscalc.counted import format_day
from uscalc.formats import FormatError
from uscalc.formats.shared.files import replace_file
from uscalc.monitor import Monitor
from uscalc.ui.printing.page import (
    PER_INCH,
    PrintedPage,
    make_page_layout,
    make_pdf,
    paint_page,
    stamp_page,
)
from uscalc.ui.scheduling import JobMonitor, make_timer
from uscalc.ui.widgets.building import name_widget
from uscalc.ui.widgets.controls import CheckControl, ChoiceControl
from uscalc.ui.widgets.controls import make_choice as make_named_choice

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrintDialog, QPrinter


FORMATS: Final = {
    ".pdf": "PDF",
    ".html": "Web page",
    ".xlsx": "Excel (XLSX)",
    ".csv": "CSV file",
}


class PrintJob(NamedTuple):
    """Pages that can be printed or saved, and functions that make a file's content.

    `more` is extra data for the view that asked for the pages. If `stamped` is True,
    the pages get the time of printing, `printed_at`.
    """

    pages: tuple[PrintedPage, ...]
    title: str
    files: "Mapping[str, Callable[[PrintJob, Monitor], bytes]]"
    more: object = None
    stamped: bool = False
    printed_at: str = ""

    def stamp_time(self, now: dt.datetime) -> "PrintJob":
        """Return the job with the time of printing on every page, if `stamped` is True."""
        if not self.stamped:
            return self
        text = f"Printed {format_day(now)} {format_clock(now)}"
        pages = tuple(stamp_page(page, text) for page in self.pages)
        return self._replace(pages=pages, stamped=False, printed_at=text)


def format_clock(time: dt.datetime) -> str:
    """Return the time of day, for example 2:02 PM."""
    return f"{time:%I:%M %p}".removeprefix("0")


def make_pdf_file(made: PrintJob, monitor: Monitor) -> bytes:
    """Return the content of a PDF file with the pages of a job."""
    return make_pdf(made.pages, made.title, monitor)


MakePages = Callable[[Monitor], PrintJob]
"""Makes the pages; an error that the monitor raises ends this."""


class SaveResult(NamedTuple):
    """The result of saving; `problem` is empty if it succeeded."""

    path: Path
    problem: str


def save_in_format(
    path: Path, made: PrintJob, usual: str, monitor: JobMonitor
) -> SaveResult:
    """Write a file in the format of its suffix or, if it has another one, in the usual format."""
    make = made.files.get(path.suffix.lower()) or made.files[usual]
    data, problem = make(made, monitor), ""
    if monitor.is_canceled():
        return SaveResult(path, "Saving stopped")
    try:
        replace_file(path, data)
    except FormatError as error:
        problem = str(error).removesuffix(".")
    return SaveResult(path, problem)


def make_printer_dialog(
    over: QWidget, name: str, made: PrintJob
) -> "tuple[QPrintDialog, QPrinter]":
    """Return a dialog that asks for printer, copies and pages, and the printer it sets."""
    from PySide6.QtPrintSupport import QPrintDialog, QPrinter

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setPageLayout(make_page_layout(made.pages[0].paper))
    dialog = name_widget(QPrintDialog(printer, over), f"{name}PrinterDialog")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setMinMax(1, len(made.pages))
    return dialog, printer


def make_file_name(name: str, what: str) -> str:
    """Return a file name that is valid in every operating system."""
    kept = "".join(c if c.isalnum() or c in " -_" else " " for c in f"{name} {what}")
    return "-".join(kept.split()).lower()[:100]


def make_choice(
    name: str, words: str, choices: Sequence[tuple[str, str]]
) -> ChoiceControl:
    """Return a choice between keys, shown as words; the first is selected."""
    choice = make_named_choice(name, words, choices, shown=choices[0][0])
    choice.committed.connect(choice.show_text)
    return choice


def offer_choices(choice: ChoiceControl, of: Sequence[tuple[str, str]]) -> None:
    """Replace the items of a choice; keep the selected item if it is among them."""
    shown = [(choice.itemData(i), choice.itemText(i)) for i in range(choice.count())]
    if shown == list(of):
        return
    text = choice.value
    choice.clear()
    for key, words in of:
        choice.addItem(words, key)
    choice.show_known(text)


def make_check(name: str, words: str, changed: Callable[[], object]) -> CheckControl:
    """Return a check box that calls `changed` when the user clicks it."""
    check = name_widget(CheckControl(words), name, words.replace("&", ""))
    check.committed.connect(lambda _: changed())
    return check


class PrintingJob(QObject):
    """Prints one page in each turn of the event loop.

    `printed` has the number of printed pages. `ended` is emitted once, with an empty
    text after the last page, or with the problem.
    """

    printed = Signal(int)
    ended = Signal(str)

    def __init__(
        self,
        parent: QObject,
        printer: "QPrinter",
        pages: tuple[PrintedPage, ...],
        title: str,
    ) -> None:
        super().__init__(parent)
        printer.setDocName(title)
        printer.setCreator("uscalc")
        printer.setFullPage(True)
        printer.setPageLayout(make_page_layout(pages[0].paper))
        first, last = printer.fromPage(), printer.toPage()
        self._printer = printer
        self._steps = self._print_pages(pages[max(first, 1) - 1 : last or None])
        self._next = make_timer(self, 0, self._take_step, repeats=True)
        self._next.start()

    def cancel(self) -> None:
        """Stop printing."""
        self._printer.abort()
        self._steps.close()
        self._end("Printing stopped")

    def _print_pages(
        self, pages: tuple[PrintedPage, ...]
    ) -> Generator[None, None, str]:
        """Print one page for each `next`; return the problem, or an empty text."""
        printer, painter = self._printer, QPainter()
        if not pages:
            return "No such page. Select other pages, or all pages"
        if not painter.begin(printer):
            return (
                "The printer isn't responding. Check that it is connected and turned on"
            )
        try:
            scale = printer.resolution() / PER_INCH
            for count, page in enumerate(pages, 1):
                if count > 1 and not printer.newPage():
                    return "The printer stopped accepting pages. Check the printer"
                with QPainterStateGuard(painter):
                    painter.scale(scale, scale)
                    paint_page(painter, page)
                self.printed.emit(count)
                yield
        finally:
            painter.end()
        return ""

    def _take_step(self) -> None:
        try:
            next(self._steps)
        except StopIteration as end:
            self._end(end.value)

    def _end(self, problem: str) -> None:
        self._next.stop()
        self.ended.emit(problem)
