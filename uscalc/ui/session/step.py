"""The step of the algorithm that the views show."""

from typing import Final

from PySide6.QtCore import QObject, Signal

from uscalc.ui.session.event import OpenEvent

FIRST: Final = 1
POST: Final = 6
"""The post-event rating, after Step 5."""
NAMES: Final = ("Step 1", "Step 2", "Step 3", "Step 4", "Step 5", "Post")


class ShownStep(QObject):
    """How far the algorithm is shown: a step from 1 to 5, or `POST` for the result.

    Views that teach follow `changed`; the crosstable and everything on paper always
    show the result and do not ask. Another event begins at the result.
    """

    changed = Signal()

    def __init__(self, event: OpenEvent) -> None:
        super().__init__(event)
        self._step = POST
        event.opened.connect(self.reset)

    @property
    def step(self) -> int:
        """1 to 5, or `POST`."""
        return self._step

    @property
    def name(self) -> str:
        """The name of the step."""
        return NAMES[self._step - FIRST]

    def show_step(self, step: int) -> None:
        """Show another step, limited to the range of steps."""
        step = min(max(step, FIRST), POST)
        if step != self._step:
            self._step = step
            self.changed.emit()

    def move_by(self, by: int) -> None:
        """Move forward by this number of steps, or back."""
        self.show_step(self._step + by)

    def reset(self) -> None:
        """Show the result."""
        self.show_step(POST)
