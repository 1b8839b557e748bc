"""The base of every view: its names, its image button, and when it refreshes."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtWidgets import QLabel, QScrollArea, QSizePolicy, QWidget

from uscalc.ui.charts.picture_button import ExportImageButton, GetFrames, GetPicture
from uscalc.ui.scheduling.following import RefreshSchedule, connect_each, make_timer
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.session.session import Session
from uscalc.ui.session.source import WITH, WITHOUT
from uscalc.ui.specs import WhatIf
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.building import (
    name_scroll_bars,
    name_widget,
    set_look,
    set_up_scroll_area,
)

if TYPE_CHECKING:
    Part = QWidget
else:
    Part = object


class ViewParts(Part):
    """The common part of all views, scrolling or not. The other base class is a Qt widget."""

    _session: Session
    _theme: Theme
    empty: QLabel
    """The empty state: says what is missing where there is nothing else to show."""
    page_head: QWidget
    """The part of a page that continues the line of the tabs, if there are several."""

    def show_empty(self, text: str) -> None:
        """Show the empty state with a text, or hide it if `text` is empty."""
        self.empty.setText(text)
        self.empty.setVisible(bool(text))

    def refresh(self) -> None:
        """Show the current event."""
        raise NotImplementedError

    def follow(self, *signals: SignalInstance, wait: int = 0) -> RefreshSchedule:
        """Refresh after any of the signals, or when the view is shown again.

        `wait` is the milliseconds by which the view may lag behind the crosstable.
        """
        return RefreshSchedule(self, self.refresh, *signals, wait=wait)

    def make_worker(self, show_result: Callable[[Any], object]) -> Worker:
        """Make a background worker, which ends with the session."""
        return Worker(self, show_result, self._session.closing)

    def make_image_button(
        self,
        name: str,
        of_what: str,
        get: GetPicture,
        surface: QWidget | None = None,
        frames: GetFrames | None = None,
    ) -> ExportImageButton:
        """Make the button that copies and exports an image.

        `get` returns the image, and `frames` those of an animation. The same menu opens
        over `surface`. The message bar reports errors.
        """
        button = ExportImageButton(name, of_what, get, surface, frames)
        button.failed.connect(self._session.refused)
        return button


class View(ViewParts, QWidget):
    """A view of a panel; `name` is its objectName, `label` its accessible name."""

    def __init__(
        self,
        name: str,
        label: str,
        session: Session,
        theme: Theme,
        parent: QWidget | None = None,
        look: str = "page",
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._theme = theme
        name_widget(self, name, label, look)


class ScrolledView(ViewParts, QScrollArea):
    """A view that scrolls up and down; `title` begins the names of its scroll bars."""

    def __init__(
        self,
        name: str,
        label: str,
        title: str,
        session: Session,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._theme = theme
        set_up_scroll_area(self, name, label)
        name_scroll_bars(self, name.removeprefix("view-"), title)


HINTS: Final = {
    WITH: "This view includes the what-if results",
    WITHOUT: "This view doesn't include the what-if results",
}


ROOM_KEPT: Final = 1000
"""Milliseconds for which a line that is hidden keeps its room in the view."""


class WhatIfMark(QLabel):
    """A line above a view while the selected section has what-if results.

    `what_if` says whether the view shows those results. While a slider passes over the
    real result, the line is hidden but keeps its room, so that the view doesn't move.
    """

    def __init__(
        self,
        session: "Session",
        name: str,
        what_if: WhatIf,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._what_if = what_if
        name_widget(self, f"{name}WhatIf")
        self.setProperty("role", "whatIf")
        self.setTextFormat(Qt.TextFormat.PlainText)
        # It never widens its parent.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.hide()
        self._hidden = make_timer(self, ROOM_KEPT, partial(self._keep_room, False))
        session.closing.connect(self._hidden.stop)
        connect_each(
            self.refresh,
            session.overlay_changed,
            session.what_if_rated,
            session.settled,
        )
        self.refresh()

    def refresh(self) -> None:
        """Show the line for the present results, or hide it."""
        session = self._session
        words = WITH if self._what_if == "with" and session.shows_what_if else WITHOUT
        if words != self.text():
            self.setText(words)
            set_look(self, "without", words == WITHOUT)
            self.setAccessibleName(words)
            self.setToolTip(HINTS[words])
        shown = session.has_what_if and self._what_if != "unmarked"
        if shown == self.isHidden():
            self._keep_room(True)
            self.setVisible(shown)
            if shown:
                self._hidden.stop()
            else:
                self._hidden.start()

    def _keep_room(self, keeps: bool) -> None:
        """Keep the room of the hidden line, or give it to the view."""
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(keeps)
        self.setSizePolicy(policy)
