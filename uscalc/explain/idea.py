"""The idea of a rating before any formula: games as bars of one point, and two sums.

With the special formula a game's bar is on the rating axis, from 400 below the opponent
to 400 above; its part below R is expected of a player rated R. Earlier games are one
more bar, worth N' points. At the rating where the bars hold the score the marker
catches: that is the result. With the standard formula the bars are filled at R0.

The user can try other values (`Causes`), which the engine's own steps rate; without
tried values every number is the trace's.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from uscalc.engine.inputs import Record
from uscalc.engine.section import Plan, finish, plan, step_3, step_4_or_5
from uscalc.engine.special import (
    CAP,
    LANDING,
    MINIMUM,
    REACH,
    adjusted,
    objective,
    provisional_expectancy,
)
from uscalc.engine.trace import (
    PlayerTrace,
    SectionTrace,
    SpecialTrace,
    StandardTrace,
    StepTrace,
)
from uscalc.explain.curve import Curve, curve_of
from uscalc.explain.numbers import People, strength_source

LOWEST: Final = 100.0
HIGHEST: Final = 3000.0
"""The highest rating that can be tried."""
Given = tuple[tuple[int, float], ...]


class Causes(NamedTuple):
    """Tried values: the player's rating, opponents' ratings, results.

    Games are identified by their index in the player's own row. Values not listed keep
    their actual ones.
    """

    r0: float | None = None
    ratings: Given = ()
    scores: Given = ()

    @property
    def nothing(self) -> bool:
        """True if no value is tried."""
        return self == TRUTH

    def rated(self, game: int | None, value: float | None) -> "Causes":
        """Return an opponent's tried rating, or with None the player's own; None: unchanged."""
        if value is not None:
            value = min(max(value, LOWEST), HIGHEST)
        if game is None:
            return self._replace(r0=value)
        return self._replace(ratings=_given(self.ratings, game, value))

    def scored(self, game: int, value: float | None) -> "Causes":
        """Return the tried result of a game; None: unchanged."""
        return self._replace(scores=_given(self.scores, game, value))


TRUTH: Final = Causes()


def _given(known: Given, game: int, value: float | None) -> Given:
    kept = [(at, what) for at, what in known if at != game]
    if value is not None:
        kept.append((game, value))
    return tuple(sorted(kept))


class Row(NamedTuple):
    """A game, or the player's earlier games (`game` None), as a bar.

    The bar holds `worth` points, of which `score` were scored. `true_rating` and
    `true_score` are the actual values.
    """

    game: int | None
    name: str
    round: int
    rating: float
    score: float
    worth: float
    true_rating: float
    true_score: float
    source: str

    @property
    def low(self) -> float:
        """The rating at which its bar on the axis begins; below it no score is expected."""
        return self.rating - REACH

    @property
    def high(self) -> float:
        """The rating at which its bar on the axis is full."""
        return self.rating + REACH

    @property
    def imagined(self) -> bool:
        """True if any of its values is tried."""
        return self.rating != self.true_rating or self.score != self.true_score


class Bend(NamedTuple):
    """A knot of the curve: the rows (by index) whose bars begin or are full there."""

    r: float
    begins: tuple[int, ...]
    full: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Special:
    """One step of the special formula as rows; the prior's row is the last one.

    `bends` are all knots, ascending, with the rows that make them.
    """

    step: int
    rows: tuple[Row, ...]
    done: SpecialTrace
    curve: Curve
    bends: tuple[Bend, ...]
    record: Record
    player: PlayerTrace
    causes: Causes

    @property
    def games(self) -> int:
        """How many games of this event count."""
        return len(self.rows) - 1

    @property
    def prior(self) -> Row:
        """The earlier games."""
        return self.rows[-1]

    @property
    def worth(self) -> float:
        """How many points there are."""
        return self.games + self.done.n_eff

    @property
    def scored(self) -> float:
        """How many of them were scored."""
        return self.done.target

    def part(self, row: Row, r: float) -> float:
        """Return how much of a row's bar is filled at a rating, of 1."""
        return provisional_expectancy(r, row.rating)

    def expected(self, r: float) -> float:
        """Return the sum of all bars at a rating."""
        done = self.done
        return objective(r, done.strengths, done.prior, done.n_eff, 0.0)

    def difference(self, r: float) -> float:
        """Return the expected minus the actual score."""
        done = self.done
        return objective(r, done.strengths, done.prior, done.n_eff, done.target)

    @property
    def catch(self) -> float:
        """The rating at which the marker catches: the result before cap and floor."""
        done = self.done
        if done.tie_break is None:
            return done.end
        sides = {"below": done.tie_break.below, "above": done.tie_break.above}
        return sides.get(done.tie_break.why, self.player.start.r0)

    @property
    def stops(self) -> tuple[float, ...]:
        """The start of the search, and the rating after each move."""
        return (*(move.m for move in self.done.moves), self.done.end)

    def bend(self, r: float) -> Bend | None:
        """Return the knot at a rating."""
        i = bisect_left(self.bends, r - 2 * LANDING, key=lambda bend: bend.r)
        near = i < len(self.bends) and _near(self.bends[i].r, r)
        return self.bends[i] if near else None

    @property
    def result(self) -> float:
        """The rating that this step gives, or after Step 5 the event."""
        return _result(self.player, self.step, self.done)


