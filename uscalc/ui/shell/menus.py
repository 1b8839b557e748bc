"""The menu: every action in its place."""

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QMenu

from uscalc.ui.shell.context_menus import CELLS, PLAYERS, SECTIONS, fill
from uscalc.ui.shell.recent import RecentMenu
from uscalc.ui.shell.views import views_in

if TYPE_CHECKING:
    from uscalc.ui.shell.window import Window

FILES: Final = ("save", "saveAs")
MORE: Final = (
    "service",
    "carry",
    "",
    "revert",
    "earlier",
    "recover",
    "",
    "follow",
    "readNow",
    "unlink",
)
PRINTING: Final = ("wallSheets", "playerPage")
EDITING: Final = ("undo", "redo", "")
STEPS: Final = ("nextStep", "previousStep")
ROOM: Final = ("fillWindow", "float")
GOING: Final = ("", "previousSection", "nextSection", "switchSystem")
LISTS: Final = (
    "ratingList",
    "importList",
    "removeList",
    "",
    "fillSection",
    "fillEvent",
    "blanks",
)
SIZES: Final = ("zoomIn", "zoomOut", "zoomReset")
COLOURS: Final = {
    "system": "themeSystem",
    "light": "themeLight",
    "dark": "themeDark",
}
END: Final = (
    "lesson",
    "present",
    "",
    "commands",
    "guide",
    "shortcuts",
    "",
    "quit",
)


def make_menu(window: "Window") -> QMenu:
    """The menu of the window, its actions being there."""
    actions = window.named_actions
    menu = QMenu(window)
    menu.setObjectName("menu")
    menu.setAccessibleName("Menu")
    fill(menu, actions, ("new", "myRating", "open"))
    menu.addMenu(
        RecentMenu(window.preferences, lambda path: window.files.open(path), menu)
    )
    fill(menu, actions, FILES)
    fill(_submenu(menu, "thisFile", "&More with files"), actions, MORE)
    menu.addSeparator()
    fill(menu, actions, PRINTING)
    menu.addSeparator()
    fill(_submenu(menu, "edit", "&Edit"), actions, (*EDITING, *CELLS))
    fill(_submenu(menu, "players", "&Players and rounds"), actions, PLAYERS)
    fill(_submenu(menu, "sections", "Se&ctions"), actions, (*SECTIONS, *GOING))
    fill(_submenu(menu, "lists", "Ra&ting list"), actions, LISTS)
    menu.addSeparator()
    views = _submenu(menu, "views", "&Views")
    views.addAction(window.right.toggleViewAction())
    fill(views, actions, [view.action for view in views_in("right")])
    views.addSeparator()
    views.addAction(window.below.toggleViewAction())
    fill(views, actions, [view.action for view in views_in("below")])
    views.addSeparator()
    fill(views, actions, ("memberIds", "findings", *STEPS, "", *ROOM))
    look = _submenu(menu, "look", "Size and colo&urs")
    fill(look, actions, (*SIZES, "", *COLOURS.values()))
    actions[COLOURS[window.theme.choice]].setChecked(True)
    menu.addSeparator()
    fill(menu, actions, END)
    return menu


def _submenu(menu: QMenu, name: str, title: str) -> QMenu:
    sub = menu.addMenu(title)
    sub.setObjectName(f"{name}Menu")
    sub.setAccessibleName(title.replace("&", ""))
    return sub


def link_menu(window: "Window") -> QMenu:
    """What the followed file in the bottom bar offers."""
    menu = QMenu(window)
    menu.setObjectName("linkMenu")
    menu.setAccessibleName("Followed file")
    fill(menu, window.named_actions, ("readNow", "unlink", "", "follow"))
    return menu
