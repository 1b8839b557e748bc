"""Which file an event follows."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from uscalc.document.change import Edit
from uscalc.document.model import Document, Link
from uscalc.ui.widgets.building import name_widget


def choose_file(
    window: QWidget, beside: Path | None, chosen: Callable[[Path], object]
) -> None:
    """Let a person choose a file to follow; the first folder is the event's own."""
    dialog = name_widget(
        QFileDialog(window, "Follow a pairing program's file"), "followDialog"
    )
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    if beside is not None:
        dialog.setDirectory(str(beside.parent))
    dialog.fileSelected.connect(lambda path: chosen(Path(path)))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()


def link_file(document: Document, path: Path) -> Edit:
    """Return the event, following another file, based on what was merged last if that was."""
    base = replace(document, sections=(), link=None)
    link = replace(document.link or Link("", base), path=str(path.absolute()))
    return Edit(replace(document, link=link), f"Follow {path.name}")


def remove_link(document: Document, name: str) -> Edit:
    """Return the event, following no file any more."""
    return Edit(replace(document, link=None), f"Stop following {name}")
