"""A lesson on the whole screen, slide by slide, with notes for the teacher."""

from dataclasses import replace
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

from uscalc.explain.lesson.lessons import TOO_LITTLE
from uscalc.explain.lesson.model import Guessed, Lesson, LessonSlide
from uscalc.report.lessons import prepare_basics_lesson, prepare_player_lesson
from uscalc.ui.session.source import WITH
from uscalc.ui.teach.slide_view import SlideView
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
        make_column(self, spacing=None).addWidget(
            make_scroll_area("lessonNotesArea", "Notes", page)
        )
        self.resize(WIDTH, HEIGHT)

    def show_slide(self, slide: LessonSlide, told: bool, where: str) -> None:
        """Show the notes of a slide."""
        said = f"{where}\n\n{slide.asked.lead}"
        if told:
            said = f"{said}\n\n{slide.told.notes}"
        write_label(self.text, said)

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
        self.lesson: Lesson | None = None
        """The lesson that is given."""
        self.place = 0
        """Which slide is shown; as many as there are: the end."""
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

    def start_lesson(self, lesson: Lesson) -> None:
        """Fill the screen with the first slide."""
        self.lesson, self.place = lesson, 0
        self._guesses, self._told = {}, set()
        self.setWindowTitle(lesson.title)
        self.setGeometry(slides_screen(self._main.screen()).geometry())
        self.showFullScreen()
        self.activateWindow()
        self._show_slide()

    def _show_slide(self) -> None:
        lesson = self.lesson
        if lesson is None:
            return
        self.blank.hide()
        count = len(lesson.slides)
        if self.place >= count:
            self.view.finish_animation()
            self.blank.cover_screen(END, END)
            self.setAccessibleName(f"{lesson.title}: the end")
            self.blank.setFocus()
            self.setFocus()
            return
        told = self.place in self._told
        self.view.show_slide(
            lesson.slides[self.place],
            self._guesses.get(self.place),
            told,
            (self.place + told) / count,
            "" if self.place or self._told else HINT,
        )
        self.setAccessibleName(f"{lesson.title}: slide {self.place + 1} of {count}")
        self._update_notes()

    def _update_notes(self) -> None:
        """Keep what the room did, and says it beside the slide."""
        lesson, view = self.lesson, self.view
        if lesson is None or self.place >= len(lesson.slides):
            return
        if view.guess is None:
            self._guesses.pop(self.place, None)
        else:
            self._guesses[self.place] = view.guess
        where = f"Slide {self.place + 1} of {len(lesson.slides)}: "
        slide = lesson.slides[self.place]
        self.notes.show_slide(slide, view.told, f"{where}{slide.asked.title}")

    def go_on(self) -> None:
        """Show the answer; or where it is shown, the next slide."""
        lesson = self.lesson
        if lesson is None or self._uncover_screen() or self.place >= len(lesson.slides):
            return
        if self.view.moving:
            self.view.finish_animation()
        elif not self.view.told:
            if self.view.reveal_answer():
                self._told.add(self.place)
        else:
            self.place += 1
            self._show_slide()

    def go_back(self) -> None:
        """Hide the answer again; or shows the slide before as it was left."""
        if self._uncover_screen():
            return
        if self.place in self._told and self.lesson is not None:
            self._told.discard(self.place)
        elif self.place:
            self.place -= 1
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
        self.lesson = None
        self._main.activateWindow()

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Follow the keys of a clicker, and a few letters."""
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
        """Give the notes the room below the slide, which is that much smaller."""
        room = self.rect()
        if self.notes.isVisible() and not self.notes.isWindow():
            room.setBottom(room.bottom() - self.notes.take_room(room))
        self.view.setGeometry(room)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leave the lesson instead of closing its window."""
        event.ignore()
        QTimer.singleShot(0, self, self.leave_lesson)


def lesson_of(window: "MainFrame") -> LessonWindow:
    """Return the window's lesson, made when it is first asked for."""
    return window.get_or_make(LessonWindow, lambda: LessonWindow(window))


def begin_player(window: "MainFrame") -> None:
    """Begin the lesson of the selected player, or say in the bar what is missing."""
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
