"""Declare the views, commands and pictures of the Enter space."""

from typing import TYPE_CHECKING, Final, Protocol

from uscalc.ui.specs import (
    CommandSpec,
    MenuPlace,
    PictureSpec,
    ViewSpec,
    prepare_nothing,
)

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from uscalc.ui.enter.clipboard import ClipboardCommands
    from uscalc.ui.enter.missing_paste import FillDialog
    from uscalc.ui.enter.player_view import PlayerPanel
    from uscalc.ui.enter.problems_view import ProblemsView
    from uscalc.ui.enter.results_view import BoardsView
    from uscalc.ui.frame.frame import MainFrame

    class HasClipboard(Protocol):
        """A window whose cells are copied and pasted."""

        @property
        def clipboard(self) -> ClipboardCommands:
            """Return the window's clipboard commands."""


def _make_player_view(window: "MainFrame") -> "PlayerPanel":
    from uscalc.ui.enter.player_view import PlayerPanel

    return PlayerPanel(window.session, window.theme)


PLAYER_VIEW: Final = ViewSpec(
    name="view-player-details",
    title="Player details",
    where="right",
    action="showPlayer",
    hint="All details of the selected player",
    make=_make_player_view,
    pictures=(
        PictureSpec("player-details", "All details of a player", prepare_nothing),
    ),
    keys=("Ctrl+I",),
)


def _make_results_view(window: "MainFrame") -> "BoardsView":
    from uscalc.ui.enter.results_commands import withdraw_selected_player
    from uscalc.ui.enter.results_view import BoardsView

    return BoardsView(
        window.session,
        window.theme,
        lambda row: withdraw_selected_player(window, row),
    )


RESULTS_VIEW: Final = ViewSpec(
    name="view-results",
    title="Results",
    where="below",
    action="boards",
    hint="Enter a round's results board by board, one key each",
    make=_make_results_view,
    pictures=(
        PictureSpec("results", "A round's results, one key each", prepare_nothing),
    ),
    keys=("Ctrl+B",),
)


def _make_problems_view(window: "MainFrame") -> "ProblemsView":
    from uscalc.ui.enter.problems_view import ProblemsView

    return ProblemsView(window)


def _make_problem(window: "MainFrame") -> None:
    """Enter a result that conflicts with the opponent's, and wait for all problems."""
    from uscalc.document.edit.cells import set_result
    from uscalc.ui.scheduling.following import wait_for

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
    make=_make_problems_view,
    pictures=(
        PictureSpec("problems", "Errors, warnings and missing data", _make_problem),
    ),
    keys=("F8", "Ctrl+M"),
)


def _open_fill_dialog(window: "MainFrame") -> "FillDialog":
    from uscalc.ui.enter.problems_view import ProblemsView

    problems = window.show_view(PROBLEMS_VIEW.name)
    assert isinstance(problems, ProblemsView)
    return problems.ask_rows()


PROBLEMS_PICTURES: Final = (
    PictureSpec("problems-fill", "Missing data from pasted rows", _open_fill_dialog),
)


def _show_settings(window: "MainFrame") -> "QWidget":
    return window.show_settings()


SETTINGS_COMMAND: "Final[CommandSpec[MainFrame]]" = CommandSpec(
    "settings",
    "&Event and section settings…",
    "Change the event and section: name, dates, time control, section type",
    _show_settings,
    ("Ctrl+,",),
    (MenuPlace("file", 4), MenuPlace("section", 3)),
)
SETTINGS_PICTURES: Final = (
    PictureSpec("settings", "Event and section settings", _show_settings),
)


def _swap_colors(window: "MainFrame") -> None:
    from uscalc.ui.enter.results_commands import swap_selected_colors

    swap_selected_colors(window.session)


def _enter_double_forfeit(window: "MainFrame") -> None:
    from uscalc.ui.enter.results_commands import enter_double_forfeit

    enter_double_forfeit(window.session)


def _withdraw_player(window: "MainFrame") -> None:
    from uscalc.ui.enter.results_commands import withdraw_selected_player

    withdraw_selected_player(window)


RESULTS_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "swapColors",
        "Swap colors",
        "Swap White and Black in the selected game",
        _swap_colors,
        ("Ctrl+Shift+B",),
        (MenuPlace("rounds", 4), MenuPlace("cells", 5)),
    ),
    CommandSpec(
        "doubleForfeit",
        "Double forfeit",
        "Enter a forfeit loss for both players of the selected game",
        _enter_double_forfeit,
        places=(MenuPlace("rounds", 4), MenuPlace("cells", 5)),
    ),
    CommandSpec(
        "withdraw",
        "Withdraw player",
        "Mark the selected player as unpaired in every remaining round",
        _withdraw_player,
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
