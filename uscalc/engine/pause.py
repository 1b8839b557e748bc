"""The moment between two players, in which long work gives way or is ended."""

from collections.abc import Callable

Pause = Callable[[], object]
"""Called again and again by long work; what it raises ends the work."""


def go_on() -> None:
    """The pause of work that nobody waits for and nobody ends."""
