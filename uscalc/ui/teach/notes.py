"""The teacher's notes: on the screen that the class does not see, or below the slide."""

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent, QScreen
from PySide6.QtWidgets import QScrollArea, QWidget

from uscalc.explain.lesson.model import LessonSlide
from uscalc.ui.widgets.building import (
    DIALOG_MARGINS,
    make_column,
    make_page,
    name_widget,
)
from uscalc.ui.widgets.labels import make_running_text

WIDTH, HEIGHT = 440, 190
SHARE = 4
"""Below the slide they have this part of its height at most."""


def slides_screen(own: QScreen) -> QScreen:
    """Return where slides go: beside the primary screen, which is the teacher's, or to `own`."""
    primary = QGuiApplication.primaryScreen()
    others = [screen for screen in QGuiApplication.screens() if screen is not primary]
    return own if own in others or not others else others[0]


class NotesPane(QWidget):
    """The teacher's notes: how to ask the slide's question, then comments on the answer.

    The answer's notes are hidden before that, because with one projector the class sees
    them too. `moved` is emitted when the notes are shown or hidden.
    """

    moved = Signal()

    def __init__(self, lesson: QWidget) -> None:
        super().__init__(lesson, Qt.WindowType.Tool)
        self._lesson = lesson
        name_widget(self, "lessonNotes", "Notes for the teacher", "page")
        self.setWindowTitle("Notes")
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.text = make_running_text("lessonNotesText", "")
        page = make_page("lessonNotesPage")
        column = make_column(page, DIALOG_MARGINS, spacing=None)
        column.addWidget(self.text)
        column.addStretch(1)
        area = name_widget(QScrollArea(), "lessonNotesArea", "Notes")
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(page)
        room = make_column(self, spacing=None)
        room.addWidget(area)
        self.resize(WIDTH, HEIGHT)

    def show_slide(self, slide: LessonSlide, told: bool, where: str) -> None:
        """Show the notes of a slide."""
        said = f"{where}\n\n{slide.asked.lead}"
        if told:
            said = f"{said}\n\n{slide.told.notes}"
        self.text.setText(said)
        self.text.setAccessibleName(said)

    def open_beside(self) -> None:
        """On the primary screen where the slides are on another; else below the slide."""
        lesson, primary = self._lesson, QGuiApplication.primaryScreen()
        apart = lesson.screen() is not primary
        kind = Qt.WindowType.Tool if apart else Qt.WindowType.Widget
        if self.windowFlags() & Qt.WindowType.WindowType_Mask != kind:
            self.setWindowFlags(kind)
        if apart:
            self.resize(WIDTH, HEIGHT)
            self.move(primary.availableGeometry().topLeft())
        self.show()
        self.moved.emit()
        lesson.activateWindow()

    def put_away(self) -> None:
        """Out of sight."""
        self.hide()
        self.moved.emit()

    def take_room(self, room: QRect) -> int:
        """Take its part below the slide, and says how high that is."""
        high = min(HEIGHT, room.height() // SHARE)
        self.setGeometry(room.x(), room.bottom() - high + 1, room.width(), high)
        return high

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass the keys on to the lesson."""
        QGuiApplication.sendEvent(self._lesson, event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Hide the notes; the lesson goes on."""
        super().closeEvent(event)
        self._lesson.activateWindow()
