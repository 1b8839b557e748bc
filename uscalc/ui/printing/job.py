"""Send pages to a printer one at a time, so that the window stays responsive."""

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QPainter
from PySide6.QtPrintSupport import QPrinter

from uscalc.ui.printing.page import PER_INCH, PrintedPage, make_page_layout, paint_page


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
        self, printer: QPrinter, pages: tuple[PrintedPage, ...], title: str
    ) -> None:
        """Start printing the pages that the printer was asked for."""
        first, last = printer.fromPage(), printer.toPage()
        self._pages = pages[max(first, 1) - 1 : last] if last else pages
        if not self._pages:
            self.ended.emit("there is no such page; ask for others, or for all")
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
                "it does not take anything; check that it is there and switched on"
            )
            return
        self._next.start()

    def cancel(self) -> None:
        """Stop printing."""
        if self._printer is not None:
            self._printer.abort()
            self._finish("it was stopped")

    def _print_next_page(self) -> None:
        printer, painter = self._printer, self._painter
        assert printer is not None
        assert painter is not None
        if self._place and not printer.newPage():
            self._finish("it takes no more pages; look at the printer")
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
