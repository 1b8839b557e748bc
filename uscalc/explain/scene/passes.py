"""A section's ratings pass by pass, also beyond the two passes of the rules.

Steps 4 and 5 are the same calculation: each player is rated with the opponents' ratings
from the previous pass. More passes, which are not part of the rules, call the engine's
step again.
"""

from math import ceil
from typing import Final

from msgspec import Struct

from uscalc.engine.section import ONE_PASS, plan_player, run_step_4_or_5
from uscalc.engine.trace import SectionTrace
from uscalc.explain.numbers import PlayerDirectory, format_number, format_rating
from uscalc.monitor import UNMONITORED, Monitor

RULES: Final = 2
"""The number of passes in the rules: Steps 4 and 5."""
MANY: Final = 10
MOST: Final = 300
"""The most passes that are computed to find the limit."""
SETTLED: Final = 1e-9
"""The limit is reached if the last pass moves every rating by at most this many points."""

TWICE: Final = (
    "Why twice? In the first pass, the opponents still count with their old ratings."
)

Ratings = tuple[float, ...]


class SectionPasses(Struct, frozen=True):
    """The players' ratings before the first pass and after each pass, by place.

    `rated` are the places with games. `limit` has the ratings that more and more passes
    approach; None if they never settle.
    """

    strengths: tuple[Ratings, ...]
    rated: tuple[int, ...]
    limit: Ratings | None

    @property
    def largest_move(self) -> float:
        """The largest distance of any rating, from Step 3 on, to its value after the last pass."""
        last = self.strengths[-1]
        return max(
            (
                abs(ratings[i] - last[i])
                for ratings in self.strengths[1:]
                for i in self.rated
            ),
            default=0.0,
        )

    @property
    def furthest(self) -> tuple[int, float] | None:
        """The place whose rating after two passes is furthest from the limit, and this distance."""
        if self.limit is None or not self.rated:
            return None
        after = self.strengths[RULES]
        away = {i: abs(after[i] - self.limit[i]) for i in self.rated}
        place = max(self.rated, key=lambda i: away[i])
        return place, away[place]


def has_two_passes(trace: SectionTrace) -> bool:
    """Return whether a section's players are rated in two passes."""
    return trace.section.kind not in ONE_PASS


def run_passes(
    trace: SectionTrace, count: int = RULES, monitor: Monitor = UNMONITORED
) -> SectionPasses:
    """Return the ratings after each of `count` passes, at least two, and their limit.

    The limit is computed only if there are more passes than in the rules.
    """
    is_match = any(player.match is not None for player in trace.players)
    plans = [
        plan_player(player.entrant, trace.section, trace.rules, is_match, player.start)
        for player in trace.players
    ]
    rated = tuple(i for i, plan in enumerate(plans) if plan.formula != "none")

    def run_pass(before: Ratings) -> Ratings:
        after = list(before)
        for i in rated:
            monitor.check()
            opponents = tuple([before[j] for j in plans[i].entrant.opponents])
            after[i] = run_step_4_or_5(plans[i], opponents).result
        return tuple(after)

    strengths = [
        tuple(
            player.start.r0 if player.step3 is None else player.step3.result
            for player in trace.players
        )
    ]
    for _ in range(count):
        strengths.append(run_pass(strengths[-1]))
    limit = None
    if count > RULES:
        before = strengths[-1]
        for _ in range(MOST):
            after = run_pass(before)
            if max((abs(after[i] - before[i]) for i in rated), default=0.0) <= SETTLED:
                limit = after
                break
            before = after
    return SectionPasses(tuple(strengths), rated, limit)


def explain_second_pass(
    passes: SectionPasses, people: PlayerDirectory, place: int | None
) -> str:
    """Explain the second pass by the opponent whose rating moved most in the first."""
    if place not in passes.rated:
        return TWICE
    before, first, second = passes.strengths[: RULES + 1]
    opponents = people.section.players[place].entrant.opponents
    most = max(opponents, key=lambda i: abs(first[i] - before[i]))
    return (
        f"{TWICE} {people.get_spoken_name(most)} was {format_rating(before[most])} before "
        "Step 4 "
        f"and {format_rating(first[most])} after it. With all the new ratings, Step 5 "
        "moves "
        f"{people.get_spoken_name(place)} from {format_rating(first[place])} to "
        f"{format_rating(second[place])}."
    )


def describe_limit(passes: SectionPasses, people: PlayerDirectory) -> str:
    """Return how far the two passes of the rules are from the limit, in a sentence."""
    if not passes.rated:
        return "Nobody has a rated game yet."
    found = passes.furthest
    if found is None:
        return (
            f"Even after {MOST} passes the ratings still move, so they have no limit "
            "here. Players without earlier games have nothing else to hold them."
        )
    place, away = found
    if away < 0.05:
        return "Two passes are within 0.1 points of the limit for everyone here."
    return (
        f"Two passes are within {format_number(ceil(away * 10) / 10, 1)} points of the "
        "limit for everyone here. The largest difference is "
        f"{format_number(away, 2)}, for {people.get_spoken_name(place)}."
    )
