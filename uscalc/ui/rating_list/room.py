"""Declare the view, commands and pictures of registration and supplements."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs import CommandSpec, MenuPlace, PictureSpec, ViewSpec

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.rating_list.view import RatingListView


def _make_list_view(window: "MainFrame") -> "RatingListView":
    from uscalc.ui.rating_list.commands import make_registration_view

    return make_registration_view(window)


def _start_registration(window: "MainFrame") -> None:
    from uscalc.ui.rating_list.commands import start_registration

    start_registration(window)


def _start_look_up(window: "MainFrame") -> None:
    from uscalc.ui.rating_list.commands import start_look_up

    start_look_up(window)


def _ask_play_up(window: "MainFrame") -> None:
    from uscalc.ui.rating_list.commands import ask_play_up

    ask_play_up(window)


def _ask_import(window: "MainFrame") -> None:
    from uscalc.ui.rating_list.commands import open_import_dialog

    open_import_dialog(window)


def _ask_remove(window: "MainFrame") -> None:
    from uscalc.ui.rating_list.commands import ask_remove_list

    ask_remove_list(window)


def _ask_fill(window: "MainFrame", everybody: bool) -> None:
    from uscalc.ui.rating_list.commands import open_fill_dialog

    open_fill_dialog(window, everybody)


def _show_list_example(window: "MainFrame") -> "RatingListView":
    from uscalc.ui.rating_list.pictures import show_look_up

    return show_look_up(window)


def _picture_of_desk(window: "MainFrame") -> "RatingListView":
    from uscalc.ui.rating_list.pictures import show_walk_in

    return show_walk_in(window)


LIST_VIEW: Final = ViewSpec(
    name="view-registration",
    title="Registration",
    where="below",
    action="desk",
    hint="Register players: type a name or a member ID and press Enter",
    make=_make_list_view,
    pictures=(
        PictureSpec("registration", "A walk-in at registration", _picture_of_desk),
        PictureSpec(
            "registration-lookup",
            "A player looked up in the supplement",
            _show_list_example,
        ),
    ),
    keys=("F4",),
    places=(MenuPlace("players", 1), MenuPlace("cells", 2)),
    show=_start_registration,
    what_if="unmarked",
)
LIST_COMMANDS: "Final[tuple[CommandSpec[MainFrame], ...]]" = (
    CommandSpec(
        "ratingList",
        "&Look up player",
        "Find the selected player in the rating supplement and update the row",
        _start_look_up,
        ("Ctrl+L",),
        (
            MenuPlace("players", 1.1),
            MenuPlace("cells", 2),
        ),
    ),
    CommandSpec(
        "playUp",
        "Pla&y up…",
        "Move the selected player to another section, or enter the player there too",
        _ask_play_up,
        ("Shift+F4",),
        (
            MenuPlace("players", 2.1),
            MenuPlace("cells", 3),
        ),
    ),
    CommandSpec(
        "importList",
        "&Import supplement…",
        "Import a US Chess rating supplement",
        _ask_import,
        places=(MenuPlace("supplement", 1),),
    ),
    CommandSpec(
        "removeList",
        "&Remove supplement…",
        "Remove the rating supplement in use from this computer",
        _ask_remove,
        places=(MenuPlace("supplement", 1),),
    ),
    CommandSpec(
        "fillSection",
        "Update &section from supplement…",
        "Preview and enter official ratings for this section",
        lambda window: _ask_fill(window, False),
        places=(MenuPlace("supplement", 2),),
    ),
    CommandSpec(
        "fillEvent",
        "Update &event from supplement…",
        "Preview and enter official ratings for the whole event",
        lambda window: _ask_fill(window, True),
        places=(MenuPlace("supplement", 2),),
    ),
)
