"""Open an event, or restore the saved one."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace
from PySide6.QtCore import Signal

from uscalc.counted import make_sentence
from uscalc.document.model import Document, Edit
from uscalc.formats import EndDateNeededError, FormatError, OpenedEvent, open_event
from uscalc.formats.native.reader import KEY
from uscalc.formats.shared.files import read_fingerprint
from uscalc.formats.shared.pairing import BLANK_RATINGS_CODE as BLANK_CODE
from uscalc.ui.files.loading import (
    NEW,
    PAGE_SUFFIXES,
    LoadedEvent,
    LoadQueue,
    LoadRequest,
    choose_space,
    load_event,
    read_event,
    read_page,
)
from uscalc.ui.files.saving import (
    CONFLICT_KEY,
    FILE_FILTERS,
    SaveController,
)
from uscalc.ui.frame.frame import MainFrame, WindowController
from uscalc.ui.scheduling import JobMonitor
from uscalc.ui.session.file_on_disk import FileOnDisk
from uscalc.ui.session.session import PublishedPage
from uscalc.ui.widgets.dialogs import ask_for_path, make_file_dialog
from uscalc.ui.widgets.message_bar import WAITS, MessageBar, Way

if TYPE_CHECKING:
    from uscalc.ui.files.event_questions import EventQuestions


MOST_NOTES: Final = 3


def tell_notes(
    messages: MessageBar, path: Path | None, opened: OpenedEvent, key: str
) -> None:
    """Show the first notes about how a file was read; a button shows the others.

    The notes are assumptions, omissions and findings. If `key` is given, the message
    waits behind a question.
    """
    findings = [make_sentence(f) for f in opened.findings if f.code != BLANK_CODE]
    # Findings that the user may have to fix come first.
    changed = [make_sentence(note) for note in opened.notes]
    notes = [*findings, *changed, *opened.assumed, *opened.left_out]
    if not notes:
        return
    name = "the text" if path is None else path.name
    head = f"Opened {name} as {opened.format_name}."
    ways: tuple[Way, ...] = ()
    parts = [head, *notes[:MOST_NOTES]]
    if len(notes) > MOST_NOTES:
        everything = " ".join([head, *notes])
        parts.append(f"And {len(notes) - MOST_NOTES} more.")
        ways = (("Show all", lambda: messages.show_message(everything, error=False)),)
    if key:
        messages.ask_question(key, " ".join(parts), ways, order=WAITS)
    else:
        messages.show_message(" ".join(parts), error=False, ways=ways)


OTHER_PROGRAMS = "Pairing program files " + (
    "(*.sjson *.ptoz *.xlsx *.xlsm *.xls *.csv *.tsv *.txt *.trf *.dbf *.DBF *.zip "
    "*.S?C *.SRR)"
)
NOTES_KEY = "notes"
"""The key of the message with a reader's notes, which waits behind a question."""
END_KEY = "end-needed"
"""The key of the question for an end date that the file doesn't have."""
PAGE_KEY = "page-of-this-event"
"""The key of the question whether to compare a published page with the open event."""


