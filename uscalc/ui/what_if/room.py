"""What this room shows: results imagined otherwise, and who moves with them."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.view import CommandSpec, MenuPlace, PictureSpec, ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.what_if.view import WhatIfView


def _make_what_if_view(window: "MainFrame") -> "WhatIfView":
    from uscalc.ui.what_if.view import WhatIfView

    return WhatIfView(window.session, window.theme)


def _show_what_if_example(window: "MainFrame") -> None:
    window.session.imagination.start_with_first_game()


def _show_scene(window: "MainFrame") -> "MainFrame":
    """Return sliders and who moves side by side, over the whole window."""
    _show_what_if_example(window)
    window.show_view(WHAT_IF_VIEW.name)
    window.right.filling.emit()
    return window


def _step_wave(window: "MainFrame", by: int) -> None:
    """The wave a step on or back; where there is none, the sliders that begin one."""
    shown = window.session.as_imagined
    if shown is None:
        window.show_view(WHAT_IF_VIEW.name)
    else:
        window.session.imagination.show_stop(shown.stop + by)


def _play_wave(window: "MainFrame") -> None:
    from uscalc.ui.what_if.view import WhatIfView

    view = window.show_view(WHAT_IF_VIEW.name)
    if isinstance(view, WhatIfView):
        view.play_wave()


WHAT_IF_VIEW: Final = ViewSpec(
    name="whatIfView",
    title="What if",
    where="right",
    action="showWhatIf",
    hint="What other results would do, and who moves with them",
    make=_make_what_if_view,
    pictures=(
        PictureSpec("what-if", "Results imagined otherwise", _show_what_if_example),
        PictureSpec("what-if-scene", "Who moves, step by step", _show_scene),
    ),
    what_if="unmarked",
)
WHAT_IF_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "waveOn",
        "Wave: one step on",
        "Show one step more of who moves with the imagined results",
        lambda window: _step_wave(window, 1),
        ("F7",),
        (MenuPlace("views", 3.5),),
    ),
    CommandSpec(
        "waveBack",
        "Wave: one step back",
        "Show one step less of who moves with the imagined results",
        lambda window: _step_wave(window, -1),
        ("Shift+F7",),
        (MenuPlace("views", 3.5),),
    ),
    CommandSpec(
        "wavePlay",
        "Play the wave",
        "Play or stop the wave of the imagined results, from the games to who moves",
        _play_wave,
        ("Ctrl+F7",),
        (MenuPlace("views", 3.5),),
    ),
)
