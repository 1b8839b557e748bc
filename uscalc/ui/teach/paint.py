"""Paint a whole slide, with or without its answer."""

from statistics import median
from typing import Final, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen

from uscalc.explain.lesson.model import (
    AxisMark,
    BarChart,
    ChoiceGuess,
    Guess,
    Guesses,
    LessonSlide,
    NumberGuess,
    Picture,
    SlideAnswer,
    SlideQuestion,
    find_guess_axis,
    interpolate_pictures,
)
from uscalc.explain.lesson.words import format_guess, list_distances, summarize_guesses
from uscalc.ui.charts.labels import PixelBox, stack_dots
from uscalc.ui.teach.brush import LEADING, SIZES, Ink, SlideBrush
from uscalc.ui.teach.layout import (
    NO_IDEA,
    OPTION,
    OUR_GUESS,
    TOP,
    SlideLayout,
    options_in_rows,
)
from uscalc.ui.teach.picture import AxisScale, paint_part
from uscalc.ui.widgets.building import set_ink

GHOST: Final = 0.4
"""The opacity of an earlier guess on the axis."""
LEAST_DOT: Final = 0.06
SAID: Final = 0.6
"""The text of the answer appears after this part of the animation, from 0 to 1."""


class SlideScene(NamedTuple):
    """The changing content of a slide: guesses, messages, focus, and progress of the lesson."""

    guesses: Guesses | None = None
    typing: str = ""
    problem: str = ""
    hint: str = ""
    done: float = 0.0
    focus: int | None = None
    passing: bool = False


def paint_before_answer(
    painter: QPainter,
    layout: SlideLayout,
    question: SlideQuestion,
    brush: SlideBrush,
    scene: SlideScene,
) -> None:
    """Draw the slide before the answer. The answer isn't an argument, so it can't be revealed."""
    _paint_layout(painter, layout, question, brush, scene, question.picture, None)


def paint_with_answer(
    painter: QPainter,
    layout: SlideLayout,
    slide: LessonSlide,
    brush: SlideBrush,
    scene: SlideScene,
    t: float = 1.0,
) -> None:
    """Draw the slide with its answer; `t` is the progress of its animation, from 0 to 1."""
    question, answer = slide.question, slide.answer
    picture = interpolate_pictures(
        picture_with_guess(question, scene.guesses), answer.picture, t
    )
    # With the answer, the hint about the keys is no longer needed.
    _paint_layout(
        painter,
        layout,
        question,
        brush,
        scene._replace(hint=""),
        picture,
        answer if t >= SAID else None,
    )


def picture_with_guess(question: SlideQuestion, made: Guesses | None) -> Picture:
    """Return the picture of the question, with R at the last guess."""
    if not made or not isinstance(question.guess, NumberGuess):
        return question.picture
    return tuple(
        replace(part, r=float(made[-1]))
        if isinstance(part, BarChart) and part.form == "axis"
        else part
        for part in question.picture
    )


def _paint_layout(
    painter: QPainter,
    layout: SlideLayout,
    question: SlideQuestion,
    brush: SlideBrush,
    scene: SlideScene,
    picture: Picture,
    answer: SlideAnswer | None,
) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_question(painter, layout, question, brush)
    if picture is question.picture:
        picture = picture_with_guess(question, scene.guesses)
    holder = find_guess_axis(question.picture)
    for part, own, box in zip(picture, question.picture, layout.picture, strict=True):
        marks: tuple[AxisMark, ...] = ()
        if own is holder:
            # If the guess is R, the marker already has its label before the answer.
            moves_r = isinstance(own, BarChart) and own.form == "axis"
            named = answer is not None or not moves_r
            marks = _mark_guesses(question.guess, scene.guesses or (), named)
        paint_part(painter, part, box, brush, marks)
    if isinstance(question.guess, ChoiceGuess):
        _paint_options(painter, layout, question, brush, scene, answer)
    elif answer is not None and has_plot(question, scene.guesses):
        _paint_plot(painter, layout.row, question, answer, brush, scene.guesses or ())
    else:
        _paint_number_field(painter, layout, question.guess, brush, scene)
    if answer is None:
        box, state = layout.no_idea, (scene.guesses == (), False)
        _paint_option(painter, box, NO_IDEA, brush, state, False)
        if scene.passing:
            brush.draw_frame(painter, box.grow_by(0.12 * brush.em), "accent", 0.06)
    _paint_answer(painter, layout, question, brush, scene, answer)
    done = layout.foot._replace(width=layout.width * scene.done)
    brush.fill_box(painter, layout.foot, "line")
    brush.fill_box(painter, done, "accent")


def _paint_question(
    painter: QPainter, layout: SlideLayout, question: SlideQuestion, brush: SlideBrush
) -> None:
    em, x, y = brush.em, layout.left, (TOP + LEADING / 2) * brush.em
    brush.write_text(painter, x, y, question.title, "accent", "strong")
    for i, line in enumerate(layout.head):
        brush.write_text(painter, x + (0.0 if i else layout.indent), y, line, "soft")
        y += LEADING * em
    high = LEADING * SIZES["question"] * em
    y += (high - LEADING * em) / 2 + 0.1 * em
    for line in layout.question:
        brush.write_text(painter, x, y, line, "text", "question")
        y += high


def _mark_guesses(guess: Guess, made: Guesses, named: bool) -> tuple[AxisMark, ...]:
    """Return the marks of the guesses on the axis; only the last one has a label, if `named`."""
    if not made or not isinstance(guess, NumberGuess):
        return ()
    ghosts = (AxisMark(float(one), "", "soft", GHOST) for one in made[:-1])
    text = f"guess {format_guess(guess, made[-1])}"
    last = (AxisMark(float(made[-1]), text, "soft"),) if named else ()
    return *ghosts, *last


