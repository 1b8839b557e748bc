"""A command: its names, its keys, its places in the menus, and what it does."""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

Of = TypeVar("Of", contravariant=True)


class MenuPlace(NamedTuple):
    """The place of a command in a menu.

    The whole part of `at` is the group, between lines; within a group the order is that
    of the numbers, and of the table of commands where these are the same.
    """

    menu: str
    at: float


class CommandSpec(NamedTuple, Generic[Of]):
    """A command of a window `Of` some kind: everything about it, and in one place.

    `name` is its objectName, `text` is shown in menus and `hint` says what it does, in the
    page of shortcuts as well. The first of the `keys` is the one that is shown. Commands
    of one `group` are choices of which one is made; "-" is one that is on or off.
    `run` imports what it needs, so that a start pays for nothing that is not used.
    """

    name: str
    text: str
    hint: str
    run: Callable[[Of], object]
    keys: tuple[str, ...] = ()
    places: tuple[MenuPlace, ...] = ()
    group: str = ""
