"""A picture of the tour: its file's name, what it shows, and how to get there."""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from uscalc.ui.specs.command import Of

Seen = TypeVar("Seen", covariant=True)


class PictureSpec(NamedTuple, Generic[Of, Seen]):
    """`prepare` brings the window there and gives what of it is painted."""

    name: str
    shows: str
    prepare: Callable[[Of], Seen]
