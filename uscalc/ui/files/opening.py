"""Open an event, and go back to its file."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from uscalc.document.change import Edit
from uscalc.document.model import Document
from uscalc.formats import EndDateNeededError, FormatError, Opened, open_event
from uscalc.formats.native.reader import KEY
from uscalc.formats.storage.fingerprint import fingerprint
from uscalc.ui.files.arriving import Arriving, Wish
from uscalc.ui.files.saving import CONFLICT, FILTERS, Saving
from uscalc.ui.files.unsaved import Unsaved
from uscalc.ui.files.whole import Whole, read_whole, whole_of
from uscalc.ui.scheduling.worker import Asked
from uscalc.ui.session.home import begin_at_home
from uscalc.ui.storage.on_disk import OnDisk
from uscalc.ui.widgets.dialogs import make_file_dialog

# Imported late, so that the program starts fast.
if TYPE_CHECKING:
    from uscalc.ui.files.asking import Asking
    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.session.laid_page import LaidPage

OTHER_PROGRAMS = "Pairing programs' files " + (
    "(*.sjson *.ptoz *.xlsx *.xlsm *.xls *.csv *.tsv *.txt *.trf *.dbf *.DBF *.zip "
    "*.S?C *.SRR)"
)
NOTES = "notes"
"""The key of a reader's notes that wait behind a question."""
END = "end-needed"
"""The key of the question for a date that a file does not say."""
PAGE = "page-of-this-event"
"""The key of the question whether to compare a published page with the open event."""


