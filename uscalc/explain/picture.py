"""The data of the rating explorer: games as bars of one point, and two sums.

With the special formula, a game's bar is on the rating axis, from 400 points below the
opponent's rating to 400 above; its part below R is the expected score of a player rated
R. Earlier games are one more bar, worth N' points. The marker snaps to the rating at
which the bars add up to the score: this is the result. With the standard formula, the
bars are filled at R0.

The user can try other values (`TriedValues`), which the engine's own steps rate.
Without tried values, every number is the trace's.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from uscalc.engine.inputs import Record
from uscalc.engine.section import (
    finish_player,
    plan_player,
    run_step_3,
    run_step_4_or_5,
)
from uscalc.engine.special import (
    CAP,
    LANDING,
    MINIMUM,
    REACH,
    adjust_prior_and_score,
    compute_objective,
    compute_provisional_expectancy,
)
from uscalc.engine.trace import (
    PlayerTrace,
    SectionTrace,
    SpecialTrace,
    StandardTrace,
    StepTrace,
)
from uscalc.explain.answer_special import find_uncapped_result
from uscalc.explain.curve import ObjectiveCurve, make_objective_curve
from uscalc.explain.numbers import PlayerDirectory, describe_strength_source

LOWEST: Final = 100.0
HIGHEST: Final = 3000.0
"""The highest rating that can be tried."""
FEWEST: Final = 1
MOST: Final = 60
"""The most earlier games that can be tried."""
Given = tuple[tuple[int, float], ...]


class TriedValues(NamedTuple):
    """The values that the user tries: ratings, results, and the number of earlier games.

    Games are identified by their index in the player's own row. All other values are
    the actual ones.
    """

    r0: float | None = None
    ratings: Given = ()
    scores: Given = ()
    games: int | None = None

    @property
    def is_empty(self) -> bool:
        """True if no value is tried."""
        return self == TRUTH

    def get_tried_rating(self, game: int | None, value: float | None) -> "TriedValues":
        """Return the values with another rating of an opponent or, without a game, the player.

        The value None removes the trial.
        """
        if value is not None:
            value = min(max(value, LOWEST), HIGHEST)
        return (
            self._replace(r0=value)
            if game is None
            else self._replace(ratings=_get_tried_value(self.ratings, game, value))
        )

    def get_tried_games(self, games: int | None) -> "TriedValues":
        """Return the values with another number of earlier games; None removes the trial."""
        if games is not None:
            games = min(max(games, FEWEST), MOST)
        return self._replace(games=games)

    def get_tried_score(self, game: int, value: float | None) -> "TriedValues":
        """Return the values with another result of a game; None removes the trial."""
        return self._replace(scores=_get_tried_value(self.scores, game, value))


TRUTH: Final = TriedValues()
NO_WHAT_IF: Final[Mapping[int, float | None]] = {}


def _get_tried_value(known: Given, game: int, value: float | None) -> Given:
    kept = [(at, what) for at, what in known if at != game]
    if value is not None:
        kept.append((game, value))
    return tuple(sorted(kept))


class GameBar(NamedTuple):
    """A game as a bar; if `game` is None, all of the player's earlier games.

    The bar holds `worth` points, of which `score` were scored. `true_rating` and
    `true_score` are the values without trials and what-if results; `true_score` is None
    for an unplayed game.
    """

    game: int | None
    name: str
    round: int
    rating: float
    score: float
    worth: float
    true_rating: float
    true_score: float | None
    source: str

    @property
    def low(self) -> float:
        """The rating at which the bar begins; a player rated lower is expected to score nothing."""
        return self.rating - REACH

    @property
    def high(self) -> float:
        """The rating at which the bar is full."""
        return self.rating + REACH

    @property
    def is_tried(self) -> bool:
        """True if its rating or its result is tried."""
        return self.rating != self.true_rating or self.score != self.true_score


class BarKnot(NamedTuple):
    """A knot of the curve, with the indexes of the rows whose bars begin or become full there."""

    r: float
    begins: tuple[int, ...]
    full: tuple[int, ...]


class SpecialPicture(Struct, frozen=True):
    """A step of the special formula as rows of bars; the last row is the earlier games.

    `bends` are all knots in ascending order, with the rows that make them.
    """

    step: int
    rows: tuple[GameBar, ...]
    done: SpecialTrace
    curve: ObjectiveCurve
    bends: tuple[BarKnot, ...]
    record: Record
    player: PlayerTrace
    causes: TriedValues

    @property
    def games(self) -> int:
        """The number of games of this event."""
        return len(self.rows) - 1

    @property
    def prior(self) -> GameBar:
        """The row of the earlier games."""
        return self.rows[-1]

    @property
    def worth(self) -> float:
        """The number of points that could be scored: one for each game, N' for earlier games."""
        return self.games + self.done.n_eff

    @property
    def scored(self) -> float:
        """The number of points scored, S'."""
        return self.done.target

    def compute_fill(self, row: GameBar, r: float) -> float:
        """Return the part of a row's bar that is filled at a rating, from 0 to 1."""
        return compute_provisional_expectancy(r, row.rating)

    def compute_expected(self, r: float) -> float:
        """Return the expected score at a rating: the filled parts of all bars."""
        done = self.done
        return compute_objective(r, done.strengths, done.prior, done.n_eff, 0.0)

    def compute_difference(self, r: float) -> float:
        """Return the expected minus the actual score at a rating: f(R)."""
        done = self.done
        return compute_objective(r, done.strengths, done.prior, done.n_eff, done.target)

    @property
    def catch_rating(self) -> float:
        """The rating that the marker snaps to: the result before cap and floor."""
        return find_uncapped_result(self.player, self.done)

    @property
    def stop_ratings(self) -> tuple[float, ...]:
        """The start of the search, and the rating after each move."""
        return (*(move.m for move in self.done.moves), self.done.end)

    def find_knot(self, r: float) -> BarKnot | None:
        """Return the knot at a rating, or None."""
        i = bisect_left(self.bends, r - 2 * LANDING, key=lambda bend: bend.r)
        near = i < len(self.bends) and abs(self.bends[i].r - r) <= 2 * LANDING
        return self.bends[i] if near else None

    @property
    def result(self) -> float:
        """The rating that this step gives; in Step 5, the post-event rating."""
        return _get_step_result(self.player, self.step, self.done)


