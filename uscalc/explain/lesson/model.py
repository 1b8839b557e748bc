"""A slide: what is asked, and what is told afterwards. Nothing of the one is in the other.

What is painted before the answer is asked for is made of `Asked` alone.
"""

from dataclasses import dataclass

from uscalc.explain.lesson.parts import Axis, Bars, Picture


@dataclass(frozen=True, slots=True)
class Number:
    """A number is guessed: typed, or put on the axis of the picture.

    `name` is what it is, `unit` stands after it. It has so many decimals at most.
    """

    low: float
    high: float
    name: str
    unit: str = ""
    decimals: int = 0

    @property
    def step(self) -> float:
        """How far a key moves it."""
        return float(10 ** -min(self.decimals, 1))

    @property
    def least(self) -> float:
        """What its last decimal counts."""
        return float(10**-self.decimals)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few answers is chosen."""

    options: tuple[str, ...]


Guess = Number | Choice
Guessed = float | int
"""A number, or the place of a choice."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the room sees first: the one fact, one question, a place for the guess.

    `lead` is how the teacher asks it. `carried` are the figures in it that slides before
    have told.
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
    """What the room sees then: the answer, and the picture as it has moved.

    `right` is the number, or the place of the choice; with `fits` every number between
    the two is as good, and the choices `also` are. `notes` is what the teacher may say
    of it.
    """

    right: Guessed
    answer: str
    picture: Picture
    notes: str
    fits: tuple[float, float] | None = None
    also: tuple[int, ...] = ()

    def is_right(self, place: int) -> bool:
        """Return whether a choice is the right one, or as good."""
        return place == self.right or place in self.also


@dataclass(frozen=True, slots=True)
class Slide:
    """One stop of a lesson."""

    key: str
    asked: Asked
    told: Told


@dataclass(frozen=True, slots=True)
class Lesson:
    """A row of slides. `title` says whose or what, `about` where the figures are from."""

    title: str
    about: str
    slides: tuple[Slide, ...]


def axis_of(picture: Picture) -> Axis | Bars | None:
    """Return the part on whose axis a guess is put; None where there is none."""
    for part in picture:
        if isinstance(part, Axis):
            return part
        if isinstance(part, Bars) and part.form in ("axis", "range"):
            return part
    return None
