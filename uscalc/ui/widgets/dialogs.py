"""Make the dialogs that ask for files, their text fields and their rows of buttons."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLayout,
    QPushButton,
    QWidget,
)

from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import STRETCH, add_parts, name_widget, spoken_text
from uscalc.ui.widgets.controls import TextControl
from uscalc.ui.widgets.screen_room import FRAME, available_to


def make_file_dialog(
    parent: QWidget,
    name: str,
    title: str,
    filters: Sequence[str] = (),
    mode: QFileDialog.FileMode = QFileDialog.FileMode.ExistingFile,
    save_as: str = "",
    folder: Path | None = None,
) -> QFileDialog:
    """Return a dialog that asks for files to open, a file to save to, or a folder.

    `save_as` is the suffix of a saved file, for example ".pdf", which is added if the
    typed name has none. The dialog opens in `folder` if it exists, and is deleted when
    it closes.
    """
    dialog = QFileDialog(
        parent, title, fileMode=QFileDialog.FileMode.AnyFile if save_as else mode
    )
    dialog.setObjectName(name)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if save_as:
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(save_as.removeprefix("."))
    if folder is not None and folder.is_dir():
        dialog.setDirectory(str(folder))
    if filters:
        dialog.setNameFilters(list(filters))
    if mode == QFileDialog.FileMode.Directory:
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    return dialog


def ask_for_path(
    dialog: QFileDialog, take_path: Callable[[Path], object], suggested: str = ""
) -> None:
    """Open a dialog for one file or folder; `suggested` is the name that it begins with."""
    if suggested:
        dialog.selectFile(suggested)
    dialog.fileSelected.connect(lambda path: take_path(Path(path)))
    dialog.open()


def make_text_field(
    name: str, words: str, example: str = "", hint: str = ""
) -> TextControl:
    """Return a text field with an example as its placeholder, and a tooltip."""
    field = TextControl(example)
    name_widget(field, name, words)
    field.setToolTip(hint)
    return field


def make_button_row(accept: QPushButton, cancel: QPushButton) -> QHBoxLayout:
    """Return the last row of a dialog; Enter presses the button that has the focus."""
    row = QHBoxLayout()
    for button in (accept, cancel):
        button.setAutoDefault(True)
    add_parts(row, STRETCH, accept, cancel)
    return row


class AcceptCancelButtons(QDialogButtonBox):
    """A button that accepts a dialog, also with Enter, and a button that cancels it.

    Their object names begin with `name`. Screen readers read `words` and `cancel_words`
    instead of their texts.
    """

    def __init__(
        self,
        dialog: QDialog,
        name: str,
        text: str,
        words: str = "",
        cancel_words: str = "",
    ) -> None:
        # Only a button within a dialog stays its default after it lost the focus.
        super().__init__(QDialogButtonBox.StandardButton.Cancel, dialog)
        name_widget(self, f"{name}Buttons")
        self.yes: QPushButton = self.addButton(
            text, QDialogButtonBox.ButtonRole.AcceptRole
        )
        no = self.button(QDialogButtonBox.StandardButton.Cancel)
        for button, role, sentence in (
            (self.yes, "Accept", words),
            (no, "Cancel", cancel_words),
        ):
            name_widget(
                button, f"{name}{role}", sentence or spoken_text(button.text()), "plain"
            )
        self.yes.setDefault(True)
        self.accepted.connect(dialog.accept)
        self.rejected.connect(dialog.reject)


class CloseButton(QDialogButtonBox):
    """The only button of a page to read; screen readers read `words`."""

    def __init__(self, dialog: QDialog, name: str, words: str) -> None:
        super().__init__(QDialogButtonBox.StandardButton.Close, dialog)
        name_widget(self, f"{name}Buttons", words)
        name_widget(
            self.button(QDialogButtonBox.StandardButton.Close), f"{name}Close", "Close"
        ).setDefault(True)
        self.rejected.connect(dialog.reject)


def resize_to(dialog: QDialog, digits: int, lines: int) -> None:
    """Set the size of a dialog in digits and lines of its font, within the screen."""
    layout = dialog.layout()
    if layout is not None:
        # Otherwise, wrapped labels would ask for the height of a narrow dialog.
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
    metrics, room = dialog.fontMetrics(), available_to(dialog) - FRAME
    wide = min(metrics.horizontalAdvance("0") * digits, room.width() - 2 * UNIT)
    high = min(metrics.lineSpacing() * lines, room.height() - 2 * UNIT)
    dialog.resize(wide, high)
    dialog.setMinimumSize(wide // 2, high // 2)
