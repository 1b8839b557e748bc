"""The numbers that decide a rating, which the user can drag wherever they appear."""

from typing import Final, Literal, NamedTuple, get_args

from uscalc.explain.numbers import RESULTS, format_points, format_rating, speak_name
from uscalc.explain.picture import FEWEST, HIGHEST, LOWEST, MOST
from uscalc.explain.picture_words import format_dragged_rating
from uscalc.explain.scene.scene import Scene

CauseKind = Literal["rating", "score", "games"]
UNKNOWN: Final = 26
"""The number of games shown for an established player whose number is unknown."""


def _count_games(games: int | None) -> float:
    return float(UNKNOWN if games is None else games)


class Cause(NamedTuple):
    """A number that can be tried: of a game or, if `game` is None, of the player.

    `step` is the step in which it counts; 0 means the shown step.
    """

    kind: CauseKind
    game: int | None = None
    step: int = 0

    @property
    def key(self) -> str:
        """The cause as a short text, for a link."""
        return f"{self.kind}.{'' if self.game is None else self.game}.{self.step}"

    @staticmethod
    def parse(key: str) -> "Cause | None":
        """Return the cause that a link's text stands for; None for any other text."""
        kind, _, rest = key.partition(".")
        game, _, step = rest.partition(".")
        for known in get_args(CauseKind):
            if kind == known and step.isdigit():
                return Cause(known, int(game) if game else None, int(step))
        return None

    @property
    def label(self) -> str:
        """The words for a tried value, for example "trial rating"."""
        return {"rating": "trial rating", "score": "what if", "games": "trial"}[
            self.kind
        ]

    @property
    def bounds(self) -> tuple[float, float]:
        """The lowest and the highest value that can be tried."""
        return {
            "rating": (LOWEST, HIGHEST),
            "score": (0.0, 1.0),
            "games": (float(FEWEST), float(MOST)),
        }[self.kind]

    def read_value(self, scene: Scene) -> float:
        """Return the value in a scene, which may be tried."""
        row = None if self.game is None else scene.find_row(self.game)
        if row is not None:
            return row.score if self.kind == "score" else row.rating
        start = scene.picture.player.start
        return _count_games(start.n) if self.kind == "games" else start.r0

    def read_true_value(self, scene: Scene) -> float:
        """Return the event's own value."""
        row = None if self.game is None else scene.find_row(self.game)
        if row is not None and self.kind == "score":
            return row.score if row.true_score is None else row.true_score
        if row is not None:
            return row.true_rating
        start = scene.subject.player.start
        return _count_games(start.n) if self.kind == "games" else start.r0

    def try_value(self, scene: Scene, value: float) -> Scene:
        """Return the scene with this value tried; the event's own value removes the trial."""
        if self.step:
            scene = scene.select_step(self.step)
        if self.kind == "score":
            assert self.game is not None
            return scene.try_score(self.game, value)
        if self.kind == "games":
            return scene.try_games(round(value))
        if self.game is not None:
            return scene.try_rating(self.game, value)
        same = abs(value - scene.subject.player.start.r0) < 1e-9
        return scene.try_causes(
            scene.causes.get_tried_rating(None, None if same else value)
        )

    def format_value(self, scene: Scene) -> str:
        """Return the value as text, for a sentence."""
        return (
            f"{UNKNOWN}+"
            if self.kind == "games" and scene.picture.player.start.n is None
            else self._format(self.read_value(scene))
        )

    def _format(self, value: float) -> str:
        if self.kind == "score":
            return RESULTS.get(value, format_points(value))
        return (
            str(round(value)) if self.kind == "games" else format_dragged_rating(value)
        )

    def name(self, scene: Scene) -> str:
        """Return what the number is, for example "Own rating"."""
        row = None if self.game is None else scene.find_row(self.game)
        if row is not None:
            what = "Result against" if self.kind == "score" else "Rating of"
            return f"{what} {speak_name(row.name)}"
        return "Earlier games" if self.kind == "games" else "Own rating"

    def describe_trial(self, scene: Scene) -> str:
        """Return one sentence about the tried value and the rating that results."""
        now, true = self.read_value(scene), self.read_true_value(scene)
        if scene.waits:
            # The result would show the solution before a guess.
            tried = "" if now == true else f" ({self.label})"
            return f"{self.name(scene)}: {self._format(now)}{tried}."
        result = format_rating(scene.picture.result)
        if now == true:
            return (
                f"{self.name(scene)}: {self._format(now)}. "
                f"Step {scene.step} gives {result}."
            )
        before = format_rating(scene.subject.true_results[scene.step])
        return (
            f"{self.name(scene)}: {self._format(true)} → {self._format(now)} "
            f"({self.label}). "
            f"Step {scene.step} gives {result} instead of {before}."
        )
