"""The declaration of this view: the effect of unplayed games on a rating."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.view import PictureSpec, ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.forecast.view import ForecastView
    from uscalc.ui.frame.frame import MainFrame

ROUND: Final = 50
"""Targets that people set themselves are multiples of this."""


def _make_forecast_view(window: "MainFrame") -> "ForecastView":
    from uscalc.ui.forecast.view import ForecastView

    return ForecastView(window.session, window.theme, window.follow_what_if)


def _show_forecast_example(window: "MainFrame") -> "ForecastView":
    """Return the first player's forecast, with the next round rating as the target."""
    from uscalc.ui.forecast.view import ForecastView
    from uscalc.ui.scheduling.waiting import wait_for

    window.session.select(row=0)
    view = window.show_view(FORECAST_VIEW.name)
    assert isinstance(view, ForecastView)
    wait_for(lambda: view.answer is not None or not view.empty.isHidden())
    if view.answer is not None:
        mean = view.answer.scores.spread.mean
        target = int(mean / ROUND + 1) * ROUND
        view.settings.fields["Target"].setText(str(target))
    return view


FORECAST_VIEW: Final = ViewSpec(
    name="forecastView",
    title="Forecast",
    where="below",
    action="showForecast",
    hint="What games to come can make of the player's rating",
    make=_make_forecast_view,
    pictures=(
        PictureSpec(
            "forecast",
            "What games to come can make of a rating",
            _show_forecast_example,
        ),
    ),
)
