"""What this room shows: how the equation of the special formula is solved."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.view import PictureSpec, ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.solver.view import KnotPathView


def _make_knot_path_view(window: "MainFrame") -> "KnotPathView":
    from uscalc.ui.solver.view import KnotPathView

    return KnotPathView(window.session, window.theme)


def _show_knot_path_example(window: "MainFrame") -> None:
    """A player with few games, who is rated by that formula."""
    window.session.select(row=11)


KNOT_PATH_VIEW: Final = ViewSpec(
    name="solverView",
    title="Solver",
    where="right",
    action="showSolver",
    hint="How the special formula's equation is solved",
    make=_make_knot_path_view,
    pictures=(
        PictureSpec(
            "solver", "The walk of the special formula", _show_knot_path_example
        ),
    ),
    what_if="with",
)
