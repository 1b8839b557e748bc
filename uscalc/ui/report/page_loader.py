"""Read a page from US Chess: a file, the clipboard, or a drop."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from uscalc.document.model import Document
from uscalc.formats import FormatError, OpenedEvent, open_event, open_text
from uscalc.ui.frame.home import open_in_event_folder
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.session.session import PublishedPage, Session
from uscalc.ui.widgets.dialogs import make_file_dialog

COPIED = "The pasted page"


def read_page(
    path: Path | None, text: str, event: Document
) -> PublishedPage | FormatError:
    """Read a page from a file or a text; return an error if it can't be read.

    The event's own last day is used for a page without a date.
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
    return PublishedPage(opened.document, COPIED if path is None else path.name)


def is_published(opened: OpenedEvent) -> bool:
    """Return True if an event was read from a page of US Chess."""
    from uscalc.formats.every import PUBLISHED_READERS

    return any(opened.format == reader.KEY for reader in PUBLISHED_READERS)


class PageLoader(QObject):
    """Reads a page from a file, the clipboard, or a drop.

    `began` announces that reading begins, `ended` that it has ended.
    """

    began = Signal()
    ended = Signal()

    def __init__(self, session: Session, view: QWidget) -> None:
        super().__init__(view)
        self._session, self._view = session, view
        self._reader = Worker(self)
        self._reader.done.connect(self._receive_page)
        session.closing.connect(self._reader.close)
        session.opened.connect(self.stop_reading)

    def ask_file(self) -> None:
        """Ask for a saved page."""
        dialog = make_file_dialog(
            self._view.window(),
            "layPageDialog",
            "Compare with US Chess crosstable",
            ("All files (*)", "Pages (*.html *.htm *.txt *.json)"),
        )
        open_in_event_folder(dialog, self._session)
        dialog.fileSelected.connect(lambda path: self.load_page(Path(path)))
        dialog.open()

    def paste_page(self) -> None:
        """Compare with the page on the clipboard."""
        self.load_text(QGuiApplication.clipboard().text())

    def load_page(self, path: Path) -> None:
        """Compare with the page in a file."""
        self._start_reading(path, "")

    def load_text(self, text: str) -> None:
        """Compare with a copied page."""
        if text.strip():
            self._start_reading(None, text)
        else:
            self._session.refused.emit(
                "Nothing to paste. Copy the US Chess crosstable page first."
            )

    def accepts_data(self, data: QMimeData) -> bool:
        """Return True if something dropped may be a page: one file, or text."""
        return len(_list_files(data)) == 1 or (data.hasText() and not data.hasUrls())

    def load_dropped(self, data: QMimeData) -> None:
        """Compare with a dropped page."""
        files = _list_files(data)
        if len(files) == 1:
            self.load_page(files[0])
        else:
            self.load_text(data.text())

    def stop_reading(self) -> None:
        """Stop reading."""
        self._reader.drop_job()
        self.ended.emit()

    def _start_reading(self, path: Path | None, text: str) -> None:
        event = self._session.document
        self.began.emit()
        self._reader.start_job(lambda _: read_page(path, text, event))

    def _receive_page(self, result: object) -> None:
        self.ended.emit()
        if isinstance(result, PublishedPage):
            self._session.show_page(result)
        elif isinstance(result, FormatError):
            self._session.refused.emit(f"Couldn't compare: {result}")


def _list_files(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