@dataclass(frozen=True, slots=True)
class Standard:
    """One step of the standard formula as rows, filled at the player's R0."""

    step: int
    rows: tuple[Row, ...]
    done: StandardTrace
    player: PlayerTrace
    causes: Causes

    @property
    def games(self) -> int:
        """How many games count."""
        return len(self.rows)

    @property
    def worth(self) -> float:
        """How many points there are."""
        return float(len(self.rows))

    @property
    def scored(self) -> float:
        """How many of them were scored."""
        return self.player.entrant.score

    @property
    def r0(self) -> float:
        """The rating that the bars are filled at."""
        return self.player.start.r0

    @property
    def surplus(self) -> float:
        """Scored minus expected."""
        return self.scored - self.done.expected

    @property
    def change(self) -> float:
        """The surplus times K, and what counts twice."""
        return self.done.gain + self.done.bonus

    @property
    def result(self) -> float:
        """The rating that this step gives, or after Step 5 the event."""
        return _result(self.player, self.step, self.done)


Idea = Special | Standard


def steps_of(player: PlayerTrace) -> dict[int, StepTrace]:
    """Return the steps of a player that have games to show."""
    steps = {3: player.step3, 4: player.step4, 5: player.step5}
    return {i: done for i, done in steps.items() if done is not None}


def idea_of(
    section: SectionTrace,
    place: int,
    step: int,
    people: People,
    causes: Causes = TRUTH,
) -> Idea | None:
    """Return a player's step as a picture; None if the step has nothing to show."""
    player = section.players[place]
    done = steps_of(player).get(step)
    if done is None:
        return None
    opponents = player.entrant.opponents
    rows: tuple[Row, ...] = tuple(
        Row(
            game,
            people.name(opponents[game]),
            own.round,
            dict(causes.ratings).get(game, strength),
            dict(causes.scores).get(game, own.score),
            1.0,
            strength,
            own.score,
            strength_source(section.players[opponents[game]], step),
        )
        for game, (own, strength) in enumerate(
            zip(player.entrant.own, done.strengths, strict=True)
        )
    )
    r0 = player.start.r0
    if not causes.nothing:
        player, done = _imagined(section, player, step, rows, causes)
    if isinstance(done, StandardTrace):
        return Standard(step, rows, done, player, causes)
    record = record_of(player.start.r0, done)
    true_prior, _ = adjusted(r0, 0.0, 0.0, record)
    earlier = {"all_wins": done.n_eff, "all_losses": 0.0}.get(record, done.n_eff / 2)
    prior = Row(None, "", 0, done.prior, earlier, done.n_eff, true_prior, earlier, "")
    curve = curve_of(done, player.entrant)
    rows = (*rows, prior)
    bends = _bends(rows, curve)
    return Special(step, rows, done, curve, bends, record, player, causes)


