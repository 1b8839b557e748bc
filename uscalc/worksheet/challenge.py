"""A challenge card, its task for one player, and an attempt to solve it."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar

from msgspec import Struct

from uscalc.engine.rounding import round_for_display
from uscalc.explain.lesson.model import shorten_name
from uscalc.explain.numbers import (
    PlayerDirectory,
    format_number,
    format_points,
)
from uscalc.explain.picture import (
    HIGHEST,
    SpecialPicture,
    StandardPicture,
    StepPicture,
    TriedValues,
)
from uscalc.explain.scene.scene import Scene, SceneSubject

LAST_STEP: Final = 5
Level = Literal["Easy", "Medium", "Hard"]
LEVELS: Final[tuple[Level, ...]] = ("Easy", "Medium", "Hard")


class Verdict(NamedTuple):
    """The judgment of an attempt, with the reason in a sentence or two."""

    solved: bool
    reason: str


class PlayerCase(Struct, frozen=True, eq=False, dict=True):
    """A player of a rated section, as the event has it; cards ask about this player."""

    people: PlayerDirectory
    place: int

    @cached_property
    def subject(self) -> SceneSubject:
        """The player as the subject of a scene."""
        return SceneSubject(self.people.section, self.place, self.people)

    @cached_property
    def picture(self) -> StepPicture | None:
        """The last step as a picture; None without games, or if a match limits the result."""
        if LAST_STEP not in self.subject.steps or self.subject.player.match is not None:
            return None
        return self.subject.make_picture(LAST_STEP)

    @property
    def name(self) -> str:
        """The player's name as spoken."""
        return shorten_name(self.people.get_name(self.place))

    @property
    def number(self) -> int:
        """The player's pairing number."""
        return self.subject.player.entrant.number

    @property
    def score(self) -> str:
        """The score: "3.5 of 5"."""
        entrant = self.subject.player.entrant
        return f"{format_points(entrant.score)} of {entrant.m}"

    def try_strongest(self) -> StepPicture:
        """Return the picture in which every opponent has the highest rating."""
        ratings = tuple((game, HIGHEST) for game in range(len(self.subject.games)))
        return self.subject.make_picture(LAST_STEP, TriedValues(ratings=ratings))


class Attempt(Struct, frozen=True, eq=False, dict=True):
    """The values that the user tries: the scene, beside the player's case in the event.

    `visited` has the pairing numbers of the players that were selected since the card
    was opened, in order.
    """

    case: PlayerCase
    scene: Scene
    visited: tuple[int, ...] = ()

    @cached_property
    def picture(self) -> StepPicture:
        """The last step with all trial values."""
        return self.scene.select_step(LAST_STEP).picture

    @property
    def keeps_results(self) -> bool:
        """True if the player's own results are those of the event."""
        return list_scores(self.picture) == list_scores(self.case.picture)

    @property
    def is_untouched(self) -> bool:
        """True if no rating and no number of earlier games is tried."""
        return not self.scene.has_trials


Kind = TypeVar("Kind", bound=StepPicture)
Goal = TypeVar("Goal")
NEEDED: Final[dict[tuple[type[StepPicture], ...], str]] = {
    (StandardPicture,): "This card needs the standard formula. Press Reset.",
    (SpecialPicture,): "This card needs the special formula. Press Reset.",
}


class Card(Struct, Generic[Kind, Goal], frozen=True, dict=True):
    """A challenge card.

    `find_goal` returns what the card asks of a player: None if the card doesn't fit. The
    question writes it with the player's name and score. `judge` compares an attempt with
    the goal; `kinds` are the pictures that it can judge. `insight` is the lesson of a
    solution. With `keeps_results`, the player's own results must be those of the
    event. `anyone` is true if the card isn't about a player.
    """

    key: str
    level: Level
    kinds: tuple[type[Kind], ...]
    question: str
    find_goal: Callable[[PlayerCase, Kind], Goal | None]
    judge: Callable[[Attempt, Kind, Goal], Verdict]
    hint: str
    insight: str
    keeps_results: bool = False
    anyone: bool = False

    def make_task(self, case: PlayerCase) -> "Task | None":
        """Return the task for a player; None if it doesn't fit or is solved already."""
        if not isinstance(case.picture, self.kinds):
            return None
        goal = self.find_goal(case, case.picture)
        task = Task(self, case, goal)
        return task if goal is not None and task.is_open else None


AnyCard = Card[Any, Any]


class Task(Struct, frozen=True, eq=False, dict=True):
    """A card's question for one player."""

    card: AnyCard
    case: PlayerCase
    goal: object

    @property
    def question(self) -> str:
        """The question."""
        case = self.case
        return self.card.question.format(
            name=case.name, score=case.score, goal=self.goal
        )

    @property
    def mark(self) -> str:
        """The text by which the settings remember that this player's card is solved."""
        whose = "" if self.card.anyone else "-".join(self.case.name.split())
        return f"{self.card.key}:{whose}"

    def review_attempt(self, attempt: Attempt) -> Verdict:
        """Judge an attempt; one with another player can't solve the task."""
        card, name, picture = self.card, self.case.name, attempt.picture
        subject = attempt.scene.subject
        if not self.is_shown_in(attempt.scene):
            other = shorten_name(subject.people.get_name(subject.place))
            return Verdict(
                False,
                f"This card is about {name}, but you selected {other}. Click the card "
                f"to select {name}.",
            )
        if card.keeps_results and not attempt.keeps_results:
            return Verdict(
                False, f"Set the results of {name} back; they stay the same."
            )
        return (
            card.judge(attempt, picture, self.goal)
            if isinstance(picture, card.kinds)
            else Verdict(False, NEEDED[card.kinds])
        )

    def is_shown_in(self, scene: Scene) -> bool:
        """Return whether a scene is about the task's player."""
        number = scene.subject.player.entrant.number
        return self.card.anyone or number == self.case.number

    @property
    def is_open(self) -> bool:
        """True if the event itself doesn't solve the task."""
        scene = self.case.subject.make_scene(LAST_STEP)
        return not self.review_attempt(Attempt(self.case, scene)).solved


def list_scores(picture: StepPicture | None) -> tuple[float, ...]:
    """Return the player's own results in a picture."""
    return (
        ()
        if picture is None
        else tuple(game.score for game in picture.player.entrant.own)
    )


def find_printed_change(picture: StandardPicture) -> float:
    """Return the rating change as printed."""
    return round_for_display(picture.result) - round_for_display(picture.r0)


def describe_printed_change(name: str, change: float) -> str:
    """Describe a printed change: "Vera gains 3 points"."""
    if not change:
        return f"{name} gains and loses nothing, rounded to whole points"
    points = "1 point" if abs(change) == 1 else f"{abs(change):.0f} points"
    return f"{name} {'gains' if change > 0 else 'loses'} {points}"


def format_short(value: float) -> str:
    """Return a number with at most two decimals."""
    return format_number(value, 2)
