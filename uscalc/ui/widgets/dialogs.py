"""Set up dialogs and their columns, and make the dialogs that ask for files."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QFrame,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from uscalc.ui.theme.theme import UNIT


def set_up_dialog(dialog: QDialog, name: str, title: str) -> None:
    """Give a dialog its names and its title, and have it deleted when it closes.

    `name` is the objectName; screen readers read the title.
    """
    dialog.setObjectName(name)
    dialog.setAccessibleName(title)
    dialog.setWindowTitle(title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)


def make_file_dialog(
    parent: QWidget,
    name: str,
    title: str,
    filters: Sequence[str] = (),
    mode: QFileDialog.FileMode = QFileDialog.FileMode.ExistingFile,
    save_as: str = "",
) -> QFileDialog:
    """Return a dialog that asks which files to open, or where to save one.

    `save_as` is the suffix of a file that is saved, such as ".pdf"; it is added where
    the typed name has none. The dialog is deleted when it closes.
    """
    dialog = QFileDialog(parent, title)
    dialog.setObjectName(name)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile if save_as else mode)
    if save_as:
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(save_as.removeprefix("."))
    if filters:
        dialog.setNameFilters(list(filters))
    return dialog


def make_column(parent: QWidget, margin: int = 0, spacing: int = UNIT) -> QVBoxLayout:
    """Return a column of widgets that fills `parent`, with lengths in pixels."""
    column = QVBoxLayout(parent)
    column.setContentsMargins(margin, margin, margin, margin)
    column.setSpacing(spacing)
    return column


def make_scroll_area(name: str, words: str, framed: bool = False) -> QScrollArea:
    """Return an area that scrolls one widget; its contents get the focus, not the area.

    `words` are read by screen readers.
    """
    area = QScrollArea()
    area.setObjectName(name)
    area.setAccessibleName(words)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    if not framed:
        area.setFrameShape(QFrame.Shape.NoFrame)
    return area
