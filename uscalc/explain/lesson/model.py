"""The slides of a lesson: the question, the answer and the picture; the lesson's player.

A slide before its answer is painted from `SlideQuestion` alone, so it cannot reveal the answer.
"""

from collections.abc import Iterable, Sequence
from math import ceil, floor
from typing import Any, Final, Literal, NamedTuple, TypeVar, cast

from msgspec import Struct
from msgspec.structs import asdict, replace

from uscalc.counted import count_in_words
from uscalc.engine.special import compute_provisional_expectancy
from uscalc.engine.trace import PlayerTrace, SectionTrace
from uscalc.explain.numbers import (
    PlayerDirectory,
    format_number,
    format_points,
    format_rating,
    speak_name,
)

Role = Literal["text", "soft", "pale", "accent", "gain", "loss", "warning"]
"""A color by its purpose."""
Form = Literal["axis", "column", "dots", "range"]


class LessonGame(Struct, frozen=True):
    """A game as on a wall chart: the opponent, the opponent's rating, and the result."""

    name: str
    rating: str
    score: float


class LessonGames(Struct, frozen=True):
    """The games of a player; the text `words` replaces them if there is no room for all."""

    rows: tuple[LessonGame, ...]
    words: str


class AxisMark(Struct, frozen=True):
    """A mark on an axis: a dot or, if `wall`, a limit; `strength` is its opacity."""

    at: float
    text: str
    role: Role = "text"
    strength: float = 1.0
    wall: bool = False


class AxisStretch(Struct, frozen=True):
    """A colored part of an axis."""

    start: float
    end: float
    role: Role
    strength: float = 0.85


class NumberAxis(Struct, frozen=True):
    """An axis of numbers, on which guesses are marked; `name` is the unit."""

    low: float
    high: float
    name: str
    marks: tuple[AxisMark, ...] = ()
    spans: tuple[AxisStretch, ...] = ()
    ticks: bool = True


class BarRow(Struct, frozen=True):
    """A row of a bar chart.

    `at` is a rating. In the form "column", the part `fill` of the bar is filled;
    `score` of `worth` points were scored. In the form "range", the bar goes from
    `start` to `end`.
    """

    name: str
    at: float = 0.0
    score: float = 0.0
    worth: float = 1.0
    fill: float = 0.0
    start: float = 0.0
    end: float = 0.0
    role: Role = "accent"


class BarChart(Struct, frozen=True):
    """A chart with a row for each game, in one of four forms.

    "axis": the bar is on the rating axis, from 400 below the opponent to 400 above,
    filled up to `r`. "column": the bar is filled to the expected score. "dots": a dot
    at the opponent's rating. "range": a bar from the lowest to the highest possible
    rating. If `summed` is True, the sum of all bars is shown beside the points
    `scored`.
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
        """The number of points that could be scored."""
        return sum(row.worth for row in self.rows)

    def compute_fill(self, row: BarRow) -> float:
        """Return the filled part of a row's bar, from 0 to 1."""
        return (
            compute_provisional_expectancy(self.r, row.at)
            if self.form == "axis"
            else row.fill
        )

    @property
    def expected_points(self) -> float:
        """The expected score of all rows."""
        return sum(row.worth * self.compute_fill(row) for row in self.rows)


Part = LessonGames | NumberAxis | BarChart
Picture = tuple[Part, ...]
T = TypeVar("T")


def interpolate_pictures(one: T, other: T, t: float) -> T:
    """Return the picture at the moment `t` between two others: numbers move, texts switch."""
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
    if isinstance(one, Struct) and type(one) is type(other):
        moved = {
            name: _interpolate_value(value, getattr(other, name), t)
            for name, value in asdict(one).items()
        }
        return replace(one, **moved)
    return other


