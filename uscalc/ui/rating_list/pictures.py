"""Make the help's pictures, with an invented supplement that has the event's players."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from uscalc.ratinglist.importing import ImportOrder
from uscalc.ratinglist.roles import Role
from uscalc.ratinglist.store import add_list
from uscalc.ui.rating_list.commands import (
    DESK,
    open_fill_dialog,
    open_import_dialog,
    start_look_up,
    start_registration,
)
from uscalc.ui.rating_list.lists import get_rating_lists
from uscalc.ui.rating_list.view import RatingListView
from uscalc.ui.scheduling import wait_for
from uscalc.ui.specs import PictureSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.rating_list.fill_dialog import FillFromListDialog
    from uscalc.ui.rating_list.importing import ImportListDialog

LIST_HEAD: Final = "MEM_ID\tMEM_NAME\tSTATE\tEXPIRED\tR_LPB_RAT\tQ_LPB_RAT"
COLUMN_ROLES: Final[tuple[Role, ...]] = ("id", "name", "state", "expires", "R", "Q")


WALK_INS: Final = (
    ("90000101", "WALKINA, WANDA", "OH", "20271231", "1806", "1744"),
    ("90000117", "WALKINA, WANDA", "TX", "20250331", "912/7", ""),
    ("90000133", "WALKINO, WENDEL", "OH", "20261130", "1455", "1402/18"),
)
"""Invented members who are not in the event."""


def show_walk_in(window: "MainFrame") -> RatingListView:
    """Return Registration with a new player whose name is already in the event."""
    _add_list(window)
    start_registration(window)
    view = _get_view(window)
    view.search.setText("walk wan")
    wait_for(lambda: not view.searching)
    return view


def show_look_up(window: "MainFrame") -> RatingListView:
    """Return Registration while it updates a player."""
    _add_list(window)
    window.session.select(row=2)
    start_look_up(window)
    view = _get_view(window)
    wait_for(lambda: view.model.rowCount() > 0)
    player = window.session.player
    view.search.setText("" if player is None else player.name.split()[-1][:1])
    wait_for(lambda: not view.searching)
    return view


def _get_view(window: "MainFrame") -> RatingListView:
    view: RatingListView = window.get_view(DESK)
    return view


def show_fill(window: "MainFrame") -> "FillFromListDialog":
    """Return the dialog that updates the event, with its preview."""
    _add_list(window)
    dialog = open_fill_dialog(window, True)
    wait_for(lambda: dialog.model.rowCount() > 0)
    return dialog


def show_import(window: "MainFrame") -> "ImportListDialog":
    """Return the dialog that asks before an import."""
    dialog = open_import_dialog(window)
    dialog.examine_file(_write_list(window))
    wait_for(lambda: not dialog.looking)
    return dialog


def _write_list(window: "MainFrame") -> Path:
    """Write an invented supplement, and return its file.

    Every third player is missing from it, and every fifth has another rating.
    """
    lines = [LIST_HEAD]
    section = window.session.section
    for place, player in enumerate(section.players if section else ()):
        if place % 3 == 1:
            continue
        rating = player.facts("R").rating
        listed = "" if rating is None else f"{round(rating) + 12 * (place % 5 == 0)}"
        quick = f"{900 + 37 * place}/{place + 3}"
        member = player.id or 99000000 + place
        lines.append(
            f"{member}\t{player.name.upper()}\tZZ\t20261231\t{listed}\t{quick}"
        )
    lines += ["\t".join(member) for member in WALK_INS]
    path = window.folders.data / "TARATSUP.TXT"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _add_list(window: "MainFrame") -> None:
    path = _write_list(window)
    date = window.session.document.end_date
    add_list(
        ImportOrder(path, path.name, COLUMN_ROLES, date, path.name),
        window.folders.lists,
    )
    lists = get_rating_lists(window)
    lists.refresh()
    wait_for(lambda: bool(lists.lists))


LIST_PICTURES: Final = (
    PictureSpec("ratinglist-fill", "An event updated from a supplement", show_fill),
    PictureSpec("ratinglist-import", "The columns of a supplement", show_import),
)
