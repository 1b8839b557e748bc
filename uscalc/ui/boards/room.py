"""The view of a round, board by board."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.picture import PictureSpec
from uscalc.ui.specs.view import ViewSpec, as_it_is

if TYPE_CHECKING:
    from uscalc.ui.boards.view import BoardsView
    from uscalc.ui.frame.frame import Frame


def _make(window: "Frame") -> "BoardsView":
    from uscalc.ui.boards.view import BoardsView

    return BoardsView(window.session, window.theme)


VIEW: Final = ViewSpec(
    name="boardsView",
    title="Boards",
    where="below",
    action="boards",
    hint="A round's results typed board by board, one key a board",
    make=_make,
    pictures=(PictureSpec("boards", "A round's results, one key a board", as_it_is),),
    keys=("Ctrl+B",),
)
