"""Save pages to a file, or send them to a printer."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFileDialog, QWidget

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
from uscalc.ui.scheduling.worker import JobMonitor
from uscalc.ui.widgets.building import name_widget
from uscalc.ui.widgets.controls import CheckControl, ChoiceControl
from uscalc.ui.widgets.dialogs import make_file_dialog

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrintDialog, QPrinter


FORMATS: Final = {
    ".pdf": "PDF",
    ".html": "Web page",
    ".xlsx": "Excel workbook (XLSX)",
    ".csv": "CSV file",
}


class PrintJob(NamedTuple):
    """Pages ready to be printed or saved, and functions that make a file's bytes.

    `more` is for the view that asked for the pages. `stamped` says whether they have the
    time of printing, which `printed_at` is; empty for pages without it.
    """

    pages: tuple[PrintedPage, ...]
    title: str
    files: "Mapping[str, Callable[[PrintJob, Monitor], bytes]]"
    more: object = None
    stamped: bool = False
    printed_at: str = ""

    def stamp_time(self, now: dt.datetime) -> "PrintJob":
        """Return the job with the time of printing on every page, if they have one."""
        if not self.stamped:
            return self
        said = f"Printed {now:%Y-%m-%d} {format_clock(now)}"
        pages = tuple(stamp_page(page, said) for page in self.pages)
        return self._replace(pages=pages, stamped=False, printed_at=said)


def format_clock(time: dt.datetime) -> str:
    """Return the time of day: 2:02 PM."""
    return f"{time:%I:%M %p}".removeprefix("0")


def make_pdf_file(made: PrintJob, monitor: Monitor) -> bytes:
    """Return the pages of a job as a PDF."""
    return make_pdf(made.pages, made.title, monitor)


MakePages = Callable[[Monitor], PrintJob]
"""Makes the pages; an error that the monitor raises ends it."""


class SaveResult(NamedTuple):
    """The result of saving; `problem` is empty if it succeeded."""

    path: Path
    problem: str


def save_in_format(
    path: Path, made: PrintJob, usual: str, asked: JobMonitor
) -> SaveResult:
    """Write a file in the format of its suffix, or else in the usual format."""
    make = made.files.get(path.suffix.lower()) or made.files[usual]
    data = make(made, asked)
    if asked.is_canceled():
        return SaveResult(path, "Saving stopped")
    try:
        replace_file(path, data)
    except FormatError as error:
        return SaveResult(path, str(error).removesuffix("."))
    return SaveResult(path, "")


def make_save_dialog(over: QWidget, name: str, suffix: str) -> QFileDialog:
    """Return a dialog that asks where to save in one format."""
    filters = (f"{FORMATS[suffix]} (*{suffix})",)
    return make_file_dialog(over, f"{name}SaveDialog", "Save", filters, save_as=suffix)


def make_printer_dialog(
    over: QWidget, name: str, made: PrintJob
) -> "tuple[QPrintDialog, QPrinter]":
    """Return a dialog that asks for a printer, copies and pages, and the printer."""
    from PySide6.QtPrintSupport import QPrintDialog, QPrinter

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setPageLayout(make_page_layout(made.pages[0].paper))
    dialog = name_widget(QPrintDialog(printer, over), f"{name}PrinterDialog")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setMinMax(1, len(made.pages))
    return dialog, printer


def make_file_name(name: str, what: str) -> str:
    """Return a file name that every operating system accepts."""
    kept = "".join(c if c.isalnum() or c in " -_" else " " for c in f"{name} {what}")
    return "-".join(kept.split()).lower()[:100]


def make_choice(
    name: str, words: str, choices: Sequence[tuple[str, str]]
) -> ChoiceControl:
    """Return a choice of keys, each with its words; the first is selected."""
    choice = ChoiceControl(choices)
    choice.set_names(name, words)
    choice.show_text(choices[0][0])
    choice.committed.connect(choice.show_text)
    return choice


def offer_choices(choice: ChoiceControl, of: Sequence[tuple[str, str]]) -> None:
    """Offer other choices, and keep the selected one if it is among them."""
    shown = [(choice.itemData(i), choice.itemText(i)) for i in range(choice.count())]
    if shown == list(of):
        return
    said = choice.said
    choice.clear()
    for key, words in of:
        choice.addItem(words, key)
    known = choice.findData(said) >= 0
    choice.show_text(said if known else of[0][0])


def make_check(name: str, words: str, changed: Callable[[], object]) -> CheckControl:
    """Return a check box that calls `changed` when the user clicks it."""
    check = name_widget(CheckControl(words), name, words.replace("&", ""))
    check.committed.connect(lambda _: changed())
    return check


class PrintingJob(QObject):
    """Print a page in each turn of the event loop.

    `printed` gives the number of printed pages. `ended` comes once, with an empty text
    after the last page, or with the problem.
    """

    printed = Signal(int)
    ended = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pages: tuple[PrintedPage, ...] = ()
        self._place = 0
        self._printer: QPrinter | None = None
        self._painter: QPainter | None = None
        self._next = QTimer(self)
        self._next.setInterval(0)
        self._next.timeout.connect(self._print_next_page)

    def start_printing(
        self, printer: "QPrinter", pages: tuple[PrintedPage, ...], title: str
    ) -> None:
        """Start printing the pages that the printer was asked for."""
        first, last = printer.fromPage(), printer.toPage()
        self._pages = pages[max(first, 1) - 1 : last] if last else pages
        if not self._pages:
            self.ended.emit("No such page. Select other pages, or all pages")
            return
        self._place = 0
        self._printer = printer
        printer.setDocName(title)
        printer.setCreator("uscalc")
        printer.setFullPage(True)
        printer.setPageLayout(make_page_layout(self._pages[0].paper))
        self._painter = QPainter()
        if not self._painter.begin(printer):
            self._finish(
                "The printer isn't responding. Check that it is connected and turned on"
            )
            return
        self._next.start()

    def cancel(self) -> None:
        """Stop printing."""
        if self._printer is not None:
            self._printer.abort()
            self._finish("Printing stopped")

    def _print_next_page(self) -> None:
        printer, painter = self._printer, self._painter
        assert printer is not None
        assert painter is not None
        if self._place and not printer.newPage():
            self._finish("The printer stopped accepting pages. Check the printer")
            return
        painter.save()
        painter.scale(printer.resolution() / PER_INCH, printer.resolution() / PER_INCH)
        paint_page(painter, self._pages[self._place])
        painter.restore()
        self._place += 1
        self.printed.emit(self._place)
        if self._place == len(self._pages):
            self._finish("")

    def _finish(self, problem: str) -> None:
        self._next.stop()
        if self._painter is not None and self._painter.isActive():
            self._painter.end()
        self._painter = self._printer = None
        self.ended.emit(problem)
