"""What this room shows and does: lists imported, asked, and filled in from."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs.command import CommandSpec, Place
from uscalc.ui.specs.picture import PictureSpec
from uscalc.ui.specs.view import ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.rating_list.fill import FillFromList
    from uscalc.ui.rating_list.importing import ImportDialog
    from uscalc.ui.rating_list.view import RatingListView


def _make(window: "Frame") -> "RatingListView":
    from uscalc.ui.rating_list.commands import make_view

    return make_view(window)


def _import(window: "Frame") -> None:
    from uscalc.ui.rating_list.commands import ask_import

    ask_import(window)


def _remove(window: "Frame") -> None:
    from uscalc.ui.rating_list.commands import ask_remove

    ask_remove(window)


def _fill(window: "Frame", everybody: bool) -> None:
    from uscalc.ui.rating_list.commands import ask_fill

    ask_fill(window, everybody)


def _picture(window: "Frame") -> "RatingListView":
    from uscalc.ui.rating_list.pictures import look_up

    return look_up(window, VIEW.name)


def _picture_of_fill(window: "Frame") -> "FillFromList":
    from uscalc.ui.rating_list.pictures import fill_event

    return fill_event(window)


def _picture_of_import(window: "Frame") -> "ImportDialog":
    from uscalc.ui.rating_list.pictures import begin_import

    return begin_import(window)


VIEW: Final = ViewSpec(
    name="ratingListView",
    title="Rating list",
    where="below",
    action="ratingList",
    hint="Look a member up in a rating list, and fill the player",
    make=_make,
    pictures=(
        PictureSpec("ratinglist", "A member looked up in a rating list", _picture),
    ),
    keys=("Ctrl+L",),
    places=(Place("lists", 1.1),),
)
COMMANDS: "Final[tuple[CommandSpec[Frame], ...]]" = (
    CommandSpec(
        "importList",
        "&Import rating list…",
        "Bring a published rating list in",
        _import,
        places=(Place("lists", 1.2),),
    ),
    CommandSpec(
        "removeList",
        "&Remove rating list…",
        "Take the list that is asked off this computer",
        _remove,
        places=(Place("lists", 1.2),),
    ),
    CommandSpec(
        "fillSection",
        "Fill &section from list…",
        "Official ratings of the section's players, seen before they are taken",
        lambda window: _fill(window, False),
        places=(Place("lists", 2),),
    ),
    CommandSpec(
        "fillEvent",
        "Fill &event from list…",
        "Official ratings of all players, seen before they are taken",
        lambda window: _fill(window, True),
        places=(Place("lists", 2),),
    ),
)
PICTURES: Final = (
    PictureSpec("ratinglist-fill", "An event filled from a list", _picture_of_fill),
    PictureSpec("ratinglist-import", "What a list does not say", _picture_of_import),
)
