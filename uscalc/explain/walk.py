"""Describe the search of the special formula stop by stop, from either start."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from uscalc.engine.special import EPSILON, compute_special_rating, estimate_start
from uscalc.engine.trace import PlayerTrace, SpecialTrace, WalkMove
from uscalc.explain.curve import KnotMaker, ObjectiveCurve
from uscalc.explain.formula import TypesetFormula, join_equal, make_figure, make_name
from uscalc.explain.model import format_equation
from uscalc.explain.numbers import (
    PlayerDirectory,
    describe_rating_range,
    format_change,
    format_number,
    format_points,
    format_rating,
    format_whole_rating,
)

R_PRIOR: Final = "R'0"
"""The symbol of the rating of the earlier games."""
StartAt = Literal["prior", "closed form"]
MOST_NAMED = 3


class WalkStop(NamedTuple):
    """One point of the search: M after a number of moves, f there, and the reason."""

    number: int
    m: float
    f: float
    sentence: str


def compute_walk_from(
    start: StartAt, player: PlayerTrace, done: SpecialTrace
) -> SpecialTrace:
    """Return the search from the prior or from the closed form.

    The trace has the one from the prior.
    """
    if start == "prior":
        return done
    return compute_special_rating(
        player.start.r0,
        done.n_eff,
        done.strengths,
        done.score,
        player.record,
        estimate_start(done.strengths, done.prior, done.n_eff, done.score),
    )


def list_walk_stops(
    walk: SpecialTrace, start: StartAt, curve: ObjectiveCurve, people: PlayerDirectory
) -> tuple[WalkStop, ...]:
    """Return the start of the search, and the point after each move."""
    places = [move.m for move in walk.moves] + [walk.end]
    values = [move.f for move in walk.moves] + [walk.f_end]
    sentences = [_describe_search_start(walk, start)]
    sentences += [_describe_move(move, curve, people) for move in walk.moves]
    sentences[-1] = f"{sentences[-1]} {_describe_end(walk)}"
    return tuple(
        WalkStop(i, m, f, sentence)
        for i, (m, f, sentence) in enumerate(
            zip(places, values, sentences, strict=True)
        )
    )


def _describe_search_start(walk: SpecialTrace, start: StartAt) -> str:
    if start == "prior":
        source = "the rating of the earlier games" if walk.n_eff else "from Step 1"
        return (
            f"M is the rating that the search is trying. It starts at R'0, {source}: "
            f"M = R'0 = {format_rating(walk.prior)}."
        )
    m = make_figure(str(len(walk.strengths)))
    sum_of_ratings = sum(walk.strengths)

    def closed_form(extra: int) -> TypesetFormula:
        n_eff = make_figure(format_number(walk.n_eff, 3 + extra), walk.n_eff)
        past = n_eff * make_figure(format_rating(walk.prior, extra), walk.prior)
        ratings = make_figure(format_rating(sum_of_ratings, extra), sum_of_ratings)
        score = make_figure("2") * make_figure(format_points(walk.score))
        above = past + ratings + make_figure("400") * (score - m)
        return join_equal(make_name("M"), above / (n_eff + m))

    return (
        "The search starts at the closed form, the mean of the opponents' ratings "
        "adjusted "
        f"for the score: {format_equation(closed_form, format_rating(walk.start))}. "
        "The sum "
        f"of these ratings is {format_rating(sum_of_ratings)}."
    )


def _describe_move(
    move: WalkMove, curve: ObjectiveCurve, people: PlayerDirectory
) -> str:
    """Explain why M moves from one stop to the next."""
    sign, way = (
        ("positive (M is too high)", "down")
        if move.f > 0
        else ("negative (M is too low)", "up")
    )
    knot = f"{format_rating(move.knot)}: {describe_makers(curve.get_makers(move.knot), people)}"
    if move.why == "flat":
        return (
            f"f(M) is {sign} and doesn't change until the next knot, so M moves {way} "
            "to "
            f"{knot}."
        )
    if move.why == "beyond":
        return f"f(M) is {sign}, so M moves {way} to the next knot, {knot}."
    if move.to == move.knot:
        return f"f(M) is {sign} and reaches zero at the next knot, {knot}."
    return (
        f"f(M) is {sign} and reaches zero before the next knot, {knot}. "
        f"M moves {way} to the zero, {format_rating(move.to)}."
    )


def describe_makers(makers: tuple[KnotMaker, ...], people: PlayerDirectory) -> str:
    """Describe where a knot is: "Player 7 minus 400"; if there are many, some are only counted."""
    parts = [
        f"{R_PRIOR if place is None else people.get_name_with_number(place)} {side} 400"
        for place, side in makers[:MOST_NAMED]
    ]
    rest = len(makers) - len(parts)
    if rest:
        parts.append(f"{rest} more")
    return " and ".join((", ".join(parts[:-1]), parts[-1])) if parts[1:] else parts[0]


def _describe_end(walk: SpecialTrace) -> str:
    """Describe the result at the last stop."""
    zero = "f(M) is 0" if abs(walk.f_end) <= EPSILON else "f(M) is almost 0"
    if walk.tie_break is None:
        text = f"{zero}, so the expected score equals the score, and M is the result."
    else:
        chosen = {
            "prior": "R0 is on the plateau and is the result",
            "below": "R0 is below the plateau, so the lower end of the plateau is the result",
            "above": "R0 is above the plateau, so the upper end of the plateau is the result",
        }[walk.tie_break.why]
        text = (
            f"{zero}, but no rating is within 400 points (p = 0): {chosen}, "
            f"{format_rating(walk.raw)}."
        )
    if walk.capped:
        text += f" The result of this formula is at most {format_number(walk.raw)}."
    if walk.result != walk.raw:
        text += " The result of a step is at least 100."
    return text


def compare_walk_starts(
    done: SpecialTrace, other: SpecialTrace, curve: ObjectiveCurve
) -> str:
    """Explain whether both starts give the same result, and if not, why."""
    if abs(done.raw - other.raw) <= 0.005:
        return f"Both starts give {format_rating(done.raw)}."
    apart = (
        f"The two starts give different results: R'0 {format_rating(done.raw)}, "
        "the "
        f"closed form {format_rating(other.raw)}."
    )
    if curve.zeros.is_range:
        apart += (
            f" f is zero everywhere {describe_rating_range(*curve.zeros)}, and the "
            "search "
            "stops at the first such rating."
        )
    if other.tie_break is not None:
        apart += " If the search starts at the closed form, p is 0, so R0 decides."
    return f"{apart} The rating comes from the search that starts at R'0."


def describe_plateau(curve: ObjectiveCurve) -> str:
    """Explain that f is zero for a range of ratings; "" if it isn't."""
    if not curve.zeros.is_range:
        return ""
    return (
        f"f is zero everywhere {describe_rating_range(*curve.zeros)}: the score fits "
        "every "
        "rating there, and the one nearest to R'0 is the result."
    )


