"""The coach strip: four steps through the sample event; closed once, closed for good."""

from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from uscalc.ui.preferences import Preferences
from uscalc.ui.theme import UNIT
from uscalc.ui.wrapped import text_label

FLAG: Final = "coach-closed"
STEPS: Final = (
    (
        "A sample. Round 5 of player 1 is still to be played: type w3 there.",
        "table",
    ),
    (
        "Why shows how the chosen player's rating comes about, step by step.",
        "why",
    ),
    (
        "Missing facts asks for what nobody has said and what matters.",
        "missing",
    ),
    (
        "Ctrl+N begins an event of your own. Ctrl+Z takes everything back.",
        "new",
    ),
)


class CoachStrip(QFrame):
    """`show_me` is given the place of a step: table, why, missing, or new; or mine."""

    def __init__(
        self,
        preferences: Preferences,
        show_me: Callable[[str], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._show_me = show_me
        self._step = 0
        self.setObjectName("coachStrip")
        self.setAccessibleName("First steps")
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * UNIT, UNIT, UNIT, UNIT)
        row.setSpacing(UNIT)
        self.text = text_label("coachText", "")
        self.text.setSizePolicy(
            QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum
        )
        row.addWidget(self.text, 1)
        self.show_button = self._button("coachShow", "S&how me", self._show)
        self.next = self._button("coachNext", "Ne&xt", lambda: self._go(1))
        self.mine = self._button(
            "coachMine", "Onl&y my own rating", lambda: self._show_me("mine")
        )
        self.mine.setToolTip("A sheet for one player: loss, draw and win at once")
        self.close_button = self._button("coachClose", "&Close", self.close_for_good)
        self.close_button.setToolTip("It does not come back")
        for button in (self.show_button, self.next, self.mine, self.close_button):
            row.addWidget(button)
        self.setVisible(False)
        self._go(0)

    def _button(self, name: str, text: str, run: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName(name)
        button.setAccessibleName(f"First steps: {text.replace('&', '')}")
        button.setProperty("plain", True)
        button.clicked.connect(lambda: run())
        return button

    def begin(self) -> None:
        """Shows the first step, unless the strip was closed for good."""
        if not self._preferences.flag(FLAG):
            self._step = 0
            self._go(0)
            self.show()

    def close_for_good(self) -> None:
        """Hides the strip now and in every later start."""
        self._preferences.set_flag(FLAG)
        self.hide()

    def _go(self, by: int) -> None:
        if self._step + by == len(STEPS):
            self.close_for_good()
            return
        self._step = max(self._step + by, 0)
        said = f"{self._step + 1} of {len(STEPS)}   {STEPS[self._step][0]}"
        self.text.setText(said)
        self.text.setAccessibleName(said)
        self.next.setText("D&one" if self._step == len(STEPS) - 1 else "Ne&xt")

    def _show(self) -> None:
        self._show_me(STEPS[self._step][1])
