"""Contrasting cases: two scenes that differ in one fact, and why their results differ.

If the selected player fits, a case is made from this player's scene, otherwise from an
example with invented names. The engine computes every number.
"""

import datetime as dt
from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from msgspec.structs import replace

from uscalc.engine.inputs import Entrant, RatedGame, SectionInput
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section
from uscalc.engine.special import CAP, REACH
from uscalc.engine.standard import LEAST_GAMES_FOR_BONUS, NUMERATOR
from uscalc.engine.trace import StandardTrace
from uscalc.explain.answer import format_step_5_result
from uscalc.explain.numbers import (
    PlayerDirectory,
    find_sufficient_decimals,
    format_number,
    format_rating,
    format_whole_rating,
    parse_exact,
)
from uscalc.explain.picture import (
    LOWEST,
    SpecialPicture,
    StandardPicture,
    TriedValues,
    find_axis_bounds,
    rate_with_tried_values,
)
from uscalc.explain.scene.scene import Scene, SceneSubject
from uscalc.monitor import UNMONITORED, Monitor

STEP: Final = 5
LOW, HIGH = 1200.0, 2400.0
"""The two ratings at which K is compared."""
MANY: Final = 50
"""A number of earlier games so large that N* limits it at any rating."""
SEEN: Final = 3.0
"""In the bonus case, the gain is this many points below or above the threshold, so that
both are visible."""
BELOW_CAP: Final = 50.0
STRONGER: Final = 150.0
"""The points by which the all-wins result is below the cap, and by which the other
opponents are stronger."""
SAME_RESULT: Final = 0.5
"""Results that differ by less than this would show each other."""
STRONGEST: Final = 2800
SAME_PLAYER: Final = "The player, the opponents and the results"
Editions = Sequence[tuple[str, Rules]]


class ContrastSide(NamedTuple):
    """One of the two scenes of a case: what is special about it, and its result."""

    label: str
    scene: Scene

    @property
    def short_result(self) -> str:
        """The rounded result in words."""
        return f"Post-event rating {format_whole_rating(self.scene.picture.result)}"

    @property
    def result(self) -> str:
        """The result in words; if the rules round it, with the exact value."""
        said = f"Post-event rating {format_step_5_result(self.scene.picture.player)}"
        return said if said.startswith(f"{self.short_result}, ") else self.short_result


class ContrastCase(NamedTuple):
    """Two scenes: what is the same, what differs, and why the results differ.

    `is_example` is True if the names are invented.
    """

    title: str
    same: str
    differs: str
    left: ContrastSide
    right: ContrastSide
    reason: str
    is_example: bool = False

    @property
    def has_true_result(self) -> bool:
        """True if one of the scenes has the player's result under the rules in force."""
        true = self.left.scene.subject.true_results[STEP]
        results = (side.scene.picture.result for side in (self.left, self.right))
        return not self.is_example and any(abs(r - true) < SAME_RESULT for r in results)


Maker = Callable[[SceneSubject, Editions, Monitor], ContrastCase | None]


def contrast_games(
    subject: SceneSubject, editions: Editions, monitor: Monitor
) -> ContrastCase | None:
    """Contrast 8 and 9 earlier games of a player; None if both lead to the same formula."""
    few, more = (_try(subject, TriedValues(games=games)) for games in (8, 9))
    special, standard = few.picture, more.picture
    if not isinstance(special, SpecialPicture) or not isinstance(
        standard, StandardPicture
    ):
        return None
    return _pair(
        "8 against 9 earlier games",
        f"{SAME_PLAYER}.",
        "The number of earlier games.",
        ("8 earlier games", few),
        ("9 earlier games", more),
        "Up to 8 earlier games, the special formula finds the rating that predicts the "
        f"score. The earlier games count as draws against {_write(standard.r0)}. From "
        "9 games on, the standard formula adds K for each point above expected. K is "
        f"{format_number(standard.done.k, 1)}, and the points above expected are "
        f"{format_number(standard.above_expected, 2)}."
        + (
            f" The bonus adds {format_number(standard.done.bonus, 1)}."
            if standard.done.bonus
            else ""
        ),
    )


