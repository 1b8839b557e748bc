"""The folder where the shown event is at home, and dialogs begin."""

from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from uscalc.ui.session.session import Session


def open_in_event_folder(dialog: QFileDialog, session: Session) -> None:
    """Show the event's own folder; for one that follows a file, that file's."""
    link = session.document.link
    path = session.path
    if path is None and link is not None:
        # Beside the followed file, so that all is carried together.
        path = Path(link.path)
    if path is not None and path.parent.is_dir():
        dialog.setDirectory(str(path.parent))