class OpenController(WindowController):
    """Opens events. The open event stays on the screen until the new one is read and rated.

    `arrived` is emitted with the space that fits the opened event.
    """

    arrived = Signal(str)

    def __init__(
        self,
        window: MainFrame,
        on_disk: FileOnDisk,
        arriving: LoadQueue,
        saving: SaveController,
        asking: "EventQuestions",
    ) -> None:
        super().__init__(window)
        self._on_disk = on_disk
        self._arriving = arriving
        self._saving = saving
        self._asking = asking
        self._shown_file: Path | None = None
        self._session.opened.connect(self._withdraw_questions)

    # Another event

    def ask_file(self) -> None:
        """Ask for a file."""
        filters = ("All files (*)", FILE_FILTERS[0], OTHER_PROGRAMS)
        dialog = make_file_dialog(
            self._window,
            "openDialog",
            "Open an event",
            filters,
            folder=self._session.folder,
        )
        ask_for_path(dialog, self.open_file)

    def open_file(self, path: Path) -> None:
        """Open a file after the question about unsaved changes.

        A published page of the open event may be compared instead, which needs no
        saving.
        """
        # Only the name is checked here; the content is read later.
        may_be_page = path.suffix.lower() in PAGE_SUFFIXES
        if may_be_page and any(s.players for s in self._session.document.sections):
            self._ask_about_page(path)
        else:
            self.read_unless_unsaved(path)

    def read_unless_unsaved(
        self, path: Path, then: Callable[[], object] = lambda: None
    ) -> None:
        """Ask about unsaved changes, then read a file, then call `then`."""
        self._saving.run_unless_unsaved(lambda: self.read_file(path, then=then))

    def _ask_about_page(self, path: Path) -> None:
        """Ask whether to open a page that looks like the open event's, or to compare it."""
        event = self._session.document

        def take(page: PublishedPage | None) -> None:
            if page is None:
                self.read_unless_unsaved(path)
                return
            self._messages.ask_question(
                PAGE_KEY,
                f"{path.name} looks like the US Chess page of the open event.",
                (
                    ("Compare", lambda: self._compare_page(page)),
                    (
                        "Open as a separate event",
                        lambda: self.read_unless_unsaved(path),
                    ),
                ),
            )

        self._arriving.request_load(
            LoadRequest(
                f"Checking {path.name}",
                f"{path.name} is ready, but you made changes while it was loading.",
                lambda _asked: read_page(path, event),
                take,
                lambda _error: self.read_unless_unsaved(path),
            )
        )

    def _compare_page(self, page: PublishedPage) -> None:
        self._session.show_page(page)
        self._window.show_view("view-compare-with-us-chess")

    def read_file(
        self,
        path: Path,
        end: dt.date | None = None,
        control: str = "",
        then: Callable[[], object] = lambda: None,
    ) -> None:
        """Read a file; `end` and `control` are its missing end date and time control.

        `then` is called after the event is shown.
        """
        rulebook = self._session.rulebook
        self._request_event(
            f"Opening {path.name}",
            f"{path.name} is ready",
            lambda asked: read_event(
                path, rulebook, asked, asked.report_progress, end, control
            ),
            lambda error: self._report_refusal(path, error),
            then,
        )

    def show_opened(self, opened: OpenedEvent) -> None:
        """Show an event that was not read from a single file."""
        rulebook = self._session.rulebook
        self.show_made(
            "Opening the event",
            "The event is ready",
            lambda asked: load_event(
                opened, None, None, rulebook, asked, asked.report_progress
            ),
        )

    def show_made(
        self,
        says: str,
        ready: str,
        made: Callable[[JobMonitor], LoadedEvent],
        then: Callable[[], object] = lambda: None,
    ) -> None:
        """Ask about unsaved changes, then show an event that is made in the background.

        `then` is called after the event is shown.
        """
        self._saving.run_unless_unsaved(
            lambda: self._request_event(
                says,
                ready,
                made,
                lambda error: self._messages.show_message(str(error)),
                then,
            )
        )

    def open_copy(
        self, path: Path, title: str, then: Callable[[], object] = lambda: None
    ) -> None:
        """Open a sample or another file of the program; Save asks where to save it."""
        rulebook = self._session.rulebook
        self.show_made(
            f"Opening {title}",
            f"{title} is ready",
            lambda asked: replace(
                read_event(path, rulebook, asked, asked.report_progress),
                path=None,
                known=None,
            ),
            then,
        )

    def _request_event(
        self,
        says: str,
        ready: str,
        made: Callable[[JobMonitor], LoadedEvent],
        refused: Callable[[FormatError], object],
        then: Callable[[], object],
    ) -> None:
        def show(event: LoadedEvent) -> None:
            self._show_event(event)
            then()

        ready = f"{ready}. You made changes while it was loading. Open it now?"
        self._arriving.request_load(
            LoadRequest(
                says,
                ready,
                made,
                show,
                refused,
                self._saving.run_unless_unsaved,
            )
        )

    def _report_refusal(self, path: Path, error: FormatError) -> None:
        if isinstance(error, EndDateNeededError):
            self._ask_end_date(path, error)
        else:
            self._window.preferences.drop_recent(path)
            self._messages.show_message(str(error), "Open another file", self.ask_file)

    def _ask_end_date(self, path: Path, error: FormatError) -> None:
        from uscalc.ui.files.files_questions import ask_end_date

        text = f"{path.name}: {error.message}."

        def ask() -> None:
            ask_end_date(
                self._window.theme,
                text,
                lambda end, control: self.read_file(path, end, control),
                self._window,
            )

        if self._arriving.free:
            ask()
        else:
            # Not a dialog, because it would get the keys that the user is typing.
            self._messages.ask_question(END_KEY, text, (("Enter end date", ask),))

    def _show_event(self, made: LoadedEvent) -> None:
        own = made.own
        if (
            own is not None
            and own == self._on_disk.path
            and read_fingerprint(own) != made.known
        ):
            # Meanwhile, the user saved the open event to this file.
            self.read_file(own)
            return
        self._messages.clear()
        self._on_disk.watch_file(own, made.known)
        self._session.show_history(made.history, own, made.live)
        self._report_arrival(made)

    def adopt_shown(self, made: LoadedEvent) -> None:
        """Record that the event already shown was read from a file."""
        self._on_disk.watch_file(made.own, made.known)
        self._session.path = made.own
        self._session.filed.emit()
        self._report_arrival(made)

    def _report_arrival(self, made: LoadedEvent) -> None:
        """Emit the space that fits the event, and show how its file was read."""
        self._shown_file = made.path
        self.name_space(NEW if made.opened is None else made.opened.format)
        if made.opened is not None:
            self._report_reading(made.opened, made.path)

    def show_new(self, document: Document) -> None:
        """Show an event that was just created."""
        self._session.show_document(document, None)
        self.name_space(NEW)

    def name_space(self, source: str) -> None:
        """Emit the space that fits the open event; `source` is its file's format."""
        path = self._session.path or self._shown_file
        left = None if path is None else self._window.preferences.read_space(path)
        self.arrived.emit(choose_space(self._session.document, source, left))

    def remember_space(self, space: str) -> None:
        """Save the space in which the open event's file is left."""
        path = self._session.path or self._shown_file
        if path is not None:
            self._window.preferences.remember_space(path, space)

    def _report_reading(self, opened: OpenedEvent, path: Path | None) -> None:
        if path is not None:
            self._window.preferences.add_recent(path)
        self._session.set_imported(opened.log)
        asked = opened.format != KEY and self._asking.blanks.wanted
        if asked:
            # This question comes first, because the ratings depend on its answer.
            self._asking.blanks.ask_about_blanks()
            tell_notes(self._messages, path, opened, NOTES_KEY)
        self._asking.review_questions()
        if not asked:
            tell_notes(self._messages, path, opened, "")
        if path is not None and not self._on_disk.alone:
            self._saving.report_shared(path)

    def _withdraw_questions(self) -> None:
        """Withdraw the questions about the previous event."""
        for key in (CONFLICT_KEY, NOTES_KEY, END_KEY, PAGE_KEY):
            self._messages.withdraw_question(key)
        self._shown_file = None
        path = self._session.path
        if path != self._on_disk.path:
            self._on_disk.watch_file(
                path, None if path is None else read_fingerprint(path)
            )

    # Restoring the open event from its file

    def revert_to_saved(self) -> None:
        """Restore the saved file; this can be undone."""
        path = self._session.path
        if path is not None:
            self._replace_with_file(path, f"Revert to saved {path.name}")

    def take_changed_file(self, path: Path) -> None:
        """Load a file that another program changed; this can be undone."""
        self._replace_with_file(
            path, f"Load the version of {path.name} saved by another program"
        )

    def _replace_with_file(self, path: Path, name: str) -> None:
        self._session.pending.commit_all()

        def made(_asked: JobMonitor) -> tuple[Document, str | None]:
            known = read_fingerprint(path)
            return open_event(path).document, known

        def take(read: tuple[Document, str | None]) -> None:
            from uscalc.document.merge.alignment import restore_identities

            document, known = read
            self._session.pending.commit_all()
            self._messages.withdraw_question(CONFLICT_KEY)
            self._on_disk.watch_file(path, known)
            if document != self._session.document:
                self._session.apply_edit(
                    lambda before: Edit(restore_identities(document, before), name)
                )
            self._session.mark_saved_as(path)

        self._arriving.request_load(
            LoadRequest(
                f"Reading {path.name}",
                f"{path.name} is ready. You made changes while it was loading. Load it "
                "now?",
                made,
                take,
                lambda error: self._messages.show_message(
                    str(error), "Save as…", self._saving.ask_file
                ),
            )
        )
