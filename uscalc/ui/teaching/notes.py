"""The teacher's notes beside the slides: on the other screen, where there is one."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from uscalc.explain.lesson.model import Slide
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.labels import running_text

WIDTH, HEIGHT = 440, 190


class NotesPane(QWidget):
    """How a slide is asked, and once it is told what can be said of it.

    It says nothing of the answer before that: with one projector the room reads it too.
    """

    def __init__(self, lesson: QWidget) -> None:
        super().__init__(lesson, Qt.WindowType.Tool)
        self._lesson = lesson
        self.setObjectName("lessonNotes")
        self.setAccessibleName("Notes for the teacher")
        self.setWindowTitle("Notes")
        self.setProperty("page", True)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.text = running_text("lessonNotesText", "")
        page = QWidget()
        page.setObjectName("lessonNotesPage")
        page.setProperty("page", True)
        column = QVBoxLayout(page)
        column.setContentsMargins(*[2 * UNIT] * 4)
        column.addWidget(self.text)
        column.addStretch(1)
        area = QScrollArea()
        area.setObjectName("lessonNotesArea")
        area.setAccessibleName("Notes")
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(page)
        room = QVBoxLayout(self)
        room.setContentsMargins(0, 0, 0, 0)
        room.addWidget(area)
        self.resize(WIDTH, HEIGHT)

    def show_slide(self, slide: Slide, told: bool, where: str) -> None:
        """The notes of a slide."""
        said = f"{where}\n\n{slide.asked.lead}"
        if told:
            said = f"{said}\n\n{slide.told.notes}"
        self.text.setText(said)
        self.text.setAccessibleName(said)

    def open_beside(self) -> None:
        """On another screen than the slides, or else in their corner."""
        lesson = self._lesson
        own = lesson.screen()
        others = [screen for screen in QGuiApplication.screens() if screen is not own]
        room = (others[0] if others else own).availableGeometry()
        if others:
            self.move(room.topLeft())
        else:
            # At the upper right: the guess and the answer stand below.
            self.move(room.right() - self.width() - 2 * UNIT, room.y() + 2 * UNIT)
        self.show()
        lesson.activateWindow()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys are those of the lesson."""
        QGuiApplication.sendEvent(self._lesson, event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """The lesson goes on without it."""
        super().closeEvent(event)
        self._lesson.activateWindow()
