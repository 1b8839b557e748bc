"""The first event of a window; a large one is read in the background."""

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QObject, Signal

from uscalc.ui.scheduling import JobMonitor, Worker, make_timer
from uscalc.ui.session.folders import list_existing

if TYPE_CHECKING:
    from uscalc.ui.files.loading import LoadedEvent
    from uscalc.ui.window.main_window import MainWindow

LARGE: Final = 200_000
"""A file of at least this many bytes is read in a thread: an event of about 500
players. For a smaller file, a thread would take more time and memory than it saves."""
LONG: Final = 400
"""The milliseconds until the window says what it waits for, and between two checks."""


class FirstEvent(NamedTuple):
    """The first event; `asking` is a file whose end date the window must ask for."""

    whole: "LoadedEvent"
    asking: Path | None = None


class FirstEventLoader(QObject):
    """Fills a window with the event of a file, or with the last event.

    Without either, or if the last event cannot be opened, the window shows the start
    page over a sample. `filled` is emitted when the window has its event; `refused`
    with the reason in one line, and the error if it is an error in the program. The
    empty window can be closed meanwhile.
    """

    filled = Signal()
    refused = Signal(str, object)

    def __init__(self, window: "MainWindow", path: Path | None) -> None:
        super().__init__(window)
        self._window = window
        self._last = path is None
        """True if no file was named, so that the last event is opened."""
        # An absolute path, because the next start may be in another folder.
        self._path = None if path is None else path.absolute()
        self._problem = ""
        self._damaged: Path | None = None
        """The last event's file if it cannot be opened; `_problem` is the reason."""
        self._worker = Worker(self, self._receive_event)
        self._look = make_timer(self, LONG, self._show_progress, repeats=True)

    def start_loading(self) -> None:
        """Fill the window, immediately or once the event is read."""
        if self._last:
            # Only now, so that the frame doesn't wait for a slow drive.
            self._path = next(list_existing(self._window.preferences.recent), None)
        path = self._path
        if path is None or _file_size(path) < LARGE:
            self._receive_event(_load_first_event(path, JobMonitor(lambda: False)))
        else:
            self._look.start()
            self._worker.start_job(lambda asked: _load_first_event(path, asked))

    def stop_loading(self) -> None:
        """Stop loading, because the window was closed."""
        self._look.stop()
        self._worker.close()

    def _show_progress(self) -> None:
        name = "the sample" if self._path is None else self._path.name
        text = self._worker.progress
        self._window.say_coming(f"Opening {name}" + (f": {text}" if text else "…"))

    def _receive_event(self, made: object) -> None:
        self._look.stop()
        if self._window.gone:
            return
        if not isinstance(made, FirstEvent) and self._last and self._path is not None:
            made = self._load_sample_instead(self._path, made)
        if not isinstance(made, FirstEvent):
            self._show_error(made)
            return
        try:
            self._fill_window(made)
        except Exception as error:
            if self._last and self._path is not None:
                # Forget the file, so that the next start doesn't fail in the same way.
                self._window.preferences.drop_recent(self._path)
            self._show_error(error)
        else:
            self.filled.emit()

    def _load_sample_instead(self, path: Path, error: object) -> object:
        """Return the sample for a last event that cannot be opened."""
        from uscalc.formats.opened import FormatError

        self._path, self._damaged = None, path
        self._problem = (
            str(error)
            if isinstance(error, FormatError)
            else f"{path}: uscalc cannot open this event because of an error of its own "
            f"({type(error).__name__}). Open another file."
        )
        return _load_first_event(None, JobMonitor(lambda: False))

    def _fill_window(self, first: FirstEvent) -> None:
        from uscalc.rules.resolve import resolve_rules
        from uscalc.ui.files.loading import NEW, choose_space
        from uscalc.ui.session.session import Session

        window, whole = self._window, first.whole
        session = Session(whole.history.document, resolve_rules, live=whole.live)
        source = NEW if whole.opened is None else whole.opened.format
        path = whole.own or whole.path
        left = None if path is None else window.preferences.read_space(path)
        window.fill_window(session, choose_space(session.document, source, left))
        opening = window.files.opening
        opening.adopt_shown(whole)
        if self._last and (self._path is None or first.asking is not None):
            window.show_start_page()
        if first.asking is not None:
            opening.open_file(first.asking)
        if self._problem:
            window.messages.show_message(
                self._problem, "Open another file", opening.ask_file
            )
        window.recovery.offer_unsaved_work()
        window.clean_up()
        if self._damaged is not None:
            # Only after `clean_up`, which looks for leftovers beside recent files.
            window.preferences.drop_recent(self._damaged)

    def _show_error(self, error: object) -> None:
        from uscalc.formats.opened import FormatError
        from uscalc.rules.values import RuleDataError
        from uscalc.ui.diagnostics.display import import_problem

        if isinstance(error, FormatError | RuleDataError):
            self.refused.emit(str(error), None)
        elif isinstance(error, ImportError):
            self.refused.emit(import_problem(error), None)
        else:
            self.refused.emit("", error)


def _file_size(path: Path) -> int:
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        # The code that reads the event reports its errors.
        return 0


def _load_first_event(path: Path | None, monitor: JobMonitor) -> FirstEvent | Exception:
    """Return the first event, or the error that prevents opening it."""
    try:
        # Imported here, because the frame must not wait for pydantic and msgspec.
        from msgspec.structs import replace

        from uscalc.formats.opened import EndDateNeededError
        from uscalc.rules.resolve import resolve_rules
        from uscalc.ui.files.loading import read_event

        asking = None
        if path is not None:
            try:
                return FirstEvent(
                    read_event(path, resolve_rules, monitor, monitor.report_progress)
                )
            except EndDateNeededError:
                # The window shows the sample, and asks for the end date.
                asking = path
        from uscalc.ui.files.samples import FIRST_SAMPLE

        made = read_event(
            FIRST_SAMPLE.path, resolve_rules, monitor, monitor.report_progress
        )
        return FirstEvent(replace(made, path=None, known=None), asking)
    except Exception as error:
        return error
