"""A lesson in full screen, slide by slide, with notes for the teacher."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QColor,
    QGuiApplication,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QScreen,
)
from PySide6.QtWidgets import QWidget

from uscalc.explain.lesson.model import LessonSlide
from uscalc.ui.teach.lesson_screen import LessonProgress, LessonScreen, describe_notes
from uscalc.ui.widgets.building import (
    DIALOG_MARGINS,
    make_column,
    make_page,
    make_scroll_area,
    name_widget,
)
from uscalc.ui.widgets.labels import make_running_text, write_label

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame

WIDTH, HEIGHT = 440, 190
SHARE = 4
"""Below the slide, notes have at most one in this many parts of the height."""


def slides_screen(own: QScreen) -> QScreen:
    """Return the screen for slides: not the primary one, which is the teacher's, if possible."""
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
        make_column(self, spacing=None).addWidget(
            make_scroll_area("lessonNotesArea", "Notes", page)
        )
        self.resize(WIDTH, HEIGHT)

    def show_slide(self, slide: LessonSlide, told: bool, where: str) -> None:
        """Show the notes of a slide."""
        write_label(self.text, f"{where}\n\n{describe_notes(slide, told)}")

    def open_beside(self) -> None:
        """Open the notes on the primary screen if the slides are on another, or below them."""
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
        """Hide the notes."""
        self.hide()
        self.moved.emit()

    def take_room(self, room: QRect) -> int:
        """Take a part of the room below the slide, and return its height."""
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


HINT: Final = "Space shows the answer, N the notes; B blanks the screen; Esc leaves."
END: Final = "The end. Press Left to go back, or Esc to leave."
BLACK: Final = "#000000"
GREY: Final = "#9aa3af"


class Cover(QWidget):
    """A black cover: the screen is blank, or the lesson is at its end."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.words = ""
        name_widget(self, "lessonBlank")
        self.hide()

    def cover_screen(self, words: str, name: str) -> None:
        """Cover everything."""
        self.words = words
        self.setAccessibleName(name)
        parent = self.parentWidget()
        assert parent is not None
        self.setGeometry(parent.rect())
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint black, and the line at the end."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(BLACK))
        if self.words:
            font = painter.font()
            font.setPixelSize(max(-(-self.height() // 20), 1))
            painter.setFont(font)
            painter.setPen(QColor(GREY))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.words)
        painter.end()


class LessonWindow(LessonScreen):
    """Fill the screen with one slide and nothing else, so that no answer shows early."""

    hint = HINT
    ends = True
    left = Signal()

    def __init__(self, window: "MainFrame") -> None:
        super().__init__(window.theme, "lesson", window, Qt.WindowType.Window)
        self._main = window
        name_widget(self, "lesson", "Lesson")
        self.view.claims_focus = True
        self.moved.connect(self._update_notes)
        self.blank = Cover(self)
        self.notes = NotesPane(self)
        self.notes.moved.connect(self._share_room)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        for name, text, run in (
            ("lessonOn", "Show answer, or next slide (Space)", self.go_on),
            ("lessonBack", "Previous (Left)", self.go_back),
            ("lessonShowNotes", "Notes (N)", self.toggle_notes),
            ("lessonToBlank", "Blank the screen (B)", self.toggle_blank),
            ("lessonLeave", "Leave the lesson (Esc)", self.leave_lesson),
        ):
            action = QAction(text, self)
            action.setObjectName(name)
            action.triggered.connect(lambda _on, run=run: run())
            self.addAction(action)

    # Steps

    def start_lesson(self, progress: LessonProgress) -> None:
        """Fill the screen with the present slide of a lesson."""
        self.setWindowTitle(progress.lesson.title)
        self.setGeometry(slides_screen(self._main.screen()).geometry())
        self.showFullScreen()
        self.activateWindow()
        self.show_progress(progress)

    def _show_slide(self) -> None:
        self.blank.hide()
        super()._show_slide()
        if self.progress is not None and self.progress.slide is None:
            self.blank.cover_screen(END, END)
            self.setAccessibleName(f"{self.progress.lesson.title}: the end")
            self.blank.setFocus()
            self.setFocus()

    def _update_notes(self) -> None:
        """Show the notes of the present slide beside it."""
        progress = self.progress
        if progress is not None and progress.slide is not None:
            where = f"Slide {progress.place + 1} of {len(progress.lesson.slides)}: "
            title = f"{where}{progress.slide.asked.title}"
            self.notes.show_slide(progress.slide, self.view.told, title)

    def go_on(self) -> None:
        """Show the answer, or the next slide; or the slide of a blank screen again."""
        if not self._uncover_screen():
            super().go_on()

    def go_back(self) -> None:
        """Go a step back; or show the slide of a blank screen again."""
        if not self._uncover_screen():
            super().go_back()

    def _uncover_screen(self) -> bool:
        """Show the slide if the screen is blank; return whether it was."""
        was = self.blank.isVisible() and not self.blank.words
        if was:
            self.blank.hide()
        return was

    def toggle_blank(self) -> None:
        """Blank the screen, so that the class looks at the teacher; or show the slide."""
        if self.blank.isVisible():
            self._uncover_screen()
        else:
            self.blank.cover_screen(
                "", "The screen is blank. Press B to show the slide."
            )

    def toggle_notes(self) -> None:
        """Open the notes, or close them."""
        if self.notes.isVisible():
            self.notes.put_away()
        else:
            self.notes.open_beside()

    def leave_lesson(self) -> None:
        """Return to the window as it was."""
        self.notes.put_away()
        self.view.finish_animation()
        self.hide()
        self.progress = None
        self._main.activateWindow()
        self.left.emit()

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Follow the keys of a clicker, and a few letters."""
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Escape, Qt.Key.Key_F11):
            self.leave_lesson()
        elif key in (Qt.Key.Key_B, Qt.Key.Key_Period):
            self.toggle_blank()
        elif key == Qt.Key.Key_N:
            self.toggle_notes()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the slide fill the window."""
        super().resizeEvent(event)
        self._share_room()
        self.blank.setGeometry(self.rect())

    def _share_room(self) -> None:
        """Give the notes room below the slide, and the rest to the slide."""
        room = self.rect()
        if self.notes.isVisible() and not self.notes.isWindow():
            room.setBottom(room.bottom() - self.notes.take_room(room))
        self.view.setGeometry(room)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leave the lesson instead of closing its window."""
        event.ignore()
        QTimer.singleShot(0, self, self.leave_lesson)


def lesson_of(window: "MainFrame") -> LessonWindow:
    """Return the window's lesson, and make it at the first call."""
    return window.get_or_make(LessonWindow, lambda: LessonWindow(window))
