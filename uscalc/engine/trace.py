"""The engine's result: every value of a rating, frozen.

These are named tuples because a section has thousands of them, and a tuple is the
cheapest frozen value in Python. A trace has every value that was computed; views and
exports show parts of it.
"""

from typing import Literal, NamedTuple

from uscalc.engine.inputs import Entrant, Record, SectionInput
from uscalc.engine.rules import Rules

Formula = Literal["standard", "special", "none"]


class BlendSource(NamedTuple):
    """One rating in the average that gives a starting rating (2025, section 2).

    `key` is a system, "fide" or "cfc"; `original` is the published rating and `x` the
    converted one. `d` is the rating's age in days; `assumed_current` is True if the
    rating has no date.
    """

    key: str
    original: float
    x: float
    g: float
    d: int
    p: float
    z: float
    s: float
    w: float
    assumed_current: bool


class PriorityLineTrace(NamedTuple):
    """One line of a priority list: the rating it requires, and whether it decided."""

    source: str
    text: str
    applies: bool
    reason: str


class StartTrace(NamedTuple):
    """Step 1: the rating R0 and game count N that the later steps use.

    `how` is "rated" (the pre-event rating), "office" (set by US Chess), "list",
    "blend", "age", "adult", "child" or "fixed". `n` None means unknown and is assumed
    to be large. `age` in years if the age decided.
    """

    r0: float
    n: int | None
    how: str
    age: float | None = None
    lines: tuple[PriorityLineTrace, ...] = ()
    sources: tuple[BlendSource, ...] = ()
    exact_r0: float | None = None
    exact_n: float | None = None


class EffectiveGames(NamedTuple):
    """Step 2: N* of the rating, and the effective number of games N'."""

    n_star: float
    n_eff: float


class WalkMove(NamedTuple):
    """One move of the special formula's search (section 4.1, points 2 and 3).

    `f` is the value at M. `knot` is the next knot and `f_knot` the value there; `slope_root`
    is M*, or None if f is flat up to the knot. `why` is
    "flat", "beyond" (M* is past the knot) or "root", and `to` is the next M.
    """

    m: float
    f: float
    knot: float
    f_knot: float
    slope_root: float | None
    why: Literal["flat", "beyond", "root"]
    to: float


class TieBreak(NamedTuple):
    """The choice on a plateau when p = 0 (section 4.1, point 4b)."""

    below: float
    above: float
    why: Literal["prior", "below", "above"]

    def choose_rating(self, r0: float) -> float:
        """Return the rating on the plateau that is nearest to R0."""
        return {"prior": r0, "below": self.below, "above": self.above}[self.why]


class SpecialTrace(NamedTuple):
    """The special formula for one player in one step.

    `prior` is R'0 and `target` S'; `n_eff` the N' used. `moves` is the search from
    `start` to `end`, where f is `f_end`; `p` is the number of ratings, of opponents
    and prior, within 400 points. `raw` is the result after tie-break and cap,
    `result` after the minimum of 100.
    """

    strengths: tuple[float, ...]
    score: float
    prior: float
    n_eff: float
    target: float
    start: float
    moves: tuple[WalkMove, ...]
    end: float
    f_end: float
    p: int
    tie_break: TieBreak | None
    capped: bool
    raw: float
    result: float


class StandardTrace(NamedTuple):
    """The standard formula for one player in one step (section 4.2).

    `expectations` is We for each game, `expected` their sum E; `gain` is K(S - E);
    `threshold` B sqrt(m'), None where no bonus can be given; `raw` the result before,
    `result` after the minimum of 100.
    """

    strengths: tuple[float, ...]
    expectations: tuple[float, ...]
    expected: float
    k: float
    gain: float
    threshold: float | None
    bonus: float
    raw: float
    result: float


StepTrace = SpecialTrace | StandardTrace


class MatchTrace(NamedTuple):
    """The effect of the match rules on one player (section 7).

    `uncapped` is Step 5's result. Each limit is (name, room up, room down); limits with
    unknown data are left out. `limited_by` is the limit that changed the result;
    `unchecked` are the limits with unknown data.
    """

    uncapped: float
    limits: tuple[tuple[str, float, float], ...]
    limited_by: str | None
    unchecked: tuple[str, ...]
    result: float


class FloorTrace(NamedTuple):
    """Section 5 for one player: every floor that applies, as (name, level).

    `floor` is the highest floor and `name` its name. `held` is the highest floor that
    can raise the result: an absolute one in a match that waives the others, otherwise
    `floor`. `acted` is True if `held` raised the result. `waived` is True if the result
    stays below `floor` because the match asks to lower that floor instead. `ceiling` is
    a level or None; `capped` is True if it lowered the result. `before` is the rating
    without floors and ceiling, `after` the rating with them.
    """

    candidates: tuple[tuple[str, int], ...]
    name: str
    floor: int
    acted: bool
    waived: bool
    ceiling: float | None
    capped: bool
    before: float
    after: float
    held: tuple[str, int]


class PlayerTrace(NamedTuple):
    """All steps of one player from the pre-event to the post-event rating.

    Under changed rules `step4` is the last pass but one; it is None if there is one pass.
    """

    entrant: Entrant
    start: StartTrace
    effective: EffectiveGames
    formula: Formula
    why: str
    no_bonus: str | None
    step3: SpecialTrace | None
    step4: StepTrace | None
    step5: StepTrace | None
    match: MatchTrace | None
    rounded_from: float | None
    floors: FloorTrace | None
    post: float | None

    @property
    def record(self) -> Record:
        """The record of earlier games that the special formula uses."""
        rated = self.entrant.rating is not None and self.start.n != 0
        return self.entrant.record if rated else "mixed"

    @property
    def post_games(self) -> int | None:
        """N after the event; None if unknown."""
        if self.formula == "none":
            return self.entrant.games
        return None if self.start.n is None else self.start.n + self.entrant.m

    @property
    def change(self) -> float | None:
        """Post-event minus pre-event rating; None if unrated."""
        if self.entrant.rating is None or self.post is None:
            return None
        return self.post - self.entrant.rating


class SectionTrace(NamedTuple):
    """A whole section in one system: input, rules, and a trace for every entrant."""

    section: SectionInput
    rules: Rules
    players: tuple[PlayerTrace, ...]
    notes: tuple[tuple[str, str], ...] = ()
