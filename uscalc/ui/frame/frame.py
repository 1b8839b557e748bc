"""The main window, as far as the rooms use it."""

from abc import abstractmethod
from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMainWindow, QWidget

from uscalc.ui.scheduling import follow_focus

# Imported for types only, because the first frame needs none of these.
if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtGui import QAction

    from uscalc.document.findings import Finding
    from uscalc.engine.inputs import System
    from uscalc.ui.crosstable.view import CrosstableView
    from uscalc.ui.frame.panel import ViewPanel
    from uscalc.ui.session.folders import Folders
    from uscalc.ui.session.preferences import Preferences
    from uscalc.ui.session.problems import EventProblems
    from uscalc.ui.session.session import Session
    from uscalc.ui.theme.theme import Theme
    from uscalc.ui.widgets.message_bar import MessageBar

Kept = TypeVar("Kept")


class FullScreenPresenter(Protocol):
    """Shows one view in full screen."""

    def show_view(self, name: str) -> QWidget:
        """Show the view with this object name in full screen."""

    def leave_presentation(self) -> None:
        """Return the view to the window."""


class WindowController(QObject):
    """Works for one window: on its event, with its message bar for results and questions."""

    def __init__(self, window: "MainFrame") -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self._messages = window.messages


class AttentionTracker(QObject):
    """Tracks the part used last: the table, or a panel that was focused, clicked or switched to.

    The focus alone isn't enough, because it stays in the table after a click on a
    tab.
    """

    def __init__(self, window: "MainFrame") -> None:
        super().__init__(window)
        self._window = window
        self._panels = window.right, window.below
        self._panel: ViewPanel | None = None
        for panel in self._panels:
            panel.used.connect(partial(self._turn_to, panel))
        follow_focus(self._handle_focus_change)

    @property
    def panel(self) -> "ViewPanel | None":
        """The panel used last, if it is visible; None for the table."""
        panel = self._panel
        return panel if panel is not None and panel.isVisible() else None

    def _turn_to(self, panel: "ViewPanel") -> None:
        self._panel = panel

    def _handle_focus_change(self, old: QWidget | None, now: QWidget | None) -> None:
        if self._window.gone or now is None:
            return
        if old is not None and not (old.isVisible() and old.isEnabled()):
            # A control disappeared, and Qt moved the focus. The user did nothing.
            return
        for panel in self._panels:
            if panel is now or panel.isAncestorOf(now):
                self._panel = panel
        if self._window.crosstable.isAncestorOf(now):
            self._panel = None


class MainFrame(QMainWindow):
    """The main window, as far as the rooms use it: event, table, panels, message bar."""

    theme: "Theme"
    folders: "Folders"
    preferences: "Preferences"
    session: "Session"
    messages: "MessageBar"
    crosstable: "CrosstableView"
    right: "ViewPanel"
    below: "ViewPanel"
    attention: AttentionTracker
    named_actions: "dict[str, QAction]"
    presenting: FullScreenPresenter | None
    """The presenter while a view is in full screen, or None."""

    def __init__(self) -> None:
        super().__init__()
        self.presenting = None
        self.gone = False
        """True if the window was closed and will not open again."""
        self._kept: dict[type, object] = {}
        self.filled = False
        """True if the window has all its parts."""

    def get_or_make(self, kind: type[Kept], make: Callable[[], Kept]) -> Kept:
        """Return the object of a kind that the window has once; make it at the first call."""
        if kind not in self._kept:
            self._kept[kind] = make()
        found = self._kept[kind]
        assert isinstance(found, kind)
        return found

    @cached_property
    def problems(self) -> "EventProblems":
        """The problems of the event, for the view and the status bar."""
        from uscalc.ui.session.problems import EventProblems

        return EventProblems(self.session, self.messages)

    def go_to(self, finding: "Finding") -> None:
        """Show the place that a finding is about."""
        session = self.session
        if finding.section is not None:
            session.select(section=finding.section)
        if finding.system is not None:
            session.select(system=finding.system)
        section = session.section
        for row, player in enumerate(section.players if section else ()):
            if player.number == finding.player:
                self.crosstable.focus_cell(row, finding.round)
                return

    @abstractmethod
    def show_settings(self) -> QWidget:
        """Show the settings of the event and its sections."""

    @abstractmethod
    def open_event_at(
        self, path: "Path", section: str, number: int, system: "System"
    ) -> None:
        """Open an event, unless it is open, and explain a player's rating in a system."""

    # Views

    @abstractmethod
    def switch_to_space_of(self, name: str) -> None:
        """Switch to a space that has a view, unless the current space has it."""

    @abstractmethod
    def views_of(self, session: "Session") -> tuple[tuple[str, QWidget], ...]:
        """Return a rating explorer and an explanation of another event, each with its title."""

    def panel_of(self, name: str) -> "ViewPanel":
        """Return the panel of a view."""
        return self.right if self.right.has_view(name) else self.below

    def get_view(self, name: str) -> Any:
        """Return the view with this object name; make it at the first call.

        The caller knows its class, and the window doesn't.
        """
        return self.panel_of(name).get_view(name)

    def title_of(self, name: str) -> str:
        """Return the text on the tab of a view."""
        return self.panel_of(name).get_title(name)

    @abstractmethod
    def mark_of(self, name: str, parent: QWidget) -> QWidget:
        """Make the line above a view that says whether it shows what-if results.

        The line is a child of `parent`.
        """

    def show_view(self, name: str) -> Any:
        """Bring a view to the front, focus it, and return it like `get_view`."""
        from uscalc.ui.widgets.focus import find_first_control

        if self.presenting is not None:
            return self.presenting.show_view(name)
        self.switch_to_space_of(name)
        panel = self.panel_of(name)
        panel.show_view(name)
        view = panel.get_view(name)
        control = find_first_control(view)
        if control is None and panel.lifted:
            # Esc still closes the panel.
            control = panel
        if control is not None:
            control.setFocus(Qt.FocusReason.OtherFocusReason)
        return view
