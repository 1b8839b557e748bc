"""Project standings: lists page through a screen, live, while results are entered."""

from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QColor,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QScreen,
)
from PySide6.QtWidgets import QWidget

from uscalc.document.model import Identity
from uscalc.ui.printing.page import paint_page
from uscalc.ui.printing.panel import LAG
from uscalc.ui.printing.projected_pages import (
    ProjectedList,
    ProjectorRequest,
    Screenful,
    make_screenfuls,
)
from uscalc.ui.scheduling.following import RefreshSchedule, make_timer
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.widgets.building import name_widget

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame

FORWARD: Final = (
    *(Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_PageDown),
    *(Qt.Key.Key_Return, Qt.Key.Key_Enter),
)
BACK: Final = (
    *(Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_PageUp),
    Qt.Key.Key_Backspace,
)
NO_LISTS: Final = "No standings yet. They appear here when players are entered."


class ProjectorChoices(NamedTuple):
    """The lists, the seconds for each screenful, and the sections left out."""

    lists: tuple[ProjectedList, ...] = ("standings", "ratings")
    seconds: int = 10
    left_out: Collection[Identity] = ()


def find_projector_screen(own: QScreen) -> QScreen:
    """Return a screen other than the window's, or `own` if there is no other."""
    others = (screen for screen in QGuiApplication.screens() if screen is not own)
    return next(others, own)


class ProjectorWindow(QWidget):
    """Fills a screen with one page of a list after the other, without a control."""

    def __init__(self, window: "MainFrame") -> None:
        super().__init__(window, Qt.WindowType.Window)
        self._main = window
        self._session = window.session
        self.choices = ProjectorChoices()
        self.screenfuls: tuple[Screenful, ...] = ()
        self.place = 0
        """Which of the screenfuls is shown."""
        name_widget(self, "projector", "Standings")
        self.setWindowTitle("Standings")
        self.setCursor(Qt.CursorShape.BlankCursor)
        self._worker = Worker(self, self._show_screenfuls, self._session.closing)
        self._next = make_timer(self, 0, partial(self.turn_page, 1), repeats=True)
        signals = self._session.rated, self._session.opened, window.theme.changed
        self.following = RefreshSchedule(self, self._refresh, *signals, wait=LAG)
        self._session.closing.connect(self.end_projection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.addAction(window.named_actions["projector"])
        for name, text, run in (
            ("projectorOn", "Next page (Space)", partial(self.turn_page, 1)),
            ("projectorBack", "Previous page (Left)", partial(self.turn_page, -1)),
            ("projectorEnd", "End (Esc)", self.end_projection),
        ):
            action = QAction(text, self)
            action.setObjectName(name)
            action.triggered.connect(lambda _on, run=run: run())
            self.addAction(action)

    # Beginning and end

    def start_projection(self, choices: ProjectorChoices) -> None:
        """Fill the screen with the first page."""
        self.choices, self.place, self.screenfuls = choices, 0, ()
        own = self._main.screen()
        screen = find_projector_screen(own)
        self.setGeometry(screen.geometry())
        self._next.setInterval(choices.seconds * 1000)
        self.showFullScreen()
        self._next.start()
        # Beside the window, the keyboard stays with the results.
        (self if screen is own else self._main).activateWindow()

    def end_projection(self) -> None:
        """Go back to the window, which was not changed."""
        self._next.stop()
        if self.isVisible():
            self.hide()
            self._main.activateWindow()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop turning pages while the window is hidden."""
        super().hideEvent(event)
        self._next.stop()

    def closeEvent(self, event: QCloseEvent) -> None:
        """End the projection instead of closing its window."""
        event.ignore()
        QTimer.singleShot(0, self, self.end_projection)

    # The pages

    @property
    def busy(self) -> bool:
        """Return whether pages are being made."""
        late = not self._session.up_to_date
        return self._worker.busy or self.following.behind or late

    def _refresh(self) -> None:
        """Make the pages of the present ratings, in the background."""
        rated, choices = self._session.rating, self.choices
        left_out = frozenset(
            place
            for place, section in enumerate(rated.document.sections)
            if section.identity in choices.left_out
        )
        shape = self.width() / max(self.height(), 1)
        colors = self._main.theme.colors
        wanted = ProjectorRequest(rated, choices.lists, left_out, shape, colors)
        self._worker.start_job(partial(make_screenfuls, wanted))

    def _show_screenfuls(self, found: tuple[Screenful, ...]) -> None:
        """Show the new pages, at the place in the lists that is shown."""
        places = [screenful.place for screenful in found]
        shown = self.shown
        if shown is not None and shown.place in places:
            self.place = places.index(shown.place)
        self.screenfuls = found
        self.place = min(self.place, max(len(found) - 1, 0))
        self._show_place()

    @property
    def shown(self) -> Screenful | None:
        """The page that is shown; None while there is none."""
        return self.screenfuls[self.place] if self.screenfuls else None

    def turn_page(self, by: int) -> None:
        """Show the next page, or the one before; it stays its whole time."""
        if self.screenfuls:
            self.place = (self.place + by) % len(self.screenfuls)
            self._show_place()
        if self.isVisible():
            self._next.start()

    def _show_place(self) -> None:
        shown = self.shown
        self.setAccessibleDescription(NO_LISTS if shown is None else shown.page.about)
        self.update()

    # Keys and painting

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turn pages, or end on Esc."""
        key = Qt.Key(event.key())
        if key in FORWARD:
            self.turn_page(1)
        elif key in BACK:
            self.turn_page(-1)
        elif key == Qt.Key.Key_Escape:
            self.end_projection()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the pages out for the new shape."""
        super().resizeEvent(event)
        self.following.refresh_later()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the page, as high as the screen."""
        colors = self._main.theme.colors
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colors.surface))
        shown = self.shown
        if shown is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            width, height = shown.page.size
            scale = min(self.height() / height, self.width() / width)
            painter.scale(scale, scale)
            paint_page(painter, shown.page)
        elif not self.busy:
            font = painter.font()
            font.setPixelSize(max(self.height() // 20, 1))
            painter.setFont(font)
            painter.setPen(QColor(colors.soft))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect(), flags, NO_LISTS)
        painter.end()


def projector_of(window: "MainFrame") -> ProjectorWindow:
    """Return the window's projector, made when it is first asked for."""
    return window.get_or_make(ProjectorWindow, lambda: ProjectorWindow(window))
