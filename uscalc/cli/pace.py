"""A command makes millions of values without cycles; looking for those takes long."""

import gc
from typing import Final

ENOUGH_TO_LOOK: Final = 200_000
"""Values that are made between two searches for unused cycles."""


def reduce_garbage_collection() -> None:
    """Have Python look for cycles seldom."""
    gc.set_threshold(ENOUGH_TO_LOOK, 20, 20)
