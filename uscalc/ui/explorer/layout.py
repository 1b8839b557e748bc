"""The positions of all parts of the rating explorer's picture."""

from math import floor
from typing import Final

from msgspec import Struct

from uscalc.explain.picture import SpecialPicture, StepPicture
from uscalc.ui.charts.labels import PixelBox

# All lengths are in heights of the type.
PAD: Final = 0.9
HEAD: Final = 4.6
AXIS: Final = 1.85
"""The height of the part of the head from the axis down."""
SUMS: Final = 4.7
LAST_SUMS: Final = 3.7
"""The height of the two sums, with and without a part below them."""
CURVE: Final = (4.2, 8.0, 14.0)
"""The least, the preferred and the greatest height of the curve."""
SCALE: Final = 5.2
PLOT: Final = 1.3
"""The height of the dot plot of guesses."""
FIGURE: Final = 3.6
WIDE: Final = 52.0
NAMES: Final = 19.0
ROW_NARROW: Final = (2.3, 3.6)
ROW_WIDE: Final = (1.7, 3.0)
BAR: Final = 0.9
LINE: Final = 1.25
"""The height of a line of text."""
MOST_STRIPES: Final = 4.0
LEAST_ROWS: Final = 6
"""The number of rows that are always visible: five games and the earlier games."""
LARGEST: Final = 2.0
"""The largest factor by which the type grows if the picture fills a screen."""


class RowPlace(Struct, frozen=True):
    """The boxes of a row and of its words, bar and figure, before scrolling."""

    box: PixelBox
    words: PixelBox
    bar: PixelBox
    figure: PixelBox

    @property
    def middle(self) -> float:
        """The y of the middle of the bar."""
        return self.bar.y + self.bar.height / 2


class ExplorerLayout(Struct, frozen=True):
    """The positions of all parts at one size, in pixels.

    The rating axis runs from `x0` to `x1`, and a bar of one point from `c0` to `c1`.
    With the special formula the two are the same. `view` is the box of the visible
    rows, and `content` the height of all rows. `plot` is the box of the dot plot of
    guesses, whose lower edge is just above its axis.
    """

    width: float
    height: float
    em: float
    wide: bool
    low: float
    high: float
    x0: float
    x1: float
    c0: float
    c1: float
    head: PixelBox
    axis: float
    view: PixelBox
    content: float
    places: tuple[RowPlace, ...]
    curve: PixelBox
    scale: PixelBox
    sums: PixelBox
    plot: PixelBox

    def pixel_of_rating(self, r: float) -> float:
        """Return the x of a rating."""
        return self.x0 + (r - self.low) * (self.x1 - self.x0) / (self.high - self.low)

    def rating_at_pixel(self, x: float) -> float:
        """Return the rating at an x."""
        return self.low + (x - self.x0) * (self.high - self.low) / (self.x1 - self.x0)

    @property
    def points(self) -> float:
        """The number of rating points per pixel."""
        return (self.high - self.low) / (self.x1 - self.x0)


def bar_thickness(worth: float) -> float:
    """Return the height of a bar of `worth` points; the bar of one point has height 1."""
    return min(1.0 + 0.3 * max(worth - 1.0, 0.0), MOST_STRIPES)


def least_height(
    picture: StepPicture, em: float, plots: bool = False, every_row: bool = False
) -> float:
    """Return the least height at which the picture is readable, in pixels.

    If `plots` is True, it has room for a dot plot of guesses. If `every_row` is True,
    no row has to be scrolled into view.
    """
    shown = picture.rows if every_row else picture.rows[:LEAST_ROWS]
    rows = sum(ROW_NARROW[0] + (bar_thickness(row.worth) - 1.0) * BAR for row in shown)
    return (HEAD + _measure_foot(picture) + rows + PLOT * plots) * em


def _measure_foot(picture: StepPicture) -> float:
    """Return the least height below the rows, in heights of the type."""
    return (
        CURVE[0] + LAST_SUMS + PAD
        if isinstance(picture, SpecialPicture)
        else SCALE + SUMS + PAD
    )


def type_growth(picture: StepPicture, width: float, height: float, em: float) -> float:
    """Return the factor by which the type can grow in the available room; 1 is the usual size."""
    special = isinstance(picture, SpecialPicture)
    rows = len(picture.rows) * ROW_WIDE[1]
    rows += sum((bar_thickness(row.worth) - 1.0) * BAR for row in picture.rows)
    needed = HEAD + SUMS + PAD + rows + (CURVE[2] if special else SCALE)
    most = min(height / (needed * em), width / (WIDE * em), LARGEST)
    # In steps of 1/8, so that the type doesn't flicker while the window is resized.
    return max(floor(most * 8) / 8, 1.0)