class StandardPicture(Struct, frozen=True):
    """A step of the standard formula as rows of bars, filled at the player's R0."""

    step: int
    rows: tuple[GameBar, ...]
    done: StandardTrace
    player: PlayerTrace
    causes: TriedValues

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.rows)

    @property
    def worth(self) -> float:
        """The number of points that could be scored: one for each game."""
        return float(len(self.rows))

    @property
    def scored(self) -> float:
        """The number of points scored."""
        return self.player.entrant.score

    @property
    def r0(self) -> float:
        """The rating that the bars are filled at."""
        return self.player.start.r0

    @property
    def above_expected(self) -> float:
        """The points above expected: scored minus expected."""
        return self.scored - self.done.expected

    @property
    def change(self) -> float:
        """The points above expected times K, plus the bonus."""
        return self.done.gain + self.done.bonus

    @property
    def result(self) -> float:
        """The rating that this step gives; in Step 5, the post-event rating."""
        return _get_step_result(self.player, self.step, self.done)


StepPicture = SpecialPicture | StandardPicture
"""A step of either formula as a picture."""


def list_steps(player: PlayerTrace) -> dict[int, StepTrace]:
    """Return a player's steps that have games to show, by number."""
    steps = {3: player.step3, 4: player.step4, 5: player.step5}
    return {i: done for i, done in steps.items() if done is not None}


def make_picture(
    section: SectionTrace,
    place: int,
    step: int,
    people: PlayerDirectory,
    causes: TriedValues = TRUTH,
    actual: Mapping[int, float | None] = NO_WHAT_IF,
) -> StepPicture | None:
    """Return a player's step as a picture; None if the step has nothing to show.

    `actual` has the actual scores, by game, of results that `section` changes.
    """
    player = section.players[place]
    done = list_steps(player).get(step)
    if done is None:
        return None
    opponents = player.entrant.opponents
    rows: tuple[GameBar, ...] = tuple(
        GameBar(
            game,
            people.get_name(opponents[game]),
            own.round,
            dict(causes.ratings).get(game, strength),
            dict(causes.scores).get(game, own.score),
            1.0,
            strength,
            actual.get(game, own.score),
            describe_strength_source(section.players[opponents[game]], step),
        )
        for game, (own, strength) in enumerate(
            zip(player.entrant.own, done.strengths, strict=True)
        )
    )
    r0 = player.start.r0
    player, done = rate_with_tried_values(section, place, step, causes)
    if isinstance(done, StandardTrace):
        return StandardPicture(step, rows, done, player, causes)
    record = player.record
    true_prior, _ = adjust_prior_and_score(r0, 0.0, 0.0, record)
    earlier = {"all_wins": done.n_eff, "all_losses": 0.0}.get(record, done.n_eff / 2)
    prior = GameBar(
        None, "", 0, done.prior, earlier, done.n_eff, true_prior, earlier, ""
    )
    curve = make_objective_curve(done, player.entrant)
    rows = (*rows, prior)
    return SpecialPicture(
        step, rows, done, curve, _make_knots(rows, curve), record, player, causes
    )


