"""Put the table and the panels beside it into the window.

They are on the screen before `make_bars` makes the bars around them.
"""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget

from uscalc.ui.crosstable.stage import TableStage
from uscalc.ui.crosstable.view import CrosstableView
from uscalc.ui.enter.paste_panel import PastePanel
from uscalc.ui.files.files import FileController
from uscalc.ui.files.recovery import RecoveryController
from uscalc.ui.frame.bars import BottomBar, PlayerRow, ToolRow, TopBar
from uscalc.ui.frame.empty_bars import BELOW, Header, make_empty_bar
from uscalc.ui.frame.frame import AttentionTracker
from uscalc.ui.frame.panel import ViewPanel
from uscalc.ui.frame.panel_strip import PanelStrip
from uscalc.ui.frame.rail import SpaceRail
from uscalc.ui.teach.coach import CoachStrip
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import add_parts, make_column, name_widget
from uscalc.ui.widgets.message_bar import MessageBar
from uscalc.ui.window.menus import (
    MENUS,
    fill_menu_bar,
    make_actions,
    make_context_menus,
    make_filled_menu,
)
from uscalc.ui.window.panel_places import PanelPlaces
from uscalc.ui.window.room import WINDOW_COMMANDS
from uscalc.ui.window.spaces import SpaceSwitch
from uscalc.ui.window.views import SPACES, VIEWS
from uscalc.ui.window.window import Window

if TYPE_CHECKING:
    from uscalc.ui.window.panel_places import Space


def build_table(window: "Window", space: "Space") -> None:
    """Make the table and the panels of a window that has its session, in a space."""
    window.setDockNestingEnabled(False)
    # The right panel extends down to the lower edge of the window.
    area = Qt.DockWidgetArea.RightDockWidgetArea
    window.setCorner(Qt.Corner.BottomRightCorner, area)
    window.crosstable = CrosstableView(window.session, window.theme)
    window.stage = TableStage(window.crosstable)
    centre = name_widget(QWidget(), "centre")
    column = window.column = make_column(centre, (UNIT, UNIT, 0, 0))
    column.addWidget(window.stage, 1)
    window.setCentralWidget(centre)
    # Qt would show it a turn later; panels that find nothing beside them when they are
    # laid out as they were left take the whole window.
    centre.show()
    # Empty, the bars keep the room that they will have.
    window.header = Header(window, [spec.title for spec in MENUS if not spec.parent])
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
    # Qt would show them a turn later.
    window.right.show()
    window.below.show()
    window.rail = SpaceRail(window, SPACES, window.theme)
    window.strip = PanelStrip(window, window.right, window.theme)
    window.places = PanelPlaces(window, window.strip, space)
    window.spaces = SpaceSwitch(window, window.rail, window.strip, window.places)


def build_bars(window: Window) -> None:
    """Make the bars around the table and the panels of a window."""
    session = window.session
    window.messages = MessageBar()
    session.opened.connect(window.messages.forget_open_questions)
    window.coach = CoachStrip(window.preferences)
    # Else the next button in the window would get the Return that is typed next.
    for strip in (window.messages, window.coach):
        strip.left.connect(window.crosstable.view.setFocus)
    window.paste_panel = PastePanel()
    session.opened.connect(window.paste_panel.hide)
    window.stage.add_bars((window.messages, window.paste_panel))
    actions = window.named_actions = make_actions(window, WINDOW_COMMANDS)
    window.bottom = BottomBar(
        session, window.problems, actions["missing"], window.theme
    )
    link_menu = make_filled_menu(window, "linkMenu", "Linked file", "link")
    window.bottom.link.setMenu(link_menu)
    window.files = FileController(window, window.bottom)
    opening, spaces = window.files.opening, window.spaces
    opening.arrived.connect(window.enter_space)
    spaces.changed.connect(lambda: opening.remember_space(spaces.current.name))
    window.recovery = RecoveryController(window, window.files)
    spaces.changed.connect(
        lambda: session.scene.ask_for_guess(spaces.current.name == "teach")
    )
    header = window.header
    header.menu_bar.clear()
    window.menus = fill_menu_bar(window, header.menu_bar)
    window.top = TopBar(session, actions)
    window.rail.find_command.clicked.connect(actions["commands"].trigger)
    window.top.switch.chosen.connect(window.crosstable.view.setFocus)
    window.top.tabs.menu = make_context_menus(window)
    header.put_bar(window.top)
    _add_tools(window)
    bar = window.statusBar()
    empty = bar.findChild(QFrame, "bottomBar")
    assert isinstance(empty, QFrame)
    bar.removeWidget(empty)
    empty.deleteLater()
    # The coach is in sight in every space, and covers nothing.
    foot = name_widget(QWidget(), "foot")
    window.foot = make_column(foot)
    add_parts(window.foot, window.coach, window.bottom)
    bar.addWidget(foot, 1)
    window.places.crosstable_shown.connect(window.place_messages)
    window.place_messages()


def _add_tools(window: Window) -> None:
    """Add the tools of each space, which are visible while the space is shown."""
    header, spaces = window.header, window.spaces
    for space in SPACES:
        if space.tools:
            groups = [
                [window.named_actions[name] for name in group] for group in space.tools
            ]
            header.add_tools(space.name, ToolRow(f"{space.name}Tools", groups))
        if not space.has_crosstable:
            row = PlayerRow(f"{space.name}Tools", window.session)
            header.add_tools(space.name, row)
    spaces.changed.connect(lambda: header.show_tools(spaces.current.name))
    header.show_tools(spaces.current.name)
