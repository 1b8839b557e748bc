"""Enter the selected player in another section, instead of this one or as well."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from uscalc.document.change import Edit
from uscalc.document.fill.entering import can_move, enter_in_section, move_up
from uscalc.document.locate import find_player, find_section
from uscalc.document.model import Document, Identity
from uscalc.ratinglist.names import make_member_key
from uscalc.ui.crosstable.columns.layout import NAME

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame

Entering = Callable[[Document, int, int, int], Edit]
"""Enters the player of a section and row in another section."""
NOBODY_SELECTED: Final = "Select the player first who plays up"
NO_LONGER_THERE: Final = "The player or the section is no longer in the event"
NO_OTHER_SECTION: Final = (
    "There is no other section to play up in; Ctrl+Shift+A adds one"
)


def ask_play_up(window: "MainFrame") -> QMenu | None:
    """Offer the other sections, at the selected player's name."""
    session = window.session
    player, row = session.player, session.selection.row
    if player is None or row is None:
        session.refused.emit(NOBODY_SELECTED)
        return None
    document, here, who = session.document, session.selection.section, player.identity
    if len(document.sections) < 2:
        session.refused.emit(NO_OTHER_SECTION)
        return None
    menu = QMenu(window)
    menu.setObjectName("playUpMenu")
    menu.setAccessibleName(f"Sections for {player.name or player.number}")
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    others = [index for index in range(len(document.sections)) if index != here]

    def offer(words: str, name: str, edit: Entering) -> None:
        for index in others:
            action = menu.addAction(words.format(_describe_section(window, index)))
            action.setObjectName(f"{name}{index}")
            to = document.sections[index].identity
            action.triggered.connect(partial(_play_up, window, edit, who, to))

    if can_move(document, here, row):
        offer("Move to {}", "moveTo", move_up)
        menu.addSeparator()
    offer("Enter in {} too", "enterIn", enter_in_section)
    view = window.crosstable.view
    place = view.model().index(window.crosstable.chosen_row() or 0, NAME)
    menu.setActiveAction(menu.actions()[0])
    menu.popup(view.viewport().mapToGlobal(view.visualRect(place).bottomLeft()))
    return menu


def _describe_section(window: "MainFrame", index: int) -> str:
    """Return a section's name, and the player's numbers in it."""
    section, player = window.session.document.sections[index], window.session.player
    member = make_member_key(player.member or "") if player is not None else ""
    there = [
        str(one.number)
        for one in section.players
        if member and make_member_key(one.member or "") == member
    ]
    name = section.name.replace("&", "&&")
    return f"{name} (there as {', '.join(there)})" if there else name


def _play_up(
    window: "MainFrame",
    make: Entering,
    who: Identity,
    into: Identity,
    _checked: bool = False,
) -> None:
    """Enter the player for whom the menu was opened, wherever the row is now."""
    session = window.session
    place = find_player(session.document, who)
    to = find_section(session.document, into)
    if place is None or to is None:
        session.refused.emit(NO_LONGER_THERE)
    elif session.apply_edit(make, *place, to):
        _show_new_row(window, to)


def _show_new_row(window: "MainFrame", section: int) -> None:
    """Show the new row, in its section."""
    window.crosstable.show_everybody()
    window.session.select(section=section)
    last = len(window.session.document.sections[section].players) - 1
    window.crosstable.focus_cell(last, None)
