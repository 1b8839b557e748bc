"""Count how often lines of Python run: a measure of work that doesn't depend on the machine."""

import json
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

Do = Callable[[], object]
GROWTH: Final = 2.6
"""If the size doubles, the lines may grow by this factor compared with the first doubling.

Linear work gives 2, quadratic work 4.
"""
FEW: Final = 8_000
"""The number of lines that any doubling may add."""


def count_lines(do: Do) -> int:
    """Return the number of lines that run; a line in a loop counts each time."""
    count = 0

    def see(frame: Any, event: str, argument: Any) -> Any:
        nonlocal count
        count += 1
        return see

    before = sys.gettrace()
    sys.settrace(see)
    try:
        do()
    finally:
        sys.settrace(before)
    return count


def count_apart(does: Sequence[Do]) -> list[int]:
    """Return the lines of each function in its own process, after the first one ran once."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            null = os.open(os.devnull, os.O_RDWR)
            for stream in (1, 2):
                os.dup2(null, stream)
            sys.stdout, sys.stderr = (os.fdopen(os.dup(null), "w") for _ in "12")
            does[0]()
            found = json.dumps([count_lines(do) for do in does])
            os.write(writing, found.encode())
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as file:
        found = file.read().decode()
    os.waitpid(child, 0)
    counts: list[int] = json.loads(found)
    return counts


def grows_linearly(counts: Sequence[int]) -> bool:
    """Return whether the work grows in proportion to three sizes, each twice the one before."""
    first, second = counts[1] - counts[0], counts[2] - counts[1]
    return second <= GROWTH * max(first, 0) + FEW
