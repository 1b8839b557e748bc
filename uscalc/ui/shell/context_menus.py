"""What a right click offers, on cells and on the tabs of sections."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from uscalc.ui.crosstable.view import Crosstable

CELLS = ("cut", "copy", "copySection", "copyTable", "paste", "", "filter")
PLAYERS = (
    "addPlayer",
    "insertPlayer",
    "removePlayers",
    "",
    "movePlayerUp",
    "movePlayerDown",
    "swapPlayers",
    "renumber",
    "",
    "addRound",
    "removeRound",
)
SECTIONS = (
    "addSection",
    "renameSection",
    "removeSection",
    "",
    "moveSectionLeft",
    "moveSectionRight",
)


class ContextMenus(NamedTuple):
    """The menus by what is clicked."""

    cells: QMenu
    sections: QMenu


def fill(menu: QMenu, actions: Mapping[str, QAction], names: Sequence[str]) -> None:
    """Puts actions into a menu; an empty name is a line between them."""
    for name in names:
        if name:
            menu.addAction(actions[name])
        else:
            menu.addSeparator()


def context_menus(
    window: QWidget, actions: Mapping[str, QAction], table: Crosstable
) -> ContextMenus:
    """The menus, at work in the crosstable."""
    cells = _menu(window, "cellMenu", "Cells")
    fill(cells, actions, ("cut", "copy", "paste", "", *PLAYERS))
    sections = _menu(window, "sectionMenu", "Section")
    fill(sections, actions, SECTIONS)
    table.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)

    def offer(place: QPoint) -> None:
        cells.popup(table.view.viewport().mapToGlobal(place))

    table.view.customContextMenuRequested.connect(offer)
    return ContextMenus(cells, sections)


def _menu(window: QWidget, name: str, words: str) -> QMenu:
    menu = QMenu(window)
    menu.setObjectName(name)
    menu.setAccessibleName(words)
    return menu
