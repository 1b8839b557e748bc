"""What was made to be printed, and its ways out: into a file, or to a printer."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from uscalc.engine.pause import Pause
from uscalc.formats import FormatError
from uscalc.formats.storage.files import replace_file
from uscalc.ui.printing.page import Page, page_layout
from uscalc.ui.scheduling.worker import Asked
from uscalc.ui.widgets.building import name_widget

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrintDialog, QPrinter

FORMATS: Final = {
    ".pdf": "PDF",
    ".html": "Web page",
    ".xlsx": "Spreadsheet (XLSX)",
    ".csv": "Table of values (CSV)",
}


class Made(NamedTuple):
    """What is ready to be printed or saved: pages, and what makes a file's bytes.

    `more` is what the dialog alone wants to know of it.
    """

    pages: tuple[Page, ...]
    title: str
    files: Mapping[str, Callable[[Pause], bytes]]
    more: object = None


MakePages = Callable[[Pause], Made]
"""Makes the pages; what the pause raises ends it."""


class Saved(NamedTuple):
    """What came of saving; `problem` is empty where it was done."""

    path: Path
    problem: str


def saved_in(path: Path, made: Made, usual: str, asked: Asked) -> Saved:
    """Write a file in the format that its name ends in, or else in the usual one."""
    make = made.files.get(path.suffix.lower()) or made.files[usual]
    data = make(asked.pause)
    if not asked():
        return Saved(path, "it was stopped")
    try:
        replace_file(path, data)
    except FormatError as error:
        return Saved(path, str(error))
    return Saved(path, "")


def file_dialog(over: QWidget, name: str, suffix: str) -> QFileDialog:
    """Ask where to save in one format."""
    dialog = name_widget(QFileDialog(over, "Save"), f"{name}SaveDialog")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setDefaultSuffix(suffix.removeprefix("."))
    dialog.setNameFilters([f"{FORMATS[suffix]} (*{suffix})"])
    return dialog


def printer_dialog(
    over: QWidget, name: str, made: Made
) -> "tuple[QPrintDialog, QPrinter]":
    """Return asks for a printer, copies and pages, on the paper that the pages are for."""
    from PySide6.QtPrintSupport import QPrintDialog, QPrinter

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setPageLayout(page_layout(made.pages[0].paper))
    dialog = name_widget(QPrintDialog(printer, over), f"{name}PrinterDialog")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setMinMax(1, len(made.pages))
    return dialog, printer


def file_name(name: str, what: str) -> str:
    """Return a name that every system takes for a file."""
    kept = "".join(c if c.isalnum() or c in " -_" else " " for c in f"{name} {what}")
    return "-".join(kept.split()).lower()[:100]
