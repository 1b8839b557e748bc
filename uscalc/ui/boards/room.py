"""The view of a round, board by board."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.view import PictureSpec, ViewSpec, prepare_nothing

if TYPE_CHECKING:
    from uscalc.ui.boards.view import BoardsView
    from uscalc.ui.frame.frame import MainFrame


def _make_results_view(window: "MainFrame") -> "BoardsView":
    from uscalc.ui.boards.view import BoardsView

    return BoardsView(window.session, window.theme)


RESULTS_VIEW: Final = ViewSpec(
    name="boardsView",
    title="Boards",
    where="below",
    action="boards",
    hint="A round's results typed board by board, one key a board",
    make=_make_results_view,
    pictures=(
        PictureSpec("boards", "A round's results, one key a board", prepare_nothing),
    ),
    keys=("Ctrl+B",),
)
