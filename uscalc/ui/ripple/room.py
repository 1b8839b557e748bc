"""What this room shows: who else moves."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.picture import PictureSpec
from uscalc.ui.specs.view import ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.ripple.view import RippleView


def _make(window: "Frame") -> "RippleView":
    from uscalc.ui.ripple.view import RippleView

    return RippleView(window.session, window.theme)


def _picture(window: "Frame") -> None:
    window.session.imagination.begin_with_a_game()


VIEW: Final = ViewSpec(
    name="rippleView",
    title="Ripple",
    where="below",
    action="showRipple",
    hint="Who else moves when results are imagined otherwise",
    make=_make,
    pictures=(PictureSpec("ripple", "Who else moves", _picture),),
)
