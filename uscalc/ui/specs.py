"""The declarations of columns, commands, pictures, views and spaces. They need no Qt."""

from collections.abc import Callable
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

if TYPE_CHECKING:
    from uscalc.document.edit.block import PasteColumn
    from uscalc.document.model import Document, Edit


Cell = TypeVar("Cell")
Side = Literal["left", "right"]
Look = Literal["text", "quiet", "result", "rating", "change"]
Follows = Literal["facts", "carried", "counted", "results", "ratings"]


class ColumnSpec(NamedTuple, Generic[Cell]):
    """Everything about a column of cells.

    `kind` is its name within the program, `title` its heading, and `hint` the heading's
    tooltip. `where` is before the rounds or after them; `side` is the side of its text:
    right for figures, left for words. `follows` says what its cells change with,
    besides the facts of their player: the result of an earlier section, the games that
    a new rating is based on, the results, or the ratings.

    `text` returns the text of a cell, with which its editor begins; `shown` returns the
    text to paint instead, if there is one. `sort` returns the value to sort rows by, or
    None for rows that stay at the end; with `high_first`, the first click puts the
    largest value first. `width` is in digits; a column without one shares the remaining
    width. `decimals` widens the column if ratings have decimals, and `gap` keeps digits
    free at the right.

    `words` returns the tooltip of a cell; `accessible` the text for screen readers.
    `edit` returns the edit of a typed text; a column without it is computed. `pasted`
    says what pasted text sets. An `optional` column is shown on demand.
    """

    kind: str
    title: str
    hint: str
    where: Literal["before", "round", "after"]
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

    The whole part of `at` is the group, between separators. Within a group, commands
    are sorted by `at`, and then by the table of commands.
    """

    menu: str
    at: float


class CommandSpec(NamedTuple, Generic[Of]):
    """Everything about a command; `Of` is the kind of window that it belongs to.

    `name` is its objectName, `text` is shown in menus, and `hint` describes it in
    tooltips and on the page of shortcuts. Of several `keys`, the first is shown. Of the
    commands of one `group`, one is selected at a time; the group "-" has commands that
    are on or off. `run` imports what it needs, so that the program starts faster.
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
    """A picture for the help: `prepare` sets the window up, and returns the part to paint."""

    name: str
    shows: str
    prepare: Callable[[Of], Seen]


Made = TypeVar("Made", covariant=True)
WhatIf = Literal["with", "without", "unmarked"]
"""A view's use of what-if results while some are tried out; the panel names it above
the view. An unmarked view shows no result, or tries them out itself."""


class ViewSpec(NamedTuple, Generic[Of, Made]):
    """Everything about a view of a window `Of` some kind.

    `name` is its widget's objectName, `title` is on its tab, and `where` is its panel.
    `action` is the command that shows the view, and `hint` its tooltip. `make` imports
    the view's modules when the view is first shown, so that the program starts faster.
    `show` is what the command does if it does more than bring the view forward. Before
    a picture is taken, its `prepare` is called, and then the view is shown unless
    `prepare` returned it. `what_if` says whether it shows what-if results. A `full`
    view takes the whole space, without crosstable and inspector.
    """

    name: str
    title: str
    where: Literal["right", "below"]
    action: str
    hint: str
    make: Callable[[Of], Made]
    pictures: tuple[PictureSpec[Of, object], ...]
    keys: tuple[str, ...] = ()
    places: tuple[MenuPlace, ...] = ()
    show: Callable[[Of], object] | None = None
    what_if: WhatIf = "without"
    full: bool = False


class ViewPage(NamedTuple):
    """A page of a view: its tab, its tooltip, and a function that makes it.

    `what_if` says whether it shows what-if results.
    """

    title: str
    hint: str
    make: Callable[..., Any]
    what_if: WhatIf = "unmarked"


class SpaceSpec(NamedTuple, Generic[Of, Made]):
    """A space of a window `Of` some kind: a combination of views for one task.

    `name` follows `space-` in its button's objectName, `title` is on the button, and
    `hint` says what the space is for. The views are in the order of their tabs. `tools`
    are the names of the commands on buttons, in groups; `inspector_share` and
    `drawer_share` are the usual width of the inspector and the usual height of the
    drawer, in percent.
    """

    name: str
    title: str
    hint: str
    views: tuple[ViewSpec[Of, Made], ...]
    tools: tuple[tuple[str, ...], ...] = ()
    inspector_share: int = 32
    drawer_share: int = 38
    has_crosstable: bool = True


def call_later(function: str, *arguments: object) -> Callable[[Any], Any]:
    """Return a function that, when called, imports another function and calls it with the window.

    `function` is "module:name", for example a class of views; further `arguments` are
    passed to it as well.
    """
    return lambda window: resolve_name(function)(window, *arguments)


def make_for_event(view: str, *arguments: object) -> Callable[[Any], Any]:
    """Return a function that imports a view late, and makes it for the window's event."""
    return lambda window: resolve_name(view)(window.session, window.theme, *arguments)


def prepare_nothing(_window: object) -> None:
    """Prepare nothing: the image shows the view unchanged."""
