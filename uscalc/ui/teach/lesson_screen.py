"""A lesson slide by slide: its progress, and a widget that shows it and follows a clicker."""

from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from uscalc.explain.lesson.model import Guessed, Lesson, LessonSlide
from uscalc.ui.teach.slide_view import SlideView
from uscalc.ui.theme.theme import Theme

ON: Final = (
    *(Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_PageDown),
    *(Qt.Key.Key_Return, Qt.Key.Key_Enter),
)
BACK: Final = (Qt.Key.Key_Left, Qt.Key.Key_PageUp)


@dataclass(slots=True)
class LessonProgress:
    """The progress of a lesson: the current slide, the guesses, the shown answers.

    At the end of the lesson, `place` is the number of slides.
    """

    lesson: Lesson
    place: int = 0
    guesses: dict[int, Guessed] = field(default_factory=dict)
    told: set[int] = field(default_factory=set)

    @property
    def slide(self) -> LessonSlide | None:
        """The current slide; None at the end."""
        slides = self.lesson.slides
        return slides[self.place] if self.place < len(slides) else None


class LessonScreen(QWidget):
    """Show the current slide of a lesson. `moved` is emitted after a step or a guess.

    The object names of its controls start with `name`.
    """

    moved = Signal()
    hint = ""
    """The line below the first slide."""
    ends = False
    """True if a step after the last slide leads to the end."""

    def __init__(
        self,
        theme: Theme,
        name: str,
        parent: QWidget | None = None,
        kind: Qt.WindowType = Qt.WindowType.Widget,
    ) -> None:
        super().__init__(parent, kind)
        self.progress: LessonProgress | None = None
        """The lesson that is shown, and its progress."""
        self.view = SlideView(theme, name, self)
        self.view.changed.connect(self._keep_guess)

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that is shown."""
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
        """Show another slide as it was left."""
        if self.progress is not None and place != self.progress.place:
            self.progress.place = place
            self._show_slide()

    def go_on(self) -> None:
        """Show the answer; if it is shown, go to the next slide."""
        progress = self.progress
        if progress is None or progress.slide is None:
            return
        if self.view.moving:
            self.view.finish_animation()
        elif not self.view.told:
            if self.view.reveal_answer():
                progress.told.add(progress.place)
                self.moved.emit()
        elif self.ends or progress.place + 1 < len(progress.lesson.slides):
            self.go_to_slide(progress.place + 1)

    def go_back(self) -> None:
        """Hide the answer; if it is hidden, go to the previous slide as it was left."""
        progress = self.progress
        if progress is None:
            return
        if progress.place in progress.told:
            progress.told.discard(progress.place)
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
        told = place in progress.told
        hint = "" if place or progress.told else self.hint
        done = (place + told) / count
        self.view.show_slide(slide, progress.guesses.get(place), told, done, hint)
        self.setAccessibleName(f"{progress.lesson.title}: slide {place + 1} of {count}")
        self.moved.emit()

    def _keep_guess(self) -> None:
        """Keep the guess of the class."""
        progress, guess = self.progress, self.view.guess
        if progress is None or progress.slide is None:
            return
        if guess is None:
            progress.guesses.pop(progress.place, None)
        else:
            progress.guesses[progress.place] = guess
        self.moved.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Follow the keys of a clicker."""
        key = Qt.Key(event.key())
        if key in ON:
            self.go_on()
        elif key in BACK:
            self.go_back()
        else:
            super().keyPressEvent(event)


def describe_notes(slide: LessonSlide, told: bool) -> str:
    """Return the teacher's notes: how to ask, and once it is shown, about the answer."""
    return f"{slide.asked.lead}\n\n{slide.told.notes}" if told else slide.asked.lead
