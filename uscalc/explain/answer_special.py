"""The answer in one sentence where the special formula decided."""

from collections.abc import Callable
from math import copysign, isfinite
from typing import Final

from uscalc.engine.special import EPSILON, LANDING, REACH, compute_objective, find_knots
from uscalc.engine.trace import PlayerTrace, SpecialTrace, TieBreak
from uscalc.explain.numbers import (
    ABOUT,
    MINUS,
    PlayerDirectory,
    describe_strength_source,
    find_knot_owners,
    format_number,
    format_rating,
    format_whole_rating,
)

WORDS: Final = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def explain_special_answer(
    player: PlayerTrace,
    step: SpecialTrace,
    people: PlayerDirectory,
    shown: str,
    score: str,
) -> str:
    """Return the one-sentence answer where the special formula decides."""
    if step.capped:
        asked = format_whole_rating(find_uncapped_result(player, step))
        return (
            f"{shown} is the most that this formula gives; {score} would make {asked}."
        )
    if step.tie_break is not None:
        return _describe_plateau(player, step, shown, score)
    owners = find_deciding_owners(player, step)
    if owners:
        return _describe_knot(player, step, people, shown, owners)
    also = describe_earlier_games(step)
    if not step.moves:
        return (
            f"{shown} stays: {score}{also} {'are' if also else 'is'} what the "
            "opponents predict there."
        )
    one_sided = people.section.section.kind == "estimate"
    whose = (
        "the opponents' ratings" if one_sided else "the opponents' ratings after Step 4"
    )
    are = "are" if also else "is"
    return f"{shown} is where {score}{also} {are} exactly what {whose} predict."


def describe_earlier_games(step: SpecialTrace) -> str:
    """Describe the prior's share of the score; nothing if it counts no games."""
    if step.n_eff == 0:
        return ""
    earlier = format_number(step.n_eff, 1)
    ones = "1 earlier one" if earlier == "1" else f"{earlier} earlier ones"
    won = step.target - step.score
    if won >= step.n_eff:
        kind = "wins"
    elif won <= 0:
        kind = "losses"
    else:
        kind = "draws"
    kind = kind.removesuffix("s") if earlier == "1" and kind != "losses" else kind
    kind = "loss" if earlier == "1" and kind == "losses" else kind
    as_a = f"a {kind}" if earlier == "1" else kind
    return f" and {ones}, counted as {as_a} against {format_rating(step.prior)},"


def find_uncapped_result(player: PlayerTrace, step: SpecialTrace) -> float:
    """Return the result of the special formula after its tie-break and before its cap."""
    tie = step.tie_break
    if tie is None:
        return step.end
    if tie.why == "prior":
        return player.start.r0
    return tie.below if tie.why == "below" else tie.above


def describe_flat_range(tie: TieBreak) -> str:
    """Describe a flat piece, which may be unbounded."""
    if isfinite(tie.below) and isfinite(tie.above):
        return f"from {format_rating(tie.below)} to {format_rating(tie.above)}"
    if isfinite(tie.below):
        return f"from {format_rating(tie.below)} on"
    return f"up to {format_rating(tie.above)}" if isfinite(tie.above) else "everywhere"


def _describe_plateau(
    player: PlayerTrace, step: SpecialTrace, shown: str, score: str
) -> str:
    tie = step.tie_break
    assert tie is not None
    r0 = format_rating(player.start.r0)
    where = {
        "prior": f"{r0}, where the player started, is among them and stays",
        "below": f"{r0}, where the player started, is lower, so the lowest is taken",
        "above": f"{r0}, where the player started, is higher, so the highest is taken",
    }[tie.why]
    return (
        f"{shown}: every rating {describe_flat_range(tie)} fits {score}, nobody being within "
        f"400 points; {where}."
    )


def find_deciding_owners(
    player: PlayerTrace, step: SpecialTrace
) -> list[tuple[int | None, str]]:
    """Return the owners of the deciding knot; nobody if other players matter too."""
    prior_counts = step.n_eff > 0
    owners = [
        owner
        for owner in find_knot_owners(
            step.end, player.entrant, step.strengths, step.prior
        )
        if owner[0] is not None or prior_counts
    ]
    makers = {place for place, _ in owners}
    others = [
        strength
        for place, strength in zip(
            player.entrant.opponents, step.strengths, strict=True
        )
        if place not in makers
    ]
    if prior_counts and None not in makers:
        others.append(step.prior)
    if any(abs(strength - step.end) < REACH - 2 * LANDING for strength in others):
        return []
    return owners


