"""Compare with US Chess: read its page, and show differences and corrections."""

from functools import partial
from pathlib import Path
from typing import Final, cast

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QHideEvent,
    QShowEvent,
)

from uscalc.document.model import Document
from uscalc.formats import FormatError, OpenedEvent, open_event, open_text
from uscalc.ui.frame.view import PagedView
from uscalc.ui.report.comparison import Comparison, describe_comparison
from uscalc.ui.report.corrections_page import CorrectionsPage
from uscalc.ui.report.differences_page import DifferencesPage
from uscalc.ui.session.session import PublishedPage, Session
from uscalc.ui.specs import ViewPage
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    make_head,
    make_plain_button,
    make_text_label,
    show_text,
)
from uscalc.ui.widgets.dialogs import ask_for_path, make_file_dialog
from uscalc.ui.widgets.message_bar import WorkIndicator


def read_page(
    path: Path | None, text: str, event: Document
) -> PublishedPage | FormatError:
    """Return the page in a file or a text, or an error if it can't be read.

    A page without a date gets the event's last day.
    """
    try:
        opened = (
            open_text(text, event.end_date)
            if path is None
            else open_event(path, event.end_date)
        )
    except FormatError as error:
        return error
    if not is_published(opened):
        return FormatError(
            f"this isn't a US Chess page ({opened.format_name})",
            "select a rated crosstable page, or JSON saved from the rating service",
            path=path,
        )
    return PublishedPage(
        opened.document, "The pasted page" if path is None else path.name
    )


def is_published(opened: OpenedEvent) -> bool:
    """Return whether an event was read from a US Chess page."""
    from uscalc.formats.every import PUBLISHED_READERS

    return any(opened.format == reader.key for reader in PUBLISHED_READERS)


