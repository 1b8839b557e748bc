"""The declaration of this view: the rating report of the event."""

from typing import TYPE_CHECKING, Final, cast

from uscalc.ui.specs import CommandSpec, MenuPlace, PictureSpec, ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.report.audit_view import AuditView
    from uscalc.ui.report.published_view import ComparisonView
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
        places=(MenuPlace("report", 2),),
    ),
    CommandSpec(
        "writeReport",
        "Ratings report…",
        "Write the three files of the ratings report into a folder",
        lambda window: _get_report_view(window).writing.begin_writing(),
        ("Ctrl+Shift+E",),
        (MenuPlace("report", 2),),
    ),
)
REPORT_PICTURES: Final = (
    PictureSpec("report-facts", "Facts of the ratings report", _prepare_facts_picture),
)


def _make_audit_view(window: "MainFrame") -> "AuditView":
    from uscalc.ui.report.audit_view import AuditView

    return AuditView(window.session, window.theme)


def _audit_view(window: "MainFrame") -> "AuditView":
    return cast("AuditView", window.show_view(AUDIT_VIEW.name))


def _show_audit_example(window: "MainFrame") -> "MainFrame":
    from uscalc.ui.report.pictures import make_audited_window

    return make_audited_window(window)


AUDIT_VIEW: Final = ViewSpec(
    name="auditView",
    title="Audit",
    where="below",
    action="showAudit",
    hint="Computed beside published ratings, and the facts that explain them",
    make=_make_audit_view,
    pictures=(
        PictureSpec(
            "audit", "Hidden facts behind published ratings", _show_audit_example
        ),
    ),
)
AUDIT_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "auditPutFactsIn",
        "Put hidden facts in",
        "Write the facts that the audit shows into the event",
        lambda window: _audit_view(window).apply_facts(),
        ("Ctrl+Alt+F",),
        (MenuPlace("compare", 3),),
    ),
    CommandSpec(
        "auditShowWhy",
        "Why the published rating",
        "Show the chosen player's derivation as the file stands, and with the facts",
        lambda window: _audit_view(window).show_why(),
        ("Ctrl+Alt+Y",),
        (MenuPlace("compare", 3),),
    ),
)


def _make_published_view(window: "MainFrame") -> "ComparisonView":
    from uscalc.ui.report.published_view import ComparisonView

    return ComparisonView(window.session, window.theme, window.show_audit)


def _published_view(window: "MainFrame") -> "ComparisonView":
    return cast("ComparisonView", window.show_view(PUBLISHED_VIEW.name))


def _show_published_example(window: "MainFrame") -> "MainFrame":
    from uscalc.ui.report.pictures import make_compared_window

    return make_compared_window(window)


PUBLISHED_VIEW: Final = ViewSpec(
    name="publishedView",
    title="Published",
    where="below",
    action="published",
    hint="The published page over this event: what differs, whose it is, what to take",
    make=_make_published_view,
    pictures=(
        PictureSpec(
            "published", "The published page over the event", _show_published_example
        ),
    ),
)
PUBLISHED_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "layPage",
        "Lay the pu&blished page over this event…",
        "Compare the event with the page that the federation published",
        lambda window: _published_view(window).laying.ask_file(),
        ("Ctrl+Alt+P",),
        (MenuPlace("compare", 1),),
    ),
    CommandSpec(
        "layCopied",
        "Lay the copie&d page over this event",
        "Compare the event with the page on the clipboard",
        lambda window: _published_view(window).laying.paste_page(),
        ("Ctrl+Alt+V",),
        (MenuPlace("compare", 1),),
    ),
    CommandSpec(
        "takeFromPage",
        "Take over from the page",
        "Write the chosen difference as the page has it, or the fact behind it",
        lambda window: _published_view(window).accept_selected(),
        places=(MenuPlace("compare", 2),),
    ),
    CommandSpec(
        "takeWholePage",
        "Take everything over from the page",
        "Write every difference as the page has it, as one step; then the facts",
        lambda window: _published_view(window).accept_all(),
        places=(MenuPlace("compare", 2),),
    ),
)
