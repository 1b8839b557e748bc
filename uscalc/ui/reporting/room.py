"""The declaration of this view: the rating report of the event."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.view import CommandSpec, MenuPlace, PictureSpec, ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.reporting.facts import ReportFactsDialog
    from uscalc.ui.reporting.view import ReportView


def _make_report_view(window: "MainFrame") -> "ReportView":
    from uscalc.ui.reporting.view import ReportView

    return ReportView(window)


def _show_view(window: "MainFrame") -> "ReportView":
    from uscalc.ui.reporting.view import ReportView

    view = window.get_view(REPORT_VIEW.name)
    assert isinstance(view, ReportView)
    return view


def _show_report_example(window: "MainFrame") -> None:
    window.show_view(REPORT_VIEW.name)
    _show_view(window).checked_now()


def _prepare_facts_picture(window: "MainFrame") -> "ReportFactsDialog":
    return _show_view(window).ask_facts()


REPORT_VIEW: Final = ViewSpec(
    name="reportView",
    title="Report",
    where="below",
    action="showReport",
    hint="What the federation would refuse or ask of the event's ratings report",
    make=_make_report_view,
    pictures=(
        PictureSpec(
            "report", "What would be said of the ratings report", _show_report_example
        ),
    ),
    keys=("Ctrl+Shift+R",),
)
REPORT_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "reportFactsCommand",
        "Facts of the report…",
        "Affiliate, directors and place, and what a section's report says",
        _prepare_facts_picture,
        places=(MenuPlace("thisFile", 2.5),),
    ),
    CommandSpec(
        "writeReport",
        "Ratings report…",
        "Write the three files of the ratings report into a folder",
        lambda window: _show_view(window).writing.begin_writing(),
        ("Ctrl+Shift+E",),
        (MenuPlace("menu", 1.2),),
    ),
)
REPORT_PICTURES: Final = (
    PictureSpec("report-facts", "Facts of the ratings report", _prepare_facts_picture),
)
