"""The five steps, and a whole section rated by them in one system.

Section 1 of every edition (2009: The Rating Algorithm). Each step is a function of one
player and the opponents' strengths, so that a question about one player need not rate the
others.
"""

from typing import Final, NamedTuple

from uscalc.engine.floors import apply_floors
from uscalc.engine.initial import compute_initial_rating
from uscalc.engine.inputs import Entrant, Record, SectionInput
from uscalc.engine.match import BELOW_FLOOR, describe_match_obstacle, limit_change
from uscalc.engine.rounding import STORAGE
from uscalc.engine.rules import Rules
from uscalc.engine.special import compute_special_rating
from uscalc.engine.standard import (
    EFFECTIVE_GAMES,
    NUMERATOR,
    REDUCED_K,
    compute_bonus_threshold,
    compute_effective_games,
    compute_standard_rating,
    describe_bonus_obstacle,
)
from uscalc.engine.trace import (
    EffectiveGames,
    Formula,
    PlayerTrace,
    SectionTrace,
    SpecialTrace,
    StartTrace,
    StepTrace,
)
from uscalc.monitor import UNMONITORED, Monitor

MOST_GAMES_FOR_SPECIAL: Final = 8
STEP_3_GAMES: Final = 1.0


class PlayerPlan(NamedTuple):
    """The results of Steps 1 and 2 for one player, which need no opponent's strength.

    The special formula uses `record` and `cap`; the standard formula uses `k` and
    `threshold`. `is_match` means that match rules apply.
    """

    entrant: Entrant
    start: StartTrace
    effective: EffectiveGames
    formula: Formula
    why: str
    record: Record
    no_bonus: str | None
    k: float
    threshold: float | None
    is_match: bool
    cap: float

    @property
    def needs_step3(self) -> bool:
        """True if the player's strength in Step 4 is the result of Step 3."""
        entrant = self.entrant
        return (
            entrant.rating is None
            and entrant.fixed is None
            and self.start.n == 0
            and entrant.m > 0
        )


def run_step_1(entrant: Entrant, section: SectionInput, rules: Rules) -> StartTrace:
    """Return the rating and game count from which a player starts."""
    if entrant.fixed is not None:
        return StartTrace(entrant.fixed, None, "fixed")
    if entrant.rating is not None:
        return StartTrace(entrant.rating, entrant.games, "rated")
    return compute_initial_rating(
        entrant.start, section.system, section.end_date, rules
    )


def plan_player(
    entrant: Entrant,
    section: SectionInput,
    rules: Rules,
    is_match: bool,
    start: StartTrace | None = None,
) -> PlayerPlan:
    """Run Steps 1 and 2; choose the formula, K and the bonus threshold.

    `start` is the result of Step 1, if that is known.
    """
    if start is None:
        start = run_step_1(entrant, section, rules)
    n = start.n
    effective = compute_effective_games(
        start.r0, n, EFFECTIVE_GAMES[rules.effective_games]
    )
    record = entrant.record if entrant.rating is not None and n != 0 else "mixed"
    m = entrant.m
    formula: Formula
    if m == 0 or entrant.fixed is not None:
        formula, why = "none", "no-games"
    elif section.kind in ("foreign-fide", "foreign-fide-youth"):
        formula, why = "standard", "foreign"
    elif n is not None and n <= MOST_GAMES_FOR_SPECIAL:
        formula, why = "special", "few-games"
    elif record != "mixed":
        formula, why = "special", record
    else:
        formula, why = "standard", "many-games"
    k, no_bonus, threshold = 0.0, None, None
    if formula == "standard":
        numerator = rules.k_numerator
        if section.dual and section.system == "R":
            # K is reduced for high ratings.
            numerator = REDUCED_K[rules.reduced_k](start.r0) * (numerator / NUMERATOR)
        k = numerator / (effective.n_eff + m)
        no_bonus = describe_bonus_obstacle(m, entrant.most_meetings, is_match, rules)
        if no_bonus is None:
            threshold = compute_bonus_threshold(m, rules.bonus_multiplier)
    return PlayerPlan(
        entrant,
        start,
        effective,
        formula,
        why,
        record,
        no_bonus,
        k,
        threshold,
        is_match,
        rules.special_cap,
    )


