"""Share what every print dialog has: paper and type, preview, saving and printing."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QComboBox,
    QDialog,
    QFrame,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from uscalc.counted import count_in_words
from uscalc.report.wall.outputs import Paper
from uscalc.ui.frame.home import open_in_event_folder
from uscalc.ui.frame.view import WhatIfMark
from uscalc.ui.printing.output import (
    FORMATS,
    MakePages,
    PrintingJob,
    PrintJob,
    SaveResult,
    make_check,
    make_choice,
    make_printer_dialog,
    make_save_dialog,
    save_in_format,
)
from uscalc.ui.printing.page import PrintedPage, paint_page
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    add_parts,
    make_column,
    make_page,
    make_row,
    name_widget,
    set_up_dialog,
)
from uscalc.ui.widgets.controls import CheckControl, ChoiceControl
from uscalc.ui.widgets.labels import FieldLabel, make_plain_button, make_text_label

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

    from uscalc.ui.frame.frame import MainFrame


GAP: Final = 2 * UNIT
PAPER: Final = "#ffffff"


class PagePreview(QAbstractScrollArea):
    """Show pages in the width of the view; only visible ones are painted."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._empty = ""
        self.pages: tuple[PrintedPage, ...] = ()
        name_widget(self, "printPreview", "Preview")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setAutoFillBackground(False)

    def show_pages(self, pages: tuple[PrintedPage, ...], empty: str = "") -> None:
        """Show other pages; `empty` is the text shown if there are none."""
        self.pages, self._empty = pages, empty
        self.setAccessibleDescription("; ".join(page.about for page in pages) or empty)
        self._update_scroll_range()
        self.viewport().update()

    @property
    def scale(self) -> float:
        """Pixels per tenth of a point."""
        widest = max((page.size[0] for page in self.pages), default=6120.0)
        return max(self.viewport().width() - 2 * GAP, UNIT) / widest

    def get_page_rect(self, number: int) -> QRectF:
        """Return the rectangle of a page, counted from 0, before scrolling."""
        scale, top = self.scale, float(GAP)
        for page in self.pages[:number]:
            top += page.size[1] * scale + GAP
        width, height = self.pages[number].size
        return QRectF(GAP, top, width * scale, height * scale)

    def _update_scroll_range(self) -> None:
        """Set the range of the scroll bar, and keep the position in the pages."""
        bar = self.verticalScrollBar()
        before = bar.value() / bar.maximum() if bar.maximum() else 0.0
        last = len(self.pages) - 1
        height = self.get_page_rect(last).bottom() + GAP if self.pages else 0.0
        bar.setRange(0, max(round(height) - self.viewport().height(), 0))
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(5 * UNIT)
        bar.setValue(round(before * bar.maximum()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the pages to the new width."""
        super().resizeEvent(event)
        self._update_scroll_range()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Repaint after scrolling."""
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible pages, which look like paper in every theme."""
        port = self.viewport()
        painter = QPainter(port)
        colors = self._theme.colors
        painter.fillRect(port.rect(), QColor(colors.background))
        if not self.pages:
            painter.setPen(QColor(colors.soft))
            area = port.rect().adjusted(4 * UNIT, 4 * UNIT, -4 * UNIT, -4 * UNIT)
            flags = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(area, flags, self._empty)
            painter.end()
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        scrolled = self.verticalScrollBar().value()
        for number, page in enumerate(self.pages):
            place = self.get_page_rect(number).translated(0, -scrolled)
            if place.bottom() < 0 or place.top() > port.height():
                continue
            painter.fillRect(place, QColor(PAPER))
            painter.save()
            painter.setClipRect(place)
            painter.translate(place.topLeft())
            painter.scale(self.scale, self.scale)
            paint_page(painter, page)
            painter.restore()
            painter.setPen(QPen(QColor(colors.line), 1))
            painter.drawRect(place)
        painter.end()


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
        add_parts(
            column,
            WhatIfMark(self._session, self.name, "without", self),
            FieldLabel("&Paper", self.paper),
            self.paper,
            self.big,
        )
        self.add_options(column)
        column.addStretch(1)
        add_parts(
            column,
            self.state,
            FieldLabel("Save &as", self.format),
            self.format,
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
        pages = count_in_words(len(made.pages), "page")
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
        for name in ("Save", "Print"):
            self.buttons[name].setEnabled(self.made is not None)

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
