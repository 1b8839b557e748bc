"""Print a lesson: slides for a screen, a handout, or the teacher's notes."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from PySide6.QtWidgets import QVBoxLayout

from uscalc.document.model import Section
from uscalc.document.rate.rating import SystemRating
from uscalc.explain.lesson.lessons import TOO_LITTLE
from uscalc.explain.lesson.model import Lesson
from uscalc.monitor import Monitor
from uscalc.report.lessons import lesson_on_basics, lesson_on_player
from uscalc.report.tables import person
from uscalc.report.wall.html import Paper
from uscalc.ui.printing.dialog import PrintingDialog
from uscalc.ui.printing.lesson_layout import What, lay_out_lesson
from uscalc.ui.printing.output import Made, MakePages, file_name
from uscalc.ui.printing.page import pdf_of

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame

PLAYER: Final = "player"
BASICS: Final = "basics"
KINDS: Final[tuple[tuple[What, str], ...]] = (
    ("slides", "Slides, for a screen"),
    ("handout", "Handout, without answers"),
    ("notes", "Notes for the teacher"),
)
SAID: Final[dict[What, str]] = {
    "slides": "The slides",
    "handout": "The handout",
    "notes": "The notes",
}
Whose = tuple[str, Section, SystemRating, int] | None
"""The event, the section, its rating and the pairing number; None for the basics."""


class LessonDialog(PrintingDialog):
    """Save a lesson for a screen, or print its handout or notes."""

    name = "lessonPaper"
    suffixes = (".pdf",)
    no_pages = TOO_LITTLE

    def __init__(self, window: "Frame", again: Callable[[], object]) -> None:
        self._player = window.session.player
        super().__init__(window, again, "Slides and handout")
        self.refresh()

    def options(self, column: QVBoxLayout) -> None:
        """Add the choices of the lesson and of its form."""
        whose = [(BASICS, "How ratings work")]
        if self._player is not None:
            words = person(self._player.name) or f"Player {self._player.number}"
            whose.insert(0, (PLAYER, f"The rating of {words}"))
        self.whose = self.choices(column, "&Lesson", "Whose", whose)
        self.kind = self.choices(column, "&What", "What", list(KINDS))
        self.big.hide()

    @property
    def follows_event(self) -> bool:
        """Return whether the lesson is about a player of the event."""
        return self.whose.said == PLAYER

    @property
    def what(self) -> What:
        """The selected form of the lesson."""
        return cast("What", self.kind.said)

    def _whose(self) -> Whose:
        session, player = self._session, self._player
        section, rating = session.section, session.shown_rating()
        if self.whose.said == BASICS or player is None:
            return None
        if section is None or rating is None:
            return None
        return session.document.name, section, rating, player.number

    def job(self) -> MakePages | None:
        """Return the function that makes the pages; None if the section is not rated."""
        whose = self._whose()
        self.paper.setEnabled(self.what != "slides")
        if whose is None and self.whose.said == PLAYER:
            return None
        return partial(_make, whose, self.what, self.chosen_paper)

    def counted(self) -> str:
        """Describe the form, or what is missing for it."""
        if self._whose() is None and self.whose.said == PLAYER:
            return TOO_LITTLE
        return SAID[self.what]

    def _enable(self) -> None:
        """Disable printing of slides, which are as wide as a screen."""
        super()._enable()
        if self.what == "slides":
            self.buttons["Print"].setEnabled(False)

    def file_name(self) -> str:
        """Return the lesson and its form."""
        lesson = "how ratings work"
        if self.whose.said == PLAYER and self._player is not None:
            lesson = f"lesson {self._player.number}"
        return file_name(lesson, self.what)


def _make(whose: Whose, what: What, paper: Paper, monitor: Monitor) -> Made:
    lesson: Lesson | None = lesson_on_basics()
    if whose is not None:
        lesson = lesson_on_player(*whose)
    monitor.check()
    if lesson is None:
        return Made((), "", {})
    pages, title = lay_out_lesson(lesson, what, paper), lesson.title
    return Made(pages, title, {".pdf": lambda monitor: pdf_of(pages, title, monitor)})
