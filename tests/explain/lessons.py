"""Lessons of every path, and traces that differ only in what one slide asks."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from tests.engine.make import rules
from tests.explain.test_idea import some_section
from tests.explain.test_paths import PATHS
from uscalc.engine.trace import PlayerTrace, SectionTrace, SpecialTrace, StandardTrace
from uscalc.explain.lesson.case import Swing
from uscalc.explain.lesson.model import Lesson, Slide
from uscalc.explain.lesson.player import player_lesson
from uscalc.report.lessons import swings

SEED = 20250907
EDITIONS = ("2009", "2015", "2025")
RANDOM = 60


def name_of(number: int) -> str:
    """Plainly invented names."""
    return f"Invented, No {number}"


class Taught(NamedTuple):
    """A lesson, and what it is made of."""

    path: str
    trace: SectionTrace
    place: int
    swings: tuple[Swing, ...]
    lesson: Lesson

    @property
    def player(self) -> PlayerTrace:
        """Whose lesson it is."""
        return self.trace.players[self.place]


def taught(
    path: str, trace: SectionTrace, place: int, name: Callable[[int], str] = name_of
) -> Taught | None:
    """The lesson of a place, if it has one."""
    found = tuple(swings(trace, place))
    lesson = player_lesson(trace, place, name, "Invented", found)
    return None if lesson is None else Taught(path, trace, place, found, lesson)


def every_lesson() -> Iterator[Taught]:
    """Everybody of every path, and of random events."""
    for edition in EDITIONS:
        for path, make in PATHS.items():
            trace = make(rules(edition))
            for place in range(len(trace.players)):
                made = taught(f"{path}, {edition}", trace, place)
                if made is not None:
                    yield made
    chance = random.Random(SEED)
    for i in range(RANDOM):
        trace = some_section(chance)
        for place in range(len(trace.players)):
            made = taught(f"event {i}", trace, place)
            if made is not None:
                yield made


Change = Callable[[PlayerTrace], PlayerTrace]


def _special(step: str, **by: float) -> Change:
    def change(player: PlayerTrace) -> PlayerTrace:
        done = getattr(player, step)
        assert isinstance(done, SpecialTrace)
        moved = {name: getattr(done, name) + off for name, off in by.items()}
        other = done._replace(**moved, moves=(), tie_break=None)
        return player._replace(**{step: other})

    return change


def _standard(**by: float) -> Change:
    def change(player: PlayerTrace) -> PlayerTrace:
        step = "step4" if player.step4 is not None else "step5"
        done = getattr(player, step)
        assert isinstance(done, StandardTrace)
        moved: dict[str, Any] = {
            name: getattr(done, name) + off for name, off in by.items()
        }
        if "expected" in by:
            moved["expectations"] = tuple(e * 0.9 for e in done.expectations)
        return player._replace(**{step: done._replace(**moved)})

    return change


def _second(player: PlayerTrace) -> PlayerTrace:
    assert player.step4 is not None
    assert player.step5 is not None
    off = -7.0 if player.step5.result >= player.step4.result else 7.0
    there = player.step4.result + off
    return player._replace(step5=player.step5._replace(result=there, raw=there))


def _floor(player: PlayerTrace) -> PlayerTrace:
    floors = player.floors
    assert floors is not None
    return player._replace(floors=floors._replace(floor=floors.floor + 37))


def _ceiling(player: PlayerTrace) -> PlayerTrace:
    floors = player.floors
    assert floors is not None
    assert floors.ceiling is not None
    lower = floors._replace(after=floors.after - 9.0, ceiling=floors.ceiling - 9.0)
    return player._replace(floors=lower)


def _limit(player: PlayerTrace) -> PlayerTrace:
    match = player.match
    assert match is not None
    there = (match.result + player.start.r0) / 2
    return player._replace(match=match._replace(result=there))


def _formula(player: PlayerTrace) -> PlayerTrace:
    other = "standard" if player.formula == "special" else "special"
    return player._replace(formula=other)


def _start(player: PlayerTrace) -> PlayerTrace:
    return player._replace(start=player.start._replace(r0=player.start.r0 + 41.0))


def _past(player: PlayerTrace) -> PlayerTrace:
    n_star, n_eff = player.effective
    other = player.effective._replace(n_star=n_star - 0.7, n_eff=n_eff - 0.7)
    return player._replace(effective=other)


CHANGES: dict[str, Change] = {
    "start": _start,
    "past": _past,
    "formula": _formula,
    "explained": _special("step4", target=0.5),
    "sought3": _special("step3", end=23.0),
    "sought4": _special("step4", end=23.0),
    "expected": _standard(expected=-0.3),
    "k": _standard(k=3.0),
    "gain": _standard(gain=5.0),
    "bonus": _standard(bonus=6.0),
    "second": _second,
    "limit": _limit,
    "floor": _floor,
    "ceiling": _ceiling,
}
ASKED_OF_ALL = {"way", "what-if", "printed", *CHANGES}
COMPUTED = ("printed",)
"""What is asked is a sum of what is given: there is no trace with only another answer."""


def other_answer(made: Taught, slide: Slide) -> Slide | None:
    """The same slide of a trace in which only its answer is another."""
    if slide.key in COMPUTED:
        return None
    if slide.key == "what-if":
        turned = tuple(
            Swing(one.game, one.low - 9.0 * i, one.high + 700.0 - 90.0 * i)
            for i, one in enumerate(
                reversed(made.swings) if slide.told.right == 0 else made.swings
            )
        )
        games = sorted(one.game for one in made.swings)
        turned = tuple(
            one._replace(game=game) for one, game in zip(turned, games, strict=True)
        )
        return slide_of(made, made.trace, slide.key, turned)
    players = list(made.trace.players)
    if slide.key == "way":
        other = 1.0 if slide.told.right == 0 else 3500.0
        players[made.place] = made.player._replace(post=other)
        return slide_of(made, made.trace._replace(players=tuple(players)), slide.key)
    players[made.place] = CHANGES[slide.key](players[made.place])
    return slide_of(made, made.trace._replace(players=tuple(players)), slide.key)


def slide_of(
    made: Taught,
    trace: SectionTrace,
    key: str,
    swung: tuple[Swing, ...] | None = None,
) -> Slide:
    """The slide of a key, made anew."""
    lesson = player_lesson(
        trace, made.place, name_of, "Invented", made.swings if swung is None else swung
    )
    assert lesson is not None
    return next(slide for slide in lesson.slides if slide.key == key)


def with_right(slide: Slide, right: float) -> Slide:
    """The same slide with another number to be guessed."""
    return replace(slide, told=replace(slide.told, right=right))
