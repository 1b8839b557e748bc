"""The window as its rooms know it."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Protocol, TypeVar, runtime_checkable

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

# The first frame is shown before any of this is needed.
if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from uscalc.document.findings import Finding
    from uscalc.ui.crosstable.view import CrosstableView
    from uscalc.ui.frame.panel import ViewPanel
    from uscalc.ui.session.problems import EventProblems
    from uscalc.ui.session.session import Session
    from uscalc.ui.storage.folders import Folders
    from uscalc.ui.storage.preferences import Preferences
    from uscalc.ui.theme.theme import Theme
    from uscalc.ui.widgets.message_bar import MessageBar

Kept = TypeVar("Kept")


class FullScreenPresenter(Protocol):
    """Shows one view on the whole screen."""

    def show_view(self, name: str) -> QWidget:
        """Show a view, by its objectName."""

    def leave_presentation(self) -> None:
        """Give everything back to the window."""


@runtime_checkable
class HasLines(Protocol):
    """A view made of lines, of which one can be shown."""

    def show_line(self, key: str) -> bool:
        """Show a line, if there is such a one."""


class AttentionTracker(QObject):
    """The table, or the panel that was last given the keyboard, clicked or turned.

    The keyboard alone does not say it: a click on a tab leaves it in the table.
    """

    def __init__(self, window: "MainFrame") -> None:
        super().__init__(window)
        self._window = window
        self._panels = window.right, window.below
        self._panel: ViewPanel | None = None
        for panel in self._panels:
            panel.used.connect(partial(self._turn_to, panel))
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._handle_focus_change)

    @property
    def panel(self) -> "ViewPanel | None":
        """The panel, while it can be seen; None: the table."""
        panel = self._panel
        return panel if panel is not None and panel.isVisible() else None

    def _turn_to(self, panel: "ViewPanel") -> None:
        self._panel = panel

    def _handle_focus_change(self, old: QWidget | None, now: QWidget | None) -> None:
        if self._window.gone or now is None:
            return
        if old is not None and not (old.isVisible() and old.isEnabled()):
            # A control went away, and Qt looked for another: nobody turned anywhere.
            return
        for panel in self._panels:
            if panel is now or panel.isAncestorOf(now):
                self._panel = panel
        if self._window.crosstable.isAncestorOf(now):
            self._panel = None


class MainFrame(QMainWindow):
    """The window as its rooms know it: the event, the table, the panels, the bar."""

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
    """The view that fills the screen; None: the window itself."""

    def __init__(self) -> None:
        super().__init__()
        self.presenting = None
        self.gone = False
        """True if the window was closed finally."""
        self._kept: dict[type, object] = {}
        self.filled = False
        """True if every part is in the window."""

    def get_or_make(self, kind: type[Kept], make: Callable[[], Kept]) -> Kept:
        """Return what a room has once in a window, made when it is first asked for."""
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

    def report_error(self, text: str) -> None:
        """Show what went wrong in the bar."""
        self.messages.show_message(text)

    def go_to(self, finding: "Finding") -> None:
        """Show the place of a finding."""
        raise NotImplementedError

    # Other rooms, which only the shell knows

    def show_published(self) -> QWidget:
        """Show the comparison of the event with its published page."""
        raise NotImplementedError

    def show_derivation(self) -> HasLines:
        """Show the derivation of the selected player."""
        raise NotImplementedError

    def show_rules(self) -> None:
        """Show the rating rules, ready for the arrow keys."""
        raise NotImplementedError

    def show_settings(self) -> QWidget:
        """Show the settings of the event and its sections."""
        raise NotImplementedError

    def follow_what_if(self) -> None:
        """Bring What if to the front of its panel, unless a view fills the screen."""
        raise NotImplementedError

    def follow_steps(self) -> None:
        """Bring Steps to the front of its panel, if no view in sight follows a step.

        A view that fills the screen stays.
        """
        raise NotImplementedError

    def ask_fill_event(self) -> None:
        """Open the dialog that fills everybody's rating in from a list."""
        raise NotImplementedError

    # Views

    def switch_to_space_of(self, name: str) -> None:
        """Switch to a space that has a view, unless the present one has it."""
        raise NotImplementedError

    def views_of(self, session: "Session") -> tuple[tuple[str, QWidget], ...]:
        """Return idea and derivation of another event than the open one, each with its title."""
        raise NotImplementedError

    def panel_of(self, name: str) -> "ViewPanel":
        """Return the panel of a view."""
        return self.right if self.right.has_view(name) else self.below

    def get_view(self, name: str) -> QWidget:
        """Return a view by its objectName, made now if nobody has seen it yet."""
        return self.panel_of(name).get_view(name)

    def title_of(self, name: str) -> str:
        """Return what is written on the tab of a view."""
        return self.panel_of(name).get_title(name)

    def mark_of(self, name: str, parent: QWidget) -> QWidget:
        """Make the line above a view that says whether it shows what-if results.

        It is a child of `parent`.
        """
        raise NotImplementedError

    def show_view(self, name: str) -> QWidget:
        """Bring a view to the front and give it the keyboard."""
        from uscalc.ui.widgets.focus import find_first_control

        if self.presenting is not None:
            return self.presenting.show_view(name)
        self.switch_to_space_of(name)
        panel = self.panel_of(name)
        panel.show_view(name)
        view = panel.get_view(name)
        control = find_first_control(view)
        if control is None and panel.lifted:
            # Escape closes it nevertheless.
            control = panel
        if control is not None:
            control.setFocus(Qt.FocusReason.OtherFocusReason)
        return view