def _make_knots(rows: Sequence[GameBar], curve: ObjectiveCurve) -> tuple[BarKnot, ...]:
    """Return each knot of a curve with the rows that make it."""
    places = [knot.r for knot in curve.knots]
    begins: list[list[int]] = [[] for _ in places]
    full: list[list[int]] = [[] for _ in places]
    for i, row in enumerate(rows):
        begins[bisect_left(places, row.low - 2 * LANDING)].append(i)
        full[bisect_left(places, row.high - 2 * LANDING)].append(i)
    made = zip(places, begins, full, strict=True)
    return tuple(BarKnot(r, tuple(starts), tuple(ends)) for r, starts, ends in made)


def find_axis_bounds(pictures: Sequence[StepPicture]) -> tuple[float, float]:
    """Return the ends of an axis on which all bars of these pictures fit."""
    places: list[float] = []
    for picture in pictures:
        for row in picture.rows:
            reach = REACH if isinstance(picture, SpecialPicture) else 0.0
            places += [row.rating - reach, row.rating + reach]
        places += [picture.player.start.r0, picture.result]
        if isinstance(picture, SpecialPicture):
            places += picture.stop_ratings
        else:
            places.append(picture.r0 + picture.change)
    low, high = min(places), max(places)
    if any(
        isinstance(picture, SpecialPicture) and picture.done.capped
        for picture in pictures
    ):
        low = min(low, CAP)
    room = max(0.04 * (high - low), 25.0)
    return low - room, high + room


def _get_step_result(player: PlayerTrace, step: int, done: StepTrace) -> float:
    return player.post if step == 5 and player.post is not None else done.result


def rate_with_tried_values(
    section: SectionTrace, place: int, step: int, causes: TriedValues
) -> tuple[PlayerTrace, StepTrace]:
    """Return the player's trace and step with tried values, as the engine rates them.

    Only this player is rated again. Raises KeyError if the player has no such step.
    """
    player = section.players[place]
    done = list_steps(player)[step]
    if causes.is_empty:
        return player, done
    entrant, scores = player.entrant, dict(causes.scores)
    own = tuple(
        game._replace(score=scores.get(i, game.score))
        for i, game in enumerate(entrant.own)
    )
    changed = replace(entrant, own=own)
    if causes.r0 is not None or causes.games is not None:
        # A tried rating has the number of games that the player has. If the player
        # was unrated, the record of all wins or losses doesn't apply.
        changed = replace(
            changed,
            rating=player.start.r0 if causes.r0 is None else causes.r0,
            games=player.start.n if causes.games is None else causes.games,
            record="mixed" if entrant.rating is None else entrant.record,
        )
    planned = plan_player(
        changed, section.section, section.rules, player.match is not None
    )
    tried = dict(causes.ratings)
    strengths = tuple(tried.get(i, rating) for i, rating in enumerate(done.strengths))
    done = (
        run_step_3(planned, strengths)
        if step == 3
        else run_step_4_or_5(planned, strengths)
    )
    rated = (
        finish_player(planned, None, None, done, section.section, section.rules)
        if step == 5
        else player._replace(
            entrant=planned.entrant,
            start=planned.start,
            effective=planned.effective,
            formula=planned.formula,
            why=planned.why,
            no_bonus=planned.no_bonus,
        )
    )
    return rated, done


class LimitMark(NamedTuple):
    """A limit that no rating passes: the cap, a floor or a ceiling."""

    level: float
    kind: str
    acted: bool


def list_limits(picture: StepPicture) -> tuple[LimitMark, ...]:
    """Return the limits of a step: those of the formula, and after Step 5 the player's own."""
    done, found = picture.done, []
    if isinstance(picture, SpecialPicture):
        assert isinstance(done, SpecialTrace)
        found.append(LimitMark(CAP, "cap", done.capped))
    floors = picture.player.floors if picture.step == 5 else None
    if floors is None or floors.floor <= MINIMUM:
        found.append(LimitMark(MINIMUM, "minimum", done.raw < MINIMUM))
    else:
        held_by, held = floors.held if floors.acted else (floors.name, floors.floor)
        found.append(LimitMark(float(held), held_by, floors.acted))
    if floors is not None and floors.ceiling is not None:
        found.append(LimitMark(floors.ceiling, "ceiling", floors.capped))
    return tuple(found)
