"""Set up dialogs and their columns, and make the dialogs that ask for files."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.controls import TextControl


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
    name_control(area, name, words)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    if not framed:
        area.setFrameShape(QFrame.Shape.NoFrame)
    return area


def name_control(control: QWidget, name: str, words: str) -> None:
    """Give a control its objectName, and the words that screen readers read."""
    control.setObjectName(name)
    control.setAccessibleName(words)


def make_text_field(
    name: str, words: str, example: str = "", hint: str = ""
) -> TextControl:
    """Return a line to type in, with an example in it and a tooltip."""
    field = TextControl(example)
    name_control(field, name, words)
    field.setToolTip(hint)
    return field


def make_button_row(accept: QPushButton, cancel: QPushButton) -> QHBoxLayout:
    """Return the last row of a dialog; Enter presses the button that has the focus."""
    row = QHBoxLayout()
    row.addStretch(1)
    for button in (accept, cancel):
        button.setAutoDefault(True)
        row.addWidget(button)
    return row