class Opening(QObject):
    """Show an event once it is read and rated; until then the present one stays."""

    def __init__(
        self,
        window: "Frame",
        on_disk: OnDisk,
        arriving: Arriving,
        unsaved: Unsaved,
        saving: Saving,
        asking: "Asking",
    ) -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self._messages = window.messages
        self._on_disk = on_disk
        self._arriving = arriving
        self._unsaved = unsaved
        self._saving = saving
        self._asking = asking
        self._session.opened.connect(self._another)

    # Another event

    def ask(self) -> None:
        """Ask for a file."""
        filters = ("All files (*)", FILTERS[0], OTHER_PROGRAMS)
        dialog = make_file_dialog(self._window, "openDialog", "Open an event", filters)
        begin_at_home(dialog, self._session)
        dialog.fileSelected.connect(lambda path: self.open(Path(path)))
        dialog.open()

    def open(self, path: Path) -> None:
        """Open a file, after the question about unsaved changes.

        If it is the published page of the open event, it may be compared instead, which
        leaves nothing unsaved.
        """
        from uscalc.ui.files.page import may_be_page

        if may_be_page(path) and any(
            s.players for s in self._session.document.sections
        ):
            self._weigh(path)
        else:
            self._read_or_ask(path)

    def _read_or_ask(self, path: Path) -> None:
        self._unsaved.unless(lambda: self.read(path))

    def _weigh(self, path: Path) -> None:
        """Ask what to do with a page that looks like the open event's."""
        from uscalc.ui.files.page import page_in
        from uscalc.ui.session.laid_page import LaidPage

        event = self._session.document

        def take(page: object) -> None:
            if not isinstance(page, LaidPage):
                self._read_or_ask(path)
                return
            self._messages.ask(
                PAGE,
                f"{path.name} looks like the published page of the open event.",
                (
                    ("Compare", lambda: self._compare(page)),
                    ("Open it", lambda: self._read_or_ask(path)),
                ),
            )

        self._arriving.ask(
            Wish(
                f"Looking at {path.name}",
                f"{path.name} is read, and something was done here meanwhile.",
                lambda _asked: page_in(path, event),
                take,
                lambda _error: self._read_or_ask(path),
            )
        )

    def _compare(self, page: "LaidPage") -> None:
        self._session.lay(page)
        self._window.show_published()

    def read(self, path: Path, end: dt.date | None = None, control: str = "") -> None:
        """Open a file, with an end date and a time control that it lacks."""
        rulebook = self._session.rulebook
        self._ask(
            f"Opening {path.name}",
            f"{path.name} is read",
            lambda asked: read_whole(path, rulebook, asked, asked.say, end, control),
            lambda error: self._refused(path, error),
        )

    def bring(self, opened: Opened) -> None:
        """Open an event that was not read from a single file."""
        rulebook = self._session.rulebook
        self.make(
            "Opening the event",
            "The event is read",
            lambda asked: whole_of(opened, None, None, rulebook, asked, asked.say),
        )

    def make(self, says: str, ready: str, made: Callable[[Asked], Whole]) -> None:
        """Show an event that is made in the background, after the same question."""
        self._unsaved.unless(
            lambda: self._ask(
                says, ready, made, lambda error: self._messages.tell(str(error))
            )
        )

    def _ask(
        self,
        says: str,
        ready: str,
        made: Callable[[Asked], Whole],
        refused: Callable[[FormatError], object],
    ) -> None:
        ready = f"{ready}. It is not shown yet, as something was done here meanwhile."
        self._arriving.ask(
            Wish(says, ready, made, self._show, refused, self._unsaved.unless)
        )

    def _refused(self, path: Path, error: FormatError) -> None:
        if isinstance(error, EndDateNeededError):
            self._ask_end(path, error)
        else:
            self._window.preferences.drop_recent(path)
            self._messages.tell(str(error), "Open another file", self.ask)

    def _ask_end(self, path: Path, error: FormatError) -> None:
        from uscalc.ui.files.questions import ask_end

        said = f"{path.name}: {error.message}."

        def ask() -> None:
            ask_end(
                self._window.theme,
                said,
                lambda end, control: self.read(path, end, control),
                self._window,
            )

        if self._arriving.free:
            ask()
        else:
            # A dialog would steal the keys that are being typed.
            self._messages.ask(END, said, (("Say the day", ask),))

    def _show(self, made: object) -> None:
        assert isinstance(made, Whole)
        own = made.own
        shown = self._on_disk.path
        if own is not None and own == shown and fingerprint(own) != made.known:
            # The event was saved here meanwhile.
            self.read(own)
            return
        self._messages.clear()
        self._on_disk.hold(own, made.known)
        self._session.resume(made.history, own, made.live)
        if made.opened is not None:
            self._tell_about(made.opened, made.path)

    def adopt(self, made: Whole) -> None:
        """Record that the event already shown was read from a file."""
        self._on_disk.hold(made.own, made.known)
        self._session.path = made.own
        self._session.filed.emit()
        if made.opened is not None:
            self._tell_about(made.opened, made.path)

    def _tell_about(self, opened: Opened, path: Path | None) -> None:
        if path is not None:
            self._window.preferences.add_recent(path)
        self._asking.review()
        asked = opened.format != KEY and self._asking.blanks.wanted
        if opened.assumed or opened.left_out or opened.findings:
            from uscalc.ui.files.notes import tell_notes

            tell_notes(self._messages, path, opened, NOTES if asked else "")
        if asked:
            # In front, because nothing is rated before it is answered.
            self._asking.blanks.ask()
        if path is not None and not self._on_disk.alone:
            self._saving.say_shared(path)

    def _another(self) -> None:
        """Withdraw the questions about the event before."""
        for key in (CONFLICT, NOTES, END, PAGE):
            self._messages.withdraw(key)
        path = self._session.path
        if path != self._on_disk.path:
            self._on_disk.hold(path, None if path is None else fingerprint(path))

    # The same event, as its file has it

    def revert(self) -> None:
        """Go back to the saved file, which can be undone."""
        path = self._session.path
        if path is not None:
            self._take_over(path, f"Back to the saved {path.name}")

    def take_theirs(self, path: Path) -> None:
        """Load a file that another program changed, which can be undone."""
        self._take_over(path, f"Take {path.name} as another program left it")

    def _take_over(self, path: Path, name: str) -> None:
        self._session.pending.settle()

        def made(_asked: Asked) -> tuple[Document, str | None]:
            known = fingerprint(path)
            return open_event(path).document, known

        def take(read: object) -> None:
            from uscalc.document.merge.recognize import recognized

            assert isinstance(read, tuple)
            document, known = read
            self._session.pending.settle()
            self._messages.withdraw(CONFLICT)
            self._on_disk.hold(path, known)
            if document != self._session.document:
                self._session.edit(
                    lambda before: Edit(recognized(document, before), name)
                )
            self._session.saved_as(path)

        self._arriving.ask(
            Wish(
                f"Reading {path.name}",
                f"{path.name} is read. It is not taken over yet, as something was done "
                "here meanwhile.",
                made,
                take,
                lambda error: self._messages.tell(
                    str(error), "Save under another name", self._saving.ask
                ),
            )
        )
