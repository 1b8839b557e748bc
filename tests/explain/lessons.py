"""Lessons of every path, and traces that differ only in the answer of one slide."""

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tests.build import as_type
from tests.engine.make import rules
from tests.explain.test_paths import PATHS, STRONG, alone, together
from tests.explain.test_picture import some_section
from uscalc.engine.guide import compute_worksheet
from uscalc.engine.inputs import FloorFacts
from uscalc.engine.rules import Rules
from uscalc.engine.trace import PlayerTrace, SectionTrace, SpecialTrace, StandardTrace
from uscalc.explain.lesson.lessons import make_player_lesson
from uscalc.explain.lesson.model import Lesson, LessonSlide, ResultSwing
from uscalc.report.lessons import compute_swings
from uscalc.rules.resolve import load_rule_table

SEED = 20250907
EDITIONS = ("2009", "2015", "2025")
RANDOM = 60

PEAK = {"rating": 2150.0, "games": 300}
EARNED = {"rating": 103.0, "games": 80}
MORE: dict[str, Callable[[Rules], SectionTrace]] = {
    "floor above everything": alone([0.0] * 3, floors=FloorFacts(given=1800), **STRONG),
    "ceiling far below": alone([1.0] * 3, floors=FloorFacts(ceiling=900.0), **STRONG),
    "ceiling far above the start": alone(
        [1.0] * 3, rating=None, floors=FloorFacts(ceiling=1000.0)
    ),
    "unrated on many games": alone([1.0, 0.0] * 17, rating=None),
    "unrated on some games": alone([1.0, 0.0] * 6, rating=None),
    "the highest peak floor": alone([0.0] * 3, floors=FloorFacts(peak=2450.0), **PEAK),
    "a peak that is rounded": alone([0.0] * 3, floors=FloorFacts(peak=2199.6), **PEAK),
    "earned floor": alone(
        [0.0, 1.0, 0.5], floors=FloorFacts(wins=3, draws=1, events=2), **EARNED
    ),
    "earned floor, past not known": alone([0.0, 1.0], **EARNED),
}
"""Sections whose answers are unusually large or small."""


def name_of(number: int) -> str:
    return f"Invented, No {number}"


class Taught(NamedTuple):
    path: str
    trace: SectionTrace
    place: int
    swings: tuple[ResultSwing, ...]
    lesson: Lesson

    @property
    def player(self) -> PlayerTrace:
        return self.trace.players[self.place]


def taught(path, trace, place, name=name_of) -> Taught | None:
    found = tuple(compute_swings(trace, place))
    lesson = make_player_lesson(trace, place, name, "Invented", found)
    return None if lesson is None else Taught(path, trace, place, found, lesson)


def every_lesson() -> Iterator[Taught]:
    traces = [
        (f"{path}, {edition}", make(rules(edition)))
        for edition in EDITIONS
        for path, make in (PATHS | MORE).items()
    ]
    chance = random.Random(SEED)
    traces += [(f"event {i}", some_section(chance)) for i in range(RANDOM)]
    for path, trace in traces:
        made = (taught(path, trace, place) for place in range(len(trace.players)))
        yield from filter(None, made)


def guide_lesson(score: float) -> Lesson:
    """Return a lesson by the guide's tables: four games of two players with the same score."""
    strong = [STRONG, {"rating": 1600.0, "games": 80}]
    trace = together(strong, [(0, 1, score)] * 4)(rules("2009"))
    guide = load_rule_table().guide
    worked = compute_worksheet(trace.section.entrants[0], trace.section, guide)
    assert worked.result is not None
    return make_player_lesson(trace, 0, name_of, "Invented", (), worked)


Change = Callable[[PlayerTrace], PlayerTrace]


def _end_with(done: Any, off: float, **by: float) -> Any:
    moved = {name: getattr(done, name) + more for name, more in by.items()}
    return done._replace(**moved, raw=done.raw + off, result=done.result + off)


def _replace_step(player: PlayerTrace, step: str, done: Any, off: float) -> PlayerTrace:
    assert player.post is not None
    return player._replace(**{step: done}, post=player.post + off)