def _describe_knot(
    player: PlayerTrace,
    step: SpecialTrace,
    people: PlayerDirectory,
    shown: str,
    owners: list[tuple[int | None, str]],
) -> str:
    said = _describe_makers(player, step, people, owners)
    makers = {maker for maker, _ in owners}
    others = sum(opponent not in makers for opponent in player.entrant.opponents)
    prior = step.n_eff > 0 and None not in makers
    rest = []
    if others:
        other = (
            "the other game"
            if others == 1
            else f"the other {_spell_small_count(others)} games"
        )
        rest.append(other)
    if prior:
        rest.append("the rating before")
    tail = ""
    if rest:
        do = "does" if others + prior == 1 else "do"
        tail = f"; {' and '.join(rest)} {do} not decide it"
    exactly = shown.replace(MINUS, "-") == f"{step.end:.6f}".rstrip("0").rstrip(".")
    sign = "=" if exactly else ABOUT
    return f"{shown} {sign} {', and '.join(said)}{tail}.{_describe_alternatives(step)}"


def _describe_alternatives(step: SpecialTrace) -> str:
    """Explain that other ratings fit as well, and the choice; nothing if none do."""
    flat = find_flat_range(step)
    if flat is None:
        return ""
    return (
        f" Every rating {describe_flat_range(flat)} fits; this is the nearest to "
        f"{format_rating(step.start)}, where the walk begins."
    )


def find_flat_range(step: SpecialTrace) -> TieBreak | None:
    """Return the other ratings at which f is zero; None if only the end is."""

    def zero(at: float) -> bool:
        found = compute_objective(
            at, step.strengths, step.prior, step.n_eff, step.target
        )
        return abs(found) <= EPSILON

    places = find_knots(step.strengths, step.prior)
    low = max((z for z in places if z < step.end - LANDING), default=None)
    high = min((z for z in places if z > step.end + LANDING), default=None)
    below = above = step.end
    if low is None:
        below = float("-inf") if zero(step.end - REACH) else below
    elif zero(low):
        below = _find_furthest_zero(
            [z for z in reversed(places) if z <= low], zero, -REACH
        )
    if high is None:
        above = float("inf") if zero(step.end + REACH) else above
    elif zero(high):
        above = _find_furthest_zero([z for z in places if z >= high], zero, REACH)
    return None if below == above else TieBreak(below, above, "prior")


def _find_furthest_zero(
    places: list[float], zero: Callable[[float], bool], beyond: float
) -> float:
    """Return how far f stays zero along knots; infinity after the last."""
    reached = places[0]
    for place in places:
        if not zero(place):
            return reached
        reached = place
    return copysign(float("inf"), beyond) if zero(reached + beyond) else reached


def _describe_makers(
    player: PlayerTrace,
    step: SpecialTrace,
    people: PlayerDirectory,
    owners: list[tuple[int | None, str]],
) -> list[str]:
    """Name the makers of the knot; opponents with equal strength are named together."""
    alike: dict[tuple[str, str], list[str]] = {}
    for place, side in owners:
        where = "above" if side == "plus" else "below"
        if place is None:
            own = f"the player's own prior {format_rating(step.prior)}"
            alike.setdefault((where, ""), []).append(own)
            continue
        opponent = people.get_trace(place)
        strength = step.strengths[player.entrant.opponents.index(place)]
        counts = (
            f"{format_whole_rating(strength)} {describe_strength_source(opponent, 5)}"
        )
        before = opponent.entrant.rating
        if before is not None and format_whole_rating(before) != format_whole_rating(
            strength
        ):
            counts += f" ({format_whole_rating(before)} before the event)"
        alike.setdefault((where, counts), []).append(people.get_name(place))
    said = []
    for (where, counts), names in alike.items():
        who = " and ".join(([", ".join(names[:-1])] if names[1:] else []) + names[-1:])
        verb = "count" if names[1:] else "counts"
        said.append(f"400 {where} {who}" + (f", who {verb} {counts}" if counts else ""))
    return said


def _spell_small_count(value: int) -> str:
    """Return a small number in a sentence."""
    return WORDS[value] if value < len(WORDS) else str(value)
