"""The common part of all views that print: options, preview, saving and printing."""

import datetime as dt
from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPainterStateGuard,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QBoxLayout,
    QDialog,
    QFrame,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from uscalc.counted import count_in_words
from uscalc.report.wall.outputs import Paper
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.frame.view import View, WhatIfMark
from uscalc.ui.printing.output import (
    FORMATS,
    MakePages,
    PrintingJob,
    PrintJob,
    SaveResult,
    make_check,
    make_choice,
    make_printer_dialog,
    offer_choices,
    save_in_format,
)
from uscalc.ui.printing.page import PrintedPage, paint_page
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    STRETCH,
    FieldLabel,
    add_parts,
    make_column,
    make_page,
    make_plain_button,
    make_plain_line,
    make_row,
    make_scroll_area,
    name_scroll_bars,
    name_widget,
    set_up_dialog,
    turn_box,
)
from uscalc.ui.widgets.controls import CheckControl, ChoiceControl
from uscalc.ui.widgets.dialogs import ask_for_path, make_file_dialog
from uscalc.ui.widgets.grabbing import IMAGE
from uscalc.ui.widgets.layouts import FlowLayout

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter


GAP: Final = 2 * UNIT
PAPER: Final = "#ffffff"
LEAST_SCALE: Final = 0.05
"""The least scale of the preview: half a pixel for each point."""


class PagePreview(QAbstractScrollArea):
    """Shows pages so that the upper half of one is visible, or larger.

    Only visible pages are painted. `zoomed` is emitted to zoom in (1) or out (-1): on +
    and -, or Ctrl and the wheel.
    """

    zoomed = Signal(int)
    accessible_role = IMAGE

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._empty = ""
        self._zoom = 1.0
        self.pages: tuple[PrintedPage, ...] = ()
        name_widget(self, name, "Preview")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        name_scroll_bars(self, name, "Preview")
        self.viewport().setAutoFillBackground(False)

    def show_pages(self, pages: tuple[PrintedPage, ...], empty: str = "") -> None:
        """Show these pages; if there are none, show the text `empty`."""
        self.pages, self._empty = pages, empty
        self.setAccessibleDescription("; ".join(page.about for page in pages) or empty)
        self._update_scroll_ranges()

    def set_zoom(self, zoom: float) -> None:
        """Set the zoom; at 1, the upper half of a page fits in the view."""
        self._zoom = zoom
        self._update_scroll_ranges()

    @property
    def scale(self) -> float:
        """The number of pixels per tenth of a point."""
        widest = max(page.size[0] for page in self.pages)
        highest = max(page.size[1] for page in self.pages)
        # Whether a scroll bar is shown must not change the scale, which decides whether
        # one is needed; otherwise, it could appear and disappear without end.
        room = self.width() - self.verticalScrollBar().sizeHint().width()
        half = (self.height() - GAP) / (highest / 2)
        fits = min(max(room - 2 * GAP, UNIT) / widest, max(half, LEAST_SCALE))
        return self._zoom * fits

    def get_page_rect(self, number: int) -> QRectF:
        """Return the rectangle of a page before scrolling; pages are counted from 0."""
        scale, top = self.scale, float(GAP)
        for page in self.pages[:number]:
            top += page.size[1] * scale + GAP
        width, height = (side * scale for side in self.pages[number].size)
        left = max((self.viewport().width() - width) / 2, GAP)
        return QRectF(left, top, width, height)

    def _update_scroll_ranges(self) -> None:
        """Set the ranges of the scroll bars, and keep the place in the pages."""
        port, rects = self.viewport(), map(self.get_page_rect, range(len(self.pages)))
        whole = reduce(QRectF.united, rects, QRectF()).adjusted(0, 0, GAP, GAP)
        for bar, end, room in (
            (self.verticalScrollBar(), whole.bottom(), port.height()),
            (self.horizontalScrollBar(), whole.right(), port.width()),
        ):
            before = bar.value() / bar.maximum() if bar.maximum() else 0.0
            bar.setRange(0, max(round(end) - room, 0))
            bar.setPageStep(room)
            bar.setSingleStep(5 * UNIT)
            bar.setValue(round(before * bar.maximum()))
        port.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Zoom in with +, and out with -."""
        by = {"+": 1, "=": 1, "-": -1}.get(event.text())
        if by is None:
            super().keyPressEvent(event)
        else:
            self.zoomed.emit(by)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl and the wheel."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoomed.emit(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the pages to the new size."""
        super().resizeEvent(event)
        self._update_scroll_ranges()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Repaint after scrolling."""
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible pages, with the colors of paper in every theme."""
        port = self.viewport()
        with QPainter(port) as painter:
            colors = self._theme.colors
            painter.fillRect(port.rect(), QColor(colors.background))
            if not self.pages:
                painter.setPen(QColor(colors.soft))
                area = port.rect().adjusted(4 * UNIT, 4 * UNIT, -4 * UNIT, -4 * UNIT)
                flags = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
                painter.drawText(area, flags, self._empty)
            hints = QPainter.RenderHint
            painter.setRenderHints(hints.Antialiasing | hints.TextAntialiasing)
            left = self.horizontalScrollBar().value()
            top = self.verticalScrollBar().value()
            for number, page in enumerate(self.pages):
                place = self.get_page_rect(number).translated(-left, -top)
                if place.intersects(QRectF(port.rect())):
                    painter.fillRect(place, QColor(PAPER))
                    with QPainterStateGuard(painter):
                        painter.setClipRect(place)
                        painter.translate(place.topLeft())
                        painter.scale(self.scale, self.scale)
                        paint_page(painter, page)
                    painter.setPen(QPen(QColor(colors.line), 1))
                    painter.drawRect(place)


