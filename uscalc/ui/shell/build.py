"""What the window is made of, put into its frame."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from uscalc.ui.clipboard.panel import PastePanel
from uscalc.ui.crosstable.stage import Stage
from uscalc.ui.crosstable.view import Crosstable
from uscalc.ui.files.files import Files
from uscalc.ui.files.recovery import Recovery
from uscalc.ui.frame import panel as docks
from uscalc.ui.frame.attention import Attention
from uscalc.ui.frame.strip import add_strip
from uscalc.ui.shell.actions import make_actions
from uscalc.ui.shell.bottom_bar import BottomBar
from uscalc.ui.shell.context_menus import context_menus
from uscalc.ui.shell.findings import FindingsList
from uscalc.ui.shell.menus import link_menu, make_menu
from uscalc.ui.shell.places import Places
from uscalc.ui.shell.room import COMMANDS
from uscalc.ui.shell.top_bar import TopBar
from uscalc.ui.shell.views import FIRST, VIEWS
from uscalc.ui.teaching.coach import CoachStrip
from uscalc.ui.teaching.coach_steps import FirstSteps
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.message_bar import MessageBar

if TYPE_CHECKING:
    from uscalc.ui.shell.window import Window


def build(window: "Window") -> None:
    """Makes every part of a window that has its session."""
    session, theme, folders = window.session, window.theme, window.folders
    docks.prepare(window)
    window.messages = MessageBar()
    window.first_steps = FirstSteps(window)
    window.coach = CoachStrip(window.preferences, window.show_step, window.first_steps)
    window.crosstable = Crosstable(session, theme)
    # Else the next button in the window would get the Return that is typed next.
    window.messages.left.connect(window.crosstable.view.setFocus)
    window.paste_panel = PastePanel()
    session.opened.connect(window.paste_panel.hide)
    window.findings = FindingsList(session, theme)
    window.findings.chosen.connect(window.go_to)
    centre = _centre(window)
    window.setCentralWidget(centre)
    # Qt would show it a turn later; panels that find nothing beside them when they are
    # laid out as they were left take the whole window.
    centre.show()
    _add_docks(window)
    window.attention = Attention(
        window, window.crosstable, (window.right, window.below), lambda: window.gone
    )
    actions = window.named_actions = make_actions(window, COMMANDS)
    window.bottom = BottomBar(session, actions["findings"])
    window.bottom.offer_for_link(link_menu(window))
    window.files = Files(window, window.bottom)
    window.recovery = Recovery(
        folders.journals,
        session,
        window.files.on_disk,
        window.messages,
        window.files.unless_unsaved,
        window.files.arriving,
        window,
    )
    window.menu = make_menu(window)
    window.top = TopBar(session, actions, window.menu)
    window.top.switch.chosen.connect(window.crosstable.view.setFocus)
    window.top.tabs.menu = context_menus(window).sections
    window.setMenuWidget(window.top)
    bar = window.statusBar()
    bar.setObjectName("statusBar")
    bar.setAccessibleName("State")
    bar.setSizeGripEnabled(False)
    bar.addWidget(window.bottom, 1)


def _centre(window: "Window") -> QWidget:
    centre = QWidget()
    centre.setObjectName("centre")
    column = QVBoxLayout(centre)
    column.setContentsMargins(UNIT, UNIT, 0, 0)
    column.setSpacing(UNIT)
    bars = (window.messages, window.coach, window.paste_panel)
    column.addWidget(Stage(window.crosstable, bars), 1)
    column.addWidget(window.findings)
    return centre


def _add_docks(window: "Window") -> None:
    area = Qt.DockWidgetArea
    window.right = docks.Panel(
        window, "rightPanel", "Player views", area.RightDockWidgetArea
    )
    window.below = docks.Panel(
        window, "bottomPanel", "Section views", area.BottomDockWidgetArea
    )
    for view in VIEWS:
        panel = window.right if view.where == "right" else window.below
        panel.add(view.name, view.title, partial(view.make, window))
    window.right.bring_forward(FIRST)
    window.strip = add_strip(window, window.right, window.theme)
    window.places = Places(window, window.strip)
