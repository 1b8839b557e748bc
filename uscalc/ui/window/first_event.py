"""The first event of a window; a large one is read in the background."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from uscalc.ui.scheduling.following import JobMonitor, Worker, make_timer
from uscalc.ui.storage.folders import list_existing

if TYPE_CHECKING:
    from uscalc.ui.files.loading import LoadedEvent
    from uscalc.ui.window.main_window import MainWindow

LARGE: Final = 200_000
"""Bytes from which on a file is read beside the window: an event of 500 players.

A thread costs a start more time and memory than a smaller one takes.
"""
LONG: Final = 400
"""The time in milliseconds until the window says what it waits for, and between two checks."""


@dataclass(frozen=True, slots=True)
class FirstEvent:
    """The first event; `asking` is the file whose end date the window must ask for."""

    whole: "LoadedEvent"
    asking: Path | None = None


class FirstEventLoader(QObject):
    """Fills a window with the event of a file, or with the last event.

    Without either, or if the last event cannot be opened, the window shows the start
    page over a sample. `filled` is emitted when the window has its event; `refused`
    with the reason in one line, and the error if it is one of the program itself. The
    empty window can be closed meanwhile.
    """

    filled = Signal()
    refused = Signal(str, object)

    def __init__(self, window: "MainWindow", path: Path | None) -> None:
        super().__init__(window)
        self._window = window
        self._last = path is None
        """Whether the file is the last event, which nobody asked for by its name."""
        # A later start, in another folder, may read the saved path.
        self._path = None if path is None else path.absolute()
        self._problem = ""
        self._damaged: Path | None = None
        """The last event, if it cannot be opened, and `_problem` the reason."""
        self._worker = Worker(self, self._receive_event)
        self._look = make_timer(self, LONG, self._show_progress, repeats=True)

    def start_loading(self) -> None:
        """Fill the window, immediately or once the event is read."""
        if self._last:
            # Looked for only now: the frame does not wait for a slow drive.
            recent = list_existing(self._window.preferences.recent)
            self._path = next(recent, None)
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
                # The next start must not fail in the same way.
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
            # Not before: beside a recent file, leftovers of a killed start are removed.
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


def _load_first_event(path: Path | None, asked: JobMonitor) -> FirstEvent | Exception:
    """Return the first event, or the error that prevents opening it."""
    try:
        # Here, as the frame is not to wait for what brings pydantic along.
        from uscalc.formats.opened import EndDateNeededError
        from uscalc.rules.resolve import resolve_rules
        from uscalc.ui.files.loading import read_event

        asking = None
        if path is not None:
            try:
                return FirstEvent(
                    read_event(path, resolve_rules, asked, asked.report_progress)
                )
            except EndDateNeededError:
                # The window asks for the day, over the sample.
                asking = path
        from uscalc.ui.start.samples import FIRST_SAMPLE

        made = read_event(
            FIRST_SAMPLE.path, resolve_rules, asked, asked.report_progress
        )
        return FirstEvent(replace(made, path=None, known=None), asking)
    except Exception as error:
        return error
