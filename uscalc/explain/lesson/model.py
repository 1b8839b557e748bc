"""The slides of a lesson: the question, the answer and the picture.

The view of a question is made of `SlideQuestion` alone, so that it cannot show the answer.
"""

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Literal, TypeVar, cast

from uscalc.engine.special import compute_provisional_expectancy

Role = Literal["text", "soft", "pale", "accent", "gain", "loss", "warning"]
"""A color by its purpose."""
Form = Literal["axis", "column", "dots", "range"]


@dataclass(frozen=True, slots=True)
class LessonGame:
    """A game as shown on a wall chart: the opponent, the strength, and the result."""

    name: str
    rating: str
    score: float


@dataclass(frozen=True, slots=True)
class LessonGames:
    """The games of a player; `words` replace them if there is no room for all."""

    rows: tuple[LessonGame, ...]
    words: str


@dataclass(frozen=True, slots=True)
class AxisMark:
    """A place on an axis: a dot, or a limit that nothing passes, with its strength."""

    at: float
    text: str
    role: Role = "text"
    strength: float = 1.0
    wall: bool = False


@dataclass(frozen=True, slots=True)
class AxisStretch:
    """A stretch of an axis."""

    start: float
    end: float
    role: Role
    strength: float = 0.85


@dataclass(frozen=True, slots=True)
class NumberAxis:
    """A line of numbers; `name` says what they are. A guess has its place on it."""

    low: float
    high: float
    name: str
    marks: tuple[AxisMark, ...] = ()
    spans: tuple[AxisStretch, ...] = ()
    ticks: bool = True


@dataclass(frozen=True, slots=True)
class BarRow:
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
class BarChart:
    """A row for each game, in one of four forms.

    "axis": the bar is on the axis of ratings, from 400 below the opponent to 400 above,
    filled up to `r`. "column": filled to the expected score. "dots": a dot at the
    opponent's rating. "range": from the lowest to the highest possible. `summed` shows
    the sum of all, of `worth`, beside the points `scored`.
    """

    form: Form
    low: float
    high: float
    rows: tuple[BarRow, ...]
    r: float = 0.0
    scored: float = 0.0
    summed: bool = False
    marks: tuple[AxisMark, ...] = ()

    @property
    def worth(self) -> float:
        """How many points there are."""
        return sum(row.worth for row in self.rows)

    def compute_fill(self, row: BarRow) -> float:
        """Return how much of a row's bar is filled, of 1."""
        if self.form == "axis":
            return compute_provisional_expectancy(self.r, row.at)
        return row.fill

    @property
    def expected_points(self) -> float:
        """How many points are expected in all."""
        return sum(row.worth * self.compute_fill(row) for row in self.rows)


Part = LessonGames | NumberAxis | BarChart
Picture = tuple[Part, ...]
T = TypeVar("T")


def interpolate_pictures(one: T, other: T, t: float) -> T:
    """Return the picture between two of the same structure: numbers move, texts switch."""
    if t <= 0.0:
        return one
    return other if t >= 1.0 else cast(T, _interpolate_value(one, other, t))


def _interpolate_value(one: Any, other: Any, t: float) -> Any:
    if isinstance(one, float) and isinstance(other, float):
        return one + (other - one) * t
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return tuple(
            _interpolate_value(a, b, t) for a, b in zip(one, other, strict=True)
        )
    if is_dataclass(one) and type(one) is type(other):
        moved = {
            field.name: _interpolate_value(
                getattr(one, field.name), getattr(other, field.name), t
            )
            for field in fields(one)
        }
        return replace(cast(Any, one), **moved)
    return other


@dataclass(frozen=True, slots=True)
class NumberGuess:
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
class ChoiceGuess:
    """One of a few answers is guessed."""

    options: tuple[str, ...]


Guess = NumberGuess | ChoiceGuess
Guessed = float | int
"""A number, or the place of a choice."""


@dataclass(frozen=True, slots=True)
class SlideQuestion:
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
class SlideAnswer:
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

    def is_correct_choice(self, place: int) -> bool:
        """Return whether a choice is correct."""
        return place == self.right or place in self.also


@dataclass(frozen=True, slots=True)
class LessonSlide:
    """One slide of a lesson: its question and its answer."""

    key: str
    asked: SlideQuestion
    told: SlideAnswer


@dataclass(frozen=True, slots=True)
class Lesson:
    """A series of slides. `title` names its subject, `about` the source of its numbers."""

    title: str
    about: str
    slides: tuple[LessonSlide, ...]


def find_guess_axis(picture: Picture) -> NumberAxis | BarChart | None:
    """Return the part with the axis for a guess; None if there is none."""
    return next(
        (
            part
            for part in picture
            if isinstance(part, NumberAxis)
            or (isinstance(part, BarChart) and part.form in ("axis", "range"))
        ),
        None,
    )
