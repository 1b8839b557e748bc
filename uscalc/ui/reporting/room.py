"""The declaration of this view: the rating report of the event."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.command import CommandSpec, Place
from uscalc.ui.specs.picture import PictureSpec
from uscalc.ui.specs.view import ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.reporting.facts import ReportFacts
    from uscalc.ui.reporting.view import ReportView


def _make(window: "Frame") -> "ReportView":
    from uscalc.ui.reporting.view import ReportView

    return ReportView(window)


def _view(window: "Frame") -> "ReportView":
    from uscalc.ui.reporting.view import ReportView

    view = window.view(VIEW.name)
    assert isinstance(view, ReportView)
    return view


def _picture(window: "Frame") -> None:
    window.show_view(VIEW.name)
    _view(window).checked_now()


def _facts(window: "Frame") -> "ReportFacts":
    return _view(window).ask_facts()


VIEW: Final = ViewSpec(
    name="reportView",
    title="Report",
    where="below",
    action="showReport",
    hint="What the federation would refuse or ask of the event's ratings report",
    make=_make,
    pictures=(
        PictureSpec("report", "What would be said of the ratings report", _picture),
    ),
    keys=("Ctrl+Shift+R",),
)
COMMANDS: "Final[tuple[CommandSpec[Frame], ...]]" = (
    CommandSpec(
        "reportFactsCommand",
        "Facts of the report…",
        "Affiliate, directors and place, and what a section's report says",
        _facts,
        places=(Place("thisFile", 2.5),),
    ),
    CommandSpec(
        "writeReport",
        "Ratings report…",
        "Write the three files of the ratings report into a folder",
        lambda window: _view(window).writing.ask(),
        ("Ctrl+Shift+E",),
        (Place("menu", 1.2),),
    ),
)
PICTURES: Final = (PictureSpec("report-facts", "Facts of the ratings report", _facts),)
