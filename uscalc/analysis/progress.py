"""Progress and cancellation of work on many alternatives."""

from collections.abc import Callable

Wanted = Callable[[], bool]
"""Returns False once the work is canceled."""
Done = Callable[[int, int], object]
"""Receives the number of finished items and the total."""


def always() -> bool:
    """Return True: the work is never canceled."""
    return True


def nobody(count: int, of: int) -> None:
    """Ignore the progress."""
