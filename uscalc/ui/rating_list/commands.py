"""Carry out the window's commands for rating supplements and registration."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt

from uscalc.counted import counted
from uscalc.ratinglist.importing import Imported
from uscalc.ratinglist.store import RatingList
from uscalc.ui.rating_list.fill import FillFromList
from uscalc.ui.rating_list.importing import ImportDialog
from uscalc.ui.rating_list.lists import NO_LISTS, list_words, rating_lists
from uscalc.ui.rating_list.owners import look_up_owners
from uscalc.ui.rating_list.view import RatingListView

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame

DESK: Final = "ratingListView"


def make_view(window: "Frame") -> RatingListView:
    """Return the registration view."""
    return RatingListView(
        window.session,
        window.theme,
        rating_lists(window),
        window.crosstable,
        lambda: ask_import(window),
        lambda: window.panel_of(DESK).leaving.emit(),
    )


def enter_players(window: "Frame") -> None:
    """Focus the empty search box of registration: Enter registers the member found."""
    _desk(window).enter_players()


def look_up(window: "Frame") -> None:
    """Put the selected player in the search box: Enter fills the player's row."""
    player = window.session.player
    if player is not None and not (player.name or player.id):
        # The empty row below a name that was just typed is not meant.
        window.crosstable.new_rows.leave()
    _desk(window).look_up()


def _desk(window: "Frame") -> RatingListView:
    view = window.show_view(DESK)
    assert isinstance(view, RatingListView)
    return view


def ask_import(window: "Frame") -> ImportDialog:
    """Open the dialog that imports a supplement."""
    lists = rating_lists(window)

    def done(imported: Imported) -> None:
        notes = "".join(f" {note}" for note in imported.notes)
        window.messages.tell(
            f"The list of {imported.date} is here: {counted(imported.members, 'member')}.{notes}",
            error=False,
        )
        look_up_owners(window)

    dialog = ImportDialog(lists, window.theme, done, window)
    window.session.closing.connect(dialog.let_go)
    dialog.open()
    return dialog


def ask_fill(window: "Frame", everybody: bool) -> FillFromList:
    """Open the dialog that fills the section, or everybody in the event."""
    session = window.session
    section = None if everybody else session.selection.section
    dialog = FillFromList(session, window.theme, rating_lists(window), section, window)
    dialog.open()
    return dialog


def ask_remove(window: "Frame") -> None:
    """Ask whether to remove the supplement in use; its file can be imported again."""
    lists = rating_lists(window)
    if not lists.ready:
        # They are being loaded; ask once that is done.
        lists.changed.connect(
            lambda: ask_remove(window), Qt.ConnectionType.SingleShotConnection
        )
        return
    chosen = lists.chosen
    if chosen is None:
        window.messages.tell(NO_LISTS, "Import one", lambda: ask_import(window), False)
        return
    window.messages.tell(
        f"Remove the rating list {list_words(chosen)}? Ratings filled in from it stay.",
        "Remove it",
        lambda: _remove(window, chosen),
        error=False,
    )


def _remove(window: "Frame", chosen: RatingList) -> None:
    rating_lists(window).remove(chosen)
    window.messages.clear()
