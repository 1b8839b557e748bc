"""A command makes millions of values without cycles; looking for those takes long."""

import gc
from typing import Final

ENOUGH_TO_LOOK: Final = 200_000
"""So many values are made before it is looked whether some can go: a file's go alone."""


def seldom_look_for_cycles() -> None:
    """Has Python look seldom."""
    gc.set_threshold(ENOUGH_TO_LOOK, 20, 20)
