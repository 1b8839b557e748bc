"""A forecast's settings and answer: every way through a player's own games."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from uscalc.analysis.chances import (
    USUAL_DRAWS,
    BadSettingError,
    ChanceModel,
    Outcomes,
    check_draws,
)
from uscalc.analysis.intervals import Interval
from uscalc.analysis.spread import Chance, Spread, mixed, reaching
from uscalc.engine.systems import System

SCENARIOS: Final = 10_000
FEWEST_SCENARIOS: Final = 100
MOST_SCENARIOS: Final = 1_000_000


class NothingToForecastError(ValueError):
    """The question has no answer; its text says why and what to do."""


class StoppedError(Exception):
    """Nobody wants the forecast any more."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a forecast is made.

    `model` says how games come out, and `draws` scales its draws. `scenarios` are drawn
    at random from `seed`; up to so many ways are gone through one by one instead,
    unless `always_random`.
    """

    model: ChanceModel
    draws: float = USUAL_DRAWS
    scenarios: int = SCENARIOS
    seed: int = 1
    always_random: bool = False

    def check(self) -> None:
        """Raise BadSettingError."""
        check_draws(self.draws)
        if not FEWEST_SCENARIOS <= self.scenarios <= MOST_SCENARIOS:
            raise BadSettingError(
                f"the number of scenarios is from {FEWEST_SCENARIOS} to "
                f"{MOST_SCENARIOS}; {self.scenarios} is not"
            )
        if self.seed < 0:
            raise BadSettingError(f"a seed is 0 or more; {self.seed} is not")


@dataclass(frozen=True, slots=True)
class OwnGame:
    """One of the player's games to come: the opponent's place, strength, the chances.

    `strength` is that of today and `games` what it is based on, None for many or not
    known. `between` is the range of an opponent known by rating alone. `chances` are
    those over all ways in which the games before it may end. Nothing is told of the
    strength of the unrated without a game, and then of no chances. `drawn` is what the
    model itself says of draws, as strong as both are today.
    """

    round: int
    opponent: int
    strength: float | None
    games: int | None
    between: tuple[float, float] | None
    chances: Outcomes | None
    drawn: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One way through the player's own games, or all ways to one score.

    `halves` are the half points game by game, None for a score. `chance` is that of the
    line itself, None where none can be told, and `error` its standard error. `open` is
    what other people's games leave open, `range` with what is not known of ratings too;
    `reached` says that the ends of `open` can occur, where it is False they are only
    not passed.
    """

    halves: tuple[int, ...] | None
    score: float
    chance: float | None
    spread: Spread
    open: Interval
    range: Interval
    reached: bool
    error: float = 0.0

    @property
    def value(self) -> float:
        """The rating to be expected, unrounded."""
        return self.spread.mean


@dataclass(frozen=True, slots=True)
class Forecast:
    """The answer. `ways` stand by score, then game by game.

    `untold` are the places of those on whom the chances rest and who are unrated without
    a game: then no chance is told. `alike` are such people in other games, whose
    results all count alike.

    `stopping` is the rating if none of the own games is played; None where there is
    none, or no rating without them. `others` counts the games of other people that
    matter; `samples` the scenarios drawn for each way, None where every way was rated.
    `reason` says why scenarios were rated one by one, None where at once.
    """

    place: int
    own: tuple[OwnGame, ...]
    ways: tuple[Line, ...]
    scores: tuple[Line, ...]
    stopping: Line | None
    settings: Settings
    others: int
    samples: int | None
    reason: str | None
    untold: tuple[int, ...] = ()
    alike: tuple[int, ...] = ()
    system: System = "R"

    @property
    def drawn(self) -> float | None:
        """How many of the own games the model itself has drawn; None: not told."""
        known = [game.drawn for game in self.own if game.drawn is not None]
        return sum(known) / len(known) if known else None

    @property
    def told(self) -> bool:
        """Whether chances can be told."""
        return not self.untold

    @property
    def spread(self) -> Spread:
        """Over all ways, each with its chance; with the same where none is told."""
        return mixed([(_weight(way), way.spread) for way in self.ways])

    @property
    def range(self) -> Interval:
        """From the lowest to the highest of all ways."""
        found = self.ways[0].range
        for way in self.ways:
            found = found.joined(way.range)
        return found

    def with_ways(self, ways: tuple[Line, ...], stopping: Line | None) -> "Forecast":
        """Return the same forecast with more said of each way."""
        return replace(self, ways=ways, scores=by_score(ways), stopping=stopping)

    def reaching(self, target: float) -> Chance | None:
        """Return the chance that the displayed rating is `target` or more; None: not told."""
        parts = []
        for way in self.ways:
            if way.chance is None:
                return None
            parts.append((Chance(way.chance, way.error), way.spread))
        return reaching(parts, target)


def _weight(line: Line) -> float:
    return 1.0 if line.chance is None else line.chance


def by_score(ways: Sequence[Line]) -> tuple[Line, ...]:
    """Return the ways put together by the player's own score."""
    found = []
    for score in sorted({way.score for way in ways}):
        same = [way for way in ways if way.score == score]
        of, whole = same[0].open, same[0].range
        for way in same[1:]:
            of, whole = of.joined(way.open), whole.joined(way.range)
        found.append(
            Line(
                None,
                score,
                _sum([way.chance for way in same]),
                mixed([(_weight(way), way.spread) for way in same]),
                of,
                whole,
                all(way.reached for way in same),
                sum(way.error for way in same),
            )
        )
    return tuple(found)


def _sum(chances: Sequence[float | None]) -> float | None:
    """Return their sum; None where one of them is not told."""
    told = [chance for chance in chances if chance is not None]
    return sum(told) if len(told) == len(chances) else None
