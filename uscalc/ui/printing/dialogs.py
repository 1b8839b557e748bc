"""Print the page of the selected player."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from PySide6.QtWidgets import QVBoxLayout

from uscalc.document.model import Section
from uscalc.document.rate.in_system import SystemRating
from uscalc.document.rate.rated import DocumentRating
from uscalc.engine.inputs import System
from uscalc.explain.lesson.lessons import TOO_LITTLE
from uscalc.monitor import Monitor
from uscalc.report.lessons import (
    make_invented_worksheet,
    make_section_worksheet,
    make_worksheet_html,
    prepare_basics_lesson,
    prepare_player_lesson,
)
from uscalc.report.player_page import make_player_html, make_player_page
from uscalc.report.tables import clean_name, format_person
from uscalc.report.wall.outputs import Paper
from uscalc.ui.printing.lesson_layout import LessonKind, lay_out_lesson
from uscalc.ui.printing.output import MakePages, PrintJob, make_file_name
from uscalc.ui.printing.page import make_pdf
from uscalc.ui.printing.player_layout import lay_out_player
from uscalc.ui.printing.printing_dialog import PrintDialog
from uscalc.ui.printing.worksheet_layout import lay_out_worksheet
from uscalc.ui.widgets.dialogs import make_text_field
from uscalc.worksheet.kinds import KINDS, LEVELS, Kind, Level
from uscalc.worksheet.model import Worksheet

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame


class PlayerPageDialog(PrintDialog):
    """Print or save the page of the player who is selected when the dialog opens."""

    name = "playerPage"

    def __init__(self, window: "MainFrame", again: Callable[[], object]) -> None:
        session = window.session
        self._section = session.selection.section
        player = session.player
        self._number = None if player is None else player.number
        self._who = "nobody" if player is None else format_person(player.name)
        super().__init__(window, again, f"Page for {self._who}")
        self.show_waiting()
        self._rated()

    @property
    def _problem(self) -> str:
        """The reason why there is no page, or an empty text."""
        sections = self._session.rating.sections
        if self._number is None or self._section >= len(sections):
            return "Nothing to print: nobody is selected."
        section = sections[self._section]
        if section.section.kind == "unrated" or not section.ratings:
            return "Nothing to print: the section is not rated."
        if self._number not in section.ratings[0].places:
            return f"Nothing to print: {self._who} is not in the section any more."
        return ""

    def make_page_job(self) -> MakePages | None:
        """Return the function that makes the pages; None if there is a problem."""
        if self._problem or self._number is None:
            return None
        player = self._session.rating, self._section, self._number
        look = self.chosen_paper, self.big.isChecked()
        return partial(_make_player_pages, *player, *look)

    def describe_content(self) -> str:
        """Describe the page, or why there is none."""
        return self._problem or f"The page for {self._who}"

    def suggest_file_name(self) -> str:
        """Return the player's name as a file name."""
        return make_file_name(self._who, "rating")


def _make_player_pages(
    rating: DocumentRating,
    section: int,
    number: int,
    paper: Paper,
    big: bool,
    monitor: Monitor,
) -> PrintJob:
    monitor.check()
    page = make_player_page(rating, section, number)
    if page is None:
        return PrintJob((), "", {})
    pages = lay_out_player(page, paper, big)
    title = f"{page.name}: {page.event}"
    return PrintJob(
        pages,
        title,
        {
            ".pdf": lambda monitor: make_pdf(pages, title, monitor),
            ".html": lambda _: make_player_html(page, paper, big).encode("utf-8"),
        },
    )


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
        section, rating = session.section, session.shown.rating
        basics = self.whose.said == BASICS
        if basics or player is None or section is None or rating is None:
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
    lesson = prepare_basics_lesson() if whose is None else prepare_player_lesson(*whose)
    monitor.check()
    if lesson is None:
        return PrintJob((), "", {})
    pages, title = lay_out_lesson(lesson, what, paper), lesson.title
    return PrintJob(
        pages, title, {".pdf": lambda monitor: make_pdf(pages, title, monitor)}
    )


ALL_KINDS: Final = "all"
SECTION: Final = "section"
INVENTED: Final = "invented"
NO_EXERCISES: Final = (
    "Nothing to print: nobody's games in this section give such an exercise. Choose "
    "another kind or level, or invented players."
)
NO_NUMBER: Final = "The sheet's number is a whole number, such as 7."


class WorksheetRequest(NamedTuple):
    """The content of a worksheet; `rated` None means invented players."""

    rated: DocumentRating | None
    place: int
    system: System
    kinds: tuple[Kind, ...]
    level: Level
    seed: int


