"""Find the facts in which two states of an event, section, player or rating differ."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from uscalc.document.facts.table import merged_keys
from uscalc.engine.rounding import round_for_display


class FactChange(NamedTuple):
    """One fact with two values: that of the first state and that of the second."""

    key: str
    before: Any
    after: Any


def diff_facts(
    before: Any, after: Any, keys: Sequence[str] = ()
) -> Iterator[FactChange]:
    """Yield the facts in which two values of one class of the model differ.

    Without `keys`, every fact is compared but those that go with one rating figure.
    """
    for key in keys or merged_keys(type(before)):
        one, other = getattr(before, key), getattr(after, key)
        if one != other:
            yield FactChange(key, one, other)


def rounds_to(exact: float, rating: float) -> bool:
    """Return True if a rating is the exact one, perhaps without its decimals."""
    return rating in (exact, round_for_display(exact))
