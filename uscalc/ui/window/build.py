"""Put the table and the panels beside it into the window.

They are shown before `build_bars` makes the bars around them.
"""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from uscalc.ui.crosstable.stage import TableStage
from uscalc.ui.crosstable.view import CrosstableView
from uscalc.ui.frame.empty_bars import BELOW, Header, make_empty_bar
from uscalc.ui.frame.frame import AttentionTracker
from uscalc.ui.frame.panel import PanelStrip, ViewPanel
from uscalc.ui.frame.rail import SpaceRail
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import make_column, name_widget
from uscalc.ui.widgets.grabbing import inform_screen_readers
from uscalc.ui.window.menus import (
    MENUS,
)
from uscalc.ui.window.panel_places import PanelPlaces
from uscalc.ui.window.spaces import SpaceSwitch
from uscalc.ui.window.views import SPACES, VIEWS
from uscalc.ui.window.window import Window

if TYPE_CHECKING:
    from uscalc.ui.window.panel_places import Space


def build_table(window: "Window", space: "Space") -> None:
    """Make the table and the panels of a window, with the layout of a space."""
    inform_screen_readers()
    window.setDockNestingEnabled(False)
    # The right panel extends down to the lower edge of the window.
    window.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
    window.crosstable = CrosstableView(window.session, window.theme)
    window.stage = TableStage(window.crosstable)
    centre = name_widget(QWidget(), "centre")
    column = window.column = make_column(centre, (UNIT, UNIT, 0, 0))
    column.addWidget(window.stage, 1)
    window.setCentralWidget(centre)
    # Show it now. Otherwise the panels would be laid out with nothing beside them,
    # and would take the whole window.
    centre.show()
    # The bars are still empty, but already have their size.
    window.header = Header([spec.title for spec in MENUS if not spec.parent])
    window.setMenuWidget(window.header)
    window.header.show()
    bar = name_widget(window.statusBar(), "statusBar", "State")
    bar.addWidget(make_empty_bar("bottomBar", BELOW), 1)
    bar.setSizeGripEnabled(False)
    bar.show()
    _add_docks(window, space)
    window.attention = AttentionTracker(window)


def _add_docks(window: "Window", space: "Space") -> None:
    area = Qt.DockWidgetArea
    window.right = ViewPanel(
        window, "rightPanel", "Inspector", area.RightDockWidgetArea
    )
    window.below = ViewPanel(window, "bottomPanel", "Drawer", area.BottomDockWidgetArea)
    for view in VIEWS:
        panel = window.right if view.where == "right" else window.below
        make, mark = partial(view.make, window), partial(window.mark_of, view.name)
        panel.add_view(view.name, view.title, make, mark)
    # Show them now; Qt would do it later.
    window.right.show()
    window.below.show()
    window.rail = SpaceRail(window, SPACES, window.theme)
    window.strip = PanelStrip(window, window.right, window.theme)
    window.places = PanelPlaces(window, window.strip, space)
    window.spaces = SpaceSwitch(window, window.rail, window.strip, window.places)
