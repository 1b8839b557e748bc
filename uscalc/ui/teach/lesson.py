"""The lesson: slides that fill the screen, one after another, by the keys of a clicker."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QColor,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from uscalc.explain.lesson.lessons import TOO_LITTLE
from uscalc.explain.lesson.model import Guessed, Lesson
from uscalc.report.lessons import prepare_basics_lesson, prepare_player_lesson
from uscalc.ui.session.source import WITH
from uscalc.ui.teach.notes import NotesPane, slides_screen
from uscalc.ui.teach.slide_view import SlideView
from uscalc.ui.widgets.building import name_widget

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame

HINT: Final = "Space shows the answer, N the notes, B blanks the screen, Esc leaves."
END: Final = "The end. Left goes back, Esc leaves."
ON: Final = (
    *(Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_PageDown),
    *(Qt.Key.Key_Return, Qt.Key.Key_Enter),
)
BACK: Final = (Qt.Key.Key_Left, Qt.Key.Key_PageUp)
BLACK: Final = "#000000"
GREY: Final = "#9aa3af"


class Cover(QWidget):
    """Nothing to be seen: blanked for a while, or at the end."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.words = ""
        name_widget(self, "lessonBlank")
        self.hide()

    def cover_screen(self, words: str, name: str) -> None:
        """Lie over everything."""
        self.words = words
        self.setAccessibleName(name)
        parent = self.parentWidget()
        assert parent is not None
        self.setGeometry(parent.rect())
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Black, and a line at the end."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(BLACK))
        if self.words:
            font = painter.font()
            font.setPixelSize(max(-(-self.height() // 20), 1))
            painter.setFont(font)
            painter.setPen(QColor(GREY))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.words)
        painter.end()


class LessonWindow(QWidget):
    """Fills the screen with one slide and nothing else, so that nothing leaks."""

    def __init__(self, window: "MainFrame") -> None:
        super().__init__(window, Qt.WindowType.Window)
        self._main = window
        self._lesson: Lesson | None = None
        self._place = 0
        self._guesses: dict[int, Guessed] = {}
        self._told: set[int] = set()
        name_widget(self, "lesson", "Lesson")
        self.view = SlideView(window.theme, self)
        self.view.changed.connect(self._update_notes)
        self.blank = Cover(self)
        self.notes = NotesPane(self)
        self.notes.moved.connect(self._share_room)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        for name, text, run in (
            ("lessonOn", "Show the answer, or go on (Space)", self.go_on),
            ("lessonBack", "Back (Left)", self.go_back),
            ("lessonShowNotes", "Notes (N)", self.toggle_notes),
            ("lessonToBlank", "Blank the screen (B)", self.toggle_blank),
            ("lessonLeave", "Leave the lesson (Esc)", self.leave_lesson),
        ):
            action = QAction(text, self)
            action.setObjectName(name)
            action.triggered.connect(lambda _on, run=run: run())
            self.addAction(action)

    # The way through

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that is given."""
        return self._lesson

    @property
    def place(self) -> int:
        """Which slide is shown; as many as there are: the end."""
        return self._place

    def start_lesson(self, lesson: Lesson) -> None:
        """Fill the screen with the first slide."""
        self._lesson, self._place = lesson, 0
        self._guesses, self._told = {}, set()
        self.setWindowTitle(lesson.title)
        self.setGeometry(slides_screen(self._main.screen()).geometry())
        self.showFullScreen()
        self.activateWindow()
        self._show_slide()

    def _show_slide(self) -> None:
        lesson = self._lesson
        if lesson is None:
            return
        self.blank.hide()
        count = len(lesson.slides)
        if self._place >= count:
            self.view.finish_animation()
            self.blank.cover_screen(END, END)
            self.setAccessibleName(f"{lesson.title}: the end")
            self.blank.setFocus()
            self.setFocus()
            return
        told = self._place in self._told
        self.view.show_slide(
            lesson.slides[self._place],
            self._guesses.get(self._place),
            told,
            (self._place + told) / count,
            "" if self._place or self._told else HINT,
        )
        self.setAccessibleName(f"{lesson.title}: slide {self._place + 1} of {count}")
        self._update_notes()

    def _update_notes(self) -> None:
        """Keep what the room did, and says it beside the slide."""
        lesson, view = self._lesson, self.view
        if lesson is None or self._place >= len(lesson.slides):
            return
        if view.guess is None:
            self._guesses.pop(self._place, None)
        else:
            self._guesses[self._place] = view.guess
        where = f"Slide {self._place + 1} of {len(lesson.slides)}: "
        slide = lesson.slides[self._place]
        self.notes.show_slide(slide, view.told, f"{where}{slide.asked.title}")

    def go_on(self) -> None:
        """Show the answer; or where it is shown, the next slide."""
        lesson = self._lesson
        if lesson is None or self._uncover_screen():
            return
        if self._place >= len(lesson.slides):
            return
        if self.view.moving:
            self.view.finish_animation()
        elif not self.view.told:
            if self.view.reveal_answer():
                self._told.add(self._place)
        else:
            self._place += 1
            self._show_slide()

    def go_back(self) -> None:
        """Hide the answer again; or shows the slide before as it was left."""
        if self._uncover_screen():
            return
        if self._place in self._told and self._lesson is not None:
            self._told.discard(self._place)
        elif self._place:
            self._place -= 1
        self._show_slide()

    def _uncover_screen(self) -> bool:
        """Return whether the screen was blank, and is not any more."""
        was = self.blank.isVisible() and not self.blank.words
        if was:
            self.blank.hide()
        return was

    def toggle_blank(self) -> None:
        """Black, so that everybody looks at the teacher; or the slide again."""
        if self.blank.isVisible():
            self._uncover_screen()
        else:
            self.blank.cover_screen("", "The screen is blank; B shows the slide again")

    def toggle_notes(self) -> None:
        """Open the notes, or closes them."""
        if self.notes.isVisible():
            self.notes.put_away()
        else:
            self.notes.open_beside()

    def leave_lesson(self) -> None:
        """Back to the window, which is as it was."""
        self.notes.put_away()
        self.view.finish_animation()
        self.hide()
        self._lesson = None
        self._main.activateWindow()

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys of a clicker, and a few letters."""
        key = Qt.Key(event.key())
        if key in ON:
            self.go_on()
        elif key in BACK:
            self.go_back()
        elif key == Qt.Key.Key_Escape:
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
        """Reduce the slide by the height of the notes, so that they never cover it."""
        room = self.rect()
        if self.notes.isVisible() and not self.notes.isWindow():
            room.setBottom(room.bottom() - self.notes.take_room(room))
        self.view.setGeometry(room)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leave the lesson when the window is closed."""
        event.ignore()
        QTimer.singleShot(0, self, self.leave_lesson)


def lesson_of(window: "MainFrame") -> LessonWindow:
    """Return the window's lesson, made when it is first asked for."""
    return window.get_or_make(LessonWindow, lambda: LessonWindow(window))


def begin_player(window: "MainFrame") -> None:
    """Begin the lesson of the selected player, or show in the bar why there is none."""
    session = window.session
    seen, player = session.would_be, session.player
    rating, section = seen.rating, seen.section
    lesson = None
    if rating is not None and player is not None and section is not None:
        lesson = prepare_player_lesson(
            session.document.name, section, rating, player.number
        )
    if lesson is None:
        window.report_error(TOO_LITTLE)
        return
    if session.shows_what_if:
        lesson = replace(lesson, about=f"{lesson.about} {WITH}.")
    lesson_of(window).start_lesson(lesson)


def begin_basics(window: "MainFrame") -> None:
    """Begin the lesson that needs no player."""
    lesson_of(window).start_lesson(prepare_basics_lesson())
