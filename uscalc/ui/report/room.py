"""The declaration of two views: the rating report, and the comparison with US Chess."""

from typing import TYPE_CHECKING, Final, cast

from uscalc.ui.specs import CommandSpec, MenuPlace, PictureSpec, ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.report.compare_view import CompareView
    from uscalc.ui.report.report_view import ReportView
    from uscalc.ui.report.writing import ReportFactsDialog


def _make_report_view(window: "MainFrame") -> "ReportView":
    from uscalc.ui.report.report_view import ReportView

    return ReportView(window)


def _get_report_view(window: "MainFrame") -> "ReportView":
    return cast("ReportView", window.get_view(REPORT_VIEW.name))


def _show_report_example(window: "MainFrame") -> None:
    window.show_view(REPORT_VIEW.name)
    _get_report_view(window).checked_now()


def _prepare_facts_picture(window: "MainFrame") -> "ReportFactsDialog":
    return _get_report_view(window).ask_facts()


REPORT_VIEW: Final = ViewSpec(
    name="view-rating-report",
    title="Rating report",
    where="below",
    action="showReport",
    hint="Check the rating report for errors and warnings before you submit it",
    make=_make_report_view,
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
        lambda window: _get_report_view(window).writing.begin_writing(),
        ("Ctrl+Shift+E",),
        (MenuPlace("report", 2),),
    ),
)
REPORT_PICTURES: Final = (
    PictureSpec(
        "rating-report-details", "Rating report details", _prepare_facts_picture
    ),
)


def _make_compare_view(window: "MainFrame") -> "CompareView":
    from uscalc.ui.report.compare_view import CompareView

    spec = COMPARE_VIEW
    return CompareView(spec.name, spec.title, window.session, window.theme)


def _show_compare_view(window: "MainFrame") -> "CompareView":
    return cast("CompareView", window.show_view(COMPARE_VIEW.name))


def _show_compared_example(window: "MainFrame") -> "MainFrame":
    from uscalc.ui.report.pictures import make_compared_window

    return make_compared_window(window)


def _show_corrected_example(window: "MainFrame") -> "MainFrame":
    from uscalc.ui.report.pictures import make_corrected_window

    return make_corrected_window(window)


COMPARE_VIEW: Final = ViewSpec(
    name="view-compare-with-us-chess",
    title="Compare with US Chess",
    where="below",
    action="published",
    hint="Compare this event with its rated crosstable from US Chess, and find corrections "
    "that explain the differences",
    make=_make_compare_view,
    pictures=(
        PictureSpec(
            "compare-with-us-chess",
            "The event beside its US Chess page",
            _show_compared_example,
        ),
        PictureSpec(
            "compare-with-us-chess-corrections",
            "Corrections that would explain published ratings",
            _show_corrected_example,
        ),
    ),
)
COMPARE_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "layPage",
        "Compare with US Chess &crosstable…",
        "Open a saved US Chess page and compare this event with it",
        lambda window: _show_compare_view(window).loader.ask_file(),
        ("Ctrl+Alt+P",),
        (MenuPlace("compare", 1),),
    ),
    CommandSpec(
        "layCopied",
        "Compare with crosstable on clip&board",
        "Compare this event with the copied US Chess page",
        lambda window: _show_compare_view(window).loader.paste_page(),
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
