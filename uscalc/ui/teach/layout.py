"""The layout of a slide, made from the question alone so that it can't reveal the answer."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from uscalc.explain.lesson.model import (
    BarChart,
    ChoiceGuess,
    LessonGames,
    NumberAxis,
    NumberGuess,
    Part,
    SlideQuestion,
    find_guess_axis,
)
from uscalc.explain.numbers import format_rating
from uscalc.ui.charts.labels import PixelBox
from uscalc.ui.teach.brush import LEADING, SIZES, SlideBrush

# All lengths are in heights of the type.
SIDE: Final = 1.1
TOP: Final = 0.55
FOOT: Final = 0.5
"""The height of the progress line at the bottom, including the gap above it."""
ROW: Final = 1.75
GAP: Final = 0.2
WIDE: Final = 1.6
"""At this ratio of width to height or more, a slide has two lines for the answer,
otherwise three."""
FIELD: Final = 5.0
OUR_GUESS: Final = "Our guess"
NO_IDEA: Final = "No idea"
"""The last option of every slide."""
OPTION: Final = 0.6
"""The margin on each side of an option's text."""
AXIS: Final = 4.2
BARE_AXIS: Final = 2.9
AXIS_MOST: Final = 5.4
NAME_GAP: Final = 1.6
"""The distance from the end of an axis to its name: half of the last number, and a space."""
NAMES: Final = 0.43
OPTION_NAMES: Final = 0.56
"""The greatest part of the width for the names of rows: usually, and if rows are options."""
HEAD: Final = 1.45
TICKS: Final = 1.25
SUM: Final = 1.65
MOST_ROW: Final = 1.7
NAMED: Final = 0.9
"""The least height of a row that shows its name."""


class BarsLayout(Struct, frozen=True):
    """The positions of a bar chart.

    `x0` to `x1` is the rating axis or, in the form "column", a bar of one point.
    """

    head: float
    names: PixelBox
    top: float
    row: float
    named: bool
    x0: float
    x1: float
    figure: float
    ticks: float
    total: PixelBox

    def row_middle(self, place: int) -> float:
        """Return the y of the middle of a row."""
        return self.top + (place + 0.5) * self.row


class SlideLayout(Struct, frozen=True):
    """The positions of all parts of a slide at one size, in pixels."""

    width: float
    height: float
    em: float
    head: tuple[str, ...]
    indent: float
    question: tuple[str, ...]
    picture: tuple[PixelBox, ...]
    row: PixelBox
    field: PixelBox
    options: tuple[PixelBox, ...]
    no_idea: PixelBox
    answer: PixelBox
    answer_lines: int
    foot: PixelBox

    @property
    def left(self) -> float:
        """The x at which lines of text begin."""
        return SIDE * self.em

    def place_axis(
        self, question: SlideQuestion, brush: SlideBrush
    ) -> tuple[float, float, PixelBox] | None:
        """Return the ends of the axis on which a number is guessed, and its box, or None."""
        part = find_guess_axis(question.picture)
        if part is None or not isinstance(question.guess, NumberGuess):
            return None
        box = self.picture[question.picture.index(part)]
        if isinstance(part, NumberAxis):
            return box.x, find_axis_end(part, box, brush), box
        bars = lay_out_bars(part, box, brush)
        return bars.x0, bars.x1, box


