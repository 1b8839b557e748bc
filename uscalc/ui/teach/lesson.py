"""A lesson slide by slide: its progress, the screen with one slide, and the full screen."""

from typing import Final

from msgspec import Struct
from PySide6.QtCore import QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QGuiApplication,
    QKeyEvent,
    QResizeEvent,
    QScreen,
)
from PySide6.QtWidgets import QLabel, QWidget

from uscalc.explain.lesson.model import Guesses, Lesson, LessonSlide
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.teach.slide_view import SlideView
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.building import (
    DIALOG_MARGINS,
    STRETCH,
    add_action,
    add_parts,
    make_column,
    make_page,
    make_running_text,
    make_scroll_area,
    name_widget,
    write_label,
)

ON: Final = (
    *(Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_PageDown),
    *(Qt.Key.Key_Return, Qt.Key.Key_Enter),
)
BACK: Final = (Qt.Key.Key_Left, Qt.Key.Key_PageUp)


class LessonProgress(Struct):
    """The progress of a lesson: the current slide, the guesses, and the slides with answers.

    At the end of the lesson, `place` is the number of slides.
    """

    lesson: Lesson
    place: int = 0
    guesses: dict[int, Guesses] = {}
    answered: set[int] = set()

    @property
    def slide(self) -> LessonSlide | None:
        """The current slide; None at the end."""
        slides = self.lesson.slides
        return slides[self.place] if self.place < len(slides) else None


class LessonScreen(QWidget):
    """Shows the current slide of a lesson.

    `moved` is emitted after a step or a guess. The object names of the controls start
    with `name`.
    """

    moved = Signal()
    hint = ""
    """The line at the bottom of the first slide, which explains the keys."""
    ends = False
    """True if a step beyond the last slide ends the lesson."""

    def __init__(
        self,
        theme: Theme,
        name: str,
        parent: QWidget | None = None,
        kind: Qt.WindowType = Qt.WindowType.Widget,
    ) -> None:
        super().__init__(parent, kind)
        self.progress: LessonProgress | None = None
        """The shown lesson with its progress."""
        self.view = SlideView(theme, name, self)
        self.view.changed.connect(self._keep_guess)

    @property
    def lesson(self) -> Lesson | None:
        """The shown lesson."""
        return None if self.progress is None else self.progress.lesson

    @property
    def place(self) -> int:
        """The number of slides before the current one."""
        return 0 if self.progress is None else self.progress.place

    def show_progress(self, progress: LessonProgress | None) -> None:
        """Show a lesson at its current slide."""
        self.progress = progress
        self._show_slide()

    def go_to_slide(self, place: int) -> None:
        """Show another slide, with its guess and its answer if they were there before."""
        if self.progress is not None and place != self.progress.place:
            self.progress.place = place
            self._show_slide()

    def go_on(self) -> None:
        """Show the answer if there is a guess; if the answer is shown, go to the next slide."""
        progress = self.progress
        if progress is None or progress.slide is None:
            return
        if self.view.moving:
            self.view.finish_animation()
        elif not self.view.shows_answer:
            if self.view.reveal_answer():
                progress.answered.add(progress.place)
                self.moved.emit()
        elif self.ends or progress.place + 1 < len(progress.lesson.slides):
            self.go_to_slide(progress.place + 1)

    def go_to_next(self) -> None:
        """Go to the next slide, which may reveal the answer; ask for a guess if there is none."""
        progress = self.progress
        if progress is None:
            return
        if progress.place in progress.answered or progress.place in progress.guesses:
            self.go_to_slide(progress.place + 1)
        else:
            self.view.ask_for_guess()

    def go_back(self) -> None:
        """Hide the answer; if it is hidden, go to the previous slide."""
        progress = self.progress
        if progress is None:
            return
        if progress.place in progress.answered:
            progress.answered.discard(progress.place)
            self._show_slide()
        elif progress.place:
            self.go_to_slide(progress.place - 1)

    def _show_slide(self) -> None:
        progress = self.progress
        slide = None if progress is None else progress.slide
        if progress is None or slide is None:
            self.view.finish_animation()
            return
        place, count = progress.place, len(progress.lesson.slides)
        shows_answer = place in progress.answered
        hint = "" if place or progress.answered else self.hint
        done = (place + shows_answer) / count
        self.view.show_slide(
            slide, progress.guesses.get(place), shows_answer, done, hint
        )
        self.setAccessibleName(f"{progress.lesson.title}: slide {place + 1} of {count}")
        self.moved.emit()

    def _keep_guess(self) -> None:
        """Remember the guesses of the class."""
        progress, made = self.progress, self.view.guesses
        # The same lesson in full screen may be at another slide.
        if progress is None or progress.slide is not self.view.slide:
            return
        if made is None:
            progress.guesses.pop(progress.place, None)
        else:
            progress.guesses[progress.place] = made
        self.moved.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys that a presentation clicker sends."""
        key = Qt.Key(event.key())
        if key in ON:
            self.go_on()
        elif key in BACK:
            self.go_back()
        else:
            super().keyPressEvent(event)


def describe_notes(slide: LessonSlide, shows_answer: bool) -> str:
    """Return the teacher's notes: how to ask and, once the answer is shown, comments on it."""
    return (
        f"{slide.question.lead}\n\n{slide.answer.notes}"
        if shows_answer
        else slide.question.lead
    )


WIDTH, HEIGHT = 440, 190
LINES = 36
"""If the notes are below the slide, this many lines of them are as high as the screen."""
SHARE = 4
"""If the notes are below the slide, they have at most the height divided by this."""


