"""What this room shows: how the equation of the special formula is solved."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.picture import PictureSpec
from uscalc.ui.specs.view import ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.solver.view import SolverView


def _make(window: "Frame") -> "SolverView":
    from uscalc.ui.solver.view import SolverView

    return SolverView(window.session, window.theme)


def _picture(window: "Frame") -> None:
    """A player with few games, who is rated by that formula."""
    window.session.select(row=11)


VIEW: Final = ViewSpec(
    name="solverView",
    title="Solver",
    where="right",
    action="showSolver",
    hint="How the special formula's equation is solved",
    make=_make,
    pictures=(PictureSpec("solver", "The walk of the special formula", _picture),),
    what_if="with",
)
