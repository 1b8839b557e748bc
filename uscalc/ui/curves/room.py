"""The declaration of this view: the formulas as curves."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.picture import PictureSpec
from uscalc.ui.specs.view import ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.curves.view import CurvesView
    from uscalc.ui.frame.frame import Frame


def _make(window: "Frame") -> "CurvesView":
    from uscalc.ui.curves.view import CurvesView

    return CurvesView(window.session, window.theme)


def _picture(window: "Frame") -> None:
    window.session.select(row=5)


VIEW: Final = ViewSpec(
    name="curvesView",
    title="Curves",
    where="below",
    action="showCurves",
    hint="The formulas as curves, the player marked on each",
    make=_make,
    pictures=(PictureSpec("curves", "The curves of the formulas", _picture),),
    what_if="with",
)
