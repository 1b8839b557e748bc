"""Lesson: the slides of a lesson with a preview and notes, and the full screen."""

from collections.abc import Callable
from functools import partial
from typing import Final, Literal

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QListWidget, QWidget

from uscalc.document.model import Section
from uscalc.document.rate.rated import SystemRating
from uscalc.explain.lesson.lessons import TOO_LITTLE
from uscalc.explain.lesson.model import Lesson
from uscalc.report.lessons import prepare_basics_lesson, prepare_player_lesson
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.frame.view import View
from uscalc.ui.scheduling import EventWatch
from uscalc.ui.session.session import WITH
from uscalc.ui.teach.lesson import (
    LessonProgress,
    LessonScreen,
    describe_notes,
    lesson_of,
)
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    PAGE_MARGINS,
    add_parts,
    make_choice_button,
    make_column,
    make_page,
    make_plain_button,
    make_plain_line,
    make_row,
    make_running_text,
    make_scroll_area,
    make_wrapped_label,
    name_widget,
    reserve_width,
    turn_box,
    write_label,
)
from uscalc.ui.widgets.layouts import FlowLayout

WAIT: Final = 120
"""The delay between a change in the crosstable and the update of the view, in milliseconds."""
LIST: Final = 34
"""The width of the list of slides, in digits."""
BESIDE: Final = 62
"""The least width for the slide beside the list, in digits."""
UPRIGHT: Final = 0.7
"""Beyond this ratio of height to width, list, slide and notes are below each other."""
NOTES: Final = 96
"""The least width for list, slide and notes side by side, in digits."""
SHAPE: Final = 16 / 9
MOST: Final = 16_777_215
"""The largest size of a widget in Qt, in pixels: no limit."""

SHOW: Final = "Show answer"
HIDE: Final = "Hide answer"

Subject = Literal["basics", "player"]
SUBJECTS: Final[tuple[tuple[Subject, str, str], ...]] = (
    (
        "basics",
        "How ratings work",
        "Ten minutes for a class; no player is needed",
    ),
    ("player", "This player", "The selected player's rating, slide by slide"),
)


def _prepare_lesson(
    event: str, section: Section, rating: SystemRating, number: int, about: str
) -> Lesson | None:
    lesson = prepare_player_lesson(event, section, rating, number)
    return lesson and replace(lesson, about=f"{lesson.about}{about}")


