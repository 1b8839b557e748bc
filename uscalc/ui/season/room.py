"""Declare the view of a season."""

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from uscalc.ui.specs import PictureSpec, ViewSpec, call_later

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame


def _show_example(window: "MainFrame") -> None:
    """Show a season that consists of the open event, repeated."""
    from pathlib import Path

    from uscalc.seasons import FiledEvent, rate_season
    from uscalc.ui.season.folder import ReadSeason

    document = window.session.document
    sections = tuple(
        replace(section, start_date=None, end_date=None)
        for section in document.sections
    )
    events = [
        FiledEvent(
            f"week-{week + 1}.uscalc",
            replace(
                document,
                name=f"{document.name}, week {week + 1}",
                end_date=document.end_date + timedelta(days=7 * week),
                sections=sections,
            ),
        )
        for week in range(6)
    ]
    window.show_view(SEASON_VIEW.name).folder.show_result(
        ReadSeason(Path("club"), rate_season(events, window.session.rulebook))
    )


SEASON_VIEW: Final = ViewSpec(
    name="view-season",
    title="Season",
    where="below",
    action="showSeason",
    hint="Each member's ratings over a folder of events, and what a correction changes",
    make=call_later("uscalc.ui.season.season_view:SeasonView"),
    pictures=(
        PictureSpec("season", "A member's ratings over a season", _show_example),
    ),
    keys=("Ctrl+Alt+S",),
    what_if="unmarked",
    full=True,
)
