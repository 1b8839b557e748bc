"""Lay out a lesson: slides for a screen, a handout for the class, the teacher's notes."""

from collections.abc import Iterator
from functools import partial
from typing import Final, Literal

from PySide6.QtGui import QColor, QFont, QPainter

from uscalc.explain.lesson.model import Lesson, Slide
from uscalc.explain.lesson.words import asked_words, handout
from uscalc.report.wall.html import Paper
from uscalc.ui.charts.labels import Box as Room
from uscalc.ui.printing.fit import fitted, wrapped, written
from uscalc.ui.printing.flow import frame
from uscalc.ui.printing.page import (
    INK,
    POINT,
    RULE,
    SOFT_INK,
    Box,
    Drawing,
    Face,
    Page,
    Text,
    paper_size,
    width_of,
)
from uscalc.ui.slides.brush import Brush
from uscalc.ui.slides.layout import lay_out
from uscalc.ui.slides.paint import Scene, paint_asked, paint_told
from uscalc.ui.theme.colours import LIGHT

What = Literal["slides", "handout", "notes"]
MARGIN: Final = 46 * POINT
HEAD: Final = 62 * POINT
FOOT: Final = 26 * POINT
WIDE: Final = 16 / 9
ON_A_PAGE: Final = 2
NOTES_ON_A_PAGE: Final = 3
LINES: Final = 2
"""Lines below a picture of the handout, for the answer."""
LINE: Final = 21 * POINT
EDGE: Final = 8
NOTE: Final = Face(10 * POINT)
STRONG: Final = Face(10 * POINT, True)
SOFT: Final = Face(9 * POINT, ink=SOFT_INK)
Items = list[Text | Box | Drawing]


def lay_out_lesson(
    lesson: Lesson, what: What, paper: Paper = "letter"
) -> tuple[Page, ...]:
    """Return the pages; slides have the shape of a screen."""
    if what == "slides":
        return tuple(_slides(lesson))
    return tuple(_sheets(lesson, what, paper))


def _slides(lesson: Lesson) -> Iterator[Page]:
    """Yield each question, and then its answer."""
    width, height = paper_size("slide")
    count = len(lesson.slides)
    for place, slide in enumerate(lesson.slides):
        for told in (False, True):
            done = (place + told) / count
            about = f"Slide {place + 1} of {count}: {asked_words(slide.asked)}"
            if told:
                about = f"{about} {slide.told.answer}"
            drawing = _drawing(slide, Room(0, 0, width, height), told, done)
            yield Page("slide", (drawing,), about)


def _drawing(slide: Slide, room: Room, told: bool, done: float) -> Drawing:
    paint = partial(_paint, slide, room.width, room.height, told, done)
    return Drawing(room.x, room.y, paint)


def _paint(
    slide: Slide,
    width: float,
    height: float,
    told: bool,
    done: float,
    painter: QPainter,
) -> None:
    brush = Brush.of(LIGHT, height, QFont())
    layout = lay_out(slide.asked, width, height, brush)
    scene = Scene(done=done)
    painter.fillRect(0, 0, round(width), round(height), QColor(LIGHT.surface))
    if told:
        paint_told(painter, layout, slide, brush, scene)
    else:
        paint_asked(painter, layout, slide.asked, brush, scene)


def _sheets(lesson: Lesson, what: What, paper: Paper) -> Iterator[Page]:
    """Yield sheets of paper with some slides on each."""
    each = ON_A_PAGE if what == "handout" else NOTES_ON_A_PAGE
    slides = list(enumerate(handout(lesson) if what == "handout" else lesson.slides))
    parts = [slides[i : i + each] for i in range(0, len(slides), each)]
    width, height = paper_size(paper)
    inner = width - 2 * MARGIN
    room = (height - HEAD - MARGIN - FOOT) / each
    for place, part in enumerate(parts):
        where = f"page {place + 1} of {len(parts)}"
        items = _head(lesson, what, inner)
        for i, (number, slide) in enumerate(part):
            top = HEAD + i * room
            one = _question if what == "handout" else _note
            items += one(slide, number, Room(MARGIN, top, inner, room))
        base = height - MARGIN + 4 * POINT
        about = fitted(lesson.about, SOFT, inner * 0.75, 0.5)
        items += written(about.lines[:1], about.face, MARGIN, base)[0]
        x = MARGIN + inner - width_of(where, SOFT)
        items += written((where,), SOFT, x, base)[0]
        yield Page(paper, tuple(items), f"{_title(lesson, what)}, {where}")


def _title(lesson: Lesson, what: What) -> str:
    return f"{lesson.title}: notes" if what == "notes" else lesson.title


def _head(lesson: Lesson, what: What, inner: float) -> Items:
    """Return the title, and on the handout a line for the student's name."""
    title = fitted(_title(lesson, what), Face(17 * POINT, True), inner * 0.62, 0.5)
    items: Items = [*written(title.lines[:1], title.face, MARGIN, 28 * POINT)[0]]
    if what == "handout":
        x = MARGIN + inner * 0.66
        items += written(("Name",), SOFT, x, 34 * POINT)[0]
        line = x + width_of("Name", SOFT) + 5 * POINT
        right = MARGIN + inner
        items.append(Box(line, 48 * POINT, right - line, EDGE, INK))
    return items


def _question(slide: Slide, number: int, room: Room) -> Items:
    """Return a slide of the handout before its answer, and lines to write on."""
    high = room.height - LINES * LINE - 16 * POINT
    wide = min(room.width, high * WIDE)
    high = wide / WIDE
    picture = Room(room.x + (room.width - wide) / 2, room.y, wide, high)
    items: Items = [_drawing(slide, picture, False, 0.0), *frame(*picture, EDGE, RULE)]
    y = picture.bottom + 5 * POINT
    label = f"{number + 1}. The answer, and why"
    items += written((label,), SOFT, room.x, y)[0]
    start = room.x + width_of(label, SOFT) + 6 * POINT
    for line in range(LINES):
        y += LINE if line else 12 * POINT
        x = room.x if line else start
        items.append(Box(x, y, room.x + room.width - x, EDGE // 2, RULE))
    return items


def _note(slide: Slide, number: int, room: Room) -> Items:
    """Return a slide with its answer, and beside it the teacher's notes."""
    wide = room.width * 0.47
    picture = Room(room.x, room.y, wide, wide / WIDE)
    items: Items = [_drawing(slide, picture, True, 0.0), *frame(*picture, EDGE, RULE)]
    x = picture.right + 14 * POINT
    rest = room.x + room.width - x
    y = room.y - 3 * POINT
    asked, told = slide.asked, slide.told
    paragraphs = (
        (f"{number + 1}. {asked.title}", STRONG),
        (asked.lead, NOTE),
        (f"Answer: {told.answer}", STRONG),
        (told.notes, NOTE),
    )
    for text, face in paragraphs:
        texts, y = written(tuple(wrapped(text, face, rest)), face, x, y)
        items += texts
        y += 4 * POINT
    return items
