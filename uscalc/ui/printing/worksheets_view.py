"""Worksheets: exercises for a class on paper, and the lesson as slides or a handout."""

from functools import partial
from typing import Final, Literal

from PySide6.QtWidgets import QVBoxLayout

from uscalc.document.model import Section
from uscalc.document.rate.rated import DocumentRating, SystemRating
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
from uscalc.report.tables import clean_name
from uscalc.report.wall.outputs import Paper
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.printing.lesson_layout import LessonKind, lay_out_lesson
from uscalc.ui.printing.output import (
    MakePages,
    PrintJob,
    make_file_name,
    make_pdf_file,
    offer_choices,
)
from uscalc.ui.printing.print_panel import PrintPanel
from uscalc.ui.printing.worksheet_layout import lay_out_worksheet
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import add_parts, make_column, make_page
from uscalc.ui.widgets.dialogs import make_text_field
from uscalc.worksheet.kinds import KINDS, LEVELS, Kind, Level
from uscalc.worksheet.model import Worksheet

NOTHING: Final = PrintJob((), "", {})
KEPT: Final = "worksheet"
"""The group of preferences that stores the choices."""
WORKSHEET: Final = "worksheet"
LESSON_KINDS: Final[dict[LessonKind, tuple[str, str]]] = {
    "slides": ("Lesson slides", "The slides"),
    "handout": ("Lesson handout", "The handout"),
    "notes": ("Teacher's notes", "The notes"),
}
"""The words for each form of a lesson: in the choice, and in a sentence."""
WorksheetParts = Literal["both", "exercises", "answers"]
"""The parts of a worksheet to print; the answers have their own pages."""
PARTS: Final[dict[WorksheetParts, tuple[str, str]]] = {
    "both": ("With answers", "The worksheet with its answers"),
    "exercises": ("Exercises only", "The worksheet"),
    "answers": ("Answers only", "The answers"),
}
ALL_KINDS: Final = "all"
EVENT: Final = "event"
INVENTED: Final = "invented"
NO_EXERCISES: Final = (
    "Nothing to print: no player's games in this section give this exercise. Select "
    "another exercise or level, or made-up players."
)
NO_NUMBER: Final = "The version is a whole number. Example: 7."
INVENTED_PLAYERS: Final = (INVENTED, "Made-up players")


