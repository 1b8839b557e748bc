"""The scene of one player's rating: a step, R, tried values, a position in the search.

A `Scene` is a frozen value; each action of the user gives another one. Bars, curve and
explanation show the same scene.
"""

from collections.abc import Hashable, Mapping
from functools import cached_property
from math import ceil, floor, inf
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from uscalc.engine.special import REACH
from uscalc.engine.trace import PlayerTrace, SectionTrace, SpecialTrace
from uscalc.explain.numbers import PlayerDirectory
from uscalc.explain.picture import (
    NO_WHAT_IF,
    TRUTH,
    GameBar,
    Given,
    SpecialPicture,
    StepPicture,
    TriedValues,
    find_axis_bounds,
    list_steps,
    make_picture,
)
from uscalc.explain.walk import StartAt, compute_walk_from, interpolate_stops

HALF: Final = 0.5
"""A key snaps to the solution if it passes within this many points of it."""


class SceneSubject(Struct, frozen=True, eq=False, dict=True):
    """The player of a rated section whom a scene is about.

    If what-if results changed `section`, `actual` has the actual scores of those games.
    `whose` stays the same for the same player after an edit.
    """

    section: SectionTrace
    place: int
    people: PlayerDirectory
    actual: Mapping[int, float | None] = field(default_factory=lambda: NO_WHAT_IF)
    whose: Hashable = None

    @property
    def player(self) -> PlayerTrace:
        """The player's trace, without tried values."""
        return self.section.players[self.place]

    @property
    def steps(self) -> tuple[int, ...]:
        """The steps that have games to show."""
        return tuple(list_steps(self.player))

    @property
    def games(self) -> tuple[tuple[int, int], ...]:
        """The round and the opponent's pairing number of each game."""
        entrants = [player.entrant for player in self.section.players]
        own = entrants[self.place].own
        return tuple((game.round, entrants[game.opponent].number) for game in own)

    def make_picture(self, step: int, causes: TriedValues = TRUTH) -> StepPicture:
        """Return a step as a picture, with tried values."""
        picture = make_picture(
            self.section, self.place, step, self.people, causes, self.actual
        )
        assert picture is not None
        return picture

    @cached_property
    def true_pictures(self) -> dict[int, StepPicture]:
        """Each step as a picture without tried values."""
        return {step: self.make_picture(step) for step in self.steps}

    @property
    def true_results(self) -> dict[int, float]:
        """The rating that each step gives without tried values."""
        return {step: picture.result for step, picture in self.true_pictures.items()}

    def make_scene(self, step: int) -> "Scene":
        """Return the scene of a step with R at the start of the search, and nothing tried."""
        bounds = find_axis_bounds([self.make_picture(i) for i in self.steps])
        return Scene(self, self.make_picture(step), bounds, bounds).to_start()


