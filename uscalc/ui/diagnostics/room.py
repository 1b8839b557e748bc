"""Commands that show errors, the log and facts about the installation."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs import CommandSpec, MenuPlace, PictureSpec

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from uscalc.ui.diagnostics.doctor_page import DoctorPage
    from uscalc.ui.diagnostics.report import ErrorReporter
    from uscalc.ui.frame.frame import MainFrame


def _get_reporter(window: "MainFrame") -> "ErrorReporter":
    from uscalc.ui.diagnostics.report import troubles_of

    return troubles_of(window)


def _show_doctor(window: "MainFrame") -> "DoctorPage":
    from uscalc.ui.diagnostics.doctor_page import DoctorPage

    page = DoctorPage(window)
    page.open()
    return page


TROUBLE_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "doctor",
        "&About this installation…",
        "Versions, folders, display, fonts, rating lists and log, ready to be copied",
        _show_doctor,
        places=(MenuPlace("help", 3),),
    ),
    CommandSpec(
        "copyDetails",
        "Copy details of what went &wrong",
        "Versions and places in the program, without a name: for whoever mends it",
        lambda window: _get_reporter(window).copy_details(),
        places=(MenuPlace("help", 4),),
    ),
    CommandSpec(
        "openLog",
        "Open the &log's folder",
        "Show the file that keeps what went wrong inside the program",
        lambda window: _get_reporter(window).open_folder(),
        places=(MenuPlace("help", 4),),
    ),
    CommandSpec(
        "openJournal",
        "Open the folder of &unsaved work",
        "Show where what was not saved is kept, while it is and after a crash",
        lambda window: _get_reporter(window).open_journals(),
        places=(MenuPlace("help", 4),),
    ),
)

TROUBLE_PICTURES: "Final[tuple[PictureSpec[MainFrame, QWidget], ...]]" = (
    PictureSpec("doctor", "What the installation is made of", _show_doctor),
)
