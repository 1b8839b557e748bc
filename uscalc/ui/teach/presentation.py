"""Presentation: one view fills the screen, in large type."""

from typing import Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    add_parts,
    discard_widget,
    make_column,
    make_plain_line,
    make_tool_button,
    name_widget,
)
from uscalc.ui.widgets.focus import find_first_control

LARGE: Final = 150
"""The least zoom in a presentation, in percent."""
TABLE: Final = "crosstable"


class PresentationWindow(QWidget):
    """A full-screen window that borrows one view of the main window, and returns it."""

    def __init__(self, window: MainFrame) -> None:
        super().__init__(window, Qt.WindowType.Window)
        self._main = window
        self.shown: str | None = None
        """The object name of the presented view; None if nothing is presented."""
        self._borrowed: QWidget | None = None
        self._home: QWidget | None = None
        self._mark: QWidget | None = None
        self._zoom = window.theme.zoom
        self._sizes = (0, 0)
        name_widget(self, "presentation", "Presentation", "page")
        self.setWindowTitle("uscalc")
        self.title = make_plain_line("presentationTitle", "note")
        leave = make_tool_button(
            "presentationLeave",
            "×",
            "Leave the presentation",
            "Back to the window (Esc or F11)",
        )
        leave.clicked.connect(self.leave_presentation)
        self._column = add_parts(
            make_column(self, (2 * UNIT, UNIT, 2 * UNIT, 2 * UNIT)),
            add_parts(QHBoxLayout(), (self.title, 1), leave),
        )
        # All shortcuts of the main window work here too.
        self.addActions(list(window.named_actions.values()))

    def present_view(self, name: str) -> None:
        """Present the view with this object name."""
        theme = self._main.theme
        self._zoom = theme.zoom
        self._sizes = self._main.right.width(), self._main.below.height()
        self._main.presenting = self
        self.show_view(name)
        theme.set_zoom(max(LARGE, self._zoom))
        self.showFullScreen()
        self.activateWindow()
        control = find_first_control(self.show_view(name))
        if control is not None:
            control.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_view(self, name: str) -> QWidget:
        """Present another view instead of the current one."""
        if name != self.shown:
            self._give_back()
            view = self._main.crosstable if name == TABLE else self._main.get_view(name)
            self._home = view.parentWidget()
            self._column.addWidget(view, 1)
            view.show()
            self._borrowed, self.shown = view, name
            if name != TABLE:
                self._mark = self._main.mark_of(name, self)
                self._column.insertWidget(1, self._mark)
            self.title.setText(
                "Crosstable" if name == TABLE else self._main.title_of(name)
            )
        assert self._borrowed is not None
        return self._borrowed

    def leave_presentation(self) -> None:
        """Return the view, and restore the window."""
        if self.shown is None:
            return
        self._give_back()
        self.shown = None
        self._main.presenting = None
        self._main.theme.set_zoom(self._zoom)
        self.hide()
        self._main.activateWindow()
        QTimer.singleShot(0, self, self._share_again)

    def _share_again(self) -> None:
        """Restore the sizes of the window's panels, which the larger type may have changed."""
        main, (wide, high) = self._main, self._sizes
        main.right.set_extent(wide)
        main.below.set_extent(high)

    def _give_back(self) -> None:
        view, home = self._borrowed, self._home
        self._borrowed = self._home = None
        if self._mark is not None:
            discard_widget(self._mark)
            self._mark = None
        if view is None or home is None:
            return
        room = home.layout()
        if isinstance(room, QVBoxLayout):
            room.addWidget(view)
        view.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the presentation on Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave_presentation()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Return the view first, but keep the presentation's window for the next time."""
        event.ignore()
        QTimer.singleShot(0, self, self.leave_presentation)


def presentation_of(window: MainFrame) -> PresentationWindow:
    """Return the window that presents views; make it at the first call."""
    return window.get_or_make(PresentationWindow, lambda: PresentationWindow(window))


def toggle_presentation(window: MainFrame) -> None:
    """Present the view that the user works with, or leave the presentation."""
    presentation = presentation_of(window)
    if presentation.shown is not None:
        presentation.leave_presentation()
        return
    # Present the view that was used last or, without one, the crosstable.
    panel = window.attention.panel
    view = TABLE if panel is None else panel.front or TABLE
    if view == "view-lesson":
        from uscalc.ui.teach.lesson_view import lesson_view_of

        # Of the view Lesson, present only the slide.
        lesson_view_of(window).fill_screen()
    else:
        presentation.present_view(view)
