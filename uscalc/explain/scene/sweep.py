"""A player's rating as a function of one cause: a rating, the earlier games, or the score.

Only this player's step is rated again, exactly as in the rating explorer, so each point
of the curve is a scene of the explorer. More points are computed around each kink and
jump, until two of them are less than a millionth of a rating point apart.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from uscalc.counted import count_in_words
from uscalc.engine.special import LANDING, REACH
from uscalc.engine.standard import NUMERATOR
from uscalc.engine.trace import PlayerTrace, SpecialTrace, StandardTrace, StepTrace
from uscalc.explain.answer import FLOOR_NAMES
from uscalc.explain.numbers import format_number, format_rating, format_whole_rating
from uscalc.explain.picture import TRUTH, TriedValues, rate_with_tried_values
from uscalc.explain.scene.scene import SceneSubject
from uscalc.monitor import UNMONITORED, Monitor

Kind = Literal["opponent", "games", "score", "own"]
LOWEST, HIGHEST = 100.0, 2800.0
MOST_GAMES: Final = 40
UNKNOWN: Final = 50
"""The number of games that stands for an unknown one: the most that N* ever counts."""
GRID: Final = 10.0
"""The distance between two computed points of a rating, in points."""
EXACT: Final = 1e-6
"""The distance between the two computed points around a kink or jump, in points."""
OF_ONE_FORMULA: Final = ("cap", "reach", "bonus", "k")
"""The topics that only one of the two formulas has."""
LEAST_JUMP: Final = 0.01
"""A jump changes the result by at least this many points; a smaller change is a kink."""


class SweepCause(NamedTuple):
    """A fact that changes along the curve; `game` is the game of an opponent's rating.

    Values go from `low` to `high` in steps of `step`; if it is None, any value is
    possible. `now` is the value in the event.
    """

    kind: Kind
    game: int | None
    words: str
    low: float
    high: float
    step: float | None
    now: float

    @property
    def key(self) -> str:
        """A text that identifies the cause."""
        return self.kind if self.game is None else f"{self.kind}{self.game}"


class SweepPoint(NamedTuple):
    """A point of the curve: the result `y` if the cause has the value `x`.

    `shown` is the result as published: rounded, after Step 5. `facts` are what the
    rules did, by topic; `bars` says whether each game's bar is empty, partly filled or
    full (0, 1, 2).
    """

    x: float
    y: float
    shown: float
    facts: tuple[tuple[str, str], ...]
    bars: tuple[int, ...]


class SweepMark(NamedTuple):
    """A kink or a jump of the curve between two points, and its explanation."""

    before: SweepPoint
    after: SweepPoint
    name: str
    words: str

    @property
    def is_jump(self) -> bool:
        """True if the result itself jumps, not only the slope."""
        return abs(self.after.y - self.before.y) >= LEAST_JUMP


class Sweep(Struct, frozen=True):
    """A whole curve: its points in order, its kinks and jumps, and the event's own point."""

    subject: SceneSubject
    step: int
    cause: SweepCause
    points: tuple[SweepPoint, ...]
    marks: tuple[SweepMark, ...]
    now: SweepPoint

    @property
    def name(self) -> str:
        """The player's name, for a sentence."""
        return self.subject.people.get_spoken_name(self.subject.place)

    @property
    def title(self) -> str:
        """A title that says what changes along the curve, and what doesn't."""
        what = "Post-event rating" if self.step == 5 else f"Step {self.step}"
        return (
            f"{what} of {self.name} across the {self.cause.words[0].lower()}"
            f"{self.cause.words[1:]}, all other facts unchanged"
        )

    def compute_point(self, x: float) -> SweepPoint:
        """Return the point at any value of the cause."""
        return compute_point(self.subject, self.step, self.cause, x)


