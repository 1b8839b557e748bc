"""Carry out the window's commands for rating supplements and registration."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt

from uscalc.counted import count_in_words
from uscalc.ratinglist.importing import ImportedList
from uscalc.ratinglist.store import RatingList
from uscalc.ui.rating_list.fill import FillFromListDialog
from uscalc.ui.rating_list.importing import ImportListDialog
from uscalc.ui.rating_list.lists import NO_LISTS, describe_list, get_rating_lists
from uscalc.ui.rating_list.owners import check_id_owners
from uscalc.ui.rating_list.view import RatingListView

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame

DESK: Final = "ratingListView"


def make_registration_view(window: "MainFrame") -> RatingListView:
    """Return the registration view."""
    return RatingListView(
        window.session,
        window.theme,
        get_rating_lists(window),
        window.crosstable,
        lambda: open_import_dialog(window),
        lambda: window.panel_of(DESK).leaving.emit(),
    )


def start_registration(window: "MainFrame") -> None:
    """Focus the empty search box of registration: Enter registers the member found."""
    _show_view(window).enter_players()


def start_look_up(window: "MainFrame") -> None:
    """Put the selected player in the search box: Enter fills the player's row."""
    player = window.session.player
    if player is not None and not (player.name or player.id):
        # The empty row below a name that was just typed is not meant.
        window.crosstable.new_rows.remove_empty_row()
    _show_view(window).fill_selected_player()


def _show_view(window: "MainFrame") -> RatingListView:
    view = window.show_view(DESK)
    assert isinstance(view, RatingListView)
    return view


def open_import_dialog(window: "MainFrame") -> ImportListDialog:
    """Open the dialog that imports a supplement."""
    lists = get_rating_lists(window)

    def done(imported: ImportedList) -> None:
        notes = "".join(f" {note}" for note in imported.notes)
        window.messages.show_message(
            f"The list of {imported.date} is here: "
            f"{count_in_words(imported.members, 'member')}.{notes}",
            error=False,
        )
        check_id_owners(window)

    dialog = ImportListDialog(lists, window.theme, done, window)
    window.session.closing.connect(dialog.stop_worker)
    dialog.open()
    return dialog


def open_fill_dialog(window: "MainFrame", everybody: bool) -> FillFromListDialog:
    """Open the dialog that fills the section, or everybody in the event."""
    session = window.session
    section = None if everybody else session.selection.section
    dialog = FillFromListDialog(
        session, window.theme, get_rating_lists(window), section, window
    )
    dialog.open()
    return dialog


def ask_remove_list(window: "MainFrame") -> None:
    """Ask whether to remove the supplement in use; its file can be imported again."""
    lists = get_rating_lists(window)
    if not lists.ready:
        # They are being loaded; ask once that is done.
        lists.changed.connect(
            lambda: ask_remove_list(window), Qt.ConnectionType.SingleShotConnection
        )
        return
    chosen = lists.chosen
    if chosen is None:
        window.messages.show_message(
            NO_LISTS, "Import one", lambda: open_import_dialog(window), False
        )
        return
    window.messages.show_message(
        f"Remove the rating list {describe_list(chosen)}? Ratings filled in from it stay.",
        "Remove it",
        lambda: _remove_list(window, chosen),
        error=False,
    )


def _remove_list(window: "MainFrame", chosen: RatingList) -> None:
    get_rating_lists(window).remove_list(chosen)
    window.messages.clear()
