"""The spaces of the window: which one is shown, and its views."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QWidget

from uscalc.ui.frame.panel import ViewPanel
from uscalc.ui.frame.rail import SpaceRail
from uscalc.ui.session.preferences import Preferences
from uscalc.ui.widgets.focus import find_first_control
from uscalc.ui.window.views import SPACES

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.frame.panel import PanelStrip
    from uscalc.ui.window.panel_places import PanelPlaces, Space


def find_space(name: str) -> "Space":
    """Return the space with this name; raise ValueError if there is none."""
    (space,) = (space for space in SPACES if space.name == name)
    return space


class SpaceSwitch(QObject):
    """Switches between spaces; each keeps its layout and its front views.

    `changed` is emitted after another space is shown.
    """

    changed = Signal()

    def __init__(
        self,
        window: "MainFrame",
        rail: SpaceRail,
        strip: "PanelStrip",
        places: "PanelPlaces",
    ) -> None:
        super().__init__(window)
        self._window = window
        self._rail = rail
        self._strip = strip
        self._places = places
        self._panels = window.right, window.below
        self._fronts: dict[tuple[str, ViewPanel], str] = {}
        for name, button in rail.buttons.items():
            button.clicked.connect(lambda _=False, name=name: self.switch_to(name))
        for panel in self._panels:
            panel.tabs.currentChanged.connect(self._follow_tab)
            panel.resetting.connect(self.reset_layout)
        self._select_views()

    @property
    def current(self) -> "Space":
        """The shown space."""
        return self._places.space

    def switch_to(self, name: str, *, by_event: bool = False) -> None:
        """Show a space as the user left it.

        With `by_event`, an opened event asks for the space. Then the crosstable doesn't
        get the focus, because the user may be typing for another event. The rail gets
        it instead and shows no frame.
        """
        window = self._window
        if window.presenting is not None:
            window.presenting.leave_presentation()
        if name == self.current.name:
            return
        if not by_event:
            # Keep a notice that the opened file has just shown.
            window.messages.close_notice()
        focus = QApplication.focusWidget()
        self._remember_fronts()
        self._places.use_space(find_space(name))
        self._select_views()
        if not by_event or (focus is not None and focus.isVisible()):
            self._keep_keyboard_in_sight(focus)
        else:
            self._rail.setFocus(Qt.FocusReason.NoFocusReason)
        self.changed.emit()

    def switch_to_view(self, name: str) -> None:
        """Switch to the first space that has a view, unless the current one has it."""
        if not any(view.name == name for view in self.current.views):
            self.switch_to(
                next(
                    space.name
                    for space in SPACES
                    if any(view.name == name for view in space.views)
                )
            )

    def reset_layout(self) -> None:
        """Give every space its first layout, with its first views in front."""
        focus = QApplication.focusWidget()
        self._fronts.clear()
        self._places.reset_layouts()
        self._select_views()
        self._keep_keyboard_in_sight(focus)

    def read_fronts(self, preferences: Preferences) -> None:
        """Bring the views to the front that were in front at the last start."""
        for space in SPACES:
            for panel in self._panels:
                front = preferences.read_choice(
                    f"spaces/{space.name}", panel.objectName()
                )
                if front:
                    self._fronts[space.name, panel] = front
        self._select_views()

    def remember_fronts(self, preferences: Preferences) -> None:
        """Save which views are in front in each space."""
        self._remember_fronts()
        for (space, panel), front in self._fronts.items():
            preferences.remember_choice(f"spaces/{space}", panel.objectName(), front)

    def follow_keys(self) -> None:
        """Give the views of the current space the keys Alt+1, Alt+2 and so on."""
        for space in SPACES:
            for view in space.views:
                keys = list(view.keys)
                if view in self.current.views:
                    keys.append(f"Alt+{self.current.views.index(view) + 1}")
                action = self._window.named_actions[view.action]
                action.setShortcuts([QKeySequence(key) for key in keys])
                shown = f" ({keys[0]})" if keys else ""
                action.setToolTip(f"{view.hint}{shown}")

    def _select_views(self) -> None:
        for panel in self._panels:
            names = [
                view.name for view in self.current.views if panel.has_view(view.name)
            ]
            front = self._fronts.get((self.current.name, panel), names[0])
            panel.select_views(names, front if front in names else names[0])
        self._strip.refresh()
        self._rail.mark_space(self.current.name)

    def _remember_fronts(self) -> None:
        """Remember the front views, except one that takes the whole space."""
        full = {view.name for view in self.current.views if view.full}
        for panel in self._panels:
            if panel.front not in full:
                self._fronts[self.current.name, panel] = panel.front

    def _follow_tab(self) -> None:
        """Give the whole space to a view that needs it."""
        front = self._window.below.front
        self._places.give_whole_space(
            any(view.full and view.name == front for view in self.current.views)
        )

    def _keep_keyboard_in_sight(self, focus: QWidget | None) -> None:
        """Return the focus to the widget that had it or, if that is hidden, to the table."""
        if focus is not None and focus.isVisible():
            focus.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        table = self._window.crosstable.view
        if table.isVisible():
            table.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        for panel in self._panels:
            control = find_first_control(panel.get_view(panel.front))
            if panel.isVisible() and control is not None:
                control.setFocus(Qt.FocusReason.OtherFocusReason)
                return