class NumberGuess(Struct, frozen=True):
    """A guess of a number, which is typed or placed on the axis of the picture.

    `name` is its label, and `unit` follows it. It has at most `decimals` decimals.
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
        """The value of one unit in the last decimal."""
        return float(10**-self.decimals)


class ChoiceGuess(Struct, frozen=True):
    """A guess of one of a few options."""

    options: tuple[str, ...]


Guess = NumberGuess | ChoiceGuess
Guessed = float | int
"""A number, or the index of an option."""
Guesses = tuple[Guessed, ...]
"""The guesses of a class, in order; empty if it had no idea."""


class SlideQuestion(Struct, frozen=True):
    """The slide before the answer: one fact, one question, a place for the guess.

    `lead` tells the teacher how to ask. `carried` are its numbers that are answers of
    earlier slides.
    """

    title: str
    fact: str
    text: str
    guess: Guess
    picture: Picture
    lead: str
    carried: tuple[str, ...] = ()


class SlideAnswer(Struct, frozen=True):
    """The slide after the answer: the answer, and the changed picture.

    `right` is the correct number, or the index of the correct choice. If `fits` is
    set, every number between its two ends is correct too. `also` are other correct
    choices. `notes` are for the teacher.
    """

    right: Guessed
    text: str
    picture: Picture
    notes: str
    fits: tuple[float, float] | None = None
    also: tuple[int, ...] = ()

    def is_correct_choice(self, place: int) -> bool:
        """Return whether a choice is correct."""
        return place == self.right or place in self.also


class LessonSlide(Struct, frozen=True):
    """One slide of a lesson: its question and its answer."""

    key: str
    question: SlideQuestion
    answer: SlideAnswer


class Lesson(Struct, frozen=True):
    """A series of slides. `title` names its subject, `about` the source of its numbers."""

    title: str
    about: str
    slides: tuple[LessonSlide, ...]


def find_guess_axis(picture: Picture) -> NumberAxis | BarChart | None:
    """Return the part of a picture that has the axis for a guess, or None."""
    return next(
        (
            part
            for part in picture
            if isinstance(part, NumberAxis)
            or (isinstance(part, BarChart) and part.form in ("axis", "range"))
        ),
        None,
    )


LONGEST_NAME: Final = 18
MOST_GAMES: Final = 12
"""If there are more games than this, one sentence describes them."""
STEP: Final = 50


class ResultSwing(NamedTuple):
    """The lowest and the highest rating that the results of one game can give."""

    game: int
    low: float
    high: float


class LessonCase(Struct, frozen=True):
    """A player of a rated section. `swings` are given for all games, or for none."""

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
        """The player's name as a teacher says it."""
        return shorten_name(self.people.get_name(self.place))

    def get_opponent_name(self, game: int) -> str:
        """Return the name of the opponent of a game."""
        return shorten_name(self.people.get_name(self.player.entrant.opponents[game]))

    @property
    def score(self) -> str:
        """The score: "3.5 of 5"."""
        return f"{format_points(self.player.entrant.score)} of {self.player.entrant.m}"


def shorten_name(name: str) -> str:
    """Return a name as spoken, on one line, shortened if it is long."""
    plain = speak_name(" ".join(name.split()))
    return (
        plain
        if len(plain) <= LONGEST_NAME
        else f"{plain[: LONGEST_NAME - 1].rstrip(' ,')}\N{HORIZONTAL ELLIPSIS}"
    )


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
    rated = [other.rating for other in own if other.rating is not None]
    against = (
        f", against ratings from {format_rating(min(rated))} to "
        f"{format_rating(max(rated))}"
        if rated
        else ""
    )
    said = (
        f"{count_in_words(entrant.m, 'game')}: {entrant.wins} won, {entrant.draws} "
        f"drawn, {entrant.m - entrant.wins - entrant.draws} lost{against}"
    )
    return (LessonGames(rows if len(rows) <= MOST_GAMES else (), said),)


def find_axis_bounds(
    values: Iterable[float], beside: float = 0.0
) -> tuple[float, float]:
    """Return the ends of an axis that contains all these values, as round numbers."""
    found = list(values)
    low = floor((min(found) - beside) / STEP) * STEP
    return float(low), float(max(ceil((max(found) + beside) / STEP) * STEP, low + STEP))


def widen_axis(low: float, high: float, values: Sequence[float]) -> tuple[float, float]:
    """Return the ends of the axis, moved if a value is beyond them."""
    return min(low, find_axis_bounds(values)[0]), max(high, find_axis_bounds(values)[1])


def find_start_slide_value(case: LessonCase) -> tuple[str, ...]:
    """Return the answer of the Step 1 slide, if there is one."""
    start = case.player.start
    return (
        ()
        if start.how in ("rated", "fixed")
        else (format_rating(start.r0), *((str(start.n),) if start.n else ()))
    )


def find_past_slide_value(case: LessonCase) -> tuple[str, ...]:
    """Return the answer of the slide on earlier games, if there is one."""
    n, n_eff = case.player.start.n, case.player.effective.n_eff
    own = () if n is not None and n <= n_eff else (format_number(n_eff, 1),)
    return *own, *find_start_slide_value(case)


def make_moving_axis(
    axis: NumberAxis, start: float, right: float, text: str, role: Role = "accent"
) -> tuple[NumberAxis, NumberAxis]:
    """Return an axis before and after a mark moves from `start` to `right`."""
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
    """Return an axis before and after a colored part grows from `start` to `end`."""
    hidden, shown = make_moving_axis(axis, start, end, text, role)
    if not text:
        hidden, shown = (replace(one, marks=axis.marks) for one in (hidden, shown))
    return (
        replace(hidden, spans=(*axis.spans, AxisStretch(start, start, role, strength))),
        replace(shown, spans=(*axis.spans, AxisStretch(start, end, role, strength))),
    )
