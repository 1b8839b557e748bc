"""Declare the views, commands and pictures of the Enter space."""

from typing import TYPE_CHECKING, Final, Protocol

from uscalc.ui.specs import (
    CommandSpec,
    MenuPlace,
    PictureSpec,
    ViewSpec,
    call_later,
    make_for_event,
    prepare_nothing,
)

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from uscalc.ui.enter.clipboard import ClipboardCommands
    from uscalc.ui.frame.frame import MainFrame

    class HasClipboard(Protocol):
        """A window with clipboard commands."""

        @property
        def clipboard(self) -> ClipboardCommands:
            """Return the window's clipboard commands."""


PLAYER_VIEW: Final = ViewSpec(
    name="view-player-details",
    title="Player details",
    where="right",
    action="showPlayer",
    hint="All details of the selected player",
    make=make_for_event("uscalc.ui.enter.player_view:PlayerPanel"),
    pictures=(
        PictureSpec("player-details", "All details of a player", prepare_nothing),
    ),
    keys=("Ctrl+I",),
)


RESULTS_VIEW: Final = ViewSpec(
    name="view-results",
    title="Results",
    where="below",
    action="boards",
    hint="Enter a round's results board by board, one key each",
    make=call_later("uscalc.ui.enter.results_view:BoardsView"),
    pictures=(
        PictureSpec("results", "A round's results, one key each", prepare_nothing),
    ),
    keys=("Ctrl+B",),
    show=call_later("uscalc.ui.enter.results_view:show_results"),
)


def _make_problem(window: "MainFrame") -> None:
    """Enter a result that conflicts with the opponent's, and wait until all problems are listed."""
    from uscalc.document.edit.cells import set_result
    from uscalc.ui.scheduling import wait_for

    session, section = window.session, window.session.section
    problems = window.problems
    if section is not None and len(section.players) > 4 and section.rounds:
        session.apply_edit(set_result, session.selection.section, 1, 0, "W5")
        wait_for(lambda: bool(problems.count_group("error")) and not problems.looking)


PROBLEMS_VIEW: Final = ViewSpec(
    name="view-problems",
    title="Problems",
    where="below",
    action="missing",
    hint="Errors, warnings and missing data, with their fixes",
    make=call_later("uscalc.ui.enter.problems_view:ProblemsView"),
    pictures=(
        PictureSpec("problems", "Errors, warnings and missing data", _make_problem),
    ),
    keys=("F8", "Ctrl+M"),
)


PROBLEMS_PICTURES: "Final[tuple[PictureSpec[MainFrame, QWidget], ...]]" = (
    PictureSpec(
        "problems-fill",
        "Missing data from pasted rows",
        lambda window: window.show_view(PROBLEMS_VIEW.name).ask_rows(),
    ),
)


SETTINGS_COMMAND: "Final[CommandSpec[MainFrame]]" = CommandSpec(
    "settings",
    "&Event and section settings…",
    "Change the event and section: name, dates, time control, section type",
    lambda window: window.show_settings(),
    ("Ctrl+,",),
    (MenuPlace("file", 4), MenuPlace("section", 3)),
)
SETTINGS_PICTURES: "Final[tuple[PictureSpec[MainFrame, QWidget], ...]]" = (
    PictureSpec(
        "settings",
        "Event and section settings",
        lambda window: window.show_settings(),
    ),
)


COMMANDS: Final = "uscalc.ui.enter.results_commands"
RESULTS_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "swapColors",
        "Swap colors",
        "Swap White and Black in the selected game",
        call_later(f"{COMMANDS}:swap_selected_colors"),
        ("Ctrl+Shift+B",),
        (MenuPlace("rounds", 4), MenuPlace("cells", 5)),
    ),
    CommandSpec(
        "doubleForfeit",
        "Double forfeit",
        "Enter a forfeit loss for both players of the selected game",
        call_later(f"{COMMANDS}:enter_double_forfeit"),
        places=(MenuPlace("rounds", 4), MenuPlace("cells", 5)),
    ),
    CommandSpec(
        "withdraw",
        "Withdraw player",
        "Mark the selected player as unpaired in every remaining round",
        call_later(f"{COMMANDS}:withdraw_selected_player"),
        ("Ctrl+Shift+W",),
        (MenuPlace("players", 2), MenuPlace("cells", 2)),
    ),
)


PASTE_COMMANDS: "Final[tuple[CommandSpec[HasClipboard], ...]]" = (
    CommandSpec(
        "cut",
        "Cu&t",
        "Copy the selected cells and clear them",
        lambda window: window.clipboard.cut_block(),
        ("Ctrl+X",),
        (MenuPlace("edit", 2), MenuPlace("cells", 1)),
    ),
    CommandSpec(
        "copy",
        "&Copy",
        "Copy the selected cells",
        lambda window: window.clipboard.copy_block(),
        ("Ctrl+C",),
        (MenuPlace("edit", 2), MenuPlace("cells", 1)),
    ),
    CommandSpec(
        "copySection",
        "Copy section",
        "Copy the whole section with headings",
        lambda window: window.clipboard.copy_section(),
        ("Ctrl+Shift+C",),
        (MenuPlace("edit", 2),),
    ),
    CommandSpec(
        "copyTable",
        "Copy &as table",
        "Copy the section as a table for email, a forum or a spreadsheet",
        lambda window: window.clipboard.copy_table(),
        ("Ctrl+Alt+C",),
        (MenuPlace("edit", 2),),
    ),
    CommandSpec(
        "paste",
        "&Paste",
        "Paste cells or a crosstable",
        lambda window: window.clipboard.paste_text(),
        ("Ctrl+V",),
        (MenuPlace("edit", 2), MenuPlace("cells", 1)),
    ),
)
