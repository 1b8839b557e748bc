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
from uscalc.report.lessons import prepare_basics_lesson, prepare_player_lesson
from uscalc.report.tables import format_person
from uscalc.report.wall.html import Paper
from uscalc.ui.printing.dialog import PrintDialog
from uscalc.ui.printing.lesson_layout import LessonKind, lay_out_lesson
from uscalc.ui.printing.output import MakePages, PrintJob, make_file_name
from uscalc.ui.printing.page import make_pdf

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame

PLAYER: Final = "player"
BASICS: Final = "basics"
LESSON_KINDS: Final[tuple[tuple[LessonKind, str], ...]] = (
    ("slides", "Slides, for a screen"),
    ("handout", "Handout, without answers"),
    ("notes", "Notes for the teacher"),
)
KIND_WORDS: Final[dict[LessonKind, str]] = {
    "slides": "The slides",
    "handout": "The handout",
    "notes": "The notes",
}
LessonSource = tuple[str, Section, SystemRating, int] | None
"""The event, the section, its rating and the pairing number; None for the basics."""


class LessonDialog(PrintDialog):
    """Save a lesson for a screen, or print its handout or notes."""

    name = "lessonPaper"
    suffixes = (".pdf",)
    no_pages = TOO_LITTLE

    def __init__(self, window: "MainFrame", again: Callable[[], object]) -> None:
        self._player = window.session.player
        super().__init__(window, again, "Slides and handout")
        self.refresh()

    def add_options(self, column: QVBoxLayout) -> None:
        """Add the choices of the lesson and of its form."""
        whose = [(BASICS, "How ratings work")]
        if self._player is not None:
            words = format_person(self._player.name) or f"Player {self._player.number}"
            whose.insert(0, (PLAYER, f"The rating of {words}"))
        self.whose = self.add_choice(column, "&Lesson", "Whose", whose)
        self.kind = self.add_choice(column, "&What", "What", list(LESSON_KINDS))
        self.big.hide()

    @property
    def follows_event(self) -> bool:
        """Return whether the lesson is about a player of the event."""
        return self.whose.said == PLAYER

    @property
    def what(self) -> LessonKind:
        """The selected form of the lesson."""
        return cast("LessonKind", self.kind.said)

    def _get_source(self) -> LessonSource:
        session, player = self._session, self._player
        section, rating = session.section, session.find_shown_rating()
        if self.whose.said == BASICS or player is None:
            return None
        if section is None or rating is None:
            return None
        return session.document.name, section, rating, player.number

    def make_page_job(self) -> MakePages | None:
        """Return the function that makes the pages; None if the section is not rated."""
        whose = self._get_source()
        self.paper.setEnabled(self.what != "slides")
        if whose is None and self.whose.said == PLAYER:
            return None
        return partial(_make_lesson_pages, whose, self.what, self.chosen_paper)

    def describe_content(self) -> str:
        """Describe the form, or what is missing for it."""
        if self._get_source() is None and self.whose.said == PLAYER:
            return TOO_LITTLE
        return KIND_WORDS[self.what]

    def _update_buttons(self) -> None:
        """Disable printing of slides, which are as wide as a screen."""
        super()._update_buttons()
        if self.what == "slides":
            self.buttons["Print"].setEnabled(False)

    def suggest_file_name(self) -> str:
        """Return the lesson and its form."""
        lesson = "how ratings work"
        if self.whose.said == PLAYER and self._player is not None:
            lesson = f"lesson {self._player.number}"
        return make_file_name(lesson, self.what)


def _make_lesson_pages(
    whose: LessonSource, what: LessonKind, paper: Paper, monitor: Monitor
) -> PrintJob:
    lesson: Lesson | None = prepare_basics_lesson()
    if whose is not None:
        lesson = prepare_player_lesson(*whose)
    monitor.check()
    if lesson is None:
        return PrintJob((), "", {})
    pages, title = lay_out_lesson(lesson, what, paper), lesson.title
    return PrintJob(
        pages, title, {".pdf": lambda monitor: make_pdf(pages, title, monitor)}
    )