def list_causes(subject: SceneSubject, step: int) -> list[SweepCause]:
    """Return the causes that can be changed in a player's step."""
    player, people = subject.player, subject.people
    _, done = rate_with_tried_values(subject.section, subject.place, step, TRUTH)
    games, score = player.entrant.own, player.entrant.score
    n = UNKNOWN if player.start.n is None else player.start.n
    most, own = float(max(MOST_GAMES, n)), player.start.r0
    earlier = SweepCause(
        "games", None, "Number of earlier games", 0.0, most, 1.0, float(n)
    )
    return [
        *([earlier] if step != 3 else []),
        SweepCause("score", None, "Score", 0.0, float(len(games)), 0.5, score),
        SweepCause("own", None, "Player's own rating", LOWEST, HIGHEST, None, own),
        *(
            SweepCause(
                "opponent",
                i,
                f"Rating of {people.get_spoken_name(game.opponent)} "
                f"(round {game.round})",
                LOWEST,
                HIGHEST,
                None,
                done.strengths[i],
            )
            for i, game in enumerate(games)
        ),
    ]


def choose_first_cause(
    subject: SceneSubject, step: int, causes: Sequence[SweepCause]
) -> SweepCause:
    """Return the cause to begin with: the rating of the opponent closest to the player.

    There, the expected score and with it the curve is steepest.
    """
    _, done = rate_with_tried_values(subject.section, subject.place, step, TRUTH)
    rating = done.end if isinstance(done, SpecialTrace) else subject.player.start.r0
    opponents = (one for one in causes if one.kind == "opponent")
    return min(opponents, key=lambda one: abs(one.now - rating), default=causes[0])


def make_causes(
    subject: SceneSubject, step: int, cause: SweepCause, x: float
) -> TriedValues:
    """Return the tried values for a point of the curve; for the event's own value, none."""
    if abs(x - cause.now) < 1e-9:
        return TRUTH
    if cause.kind == "opponent":
        assert cause.game is not None
        return TriedValues(ratings=((cause.game, x),))
    if cause.kind == "games":
        return TriedValues(games=round(x))
    return (
        TriedValues(r0=x)
        if cause.kind == "own"
        else TriedValues(scores=_share_score(subject, step, x))
    )


def _share_score(
    subject: SceneSubject, step: int, score: float
) -> tuple[tuple[int, float], ...]:
    """Return results that add up to a score; games against the weakest opponents change first."""
    _, done = rate_with_tried_values(subject.section, subject.place, step, TRUTH)
    own = subject.player.entrant.own
    missing = score - subject.player.entrant.score
    changed = []
    for i in sorted(
        range(len(own)), key=lambda i: done.strengths[i], reverse=missing < 0
    ):
        result = min(max(own[i].score + missing, 0.0), 1.0)
        missing -= result - own[i].score
        if result != own[i].score:
            changed.append((i, result))
    return tuple(sorted(changed))


def compute_point(
    subject: SceneSubject, step: int, cause: SweepCause, x: float
) -> SweepPoint:
    """Return the result at a value of a cause."""
    player, done = rate_with_tried_values(
        subject.section, subject.place, step, make_causes(subject, step, cause, x)
    )
    y = shown = done.result
    if step == 5 and player.post is not None and player.rounded_from is not None:
        floors = player.floors
        acted = floors is not None and (floors.acted or floors.capped)
        y = player.post if acted else player.rounded_from
        shown = player.post
    return SweepPoint(x, y, shown, _list_facts(player, step, done), _fill_bars(done))


def _fill_bars(done: StepTrace) -> tuple[int, ...]:
    """Return whether each bar is empty, partly filled or full; the prior's is the last."""
    if isinstance(done, StandardTrace):
        return ()
    people = (*done.strengths, done.prior) if done.n_eff else done.strengths
    return tuple(
        0
        if done.end <= rating - REACH + LANDING
        else 2
        if done.end >= rating + REACH - LANDING
        else 1
        for rating in people
    )


