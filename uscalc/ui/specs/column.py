"""A column: its heading, its width, and the texts and edits of its cells."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, TypeVar

if TYPE_CHECKING:
    from uscalc.document.change import Edit
    from uscalc.document.edit.block import PasteColumn
    from uscalc.document.model import Document

Cell = TypeVar("Cell")
Side = Literal["left", "right"]
Where = Literal["before", "round", "after"]
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
    where: Where
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
