"""Print worksheets for a class: choose exercises and players, and preview the pages."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtWidgets import QVBoxLayout

from uscalc.document.rate.rating import DocumentRating
from uscalc.engine.systems import System
from uscalc.monitor import Monitor
from uscalc.report.tables import clean_name
from uscalc.report.wall.html import Paper
from uscalc.report.worksheets import (
    make_invented_worksheet,
    make_section_worksheet,
    make_worksheet_html,
)
from uscalc.ui.printing.dialog import PrintDialog
from uscalc.ui.printing.output import MakePages, PrintJob, make_file_name
from uscalc.ui.printing.page import make_pdf
from uscalc.ui.printing.worksheet_layout import lay_out_worksheet
from uscalc.ui.widgets.dialogs import make_text_field
from uscalc.worksheet.kinds import KINDS, LEVELS, Kind, Level
from uscalc.worksheet.model import Worksheet

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame

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
        kind = self.kind.said
        kinds = tuple(k for k in KINDS if kind in (ALL_KINDS, k))
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
