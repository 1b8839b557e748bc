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
    """Show a player without a rating, the marker on its way to the solution."""
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
    hint="See how this player's rating is calculated, by dragging",
    make=_make_explorer_view,
    pictures=(
        PictureSpec("rating-explorer", "The rating explorer", _show_special_example),
        PictureSpec(
            "rating-explorer-standard",
            "Points above expected, times K, and the bonus",
            # A player whose points go beyond the bonus mark.
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
    hint="See how the special rating formula is solved, knot by knot",
    make=_make_knot_path_view,
    pictures=(
        PictureSpec(
            "knot-path",
            "The search of the special formula",
            # A player with few games, who is rated by that formula.
            lambda window: window.session.select(row=11),
        ),
    ),
    what_if="with",
)
