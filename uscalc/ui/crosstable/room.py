"""Declare the commands that change the players, rounds and sections of an event."""

from typing import TYPE_CHECKING, Final, Protocol

from uscalc.ui.specs import CommandSpec, MenuPlace

if TYPE_CHECKING:
    from uscalc.ui.crosstable.structure import StructureCommands
    from uscalc.ui.crosstable.view import CrosstableView
    from uscalc.ui.session.session import Session

    class HasTable(Protocol):
        """A window with an event in its crosstable."""

        session: Session
        crosstable: CrosstableView


def find_structure(window: "HasTable") -> "StructureCommands":
    """Return the commands that change players, rounds and sections."""
    from uscalc.ui.crosstable.structure import StructureCommands

    return StructureCommands(window.session, window.crosstable)


CROSSTABLE_COMMANDS: "Final[tuple[CommandSpec[HasTable], ...]]" = (
    CommandSpec(
        "filter",
        "&Filter…",
        "Show only players whose name, number or member ID matches",
        lambda window: window.crosstable.field.open_field(),
        ("Ctrl+F",),
        (MenuPlace("edit", 3),),
    ),
    CommandSpec(
        "addPlayer",
        "&Add player",
        "Add a player at the end of the section",
        lambda window: find_structure(window).add_player(),
        ("Ins",),
        (
            MenuPlace("players", 2),
            MenuPlace("cells", 2),
        ),
    ),
    CommandSpec(
        "insertPlayer",
        "Insert player",
        "Insert a player above the selected one",
        lambda window: find_structure(window).add_player(window.session.selection.row),
        ("Alt+Ins",),
        (
            MenuPlace("players", 2),
            MenuPlace("cells", 2),
        ),
    ),
    CommandSpec(
        "removePlayers",
        "Remove players",
        "Remove the selected players and their games",
        lambda window: find_structure(window).remove_players(),
        ("Ctrl+Del", "Ctrl+Backspace"),
        (
            MenuPlace("players", 2),
            MenuPlace("cells", 2),
        ),
    ),
    CommandSpec(
        "movePlayerUp",
        "Move player up",
        "Move the selected player up",
        lambda window: find_structure(window).move_player(-1),
        ("Alt+Up",),
        (
            MenuPlace("order", 1),
            MenuPlace("cells", 3),
        ),
    ),
    CommandSpec(
        "movePlayerDown",
        "Move player down",
        "Move the selected player down",
        lambda window: find_structure(window).move_player(1),
        ("Alt+Down",),
        (
            MenuPlace("order", 1),
            MenuPlace("cells", 3),
        ),
    ),
    CommandSpec(
        "swapPlayers",
        "Swap places",
        "Swap the first and last selected players; pairing numbers and results stay",
        lambda window: find_structure(window).swap_players(),
        places=(
            MenuPlace("order", 2),
            MenuPlace("cells", 3),
        ),
    ),
    CommandSpec(
        "renumber",
        "Renumber",
        "Number the players 1, 2, 3 in table order; their results are updated",
        lambda window: find_structure(window).renumber_players(),
        places=(
            MenuPlace("order", 2),
            MenuPlace("cells", 3),
        ),
    ),
    CommandSpec(
        "addRound",
        "Add round",
        "Add an empty round",
        lambda window: find_structure(window).add_round(),
        ("Ctrl+Shift+Ins",),
        (
            MenuPlace("rounds", 1),
            MenuPlace("cells", 4),
        ),
    ),
    CommandSpec(
        "removeRound",
        "Remove round",
        "Remove the selected round, or the last, with its results",
        lambda window: find_structure(window).remove_round(),
        ("Ctrl+Shift+Del",),
        (
            MenuPlace("rounds", 1),
            MenuPlace("cells", 4),
        ),
    ),
)