def _list_facts(
    player: PlayerTrace, step: int, done: StepTrace
) -> tuple[tuple[str, str], ...]:
    """Return what the rules did, by topic; an empty text means nothing."""
    effective = player.effective
    facts = {
        "formula": "special" if isinstance(done, SpecialTrace) else "standard",
        "n": "limited" if effective.n_eff >= effective.n_star else "",
    }
    if isinstance(done, SpecialTrace):
        facts["cap"] = "at 2700" if done.capped else ""
        facts["reach"] = "" if done.tie_break is None else done.tie_break.why
    else:
        facts["bonus"] = "bonus" if done.bonus > 0.0 else ""
        numerator = done.k * (effective.n_eff + player.entrant.m)
        least = numerator <= NUMERATOR / 4 + LANDING
        reduced = numerator < NUMERATOR - LANDING
        facts["k"] = "least" if least else "reduced" if reduced else ""
    facts["minimum"] = "100" if done.raw < done.result else ""
    if step == 5 and player.floors is not None:
        floors = player.floors
        name, level = floors.held
        facts["floor"] = (
            f"{FLOOR_NAMES.get(name, name)} {level}" if floors.acted else ""
        )
        facts["ceiling"] = f"{floors.ceiling:.0f}" if floors.capped else ""
    if player.match is not None and step == 5:
        facts["match"] = player.match.limited_by or ""
    return tuple(facts.items())


def compute_sweep(
    subject: SceneSubject,
    step: int,
    cause: SweepCause,
    monitor: Monitor = UNMONITORED,
) -> Sweep:
    """Return the player's rating as a function of a cause.

    The points include each place where the curve bends or jumps.
    """

    def compute(x: float) -> SweepPoint:
        monitor.check()
        return compute_point(subject, step, cause, x)

    size = cause.step or GRID
    places = {
        cause.low + i * size for i in range(round((cause.high - cause.low) / size) + 1)
    }
    if cause.low <= cause.now <= cause.high:
        places.add(cause.now)
    samples = [compute(x) for x in sorted(places)]
    points = samples[:1]
    for before, after in pairwise(samples):
        if cause.step is None:
            points += _refine(compute, before, after)
        points.append(after)
    return Sweep(
        subject,
        step,
        cause,
        tuple(points),
        tuple(_find_marks(subject, cause, points)),
        compute(cause.now),
    )


def _refine(
    compute: Callable[[float], SweepPoint], before: SweepPoint, after: SweepPoint
) -> list[SweepPoint]:
    """Return points around each change between two points, found by repeated halving."""
    same = (before.facts, before.bars) == (after.facts, after.bars)
    if same or after.x - before.x <= EXACT:
        return []
    middle = compute((before.x + after.x) / 2)
    return [
        *_refine(compute, before, middle),
        middle,
        *_refine(compute, middle, after),
    ]


def _find_marks(
    subject: SceneSubject, cause: SweepCause, points: Sequence[SweepPoint]
) -> Iterator[SweepMark]:
    """Return the kinks and jumps; bars count only if the cause can have any value."""
    for before, after in pairwise(points):
        found = [
            *_describe_facts(dict(before.facts), dict(after.facts), cause, after.x)
        ]
        if cause.step is None and len(before.bars) == len(after.bars):
            found += _describe_bars(subject, before.bars, after.bars)
        if found:
            names, sentences = zip(*found, strict=True)
            yield SweepMark(before, after, ", ".join(names), " ".join(sentences))


Named = tuple[str, str]
"""A short name for the chart, and a sentence."""
BEGINS: Final[dict[str, Named]] = {
    "n": ("N* limit", "From here on, N* limits the effective games."),
    "cap": ("cap", "From here on, the cap of 2700 acts."),
    "reach": (
        "nobody within 400",
        "From here on, the rules choose a rating: no opponent is within 400 points.",
    ),
    "bonus": ("bonus", "From here on, there is a bonus."),
    "k": ("smaller K", "From here on, a dual rating has a smaller K."),
    "least": ("smallest K", "From here on, K is a quarter of the full K."),
    "minimum": ("minimum", "From here on, the minimum of 100 acts."),
    "floor": ("floor", "From here on, a floor acts: {}."),
    "ceiling": ("ceiling", "From here on, the ceiling of {} acts."),
    "match": ("match limit", "From here on, another match limit acts."),
}
ENDS: Final[dict[str, Named]] = {
    "n": ("no N* limit", "From here on, every earlier game counts."),
    "cap": ("no cap", "Up to here, the cap of 2700 acts."),
    "reach": ("within 400", "From here on, an opponent is within 400 points again."),
    "bonus": ("no bonus", "Up to here, there is a bonus."),
    "k": ("full K", "From here on, K is not reduced."),
    "minimum": ("minimum", "Up to here, the minimum of 100 acts."),
    "floor": ("floor", "Up to here, a floor acts: {}."),
    "ceiling": ("ceiling", "Up to here, the ceiling of {} acts."),
    "match": ("no match limit", "Up to here, a match limit acts."),
}


