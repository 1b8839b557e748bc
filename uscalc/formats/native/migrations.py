"""Older event files brought to the present version, one step a version.

A step is a function from the plain JSON object of one version to that of the next. It
imports nothing of the program, so that it keeps meaning what it meant.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

Step = Callable[[dict[str, Any]], dict[str, Any]]

STEPS: Final[tuple[Step, ...]] = ()
"""The first step leads from version 1 to 2, and so on: version 1 is the present one."""


def find_present_version(steps: Sequence[Step] = STEPS) -> int:
    """Return the newest version of the format."""
    return 1 + len(steps)


def migrate_object(
    data: dict[str, Any], version: int, steps: Sequence[Step] = STEPS
) -> dict[str, Any]:
    """Bring an object to the newest version; the given one may be used up."""
    for number, step in enumerate(steps[version - 1 :], start=version + 1):
        data = {**step(dict(data)), "version": number}
    return data