class Scene(Struct, frozen=True, eq=False, dict=True):
    """The state that every view of a player's rating shows.

    With the special formula, `r` is the marker's rating, and `own` the rating to which
    the user moved it last. `seen` is the range of ratings that it has passed. With the
    standard formula, the marker is at the player's own rating. `position` is the
    position in the search, where 2.5 is halfway from stop 2 to stop 3; None if the user
    moved R away from the search. `found` is True if R has been at the solution. `spot`
    is the selected piece or knot of the curve (see `find_spot`). The axis keeps its
    `bounds` while `held` is True. `guesses` are the ratings that the user or a class
    guessed. While `waits` is True, nothing shows the solution, until the user asks for
    it after a guess, or has no idea.
    `elsewhere` has the tried ratings of opponents in other steps. `line` is the line of
    the explanation that the user came from, until something moves.
    """

    subject: SceneSubject
    picture: StepPicture
    true_bounds: tuple[float, float]
    bounds: tuple[float, float]
    r: float = 0.0
    own: float = 0.0
    seen: tuple[float, float] = (0.0, 0.0)
    found: bool = False
    position: float | None = None
    start: StartAt = "prior"
    spot: int | None = None
    held: bool = False
    guesses: tuple[float, ...] = ()
    waits: bool = False
    elsewhere: Mapping[int, Given] = {}
    line: str = ""

    @property
    def step(self) -> int:
        """The shown step: 3, 4 or 5."""
        return self.picture.step

    @property
    def causes(self) -> TriedValues:
        """The tried values."""
        return self.picture.causes

    @property
    def has_trials(self) -> bool:
        """True if a rating or a number of earlier games is tried in any step."""
        here = not self.causes._replace(scores=()).is_empty
        return here or any(self.elsewhere.values())

    @property
    def tried_steps(self) -> tuple[int, ...]:
        """The steps with tried values, the shown step first."""
        shown = () if self.causes.is_empty else (self.step,)
        return (*shown, *(step for step, tried in self.elsewhere.items() if tried))

    @property
    def at(self) -> float:
        """The rating at which the bars are filled: R, or R0 with the standard formula."""
        return self.r if isinstance(self.picture, SpecialPicture) else self.picture.r0

    @property
    def caught(self) -> bool:
        """True if the marker is at the solution, where the sums are equal."""
        return (
            isinstance(self.picture, SpecialPicture)
            and not self.waits
            and self.r == self.picture.catch_rating
        )

    @property
    def marks_r(self) -> bool:
        """True if the user moved R away from the search."""
        return self.position is None and self.seen[0] != self.seen[1]

    @property
    def reached(self) -> float:
        """The position in the search; the start if R is not on it."""
        return self.position or 0.0

    @property
    def is_changed(self) -> bool:
        """True if a rating, a number of games or a result is tried."""
        return bool(self.tried_steps) or any(
            row.score != row.true_score for row in self.picture.rows
        )

    def find_row(self, game: int | None) -> GameBar | None:
        """Return the row of a game; without a game, that of the earlier games. None if missing."""
        return next((row for row in self.picture.rows if row.game == game), None)

    # The guess

    def wait_for_guess(self, waits: bool) -> "Scene":
        """Hide the solution until the user asks for it, unless it was already found."""
        return replace(self, waits=waits and not self.found)

    def set_guesses(self, guesses: tuple[float, ...]) -> "Scene":
        """Show these guesses as ghosts; the axis has room for all."""
        return replace(self, guesses=guesses)._fit_axis()

    def show_answer(self) -> "Scene":
        """Stop hiding the solution."""
        scene = replace(self, waits=False)
        return replace(scene, found=scene.caught)

    @property
    def plots_guesses(self) -> bool:
        """True if the picture has a dot plot of guesses, or room for one."""
        return self.waits or bool(self.guesses)

    @property
    def shows_result(self) -> bool:
        """True if the picture may show the resulting rating."""
        special = isinstance(self.picture, SpecialPicture)
        return self.found if special else not self.waits

    # R

    def to_start(self) -> "Scene":
        """Move the marker to the start of the search, as if no part of the curve had been passed.

        With the standard formula, restore the player's own rating.
        """
        scene = (
            replace(self, r=self.picture.done.start)
            if isinstance(self.picture, SpecialPicture)
            else self.reset_causes(None, everything=False)
        )
        scene = replace(scene, own=scene.r, seen=(scene.r, scene.r), position=None)
        return replace(scene, found=scene.caught)

    def put_marker(self, r: float) -> "Scene":
        """Move R to exactly this rating. Knots on the way count as passed; no piece is selected."""
        low, high = self.bounds
        r = min(max(r, low), high)
        seen = min(self.seen[0], r), max(self.seen[1], r)
        scene = replace(self, r=r, own=r, seen=seen, position=None, spot=None, line="")
        return replace(scene, found=self.found or scene.caught)

    def to_solution(self) -> "Scene":
        """Move R to the solution, where the expected score equals the actual score.

        With the standard formula, R0 stays.
        """
        picture = self.picture
        return (
            self.put_marker(picture.catch_rating)
            if isinstance(picture, SpecialPicture)
            else self
        )

    def drag_marker(self, r: float, reach: float) -> "Scene":
        """Move R to a whole point, or to the solution if that is within reach."""
        if not isinstance(self.picture, SpecialPicture):
            return self.try_rating(None, float(round(r)))
        catch = self.picture.catch_rating
        snaps = abs(r - catch) <= reach and not self.waits
        return self.put_marker(catch if snaps else float(round(r)))

    def rest_on_knot(self, reach: float) -> "Scene":
        """Move R to the nearest knot within reach, at the end of a drag."""
        picture = self.picture
        if not isinstance(picture, SpecialPicture) or self.caught:
            return self
        knot = min((bend.r for bend in picture.bends), key=lambda r: abs(r - self.r))
        return self.put_marker(knot) if abs(knot - self.r) <= reach else self

    def nudge_marker(self, by: float) -> "Scene":
        """Move R with a key to the next multiple of the step, but not past the solution.

        An infinite step goes to the end of the axis.
        """
        here = self.at
        if abs(by) == inf:
            there = self.bounds[0 if by < 0 else 1]
        else:
            # Between two multiples, a step goes to the nearest one in its direction.
            size = abs(by)
            whole = floor(here / size) if by > 0 else ceil(here / size)
            there = whole * size + by
        if not isinstance(self.picture, SpecialPicture):
            return self.try_rating(None, float(round(there)))
        catch = self.picture.catch_rating
        passed = min(here, there) - HALF < catch < max(here, there) + HALF
        caught = here != catch and passed and abs(by) != inf and not self.waits
        return self.put_marker(catch if caught else there)

    def leave_search(self) -> "Scene":
        """Leave the search without moving R."""
        return self if self.position is None else replace(self, position=None)

    # The search

    @property
    def search(self) -> SpecialTrace | None:
        """The search from the selected start; None with the standard formula."""
        picture = self.picture
        return (
            compute_walk_from(self.start, picture.player, picture.done)
            if isinstance(picture, SpecialPicture)
            else None
        )

    @property
    def moves(self) -> int:
        """How many moves the search has."""
        search = self.search
        return 0 if search is None else len(search.moves)

    def to_position(self, position: float) -> "Scene":
        """Go to a position of the search; R goes to M, and the user's own R stays."""
        search, picture = self.search, self.picture
        if search is None or not isinstance(picture, SpecialPicture):
            return self
        stops = (*(move.m for move in search.moves), search.end)
        last = len(stops) - 1
        position = min(max(position, 0.0), float(last))
        r = (
            picture.catch_rating
            if position == last and self.start == "prior"
            else interpolate_stops(stops, position)
        )
        return replace(self.put_marker(r), own=self.own, position=position)

    def start_from(self, start: StartAt) -> "Scene":
        """Show the search from another start."""
        return (
            self
            if start == self.start
            else replace(self, start=start)._keep_position(self)
        )

    def _keep_position(self, before: "Scene") -> "Scene":
        """Go to the position of an earlier scene in the search; at its end, go to the end."""
        if before.position is None:
            return self
        ended = before.position >= before.moves
        return self.to_position(float(self.moves) if ended else before.position)

    # Trial values

    def hold_axis(self, held: bool) -> "Scene":
        """Keep the axis unchanged while the user drags a part; the search stops."""
        scene = replace(self, held=held, line="")
        return replace(scene, position=None) if held else scene._fit_axis()

    def _fit_axis(self) -> "Scene":
        low, high = find_axis_bounds([self.picture])
        bounds = min(low, self.true_bounds[0]), max(high, self.true_bounds[1])
        if isinstance(self.picture, SpecialPicture):
            bounds = min(*bounds, *self.guesses), max(*bounds, *self.guesses)
        return replace(self, bounds=bounds)

    def _with_picture(self, picture: StepPicture) -> "Scene":
        scene = replace(self, picture=picture, spot=None, line="")
        return scene if self.held else scene._fit_axis()

    def try_causes(self, causes: TriedValues) -> "Scene":
        """Replace all tried values."""
        if causes == self.causes:
            return self
        scene = self._with_picture(self.subject.make_picture(self.step, causes))
        if isinstance(scene.picture, SpecialPicture):
            scene = scene.put_marker(self.r)
        return replace(scene, position=None, found=scene.caught)

    def try_rating(self, game: int | None, rating: float) -> "Scene":
        """Try a different rating of an opponent, or a different pre-event rating of the player.

        The true rating removes the trial.
        """
        if game is None and isinstance(self.picture, SpecialPicture):
            # The row of earlier games may be 400 points away from the player's rating.
            offset = {"all_wins": -REACH, "all_losses": REACH}
            rating -= offset.get(self.picture.record, 0.0)
        row, own = self.find_row(game), self.subject.player.start.r0
        true = own if game is None or row is None else row.true_rating
        same = abs(rating - true) < 1e-9
        return self.try_causes(
            self.causes.get_tried_rating(game, None if same else rating)
        )

    def try_games(self, games: int) -> "Scene":
        """Try another number of earlier games."""
        same = games == self.subject.player.start.n
        return self.try_causes(self.causes.get_tried_games(None if same else games))

    def try_score(self, game: int, score: float) -> "Scene":
        """Try a different result of a game; the rated result removes the trial."""
        same = score == self.subject.player.entrant.own[game].score
        return self.try_causes(
            self.causes.get_tried_score(game, None if same else score)
        )

    def reset_causes(self, game: int | None = None, everything: bool = True) -> "Scene":
        """Reset all tried values, or those of one row."""
        if everything:
            return replace(self, elsewhere={}).try_causes(TRUTH)
        causes = self.causes.get_tried_rating(game, None)
        if game is not None:
            causes = causes.get_tried_score(game, None)
        return self.try_causes(causes)

    def reset_row(self, row: GameBar) -> "Scene":
        """Reset the rating of a row and its result."""
        scene = self.reset_causes(row.game, everything=False)
        return (
            scene.try_score(row.game, row.true_score)
            if row.game is not None and row.true_score is not None
            else scene
        )

    def make_trial_trace(self) -> PlayerTrace:
        """Return the player's trace with the tried values.

        The player's own rating and games count in every step.
        """
        own = self.causes._replace(scores=())
        pictures = {
            step: self.picture
            if step == self.step
            else self.subject.make_picture(
                step, own._replace(ratings=self.elsewhere.get(step, ()))
            )
            for step in self.subject.steps
        }
        done = {step: picture.done for step, picture in pictures.items()}
        step3 = done.get(3)
        return pictures[max(pictures)].player._replace(
            step3=step3 if isinstance(step3, SpecialTrace) else None,
            step4=done.get(4),
            step5=done.get(5),
        )

    # Other scenes

    def select_step(self, step: int) -> "Scene":
        """Show another step. The marker stays at its rating, or goes to M if it was on the search.

        The tried rating of an opponent stays in the step where it was tried.
        """
        if step not in self.subject.steps or step == self.step:
            return self
        elsewhere = {**self.elsewhere, self.step: self.causes.ratings}
        causes = self.causes._replace(ratings=elsewhere.pop(step, ()))
        scene = replace(self, elsewhere=elsewhere)
        scene = scene._with_picture(self.subject.make_picture(step, causes))
        return replace(scene, found=scene.caught)._keep_position(self)

    def select_spot(self, spot: int | None) -> "Scene":
        """Select a piece or a knot of the curve, or none."""
        return self if spot == self.spot else replace(self, spot=spot)

    def come_from(self, before: "Scene", keeps_trials: bool) -> "Scene":
        """Continue from an earlier scene of the same player."""
        scene = replace(self, start=before.start, waits=before.waits).set_guesses(
            before.guesses
        )
        if isinstance(scene.picture, SpecialPicture) and isinstance(
            before.picture, SpecialPicture
        ):
            for r in (*before.seen, before.r):
                scene = scene.put_marker(r)
            scene = replace(scene, own=before.own)
        if keeps_trials:
            scene = scene._keep_trials(before)
        return scene._keep_position(before)

    def _keep_trials(self, before: "Scene") -> "Scene":
        """Copy the trial ratings from an earlier scene of the same player."""
        places = {game: place for place, game in enumerate(self.subject.games)}
        known = before.subject.games
        tried = {**before.elsewhere, before.step: before.causes.ratings}
        kept = {
            step: tuple(
                (places[known[place]], rating)
                for place, rating in ratings
                if known[place] in places
            )
            for step, ratings in tried.items()
        }
        causes = TRUTH._replace(
            r0=before.causes.r0,
            games=before.causes.games,
            ratings=kept.pop(self.step, ()),
        )
        return replace(self, elsewhere=kept).try_causes(causes)