def contrast_k(
    subject: SceneSubject, editions: Editions, monitor: Monitor
) -> ContrastCase | None:
    """Contrast K at ratings of 1200 and 2400, against opponents at the same distance."""
    r0 = subject.player.start.r0
    strengths = _list_strengths(subject)
    if any(strength - r0 + LOW < LOWEST for strength in strengths):
        return None
    scenes = [
        _try(
            subject,
            TriedValues(
                r0=own,
                games=MANY,
                ratings=tuple((i, x - r0 + own) for i, x in enumerate(strengths)),
            ),
        )
        for own in (LOW, HIGH)
    ]
    slow, fast = scenes[1].picture, scenes[0].picture
    if not isinstance(slow, StandardPicture) or not isinstance(fast, StandardPicture):
        return None
    low_star, high_star = (picture.player.effective.n_star for picture in (fast, slow))
    reduced = slow.done.k * (high_star + slow.games) < NUMERATOR - 1e-6
    return _pair(
        "K at 1200 and 2400",
        "The results, and how far each opponent is above or below the player.",
        "The player's rating, 1200 or 2400. Both players have many earlier games.",
        ("Rated 1200", scenes[0]),
        ("Rated 2400", scenes[1]),
        f"Both are {format_number(fast.above_expected, 2)} points above expected, but "
        "K "
        f"is {format_number(fast.done.k, 1)} at 1200 and "
        f"{format_number(slow.done.k, 1)} at 2400. At 1200, N* counts at most "
        f"{format_number(low_star, 1)} earlier games; at 2400 it counts "
        f"{format_number(high_star, 1)}."
        + (" A dual rating above 2200 has a smaller K as well." if reduced else ""),
        one_axis=False,
    )


def contrast_bonus(
    subject: SceneSubject, editions: Editions, monitor: Monitor
) -> ContrastCase | None:
    """Contrast a missed bonus, and a bonus because one opponent's rating is higher."""

    def rate(game: int, rating: int) -> StandardTrace | None:
        monitor.check()
        tried = TriedValues(ratings=((game, float(rating)),))
        done = rate_with_tried_values(subject.section, subject.place, STEP, tried)[1]
        return done if isinstance(done, StandardTrace) else None

    def measure_surplus(game: int, rating: int) -> float:
        done = rate(game, rating)
        assert done is not None
        return done.bonus or done.gain - (done.threshold or 0.0)

    strengths = _list_strengths(subject)
    if len(strengths) < LEAST_GAMES_FOR_BONUS:
        return None
    found: list[tuple[float, int, int, int]] = []
    ratings = range(int(LOWEST), STRONGEST + 1)
    last = len(ratings) - 1
    for game, strength in enumerate(strengths):
        weak, strong = rate(game, ratings[0]), rate(game, ratings[last])
        if weak is None or strong is None or weak.bonus or strong.bonus < SEEN:
            continue
        below, above = (
            bisect_left(ratings, least, 1, last, key=partial(measure_surplus, game))
            for least in (-SEEN, SEEN)
        )
        under, over = ratings[below - 1], ratings[above]
        found.append((abs(strength - under), game, under, over))
    if not found:
        return None
    _, game, rating, higher = min(found)
    missed, reached = (
        _try(subject, TriedValues(ratings=((game, float(x)),)))
        for x in (rating, higher)
    )
    before, after = missed.picture.done, reached.picture.done
    assert isinstance(before, StandardTrace)
    assert isinstance(after, StandardTrace)
    name = missed.picture.rows[game].name
    mark = after.threshold or 0.0

    def tells_apart(digits: int) -> bool:
        texts = (before.gain, mark, after.gain)
        less, limit, more = (parse_exact(format_number(x, digits)) for x in texts)
        return less <= limit < more

    digits = find_sufficient_decimals(2, tells_apart, 7)
    return _pair(
        "Bonus missed and reached",
        f"{SAME_PLAYER}.",
        f"The rating of {name}, {rating} or {higher}.",
        (f"{name} rated {rating}", missed),
        (f"{name} rated {higher}", reached),
        f"The bonus threshold is {format_number(mark, digits)}. A gain of "
        f"{format_number(before.gain, digits)} misses it, and a gain of "
        f"{format_number(after.gain, digits)} is above it. Only the part above the "
        f"threshold, {format_number(after.bonus, digits)}, is added once more, so the "
        "bonus begins at zero and nothing jumps.",
    )


