"""How work on many alternatives is watched, and ended."""

from collections.abc import Callable

Wanted = Callable[[], bool]
"""Whether somebody still waits for the answer."""
Done = Callable[[int, int], object]
"""Is told how much is done, and of how much."""


def always() -> bool:
    """Somebody waits until all is done."""
    return True


def nobody(count: int, of: int) -> None:
    """Nobody wants to know how much is done."""
