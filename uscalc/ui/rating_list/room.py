"""Declare the view, commands and pictures of registration and supplements."""

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


def _desk(window: "Frame") -> None:
    from uscalc.ui.rating_list.commands import enter_players

    enter_players(window)


def _look_up(window: "Frame") -> None:
    from uscalc.ui.rating_list.commands import look_up

    look_up(window)


def _play_up(window: "Frame") -> None:
    from uscalc.ui.rating_list.play_up import ask_play_up

    ask_play_up(window)


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

    return look_up(window)


def _picture_of_desk(window: "Frame") -> "RatingListView":
    from uscalc.ui.rating_list.pictures import at_the_desk

    return at_the_desk(window)


def _picture_of_fill(window: "Frame") -> "FillFromList":
    from uscalc.ui.rating_list.pictures import fill_event

    return fill_event(window)


def _picture_of_import(window: "Frame") -> "ImportDialog":
    from uscalc.ui.rating_list.pictures import begin_import

    return begin_import(window)


VIEW: Final = ViewSpec(
    name="ratingListView",
    title="Desk",
    where="below",
    action="desk",
    hint="Enter players: type a name or a member ID, and press Return",
    make=_make,
    pictures=(
        PictureSpec("desk", "A walk-in at the desk", _picture_of_desk),
        PictureSpec("ratinglist", "A player looked up in the rating lists", _picture),
    ),
    keys=("F4",),
    places=(Place("players", 1), Place("cells", 2)),
    show=_desk,
    what_if="unmarked",
)
COMMANDS: "Final[tuple[CommandSpec[Frame], ...]]" = (
    CommandSpec(
        "ratingList",
        "&Look player up",
        "Look the selected player up in the rating lists, and fill the row",
        _look_up,
        ("Ctrl+L",),
        (Place("lists", 1.1), Place("cells", 2)),
    ),
    CommandSpec(
        "playUp",
        "Pla&y up…",
        "The selected player into another section, instead or as well",
        _play_up,
        ("Shift+F4",),
        (Place("players", 2), Place("cells", 3)),
    ),
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
