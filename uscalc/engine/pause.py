"""The callback by which long work yields between two players, or is canceled."""

from collections.abc import Callable

Pause = Callable[[], object]
"""Called repeatedly by long work; an exception that it raises ends the work."""


def go_on() -> None:
    """Continue without a pause: for work that is neither shared nor canceled."""
