"""What this room does: tells what went wrong, where the log is, and what all is made of."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.command import CommandSpec, Place
from uscalc.ui.specs.picture import PictureSpec

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.trouble.doctor_page import DoctorPage
    from uscalc.ui.trouble.report import Troubles


def _troubles(window: "Frame") -> "Troubles":
    from uscalc.ui.trouble.report import troubles_of

    return troubles_of(window)


def _doctor(window: "Frame") -> "DoctorPage":
    from uscalc.ui.trouble.doctor_page import DoctorPage

    page = DoctorPage(window)
    page.open()
    return page


COMMANDS: "Final[tuple[CommandSpec[Frame], ...]]" = (
    CommandSpec(
        "doctor",
        "&About this installation…",
        "Versions, folders, display, fonts, rating lists and log, ready to be copied",
        _doctor,
        places=(Place("help", 1),),
    ),
    CommandSpec(
        "copyDetails",
        "Copy details of what went &wrong",
        "Versions and places in the program, without a name: for whoever mends it",
        lambda window: _troubles(window).copy(),
        places=(Place("help", 2),),
    ),
    CommandSpec(
        "openLog",
        "Open the &log's folder",
        "Show the file that keeps what went wrong inside the program",
        lambda window: _troubles(window).open_folder(),
        places=(Place("help", 2),),
    ),
    CommandSpec(
        "openJournal",
        "Open the folder of &unsaved work",
        "Show where what was not saved is kept, while it is and after a crash",
        lambda window: _troubles(window).open_journals(),
        places=(Place("help", 2),),
    ),
)

PICTURES: "Final[tuple[PictureSpec[Frame, QWidget], ...]]" = (
    PictureSpec("doctor", "What the installation is made of", _doctor),
)