class WorksheetDialog(PrintDialog):
    """Print or save exercises, or their answers.

    The figures are those of the section that is shown, if it is rated, or of invented
    players.
    """

    name = "worksheet"
    no_pages = NO_EXERCISES

    def __init__(self, window: "MainFrame", again: Callable[[], object]) -> None:
        self._seed = 1
        selection = window.session.selection
        self._place, self._system = selection.section, selection.system
        super().__init__(window, again, "Worksheet")
        self.refresh()

    def add_options(self, column: QVBoxLayout) -> None:
        """Add the choices of players, exercises, level, and worksheet number."""
        section = self._session.section
        whose = [(INVENTED, "Invented players")]
        if section is not None:
            name = clean_name(section.name) or "This section"
            whose.insert(0, (SECTION, f"The section {name}"))
        kinds = [
            (ALL_KINDS, "One of each"),
            *((k, spec.words) for k, spec in KINDS.items()),
        ]
        levels = [(str(level), f"{level}: {words}") for level, words in LEVELS]
        self.whose = self.add_choice(column, "&Figures of", "Whose", whose)
        self.kind = self.add_choice(column, "&Exercises", "Kind", kinds)
        self.level = self.add_choice(column, "Le&vel", "Level", levels)
        self.level.show_text("2" if section is not None else "1")
        self.seed = make_text_field(
            "worksheetSeed",
            "Number of the sheet",
            hint="The same number gives the same sheet",
        )
        self.seed.show_text(str(self._seed))
        self.seed.committed.connect(self._show_sheet_number)
        self._add_labeled(column, "&Number of the sheet", self.seed)
        column.addWidget(
            self.make_button("Another", "Ano&ther sheet", self.show_next_sheet)
        )
        self.key = self.make_check("Key", "Ans&wers")
        self.key.setToolTip("The answers to the same sheet, and how each is found")
        column.addWidget(self.key)

    def show_next_sheet(self) -> None:
        """Show the next worksheet."""
        self._show_sheet_number(str(self._seed + 1))

    def _show_sheet_number(self, text: str) -> None:
        """Show the worksheet of a number; report and reset anything else."""
        digits = text.strip()
        if digits.isascii() and digits.isdigit() and len(digits) <= 9:
            self._seed = int(digits)
            self.seed.show_text(digits)
            self.refresh()
        else:
            self.seed.show_text(str(self._seed))
            self.state.setText(NO_NUMBER)

    @property
    def follows_event(self) -> bool:
        """Return whether the figures are those of a section of the event."""
        return self.whose.said == SECTION

    # Pages

    def make_page_job(self) -> MakePages | None:
        """Return the function that makes the pages."""
        kinds = tuple(k for k in KINDS if self.kind.said in (ALL_KINDS, k))
        level = LEVELS[self.level.currentIndex()][0]
        rated = None if self.whose.said == INVENTED else self._session.rating
        wanted = WorksheetRequest(
            rated, self._place, self._system, kinds, level, self._seed
        )
        look = self.key.isChecked(), self.chosen_paper, self.big.isChecked()
        return partial(_make_worksheet_pages, wanted, *look)

    def describe_content(self) -> str:
        """Describe whether it is the exercises or the answers."""
        return "The answers" if self.key.isChecked() else "The worksheet"

    def suggest_file_name(self) -> str:
        """Return the type, the level and the number, and whether it has the answers."""
        words = (
            "worksheet"
            if self.kind.said == ALL_KINDS
            else f"worksheet {self.kind.said}"
        )
        what = "answers" if self.key.isChecked() else ""
        return make_file_name(f"{words} level {self.level.said} {self._seed}", what)


def _make_worksheet(wanted: WorksheetRequest, monitor: Monitor) -> Worksheet | None:
    rated, place, system = wanted[:3]
    if rated is None:
        return make_invented_worksheet(
            wanted.kinds, wanted.level, wanted.seed, None, monitor
        )
    section = rated.sections[place] if place < len(rated.sections) else None
    rating = None if section is None else section.in_system(system)
    if section is None or rating is None:
        return None
    return make_section_worksheet(
        rated, section, rating, wanted.kinds, wanted.level, wanted.seed, monitor
    )


def _make_worksheet_pages(
    wanted: WorksheetRequest, key: bool, paper: Paper, big: bool, monitor: Monitor
) -> PrintJob:
    sheet = _make_worksheet(wanted, monitor)
    if sheet is None:
        return PrintJob((), "", {})
    pages = lay_out_worksheet(sheet, key, paper, big)
    title = f"{sheet.title}: answers" if key else sheet.title
    return PrintJob(
        pages,
        title,
        {
            ".pdf": lambda monitor: make_pdf(pages, title, monitor),
            ".html": lambda _: make_worksheet_html(sheet, key, paper, big).encode(
                "utf-8"
            ),
        },
    )