def compare_step_curves(
    before: SpecialTrace,
    done: SpecialTrace,
    step_before: int,
    player: PlayerTrace,
    people: PlayerDirectory,
) -> str:
    """Explain how the opponents' new ratings changed the curve since an earlier step."""
    places = player.entrant.opponents
    moved = {
        place: (old, new)
        for place, old, new in zip(
            places, before.strengths, done.strengths, strict=True
        )
        if format_whole_rating(old) != format_whole_rating(new)
    }
    shift = (
        f"f is still 0 at {format_rating(done.end)}"
        if format_rating(before.end) == format_rating(done.end)
        else f"f is now 0 at {format_rating(done.end)}, not at {format_rating(before.end)}"
    )
    if before.n_eff != done.n_eff:
        shift += (
            f", and N' is {format_number(done.n_eff)} instead of "
            f"{format_number(before.n_eff)}"
        )
    if not moved:
        return f"Since Step {step_before}, no opponent's rating changed; {shift}."
    largest = sorted(moved, key=lambda place: -abs(moved[place][1] - moved[place][0]))
    parts = [
        f"{people.get_name_with_number(place)} is now "
        f"{format_whole_rating(moved[place][1])}, not "
        f"{format_whole_rating(moved[place][0])} "
        f"({format_change(moved[place][1] - moved[place][0], 0)})"
        for place in largest[:MOST_NAMED]
    ]
    rest = len(moved) - len(parts)
    if rest:
        parts.append(f"{rest} more changed")
    return f"Since Step {step_before}: {'; '.join(parts)}; {shift}."


def explain_special_choice(player: PlayerTrace, people: PlayerDirectory) -> str:
    """Explain why the special formula rates a player, and from which rating."""
    games = player.start.n
    why = {
        "all_wins": "every earlier game was won",
        "all_losses": "every earlier game was lost",
    }.get(player.why, f"this rating is based on {games} games (8 or fewer)")
    if games == 1 and player.why == "few-games":
        why = "this rating is based on 1 game (8 or fewer)"
    return (
        f"Calculated from {format_rating(player.start.r0)} by the special formula, "
        f"because {why}. {people.section.rules.citations.special}"
    )


def explain_missing_solver(
    player: PlayerTrace, people: PlayerDirectory, place: int
) -> str:
    """Explain why there is no search to show without the special formula."""
    name = people.get_spoken_name(place)
    if player.formula == "none":
        return f"{name} has no rated game here, so there is no search to show."
    games = player.start.n
    if player.why == "foreign":
        why = "In an event abroad, the standard formula gives the rating"
    elif games is None:
        why = (
            f"The number of games of {name}'s rating is unknown. The rating is assumed "
            "to be "
            "established, so the standard formula gives the rating"
        )
    else:
        why = (
            f"{name}'s rating is based on {games} games, more than 8, so the standard "
            "formula gives the new one"
        )
    return (
        f"{why} directly: the rating plus K times the points above expected. "
        "There is no equation to solve and no search to show."
    )


def interpolate_stops(stops: Sequence[float], position: float) -> float:
    """Return M at a position of the search; 2.5 is halfway from stop 2 to stop 3."""
    done = min(int(position), len(stops) - 1)
    part = position - done
    if part <= 0.0 or done == len(stops) - 1:
        return stops[done]
    # Slow at both ends, so that the eye can follow each move.
    return stops[done] + (stops[done + 1] - stops[done]) * part * part * (3 - 2 * part)
