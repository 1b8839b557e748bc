"""Paint a whole slide, before the answer and with it."""

from dataclasses import replace
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen

from uscalc.explain.lesson.model import (
    AxisMark,
    BarChart,
    ChoiceGuess,
    Guessed,
    LessonSlide,
    NumberAxis,
    NumberGuess,
    Picture,
    SlideAnswer,
    SlideQuestion,
    find_guess_axis,
    interpolate_pictures,
)
from uscalc.explain.lesson.words import describe_difference, format_guess
from uscalc.ui.charts.labels import PixelBox
from uscalc.ui.teach.brush import LEADING, SIZES, Ink, SlideBrush
from uscalc.ui.teach.layout import OPTION, TOP, SlideLayout, options_in_rows
from uscalc.ui.teach.picture import paint_part

SAID: Final = 0.6
"""The part of the animation after which the text of the answer is shown."""


class SlideScene(NamedTuple):
    """The guess of the class, and the progress of the lesson."""

    guess: Guessed | None = None
    typing: str = ""
    problem: str = ""
    hint: str = ""
    done: float = 0.0
    focus: int | None = None


def paint_asked(
    painter: QPainter,
    layout: SlideLayout,
    asked: SlideQuestion,
    brush: SlideBrush,
    scene: SlideScene,
) -> None:
    """Draw the slide before the answer; the answer isn't passed in."""
    _paint_layout(painter, layout, asked, brush, scene, asked.picture, None)


def paint_told(
    painter: QPainter,
    layout: SlideLayout,
    slide: LessonSlide,
    brush: SlideBrush,
    scene: SlideScene,
    t: float = 1.0,
) -> None:
    """Draw the slide with its answer; `t` is the progress of its animation, from 0 to 1."""
    asked, told = slide.asked, slide.told
    picture = interpolate_pictures(
        picture_with_guess(asked, scene.guess), told.picture, t
    )
    said = told if t >= SAID else None
    # The hint of the keys is no longer needed with the answer.
    _paint_layout(painter, layout, asked, brush, scene._replace(hint=""), picture, said)


def picture_with_guess(asked: SlideQuestion, guess: Guessed | None) -> Picture:
    """Return the picture with the marker where the guess put it."""
    if guess is None or not isinstance(asked.guess, NumberGuess):
        return asked.picture
    return tuple(
        replace(part, r=float(guess))
        if isinstance(part, BarChart) and part.form == "axis"
        else part
        for part in asked.picture
    )


def _paint_layout(
    painter: QPainter,
    layout: SlideLayout,
    asked: SlideQuestion,
    brush: SlideBrush,
    scene: SlideScene,
    picture: Picture,
    told: SlideAnswer | None,
) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_question(painter, layout, asked, brush)
    if picture is asked.picture:
        picture = picture_with_guess(asked, scene.guess)
    holder = find_guess_axis(asked.picture)
    for part, own, box in zip(picture, asked.picture, layout.picture, strict=True):
        mark = (
            _guess_mark(
                asked, scene.guess, isinstance(own, NumberAxis) or told is not None
            )
            if own is holder
            else None
        )
        paint_part(painter, part, box, brush, mark)
    if isinstance(asked.guess, ChoiceGuess):
        _paint_options(painter, layout, asked, brush, scene, told)
    else:
        _paint_number_field(painter, layout, asked.guess, brush, scene)
    _paint_answer(painter, layout, asked, brush, scene, told)
    done = layout.foot._replace(width=layout.width * scene.done)
    brush.fill_box(painter, layout.foot, "line")
    brush.fill_box(painter, done, "accent")


def _paint_question(
    painter: QPainter, layout: SlideLayout, asked: SlideQuestion, brush: SlideBrush
) -> None:
    em, x, y = brush.em, layout.left, (TOP + LEADING / 2) * brush.em
    brush.write_text(painter, x, y, asked.title, "accent", "strong")
    for i, line in enumerate(layout.head):
        brush.write_text(painter, x + (0.0 if i else layout.indent), y, line, "soft")
        y += LEADING * em
    high = LEADING * SIZES["question"] * em
    y += (high - LEADING * em) / 2 + 0.1 * em
    for line in layout.question:
        brush.write_text(painter, x, y, line, "text", "question")
        y += high


def _guess_mark(
    asked: SlideQuestion, guess: Guessed | None, marked: bool
) -> AxisMark | None:
    if guess is None or not marked or not isinstance(asked.guess, NumberGuess):
        return None
    return AxisMark(float(guess), f"guess {format_guess(asked.guess, guess)}", "soft")


