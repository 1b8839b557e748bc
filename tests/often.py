"""How often a property is tried: so many examples, or the profile's share of them.

The profiles stand in `tests/conftest.py`; `--hypothesis-profile=few` takes a fifth.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

from hypothesis import settings

T = TypeVar("T")
USUAL = 100
"""Examples of the profile `whole`, which counts as one."""


def often(examples: int, **more: Any) -> settings:
    """So many examples under the profile `whole`, fewer under a smaller one.

    `more` are other settings of hypothesis.
    """
    share = settings().max_examples / USUAL
    return settings(max_examples=max(5, round(examples * share)), **more)


def some(items: Sequence[T], every: int) -> Sequence[T]:
    """One of so many items, or all of them under the profile `whole`."""
    return items if settings().max_examples >= USUAL else items[::every]