def lay_out(
    question: SlideQuestion, width: float, height: float, brush: SlideBrush
) -> SlideLayout:
    """Return the layout of a slide: texts at the top, the guess below, the picture between."""
    em = brush.em
    left, inner = SIDE * em, width - 2 * SIDE * em
    indent = brush.measure_width(question.title, "strong") + 0.6 * em
    head = tuple(brush.wrap_text(question.fact, inner, "body", indent))
    question_lines = tuple(brush.wrap_text(question.text, inner, "question"))
    read = len(head) + len(question_lines) * SIZES["question"]
    top = (TOP + read * LEADING + 0.3) * em
    lines = 2 if width / height >= WIDE else 3
    foot = PixelBox(0.0, height - 0.14 * em, width, 0.14 * em)
    answer_high = lines * LEADING * em
    answer = PixelBox(left, height - FOOT * em - answer_high, inner, answer_high)
    in_rows = options_in_rows(question)
    boxes = [] if in_rows else _place_options(question, inner, brush)
    rows = max((y for _, y, _ in boxes), default=0) + 1
    row_high = ROW * em * rows + 0.25 * em * (rows - 1)
    row = PixelBox(left, answer.y - 0.05 * em - row_high, inner, row_high)
    picture = _share_room(
        question.picture, PixelBox(left, top, inner, row.y - GAP * em - top), brush
    )
    options = [
        PixelBox(left + x, row.y + y * (ROW + 0.25) * em, wide, ROW * em)
        for x, y, wide in boxes
    ]
    no_idea = _place_no_idea(question, options, row, answer, brush)
    if in_rows:
        bars = question.picture[0]
        assert isinstance(bars, BarChart)
        laid = lay_out_bars(bars, picture[0], brush)
        options = [
            PixelBox(
                laid.names.x,
                laid.row_middle(i) - laid.row / 2,
                laid.names.width,
                laid.row,
            )
            for i in range(len(bars.rows))
        ]
    said = brush.measure_width(OUR_GUESS) + 0.5 * em
    field = PixelBox(left + said, row.y, FIELD * em, ROW * em)
    return SlideLayout(
        width,
        height,
        em,
        head,
        indent,
        question_lines,
        picture,
        row,
        field,
        tuple(options),
        no_idea,
        answer,
        lines,
        foot,
    )


def options_in_rows(question: SlideQuestion) -> bool:
    """Return whether the rows of the picture are the options of the guess."""
    first = question.picture[0] if question.picture else None
    return (
        isinstance(question.guess, ChoiceGuess)
        and isinstance(first, BarChart)
        and first.form == "range"
    )


def _place_options(
    question: SlideQuestion, width: float, brush: SlideBrush
) -> list[tuple[float, int, float]]:
    """Return each option's x, the number of its line, and its width."""
    if not isinstance(question.guess, ChoiceGuess):
        return []
    found, x, y = [], 0.0, 0
    for text in question.guess.options:
        wide = min(brush.measure_width(text) + (2 * OPTION + 0.9) * brush.em, width)
        if x and x + wide > width:
            x, y = 0.0, y + 1
        found.append((x, y, wide))
        x += wide + 0.5 * brush.em
    return found


def _place_no_idea(
    question: SlideQuestion,
    options: Sequence[PixelBox],
    row: PixelBox,
    answer: PixelBox,
    brush: SlideBrush,
) -> PixelBox:
    """Return the place of the option for no idea: after the others, or right below them."""
    em, guess = brush.em, question.guess
    # A little wider than the text, because rounding could cut it off.
    wide = brush.measure_width(NO_IDEA) + (2 * OPTION + 0.2) * em
    x, y = row.x, row.bottom - ROW * em
    if isinstance(guess, NumberGuess):
        x += brush.measure_width(f"{OUR_GUESS}{guess.unit}") + (FIELD + 1.5) * em
    elif options:
        x = max(box.right for box in options if box.y + 1 >= y) + 0.5 * em
    if x + wide > row.right:
        # The answer isn't there yet.
        x, y = answer.x, row.bottom + 0.25 * em
    return PixelBox(x, y, wide, ROW * em)


def _share_room(
    picture: tuple[Part, ...], room: PixelBox, brush: SlideBrush
) -> tuple[PixelBox, ...]:
    """Return the box of each part: an axis has a fixed height, and the others share the rest."""
    em, places, y = brush.em, [], room.y
    fixed = sum(
        axis_high(part) * em for part in picture if isinstance(part, NumberAxis)
    )
    alone = len(picture) == 1
    for part in picture:
        high = room.height - fixed
        if isinstance(part, NumberAxis):
            high = axis_high(part) * em
            if alone:
                high = min(max(room.height, high), AXIS_MOST * em)
                y = room.y + max((room.height - high) / 2, 0.0)
        elif isinstance(part, LessonGames):
            free = PixelBox(room.x, y, room.width, max(high, 0.0))
            high = min(free.height, games_height(part, free, brush))
            y += max((room.height - fixed - high) / 3, 0.0)
        elif isinstance(part, BarChart):
            high = min(high, bars_height(part, brush))
            y = room.y + (room.height - high) / 2
        places.append(PixelBox(room.x, y, room.width, high))
        y += high + (max(room.bottom - fixed - y - high, 0.0) / 2 if not alone else 0.0)
    return tuple(places)


