"""Commands and view of the rating explorer: the idea of a rating, before any formula."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs import PictureSpec, ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.explorer.explorer_view import RatingExplorerView
    from uscalc.ui.explorer.knot_path_view import KnotPathView
    from uscalc.ui.frame.frame import MainFrame


def _make_explorer_view(window: "MainFrame") -> "RatingExplorerView":
    from uscalc.ui.explorer.explorer_view import RatingExplorerView

    return RatingExplorerView(window.session, window.theme)


def _show_special_example(window: "MainFrame") -> None:
    """Show a player without a rating, the handle on its way to the solution."""
    from uscalc.ui.explorer.explorer_view import RatingExplorerView

    window.session.select(row=11)
    view = window.show_view(EXPLORER_VIEW.name)
    if isinstance(view, RatingExplorerView):
        view.canvas.put_marker(1600.0)


EXPLORER_VIEW: Final = ViewSpec(
    name="view-rating-explorer",
    title="Rating explorer",
    where="right",
    action="showIdea",
    hint="The idea of the player's rating, found with a finger",
    make=_make_explorer_view,
    pictures=(
        PictureSpec("idea", "The idea, found with a finger", _show_special_example),
        PictureSpec(
            "idea-standard",
            "A surplus, times K, and what counts twice",
            # A player whose surplus goes beyond the bonus mark.
            lambda window: window.session.select(row=10),
        ),
    ),
    what_if="with",
)


def _make_knot_path_view(window: "MainFrame") -> "KnotPathView":
    from uscalc.ui.explorer.knot_path_view import KnotPathView

    return KnotPathView(window.session, window.theme)


KNOT_PATH_VIEW: Final = ViewSpec(
    name="view-knot-path",
    title="Knot path",
    where="right",
    action="showSolver",
    hint="How the special formula's equation is solved",
    make=_make_knot_path_view,
    pictures=(
        PictureSpec(
            "solver",
            "The walk of the special formula",
            # A player with few games, who is rated by that formula.
            lambda window: window.session.select(row=11),
        ),
    ),
    what_if="with",
)