class WorksheetsView(PrintPanel):
    """Prints or saves exercises and their answers, or a lesson on paper.

    The figures are those of the shown section, if it is rated, or of made-up players;
    the lesson is about the selected player, or about how ratings work. All choices are
    kept for the next start.
    """

    prefix = "worksheet"

    def __init__(self, window: MainFrame) -> None:
        self._seed = 1
        self._kept = window.preferences
        super().__init__(
            window,
            "view-worksheets",
            "Worksheets",
            lambda: window.show_view("view-worksheets"),
        )
        self._session.switched.connect(self.following.refresh_later)
        self._session.selected.connect(self._handle_selection)
        self._controls = {
            "what": self.what,
            "players": self.whose,
            "kind": self.kind,
            "level": self.level,
            "lesson": self.lesson_of,
            "answers": self.parts,
            "paper": self.paper,
        }
        for name, control in self._controls.items():
            control.show_known(self._kept.read_choice(KEPT, name, control.value))
        self.big.show_text(self._kept.read_choice(KEPT, "big", "no"))
        self._seed = self._kept.read_count(KEPT, "version") or 1
        self.seed.show_text(str(self._seed))
        self.format.committed.connect(partial(self._kept.remember_choice, KEPT, "file"))

    def change_choice(self) -> None:
        """Make the pages again, and keep the choices for the next time."""
        kept = {name: control.value for name, control in self._controls.items()}
        for name, text in {
            **kept,
            "big": self.big.value,
            "version": str(self._seed),
        }.items():
            self._kept.remember_choice(KEPT, name, text)
        super().change_choice()

    def _show_pages(self, made: PrintJob) -> None:
        """Show the pages, and the file format that was selected last."""
        super()._show_pages(made)
        self.format.show_known(self._kept.read_choice(KEPT, "file", self.format.value))

    def add_content_options(self, column: QVBoxLayout) -> None:
        """Add the options for worksheet or lesson, players, exercises and level."""
        forms = [(str(kind), words) for kind, (words, _) in LESSON_KINDS.items()]
        self.what = self.add_choice(
            column, "Print", "What", [(WORKSHEET, "Worksheet"), *forms]
        )
        self.exercises = make_page("worksheetExercises")
        inner = make_column(self.exercises, spacing=UNIT // 2)
        kinds = [(str(kind), spec.words) for kind, spec in KINDS.items()]
        levels = [(str(level), f"{level}: {words}") for level, words in LEVELS]
        self.whose = self.add_choice(inner, "Players", "Whose", [INVENTED_PLAYERS])
        self.kind = self.add_choice(
            inner, "Exercises", "Kind", [(ALL_KINDS, "One of each"), *kinds]
        )
        self.level = self.add_choice(inner, "Level", "Level", levels)
        self.lesson = make_page("worksheetLesson")
        inner = make_column(self.lesson, spacing=UNIT // 2)
        subjects = (
            (EVENT, "Lesson: this player"),
            (INVENTED, "Lesson: how ratings work"),
        )
        self.lesson_of = self.add_choice(inner, "Subject", "LessonOf", subjects)
        add_parts(column, self.exercises, self.lesson)
        self.lesson_of.show_text(INVENTED)
        if self._session.section is not None:
            self._offer_players()
            self.whose.show_text(EVENT)
            self.lesson_of.show_text(EVENT)
            self.level.show_text("2")

    def add_look_options(self, column: QVBoxLayout) -> None:
        """Add the options for exercises or answers, and the version."""
        self.numbering = make_page("worksheetNumbering")
        inner = make_column(self.numbering, spacing=UNIT // 2)
        parts = [(str(part), words) for part, (words, _) in PARTS.items()]
        self.parts = self.add_choice(inner, "Answers", "Parts", parts)
        self.seed = make_text_field(
            "worksheetSeed",
            "Version",
            hint="Use the same version number to reprint the same worksheet",
        )
        self.seed.show_text(str(self._seed))
        self.seed.committed.connect(self._show_number)
        self.add_labeled(inner, "Version", self.seed)
        inner.addWidget(
            self.make_button("Another", "Next version", self.show_next_worksheet)
        )
        column.addWidget(self.numbering)

    # Choices

    def show_what(self, what: str) -> None:
        """Select a worksheet, or a form of the lesson."""
        if self.what.value != what:
            self.what.show_text(what)
            self.change_choice()

    def show_lesson(self) -> None:
        """Select the lesson, in the form that was selected last."""
        if self.what.value == WORKSHEET:
            self.show_what("slides")

    def show_next_worksheet(self) -> None:
        """Show the next worksheet."""
        self._show_number(str(self._seed + 1))

    def _show_number(self, text: str) -> None:
        """Show the worksheet with a typed number; reject and reset any other text."""
        digits = text.strip()
        if digits.isascii() and digits.isdigit() and len(digits) <= 9:
            self._seed = int(digits)
            self.seed.show_text(digits)
            self.change_choice()
        else:
            self.seed.show_text(str(self._seed))
            self.state.setText(NO_NUMBER)

    def _offer_players(self) -> None:
        """Offer the section that is now selected."""
        section = self._session.section
        whose = [INVENTED_PLAYERS]
        if section is not None:
            name = clean_name(section.name) or f"{self._session.selection.section + 1}"
            whose.insert(0, (EVENT, f"This section: {name}"))
        offer_choices(self.whose, whose)

    @property
    def _form(self) -> LessonKind | None:
        """The selected form of the lesson; None for a worksheet."""
        return next((kind for kind in LESSON_KINDS if kind == self.what.value), None)

    @property
    def follows_event(self) -> bool:
        """Return whether the figures are those of the event."""
        return (self.whose if self._form is None else self.lesson_of).value == EVENT

    def _handle_selection(self) -> None:
        if self._form is not None:
            self.following.refresh_later()

    # Pages

    def make_page_job(self) -> MakePages | None:
        """Return a function that makes the pages; None if there is no lesson."""
        self._offer_players()
        form = self._form
        for part in (self.exercises, self.numbering, self.big):
            part.setVisible(form is None)
        self.lesson.setVisible(form is not None)
        self.paper.setEnabled(form != "slides")
        self.divide_width()
        if form is None:
            selection = self._session.selection
            return partial(
                _make_worksheet_pages,
                None if self.whose.value == INVENTED else self._session.rating,
                selection.section,
                selection.system,
                tuple(kind for kind in KINDS if self.kind.value in (ALL_KINDS, kind)),
                LEVELS[self.level.currentIndex()][0],
                self._seed,
                self._selected_parts,
                self.chosen_paper,
                self.big.isChecked(),
            )
        source = self._find_lesson()
        return (
            None
            if source is None and self.lesson_of.value == EVENT
            else partial(_make_lesson_pages, source, form, self.chosen_paper)
        )

    def _find_lesson(self) -> "LessonSource":
        session = self._session
        section, rating, player = session.section, session.shown.rating, session.player
        basics = self.lesson_of.value == INVENTED
        return (
            None
            if basics or player is None or section is None or rating is None
            else (session.document.name, section, rating, player.number)
        )

    @property
    def _selected_parts(self) -> WorksheetParts:
        return next(part for part in PARTS if part == self.parts.value)

    def explain_empty_pages(self) -> str:
        """Return why there are no pages."""
        return NO_EXERCISES if self._form is None else TOO_LITTLE

    def describe_content(self) -> str:
        """Return what is printed, or why there is nothing."""
        form = self._form
        if form is None:
            return PARTS[self._selected_parts][1]
        missing = self.lesson_of.value == EVENT and self._find_lesson() is None
        return TOO_LITTLE if missing else LESSON_KINDS[form][1]

    def _update_controls(self) -> None:
        """Disable printing for slides, which have the shape of a screen, not of paper."""
        super()._update_controls()
        if self._form == "slides":
            self.buttons["Print"].setEnabled(False)

    def suggest_file_name(self) -> str:
        """Return a file name with the type, and the level and number or the player's number."""
        if self._form is not None:
            own = self._session.player if self.lesson_of.value == EVENT else None
            lesson = f"lesson {own.number}" if own else "how ratings work"
            return make_file_name(lesson, self._form)
        kind = "" if self.kind.value == ALL_KINDS else self.kind.value
        what = "" if self._selected_parts == "exercises" else "answers"
        version = f"level {self.level.value} {self._seed}"
        return make_file_name(f"{WORKSHEET} {kind} {version}", what)


# Functions that make pages from frozen values, in a thread


def _make_worksheet_pages(
    rated: DocumentRating | None,
    place: int,
    system: System,
    kinds: tuple[Kind, ...],
    level: Level,
    seed: int,
    parts: WorksheetParts,
    paper: Paper,
    big: bool,
    monitor: Monitor,
) -> PrintJob:
    """Return the pages of a worksheet; if `rated` is None, about made-up players.

    There are no pages if no exercise can be made.
    """
    if rated is None:
        sheet: Worksheet | None = make_invented_worksheet(
            kinds, level, seed, None, monitor
        )
    else:
        section = rated.sections[place] if place < len(rated.sections) else None
        rating = None if section is None else section.in_system(system)
        sheet = (
            None
            if section is None or rating is None
            else make_section_worksheet(
                rated, section, rating, kinds, level, seed, monitor
            )
        )
    if sheet is None:
        return NOTHING
    keys = {"both": (False, True), "exercises": (False,), "answers": (True,)}[parts]
    pages = [page for key in keys for page in lay_out_worksheet(sheet, key, paper, big)]
    return PrintJob(
        tuple(pages),
        f"{sheet.title}: answers" if parts == "answers" else sheet.title,
        {
            ".pdf": make_pdf_file,
            ".html": lambda _, __: make_worksheet_html(
                sheet, parts == "answers", paper, big, parts == "both"
            ).encode("utf-8"),
        },
    )


LessonSource = tuple[str, Section, SystemRating, int] | None
"""The event, section, rating and pairing number of a lesson; None for the lesson on the basics."""


def _make_lesson_pages(
    source: LessonSource, kind: LessonKind, paper: Paper, monitor: Monitor
) -> PrintJob:
    """Return a lesson's slides, handout or notes; without a lesson, no pages."""
    lesson = prepare_player_lesson(*source) if source else prepare_basics_lesson()
    monitor.check()
    if lesson is None:
        return NOTHING
    pages = lay_out_lesson(lesson, kind, paper)
    return PrintJob(pages, lesson.title, {".pdf": make_pdf_file})