def _bends(rows: Sequence[Row], curve: Curve) -> tuple[Bend, ...]:
    """Return the makers of each knot of a curve."""
    places = [knot.r for knot in curve.knots]
    begins: list[list[int]] = [[] for _ in places]
    full: list[list[int]] = [[] for _ in places]
    for i, row in enumerate(rows):
        begins[bisect_left(places, row.low - 2 * LANDING)].append(i)
        full[bisect_left(places, row.high - 2 * LANDING)].append(i)
    made = zip(places, begins, full, strict=True)
    return tuple(Bend(r, tuple(starts), tuple(ends)) for r, starts, ends in made)


def record_of(r0: float, done: SpecialTrace) -> Record:
    """Return the record of earlier games that a step of the special formula used."""
    if done.prior == r0:
        return "mixed"
    return "all_wins" if done.prior < r0 else "all_losses"


def bounds_of(ideas: Sequence[Idea]) -> tuple[float, float]:
    """Return the ends of a common axis on which every bar of these pictures fits."""
    places: list[float] = []
    for idea in ideas:
        for row in idea.rows:
            reach = REACH if isinstance(idea, Special) else 0.0
            places += [row.rating - reach, row.rating + reach]
        places.append(idea.player.start.r0)
        places.append(idea.result)
        if isinstance(idea, Special):
            places += idea.stops
        else:
            places.append(idea.r0 + idea.change)
    low, high = min(places), max(places)
    if any(isinstance(idea, Special) and idea.done.capped for idea in ideas):
        low = min(low, CAP)
    room = max(0.04 * (high - low), 25.0)
    return low - room, high + room


def _near(a: float, b: float) -> bool:
    return abs(a - b) <= 2 * LANDING


def _result(player: PlayerTrace, step: int, done: StepTrace) -> float:
    if step == 5 and player.post is not None:
        return player.post
    return done.result


def _imagined(
    section: SectionTrace,
    player: PlayerTrace,
    step: int,
    rows: Sequence[Row],
    causes: Causes,
) -> tuple[PlayerTrace, StepTrace]:
    """Return the engine's result for tried values; only this player is rated again."""
    entrant = player.entrant
    scores = {row.game: row.score for row in rows}
    own = tuple(game._replace(score=scores[i]) for i, game in enumerate(entrant.own))
    changed = replace(entrant, own=own)
    if causes.r0 is not None:
        # A tried rating of the player has the same number of games, and no record if
        # it is an initial one.
        record = "mixed" if entrant.rating is None else entrant.record
        changed = replace(
            changed, rating=causes.r0, games=player.start.n, record=record
        )
    planned: Plan = plan(
        changed, section.section, section.rules, player.match is not None
    )
    strengths = tuple(row.rating for row in rows)
    if step == 3:
        done: StepTrace = step_3(planned, strengths)
        return _with(player, planned), done
    done = step_4_or_5(planned, strengths)
    if step == 4:
        return _with(player, planned), done
    return (
        finish(planned, None, None, done, section.section, section.rules),
        done,
    )


def _with(player: PlayerTrace, planned: Plan) -> PlayerTrace:
    return player._replace(
        entrant=planned.entrant,
        start=planned.start,
        effective=planned.effective,
        formula=planned.formula,
        why=planned.why,
        no_bonus=planned.no_bonus,
    )


class Wall(NamedTuple):
    """A limit that no rating passes: the cap, a floor or a ceiling."""

    level: float
    kind: str
    acted: bool


def walls_of(idea: Idea) -> tuple[Wall, ...]:
    """Return the limits of a step: those of the formula, and after Step 5 the player's own."""
    done, found = idea.done, []
    if isinstance(idea, Special):
        assert isinstance(done, SpecialTrace)
        found.append(Wall(CAP, "cap", done.capped))
    floors = idea.player.floors if idea.step == 5 else None
    if floors is None or floors.floor <= MINIMUM:
        found.append(Wall(MINIMUM, "minimum", done.raw < MINIMUM))
    else:
        held_by, held = floors.held if floors.acted else (floors.name, floors.floor)
        found.append(Wall(float(held), held_by, floors.acted))
    if floors is not None and floors.ceiling is not None:
        found.append(Wall(floors.ceiling, "ceiling", floors.capped))
    return tuple(found)