def lay_out(
    picture: StepPicture,
    bounds: tuple[float, float],
    width: float,
    height: float | None,
    em: float,
    plots: bool = False,
) -> ExplorerLayout:
    """Return the positions at a size; without a height, the picture is as high as its rows need.

    If `plots` is True, there is room for a dot plot of guesses: above the axis or, with
    the standard formula, above the scale of the change.
    """
    special = isinstance(picture, SpecialPicture)
    wide = width >= WIDE * em
    pad, figure = PAD * em, FIGURE * em
    names = NAMES * em if wide else 0.0
    x0 = pad + (names if wide else 0.5 * em)
    x1 = width - pad - figure
    c0, c1 = x0, x1
    if not special:
        # The bars have a column of their own, right of the axis.
        c0 = x0 + 0.54 * (x1 - x0)
        x1 = c0 - 1.6 * em
        c1 = width - pad - figure - 0.9 * em

    above, below_plot = (PLOT, 0.0) if special else (0.0, PLOT)
    scale = SCALE + below_plot * plots
    head = PixelBox(0.0, 0.0, width, (HEAD + above * plots) * em)
    least, most = ROW_WIDE if wide else ROW_NARROW
    extra = [(bar_thickness(row.worth) - 1.0) * BAR * em for row in picture.rows]
    foot, sums = (CURVE[0], LAST_SUMS) if special else (scale, SUMS)
    n = len(picture.rows)
    if height is None:
        row = (least + most) / 2 * em
        rows_room = row * n + sum(extra)
        foot_high = (CURVE[1] if special else scale) * em
        height = head.height + rows_room + foot_high + (sums + PAD) * em
    else:
        room = max(height - head.height - (sums + PAD) * em, em)
        better = CURVE[1] if special else scale
        fit = least * em * n + sum(extra)
        foot_high = min(max(room - fit, foot * em), better * em)
        rows_room = room - foot_high
        row = min(max((rows_room - sum(extra)) / n, least * em), most * em)
    content = row * n + sum(extra)
    view = PixelBox(0.0, head.bottom, width, min(rows_room, content))
    if special:
        left = rows_room - view.height
        foot_high = min(foot_high + left, CURVE[2] * em)

    places = []
    y = view.y
    for one, more in zip(picture.rows, extra, strict=True):
        high = row + more
        bar_high = BAR * em * bar_thickness(one.worth)
        if wide:
            words = PixelBox(pad, y, names - em, high)
            bar_y = y + (high - bar_high) / 2
        else:
            gap = max(high - LINE * em - bar_high, 0.0)
            words = PixelBox(pad, y + 0.25 * gap, width - 2 * pad, LINE * em)
            bar_y = words.bottom + 0.05 * em
        if special:
            ratio = (x1 - x0) / (bounds[1] - bounds[0])
            left_end = x0 + (one.low - bounds[0]) * ratio
            bar = PixelBox(left_end, bar_y, (one.high - one.low) * ratio, bar_high)
        else:
            bar = PixelBox(c0, bar_y, c1 - c0, bar_high)
        places.append(
            RowPlace(
                PixelBox(0.0, y, width, high),
                words,
                bar,
                PixelBox(width - pad - figure, bar_y, figure, bar_high),
            )
        )
        y += high
    foot_y = view.bottom + 0.4 * em
    below = PixelBox(x0, foot_y, x1 - x0, foot_high - 0.4 * em)
    sums_y = foot_y + below.height
    whole = PixelBox(pad, sums_y + 0.4 * em, width - 2 * pad, sums * em)
    nothing = PixelBox(0.0, 0.0, 0.0, 0.0)
    axis = head.bottom - AXIS * em
    change = PixelBox(pad, foot_y + SUMS * em, width - 2 * pad, scale * em)
    plot = nothing
    if plots:
        # The lower edge is clear of the marker or, with the standard formula, of the bar.
        bottom = axis - 0.7 * em if special else change.y + (2.0 + PLOT - 0.1) * em
        left, length = (x0, x1 - x0) if special else (change.x, change.width)
        plot = PixelBox(left, bottom - PLOT * em, length, PLOT * em)
    return ExplorerLayout(
        width,
        height,
        em,
        wide,
        bounds[0],
        bounds[1],
        x0,
        x1,
        c0,
        c1,
        head,
        axis,
        view,
        content,
        tuple(places),
        below if special else nothing,
        nothing if special else change,
        whole if special else PixelBox(pad, foot_y, width - 2 * pad, SUMS * em),
        plot,
    )


SCORES: Final = (0.0, 0.5, 1.0)
