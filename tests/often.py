"""The number of examples for a property, or the profile's share of it.

The profiles are in `tests/conftest.py`; `--hypothesis-profile=few` runs a fifth.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

from hypothesis import settings

T = TypeVar("T")
USUAL = 100
"""The examples of the profile `whole`, whose share is 1."""


def often(examples: int, **more: Any) -> settings:
    """Run this many examples under the profile `whole`, and fewer under a smaller one.

    `more` are other settings of hypothesis.
    """
    share = settings().max_examples / USUAL
    return settings(max_examples=max(5, round(examples * share)), **more)


def some(items: Sequence[T], every: int) -> Sequence[T]:
    """Return one of `every` items, or all of them under the profile `whole`."""
    return items if settings().max_examples >= USUAL else items[::every]
