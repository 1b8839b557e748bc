"""The actions of a window, its menu, its recent files and its context menus."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from uscalc.ui.session.folders import recent_words
from uscalc.ui.session.preferences import Preferences
from uscalc.ui.specs import CommandSpec
from uscalc.ui.theme.menu_text import strip_menu_marks
from uscalc.ui.theme.theme import is_motion_reduced
from uscalc.ui.widgets.building import add_action, name_widget
from uscalc.ui.window.room import WINDOW_COMMANDS
from uscalc.ui.window.views import SPACES
from uscalc.ui.window.window import Window


class RecentFilesMenu(QMenu):
    """Lists the recent files when it opens; `chosen` is called with the selected one."""

    def __init__(
        self,
        preferences: Preferences,
        chosen: Callable[[Path], object],
        parent: QWidget,
    ) -> None:
        super().__init__("Open &recent", parent)
        self._preferences = preferences
        self._chosen = chosen
        name_widget(self, "recentMenu", "Open recent")
        self.aboutToShow.connect(self.list_files)
        self.list_files()

    def list_files(self) -> None:
        """List the files again; the first nine can be selected with a digit."""
        self.clear()
        for place, path in enumerate(self._preferences.recent):
            digit = f"&{place + 1}  " if place < 9 else ""
            words = recent_words(path).replace("&", "&&")
            chosen = partial(self._chosen, path)
            action = add_action(self, f"recent{place + 1}", f"{digit}{words}", chosen)
            action.setToolTip(str(path))
        if self.isEmpty():
            nothing = self.addAction("No recent files")
            nothing.setObjectName("recentNone")
            nothing.setEnabled(False)


def make_actions(
    window: Window, commands: Sequence[CommandSpec[Window]]
) -> dict[str, QAction]:
    """Return the actions by name; their shortcuts work in the whole window.

    Each first enters the text that is being typed. So Undo in the menu undoes that
    text, while Ctrl+Z in the field is handled by the field.
    """
    groups: dict[str, QActionGroup] = {}
    actions = {}
    pending = window.session.pending
    for spec in commands:
        action = QAction(spec.text, window)
        action.setObjectName(spec.name)
        action.setShortcuts([QKeySequence(key) for key in spec.keys])
        shown = f" ({spec.keys[0]})" if spec.keys else ""
        action.setToolTip(f"{spec.hint}{shown}")
        action.setWhatsThis(spec.hint)
        # Set the tooltip, because Qt would make one without the "…" of the name.
        action.setIconText(spec.text.replace("&", ""))
        action.setCheckable(bool(spec.group))
        if spec.group not in ("", "-"):
            groups.setdefault(spec.group, QActionGroup(window)).addAction(action)
        run = partial(pending.commit_then, partial(spec.run, window))
        action.triggered.connect(lambda _checked=False, run=run: run())
        window.addAction(action)
        actions[spec.name] = action
    return actions


class MenuSpec(NamedTuple):
    """A menu: its name, its title, and its place in another menu.

    Without `parent`, it is in the menu bar.
    """

    name: str
    title: str
    parent: str = ""
    at: float = 0


MENUS: Final = (
    MenuSpec("file", "&File"),
    MenuSpec("edit", "&Edit"),
    MenuSpec("players", "&Players"),
    MenuSpec("rounds", "R&ounds && sections"),
    MenuSpec("report", "&Report"),
    MenuSpec("view", "&View"),
    MenuSpec("teach", "&Teach"),
    MenuSpec("help", "&Help"),
    MenuSpec("samples", "Sa&mple events", "help", 0.1),
    MenuSpec("versions", "Versions and recover&y", "file", 2),
    MenuSpec("linkedFile", "&Import, export and link", "file", 3),
    MenuSpec("order", "O&rder", "players", 3),
    MenuSpec("supplement", "Rating &supplement", "players", 3),
    MenuSpec("compare", "&Compare with US Chess", "report", 3),
    *(
        MenuSpec(f"space-{space.name}", space.title, "view", 1 + place / 10)
        for place, space in enumerate(SPACES)
    ),
    MenuSpec("layout", "&Layout", "view", 2),
    MenuSpec("look", "&Appearance", "view", 2),
)
"""Every menu; each has at most twelve entries."""
RECENT: Final = 1.1
"""The place of the recent files in the menu."""
COLORS: Final = {
    "system": "themeSystem",
    "light": "themeLight",
    "dark": "themeDark",
}

Item = tuple[float, "QAction | QMenu"]
"""A position in a menu, and the command or menu there."""


def list_menu_items(menu: str, actions: Mapping[str, QAction]) -> list[Item]:
    """Return the commands whose spec names the menu, with their positions in it."""
    return [
        (place.at, actions[spec.name])
        for spec in WINDOW_COMMANDS
        for place in spec.places
        if place.menu == menu
    ]


def fill_menu(menu: QMenu, found: Sequence[Item]) -> None:
    """Add the items in order, with a separator between whole numbers."""
    before: int | None = None
    for at, item in sorted(found, key=lambda item: item[0]):
        if before not in (None, int(at)):
            menu.addSeparator()
        before = int(at)
        if isinstance(item, QMenu):
            menu.addMenu(item)
        else:
            menu.addAction(item)


def fill_menu_bar(window: Window, bar: QMenuBar) -> dict[str, QMenu]:
    """Fill the menu bar with the existing actions, and return its menus by name."""
    actions = window.named_actions
    recent = RecentFilesMenu(
        window.preferences, lambda path: window.files.opening.open_file(path), bar
    )
    printing = QAction("&Print…\tCtrl+P", bar)
    printing.setObjectName("filePrint")
    printing.triggered.connect(actions["wallSheets"].trigger)
    others: dict[str, list[Item]] = {
        "file": [(RECENT, recent), (5, printing)],
        "layout": [
            (2.1, window.right.toggleViewAction()),
            (2.2, window.below.toggleViewAction()),
        ],
    }
    for space in SPACES:
        others[f"space-{space.name}"] = [
            (2 + place / 10, actions[view.action])
            for place, view in enumerate(space.views)
        ]
    menus = {
        spec.name: name_widget(
            QMenu(spec.title, bar), f"{spec.name}Menu", strip_menu_marks(spec.title)
        )
        for spec in MENUS
    }
    for spec in MENUS:
        found: list[Item] = [
            *others.get(spec.name, ()),
            *list_menu_items(spec.name, actions),
        ]
        found += [(one.at, menus[one.name]) for one in MENUS if one.parent == spec.name]
        fill_menu(menus[spec.name], found)
        if not spec.parent:
            bar.addMenu(menus[spec.name])
    actions[COLORS[window.theme.choice]].setChecked(True)
    actions["reduceMotion"].setChecked(is_motion_reduced())
    return menus


def make_filled_menu(window: Window, name: str, words: str, menu: str) -> QMenu:
    """Return a menu with the commands whose spec names it; `words` is for screen readers."""
    made = name_widget(QMenu(window), name, words)
    fill_menu(made, list_menu_items(menu, window.named_actions))
    return made


def make_context_menus(window: Window) -> QMenu:
    """Make the menu of the crosstable's cells, and return the menu of the sections."""
    view = window.crosstable.view
    cells = make_filled_menu(window, "cellMenu", "Cells", "cells")
    view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    view.customContextMenuRequested.connect(
        lambda place: cells.popup(view.viewport().mapToGlobal(place))
    )
    return make_filled_menu(window, "sectionMenu", "Section", "section")