class LessonPreview(LessonScreen):
    """The current slide, in the shape of a screen and as large as possible."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "lessonPreview")
        self._theme = theme
        name_widget(self, "lessonPreview", "Lesson")
        self.setMinimumSize(20 * UNIT, 12 * UNIT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the slide as large as possible, at the top left."""
        super().resizeEvent(event)
        wide = min(self.width(), round(self.height() * SHAPE))
        self.view.setGeometry(2, 2, wide - 4, int(wide / SHAPE) - 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the border of the slide."""
        with QPainter(self) as painter:
            # A border of one pixel below the slide would be lost on a scaled screen.
            edge = self.view.geometry().adjusted(-1, -1, 1, 1)
            painter.fillRect(edge, QColor(self._theme.colors.edge))


class LessonView(View):
    """The two lessons: how ratings work, and the selected player's rating."""

    def __init__(self, window: MainFrame) -> None:
        session = window.session
        super().__init__("view-lesson", "Lesson", session, window.theme)
        self._window = window
        self.subjects = QButtonGroup(self)
        self.preview = LessonPreview(window.theme)
        self.preview.moved.connect(self._show_step)
        self.slides = name_widget(QListWidget(), "lessonSlides", "Slides")
        self.slides.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.slides.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.slides.currentRowChanged.connect(self._go_to_slide)
        self.slides.itemActivated.connect(lambda _item: self.fill_screen())
        self.slides.installEventFilter(self)
        self.notes = make_running_text("lessonViewNotes", "")
        self.empty = make_wrapped_label("lessonEmpty", "label")
        self.previous = make_plain_button(
            "lessonPrevious",
            "Previous",
            "Previous slide",
            lambda: self.preview.go_to_slide(self.preview.place - 1),
        )
        self.answer = make_plain_button(
            "lessonAnswer", SHOW, SHOW, self._toggle_answer, "Space"
        )
        self.next = make_plain_button(
            "lessonNext",
            "Next",
            "Next slide",
            self.preview.go_to_next,
        )
        self.full_screen = make_plain_button(
            "lessonFullScreen",
            "Full screen",
            "Full screen, from this slide",
            self.fill_screen,
            "Full screen, from this slide (F11)",
        )
        self._lay_out()
        self.setFocusProxy(self.slides)
        self._worker = self.make_worker(self._receive_lesson)
        self._following = self.follow(
            session.opened,
            session.selected,
            session.rated,
            session.what_if_rated,
            wait=WAIT,
        )
        lesson_of(window).left.connect(self._show_slide_again)
        window.theme.changed.connect(self._place_parts)

    def _lay_out(self) -> None:
        self._head = name_widget(QWidget(), "lessonHead")
        row = FlowLayout(self._head)
        for key, (_subject, text, hint) in enumerate(SUBJECTS):
            button = make_choice_button(f"lessonSubject{key + 1}", text, text, hint)
            self.subjects.addButton(button, key)
            row.addWidget(button)
        self.subjects.button(0).setChecked(True)
        self.subjects.idClicked.connect(self.refresh)
        self._steps = (self.previous, self.answer, self.next, self.full_screen)
        add_parts(row, *self._steps)
        page = make_page("lessonViewNotesPage")
        add_parts(
            make_column(page, (0, 0, UNIT, 0)),
            make_plain_line("lessonViewNotesTitle", "label", "Speaker notes"),
            self.notes,
            1,
        )
        self._notes = make_scroll_area("lessonViewNotesArea", "Speaker notes", page)
        self._parts = add_parts(
            make_row(spacing=2 * UNIT),
            self.slides,
            (self.preview, 3),
            (self._notes, 2),
            (self.empty, 9),
        )
        self._column = add_parts(
            make_column(self, PAGE_MARGINS), self._head, (self._parts, 1)
        )
        self.empty.hide()
        for part in (self._notes, self.notes):
            EventWatch(part, self._fit_notes, QEvent.Type.Resize)
        self._place_parts()

    def _fit_notes(self) -> None:
        """If not all notes fit, end them with a whole line."""
        line = self.notes.fontMetrics().lineSpacing()
        room = self._notes.height() - self.notes.y()
        cut = room % line if self.notes.height() > room else 0
        self._notes.setViewportMargins(0, 0, 0, max(cut, 0))

    def _place_parts(self) -> None:
        """Place list, slide and notes side by side if there is room, or else below each other."""
        reserve_width(self.answer, (SHOW, HIDE))
        digit = self.fontMetrics().horizontalAdvance("0")
        wide = self.width() // digit
        down = wide < BESIDE or self.height() > self.width() * UPRIGHT
        turn_box(self._parts, down=down)
        listed = MOST if down else min(LIST, wide * 2 // 5) * digit
        self.slides.setMinimumWidth(0 if down else listed)
        self.slides.setMaximumWidth(listed)
        # The notes start right beside the slide, at its actual width.
        # The layout still has the places from before this change of size.
        edge = self._column.contentsMargins()
        head = self._head.heightForWidth(self.width() - edge.left() - edge.right())
        room = self.height() - edge.top() - head - self._column.spacing() - UNIT
        shape = MOST if down else round(room * SHAPE)
        self.preview.setMaximumWidth(max(shape, self.preview.minimumWidth()))
        high = round(min(self.width() / SHAPE, self.height() * 0.4)) if down else 0
        self.preview.setMinimumHeight(max(high, 12 * UNIT))
        rows = self.slides.count() * max(self.slides.sizeHintForRow(0), 0) + UNIT
        self.slides.setMaximumHeight(rows if down else MOST)
        shown = self.preview.progress is not None
        self._notes.setVisible(shown and (down or wide >= NOTES))
        # Make the list lower, so that the notes never cover the edge of the slide.
        below = self.preview.minimumHeight() + self._notes.minimumSizeHint().height()
        free = room - self._parts.spacing() * 2 - below
        self.slides.setMinimumHeight(
            max(min(rows, self.height() * 2 // 5, free), 0) if down else 0
        )

    # Which lesson

    @property
    def behind(self) -> bool:
        """True while another lesson is being prepared."""
        return self._following.behind or self._worker.busy

    def refresh(self) -> None:
        """Start preparing the lesson; if it is unchanged, its current slide stays."""
        prepare = self._choose_lesson()
        self._worker.start_job(lambda _monitor: prepare())

    def _choose_lesson(self) -> Callable[[], Lesson | None]:
        """Return a function that prepares the selected lesson and can run in the background."""
        if SUBJECTS[self.subjects.checkedId()][0] == "basics":
            return prepare_basics_lesson
        session = self._session
        seen, player = session.with_what_if, session.player
        rating, section = seen.rating, seen.section
        if rating is None or player is None or section is None:
            return lambda: None
        return partial(
            _prepare_lesson,
            session.document.name,
            section,
            rating,
            player.number,
            f" {WITH}." if session.shows_what_if else "",
        )

    def _receive_lesson(self, lesson: object) -> None:
        found = lesson if isinstance(lesson, Lesson) else None
        if found is None or found != self.preview.lesson:
            self._show_lesson(found)

    def _show_lesson(self, lesson: Lesson | None) -> None:
        """Show a lesson from its start or, without one, what is needed for it."""
        self.show_empty("" if lesson else TOO_LITTLE)
        for part in (self.slides, self.preview, *self._steps):
            part.setVisible(lesson is not None)
        titles = [slide.question.title for slide in lesson.slides] if lesson else []
        with QSignalBlocker(self.slides):
            self.slides.clear()
            self.slides.addItems([f"{i}  {title}" for i, title in enumerate(titles, 1)])
        self.preview.show_progress(None if lesson is None else LessonProgress(lesson))
        self._place_parts()

    # The slides

    def _go_to_slide(self, place: int) -> None:
        if place >= 0:
            self.preview.go_to_slide(place)

    def _show_step(self) -> None:
        """Select the current slide in the list, and update its notes and buttons."""
        progress = self.preview.progress
        if progress is None or progress.slide is None:
            return
        self.slides.setCurrentRow(progress.place)
        shows_answer = progress.place in progress.answered
        write_label(self.notes, describe_notes(progress.slide, shows_answer))
        write_label(self.answer, HIDE if shows_answer else SHOW)
        self.previous.setEnabled(progress.place > 0)
        self.next.setEnabled(progress.place + 1 < len(progress.lesson.slides))

    def _toggle_answer(self) -> None:
        progress = self.preview.progress
        if progress is not None and progress.place in progress.answered:
            self.preview.go_back()
        else:
            self.preview.go_on()

    # Full screen

    def fill_screen(self) -> None:
        """Show the lesson in full screen, from the current slide."""
        progress = self.preview.progress
        if progress is None:
            self._window.messages.show_message(TOO_LITTLE)
        else:
            lesson_of(self._window).start_lesson(progress)

    def start_lesson(self, subject: Subject) -> None:
        """Show a lesson in full screen, from its start."""
        keys = [key for key, _text, _hint in SUBJECTS]
        self.subjects.button(keys.index(subject)).setChecked(True)
        self._worker.drop_job()
        self._show_lesson(self._choose_lesson()())
        self.fill_screen()

    def _show_slide_again(self) -> None:
        """Show the slide that was current when the full screen was closed."""
        progress = self.preview.progress
        if progress is not None:
            progress.place = min(progress.place, len(progress.lesson.slides) - 1)
            self.preview.show_progress(progress)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """In the list, let Space show or hide the answer, and ? skip the guess."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space:
            if event.type() == QEvent.Type.KeyPress:
                self._toggle_answer()
            return True
        if isinstance(event, QKeyEvent) and event.text() == "?":
            # A list would search for an item that begins with this character.
            if event.type() == QEvent.Type.KeyPress:
                self.preview.view.pass_question()
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let ? skip the guess, whichever part of the view has the focus."""
        if event.text() == "?":
            self.preview.view.pass_question()
        else:
            super().keyPressEvent(event)

    def minimumSizeHint(self) -> QSize:
        """Return the least size, which doesn't depend on the current layout."""
        return QSize(30 * UNIT, 18 * UNIT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the parts again for the new width."""
        super().resizeEvent(event)
        self._place_parts()


def lesson_view_of(window: MainFrame) -> LessonView:
    """Return the window's lesson view, and make it at the first call."""
    view = window.get_view("view-lesson")
    assert isinstance(view, LessonView)
    return view
