"""The declaration of this view: the formulas as curves."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.view import PictureSpec, ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.curves.view import CurvesView
    from uscalc.ui.frame.frame import MainFrame


def _make_graphs_view(window: "MainFrame") -> "CurvesView":
    from uscalc.ui.curves.view import CurvesView

    return CurvesView(window.session, window.theme)


def _show_graphs_example(window: "MainFrame") -> None:
    window.session.select(row=5)


GRAPHS_VIEW: Final = ViewSpec(
    name="curvesView",
    title="Curves",
    where="below",
    action="showCurves",
    hint="The formulas as curves, the player marked on each",
    make=_make_graphs_view,
    pictures=(
        PictureSpec("curves", "The curves of the formulas", _show_graphs_example),
    ),
    what_if="with",
)
