"""The state of the rating explorer: R, the passed part of the curve, and tried values."""

from math import ceil, floor
from typing import Final, NamedTuple

from uscalc.engine.special import REACH
from uscalc.engine.trace import SectionTrace
from uscalc.explain.idea import (
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

SCORES: Final = (0.0, 0.5, 1.0)
HALF: Final = 0.5
"""Points around the catch within which a key has come to it."""


class ExplorerScene(NamedTuple):
    """Everything that the explorer shows at one moment."""

    idea: Idea
    at: float
    seen: tuple[float, float]
    caught: bool
    found: bool


class ExplorerState:
    """One player of a rated section, one step at a time.

    With the special formula `r` is where the handle is, and `seen` between which
    ratings it has been; with the standard one the handle is the player's own rating.
    """

    def __init__(
        self, section: SectionTrace, place: int, people: PlayerDirectory, step: int
    ) -> None:
        self._section = section
        self._place = place
        self._people = people
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
        return make_picture(self._section, self._place, step, self._people, causes)

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
        """True if the handle is at the rating where the sums meet."""
        return (
            isinstance(self.idea, SpecialPicture) and self.r == self.idea.catch_rating
        )

    def to_start(self) -> None:
        """Put the handle where the search begins; nothing of the curve was passed.

        With the standard formula, restore the player's own rating.
        """
        if isinstance(self.idea, SpecialPicture):
            self.r = self.idea.done.start
        else:
            self.reset_causes(None, everything=False)
        self.seen = self.r, self.r
        self.found = self.caught

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
        """Draws R to a whole point, or to where it catches if that is within reach."""
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

    # What-if values

    def hold_axis(self, holds: bool) -> None:
        """Keep the axis unchanged while the user drags a part."""
        self._holds = holds
        if not holds:
            self._make_ideas()

    def try_causes(self, causes: TriedValues) -> None:
        """Imagines exactly this."""
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
        """Imagine another result."""
        row = self.row_of_game(game)
        true = row is not None and row.true_score == score
        self.try_causes(self.causes.get_tried_score(game, None if true else score))

    def reset_causes(self, game: int | None = None, everything: bool = True) -> None:
        """Reset all tried values, or those of one row."""
        causes = TRUTH
        if not everything:
            causes = self.causes.get_tried_rating(game, None)
            if game is not None:
                causes = causes.get_tried_score(game, None)
        self.try_causes(causes)

    def select_step(self, step: int) -> None:
        """Show another step; the handle stays."""
        if step in self.steps and step != self.step:
            self.step = step
            self._make_ideas()

    def row_of_game(self, game: int | None) -> GameBar | None:
        """Return the row of a game, None: of the earlier games, where there is one."""
        return next((row for row in self.idea.rows if row.game == game), None)