def _list_files(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


DIFFERENCES, CORRECTIONS = range(2)
WAIT: Final = 150
"""The event is compared after this many milliseconds without a change."""
EMPTY: Final = (
    "No published ratings to compare. After US Chess rates the event, open the saved "
    "crosstable page, paste its text, or drop the file here."
)


class CompareView(PagedView):
    """The ratings of the event and of US Chess side by side; only Accept changes the event."""

    def __init__(self, session: Session, theme: Theme) -> None:
        comparison = Comparison(session)
        parts = comparison, session, theme
        super().__init__(
            "view-compare-with-us-chess",
            "Compare with US Chess",
            session,
            theme,
            (
                ViewPage(
                    "&Differences",
                    "Values of this event that differ from those of US Chess",
                    partial(DifferencesPage, *parts),
                ),
                ViewPage(
                    "&Corrections",
                    "Data that would explain ratings that don't match",
                    partial(CorrectionsPage, *parts),
                ),
            ),
        )
        comparison.setParent(self)
        self.comparison = comparison
        self.setAcceptDrops(True)
        self.heading = make_text_label("compareHeading", "label")
        # Its height is set when the width is known, so it doesn't make the panel higher.
        self.heading.setMinimumHeight(1)
        self.heading.setContentsMargins(2 * UNIT, UNIT // 2, 2 * UNIT, UNIT // 2)
        self.working = WorkIndicator(
            "compare",
            "Comparison progress",
            "Stop comparing",
            self._cancel_comparison,
        )
        self._reader = self.make_worker(self._receive_page)
        session.opened.connect(self._stop_reading)
        self.open = make_plain_button(
            "compareOpen",
            "Open page…",
            "Select a saved US Chess crosstable page, or JSON saved from the rating "
            "service",
            self.ask_file,
        )
        self.pasted = make_plain_button(
            "comparePaste",
            "Paste page",
            "Compare with the crosstable page on the clipboard",
            self.paste_page,
        )
        top = Qt.AlignmentFlag.AlignTop
        self._head.insertStretch(1, 1)
        self._column.insertWidget(1, self.heading)
        self._head.addWidget(
            make_head("compareHead", self.working, self.open, self.pasted), 0, top
        )
        comparison.changed.connect(self._show_comparison)
        comparison.counted.connect(self._show_progress)
        differences = cast("DifferencesPage", self.get_page(DIFFERENCES))
        differences.corrected.connect(partial(self.show_page, CORRECTIONS))
        differences.filling.connect(self._move_keyboard)
        session.selected.connect(self._mark_crosstable)
        self.following = self.follow(
            session.edited, session.opened, session.page_changed, wait=WAIT
        )
        self._show_comparison()
        self.setFocusProxy(self.open)

    @property
    def differences(self) -> DifferencesPage:
        """The page of differences, which this brings to the front."""
        return cast("DifferencesPage", self.show_page(DIFFERENCES))

    @property
    def corrections(self) -> CorrectionsPage:
        """The page of corrections, which this brings to the front."""
        return cast("CorrectionsPage", self.show_page(CORRECTIONS))

    # A page

    def ask_file(self) -> None:
        """Ask for a file with a saved page."""
        dialog = make_file_dialog(
            self.window(),
            "layPageDialog",
            "Compare with US Chess crosstable",
            ("All files (*)", "Pages (*.html *.htm *.txt *.json)"),
            folder=self._session.folder,
        )
        ask_for_path(dialog, self.load_page)

    def paste_page(self) -> None:
        """Compare with the page on the clipboard."""
        self.load_text(QGuiApplication.clipboard().text())

    def load_page(self, path: Path) -> None:
        """Compare with the page in a file."""
        self._start_reading(path, "")

    def load_text(self, text: str) -> None:
        """Compare with a page copied as text."""
        if text.strip():
            self._start_reading(None, text)
        else:
            self._session.refused.emit(
                "Nothing to paste. Copy the US Chess crosstable page first."
            )

    def _stop_reading(self) -> None:
        self._reader.drop_job()
        self._show_comparison()

    def _start_reading(self, path: Path | None, text: str) -> None:
        event = self._session.document
        self.working.begin_work()
        show_text(self.heading, "Reading the page…")
        self._reader.start_job(lambda _: read_page(path, text, event))

    def _receive_page(self, result: PublishedPage | FormatError) -> None:
        self._show_comparison()
        if isinstance(result, PublishedPage):
            self._session.show_page(result)
        else:
            self._session.refused.emit(f"Couldn't compare: {result}")

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept one file, or a page copied as text."""
        data = event.mimeData()
        if len(_list_files(data)) == 1 or (data.hasText() and not data.hasUrls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Compare with a dropped page."""
        event.acceptProposedAction()
        files = _list_files(event.mimeData())
        if len(files) == 1:
            self.load_page(files[0])
        else:
            self.load_text(event.mimeData().text())

    # Comparing

    def refresh(self) -> None:
        """Compare the current event with what US Chess published."""
        self.comparison.refresh()

    def _show_progress(self, done: int, of: int) -> None:
        # Until the number of steps is known, the bar has no value.
        self.working.set_progress(*((0, 0) if done >= of else (done, of)))

    def _cancel_comparison(self) -> None:
        self._stop_reading()
        self.comparison.cancel()
        self.setFocus()

    def _show_comparison(self) -> None:
        found, busy = self.comparison.found, self.comparison.busy
        if busy:
            self.working.begin_work()
        else:
            self.working.end_work()
        waiting = "Comparing…" if busy else EMPTY
        show_text(self.heading, describe_comparison(found) if found else waiting)
        # Hide the buttons, because the Report menu also has these commands.
        self.pasted.setVisible(found is None)
        self._mark_crosstable()

    def _move_keyboard(self, filled: bool) -> None:
        """Move the focus to the differences when they appear, and away when they disappear."""
        focus = self.window().focusWidget()
        self.setFocusProxy(self.page if filled else self.open)
        if focus is not None and self.isAncestorOf(focus):
            self.setFocus()

    def _mark_crosstable(self) -> None:
        """Mark the ratings that corrections explain in the crosstable, if this view is visible."""
        marks = self.comparison.make_marks() if self.isVisible() else None
        self._session.show_audit_marks(marks)

    def showEvent(self, event: QShowEvent) -> None:
        """Mark the crosstable."""
        super().showEvent(event)
        self._mark_crosstable()

    def hideEvent(self, event: QHideEvent) -> None:
        """Remove the marks from the crosstable."""
        super().hideEvent(event)
        self._mark_crosstable()