def run_step_3(planned: PlayerPlan, strengths: tuple[float, ...]) -> SpecialTrace:
    """Return the first estimate of an unrated player with N = 0, for use by the opponents."""
    return compute_special_rating(
        planned.start.r0,
        STEP_3_GAMES,
        strengths,
        planned.entrant.score,
        cap=planned.cap,
    )


def run_step_4_or_5(planned: PlayerPlan, strengths: tuple[float, ...]) -> StepTrace:
    """Return a player's rating from the opponents' strengths; Steps 4 and 5 are the same."""
    entrant = planned.entrant
    r0 = planned.start.r0
    if planned.formula == "standard":
        return compute_standard_rating(
            r0, strengths, entrant.score, planned.k, planned.threshold
        )
    return compute_special_rating(
        r0,
        planned.effective.n_eff,
        strengths,
        entrant.score,
        planned.record,
        cap=planned.cap,
    )


def finish_player(
    planned: PlayerPlan,
    step3: SpecialTrace | None,
    step4: StepTrace | None,
    step5: StepTrace | None,
    section: SectionInput,
    rules: Rules,
) -> PlayerTrace:
    """Make the post-event rating from Step 5: match limits, rounding, floors, ceiling."""
    entrant, start, effective, formula, why, _, no_bonus = planned[:7]
    match = result = floors = None
    post = entrant.rating
    if step5 is not None:
        result = step5.result
        if planned.is_match:
            match = limit_change(entrant, result, rules)
            result = match.result
        stored = STORAGE[rules.storage](result, start.r0)
        waived = planned.is_match and BELOW_FLOOR[rules.match_below_floor]
        floors = apply_floors(stored, entrant, section.system, rules, waived)
        post = floors.after
    return PlayerTrace(
        entrant,
        start,
        effective,
        formula,
        why,
        no_bonus,
        step3,
        step4,
        step5,
        match,
        result,
        floors,
        post,
    )


ONE_PASS = ("foreign-fide", "foreign-fide-youth")


def rate_section(
    section: SectionInput, rules: Rules, monitor: Monitor = UNMONITORED
) -> SectionTrace:
    """Return every player's new rating with all intermediate results.

    The result depends only on the arguments. The traces are in the order of
    `section.entrants`. `monitor` is checked between two players of a step.
    """
    named_match = section.kind == "match"
    obstacle = describe_match_obstacle(section, rules) if named_match else None
    is_match = named_match and obstacle is None
    notes = () if obstacle is None else (("no-match", obstacle),)

    # Steps 1 and 2.
    plans = [
        plan_player(entrant, section, rules, is_match)
        for entrant in monitor.watch(section.entrants)
    ]
    strengths = [planned.start.r0 for planned in plans]

    # Step 3, for the unrated with N = 0 only.
    step3: list[SpecialTrace | None] = [None] * len(plans)
    if section.kind not in ONE_PASS:
        for i, planned in enumerate(plans):
            if planned.needs_step3:
                monitor.check()
                opponents = tuple([strengths[j] for j in planned.entrant.opponents])
                step3[i] = run_step_3(planned, opponents)
        for i, first in enumerate(step3):
            if first is not None:
                strengths[i] = first.result

    # Step 4, once in the documents.
    step4: list[StepTrace | None] = [None] * len(plans)
    for _ in range(0 if section.kind in ONE_PASS else rules.passes - 1):
        after = list(strengths)
        for i, planned in monitor.watch(enumerate(plans)):
            if planned.formula != "none":
                opponents = tuple([strengths[j] for j in planned.entrant.opponents])
                step4[i] = done = run_step_4_or_5(planned, opponents)
                after[i] = done.result
        strengths = after

    # Step 5, and the post-event rating.
    players = []
    for i, planned in monitor.watch(enumerate(plans)):
        opponents = tuple([strengths[j] for j in planned.entrant.opponents])
        rated = planned.formula != "none"
        step5 = run_step_4_or_5(planned, opponents) if rated else None
        players.append(
            finish_player(planned, step3[i], step4[i], step5, section, rules)
        )
    return SectionTrace(section, rules, tuple(players), notes)
