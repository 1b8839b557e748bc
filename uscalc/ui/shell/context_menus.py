"""What a right click offers, on cells and on the tabs of sections."""

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

from uscalc.ui.shell.menus import fill_menu, list_menu_items, new_menu

if TYPE_CHECKING:
    from uscalc.ui.shell.window import Window


class ContextMenus(NamedTuple):
    """The menus by what is clicked."""

    cells: QMenu
    sections: QMenu


def make_context_menus(window: "Window") -> ContextMenus:
    """Return the menus, at work in the crosstable."""
    actions, view = window.named_actions, window.crosstable.view
    cells = new_menu(window, "cellMenu", "Cells")
    fill_menu(cells, list_menu_items("cells", actions))
    sections = new_menu(window, "sectionMenu", "Section")
    fill_menu(sections, list_menu_items("section", actions))
    view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)

    def show_cell_menu(place: QPoint) -> None:
        cells.popup(view.viewport().mapToGlobal(place))

    view.customContextMenuRequested.connect(show_cell_menu)
    return ContextMenus(cells, sections)