HOLDS: Final = {
    "floor": "{} holds the rating.",
    "ceiling": "the ceiling of {} holds the rating.",
    "match": "a match limit holds the rating.",
    "minimum": "the minimum of {} holds the rating.",
}
"""The rules that hold a rating, whatever the games would give."""


def _describe_hold(cause: SweepCause, point: SweepPoint) -> str:
    """Return a sentence, after a space, about the rule that makes the curve flat."""
    facts = dict(point.facts)
    rule = next((topic for topic in HOLDS if facts.get(topic)), None)
    return (
        f" The curve is flat here: {HOLDS[rule].format(facts[rule])}"
        if rule is not None and cause.kind != "own"
        else ""
    )


def _describe_facts(
    before: dict[str, str], after: dict[str, str], cause: SweepCause, x: float
) -> Iterator[Named]:
    """Return a name and a sentence for each rule that changes between two points."""
    switched = before["formula"] != after["formula"]
    for topic in {**before, **after}:
        was, now = before.get(topic, ""), after.get(topic, "")
        if was == now or (switched and topic in OF_ONE_FORMULA):
            continue
        if topic == "formula":
            said = f"The {now} formula replaces the {was} formula."
            if cause.kind == "games":
                said = f"From {round(x)} earlier games on, {said[0].lower()}{said[1:]}"
            yield (f"{now} formula", said)
        else:
            key = "least" if now == "least" else topic
            name, sentence = (BEGINS if now else ENDS)[key]
            yield (name, sentence.format(now or was))


def _describe_bars(
    subject: SceneSubject, before: tuple[int, ...], after: tuple[int, ...]
) -> Iterator[Named]:
    """Return a name and a sentence for each bar that begins to fill, or becomes full."""
    own = subject.player.entrant.own
    for i, (was, now) in enumerate(zip(before, after, strict=True)):
        if was == now:
            continue
        whose = (
            "earlier games"
            if i == len(own)
            else subject.people.get_spoken_name(own[i].opponent)
        )
        edge = "full" if 2 in (was, now) else "empty"
        yield (
            f"knot: {whose}",
            f"Knot: the bar of {whose} is {edge} from here on."
            if now != 1
            else f"Knot: the bar of {whose} is no longer {edge}.",
        )


def describe_start(subject: SceneSubject) -> str:
    """Return where the values come from that stay the same along the curve."""
    return "the event with your what-if results" if subject.actual else "the event"


def describe_point(sweep: Sweep, point: SweepPoint) -> str:
    """Return a point of the curve in a sentence."""
    cause, x, whole = sweep.cause, point.x, format_number(point.x, 2)
    given = {
        "opponent": f"With {cause.words.removeprefix('Rating of ')} rated {whole}",
        "games": f"With {count_in_words(round(x), 'earlier game')}",
        "score": f"With {whole} of {format_number(cause.high)}",
        "own": f"With a rating of {whole} before the event",
    }[cause.kind]
    if cause.kind == "games" and sweep.subject.player.start.n is None and x >= UNKNOWN:
        given = f"With {UNKNOWN} or more earlier games"
    what = "post-event rating" if sweep.step == 5 else f"rating in Step {sweep.step}"
    now, here = (format_whole_rating(one.shown) for one in (sweep.now, point))
    if sweep.step < 5 or (now == here and sweep.now.shown != point.shown):
        now, here = (format_rating(one.shown) for one in (sweep.now, point))
    held = _describe_hold(cause, point)
    if abs(x - cause.now) < 1e-9:
        return (
            f"{given}, as in {describe_start(sweep.subject)}, the {what} is "
            f"{here}.{held}"
        )
    return (
        f"{given}, the {what} would still be {here}.{held}"
        if now == here
        else f"{given}, the {what} would be {here} instead of {now}.{held}"
    )
