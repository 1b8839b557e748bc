"""A column: its heading, its width, and the texts and edits of its cells."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, TypeVar

if TYPE_CHECKING:
    from uscalc.document.edit.block import PasteColumn
    from uscalc.document.model import Document, Edit


Cell = TypeVar("Cell")
Side = Literal["left", "right"]
ColumnPlace = Literal["before", "round", "after"]
Look = Literal["text", "quiet", "result", "rating", "change"]
Follows = Literal["facts", "carried", "counted", "results", "ratings"]


class ColumnSpec(NamedTuple, Generic[Cell]):
    """A column of cells of some kind: everything about it, and in one place.

    `kind` is its name within the program. `title` is the heading, `hint` what the heading
    says at length. `where` is before the rounds or after them; `side` is the side of its
    text: figures at the right, words at the left. `follows` says what its cells change
    with, beside the facts of their player: what an earlier section made of the player,
    the games that a new rating is counted on, the results, or the ratings.
    `text` is the text of a cell, with which its editor starts too; `shown` is painted in
    its place, where it gives anything. `sort` gives what rows are sorted by, or nothing
    for those that stay at the end; `high_first` says that a first click asks for the most.
    `width` counts digits; without one it is shared out. `decimals` asks for more of it
    where ratings have decimals, and `gap` keeps digits free at the right.
    `words` say a cell at length, one hover away; `accessible` is what a screen reader says.
    `edit` is the edit that a typed text means; without it the column is computed. Pasted
    text goes where `pasted` says. An `optional` column is shown on demand.
    """

    kind: str
    title: str
    hint: str
    where: ColumnPlace
    side: Side
    follows: Follows
    text: Callable[[Cell], str]
    sort: "Callable[[Cell], float | str | None]"
    width: int | None = None
    high_first: bool = False
    look: Look = "text"
    gap: int = 0
    decimals: bool = False
    optional: bool = False
    shown: Callable[[Cell], str] | None = None
    words: Callable[[Cell], str] | None = None
    accessible: Callable[[Cell], str] | None = None
    edit: "Callable[[Document, Cell, str], Edit] | None" = None
    pasted: "PasteColumn | None" = None


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
ViewPlace = Literal["right", "below"]
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
    has done so and gives it. `what_if` says whether it shows what-if results. A `full`
    view takes the whole space, without crosstable and inspector.
    """

    name: str
    title: str
    where: ViewPlace
    action: str
    hint: str
    make: Callable[[Of], Made]
    pictures: tuple[PictureSpec[Of, object], ...]
    keys: tuple[str, ...] = ()
    places: tuple[MenuPlace, ...] = ()
    show: Callable[[Of], object] | None = None
    what_if: WhatIf = "without"
    full: bool = False


class SpaceSpec(NamedTuple, Generic[Of, Made]):
    """A space of a window `Of` some kind: a combination of views for one task.

    `name` follows `space-` in its button's objectName, `title` is on the button, `hint`
    says who it is for. The views are in the order of their tabs. `tools` are the names
    of the commands on buttons, in groups; `inspector_share` is the usual width of the
    inspector, in percent.
    """

    name: str
    title: str
    hint: str
    views: tuple[ViewSpec[Of, Made], ...]
    tools: tuple[tuple[str, ...], ...] = ()
    inspector_share: int = 32
    has_crosstable: bool = True


def prepare_nothing(_window: object) -> None:
    """Prepare nothing: the image shows the view unchanged."""
