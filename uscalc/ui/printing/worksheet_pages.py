"""Make the pages of worksheets and lessons from frozen values."""

from typing import Final, Literal, NamedTuple

from uscalc.document.model import Section
from uscalc.document.rate.in_system import SystemRating
from uscalc.document.rate.rated import DocumentRating
from uscalc.engine.inputs import System
from uscalc.monitor import Monitor
from uscalc.report.lessons import (
    make_invented_worksheet,
    make_section_worksheet,
    make_worksheet_html,
    prepare_basics_lesson,
    prepare_player_lesson,
)
from uscalc.report.wall.outputs import Paper
from uscalc.ui.printing.lesson_layout import LessonKind, lay_out_lesson
from uscalc.ui.printing.output import PrintJob, make_pdf_file
from uscalc.ui.printing.worksheet_layout import lay_out_worksheet
from uscalc.worksheet.kinds import Kind, Level
from uscalc.worksheet.model import Worksheet

NOTHING: Final = PrintJob((), "", {})
WorksheetParts = Literal["both", "exercises", "answers"]
"""The printed parts of a worksheet; answers have pages of their own."""


class WorksheetRequest(NamedTuple):
    """The content of a worksheet; `rated` None means invented players."""

    rated: DocumentRating | None
    place: int
    system: System
    kinds: tuple[Kind, ...]
    level: Level
    seed: int


def make_worksheet_pages(
    wanted: WorksheetRequest,
    parts: WorksheetParts,
    paper: Paper,
    big: bool,
    monitor: Monitor,
) -> PrintJob:
    """Return the pages of a worksheet; none if it has no exercise."""
    sheet = _make_worksheet(wanted, monitor)
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


LessonSource = tuple[str, Section, SystemRating, int] | None
"""The event, the section, its rating and the pairing number; None for the basics."""


def make_lesson_pages(
    source: LessonSource, kind: LessonKind, paper: Paper, monitor: Monitor
) -> PrintJob:
    """Return a lesson's slides, handout or notes; no page if there is no lesson."""
    lesson = (
        prepare_basics_lesson() if source is None else prepare_player_lesson(*source)
    )
    monitor.check()
    if lesson is None:
        return NOTHING
    pages = lay_out_lesson(lesson, kind, paper)
    return PrintJob(pages, lesson.title, {".pdf": make_pdf_file})