def has_plot(question: SlideQuestion, made: Guesses | None) -> bool:
    """Return whether there are several guesses, which a dot plot shows with the answer."""
    return isinstance(question.guess, NumberGuess) and len(made or ()) > 1


def _paint_plot(
    painter: QPainter,
    room: PixelBox,
    question: SlideQuestion,
    answer: SlideAnswer,
    brush: SlideBrush,
    made: Guesses,
) -> None:
    """Draw a dot for each guess, stacked where several are close, and a line at the answer."""
    em = brush.em
    listed = "; ".join(list_distances(question, answer, made))
    middle = room.y + room.height / 2
    if brush.measure_width(listed, "strong") <= room.width:
        brush.write_text(painter, room.x, middle, listed, "warning", "strong")
        return
    said = summarize_guesses(question, answer, made)
    good = said.endswith(("exactly right", "that fits too"))
    ink: Ink = "gain" if good else "warning"
    used = brush.write_text(painter, room.right, middle, said, ink, "question", 1)
    label = f"{len(made)} guesses"
    left = room.x + brush.write_text(painter, room.x, middle, label, "soft") + 1.2 * em
    right = room.right - used - 1.2 * em
    numbers = [float(one) for one in made]
    low, high = min(*numbers, answer.right), max(*numbers, answer.right)
    scale = AxisScale(low, high if high > low else low + 1.0, left, right)
    floor = room.bottom - 0.15 * em
    brush.draw_line(painter, (left, floor), (right, floor), "edge", 0.06)
    radius, dots = stack_dots(
        [scale.pixel_of(one) for one in numbers],
        room.height,
        0.3 * em,
        LEAST_DOT * em,
    )
    for dot in dots:
        y = floor - (2 * dot.level + 1) * radius
        brush.draw_dot(painter, dot.x, y, 0.9 * radius / em, "soft")
    top = room.y - 0.1 * em
    lines: tuple[tuple[float, Ink], ...] = (
        (median(numbers), ink),
        (float(answer.right), "text"),
    )
    for at, color in lines:
        x = scale.pixel_of(at)
        brush.draw_line(painter, (x, top), (x, floor), color, 0.14)


def _paint_number_field(
    painter: QPainter,
    layout: SlideLayout,
    guess: NumberGuess,
    brush: SlideBrush,
    scene: SlideScene,
) -> None:
    """Draw the label and the unit around the number of the class."""
    em, box = brush.em, layout.field
    middle = box.y + box.height / 2
    brush.write_text(painter, layout.left, middle, OUR_GUESS, "soft")
    brush.draw_frame(painter, box, "edge", 0.07, "surface")
    if scene.guesses and not scene.typing:
        text = format_guess(guess, scene.guesses[-1])
        brush.write_text(painter, box.x + 0.5 * em, middle, text, "text", "strong")
    if guess.unit:
        brush.write_text(painter, box.right + 0.5 * em, middle, guess.unit, "soft")


def _paint_options(
    painter: QPainter,
    layout: SlideLayout,
    question: SlideQuestion,
    brush: SlideBrush,
    scene: SlideScene,
    answer: SlideAnswer | None,
) -> None:
    """Draw the options; with the answer, the correct ones have a check mark."""
    assert isinstance(question.guess, ChoiceGuess)
    in_rows = options_in_rows(question)
    for i, (text, box) in enumerate(
        zip(question.guess.options, layout.options, strict=True)
    ):
        chosen, right = (
            scene.guesses == (i,),
            answer is not None and answer.is_correct_choice(i),
        )
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
    """Draw one option; if the options are rows, the picture already has their text."""
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
    color, thick = brush.make_color("gain"), 0.16 * em
    set_ink(painter, QPen(color, thick, j=Qt.PenJoinStyle.RoundJoin), None)
    corners = ((-0.3, 0.0), (-0.08, 0.24), (0.32, -0.3))
    painter.drawPolyline([QPointF(x + a * em, y + b * em) for a, b in corners])


def _paint_answer(
    painter: QPainter,
    layout: SlideLayout,
    question: SlideQuestion,
    brush: SlideBrush,
    scene: SlideScene,
    answer: SlideAnswer | None,
) -> None:
    box, em = layout.answer, brush.em
    left = box.x
    texts: list[str] = []
    ink: Ink = "pale"
    if answer is not None:
        texts, ink = brush.wrap_text(answer.text, box.width, "strong"), "text"
        apart = summarize_guesses(question, answer, scene.guesses or ())
        good = apart in ("Exactly right", "Right", "That fits too")
        if apart and not has_plot(question, scene.guesses):
            room = layout.row
            x, y = room.right, room.bottom - 0.5 * 1.75 * em
            if isinstance(question.guess, NumberGuess) or _has_room_beside(
                layout, question, apart, brush
            ):
                brush.write_text(
                    painter, x, y, apart, "gain" if good else "warning", "question", 1
                )
    elif scene.problem or scene.hint:
        if layout.no_idea.bottom > box.y:
            left = layout.no_idea.right + em
        texts = brush.wrap_text(scene.problem or scene.hint, box.right - left)
        ink = "warning" if scene.problem else "pale"
    for i, line in enumerate(texts[: layout.answer_lines]):
        y = box.y + (i + 0.5) * LEADING * em
        brush.write_text(painter, left, y, line, ink, "strong" if answer else "body")


def _has_room_beside(
    layout: SlideLayout, question: SlideQuestion, text: str, brush: SlideBrush
) -> bool:
    """Return whether a text fits right of the options."""
    if options_in_rows(question):
        return True
    last = max(box.right for box in layout.options)
    return (
        layout.row.right - last > brush.measure_width(text, "question") + 0.6 * brush.em
    )