def _paint_number_field(
    painter: QPainter,
    layout: SlideLayout,
    guess: NumberGuess,
    brush: SlideBrush,
    scene: SlideScene,
) -> None:
    """Draw the number that the class has guessed."""
    em, box = brush.em, layout.field
    middle = box.y + box.height / 2
    brush.write_text(painter, layout.left, middle, "Our guess", "soft")
    brush.draw_frame(painter, box, "edge", 0.07, "surface")
    if scene.guess is not None and not scene.typing:
        text = format_guess(guess, scene.guess)
        brush.write_text(painter, box.x + 0.5 * em, middle, text, "text", "strong")
    if guess.unit:
        brush.write_text(painter, box.right + 0.5 * em, middle, guess.unit, "soft")


def _paint_options(
    painter: QPainter,
    layout: SlideLayout,
    asked: SlideQuestion,
    brush: SlideBrush,
    scene: SlideScene,
    told: SlideAnswer | None,
) -> None:
    """Draw the options; with the answer, the right one has a check mark."""
    assert isinstance(asked.guess, ChoiceGuess)
    in_rows = options_in_rows(asked)
    for i, (text, box) in enumerate(
        zip(asked.guess.options, layout.options, strict=True)
    ):
        chosen, right = scene.guess == i, told is not None and told.is_correct_choice(i)
        _paint_option(painter, box, text, brush, (chosen, right), in_rows)
        if scene.focus == i:
            brush.draw_frame(painter, box.grow_by(0.12 * brush.em), "accent", 0.06)
        if right:
            _paint_check_mark(painter, box, brush)


def _paint_option(
    painter: QPainter,
    box: PixelBox,
    text: str,
    brush: SlideBrush,
    state: tuple[bool, bool],
    in_rows: bool,
) -> None:
    """Draw one option; if rows are the options, the picture has its text already."""
    chosen, right = state
    ink: Ink = "gain" if right else "accent" if chosen else "edge"
    width = 0.1 if chosen or right else 0.07
    if in_rows:
        brush.draw_frame(painter, box.grow_by(-0.08 * brush.em), ink, width)
        return
    brush.draw_frame(painter, box, ink, width, "selected" if chosen else "surface")
    words = brush.elide_text(text, box.width - 2 * OPTION * brush.em)
    x, y = box.x + OPTION * brush.em, box.y + box.height / 2
    brush.write_text(painter, x, y, words, "text")


def _paint_check_mark(painter: QPainter, box: PixelBox, brush: SlideBrush) -> None:
    em = brush.em
    x, y = box.right - 0.75 * em, box.y + box.height / 2
    pen = QPen(brush.make_color("gain"), 0.16 * em)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    corners = ((-0.3, 0.0), (-0.08, 0.24), (0.32, -0.3))
    painter.drawPolyline([QPointF(x + a * em, y + b * em) for a, b in corners])


def _paint_answer(
    painter: QPainter,
    layout: SlideLayout,
    asked: SlideQuestion,
    brush: SlideBrush,
    scene: SlideScene,
    told: SlideAnswer | None,
) -> None:
    box, em = layout.answer, brush.em
    texts: list[str] = []
    ink: Ink = "pale"
    if told is not None:
        texts, ink = brush.wrap_text(told.answer, box.width, "strong"), "text"
        apart = describe_difference(asked, told, scene.guess)
        good = apart in ("Exactly right", "Right", "That fits too")
        if apart:
            room = layout.row
            x, y = room.right, room.bottom - 0.5 * 1.75 * em
            if isinstance(asked.guess, NumberGuess) or _has_room_beside(
                layout, asked, apart, brush
            ):
                brush.write_text(
                    painter, x, y, apart, "gain" if good else "warning", "question", 1
                )
    elif scene.problem:
        texts, ink = brush.wrap_text(scene.problem, box.width), "warning"
    elif scene.hint:
        texts = brush.wrap_text(scene.hint, box.width)
    for i, line in enumerate(texts[: layout.answer_lines]):
        y = box.y + (i + 0.5) * LEADING * em
        brush.write_text(painter, box.x, y, line, ink, "strong" if told else "body")


def _has_room_beside(
    layout: SlideLayout, asked: SlideQuestion, text: str, brush: SlideBrush
) -> bool:
    """Return whether there is room for a text beside the options."""
    if options_in_rows(asked):
        return True
    last = max(box.right for box in layout.options)
    return (
        layout.row.right - last > brush.measure_width(text, "question") + 0.6 * brush.em
    )
