"""A forecast's settings and answer: every way through a player's own games."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from uscalc.analysis.chances import (
    DRAW_RATE,
    BadSettingError,
    Outcomes,
    check_draw_rate,
)
from uscalc.analysis.intervals import Interval
from uscalc.analysis.spread import Chance, Spread, mixed, reaching

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

    `draw_rate` is the share of drawn games between equals. `scenarios` are drawn at
    random from `seed`; up to so many ways are gone through one by one instead, unless
    `always_random`.
    """

    draw_rate: float = DRAW_RATE
    scenarios: int = SCENARIOS
    seed: int = 1
    always_random: bool = False

    def check(self) -> None:
        """Raises BadSettingError."""
        check_draw_rate(self.draw_rate)
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

    `between` is the range of an opponent known by rating alone.
    """

    round: int
    opponent: int
    strength: float
    between: tuple[float, float] | None
    chances: Outcomes


@dataclass(frozen=True, slots=True)
class Line:
    """One way through the player's own games, or all ways to one score.

    `halves` are the half points game by game, None for a score. `chance` is that of the
    line itself. `open` is what other people's games leave open, `range` with what is
    not known of ratings too; `reached` says that the ends of `open` can occur, where it
    is False they are only not passed.
    """

    halves: tuple[int, ...] | None
    score: float
    chance: float
    spread: Spread
    open: Interval
    range: Interval
    reached: bool

    @property
    def value(self) -> float:
        """The rating to be expected, unrounded."""
        return self.spread.mean


@dataclass(frozen=True, slots=True)
class Forecast:
    """The answer. `ways` stand by score, then game by game.

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

    @property
    def spread(self) -> Spread:
        """Over all ways, each with its chance."""
        return mixed([(way.chance, way.spread) for way in self.ways])

    @property
    def range(self) -> Interval:
        """From the lowest to the highest of all ways."""
        found = self.ways[0].range
        for way in self.ways:
            found = found.joined(way.range)
        return found

    def with_ways(self, ways: tuple[Line, ...], stopping: Line | None) -> "Forecast":
        """The same forecast with more said of each way."""
        return replace(self, ways=ways, scores=by_score(ways), stopping=stopping)

    def reaching(self, target: float) -> Chance:
        """The chance that the displayed rating is `target` or more."""
        return reaching([(way.chance, way.spread) for way in self.ways], target)


def by_score(ways: Sequence[Line]) -> tuple[Line, ...]:
    """The ways put together by the player's own score."""
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
                sum(way.chance for way in same),
                mixed([(way.chance, way.spread) for way in same]),
                of,
                whole,
                all(way.reached for way in same),
            )
        )
    return tuple(found)