def contrast_cap(
    subject: SceneSubject, editions: Editions, monitor: Monitor
) -> ContrastCase | None:
    """Contrast two all-wins results: below the cap of 2700, and capped."""
    strengths = _list_strengths(subject)
    if subject.player.start.n != 0 or not strengths:
        return None
    wins = tuple((i, 1.0) for i in range(len(strengths)))
    by = CAP - REACH - BELOW_CAP - max(strengths)
    scenes = [
        _try(
            subject,
            TriedValues(
                ratings=tuple((i, x + more) for i, x in enumerate(strengths)),
                scores=wins,
            ),
        )
        for more in (by, by + STRONGER)
    ]
    below, above = (scene.picture for scene in scenes)
    if (
        not isinstance(below, SpecialPicture)
        or not isinstance(above, SpecialPicture)
        or below.done.capped
        or not above.done.capped
    ):
        return None
    return _pair(
        "All wins, with and without the cap",
        "The player, who has no earlier games, and a win in every game.",
        f"The opponents are {STRONGER:.0f} points stronger on the right.",
        ("Below the cap", scenes[0]),
        ("Capped", scenes[1]),
        "All wins give the rating of the strongest opponent plus 400: "
        f"{_write(below.catch_rating)} on the left and {_write(above.catch_rating)} on "
        f"the right. The special formula gives at most {CAP:.0f}.",
    )


def contrast_editions(
    subject: SceneSubject, editions: Editions, monitor: Monitor
) -> ContrastCase | None:
    """Contrast the rules in force with the edition whose result differs most."""
    trace, place = subject.section, subject.place
    here = subject.make_scene(STEP).to_solution()
    best: tuple[float, str, Scene] | None = None
    for name, rules in editions:
        again = rate_section(trace.section, rules, monitor)
        people = PlayerDirectory(again, subject.people.name_of)
        there = SceneSubject(again, place, people).make_scene(STEP).to_solution()
        away = abs(there.picture.result - here.picture.result)
        if away >= 0.5 and (best is None or away > best[0]):
            best = away, name, there
    if best is None:
        return None
    _, name, other = best
    now = trace.rules.edition
    return _pair(
        "The same player under two editions",
        "The whole section with all facts and results.",
        f"The edition of the rating rules, {now} or {name}.",
        (f"Rules of {now}", here),
        (f"Rules of {name}", other),
        _explain_editions(here, other),
    )


def _explain_editions(here: Scene, there: Scene) -> str:
    """Return the first reason why two editions give different results.

    Different rounding is mentioned after it.
    """
    reason = _find_first_reason(here, there)
    rounds = [
        scene.subject.section.rules.has_integer_ratings for scene in (here, there)
    ]
    if rounds[0] == rounds[1]:
        return reason
    side = "left" if rounds[0] else "right"
    return (
        f"{reason} On the {side}, ratings are whole numbers: rounded up if higher than "
        "the starting rating, and rounded down if lower."
    )


def _find_first_reason(here: Scene, there: Scene) -> str:
    one, other = here.picture, there.picture
    starts = [picture.player.start.r0 for picture in (one, other)]
    if starts[0] != starts[1]:
        return (
            f"The rating to start from is {_write(starts[0])} or {_write(starts[1])}."
        )
    if isinstance(one, StandardPicture) and isinstance(other, StandardPicture):
        if one.done.k != other.done.k:
            stars = [picture.player.effective.n_star for picture in (one, other)]
            return (
                f"N*, the most earlier games that count, is "
                f"{format_number(stars[0], 1)} "
                f"or {format_number(stars[1], 1)}. So K is "
                f"{format_number(one.done.k, 1)} or {format_number(other.done.k, 1)}."
            )
        if one.done.threshold != other.done.threshold:
            marks = [
                "no bonus is possible"
                if done.threshold is None
                else f"the bonus threshold is {format_number(done.threshold, 1)}"
                for done in (one.done, other.done)
            ]
            return f"On the left, {marks[0]}. On the right, {marks[1]}."
    elif type(one) is not type(other):
        return "The two editions use different formulas for this player."
    if one.player.effective != other.player.effective:
        counts = [
            format_number(picture.player.effective.n_eff, 1) for picture in (one, other)
        ]
        if counts[0] != counts[1]:
            return f"The earlier games count as {counts[0]} or {counts[1]} games."
    return (
        "The opponents have different ratings after Step 4 under the two editions."
        if one.done.result != other.done.result
        else "The two editions have different rating floors or limits."
    )


