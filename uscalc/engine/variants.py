"""Named variants of a rule: a registry that fails on a name it does not know."""

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])


class Variants(dict[str, F]):
    """The implementations of one parameter, by the name used in the rule data.

    A plain mapping, because every step of every player looks something up here.
    """

    def named(self, name: str) -> Callable[[F], F]:
        """Register a function under a name."""

        def register(function: F) -> F:
            self[name] = function
            return function

        return register

    @property
    def names(self) -> tuple[str, ...]:
        """Every known name."""
        return tuple(self)
