"""Commands that show errors, the log and facts about the installation."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs import CommandSpec, MenuPlace, PictureSpec, call_later

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from uscalc.ui.diagnostics.error_reporter import ErrorReporter
    from uscalc.ui.frame.frame import MainFrame


def _get_reporter(window: "MainFrame") -> "ErrorReporter":
    from uscalc.ui.diagnostics.error_reporter import troubles_of

    return troubles_of(window)


SHOW_DOCTOR: Final = "uscalc.ui.diagnostics.doctor_page:show_doctor"
TROUBLE_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "doctor",
        "&System information…",
        "Show version and system details to copy into a bug report",
        call_later(SHOW_DOCTOR),
        places=(MenuPlace("help", 3),),
    ),
    CommandSpec(
        "copyDetails",
        "Copy &error details",
        "Copy error details for a bug report (no player names included)",
        lambda window: _get_reporter(window).copy_details(),
        places=(MenuPlace("help", 4),),
    ),
    CommandSpec(
        "openLog",
        "Open &log folder",
        "Open the folder that holds the error log",
        lambda window: _get_reporter(window).open_folder(),
        places=(MenuPlace("help", 4),),
    ),
    CommandSpec(
        "openJournal",
        "Open &recovery folder",
        "Open the folder that holds recovery files",
        lambda window: _get_reporter(window).open_journals(),
        places=(MenuPlace("help", 4),),
    ),
)

TROUBLE_PICTURES: "Final[tuple[PictureSpec[MainFrame, QWidget], ...]]" = (
    PictureSpec(
        "doctor",
        "System information",
        call_later(SHOW_DOCTOR),
    ),
)
