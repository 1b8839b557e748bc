"""Make the dialogs that ask for files, their text fields and their rows of buttons."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QPushButton,
    QWidget,
)

from uscalc.ui.widgets.building import name_widget
from uscalc.ui.widgets.controls import TextControl


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


def make_text_field(
    name: str, words: str, example: str = "", hint: str = ""
) -> TextControl:
    """Return a line to type in, with an example in it and a tooltip."""
    field = TextControl(example)
    name_widget(field, name, words)
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