def axis_high(part: NumberAxis) -> float:
    """Return the height of an axis, in heights of the type."""
    return AXIS if part.ticks else BARE_AXIS


def find_axis_end(part: NumberAxis, box: PixelBox, brush: SlideBrush) -> float:
    """Return the x of the right end of an axis; its name, if any, follows the last number."""
    return (
        box.right - brush.measure_width(part.name) - NAME_GAP * brush.em
        if part.ticks and part.name
        else box.right
    )


CELL: Final = 1.4
LEAST_CELL: Final = 1.1
"""The usual and the least height of a game in a list."""
MOST_COLUMNS: Final = 3
NARROWEST: Final = 8.5
"""The least width of a column that has room for a name."""


def game_columns(part: LessonGames, box: PixelBox, brush: SlideBrush) -> int:
    """Return the number of columns for the games; 0 if not all games fit."""
    em, n = brush.em, len(part.rows)
    if not n:
        return 0
    texts = (f"{one.name} {one.rating}" for one in part.rows)
    widest = max(brush.measure_width(text, "strong") for text in texts) + 2.9 * em
    usual = max(min(int(box.width / widest), MOST_COLUMNS, n), 1)
    for columns in range(usual, MOST_COLUMNS + 1):
        fits = -(-n // columns) * LEAST_CELL * em <= box.height + 1
        if fits and box.width / columns >= NARROWEST * em:
            return columns
    return 0


def games_height(part: LessonGames, room: PixelBox, brush: SlideBrush) -> float:
    """Return the height of the list of games in a room, in pixels."""
    columns = game_columns(part, room, brush)
    return (
        -(-len(part.rows) // columns) * CELL * brush.em
        if columns
        else len(brush.wrap_text(part.words, room.width)) * LEADING * brush.em
    )


def bars_height(part: BarChart, brush: SlideBrush) -> float:
    """Return the height of a bar chart with rows of the greatest height, in pixels."""
    rest = HEAD + (TICKS if part.form != "column" else 0.0) + SUM * part.summed
    return (rest + MOST_ROW * len(part.rows)) * brush.em


def lay_out_bars(part: BarChart, box: PixelBox, brush: SlideBrush) -> BarsLayout:
    """Return the positions of a bar chart in a box."""
    em, n = brush.em, len(part.rows)
    column = part.form == "column"
    rest = (HEAD * (not column) + TICKS * (not column) + SUM * part.summed) * em
    row = min(max((box.height - rest) / n, 1.0), MOST_ROW * em)
    # Rows that are options always show their text, even in a small picture.
    named = row >= NAMED * em or part.form == "range"
    names = 0.0
    if named:
        widest = max(_name_width(part, i, brush) for i in range(n)) + 0.8 * em
        if part.form == "range":
            widest += 2 * OPTION * em
        names = min(
            widest, (OPTION_NAMES if part.form == "range" else NAMES) * box.width
        )
    top = box.y + HEAD * em * (not column)
    bottom = top + n * row
    edge = 0.0 if column else 0.7 * em
    return BarsLayout(
        box.y + 0.55 * em,
        PixelBox(box.x, top, max(names - 0.6 * em, 0.0), n * row),
        top,
        row,
        named,
        box.x + names + (0.0 if named else edge),
        box.right - (3.0 * em if column else 0.0) - edge,
        box.right,
        bottom + 0.75 * em,
        PixelBox(
            box.x, bottom + (TICKS * (not column) + 0.15) * em, box.width, SUM * em
        ),
    )


def _name_width(part: BarChart, place: int, brush: SlideBrush) -> float:
    name, level = row_words(part, place)
    return brush.measure_width(name) + (
        brush.measure_width(f" {level}", "strong") if level else 0.0
    )


def row_words(part: BarChart, place: int) -> tuple[str, str]:
    """Return the texts of a row: the name, and the rating if the row has one."""
    row = part.rows[place]
    return row.name, "" if part.form == "range" else format_rating(row.at)
