"""What the curves of the formulas are made of: variables, a player's figures, lines."""

from collections.abc import Mapping
from datetime import date
from typing import Final, NamedTuple

from uscalc.engine.age import age_on
from uscalc.engine.rules import Rules
from uscalc.engine.special import provisional_expectancy
from uscalc.engine.trace import PlayerTrace, StandardTrace

Values = Mapping[str, float]
Point = tuple[float, float]
MOST_GAMES: Final = 60
MOST_PLAYED: Final = 20
OLDEST: Final = 40.0


class Variable(NamedTuple):
    """A variable a person can move, within its bounds, and what it starts from."""

    key: str
    words: str
    low: float
    high: float
    step: float
    decimals: int
    usual: float


VARIABLES: Final = (
    Variable("rating", "Rating R", 100, 3000, 1, 0, 1500),
    Variable("games", "Earlier games N", 0, MOST_GAMES, 1, 0, 12),
    Variable("m", "Games m", 1, MOST_PLAYED, 1, 0, 5),
    Variable("opponent", "Opponent's rating", 100, 3000, 1, 0, 1600),
    Variable("multiplier", "Multiplier B", 4, 16, 1, 0, 10),
    Variable("gain", "Gain K(S − E)", 0, 200, 0.5, 1, 40),
    Variable("age", "Age in years", 0, OLDEST, 0.5, 1, 12),
)
USUAL: Final[dict[str, float]] = {v.key: v.usual for v in VARIABLES}


class Subject(NamedTuple):
    """The figures of one player that a curve can mark; None where there is none.

    `games` are the player's games as (opponent's rating, expectation) of Step 5.
    """

    name: str
    rating: float | None = None
    n: int | None = None
    n_eff: float | None = None
    m: int | None = None
    k: float | None = None
    gain: float | None = None
    age: float | None = None
    start: float | None = None
    games: tuple[Point, ...] = ()


class Series(NamedTuple):
    """One line of a curve. `strong` is the one in force, the others are beside it."""

    name: str
    points: tuple[Point, ...]
    strong: bool


class Spot(NamedTuple):
    """A marked point; `own` says that it is the player's, not the moved variables'."""

    x: float
    y: float
    text: str
    own: bool


class FormulaCurve(NamedTuple):
    """One formula drawn: bounds, lines, marked points, and a sentence about them."""

    key: str
    title: str
    x_title: str
    y_title: str
    x: Point
    y: Point
    series: tuple[Series, ...]
    spots: tuple[Spot, ...]
    sentence: str
    section: str


def subject_of(
    name: str, player: PlayerTrace, rules: Rules, event_end: date
) -> Subject:
    """Return the figures of a player that the curves mark."""
    born = player.entrant.start.birth_date
    age = None if born is None else age_on(event_end, born)
    start = player.start.r0 if player.start.how == "age" else None
    if player.formula == "none" or player.step5 is None:
        return Subject(name, player.start.r0, player.start.n, age=age, start=start)
    step = player.step5
    k: float | None = None
    gain: float | None = None
    if isinstance(step, StandardTrace):
        expected, k, gain = step.expectations, step.k, step.gain
    else:
        r0 = player.start.r0
        expected = tuple(provisional_expectancy(r0, s) for s in step.strengths)
    return Subject(
        name,
        player.start.r0,
        player.start.n,
        player.effective.n_eff,
        player.entrant.m,
        k,
        gain,
        age,
        start,
        tuple(zip(step.strengths, expected, strict=True)),
    )


def values_of(subject: Subject, rules: Rules) -> dict[str, float]:
    """Return the variables as the player has them; what the player has not, as usual."""
    games = list(subject.games)
    found = {
        "rating": subject.rating,
        "games": subject.n,
        "m": subject.m,
        "opponent": games[0][0] if games else None,
        "multiplier": rules.bonus_multiplier,
        "gain": subject.gain,
        "age": subject.age,
    }
    values = {}
    for variable in VARIABLES:
        value = found[variable.key]
        value = variable.usual if value is None else round(value, variable.decimals)
        values[variable.key] = min(max(float(value), variable.low), variable.high)
    if subject.rating is not None and subject.n is None:
        # How many games is not known, and taken as many.
        values["games"] = float(MOST_GAMES)
    return values
