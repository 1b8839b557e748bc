"""Everything that can be done now, by name: actions, views, sections, players."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication

from uscalc.ui.shell.palette import Command
from uscalc.ui.shell.recent import recent_words
from uscalc.ui.wording.menu_text import plain

if TYPE_CHECKING:
    from uscalc.ui.shell.window import Window


def keys_of(action: QAction) -> str:
    """Return an action's first shortcut as people read it."""
    native = QKeySequence.SequenceFormat.NativeText
    return action.shortcut().toString(native)


def commands(window: "Window") -> list[Command]:
    """Return what can be done in the window now."""
    found = [
        Command(plain(action.text()), _hint(action), keys_of(action), action.trigger)
        for name, action in window.named_actions.items()
        if action.isEnabled() and name != "commands"
    ]
    found += [
        Command(
            f"Open recent: {recent_words(path)}",
            str(path),
            "",
            partial(window.files.open, path),
            searched=True,
        )
        for path in window.preferences.recent
    ]
    session = window.session
    for place, section in enumerate(session.document.sections):
        if place != session.selection.section:
            run = partial(window.top.tabs.setCurrentIndex, place)
            found.append(Command(f"Section: {section.name}", "", "", run, True))
    for row, player in enumerate(session.section.players if session.section else ()):
        run = partial(window.crosstable.focus_cell, row, None)
        name = f"Player {player.number}: {player.name}"
        found.append(Command(name, "", "", run, searched=True))
    return found


def _hint(action: QAction) -> str:
    """Return the action's hint without its keys, which stand beside it."""
    return action.whatsThis()


def ask_command(window: "Window") -> None:
    """Open the palette of commands."""
    window.palette_of_commands.ask(commands(window), QApplication.focusWidget())
