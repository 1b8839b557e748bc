"""What this room shows: a slider for each game."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.picture import PictureSpec
from uscalc.ui.specs.view import ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.what_if.view import WhatIfView


def _make(window: "Frame") -> "WhatIfView":
    from uscalc.ui.what_if.view import WhatIfView

    return WhatIfView(window.session, window.theme)


def _picture(window: "Frame") -> None:
    window.session.imagination.begin_with_a_game()


VIEW: Final = ViewSpec(
    name="whatIfView",
    title="What if",
    where="right",
    action="showWhatIf",
    hint="What other results would do",
    make=_make,
    pictures=(PictureSpec("what-if", "Results imagined otherwise", _picture),),
)
