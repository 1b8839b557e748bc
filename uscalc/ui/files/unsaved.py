"""Ask whether to save unsaved changes."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from uscalc.ui.files.arriving import Continuation
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.building import name_widget


class UnsavedQuestion:
    """Ask before an event is left. `save` saves it and then goes on."""

    def __init__(
        self, window: QWidget, session: Session, save: Callable[[Continuation], object]
    ) -> None:
        self._window = window
        self._session = session
        self._save = save

    def run_unless_unsaved(self, go_on: Continuation) -> None:
        """Go on at once, or after the person has decided about the changes."""
        left_out = self._session.pending.left_out()
        saved = self._session.history.saved
        if saved and not left_out:
            go_on()
            return
        question = name_widget(QMessageBox(self._window), "saveQuestion")
        question.setTextFormat(Qt.TextFormat.PlainText)
        question.setIcon(QMessageBox.Icon.NoIcon)
        question.setWindowTitle("Save changes")
        question.setText(f"Save the changes to {self._session.document.name}?")
        button = QMessageBox.StandardButton
        buttons = button.Save | button.Discard | button.Cancel
        if saved:
            question.setText("Go on without what cannot be entered?")
            buttons = button.Discard | button.Cancel
        question.setInformativeText(
            "\n".join((*map(str, left_out), "What is not saved is lost."))
        )
        question.setStandardButtons(buttons)
        question.setDefaultButton(button.Cancel if saved else button.Save)

        def decided(choice: int) -> None:
            if choice in (button.Save, button.Discard):
                # The question has quoted the texts that could not be entered.
                self._session.pending.discard_all()
            if choice == button.Save:
                self._save(go_on)
            elif choice == button.Discard:
                go_on()

        question.finished.connect(decided)
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.open()
