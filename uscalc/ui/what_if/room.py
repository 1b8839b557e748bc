"""Declare the views and commands of What if and Forecast."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs import (
    CommandSpec,
    MenuPlace,
    PictureSpec,
    ViewSpec,
    call_later,
    make_for_event,
)

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.what_if.forecast_view import ForecastView


def _show_what_if_example(window: "MainFrame") -> None:
    window.session.what_if.start_with_first_game()


def _show_scene(window: "MainFrame") -> "MainFrame":
    """Select What if in full width, with the ripple effect beside it; return the window."""
    _show_what_if_example(window)
    window.show_view(WHAT_IF_VIEW.name)
    window.right.filling.emit()
    return window


def _step_ripple(window: "MainFrame", by: int) -> None:
    """Move through the ripple effect by one stop; without one, focus the sliders."""
    if (shown := window.session.what_if_overlay) is None:
        window.show_view(WHAT_IF_VIEW.name)
    else:
        window.session.what_if.show_stop(shown.stop + by)


WHAT_IF_VIEW: Final = ViewSpec(
    name="view-what-if",
    title="What if",
    where="right",
    action="showWhatIf",
    hint="A slider for each game, and the effect on all other ratings",
    make=make_for_event("uscalc.ui.what_if.what_if_view:WhatIfView"),
    pictures=(
        PictureSpec("what-if", "What-if results", _show_what_if_example),
        PictureSpec("what-if-scene", "The ripple effect, step by step", _show_scene),
    ),
    what_if="unmarked",
)
WHAT_IF_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "scoreNeeded",
        "Score needed for a rating",
        "Show the score that the selected player needs for a rating in this event",
        lambda window: window.show_view(WHAT_IF_VIEW.name).focus_target(),
        (),
        (MenuPlace("space-what-if", 3),),
    ),
    CommandSpec(
        "waveOn",
        "Ripple effect: next step",
        "Show one more step of the ripple effect of the what-if results",
        lambda window: _step_ripple(window, 1),
        ("F7",),
        (MenuPlace("space-what-if", 3),),
    ),
    CommandSpec(
        "waveBack",
        "Ripple effect: previous step",
        "Show one step fewer of the ripple effect of the what-if results",
        lambda window: _step_ripple(window, -1),
        ("Shift+F7",),
        (MenuPlace("space-what-if", 3),),
    ),
    CommandSpec(
        "wavePlay",
        "Play the ripple effect",
        "Play or stop the ripple effect of the what-if results",
        lambda window: window.show_view(WHAT_IF_VIEW.name).play_ripple(),
        ("Ctrl+F7",),
        (MenuPlace("space-what-if", 3),),
    ),
)


ROUND: Final = 50
"""The example target is a multiple of this many points."""


def _show_forecast_example(window: "MainFrame") -> "ForecastView":
    """Show the first player's forecast with a target, and return the view."""
    from uscalc.ui.scheduling import wait_for

    window.session.select(row=0)
    view: ForecastView = window.show_view(FORECAST_VIEW.name)
    wait_for(lambda: view.answer is not None or not view.empty.isHidden())
    if view.answer is not None:
        target = int(view.answer.scores.spread.mean / ROUND + 1) * ROUND
        view.settings.fields["Target"].setText(str(target))
    return view


FORECAST_VIEW: Final = ViewSpec(
    name="view-forecast",
    title="Forecast",
    where="below",
    action="showForecast",
    hint="Loss, draw and win in the unplayed games, with ranges and chances",
    make=call_later("uscalc.ui.what_if.forecast_view:ForecastView"),
    pictures=(
        PictureSpec(
            "forecast",
            "Loss, draw and win with ranges and chances",
            _show_forecast_example,
        ),
    ),
)