MAKERS: Final[dict[str, tuple[str, Maker]]] = {
    "games": ("8 and 9 games", contrast_games),
    "k": ("K at 1200 and 2400", contrast_k),
    "bonus": ("Bonus", contrast_bonus),
    "cap": ("All wins", contrast_cap),
    "editions": ("Editions", contrast_editions),
}
"""The name of each case, and the function that makes it for a player."""


def make_case(
    key: str,
    subject: SceneSubject | None,
    rules: Rules,
    editions: Editions,
    monitor: Monitor = UNMONITORED,
) -> ContrastCase:
    """Return a case for a player or, if the player doesn't fit, for an example."""
    make = MAKERS[key][1]
    case = (
        make(subject, editions, monitor)
        if subject is not None and STEP in subject.steps
        else None
    )
    if case is None:
        case = make(make_example(rules, unrated=key == "cap"), editions, monitor)
        assert case is not None
        case = case._replace(is_example=True)
    return case


NAMES: Final = (
    "Ada Rookwell",
    "Ben Pawnley",
    "Cleo Knightly",
    "Dan Bishopton",
    "Eva Kingsley",
)
OPPONENTS: Final = ((1450.0, 1.0), (1520.0, 0.5), (1600.0, 0.0), (1650.0, 1.0))
"""The ratings of the example's opponents, and the results against them."""
OWN: Final = 1500.0


def make_example(rules: Rules, unrated: bool = False) -> SceneSubject:
    """Return an invented player with four games, under some rules."""
    own = tuple(
        RatedGame(i + 1, score, i + 1) for i, (_, score) in enumerate(OPPONENTS)
    )
    me = Entrant((1,), None if unrated else OWN, 0 if unrated else MANY, own=own)
    others = [
        Entrant((i + 2,), rating, MANY, own=(RatedGame(0, 1.0 - score, i + 1),))
        for i, (rating, score) in enumerate(OPPONENTS)
    ]
    # Without birth dates, no rating depends on the day.
    day = rules.date or dt.date.min
    trace = rate_section(SectionInput("R", day, (me, *others)), rules)
    return SceneSubject(
        trace, 0, PlayerDirectory(trace, lambda number: NAMES[number - 1])
    )


# The parts of a case


def _list_strengths(subject: SceneSubject) -> tuple[float, ...]:
    step = subject.player.step5
    return () if step is None else step.strengths


def _try(subject: SceneSubject, causes: TriedValues) -> Scene:
    """Return the scene with tried values, and R at the solution."""
    return subject.make_scene(STEP).try_causes(causes).to_solution()


def _pair(
    title: str,
    same: str,
    differs: str,
    left: tuple[str, Scene],
    right: tuple[str, Scene],
    reason: str,
    one_axis: bool = True,
) -> ContrastCase:
    """Return a case of two scenes, with the same rating axis if `one_axis` is True."""
    pictures = [scene.picture for _, scene in (left, right)]
    one, other = (
        ContrastSide(
            label,
            replace(
                scene,
                bounds=find_axis_bounds(pictures if one_axis else [scene.picture]),
            ),
        )
        for label, scene in (left, right)
    )
    subject = left[1].subject
    name = subject.people.get_spoken_name(subject.place)
    return ContrastCase(f"{title}: {name}", same, differs, one, other, reason)


def _write(rating: float) -> str:
    return (
        format_whole_rating(rating)
        if rating == round(rating)
        else format_rating(rating)
    )
