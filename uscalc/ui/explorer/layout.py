"""The state of the rating explorer, and the positions of everything in its picture."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, floor
from typing import Final, NamedTuple

from uscalc.engine.special import REACH
from uscalc.engine.trace import SectionTrace
from uscalc.explain.idea import (
    NO_WHAT_IF,
    TRUTH,
    GameBar,
    Idea,
    SpecialPicture,
    TriedValues,
    find_axis_bounds,
    list_steps,
    make_picture,
)
from uscalc.explain.numbers import PlayerDirectory
from uscalc.ui.charts.labels import PixelBox

# All in the height of the type.
PAD: Final = 0.9
HEAD: Final = 4.6
SUMS: Final = 4.7
CURVE: Final = (5.0, 8.0, 14.0)
"""The least, what is better, and the most height of the curve."""
SCALE: Final = 5.2
FIGURE: Final = 3.6
WIDE: Final = 52.0
NAMES: Final = 19.0
ROW_NARROW: Final = (2.3, 3.6)
ROW_WIDE: Final = (1.7, 3.0)
BAR: Final = 0.9
LINE: Final = 1.25
"""The height of a line of text."""
MOST_STRIPES: Final = 4.0
LEAST_ROWS: Final = 3
LARGEST: Final = 2.0
"""How many times its usual size the type becomes where a picture fills a screen."""


@dataclass(frozen=True, slots=True)
class RowPlace:
    """A row: the whole of it, its words, its bar, its figure; y as if nothing scrolled."""

    box: PixelBox
    words: PixelBox
    bar: PixelBox
    figure: PixelBox

    @property
    def middle(self) -> float:
        """The y of the bar's middle."""
        return self.bar.y + self.bar.height / 2