def _special(step: str, **by: float) -> Change:
    def change(player: PlayerTrace) -> PlayerTrace:
        done = as_type(getattr(player, step), SpecialTrace)
        other = _end_with(done, 23.0, end=23.0, **by)
        other = other._replace(moves=(), tie_break=None)
        return _replace_step(player, step, other, 23.0)

    return change


def _standard(off: float, **by: float) -> Change:
    def change(player: PlayerTrace) -> PlayerTrace:
        step = "step4" if player.step4 is not None else "step5"
        done = as_type(getattr(player, step), StandardTrace)
        other = _end_with(done, off, **by)
        if "expected" in by:
            fewer = tuple(e * 0.9 for e in done.expectations)
            other = other._replace(expectations=fewer)
        return _replace_step(player, step, other, off)

    return change


def _change_second_pass(player: PlayerTrace) -> PlayerTrace:
    """Return a trace whose opponents have other ratings, so that another rating follows."""
    one, two = player.step4, player.step5
    off = -7.0 if two.result >= one.result else 7.0
    there = one.result + off
    others = tuple(strength + 90.0 * off for strength in two.strengths)
    two = two._replace(result=there, raw=there, strengths=others)
    return _replace_step(player, "step5", two, off)


def _floor(player: PlayerTrace) -> PlayerTrace:
    floors = player.floors
    return player._replace(floors=floors._replace(floor=floors.floor + 37))


def _ceiling(player: PlayerTrace) -> PlayerTrace:
    floors = player.floors
    lower = floors._replace(after=floors.after - 9.0, ceiling=floors.ceiling - 9.0)
    return player._replace(floors=lower)


def _limit(player: PlayerTrace) -> PlayerTrace:
    there = (player.match.result + player.start.r0) / 2
    return player._replace(match=player.match._replace(result=there))


def _formula(player: PlayerTrace) -> PlayerTrace:
    other = "standard" if player.formula == "special" else "special"
    return player._replace(formula=other)


def _start(player: PlayerTrace) -> PlayerTrace:
    return player._replace(start=player.start._replace(r0=player.start.r0 + 41.0))


def _change_effective_games(player: PlayerTrace) -> PlayerTrace:
    fewer = (n - 0.7 for n in player.effective)
    return player._replace(effective=player.effective._make(fewer))


CHANGES: dict[str, Change] = {
    **{"start": _start, "past": _change_effective_games, "formula": _formula},
    **{"explained": _special("step4", target=0.5), "sought3": _special("step3")},
    "sought4": _special("step4"),
    "expected": _standard(9.0, expected=-0.3, gain=9.0),
    **{"k": _standard(4.0, k=3.0, gain=4.0), "gain": _standard(5.0, gain=5.0)},
    **{"bonus": _standard(6.0, bonus=6.0), "second": _change_second_pass},
    **{"limit": _limit, "floor": _floor, "ceiling": _ceiling},
}
ASKED_OF_ALL = {"way", "what-if", "printed", *CHANGES}
COMPUTED = ("printed",)
"""Slides that ask for a sum of given figures: no trace has only another answer."""


def other_lesson(made: Taught, slide: LessonSlide) -> Lesson | None:
    """Return the lesson of a trace that differs only in the answer of one slide."""
    if slide.key in COMPUTED:
        return None
    if slide.key == "what-if":
        swings = made.swings[::-1] if slide.answer.right == 0 else made.swings
        games = sorted(one.game for one in made.swings)
        turned = tuple(
            ResultSwing(game, one.low - 9.0 * i, one.high + 700.0 - 90.0 * i)
            for i, (game, one) in enumerate(zip(games, swings, strict=True))
        )
        return _lesson(made, made.trace, turned)
    players = list(made.trace.players)
    if slide.key == "way":
        other = 1.0 if slide.answer.right == 0 else 3500.0
        players[made.place] = made.player._replace(post=other)
    else:
        players[made.place] = CHANGES[slide.key](players[made.place])
    return _lesson(made, made.trace._replace(players=tuple(players)), made.swings)


def _lesson(made, trace, swung) -> Lesson:
    return make_player_lesson(trace, made.place, name_of, "Invented", swung)


def other_answer(made: Taught, slide: LessonSlide) -> LessonSlide | None:
    lesson = other_lesson(made, slide)
    if lesson is None:
        return None
    return next(one for one in lesson.slides if one.key == slide.key)
