"""How a thread beside the window's shares the interpreter with it."""

import time
from typing import Final

ALONE: Final = 0.002, 0.00005
BESIDE: Final = 0.0003, 0.001
"""Seconds of work, and seconds away: while the window has been idle, and while it is at
work. It asks for the interpreter once for every cell that it paints; left to the
interpreter, each such turn would take 0.005."""
BACK: Final = 0.0005
"""Seconds by which a thread is back late where another process is at work; the system
alone is late by some 0.0001."""


class TurnGiver:
    """Gives the interpreter away often, and for longer while the window wants it."""

    def __init__(self) -> None:
        self._away = ALONE[1]
        self._until = time.perf_counter() + ALONE[0]

    def give_turn(self) -> None:
        """Let other threads run when it is time; to be called often."""
        now = time.perf_counter()
        if now < self._until:
            return
        time.sleep(self._away)
        back = time.perf_counter()
        late = back - now - self._away
        work, self._away = ALONE if late < BACK else BESIDE
        self._until = back + work
