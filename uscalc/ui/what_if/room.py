"""What this room shows: results imagined otherwise, and who moves with them."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.command import CommandSpec, Place
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


def _scene(window: "Frame") -> "Frame":
    """Return sliders and who moves side by side, over the whole window."""
    _picture(window)
    window.show_view(VIEW.name)
    window.right.filling.emit()
    return window


def _move(window: "Frame", by: int) -> None:
    """The wave a step on or back; where there is none, the sliders that begin one."""
    shown = window.session.as_imagined
    if shown is None:
        window.show_view(VIEW.name)
    else:
        window.session.imagination.show_stop(shown.stop + by)


def _play(window: "Frame") -> None:
    from uscalc.ui.what_if.view import WhatIfView

    view = window.show_view(VIEW.name)
    if isinstance(view, WhatIfView):
        view.play()


VIEW: Final = ViewSpec(
    name="whatIfView",
    title="What if",
    where="right",
    action="showWhatIf",
    hint="What other results would do, and who moves with them",
    make=_make,
    pictures=(
        PictureSpec("what-if", "Results imagined otherwise", _picture),
        PictureSpec("what-if-scene", "Who moves, step by step", _scene),
    ),
    what_if="unmarked",
)
COMMANDS: "Final[tuple[CommandSpec[Frame], ...]]" = (
    CommandSpec(
        "waveOn",
        "Wave: one step on",
        "Show one step more of who moves with the imagined results",
        lambda window: _move(window, 1),
        ("F7",),
        (Place("views", 3.5),),
    ),
    CommandSpec(
        "waveBack",
        "Wave: one step back",
        "Show one step less of who moves with the imagined results",
        lambda window: _move(window, -1),
        ("Shift+F7",),
        (Place("views", 3.5),),
    ),
    CommandSpec(
        "wavePlay",
        "Play the wave",
        "Play or stop the wave of the imagined results, from the games to who moves",
        _play,
        ("Ctrl+F7",),
        (Place("views", 3.5),),
    ),
)
