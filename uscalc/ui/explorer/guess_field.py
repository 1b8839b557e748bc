"""The field for guessed ratings, and the button that shows the answer."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from uscalc.explain.scene.guesses import read_guess
from uscalc.ui.session.shared_scene import SharedScene
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    FieldLabel,
    add_parts,
    make_row,
    name_widget,
    set_look,
)
from uscalc.ui.widgets.controls import NextNumberField

DIGITS: Final = 7
"""The width of the field, in digits."""
NO_IDEA: Final = "No idea", "Show the answer without a guess"
SHOW: Final = "Show answer", "Show the answer, and how far off the guesses were"


class GuessField(QWidget):
    """A small field: Enter adds the typed rating to the guesses, and the focus stays.

    The last guess stays selected in the field, so that typing replaces its text. Enter
    in the cleared field takes the last guess back. `problem` says why a text is not a
    guess. `guessed` is emitted after Enter.
    """

    guessed = Signal()

    def __init__(self, name: str, shared: SharedScene) -> None:
        super().__init__()
        self._shared = shared
        self.problem = ""
        self._whose: object = None
        name_widget(self, f"{name}GuessBox")
        self.field = name_widget(
            NextNumberField(maxLength=DIGITS + 1),
            f"{name}GuessField",
            "Guess: a rating",
            "form",
        )
        self.field.setToolTip("Type a rating and press Enter; then the next one")
        self.label = FieldLabel("Guess", self.field)
        add_parts(make_row(self, spacing=UNIT // 2), self.label, self.field)
        self.setFocusProxy(self.field)
        self.field.returnPressed.connect(self._take_guess)
        self.field.textEdited.connect(lambda: self._show_problem(""))
        wide = self.field.fontMetrics().horizontalAdvance("0") * DIGITS
        self.field.setFixedWidth(wide + 16)

    def show_last_guess(self) -> None:
        """Show the last guess of the scene, unless the user is typing another one."""
        scene = self._shared.value
        if scene is None:
            return
        if scene.subject.whose != self._whose:
            # An invalid text was meant for the player before.
            self._whose = scene.subject.whose
            self.field.setModified(False)
            self._mark_problem("")
        if self.field.isModified():
            return
        text = f"{scene.guesses[-1]:.0f}" if scene.guesses else ""
        if text != self.field.text():
            self.field.setText(text)

    def _take_guess(self) -> None:
        """Add the typed rating, or say why it isn't a guess."""
        scene, typed = self._shared.value, self.field.text().strip()
        if scene is None or not scene.waits:
            return
        guesses = scene.guesses[:-1]
        if typed:
            found = read_guess(typed)
            if isinstance(found, str):
                self.field.selectAll()
                self._show_problem(found)
                return
            guesses = *scene.guesses, found
        self.field.setModified(False)
        self._show_problem("")
        self._shared.put(scene.set_guesses(guesses))
        self.show_last_guess()
        self.field.selectAll()
        self.guessed.emit()

    def _show_problem(self, problem: str) -> None:
        if problem != self.problem:
            self._mark_problem(problem)
            self.guessed.emit()

    def _mark_problem(self, problem: str) -> None:
        self.problem = problem
        set_look(self.field, "marked", bool(problem))


class RevealButton(QPushButton):
    """The button "No idea" or, after a guess, "Show answer"."""

    def __init__(self, name: str, shared: SharedScene) -> None:
        super().__init__()
        self._shared = shared
        name_widget(self, f"{name}NoIdea", look="plain")
        self.setAutoDefault(False)
        self.clicked.connect(lambda _checked=False: shared.show_answer())
        shared.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Offer what fits: the answer after guesses, or without an idea."""
        scene = self._shared.value
        text, hint = SHOW if scene is not None and scene.guesses else NO_IDEA
        self.setText(text)
        self.setAccessibleName(hint)
        self.setToolTip(hint)
