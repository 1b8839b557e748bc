"""The row of buttons at the foot of a dialog."""

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton

from uscalc.ui.widgets.building import name_widget
from uscalc.ui.widgets.buttons import spoken_text


class AcceptCancelButtons(QDialogButtonBox):
    """One button accepts a dialog, which Return does too; the other leaves it.

    `name` begins the names of both. `words` and `cancel_words` are read aloud in place
    of their texts.
    """

    def __init__(
        self,
        dialog: QDialog,
        name: str,
        text: str,
        words: str = "",
        cancel_words: str = "",
    ) -> None:
        super().__init__(QDialogButtonBox.StandardButton.Cancel)
        name_widget(self, f"{name}Buttons")
        self.yes: QPushButton = self.addButton(
            text, QDialogButtonBox.ButtonRole.AcceptRole
        )
        no = self.button(QDialogButtonBox.StandardButton.Cancel)
        for button, role, said in (
            (self.yes, "Accept", words),
            (no, "Cancel", cancel_words),
        ):
            name_widget(
                button, f"{name}{role}", said or spoken_text(button.text()), "plain"
            )
        self.yes.setDefault(True)
        self.accepted.connect(dialog.accept)
        self.rejected.connect(dialog.reject)


class CloseButton(QDialogButtonBox):
    """The one button of a page that is only read; `words` are read aloud."""

    def __init__(self, dialog: QDialog, name: str, words: str) -> None:
        super().__init__(QDialogButtonBox.StandardButton.Close)
        name_widget(self, f"{name}Buttons", words)
        close = name_widget(
            self.button(QDialogButtonBox.StandardButton.Close), f"{name}Close", "Close"
        )
        close.setDefault(True)
        self.rejected.connect(dialog.reject)
