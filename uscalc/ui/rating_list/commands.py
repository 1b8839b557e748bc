"""Carry out the window's commands for rating supplements and registration."""

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from uscalc.counted import count_in_words, format_day
from uscalc.document.merge.listed import can_move, enter_in_section, move_up
from uscalc.document.model import Document, Edit, Identity, find_player, find_section
from uscalc.ratinglist.cells import make_member_key
from uscalc.ratinglist.importing import RatingList
from uscalc.ui.crosstable.layout import NAME
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.rating_list.fill_dialog import FillFromListDialog
from uscalc.ui.rating_list.importing import ImportListDialog
from uscalc.ui.rating_list.lists import (
    NO_LISTS,
    check_id_owners,
    describe_list,
    get_rating_lists,
)
from uscalc.ui.rating_list.view import RatingListView
from uscalc.ui.widgets.building import add_action, name_widget, open_dialog

DESK: Final = "view-registration"


def make_registration_view(window: MainFrame) -> RatingListView:
    """Return the registration view."""
    return RatingListView(
        window.session,
        window.theme,
        get_rating_lists(window),
        window.crosstable,
        lambda: open_import_dialog(window),
        lambda: window.panel_of(DESK).leaving.emit(),
    )


def start_registration(window: MainFrame) -> None:
    """Focus the empty search box of registration; Enter then registers the member found."""
    _show_view(window).enter_players()


def start_look_up(window: MainFrame) -> None:
    """Put the selected player into the search box; Enter then updates this player."""
    player = window.session.player
    if player is not None and not (player.name or player.id):
        # If the current row is the empty one below a name just typed, use that name's row.
        window.crosstable.new_rows.remove_empty_row()
    _show_view(window).fill_selected_player()


def _show_view(window: MainFrame) -> RatingListView:
    view: RatingListView = window.show_view(DESK)
    return view


def open_import_dialog(window: MainFrame) -> ImportListDialog:
    """Open the dialog that imports a supplement."""
    lists = get_rating_lists(window)

    def done(imported: RatingList) -> None:
        notes = "".join(f" {note}" for note in imported.notes)
        window.messages.show_message(
            f"Imported the supplement of {format_day(imported.date)}: "
            f"{count_in_words(imported.members, 'member')}.{notes}",
            error=False,
        )
        check_id_owners(window)

    dialog = ImportListDialog(lists, window.theme, done, window)
    window.session.closing.connect(dialog.stop_worker)
    dialog.open()
    return dialog


def open_fill_dialog(window: MainFrame, everybody: bool) -> FillFromListDialog:
    """Open the dialog that updates the section or, if `everybody`, the whole event."""
    section = None if everybody else window.session.selection.section
    return open_dialog(
        FillFromListDialog(
            window.session, window.theme, get_rating_lists(window), section, window
        )
    )


def ask_remove_list(window: MainFrame) -> None:
    """Ask whether to remove the supplement in use; its file can be imported again."""
    lists = get_rating_lists(window)
    if not lists.ready:
        # The supplements are being loaded; ask when that is done.
        lists.changed.connect(
            lambda: ask_remove_list(window), Qt.ConnectionType.SingleShotConnection
        )
        return
    chosen = lists.chosen
    if chosen is None:
        window.messages.show_message(
            NO_LISTS, "Import supplement", lambda: open_import_dialog(window), False
        )
        return
    window.messages.show_message(
        f"Remove the supplement {describe_list(chosen)}? Ratings entered from it stay.",
        "Remove supplement",
        lambda: _remove_list(window, chosen),
        error=False,
    )


def _remove_list(window: MainFrame, chosen: RatingList) -> None:
    get_rating_lists(window).remove_list(chosen)
    window.messages.clear()


Entering = Callable[[Document, int, int, int], Edit]
"""Enters the player of a section and row in another section; returns the edit."""


def ask_play_up(window: MainFrame) -> QMenu | None:
    """Open a menu with the other sections, beside the selected player's name."""
    session = window.session
    player, row = session.player, session.selection.row
    if player is None or row is None:
        session.refused.emit("First select the player who is playing up")
        return None
    document, here, who = session.document, session.selection.section, player.identity
    if len(document.sections) < 2:
        session.refused.emit(
            "No other section to play up in. Press Ctrl+Shift+A to add one"
        )
        return None
    words = f"Sections for {player.name or player.number}"
    menu = name_widget(QMenu(window), "playUpMenu", words)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    others = [index for index in range(len(document.sections)) if index != here]

    def offer(words: str, name: str, edit: Entering) -> None:
        for index in others:
            text = words.format(_describe_section(window, index))
            to = document.sections[index].identity
            play = partial(_play_up, window, edit, who, to)
            add_action(menu, f"{name}{index}", text, play)

    if can_move(document, here, row):
        offer("Move to {}", "moveTo", move_up)
        menu.addSeparator()
    offer("Also enter in {}", "enterIn", enter_in_section)
    view = window.crosstable.view
    place = view.model().index(window.crosstable.chosen_row or 0, NAME)
    menu.setActiveAction(menu.actions()[0])
    menu.popup(view.viewport().mapToGlobal(view.visualRect(place).bottomLeft()))
    return menu


def _describe_section(window: MainFrame, index: int) -> str:
    """Return a section's name, with the player's numbers if the player is already in it."""
    section, player = window.session.document.sections[index], window.session.player
    member = make_member_key(player.member or "") if player is not None else ""
    there = [
        str(one.number)
        for one in section.players
        if member and make_member_key(one.member or "") == member
    ]
    name = section.name.replace("&", "&&")
    return f"{name} (already there as {', '.join(there)})" if there else name


def _play_up(
    window: MainFrame,
    make: Entering,
    who: Identity,
    into: Identity,
) -> None:
    """Enter the player in another section, even if the player's row has moved."""
    session = window.session
    place = find_player(session.document, who)
    to = find_section(session.document, into)
    if place is None or to is None:
        session.refused.emit("The player or the section is no longer in the event")
    elif session.apply_edit(make, *place, to):
        window.crosstable.show_everybody()
        session.select(section=to)
        last = len(session.document.sections[to].players) - 1
        window.crosstable.focus_cell(last, None)
