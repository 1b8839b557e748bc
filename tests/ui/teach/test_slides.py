"""Slides as they are seen: no pixel tells the answer, all type is large, all words fit."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from tests.build import as_type
from tests.engine.make import rules
from tests.explain.lessons import (
    ASKED_OF_ALL,
    Taught,
    every_lesson,
    other_answer,
    taught,
)
from tests.explain.test_paths import PATHS
from uscalc.explain.lesson.model import (
    BarChart,
    ChoiceGuess,
    LessonGames,
    LessonSlide,
    NumberGuess,
)
from uscalc.report.lessons import prepare_basics_lesson
from uscalc.ui.teach.brush import SIZES, SlideBrush
from uscalc.ui.teach.layout import NO_IDEA, OPTION, game_columns, lay_out, lay_out_bars
from uscalc.ui.teach.paint import SlideScene, paint_asked, paint_told
from uscalc.ui.theme.theme import DARK, LIGHT, Colors

NOTHING = SlideScene()
SMALL = QSize(640, 360)
SCREENS = (QSize(1280, 720), QSize(1920, 1080), QSize(1024, 768))


@pytest.fixture(scope="module")
def lessons() -> list[Taught]:
    return list(every_lesson())


def slides_of(lessons: list[Taught]) -> Iterator[tuple[Taught, LessonSlide]]:
    for made in lessons:
        for slide in made.lesson.slides:
            yield made, slide


def brush_of(size: QSize, colors: Colors = LIGHT) -> SlideBrush:
    return SlideBrush.from_colors(colors, size.height(), QApplication.font())


def painted(
    slide: LessonSlide,
    size: QSize = SMALL,
    told: float | None = None,
    scene: SlideScene = NOTHING,
    colors: Colors = LIGHT,
) -> QImage:
    """The slide as it is seen; `told` of the way of its answer."""
    brush = brush_of(size, colors)
    layout = lay_out(slide.asked, size.width(), size.height(), brush)
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(QColor(colors.surface))
    painter = QPainter(image)
    if told is None:
        paint_asked(painter, layout, slide.asked, brush, scene)
    else:
        paint_told(painter, layout, slide, brush, scene, told)
    painter.end()
    return image


def test_two_traces_that_differ_only_in_the_answer_give_the_same_pixels(qapp, lessons):
    tried: Counter[str] = Counter()
    for made, slide in slides_of(lessons):
        # A dozen of each kind: values are compared for every one elsewhere.
        if tried[slide.key] >= 12:
            continue
        other = other_answer(made, slide)
        if other is None:
            continue
        tried[slide.key] += 1
        assert painted(slide) == painted(other), (made.path, slide.key)
        assert painted(slide, told=1.0) != painted(other, told=1.0), slide.key
    assert all(tried[key] >= 3 for key in ASKED_OF_ALL - {"printed"}), tried


def test_the_first_moment_of_the_answer_reveals_nothing(qapp, lessons):
    for _, slide in islice(slides_of(lessons), 40):
        assert painted(slide, told=0.0) == painted(slide), slide.key
    seen = set()
    for _, slide in slides_of(lessons):
        if slide.key in seen or slide.told.right == 2:
            continue
        seen.add(slide.key)
        stages = [painted(slide, told=t) for t in (0.0, 0.3, 0.5, 1.0)]
        for one, other in pairwise(stages):
            assert one != other, slide.key
    assert seen == ASKED_OF_ALL


@pytest.mark.parametrize("size", SCREENS)
def test_every_word_is_as_high_as_it_must_be(qapp, lessons, size, monkeypatch):
    """Measured where letters are drawn, whoever draws them."""
    heights: list[float] = []
    draw = QPainter.drawText

    def drawn(painter: QPainter, *given: object) -> object:
        heights.append(painter.font().pixelSize())
        return draw(painter, *given)  # type: ignore[call-overload]

    monkeypatch.setattr(QPainter, "drawText", drawn)
    basics = prepare_basics_lesson().slides
    for slide in (*basics, *(s for _, s in islice(slides_of(lessons), 60))):
        painted(slide, size)
        painted(slide, size, told=1.0, scene=SlideScene((1,)))
    assert len(heights) > 2000
    assert min(heights) >= size.height() / 20


@pytest.mark.parametrize("size", [*SCREENS, QSize(464, 261)])
def test_all_words_have_their_room(qapp, lessons, size):
    """Texts lie one below the other, above the edge, and the answer is told whole."""
    basics = [(None, slide) for slide in prepare_basics_lesson().slides]
    brush = brush_of(size)
    for made, slide in (*basics, *slides_of(lessons)):
        where = (made.path if made else "", slide.key)
        layout = lay_out(slide.asked, size.width(), size.height(), brush)
        lines = brush.wrap_text(slide.told.answer, layout.answer.width, "strong")
        assert len(lines) <= layout.answer_lines, (*where, slide.told.answer)
        for line in lines:
            assert brush.measure_width(line, "strong") <= layout.answer.width, where
        for text in layout.question:
            assert brush.measure_width(text, "question") <= layout.answer.width, where
        for box in (
            *layout.picture,
            layout.row,
            layout.answer,
            *layout.options,
            layout.no_idea,
        ):
            assert box.x >= 0, where
            assert box.right <= size.width() + 1, where
            assert box.height > 0, where
        text_end = (len(layout.head) + SIZES["question"] * len(layout.question)) * 1.25
        first = min((box.y for box in layout.picture), default=layout.row.y)
        assert first >= text_end * brush.em, where
        bottoms = [box.bottom for box in layout.picture]
        assert max(bottoms, default=0.0) <= layout.row.y + 1, where
        assert layout.row.bottom <= layout.answer.y, where
        assert layout.answer.bottom <= layout.foot.y, where
        for part, box in zip(slide.asked.picture, layout.picture, strict=True):
            if isinstance(part, LessonGames) and game_columns(part, box, brush):
                rows = -(-len(part.rows) // game_columns(part, box, brush))
                assert box.height / rows >= 1.09 * brush.em, where
            elif isinstance(part, LessonGames):
                lines = brush.wrap_text(part.words, box.width)
                assert len(lines) * 1.2 * brush.em <= box.height + 1, where
            elif isinstance(part, BarChart) and lay_out_bars(part, box, brush).named:
                assert lay_out_bars(part, box, brush).row >= 0.9 * brush.em, where
        assert layout.no_idea.bottom <= layout.foot.y, where
        words = layout.no_idea.width - 2 * OPTION * brush.em
        assert brush.elide_text(NO_IDEA, words) == NO_IDEA, where
        for option in layout.options:
            apart = option.right <= layout.no_idea.x, option.bottom <= layout.no_idea.y
            assert any(apart), where
            assert option.bottom <= layout.answer.y, where


@pytest.mark.parametrize("name", ["W" * 300, "Ο\n\tΩ, " * 40, "", "<b>&amp;</b>"])
def test_any_name_has_its_room(qapp, name):
    for size in SCREENS:
        brush = brush_of(size)
        for path, make in PATHS.items():
            made = taught(path, make(rules()), 0, lambda _number: name)
            for slide in made.lesson.slides if made else ():
                layout = lay_out(slide.asked, size.width(), size.height(), brush)
                width = layout.answer.width
                lines = brush.wrap_text(slide.told.answer, width, "strong")
                assert len(lines) <= layout.answer_lines, (path, slide.key)
                for text in (*layout.head[1:], *layout.question):
                    assert brush.measure_width(text) <= width, (path, slide.key)


def test_the_games_of_a_usual_event_have_their_names_on_every_screen(qapp, lessons):
    """Six rows are named; where there are too many for their names, bars are left."""
    for size in SCREENS:
        brush = brush_of(size)
        for made, slide in slides_of(lessons):
            for part, box in zip(
                slide.asked.picture,
                lay_out(slide.asked, size.width(), size.height(), brush).picture,
                strict=True,
            ):
                most = 4 if size.width() > 1.5 * size.height() else 3
                if isinstance(part, BarChart) and len(part.rows) <= most:
                    assert lay_out_bars(part, box, brush).named, (made.path, slide.key)


def blue(slide: LessonSlide, scene: SlideScene) -> int:
    image = painted(slide, scene=scene)
    layout = lay_out(slide.asked, SMALL.width(), SMALL.height(), brush_of(SMALL))
    bars = as_type(slide.asked.picture[0], BarChart)
    laid = lay_out_bars(bars, layout.picture[0], brush_of(SMALL))
    bottom = laid.top + laid.row * len(bars.rows)
    found = 0
    for x in range(int(laid.x0), int(laid.x1), 2):
        for y in range(int(laid.top), int(bottom), 2):
            color = image.pixelColor(x, y)
            found += color.blue() > 180 and color.red() < 110
    return found


def test_bars_and_guesses_are_painted_as_far_as_they_say(qapp, lessons):
    pushed = [s for _, s in slides_of(lessons) if s.key == "sought4"]
    for slide in pushed[:8]:
        guess = as_type(slide.asked.guess, NumberGuess)
        filled = [
            blue(slide, SlideScene((guess.low + part * (guess.high - guess.low),)))
            for part in (0.0, 0.5, 1.0)
        ]
        assert filled[0] + 100 < filled[2]
        assert filled[0] < filled[1] < filled[2]
    for _, slide in islice(slides_of(lessons), 40):
        guess = slide.asked.guess
        bare = painted(slide)
        if isinstance(guess, NumberGuess):
            scene = SlideScene(((guess.low + guess.high) / 2,))
        else:
            assert isinstance(guess, ChoiceGuess)
            scene = SlideScene((0,))
        assert painted(slide, scene=scene) != bare
        told, quiet = painted(slide, told=1.0, scene=scene), painted(slide, told=1.0)
        assert told != quiet, slide.key


def test_both_themes_are_painted_in_their_own_colors(qapp):
    slide = prepare_basics_lesson().slides[1]
    light, dark = painted(slide), painted(slide, colors=DARK)
    assert light.pixelColor(2, 2) == QColor(LIGHT.surface)
    assert dark.pixelColor(2, 2) == QColor(DARK.surface)
