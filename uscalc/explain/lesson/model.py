"""The slides of a lesson: the question, the answer and the picture.

The view of a question is made of `Asked` alone, so that it cannot show the answer.
"""

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Literal, TypeVar, cast

from uscalc.engine.special import provisional_expectancy

Role = Literal["text", "soft", "pale", "accent", "gain", "loss", "warning"]
"""A color by its purpose."""
Form = Literal["axis", "column", "dots", "range"]


@dataclass(frozen=True, slots=True)
class Game:
    """A game as shown on a wall chart: the opponent, the strength, and the result."""

    name: str
    rating: str
    score: float


@dataclass(frozen=True, slots=True)
class Games:
    """The games of a player; `words` replace them if there is no room for all."""

    rows: tuple[Game, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A place on an axis: a dot, or a limit that nothing passes, with its strength."""

    at: float
    text: str
    role: Role = "text"
    strength: float = 1.0
    wall: bool = False


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of an axis."""

    start: float
    end: float
    role: Role
    strength: float = 0.85


@dataclass(frozen=True, slots=True)
class Axis:
    """A line of numbers; `name` says what they are. A guess has its place on it."""

    low: float
    high: float
    name: str
    marks: tuple[Mark, ...] = ()
    spans: tuple[Span, ...] = ()
    ticks: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """A row of bars.

    `at` is a rating. In a column, `fill` of the bar is filled; `score` of `worth`
    points were scored. A range goes from `start` to `end`.
    """

    name: str
    at: float = 0.0
    score: float = 0.0
    worth: float = 1.0
    fill: float = 0.0
    start: float = 0.0
    end: float = 0.0
    role: Role = "accent"


@dataclass(frozen=True, slots=True)
class Bars:
    """A row for each game, in one of four forms.

    "axis": the bar is on the axis of ratings, from 400 below the opponent to 400 above,
    filled up to `r`. "column": filled to the expected score. "dots": a dot at the
    opponent's rating. "range": from the lowest to the highest possible. `summed` shows
    the sum of all, of `worth`, beside the points `scored`.
    """

    form: Form
    low: float
    high: float
    rows: tuple[Row, ...]
    r: float = 0.0
    scored: float = 0.0
    summed: bool = False
    marks: tuple[Mark, ...] = ()

    @property
    def worth(self) -> float:
        """How many points there are."""
        return sum(row.worth for row in self.rows)

    def part(self, row: Row) -> float:
        """Return how much of a row's bar is filled, of 1."""
        if self.form == "axis":
            return provisional_expectancy(self.r, row.at)
        return row.fill

    @property
    def held(self) -> float:
        """How many points are expected in all."""
        return sum(row.worth * self.part(row) for row in self.rows)


Part = Games | Axis | Bars
Picture = tuple[Part, ...]
T = TypeVar("T")


def between(one: T, other: T, t: float) -> T:
    """Return the picture between two of the same structure: numbers move, texts switch."""
    if t <= 0.0:
        return one
    if t >= 1.0:
        return other
    return cast(T, _between(one, other, t))


def _between(one: Any, other: Any, t: float) -> Any:
    if isinstance(one, float) and isinstance(other, float):
        return one + (other - one) * t
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return tuple(_between(a, b, t) for a, b in zip(one, other, strict=True))
    if is_dataclass(one) and type(one) is type(other):
        moved = {
            field.name: _between(
                getattr(one, field.name), getattr(other, field.name), t
            )
            for field in fields(one)
        }
        return replace(cast(Any, one), **moved)
    return other


@dataclass(frozen=True, slots=True)
class Number:
    """A number is guessed: typed, or placed on the axis of the picture.

    `name` is its label, `unit` follows it. It has at most `decimals` decimals.
    """

    low: float
    high: float
    name: str
    unit: str = ""
    decimals: int = 0

    @property
    def step(self) -> float:
        """The change for one key press."""
        return float(10 ** -min(self.decimals, 1))

    @property
    def least(self) -> float:
        """The value of one unit of its last decimal."""
        return float(10**-self.decimals)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few answers is guessed."""

    options: tuple[str, ...]


Guess = Number | Choice
Guessed = float | int
"""A number, or the place of a choice."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The slide before the answer: one fact, one question, a place for the guess.

    `lead` is the teacher's wording. `carried` are its numbers that earlier slides
    revealed.
    """

    title: str
    fact: str
    question: str
    guess: Guess
    picture: Picture
    lead: str
    carried: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """The slide after the answer: the answer, and the changed picture.

    `right` is the number, or the index of the choice; with `fits` every number between
    the two is correct, and so are the choices `also`. `notes` are for the teacher.
    """

    right: Guessed
    answer: str
    picture: Picture
    notes: str
    fits: tuple[float, float] | None = None
    also: tuple[int, ...] = ()

    def is_right(self, place: int) -> bool:
        """Return whether a choice is correct."""
        return place == self.right or place in self.also


@dataclass(frozen=True, slots=True)
class Slide:
    """One slide of a lesson: its question and its answer."""

    key: str
    asked: Asked
    told: Told


@dataclass(frozen=True, slots=True)
class Lesson:
    """A series of slides. `title` names its subject, `about` the source of its numbers."""

    title: str
    about: str
    slides: tuple[Slide, ...]


def axis_of(picture: Picture) -> Axis | Bars | None:
    """Return the part with the axis for a guess; None if there is none."""
    for part in picture:
        if isinstance(part, Axis):
            return part
        if isinstance(part, Bars) and part.form in ("axis", "range"):
            return part
    return None
