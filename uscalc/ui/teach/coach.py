"""The coach strip: shows the first steps, and never returns once closed or finished."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from uscalc.ui.storage.preferences import Preferences
from uscalc.ui.teach.coach_steps import STEPS, FirstSteps
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import add_parts, make_row, name_widget
from uscalc.ui.widgets.labels import make_plain_button, make_text_label, spoken_text

FLAG: Final = "coach-closed"


class CoachStrip(QFrame):
    """`show_me` is given the place of a step: table, why, missing, or new; or mine.

    `left` says that the strip goes while the keyboard is in it.
    """

    left = Signal()

    def __init__(
        self,
        preferences: Preferences,
        show_me: Callable[[str], object],
        steps: FirstSteps,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._show_me = show_me
        self._steps = steps
        name_widget(self, "coachStrip", "First steps")
        row = make_row(self, (2 * UNIT, UNIT, UNIT, UNIT))
        self.text = make_text_label("coachText", "")
        self.text.setSizePolicy(
            QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum
        )
        row.addWidget(self.text, 1)
        self.show_button = self._make_button("coachShow", "S&how me", self._show_place)
        self.next = self._make_button("coachNext", "Ne&xt", steps.go_to_next)
        self.mine = self._make_button(
            "coachMine", "Onl&y my own rating", lambda: self._show_me("mine")
        )
        self.mine.setToolTip("A sheet for one player: loss, draw and win at once")
        self.close_button = self._make_button(
            "coachClose", "&Close", self.close_for_good
        )
        self.close_button.setToolTip("It does not come back")
        add_parts(row, self.show_button, self.next, self.mine, self.close_button)
        self.setVisible(False)
        steps.changed.connect(self._show_step)
        steps.done.connect(self.close_for_good)
        # The steps are about the sample.
        steps.dropped.connect(self.hide)

    def _make_button(
        self, name: str, text: str, run: Callable[[], object]
    ) -> QPushButton:
        return make_plain_button(
            name, text, f"First steps: {spoken_text(text)}", run, ""
        )

    def start_coach(self) -> None:
        """Show the first step, unless the strip was closed for the last time."""
        if not self._preferences.read_flag(FLAG):
            self._steps.start_steps()
            self.show()

    def close_for_good(self) -> None:
        """Hide the strip now and in every later start."""
        self._preferences.set_flag(FLAG)
        self._steps.stop_steps()
        focus = QApplication.focusWidget()
        here = focus is not None and self.isAncestorOf(focus)
        self.hide()
        if here:
            self.left.emit()

    def _show_step(self) -> None:
        said = f"{self._steps.number} of {len(STEPS)}   {self._steps.describe_step()}"
        if said != self.text.text():
            self.text.setText(said)
            self.text.setAccessibleName(said)
        self.next.setText("D&one" if self._steps.number == len(STEPS) else "Ne&xt")

    def _show_place(self) -> None:
        self._show_me(self._steps.step)
