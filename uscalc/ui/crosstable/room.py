"""Commands that change the players, rounds and sections of an event."""

from typing import TYPE_CHECKING, Final, Protocol

from uscalc.ui.specs.command import CommandSpec, Place

if TYPE_CHECKING:
    from uscalc.ui.crosstable.structure import Structure
    from uscalc.ui.crosstable.view import Crosstable
    from uscalc.ui.session.session import Session

    class HasTable(Protocol):
        """A window with an event in its crosstable."""

        session: Session
        crosstable: Crosstable


def structure(window: "HasTable") -> "Structure":
    """Return the commands that change players, rounds and sections."""
    from uscalc.ui.crosstable.structure import Structure

    return Structure(window.session, window.crosstable)


COMMANDS: "Final[tuple[CommandSpec[HasTable], ...]]" = (
    CommandSpec(
        "filter",
        "&Filter…",
        "Show only players of a name",
        lambda window: window.crosstable.filter(),
        ("Ctrl+F",),
        (Place("edit", 3),),
    ),
    CommandSpec(
        "addPlayer",
        "&Add player",
        "A new player at the end",
        lambda window: structure(window).add_player(),
        ("Ins",),
        (Place("players", 1), Place("cells", 2)),
    ),
    CommandSpec(
        "insertPlayer",
        "Insert player",
        "A new player here",
        lambda window: structure(window).insert_player(),
        ("Alt+Ins",),
        (Place("players", 1), Place("cells", 2)),
    ),
    CommandSpec(
        "removePlayers",
        "Remove players",
        "Remove the selected players and their games",
        lambda window: structure(window).remove_players(),
        ("Ctrl+Del", "Ctrl+Backspace"),
        (Place("players", 1), Place("cells", 2)),
    ),
    CommandSpec(
        "movePlayerUp",
        "Move player up",
        "Move the row up",
        lambda window: structure(window).move_player(-1),
        ("Alt+Up",),
        (Place("players", 2), Place("cells", 3)),
    ),
    CommandSpec(
        "movePlayerDown",
        "Move player down",
        "Move the row down",
        lambda window: structure(window).move_player(1),
        ("Alt+Down",),
        (Place("players", 2), Place("cells", 3)),
    ),
    CommandSpec(
        "swapPlayers",
        "Swap places",
        "The first and the last selected player exchange their places; the numbers and "
        "results stay in the rows",
        lambda window: structure(window).swap_players(),
        places=(Place("players", 2), Place("cells", 3)),
    ),
    CommandSpec(
        "renumber",
        "Renumber",
        "Numbers 1, 2, 3 down the table; results follow",
        lambda window: structure(window).renumber(),
        places=(Place("players", 2), Place("cells", 3)),
    ),
    CommandSpec(
        "addRound",
        "Add round",
        "One more round, empty",
        lambda window: structure(window).add_round(),
        ("Ctrl+Shift+Ins",),
        (Place("players", 3), Place("cells", 4)),
    ),
    CommandSpec(
        "removeRound",
        "Remove round",
        "Remove the selected round, or the last, with its results",
        lambda window: structure(window).remove_round(),
        ("Ctrl+Shift+Del",),
        (Place("players", 3), Place("cells", 4)),
    ),
)
