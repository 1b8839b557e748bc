"""Which file an event follows, and where the selection stays when that brings news."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from uscalc.document.change import Edit
from uscalc.document.model import Document, Link, Player, Section
from uscalc.ui.session.session import Session


def choose_file(
    window: QWidget, beside: Path | None, chosen: Callable[[Path], object]
) -> None:
    """Lets a person choose a file to follow; the first folder is the event's own."""
    dialog = QFileDialog(window, "Follow a pairing program's file")
    dialog.setObjectName("followDialog")
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    if beside is not None:
        dialog.setDirectory(str(beside.parent))
    dialog.fileSelected.connect(lambda path: chosen(Path(path)))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()


def following(document: Document, path: Path) -> Edit:
    """The event, following another file, based on what was merged last if that was."""
    base = replace(document, sections=(), link=None)
    link = replace(document.link or Link("", base), path=str(path.absolute()))
    return Edit(replace(document, link=link), f"Follow {path.name}")


def unlinked(document: Document, name: str) -> Edit:
    """The event, following no file any more."""
    return Edit(replace(document, link=None), f"Stop following {name}")


def stay_with(
    session: Session,
    player: Player | None,
    section: Section | None,
    round_number: int | None,
) -> None:
    """Keeps the selection on the player, whose row may have changed."""
    for index, now in enumerate(session.document.sections):
        if section is None or player is None or now.name != section.name:
            continue
        for row, other in enumerate(now.players):
            if (player.id, player.name) == (other.id, other.name):
                session.select(index, row=row, round_number=round_number)
                return