def slides_screen(own: QScreen) -> QScreen:
    """Return the screen for slides; with two screens, the primary one is the teacher's."""
    primary = QGuiApplication.primaryScreen()
    others = [screen for screen in QGuiApplication.screens() if screen is not primary]
    return own if own in others or not others else others[0]


class NotesPane(QWidget):
    """The teacher's notes: how to ask the question and, once it is shown, comments on the answer.

    With one projector the class sees the notes too, so they must not reveal the answer.
    `moved` is emitted when the notes are shown or hidden.
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
        add_parts(make_column(page, DIALOG_MARGINS, spacing=None), self.text, STRETCH)
        make_column(self, spacing=None).addWidget(
            make_scroll_area("lessonNotesArea", "Notes", page)
        )
        self.resize(WIDTH, HEIGHT)

    def show_slide(self, slide: LessonSlide, shows_answer: bool, where: str) -> None:
        """Show the notes of a slide."""
        write_label(self.text, f"{where}\n\n{describe_notes(slide, shows_answer)}")

    def open_beside(self) -> None:
        """Open the notes: on the primary screen if the slides are on another one, or below them."""
        lesson, primary = self._lesson, QGuiApplication.primaryScreen()
        apart = lesson.screen() is not primary
        kind = Qt.WindowType.Tool if apart else Qt.WindowType.Widget
        if self.windowFlags() & Qt.WindowType.WindowType_Mask != kind:
            self.setWindowFlags(kind)
        if apart:
            self._set_type(0)
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
        """Move to the lower end of a rectangle, and return the height taken."""
        high = min(HEIGHT, room.height() // SHARE)
        self.setGeometry(room.x(), room.bottom() - high + 1, room.width(), high)
        self._set_type(room.height() // LINES)
        return high

    def _set_type(self, pixels: int) -> None:
        """Set the type size in pixels; 0 sets the usual one."""
        self.text.setStyleSheet(f"font-size: {pixels}px" if pixels else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass the keys on to the lesson."""
        QGuiApplication.sendEvent(self._lesson, event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Hide the notes; the lesson goes on."""
        super().closeEvent(event)
        self._lesson.activateWindow()


HINT: Final = (
    "Guess, then press Space for the answer. N: notes. B: blank screen. Esc: leave."
)
END: Final = "The end. Press Left to go back, or Esc to leave."


class Cover(QLabel):
    """A black cover over the lesson, for a blank screen or the end."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, alignment=Qt.AlignmentFlag.AlignCenter)
        name_widget(self, "lessonBlank")
        self.hide()

    def cover_screen(self, words: str, name: str) -> None:
        """Cover the screen; only `words` are visible, and screen readers say `name`."""
        self.setText(words)
        self.setAccessibleName(name)
        self.show()
        self.raise_()

    def fit(self, room: QRect) -> None:
        """Cover a rectangle, with type as large as a slide's."""
        self.setGeometry(room)
        pixels = max(-(-room.height() // 20), 1)
        self.setStyleSheet(
            f"background: #000000; color: #9aa3af; font-size: {pixels}px"
        )


class LessonWindow(LessonScreen):
    """Fills the screen with one slide and nothing else, so that nothing reveals an answer."""

    hint = HINT
    ends = True
    left = Signal()

    def __init__(self, window: MainFrame) -> None:
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
            add_action(self, name, text, run)

    # Steps

    def start_lesson(self, progress: LessonProgress) -> None:
        """Show the current slide of a lesson in full screen."""
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
        """Show the notes of the current slide."""
        progress = self.progress
        if progress is not None and progress.slide is not None:
            where = (
                f"Slide {progress.place + 1} of {len(progress.lesson.slides)}: "
                f"{progress.slide.question.title}"
            )
            self.notes.show_slide(progress.slide, self.view.shows_answer, where)

    def go_on(self) -> None:
        """Show the answer or the next slide; if the screen is blank, only show the slide."""
        if not self._uncover_screen():
            super().go_on()

    def go_back(self) -> None:
        """Go back one step; if the screen is blank, only show the slide."""
        if not self._uncover_screen():
            super().go_back()

    def _uncover_screen(self) -> bool:
        """Show the slide if the screen is blank; return whether it was blank."""
        was = self.blank.isVisible() and not self.blank.text()
        if was:
            self.blank.hide()
        return was

    def toggle_blank(self) -> None:
        """Blank the screen, so that the class looks at the teacher, or show the slide again."""
        if self.blank.isVisible():
            self._uncover_screen()
        else:
            self.blank.cover_screen(
                "", "The screen is blank. Press B to show the slide."
            )

    def toggle_notes(self) -> None:
        """Show or hide the notes."""
        if self.notes.isVisible():
            self.notes.put_away()
        else:
            self.notes.open_beside()

    def leave_lesson(self) -> None:
        """Close the full screen, and return to the window."""
        self.notes.put_away()
        self.view.finish_animation()
        self.hide()
        self.progress = None
        self._main.activateWindow()
        self.left.emit()

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys of a clicker, and Esc, B and N."""
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
        """Fit the slide, the notes and the cover to the new size."""
        super().resizeEvent(event)
        self._share_room()
        self.blank.fit(self.rect())

    def _share_room(self) -> None:
        """Divide the height between the slide and the notes below it."""
        room = self.rect()
        if self.notes.isVisible() and not self.notes.isWindow():
            room.setBottom(room.bottom() - self.notes.take_room(room))
        self.view.setGeometry(room)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leave the lesson, but keep its window for the next time."""
        event.ignore()
        QTimer.singleShot(0, self, self.leave_lesson)


def lesson_of(window: MainFrame) -> LessonWindow:
    """Return the window that shows lessons; make it at the first call."""
    return window.get_or_make(LessonWindow, lambda: LessonWindow(window))
