"""Declare the views, commands and pictures of the rating report and the comparison."""

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
    from uscalc.ui.report.compare_view import CompareView
    from uscalc.ui.report.report_view import ReportView
    from uscalc.ui.report.writing import ReportFactsDialog


def _get_report_view(window: "MainFrame") -> "ReportView":
    view: ReportView = window.get_view(REPORT_VIEW.name)
    return view


def _show_report_example(window: "MainFrame") -> None:
    window.show_view(REPORT_VIEW.name).checked_now()


def _prepare_facts_picture(window: "MainFrame") -> "ReportFactsDialog":
    return _get_report_view(window).ask_facts()


REPORT_VIEW: Final = ViewSpec(
    name="view-rating-report",
    title="Rating report",
    where="below",
    action="showReport",
    hint="Check the rating report for errors and warnings before you submit it",
    make=call_later("uscalc.ui.report.report_view:ReportView"),
    pictures=(
        PictureSpec(
            "rating-report",
            "Errors and warnings of a rating report",
            _show_report_example,
        ),
    ),
    keys=("Ctrl+Shift+R",),
)
REPORT_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "reportFactsCommand",
        "Rating report details…",
        "Affiliate ID, TDs, location, and section details",
        _prepare_facts_picture,
        places=(MenuPlace("report", 2),),
    ),
    CommandSpec(
        "writeReport",
        "Create rating report…",
        "Save the three upload files (THEXPORT, TSEXPORT, TDEXPORT) to a folder",
        lambda window: _get_report_view(window).begin_writing(),
        ("Ctrl+Shift+E",),
        (MenuPlace("report", 2),),
    ),
)
REPORT_PICTURES: Final = (
    PictureSpec(
        "rating-report-details", "Rating report details", _prepare_facts_picture
    ),
)


def _show_compare_view(window: "MainFrame") -> "CompareView":
    view: CompareView = window.show_view(COMPARE_VIEW.name)
    return view


COMPARE_VIEW: Final = ViewSpec(
    name="view-compare-with-us-chess",
    title="Compare with US Chess",
    where="below",
    action="published",
    hint="Compare this event with its rated crosstable from US Chess, and find corrections "
    "that explain the differences",
    make=make_for_event("uscalc.ui.report.compare_view:CompareView"),
    pictures=(
        PictureSpec(
            "compare-with-us-chess",
            "The event beside its US Chess page",
            call_later("uscalc.ui.report.pictures:make_compared_window"),
        ),
        PictureSpec(
            "compare-with-us-chess-corrections",
            "Corrections that would explain published ratings",
            call_later("uscalc.ui.report.pictures:make_corrected_window"),
        ),
    ),
)
COMPARE_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "layPage",
        "Compare with US Chess &crosstable…",
        "Open a saved US Chess page and compare this event with it",
        lambda window: _show_compare_view(window).ask_file(),
        ("Ctrl+Alt+P",),
        (MenuPlace("compare", 1),),
    ),
    CommandSpec(
        "layCopied",
        "Compare with crosstable on clip&board",
        "Compare this event with the copied US Chess page",
        lambda window: _show_compare_view(window).paste_page(),
        ("Ctrl+Alt+V",),
        (MenuPlace("compare", 1),),
    ),
    CommandSpec(
        "takeFromPage",
        "Accept US Chess value",
        "Use the selected US Chess value in this event",
        lambda window: _show_compare_view(window).differences.accept_selected(),
        places=(MenuPlace("compare", 2),),
    ),
    CommandSpec(
        "takeWholePage",
        "Accept all US Chess values",
        "Use all US Chess values in this event",
        lambda window: _show_compare_view(window).differences.accept_all(),
        places=(MenuPlace("compare", 2),),
    ),
    CommandSpec(
        "auditPutFactsIn",
        "Apply corrections",
        "Apply the selected corrections to this event",
        lambda window: _show_compare_view(window).corrections.apply_selected(),
        ("Ctrl+Alt+F",),
        (MenuPlace("compare", 3),),
    ),
    CommandSpec(
        "auditShowWhy",
        "Explain published rating",
        "Show the selected player's calculation before and after the corrections",
        lambda window: _show_compare_view(window).corrections.show_why(),
        ("Ctrl+Alt+Y",),
        (MenuPlace("compare", 3),),
    ),
)