ChoiceList = Sequence[tuple[str, str]]
"""Keys to select from, each with its label."""
PAPERS: Final[tuple[tuple[Paper, str], ...]] = (
    ("letter", "US Letter"),
    ("a4", "A4"),
)
ZOOMS: Final = (
    ("1", "Fit to view"),
    *((f"{z / 100:g}", f"{z}%") for z in (150, 200, 300)),
)
"""The zooms of the preview."""
FORMAT_LETTERS: Final = 9
"""The width of the longest name of a format, in letters."""
OPTIONS_WIDTH: Final = 34
"""The width of the column of options, in characters of the window's font."""
LABEL_WIDTH: Final = 9
"""The least width of the labels beside options."""
LOOK_WIDTH: Final = 22
"""The width of a second column of options."""
PREVIEW_WIDTH: Final = 26
"""The least width of the preview beside two columns of options."""
MOST_PIXELS: Final = 16_777_215
"""The largest size of a widget in Qt, in pixels: no limit."""
FLAT: Final = 1.8
"""At this ratio of width to height or more, a panel may have two columns of options."""
LAG: Final = 60
"""The delay of the preview in milliseconds, so that the crosstable is painted first."""


class PrintPanel(View):
    """A preview, with options beside it and buttons above.

    Subclasses define what is printed. The window's message bar shows the result, or the
    problem and its fixes, with a button that calls `again` to open the panel again.
    `finished` is emitted after the pages were printed or saved, or this failed. The
    pages follow the event while the panel is visible.
    """

    finished = Signal()
    prefix = "printing"
    """The beginning of the object names of its controls."""

    def __init__(
        self, window: MainFrame, name: str, label: str, again: Callable[[], object]
    ) -> None:
        super().__init__(name, label, window.session, window.theme)
        self._messages = window.messages
        self._again = again
        self._saving = False
        self._job: PrintingJob | None = None
        self._wanted: Callable[[], object] | None = None
        self._keyboard: QWidget | None = None
        self.made: PrintJob | None = None
        """The last pages; they belong to the current event if `ready` is True."""
        self._worker = self.make_worker(self._receive_result)
        self.preview = PagePreview(window.theme, f"{self.prefix}Preview")
        self.paper = self.make_choice("Paper", "Paper", PAPERS)
        self.big = self.make_check("BigType", "Big type")
        self.zoom = make_choice(f"{self.prefix}Zoom", "Zoom of the preview", ZOOMS)
        self.zoom.setToolTip("Zoom of the preview (+ and -, or Ctrl and the wheel)")
        self.zoom.committed.connect(lambda _: self._step_zoom(0))
        self.preview.zoomed.connect(self._step_zoom)
        self.format = make_choice(
            f"{self.prefix}Format", "Save as", list(FORMATS.items())[:1]
        )
        self.format.setMinimumContentsLength(FORMAT_LETTERS)
        self.state = make_plain_line(f"{self.prefix}State", "heading")
        self.buttons: dict[str, QPushButton] = {}
        self._lay_out()
        self.following = self.follow(self._session.opened, wait=LAG)
        self._session.rated.connect(self._handle_rating)

    ## Defined by subclasses

    @abstractmethod
    def make_page_job(self) -> MakePages | None:
        """Return a function that makes the pages in a thread, from frozen values.

        Return None if there is nothing to print; `describe_content` then has the
        reason.
        """

    @abstractmethod
    def describe_content(self) -> str:
        """Return what is printed, for example "6 wall charts"."""

    @abstractmethod
    def suggest_file_name(self) -> str:
        """Return a name for the file, without its suffix."""

    def add_content_options(self, column: QVBoxLayout) -> None:
        """Add the subclass's options for the content."""

    def add_look_options(self, column: QVBoxLayout) -> None:
        """Add the subclass's options for the look, in the second column."""

    def explain_empty_pages(self) -> str:
        """Return why there are no pages."""
        return "Nothing to print: no rated results yet."

    def note_printed(self) -> str:
        """Record what was printed or saved; return the problem, if any."""
        return ""

    @property
    def follows_event(self) -> bool:
        """Return whether the pages change when the event is rated again."""
        return True

    # Building

    def make_check(self, name: str, words: str) -> CheckControl:
        """Return a check box; a click makes the pages again."""
        return make_check(f"{self.prefix}{name}", words, self.change_choice)

    def make_button(
        self, name: str, words: str, press: Callable[[], object]
    ) -> QPushButton:
        """Return a button, which Enter presses while it has the focus."""
        button = make_plain_button(f"{self.prefix}{name}", words, pressed=press)
        button.setAutoDefault(True)
        self.buttons[name] = button
        return button

    def _lay_out(self) -> None:
        head = make_page(f"{self.prefix}Head")
        head.setContentsMargins(2 * UNIT, UNIT // 2, UNIT, UNIT // 2)
        save = self.make_button("Save", "Save\N{HORIZONTAL ELLIPSIS}", self.ask_path)
        press = partial(self._run_when_ready, self.ask_printer)
        printing = self.make_button("Print", "Print\N{HORIZONTAL ELLIPSIS}", press)
        stop = self.make_button("Stop", "Stop", self.stop)
        stop.hide()
        add_parts(
            FlowLayout(head),
            self.format,
            save,
            printing,
            stop,
            self.paper,
            self.big,
            self.zoom,
            self.state,
        )
        self._page = page = make_page(f"{self.prefix}OptionsPage")
        what, look = make_column(spacing=UNIT // 2), make_column(spacing=UNIT // 2)
        self.add_content_options(what)
        self.add_look_options(look)
        self._columns = add_parts(make_row(page, (UNIT, 0, UNIT, 0)), what, (look, 1))
        self._columns.setAlignment(what, Qt.AlignmentFlag.AlignTop)
        self._options = make_scroll_area(f"{self.prefix}Options", "Print options", page)
        if what.isEmpty() and look.isEmpty():
            self._options.hide()
        look.addStretch()
        self._body = add_parts(make_row(spacing=0), (self.preview, 1), self._options)
        add_parts(make_column(self, spacing=0), head, (self._body, 1))
        self.setFocusProxy(printing)
        self.divide_width()

    def make_choice(self, name: str, words: str, of: ChoiceList) -> ChoiceControl:
        """Return a choice with its first item selected; a new choice makes the pages again."""
        choice = make_choice(f"{self.prefix}{name}", words, of)
        choice.committed.connect(lambda _: self.change_choice())
        return choice

    def add_choice(
        self, column: QVBoxLayout, words: str, name: str, of: ChoiceList
    ) -> ChoiceControl:
        """Add a choice with its label; see `make_choice`."""
        choice = self.make_choice(name, words, of)
        self.add_labeled(column, words, choice)
        return choice

    def add_labeled(self, column: QVBoxLayout, words: str, control: QWidget) -> None:
        """Add a control with its label at the left."""
        label = FieldLabel(words, control)
        label.setMinimumWidth(label.fontMetrics().horizontalAdvance("0") * LABEL_WIDTH)
        column.addLayout(add_parts(make_row(), label, (control, 1)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Divide the new width between preview and options."""
        super().resizeEvent(event)
        self.divide_width()

    def divide_width(self) -> None:
        """Put the options beside the preview or, in a high and narrow panel, above it.

        They are in two columns if the panel is too low for one.
        """
        digit = self.fontMetrics().horizontalAdvance("0")
        beside = self.width() >= min(
            (OPTIONS_WIDTH + PREVIEW_WIDTH) * digit, self.height()
        )
        both = (OPTIONS_WIDTH + LOOK_WIDTH + PREVIEW_WIDTH) * digit
        wide = self.width() >= max(FLAT * self.height(), both)
        flat = wide and self.needs_two_columns
        turn_box(self._columns, down=not flat)
        ways = QBoxLayout.Direction
        self._body.setDirection(ways.LeftToRight if beside else ways.BottomToTop)
        # Options above the preview begin below the buttons.
        self._columns.setContentsMargins(UNIT if beside else 2 * UNIT, 0, UNIT, 0)
        width = (OPTIONS_WIDTH + (LOOK_WIDTH if flat else 0)) * digit
        self._options.setMinimumWidth(width if beside else 0)
        self._options.setMaximumWidth(width if beside else MOST_PIXELS)
        self._options.setMaximumHeight(
            MOST_PIXELS if beside else self._page.sizeHint().height()
        )

    @property
    def needs_two_columns(self) -> bool:
        """Return whether the options are too high for one column."""
        return True

    def _step_zoom(self, by: int) -> None:
        place = self.zoom.currentIndex() + by
        if 0 <= place < len(ZOOMS):
            self.zoom.show_text(ZOOMS[place][0])
            self.preview.set_zoom(float(self.zoom.value))

    # The pages

    @property
    def chosen_paper(self) -> Paper:
        """The selected paper."""
        return PAPERS[self.paper.currentIndex()][0]

    @property
    def locked(self) -> bool:
        """True while pages are saved or printed; they stay unchanged then."""
        return self._saving or self._job is not None

    @property
    def busy(self) -> bool:
        """True while pages are made, saved or printed, or about to be."""
        late = self.follows_event and not self._session.up_to_date
        return self._worker.busy or self.locked or self.following.behind or late

    @property
    def ready(self) -> bool:
        """True if the pages belong to the current event."""
        return self.made is not None and not self.busy

    def change_choice(self) -> None:
        """Make the pages again after the user changed an option."""
        self.refresh()

    def _handle_rating(self) -> None:
        if self.follows_event:
            self.following.refresh_later()

    def refresh(self) -> None:
        """Make the pages again, in the background."""
        if self.locked:
            return
        if self.follows_event and not self._session.up_to_date:
            # After the event is rated, this is called again.
            if self.made is None:
                self._show_reason("Calculating ratings…")
            return
        if (job := self.make_page_job()) is None:
            self._worker.drop_job()
            self._show_reason(self.describe_content())
        else:
            self._worker.start_job(lambda asked: job(asked))

    def _receive_result(self, result: object) -> None:
        if isinstance(result, PrintJob):
            self._show_pages(result)
        elif isinstance(result, SaveResult):
            self._finish_saving(result)

    def _show_pages(self, made: PrintJob) -> None:
        if not made.pages:
            self._show_reason(self.explain_empty_pages())
            return
        self.made = made
        offer_choices(self.format, [(kind, FORMATS[kind]) for kind in made.files])
        self.preview.show_pages(made.stamp_time(dt.datetime.now()).pages)
        pages = count_in_words(len(made.pages), "page")
        self.state.setText(f"{self.describe_content()} on {pages}.")
        self._update_controls()
        wanted, self._wanted = self._wanted, None
        if wanted is not None and self.ready:
            wanted()

    def _show_reason(self, text: str) -> None:
        """Show why there are no pages."""
        self.made = self._wanted = None
        self.preview.show_pages((), text)
        self.state.setText("")
        self._update_controls()

    def _update_controls(self) -> None:
        """Enable the controls or, while pages are printed, only the button that stops."""
        free = not self.locked
        self._options.setEnabled(free)
        self.format.setEnabled(free)
        for name in ("Save", "Print"):
            self.buttons[name].setEnabled(free and self.made is not None)
        self.buttons["Stop"].setVisible(self._job is not None)

    def _run_when_ready(self, run: Callable[[], object]) -> None:
        """Call `run` as soon as the pages belong to the current event."""
        if self.ready:
            run()
        elif not self.locked:
            self._wanted = run

    def hideEvent(self, event: QHideEvent) -> None:
        """Forget a print or save that has not begun, because the user has closed the panel."""
        super().hideEvent(event)
        self._wanted = None

    # Saving

    def ask_path(self) -> None:
        """Ask for a file to save to."""
        kind = self.format.value
        dialog = make_file_dialog(
            self,
            f"{self.prefix}SaveDialog",
            "Save",
            (f"{FORMATS[kind]} (*{kind})",),
            save_as=kind,
            folder=self._session.folder,
        )
        ask_for_path(
            dialog,
            lambda path: self._run_when_ready(partial(self.save, path)),
            f"{self.suggest_file_name()}{kind}",
        )

    def save(self, path: Path) -> None:
        """Save in the background, in the format of the name's suffix."""
        if self.made is None or self._saving:
            return
        self._saving = True
        self._lock_controls(f"Saving {path.name}\N{HORIZONTAL ELLIPSIS}")
        made = self.made.stamp_time(dt.datetime.now())
        self._worker.start_job(partial(save_in_format, path, made, self.format.value))

    def _lock_controls(self, text: str) -> None:
        """Disable all controls except the button that stops."""
        self.state.setText(text)
        focus = self.window().focusWidget()
        self._keyboard = focus if focus and self.isAncestorOf(focus) else None
        self._update_controls()

    def _finish_saving(self, saved: SaveResult) -> None:
        problem = f"{saved.problem}. Nothing was saved." if saved.problem else ""
        hangs = saved.path.suffix.lower() not in (".csv", ".xlsx")
        self._finish(problem, f"saved to {saved.path}.", hangs)

    # Printing

    def ask_printer(self) -> None:
        """Ask for the printer, the copies and the pages."""
        if self.made is not None:
            dialog, printer = make_printer_dialog(self, self.prefix, self.made)
            dialog.accepted.connect(lambda: self.print_on(printer))
            QDialog.open(dialog)

    def print_on(self, printer: "QPrinter") -> None:
        """Print the pages, one in each turn of the event loop."""
        if self.made is None or self._job is not None:
            return
        self._worker.drop_job()
        made = self.made.stamp_time(dt.datetime.now())
        job = self._job = PrintingJob(self, printer, made.pages, made.title)
        count = len(made.pages)
        self._lock_controls("Printing\N{HORIZONTAL ELLIPSIS}")
        job.printed.connect(
            lambda n: self.state.setText(f"Printed page {n} of {count}.")
        )
        # A virtual printer prints into a file.
        path = printer.outputFileName()
        place = f"saved to {Path(path).absolute()}" if path else "sent to the printer"
        job.ended.connect(
            lambda problem: self._finish(problem and f"{problem}.", f"{place}.")
        )

    def stop(self) -> bool:
        """Stop printing; return False if nothing is being printed."""
        job = self._job
        if job is not None:
            job.cancel()
        return job is not None

    def _finish(self, problem: str, where: str, hangs: bool = True) -> None:
        """Enable all controls, and show the problem, or where the pages are.

        If `hangs` is True, they are recorded as printed.
        """
        self._saving, self._job = False, None
        # Describe the changes before they are recorded; after that, there are none.
        text = f"{self.describe_content()} {where}"
        if hangs and not problem:
            text = f"{text} {self.note_printed()}".rstrip()
        self._update_controls()
        if self._keyboard is not None and self.isVisible():
            self._keyboard.setFocus()
        self.finished.emit()
        self.following.refresh_later()
        if problem:
            self._messages.show_message(problem, "Show print options", self._again)
        else:
            self._messages.show_message(text, error=False)

    def close_worker(self) -> None:
        """Stop the background work, and wait until it has ended."""
        self._session.rated.disconnect(self._handle_rating)
        self._worker.close()


class PrintDialog(QDialog):
    """A dialog with a print panel; it closes after the pages were printed or saved."""

    def __init__(self, window: MainFrame, panel: PrintPanel) -> None:
        super().__init__(window)
        self.panel = panel
        set_up_dialog(self, f"{panel.prefix}Dialog", panel.accessibleName())
        self._close = panel.make_button("Close", "&Close", self.reject)
        row = add_parts(
            make_row(margins=(2 * UNIT, UNIT, 2 * UNIT, UNIT)), STRETCH, self._close
        )
        mark = WhatIfMark(window.session, panel.prefix, "without", self)
        add_parts(make_column(self, spacing=0), mark, (panel, 1), row)
        # Only now, because a dialog ignores buttons that it doesn't contain yet.
        panel.buttons["Print"].setDefault(True)
        panel.finished.connect(self.accept)
        self.finished.connect(panel.close_worker)
        scale = window.theme.zoom / 100
        self.resize(
            min(int(1000 * scale), window.width() - 4 * UNIT),
            min(int(820 * scale), window.height() - 2 * UNIT),
        )

    def reject(self) -> None:
        """Close the dialog or, if pages are being printed, stop printing."""
        if not self.panel.stop():
            super().reject()
