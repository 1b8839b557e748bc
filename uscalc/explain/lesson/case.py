"""The player of a lesson, and the pieces that its slides share."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor
from typing import Final, NamedTuple

from uscalc.counted import count_in_words
from uscalc.engine.trace import PlayerTrace, SectionTrace
from uscalc.explain.lesson.model import (
    AxisMark,
    AxisStretch,
    LessonGame,
    LessonGames,
    NumberAxis,
    Picture,
    Role,
)
from uscalc.explain.numbers import (
    PlayerDirectory,
    format_number,
    format_points,
    format_rating,
)

LONGEST_NAME: Final = 18
MOST_GAMES: Final = 12
"""With more games than these, one sentence describes them."""
STEP: Final = 50


class ResultSwing(NamedTuple):
    """The ratings if one game had ended differently: the lowest, the highest."""

    game: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class LessonCase:
    """A player of a rated section. `swings` are given for every game, or not at all."""

    people: PlayerDirectory
    place: int
    swings: tuple[ResultSwing, ...] = ()

    @property
    def section(self) -> SectionTrace:
        """The section that the player is in."""
        return self.people.section

    @property
    def player(self) -> PlayerTrace:
        """The player's trace."""
        return self.section.players[self.place]

    @property
    def name(self) -> str:
        """The player's name as spoken in front of a class."""
        return shorten_name(self.people.get_name(self.place))

    def get_opponent_name(self, game: int) -> str:
        """Return the name of the opponent of a game."""
        return shorten_name(self.people.get_name(self.player.entrant.opponents[game]))

    @property
    def starting_strengths(self) -> tuple[float, ...]:
        """The ratings of player and opponents before the event."""
        players, entrant = self.section.players, self.player.entrant
        return (
            self.player.start.r0,
            *(players[place].start.r0 for place in entrant.opponents),
        )

    @property
    def score(self) -> str:
        """The score: "3.5 of 5"."""
        return f"{format_points(self.player.entrant.score)} of {self.player.entrant.m}"


def shorten_name(name: str) -> str:
    """Return a name as spoken, on one line, shortened if it is long."""
    plain = " ".join(name.split())
    if plain.count(", ") == 1:
        last, first = plain.split(", ")
        plain = f"{first} {last}"
    if len(plain) <= LONGEST_NAME:
        return plain
    return f"{plain[: LONGEST_NAME - 1].rstrip(' ,')}\N{HORIZONTAL ELLIPSIS}"


def make_game_list(case: LessonCase) -> Picture:
    """Return the games as shown on a wall chart."""
    entrant, players = case.player.entrant, case.section.players
    own = [players[place].entrant for place in entrant.opponents]
    rows = tuple(
        LessonGame(
            case.get_opponent_name(i),
            "unrated" if other.rating is None else format_rating(other.rating),
            game.score,
        )
        for i, (game, other) in enumerate(zip(entrant.own, own, strict=True))
    )
    lost = entrant.m - entrant.wins - entrant.draws
    rated = [other.rating for other in own if other.rating is not None]
    against = (
        f", against ratings from {format_rating(min(rated))} to {format_rating(max(rated))}"
        if rated
        else ""
    )
    said = (
        f"{count_in_words(entrant.m, 'game')}: {entrant.wins} won, {entrant.draws} drawn, "
        f"{lost} lost{against}"
    )
    return (LessonGames(rows if len(rows) <= MOST_GAMES else (), said),)


def find_axis_bounds(
    values: Iterable[float], beside: float = 0.0
) -> tuple[float, float]:
    """Return round ends of an axis that contains all these values."""
    found = list(values)
    low = floor((min(found) - beside) / STEP) * STEP
    high = ceil((max(found) + beside) / STEP) * STEP
    return float(low), float(max(high, low + STEP))


def widen_axis(low: float, high: float, values: Sequence[float]) -> tuple[float, float]:
    """Return the same axis, longer if a value is beyond it."""
    return min(low, find_axis_bounds(values)[0]), max(high, find_axis_bounds(values)[1])


def find_start_slide_value(case: LessonCase) -> tuple[str, ...]:
    """Return the answer of the Step 1 slide, if there is one."""
    start = case.player.start
    if start.how in ("rated", "fixed"):
        return ()
    return format_rating(start.r0), *((str(start.n),) if start.n else ())


def find_past_slide_value(case: LessonCase) -> tuple[str, ...]:
    """Return the answer of the slide on earlier games, if there is one."""
    n, n_eff = case.player.start.n, case.player.effective.n_eff
    told = () if n is not None and n <= n_eff else (format_number(n_eff, 1),)
    return *told, *find_start_slide_value(case)


def make_moving_axis(
    axis: NumberAxis, start: float, right: float, text: str, role: Role = "accent"
) -> tuple[NumberAxis, NumberAxis]:
    """Return an axis before and after a number moves to its place on it."""
    low, high = axis.low, axis.high
    if not low <= right <= high:
        low, high = widen_axis(low, high, [right])
    hidden, shown = AxisMark(start, "", role, 0.0), AxisMark(right, text, role)
    return (
        replace(axis, marks=(*axis.marks, hidden)),
        replace(axis, low=low, high=high, marks=(*axis.marks, shown)),
    )


def make_growing_axis(
    axis: NumberAxis,
    start: float,
    end: float,
    role: Role,
    strength: float = 0.85,
    text: str = "",
) -> tuple[NumberAxis, NumberAxis]:
    """Return an axis before and after a stretch grows from `start` to `end`."""
    low, high = axis.low, axis.high
    if not low <= end <= high:
        low, high = widen_axis(low, high, [end])
    hidden = shown = axis.marks
    if text:
        hidden = (*axis.marks, AxisMark(start, "", role, 0.0))
        shown = (*axis.marks, AxisMark(end, text, role))
    return (
        replace(
            axis,
            marks=hidden,
            spans=(*axis.spans, AxisStretch(start, start, role, strength)),
        ),
        replace(
            axis,
            low=low,
            high=high,
            marks=shown,
            spans=(*axis.spans, AxisStretch(start, end, role, strength)),
        ),
    )
