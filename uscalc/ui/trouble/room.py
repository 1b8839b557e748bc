"""What this room does: tells what went wrong, and where the log is."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.command import CommandSpec, Place

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.trouble.report import Troubles


def _troubles(window: "Frame") -> "Troubles":
    from uscalc.ui.trouble.report import troubles_of

    return troubles_of(window)


COMMANDS: "Final[tuple[CommandSpec[Frame], ...]]" = (
    CommandSpec(
        "copyDetails",
        "Copy details of what went &wrong",
        "Versions and places in the program, without a name: for whoever mends it",
        lambda window: _troubles(window).copy(),
        places=(Place("help", 1),),
    ),
    CommandSpec(
        "openLog",
        "Open the &log's folder",
        "Show the file that keeps what went wrong inside the program",
        lambda window: _troubles(window).open_folder(),
        places=(Place("help", 1),),
    ),
)
