"""Export the event to other programs' formats, in the background."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from uscalc.exports import FILE_TYPES, SPREADSHEETS, make_export
from uscalc.formats import FormatError
from uscalc.formats.native.reader import SUFFIX
from uscalc.formats.shared.files import replace_file
from uscalc.ui.files.saving import make_file_name
from uscalc.ui.frame.frame import MainFrame, WindowController
from uscalc.ui.scheduling import JobMonitor, Worker
from uscalc.ui.session.window_ratings import rate_for_window
from uscalc.ui.widgets.dialogs import ask_for_path, make_file_dialog
from uscalc.ui.widgets.message_bar import ProgressMessage

if TYPE_CHECKING:
    from uscalc.document.rate.rated import DocumentRating
    from uscalc.report.wall.model import ListOrder

BY_RATING: Final = {
    f"{FILE_TYPES[suffix]} by pre-event rating (*{suffix})": suffix
    for suffix in SPREADSHEETS
}
"""The file types of the dialog that sort players by pre-event rating."""
FILTERS: Final = {
    f"{title} (*{suffix})": suffix
    for suffix, title in FILE_TYPES.items()
    if suffix != SUFFIX
} | BY_RATING
"""The file types of the dialog, each with its suffix; an event file is saved, not exported."""


class ExportController(WindowController):
    """Asks for a file, and writes it in the background.

    A tournament report gets the selected section, other formats get the whole event.
    """

    def __init__(self, window: MainFrame) -> None:
        super().__init__(window)
        self._worker = Worker(self, self._report_result)
        self._progress = ProgressMessage(
            "exporting", self._messages, self._worker, self._cancel, self
        )

    def ask_file(self) -> None:
        """Ask for a file and its format."""
        self._session.pending.commit_all()
        dialog = make_file_dialog(
            self._window,
            "exportDialog",
            "Export the event",
            tuple(FILTERS),
            save_as=next(iter(FILTERS.values())),
            folder=self._session.folder,
        )
        name = Path(make_file_name(self._session.document.name)).stem

        def choose_format(chosen: str) -> None:
            dialog.setDefaultSuffix(FILTERS[chosen])
            typed = Path(next(iter(dialog.selectedFiles()), name)).name
            stem = Path(typed).stem if typed.endswith(tuple(FILE_TYPES)) else typed
            dialog.selectFile(f"{stem or name}{FILTERS[chosen]}")

        dialog.filterSelected.connect(choose_format)

        def write(path: Path) -> None:
            by_rating = dialog.selectedNameFilter() in BY_RATING
            self.write_file(path, "rating" if by_rating else None)

        ask_for_path(dialog, write, f"{name}{next(iter(FILTERS.values()))}")

    def write_file(self, path: Path, order: "ListOrder | None" = None) -> None:
        """Write the event to a file in the format of its extension."""
        session = self._session
        document, rulebook, before = session.document, session.rulebook, session.live
        sections = (
            range(session.selection.section, session.selection.section + 1)
            if path.suffix.lower() == ".trf" and session.section is not None
            else range(len(document.sections))
        )
        if path.suffix.lower() == SUFFIX:
            self._report_result(f"Couldn't export to {path.name}: use Save as instead.")
            return

        def write(monitor: JobMonitor) -> tuple[str, ...] | str:
            def rate() -> "DocumentRating":
                return rate_for_window(document, rulebook, before, monitor).rating

            try:
                made = make_export(path, document, sections, rate, order)
                monitor.check()
                replace_file(path, made.data)
            except FormatError as error:
                return f"Couldn't export: {error}"
            names = [document.sections[i].name for i in sections]
            what = f'section "{names[0]}"' if len(names) == 1 else "the event"
            all_in = len(names) == len(document.sections)
            rest = () if all_in else ("The format has one section: export the others.",)
            return (f"Exported {what} to {path.name}.", *rest, *made.left_out)

        self._progress.begin_work(f"Exporting {path.name}")
        self._worker.start_job(write)

    def close(self) -> None:
        """Stop the background work, and wait until it has ended."""
        self._cancel()
        self._worker.close()

    def _cancel(self) -> None:
        self._worker.drop_job()
        self._progress.end_work()

    def _report_result(self, found: tuple[str, ...] | str) -> None:
        """Show what was written, or what went wrong."""
        self._progress.end_work()
        if isinstance(found, str):
            self._messages.show_message(found, "Export…", self.ask_file)
        else:
            self._messages.show_message(" ".join(found), error=False)
