"""Lay out a lesson on paper or as PDF: slides, a handout for the class, teacher's notes."""

from collections.abc import Iterator
from functools import partial
from typing import Final, Literal

from PySide6.QtGui import QColor, QFont, QPainter

from uscalc.explain.lesson.model import Lesson, LessonSlide
from uscalc.explain.lesson.words import describe_question, make_handout
from uscalc.report.wall.outputs import Paper
from uscalc.ui.charts.labels import PixelBox as Room
from uscalc.ui.printing.flow import (
    ItemList,
    fit_text,
    make_frame,
)
from uscalc.ui.printing.page import (
    INK,
    POINT,
    RULE,
    SOFT_INK,
    BoxItem,
    DrawingItem,
    PrintedPage,
    TypeFace,
    get_paper_size,
    measure_width,
)
from uscalc.ui.teach.brush import SlideBrush
from uscalc.ui.teach.layout import lay_out
from uscalc.ui.teach.paint import SlideScene, paint_before_answer, paint_with_answer
from uscalc.ui.theme.theme import LIGHT

LessonKind = Literal["slides", "handout", "notes"]
MARGIN: Final = 46 * POINT
HEAD: Final = 62 * POINT
FOOT: Final = 26 * POINT
WIDE: Final = 16 / 9
LINES: Final = 2
"""The lines for the answer below a picture of the handout."""
LINE: Final = 21 * POINT
EDGE: Final = 8
NOTE: Final = TypeFace(10 * POINT)
STRONG: Final = TypeFace(10 * POINT, True)
SOFT: Final = TypeFace(9 * POINT, ink=SOFT_INK)


def lay_out_lesson(
    lesson: Lesson, what: LessonKind, paper: Paper = "letter"
) -> tuple[PrintedPage, ...]:
    """Return the pages of a lesson; slides have the shape of a screen."""
    return tuple(
        _lay_out_slides(lesson)
        if what == "slides"
        else _lay_out_sheets(lesson, what, paper)
    )


def _lay_out_slides(lesson: Lesson) -> Iterator[PrintedPage]:
    """Yield two pages for each slide: the question, and then the answer."""
    width, height = get_paper_size("slide")
    count = len(lesson.slides)
    for place, slide in enumerate(lesson.slides):
        for answer in (False, True):
            done = (place + answer) / count
            then = f" {slide.answer.text}" if answer else ""
            about = f"Slide {place + 1} of {count}: {describe_question(slide.question)}{then}"
            drawing = _make_drawing(slide, Room(0, 0, width, height), answer, done)
            yield PrintedPage("slide", (drawing,), about)


def _make_drawing(
    slide: LessonSlide, room: Room, answer: bool, done: float
) -> DrawingItem:
    paint = partial(_paint_slide, slide, room.width, room.height, answer, done)
    return DrawingItem(room.x, room.y, paint)


def _paint_slide(
    slide: LessonSlide,
    width: float,
    height: float,
    answer: bool,
    done: float,
    painter: QPainter,
) -> None:
    brush = SlideBrush.from_colors(LIGHT, height, QFont())
    layout = lay_out(slide.question, width, height, brush)
    scene = SlideScene(done=done)
    painter.fillRect(0, 0, round(width), round(height), QColor(LIGHT.surface))
    if answer:
        paint_with_answer(painter, layout, slide, brush, scene)
    else:
        paint_before_answer(painter, layout, slide.question, brush, scene)


def _lay_out_sheets(
    lesson: Lesson, what: LessonKind, paper: Paper
) -> Iterator[PrintedPage]:
    """Yield sheets of paper with several slides on each."""
    each, lay_out_slide, shown = (
        (2, _lay_out_question, make_handout(lesson))
        if what == "handout"
        else (3, _lay_out_note, lesson.slides)
    )
    slides = list(enumerate(shown))
    parts = [slides[i : i + each] for i in range(0, len(slides), each)]
    width, height = get_paper_size(paper)
    inner = width - 2 * MARGIN
    room = (height - HEAD - MARGIN - FOOT) / each
    for place, part in enumerate(parts):
        where = f"page {place + 1} of {len(parts)}"
        items = _make_head(lesson, what, inner)
        for i, (number, slide) in enumerate(part):
            place_on_page = Room(MARGIN, HEAD + i * room, inner, room)
            items += lay_out_slide(slide, number, place_on_page)
        base = height - MARGIN + 4 * POINT
        about = fit_text(lesson.about, SOFT, inner * 0.75, 0.5)
        items.add_lines(about.lines[:1], about.face, MARGIN, base)
        x = MARGIN + inner - measure_width(where, SOFT)
        items.add_lines((where,), SOFT, x, base)
        yield PrintedPage(paper, tuple(items), f"{_make_title(lesson, what)}, {where}")


def _make_title(lesson: Lesson, what: LessonKind) -> str:
    return f"{lesson.title}: notes" if what == "notes" else lesson.title


def _make_head(lesson: Lesson, what: LessonKind, inner: float) -> ItemList:
    """Return the title and, on the handout, a line for the student's name."""
    title = fit_text(
        _make_title(lesson, what), TypeFace(17 * POINT, True), inner * 0.62, 0.5
    )
    items = ItemList()
    items.add_lines(title.lines[:1], title.face, MARGIN, 28 * POINT)
    if what == "handout":
        x = MARGIN + inner * 0.66
        items.add_lines(("Name",), SOFT, x, 34 * POINT)
        line = x + measure_width("Name", SOFT) + 5 * POINT
        items.append(BoxItem(line, 48 * POINT, MARGIN + inner - line, EDGE, INK))
    return items


def _lay_out_question(slide: LessonSlide, number: int, room: Room) -> ItemList:
    """Return a slide of the handout without its answer, and lines to write on."""
    high = room.height - LINES * LINE - 16 * POINT
    wide = min(room.width, high * WIDE)
    picture = Room(room.x + (room.width - wide) / 2, room.y, wide, wide / WIDE)
    items = _draw_slide(slide, picture, False)
    y = picture.bottom + 5 * POINT
    label = f"{number + 1}. The answer, and why"
    items.add_lines((label,), SOFT, room.x, y)
    start = room.x + measure_width(label, SOFT) + 6 * POINT
    for line in range(LINES):
        y += LINE if line else 12 * POINT
        x = room.x if line else start
        items.append(BoxItem(x, y, room.x + room.width - x, EDGE // 2, RULE))
    return items


def _draw_slide(slide: LessonSlide, picture: Room, answer: bool) -> ItemList:
    """Return a slide in a frame."""
    drawing = _make_drawing(slide, picture, answer, 0.0)
    return ItemList([drawing, *make_frame(*picture, EDGE, RULE)])


def _lay_out_note(slide: LessonSlide, number: int, room: Room) -> ItemList:
    """Return a slide with its answer, and the teacher's notes beside it."""
    wide = room.width * 0.47
    picture = Room(room.x, room.y, wide, wide / WIDE)
    items = _draw_slide(slide, picture, True)
    x, y = picture.right + 14 * POINT, room.y - 3 * POINT
    question, answer = slide.question, slide.answer
    for text, face in (
        (f"{number + 1}. {question.title}", STRONG),
        (question.lead, NOTE),
        (f"Answer: {answer.text}", STRONG),
        (answer.notes, NOTE),
    ):
        y = items.add_text(text, face, x, y, room.right - x) + 4 * POINT
    return items
