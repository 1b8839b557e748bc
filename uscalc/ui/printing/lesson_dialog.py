"""A lesson on paper: slides for a screen, a handout, the teacher's notes."""

from collections.abc import Callable
from functools import partial
from typing import Final, cast

from PySide6.QtWidgets import QVBoxLayout, QWidget

from uscalc.document.model import Section
from uscalc.document.rate.rating import SystemRating
from uscalc.engine.pause import Pause
from uscalc.explain.lesson.lessons import TOO_LITTLE
from uscalc.explain.lesson.model import Lesson
from uscalc.report.lessons import lesson_on_basics, lesson_on_player
from uscalc.report.tables import person
from uscalc.report.wall.html import Paper
from uscalc.ui.printing.dialog import PrintingDialog
from uscalc.ui.printing.lesson_layout import What, lay_out_lesson
from uscalc.ui.printing.output import Made, MakePages, file_name
from uscalc.ui.printing.page import pdf_of
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.message_bar import MessageBar

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
"""The event, the section, its rating and the pairing number; None: no player."""


class LessonDialog(PrintingDialog):
    """Saves a lesson for a screen, or prints its handout or notes."""

    name = "lessonPaper"
    suffixes = (".pdf",)
    no_pages = TOO_LITTLE

    def __init__(
        self,
        session: Session,
        theme: Theme,
        messages: MessageBar,
        window: QWidget,
        again: Callable[[], object],
    ) -> None:
        self._session = session
        self._player = session.player
        super().__init__(theme, messages, window, again, "Slides and handout")
        session.rated.connect(self._rated)
        self.finished.connect(lambda: session.rated.disconnect(self._rated))
        self.refresh()

    def options(self, column: QVBoxLayout) -> None:
        """Which lesson, and what of it."""
        whose = [(BASICS, "How ratings work")]
        if self._player is not None:
            words = person(self._player.name) or f"Player {self._player.number}"
            whose.insert(0, (PLAYER, f"The rating of {words}"))
        self.whose = self.choices(column, "&Lesson", "Whose", whose)
        self.kind = self.choices(column, "&What", "What", list(KINDS))
        self.big.hide()

    def _rated(self) -> None:
        """Follow the event while the dialog is open."""
        if self._session.up_to_date and self.whose.said == PLAYER:
            self.refresh()

    @property
    def what(self) -> What:
        """What of the lesson is wanted."""
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
        """Return the pages; none of a player in a section that is not rated."""
        whose = self._whose()
        self.paper.setEnabled(self.what != "slides")
        if whose is None and self.whose.said == PLAYER:
            return None
        return partial(_make, whose, self.what, self.chosen_paper)

    def counted(self) -> str:
        """Return what it is; or what is missing for it."""
        if self._whose() is None and self.whose.said == PLAYER:
            return TOO_LITTLE
        return SAID[self.what]

    def _enable(self) -> None:
        """Slides are as wide as a screen: what is printed are handout and notes."""
        super()._enable()
        if self.what == "slides":
            self.buttons["Print"].setEnabled(False)

    def file_name(self) -> str:
        """Return the lesson, and what of it."""
        lesson = "how ratings work"
        if self.whose.said == PLAYER and self._player is not None:
            lesson = f"lesson {self._player.number}"
        return file_name(lesson, self.what)


def _make(whose: Whose, what: What, paper: Paper, pause: Pause) -> Made:
    lesson: Lesson | None = lesson_on_basics()
    if whose is not None:
        lesson = lesson_on_player(*whose)
    pause()
    if lesson is None:
        return Made((), "", {})
    pages, title = lay_out_lesson(lesson, what, paper), lesson.title
    return Made(pages, title, {".pdf": lambda pause: pdf_of(pages, title, pause)})
