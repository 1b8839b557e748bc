"""A view: its place, its tab, its command and its pictures, and how it is made."""

from collections.abc import Callable
from typing import Generic, Literal, NamedTuple, TypeVar

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


Seen = TypeVar("Seen", covariant=True)


class PictureSpec(NamedTuple, Generic[Of, Seen]):
    """`prepare` brings the window there and gives what of it is painted."""

    name: str
    shows: str
    prepare: Callable[[Of], Seen]


Made = TypeVar("Made", covariant=True)
Where = Literal["right", "below"]
WhatIf = Literal["with", "without", "unmarked"]
"""A view's use of what-if results while some are tried out; the panel names it above
the view. An unmarked view shows no result, or tries them out itself."""


class ViewSpec(NamedTuple, Generic[Of, Made]):
    """A view of a window `Of` some kind.

    `name` is its widget's objectName, `title` is on its tab, `where` says in which
    panel. `action` is the command that shows it, whose `hint` says what is to be seen.
    `make` imports the view's modules, so that a start pays for none that is not shown.
    `show` is what the command does where that is more than to bring the view forward.
    Before a picture is taken its `prepare` is called; the view is shown then, unless that
    has done so and gives it. `what_if` says whether it shows what-if results.
    """

    name: str
    title: str
    where: Where
    action: str
    hint: str
    make: Callable[[Of], Made]
    pictures: tuple[PictureSpec[Of, object], ...]
    keys: tuple[str, ...] = ()
    places: tuple[MenuPlace, ...] = ()
    show: Callable[[Of], object] | None = None
    what_if: WhatIf = "without"


def prepare_nothing(_window: object) -> None:
    """Prepare nothing: the image shows the view unchanged."""
