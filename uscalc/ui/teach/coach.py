"""The coach: a strip with the next step of a task; a step ends when the user has done it."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from uscalc.ui.scheduling import make_timer
from uscalc.ui.session.preferences import Preferences
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    add_parts,
    make_plain_button,
    make_row,
    make_running_text,
    name_widget,
    spoken_text,
    write_label,
)

MOST_STEPS: Final = 4
LOOK: Final = 200
"""The milliseconds between two checks of whether the step is done."""


class CoachStep(NamedTuple):
    """A step of a task: the text, and a function that returns whether the step is done.

    `show` takes the user to the place where the step is done.
    """

    words: Callable[[], str]
    done: Callable[[], bool]
    show: Callable[[], object]


class CoachStrip(QFrame):
    """Shows the steps of a task one by one.

    `left` is emitted if the strip closes while it has the focus.
    """

    left = Signal()

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._task = ""
        self._steps: tuple[CoachStep, ...] = ()
        self._at = 0
        name_widget(self, "coachStrip", "Coach")
        self.text = make_running_text("coachText", "")
        self.show_button = self._make_button(
            "coachShow", "Show &me", lambda: self._steps[self._at].show()
        )
        self.next = self._make_button("coachNext", "S&kip", self.go_to_next)
        self.close_button = self._make_button("coachClose", "Close", self.end_task)
        add_parts(
            make_row(self, (2 * UNIT, UNIT, UNIT, UNIT)),
            (self.text, 1),
            self.show_button,
            self.next,
            self.close_button,
        )
        self._timer = make_timer(self, LOOK, self._check_step, repeats=True)
        self.hide()

    def _make_button(
        self, name: str, text: str, run: Callable[[], object]
    ) -> QPushButton:
        return make_plain_button(name, text, f"Coach: {spoken_text(text)}", run, "")

    def start_task(self, task: str, steps: Sequence[CoachStep]) -> None:
        """Show the first step of a task that isn't done yet.

        Show nothing if the user has finished or closed this task before.
        """
        self.drop_task()
        if self._preferences.read_flag(_flag_of(task)):
            return
        self._task = task
        self._steps = tuple(step for step in steps if not step.done())[:MOST_STEPS]
        self._at = 0
        if self._steps:
            self._show_step()
            self.show()
            self._timer.start()

    def drop_task(self) -> None:
        """Hide the steps; the task can be started again."""
        self._timer.stop()
        focus = self.window().focusWidget()
        here = focus is not None and self.isAncestorOf(focus)
        self.hide()
        self._steps = ()
        if here:
            self.left.emit()

    def end_task(self) -> None:
        """End the task; its steps are not shown again."""
        self._preferences.set_flag(_flag_of(self._task))
        self.drop_task()

    def go_to_next(self) -> None:
        """Go to the next step, whether this one was done or not."""
        self._at += 1
        if self._at >= len(self._steps):
            self.end_task()
        else:
            self._show_step()

    def _check_step(self) -> None:
        if self._steps[self._at].done():
            self.go_to_next()
        else:
            self._show_step()

    def _show_step(self) -> None:
        number, words = self._at + 1, self._steps[self._at].words()
        said = f"{number} of {len(self._steps)}   {words}"
        if said != self.text.text():
            write_label(self.text, said)
            self._fit_height()
        self.next.setText("&Done" if number == len(self._steps) else "S&kip")

    def _fit_height(self) -> None:
        """Fit the height to the text, because a status bar would reserve too much height."""
        layout = self.layout()
        assert layout is not None
        self.setFixedHeight(layout.totalHeightForWidth(self.width()))
        # The parts may still have the positions for the previous height.
        layout.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the height to the new width."""
        super().resizeEvent(event)
        self._fit_height()

    def changeEvent(self, event: QEvent) -> None:
        """Fit the height to the new type size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self._steps:
            self._fit_height()


def _flag_of(task: str) -> str:
    """Return the name of the setting that marks a task as ended."""
    return f"coach-{task}-ended"
