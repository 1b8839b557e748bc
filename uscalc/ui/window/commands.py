"""All commands that are available now, by name: actions, views, sections and players."""

from functools import partial
from typing import Final

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication

from uscalc.ui.session.folders import recent_words
from uscalc.ui.theme.menu_text import strip_menu_marks
from uscalc.ui.window.palette import PaletteCommand
from uscalc.ui.window.window import Window

FORMER_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "showPlayer": ("Player",),
    "boards": ("Boards",),
    "desk": ("Desk",),
    "missing": ("Findings", "Missing facts"),
    "showWhy": ("Why",),
    "showIdea": ("Idea",),
    "showSolver": ("Solver",),
    "rules": ("Curves",),
    "compareEditions": ("Editions",),
    "myRating": ("My rating",),
    "myPlan": ("Plan a rating",),
    "wallSheets": ("Wall sheets",),
    "published": ("Published page", "Audit"),
    "showExercise": ("Exercise",),
}
"""The names that views had in version 1.0, by the command that shows the view."""


def list_commands(window: Window) -> list[PaletteCommand]:
    """Return the commands available in the window now."""
    found = [
        PaletteCommand(
            strip_menu_marks(action.text()),
            action.whatsThis(),
            action.shortcut().toString(QKeySequence.SequenceFormat.NativeText),
            action.trigger,
            former=FORMER_NAMES.get(name, ()),
        )
        for name, action in window.named_actions.items()
        if action.isEnabled() and name != "commands"
    ]
    found += [
        PaletteCommand(
            f"Open recent: {recent_words(path)}",
            str(path),
            "",
            partial(window.files.opening.open_file, path),
            searched=True,
        )
        for path in window.preferences.recent
    ]
    session = window.session
    for place, section in enumerate(session.document.sections):
        if place != session.selection.section:
            run = partial(window.top.tabs.setCurrentIndex, place)
            found.append(PaletteCommand(f"Section: {section.name}", "", "", run, True))
    for row, player in enumerate(session.section.players if session.section else ()):
        run = partial(window.crosstable.focus_cell, row, None)
        name = f"Player {player.number}: {player.name}"
        found.append(PaletteCommand(name, "", "", run, searched=True))
    return found


def ask_command(window: Window) -> None:
    """Open the command palette."""
    window.palette_of_commands.show_commands(
        list_commands(window), QApplication.focusWidget()
    )