@dataclass(frozen=True, slots=True)
class ExplorerLayout:
    """The picture at one size. `x0` to `x1` is the axis, `c0` to `c1` a point's bar.

    `view` is where rows show, of which there are `content` pixels.
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

    def pixel_of_rating(self, r: float) -> float:
        """Return the pixel of a rating."""
        return self.x0 + (r - self.low) * (self.x1 - self.x0) / (self.high - self.low)

    def rating_at_pixel(self, x: float) -> float:
        """Return the rating at a pixel."""
        return self.low + (x - self.x0) * (self.high - self.low) / (self.x1 - self.x0)

    @property
    def points(self) -> float:
        """How many rating points a pixel is."""
        return (self.high - self.low) / (self.x1 - self.x0)


def bar_thickness(worth: float) -> float:
    """Return the thickness of a row worth `worth` points, in heights of a bar."""
    return min(1.0 + 0.3 * max(worth - 1.0, 0.0), MOST_STRIPES)


def least_height(idea: Idea, em: float) -> float:
    """Return what the picture needs to be read."""
    foot = CURVE[0] if isinstance(idea, SpecialPicture) else SCALE
    rows = min(len(idea.rows), LEAST_ROWS) * ROW_NARROW[0] + bar_thickness(0) * BAR
    return (HEAD + SUMS + foot + rows + PAD) * em


def type_growth(idea: Idea, width: float, height: float, em: float) -> float:
    """Return how many times larger than usual the type can be where there is much room."""
    special = isinstance(idea, SpecialPicture)
    rows = len(idea.rows) * ROW_WIDE[1]
    rows += sum((bar_thickness(row.worth) - 1.0) * BAR for row in idea.rows)
    needed = HEAD + SUMS + PAD + rows + (CURVE[2] if special else SCALE)
    most = min(height / (needed * em), width / (WIDE * em), LARGEST)
    # In steps, so that a drag of the window's edge does not breathe.
    return max(floor(most * 8) / 8, 1.0)


def lay_out(
    idea: Idea,
    bounds: tuple[float, float],
    width: float,
    height: float | None,
    em: float,
) -> ExplorerLayout:
    """Return the layout at a size; without a height, as high as all rows together need."""
    special = isinstance(idea, SpecialPicture)
    wide = width >= WIDE * em
    pad, figure = PAD * em, FIGURE * em
    names = min(NAMES * em, 0.3 * width) if wide else 0.0
    x0 = pad + (names if wide else 0.5 * em)
    x1 = width - pad - figure
    c0, c1 = x0, x1
    if not special:
        # The axis and beside it a column of bars.
        c0 = x0 + 0.54 * (x1 - x0)
        x1 = c0 - 1.6 * em
        c1 = width - pad - figure - 0.9 * em

    head = PixelBox(0.0, 0.0, width, HEAD * em)
    least, most = ROW_WIDE if wide else ROW_NARROW
    extra = [(bar_thickness(row.worth) - 1.0) * BAR * em for row in idea.rows]
    foot = CURVE[0] if special else SCALE
    n = len(idea.rows)
    if height is None:
        row = (least + most) / 2 * em
        rows_room = row * n + sum(extra)
        foot_high = (CURVE[1] if special else SCALE) * em
        height = head.height + rows_room + foot_high + (SUMS + PAD) * em
    else:
        room = max(height - head.height - (SUMS + PAD) * em, em)
        better = CURVE[1] if special else SCALE
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
    for one, more in zip(idea.rows, extra, strict=True):
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
    whole = PixelBox(pad, sums_y + 0.4 * em, width - 2 * pad, SUMS * em)
    nothing = PixelBox(0.0, 0.0, 0.0, 0.0)
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
        head.y + 2.75 * em,
        view,
        content,
        tuple(places),
        below if special else nothing,
        nothing
        if special
        else PixelBox(pad, foot_y + SUMS * em, width - 2 * pad, SCALE * em),
        whole if special else PixelBox(pad, foot_y, width - 2 * pad, SUMS * em),
    )


SCORES: Final = (0.0, 0.5, 1.0)
HALF: Final = 0.5
"""Points around the solution within which a key snaps to it."""


class ExplorerScene(NamedTuple):
    """Everything that the explorer shows."""

    idea: Idea
    at: float
    seen: tuple[float, float]
    caught: bool
    found: bool


class ExplorerState:
    """One player of a rated section, one step at a time.

    With the special formula `r` is where the marker is, and `seen` between which
    ratings it has been; with the standard one the marker is the player's own rating.
    """

    def __init__(
        self,
        section: SectionTrace,
        place: int,
        people: PlayerDirectory,
        step: int,
        actual: Mapping[int, float | None] = NO_WHAT_IF,
    ) -> None:
        self._section = section
        self._place = place
        self._people = people
        self._actual = actual
        self.steps: Final = tuple(list_steps(section.players[place]))
        self.step = step
        self.causes = TRUTH
        self.found = False
        self._holds = False
        self._true_bounds = find_axis_bounds(
            [idea for i in self.steps if (idea := self._make_idea(i, TRUTH))]
        )
        self.bounds = self._true_bounds
        self.r = 0.0
        self.seen = 0.0, 0.0
        self._make_ideas()
        self.to_start()

    def _make_idea(self, step: int, causes: TriedValues) -> Idea | None:
        return make_picture(
            self._section, self._place, step, self._people, causes, self._actual
        )

    def _make_ideas(self) -> None:
        idea = self._make_idea(self.step, self.causes)
        assert idea is not None
        self.idea: Idea = idea
        if not self._holds:
            low, high = find_axis_bounds([idea])
            self.bounds = (
                min(low, self._true_bounds[0]),
                max(high, self._true_bounds[1]),
            )
        self.found = self.caught

    # Where R is

    @property
    def at(self) -> float:
        """The rating that the bars are filled at."""
        return self.r if isinstance(self.idea, SpecialPicture) else self.idea.r0

    @property
    def sight(self) -> ExplorerScene:
        """The current scene."""
        return ExplorerScene(self.idea, self.at, self.seen, self.caught, self.found)

    @property
    def caught(self) -> bool:
        """True if the marker is at the rating where the sums meet."""
        return (
            isinstance(self.idea, SpecialPicture) and self.r == self.idea.catch_rating
        )

    def to_start(self) -> None:
        """Put the marker where the search begins; nothing of the curve was passed.

        With the standard formula, restore the player's own rating.
        """
        if isinstance(self.idea, SpecialPicture):
            self.r = self.idea.done.start
        else:
            self.reset_causes(None, everything=False)
        self.seen = self.r, self.r
        self.found = self.caught

    @property
    def games(self) -> tuple[tuple[int, int], ...]:
        """The round and the opponent's pairing number of each game."""
        entrants = [player.entrant for player in self._section.players]
        own = entrants[self._place].own
        return tuple((game.round, entrants[game.opponent].number) for game in own)

    @property
    def is_changed(self) -> bool:
        """True if there is a trial rating or a changed result."""
        return not self.causes.is_empty or any(
            row.score != row.true_score for row in self.idea.rows
        )

    def keep_trial_ratings(self, before: "ExplorerState") -> None:
        """Copy the trial ratings from an earlier state of the same player."""
        places = {game: place for place, game in enumerate(self.games)}
        causes = TRUTH._replace(r0=before.causes.r0)
        for place, rating in before.causes.ratings:
            if before.games[place] in places:
                here = places[before.games[place]]
                causes = causes.get_tried_rating(here, rating)
        self.try_causes(causes)

    def come_from(self, before: "ExplorerState") -> None:
        """Copy R and the passed part from an earlier state of the same player."""
        if isinstance(self.idea, SpecialPicture) and isinstance(
            before.idea, SpecialPicture
        ):
            for r in (*before.seen, before.r):
                self.put_marker(r)

    def put_marker(self, r: float) -> None:
        """Put R there, exactly; everything on the way was passed."""
        low, high = self.bounds
        self.r = min(max(r, low), high)
        self.seen = min(self.seen[0], self.r), max(self.seen[1], self.r)
        self.found = self.found or self.caught

    def drag_marker(self, r: float, reach: float) -> None:
        """Move R to a whole point, or to the solution if that is within reach."""
        if not isinstance(self.idea, SpecialPicture):
            self.try_rating(None, float(round(r)))
            return
        catch = self.idea.catch_rating
        self.put_marker(catch if abs(r - catch) <= reach else float(round(r)))

    def nudge_marker(self, by: float) -> None:
        """Move R by a key: from whole point to whole point, not past the catch."""
        here = self.at
        # From between two whole points one step is to the nearer edge on that side.
        there = (floor(here) if by > 0 else ceil(here)) + by
        if not isinstance(self.idea, SpecialPicture):
            self.try_rating(None, there)
            return
        catch = self.idea.catch_rating
        passed = min(here, there) - HALF < catch < max(here, there) + HALF
        self.put_marker(catch if here != catch and passed else there)

    # Trial values

    def hold_axis(self, holds: bool) -> None:
        """Keep the axis unchanged while the user drags a part."""
        self._holds = holds
        if not holds:
            self._make_ideas()

    def try_causes(self, causes: TriedValues) -> None:
        """Replace all tried values."""
        if causes != self.causes:
            self.causes = causes
            self._make_ideas()
            if isinstance(self.idea, SpecialPicture):
                self.put_marker(self.r)
                self.found = self.caught

    def try_rating(self, game: int | None, rating: float) -> None:
        """Try another rating of an opponent, or another pre-event rating of the player.

        Setting the true rating again ends the trial.
        """
        row = self.row_of_game(game)
        if row is None:
            true = self._section.players[self._place].start.r0
        else:
            true = row.true_rating
            if game is None:
                # The row of earlier games may be 400 points away from the player's
                # rating.
                offset = {"all_wins": -REACH, "all_losses": REACH}
                assert isinstance(self.idea, SpecialPicture)
                aside = offset.get(self.idea.record, 0.0)
                true, rating = true - aside, rating - aside
        same = abs(rating - true) < 1e-9
        self.try_causes(self.causes.get_tried_rating(game, None if same else rating))

    def try_score(self, game: int, score: float) -> None:
        """Try another result; setting the rated result again ends the trial."""
        rated = self._section.players[self._place].entrant.own[game].score
        tried = None if score == rated else score
        self.try_causes(self.causes.get_tried_score(game, tried))

    def reset_causes(self, game: int | None = None, everything: bool = True) -> None:
        """Reset all tried values, or those of one row."""
        causes = TRUTH
        if not everything:
            causes = self.causes.get_tried_rating(game, None)
            if game is not None:
                causes = causes.get_tried_score(game, None)
        self.try_causes(causes)

    def select_step(self, step: int) -> None:
        """Show another step; the marker stays."""
        if step in self.steps and step != self.step:
            self.step = step
            self._make_ideas()

    def row_of_game(self, game: int | None) -> GameBar | None:
        """Return the row of a game, None: of the earlier games, where there is one."""
        return next((row for row in self.idea.rows if row.game == game), None)
