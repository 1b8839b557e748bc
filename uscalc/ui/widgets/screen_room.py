"""Fit the window into the screen, so that no part of it is outside."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QMargins, QObject, QPoint, QRect, QSize
from PySide6.QtWidgets import QMainWindow, QWidget

from uscalc.ui.scheduling import FirstPaint

Available = Callable[[QWidget], QRect]

USUAL: Final = QSize(1280, 800)
LARGEST: Final = QSize(1920, 1080)
SHARE: Final = 80
"""The percentage of a large screen that the window takes at the first start."""
FRAME: Final = QMargins(8, 40, 8, 8)
"""The frame that a window manager may add, in pixels; the actual one is known only later."""


def available_to(window: QWidget) -> QRect:
    """Return the part of the window's screen that task bars leave free."""
    return window.screen().availableGeometry()


def first_size(available: QRect, frame: QMargins = FRAME) -> QSize:
    """Return the size of a window without a saved size."""
    wanted = QSize(available.width() * SHARE // 100, available.height() * SHARE // 100)
    wanted = wanted.expandedTo(USUAL).boundedTo(LARGEST)
    return wanted.boundedTo((available - frame).size())


def fit_on_screen(wanted: QRect, available: QRect, frame: QMargins = FRAME) -> QRect:
    """Return the position and size of a window inside its frame, changed to fit the screen."""
    room = available - frame
    size = wanted.size().boundedTo(room.size())
    left = min(max(wanted.left(), room.left()), room.right() + 1 - size.width())
    top = min(max(wanted.top(), room.top()), room.bottom() + 1 - size.height())
    return QRect(QPoint(left, top), size)


def frame_of(window: QWidget) -> QMargins:
    """Return the widths of the frame that the window manager drew around a window."""
    inner, outer = window.geometry(), window.frameGeometry()
    return QMargins(
        inner.left() - outer.left(),
        inner.top() - outer.top(),
        outer.right() - inner.right(),
        outer.bottom() - inner.bottom(),
    )


class FittedWindow(QObject):
    """Gives a window its first size, and fits it again when its frame is known.

    `place` restores the saved size and position, and returns False if there are none.
    The window manager places a maximized window.
    """

    def __init__(
        self,
        window: QMainWindow,
        place: Callable[[QMainWindow], bool],
        available: Available = available_to,
    ) -> None:
        super().__init__(window)
        self._framed = window
        self._available = available
        room = available(window)
        window.resize(first_size(room))
        if place(window) and not window.isMaximized():
            window.setGeometry(fit_on_screen(window.geometry(), room))
        self._given = window.size()
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait until the frame is known."""
        if event.type() == QEvent.Type.Show:
            watched.removeEventFilter(self)
            FirstPaint(self._framed, self._fit_frame)
        return False

    def _fit_frame(self) -> None:
        window = self._framed
        # The user may have changed the size meanwhile.
        if window.isMaximized() or window.size() != self._given:
            return
        place = fit_on_screen(
            window.geometry(), self._available(window), frame_of(window)
        )
        if place != window.geometry():
            window.setGeometry(place)
