"""Cards about one formula: expected score, K, bonus and floor; marker, bars and curve."""

from collections.abc import Callable
from math import floor, isfinite
from typing import Final

from uscalc.engine.rounding import round_for_display
from uscalc.engine.special import CAP, REACH
from uscalc.explain.numbers import format_rating
from uscalc.explain.picture import (
    HIGHEST,
    LOWEST,
    TRUTH,
    SpecialPicture,
    StandardPicture,
    TriedValues,
)
from uscalc.worksheet.challenge import (
    LAST_STEP,
    AnyCard,
    Attempt,
    Card,
    PlayerCase,
    Verdict,
    describe_printed_change,
    find_printed_change,
    format_short,
)

FLOORED: Final = (1400.0, 1500.0, 1600.0)
"""Ratings among which is the lowest peak that gives a floor, in every edition."""
RESULTS: Final = {1.0: "win", 0.5: "draw", 0.0: "loss"}
CLOSE: Final = 0.005
"""An expected score this close to the wanted one counts as equal: half of a hundredth."""
STANDARD: Final = (StandardPicture,)


def _judge_change(attempt: Attempt, picture: StandardPicture, way: float) -> Verdict:
    """Judge whether the rating falls (-1) or rises (1)."""
    change = find_printed_change(picture)
    said = describe_printed_change(attempt.case.name, change)
    wanted = "rise" if way > 0 else "fall"
    solved = change * way > 0
    return Verdict(
        solved, f"{said}." if solved else f"{said}. The rating must {wanted}."
    )


def _judge_expected(
    _attempt: Attempt, picture: StandardPicture, _goal: float
) -> Verdict:
    expected = picture.done.expected
    return Verdict(
        abs(picture.scored - expected) < 10 * CLOSE,
        f"The expected score is {format_short(expected)}, the actual score "
        f"{format_short(picture.scored)}.",
    )


def _judge_quarters(
    _attempt: Attempt, picture: StandardPicture, goal: float
) -> Verdict:
    fills = picture.done.expectations
    off, i = min((abs(fill - goal), i) for i, fill in enumerate(fills))
    return Verdict(
        off <= CLOSE,
        f"Against {picture.rows[i].name}, rated {picture.rows[i].rating:.0f}, the expected "
        f"score is {format_short(fills[i])}.",
    )


def _double_change(case: PlayerCase, picture: StandardPicture) -> float | None:
    strongest, wanted = case.try_strongest(), 2 * find_printed_change(picture)
    reachable = isinstance(strongest, StandardPicture) and (
        4 <= wanted <= find_printed_change(strongest)
    )
    return wanted if reachable else None


def _judge_double(attempt: Attempt, picture: StandardPicture, goal: float) -> Verdict:
    change = find_printed_change(picture)
    said = f"{describe_printed_change(attempt.case.name, change)}."
    return Verdict(change >= goal, said)


def _judge_result(
    is_solved: Callable[[float], bool],
) -> Callable[[Attempt, StandardPicture, float], Verdict]:
    """Return a judge of the points that one win, draw or loss gives."""

    def judge(attempt: Attempt, picture: StandardPicture, score: float) -> Verdict:
        gains = [
            (picture.done.k * (row.score - fill), row.name)
            for row, fill in zip(picture.rows, picture.done.expectations, strict=True)
            if row.score == score
        ]
        result = RESULTS[score]
        if not gains:
            return Verdict(False, f"First give {attempt.case.name} a {result}.")
        # The result nearest to the goal: the win or loss that changes the rating least,
        # or the draw that raises it most.
        gain, name = max(
            gains, key=lambda one: one[0] if score == 0.5 else -abs(one[0])
        )
        way = "gives" if gain >= 0 else "costs"
        return Verdict(
            is_solved(gain),
            f"The {result} against {name} {way} {format_short(abs(gain))} points.",
        )

    return judge


def _judge_bonus(
    is_solved: Callable[[float], bool],
) -> Callable[[Attempt, StandardPicture, float], Verdict]:
    """Return a judge of the points by which the bonus is missed."""

    def judge(_attempt: Attempt, picture: StandardPicture, _goal: float) -> Verdict:
        done = picture.done
        if done.threshold is None:
            return Verdict(is_solved(float("inf")), "There is no bonus in this event.")
        return Verdict(
            is_solved(done.threshold - done.gain),
            f"K times the points above expected is {format_short(done.gain)}; a bonus "
            f"begins above {format_short(done.threshold)}.",
        )

    return judge


def _larger_k(case: PlayerCase, picture: StandardPicture) -> float | None:
    lowest = case.subject.make_picture(LAST_STEP, TriedValues(r0=LOWEST))
    if not isinstance(lowest, StandardPicture):
        return None
    wanted = floor(min(1.5 * picture.done.k, 0.9 * lowest.done.k))
    return wanted if wanted >= 1.1 * picture.done.k else None


def _judge_weight(_attempt: Attempt, picture: StandardPicture, goal: float) -> Verdict:
    k = picture.done.k
    return Verdict(
        k >= goal, f"One point is worth {format_short(k)} rating points (K)."
    )


def _reachable_floor(case: PlayerCase, picture: StandardPicture) -> float | None:
    """Return the floor if it acts where a player loses all games to very low opponents.

    The lower R0, the larger K, so the lowest ratings that have a floor are enough to try.
    """
    floors = picture.player.floors
    if floors is None or floors.waived or floors.floor <= LOWEST:
        return None
    own = float(floors.floor)
    scene = case.subject.make_scene(LAST_STEP)
    games = range(len(case.subject.games))
    ratings = tuple((game, float(LOWEST)) for game in games)
    losses = tuple((game, 0.0) for game in games)
    acts = any(
        isinstance(picture, StandardPicture)
        and picture.player.floors
        and picture.player.floors.acted
        for picture in (
            scene.try_causes(TriedValues(r0, ratings, losses)).picture
            for r0 in (own, *FLOORED)
        )
    )
    return own if acts else None


def _judge_floor(_attempt: Attempt, picture: StandardPicture, _goal: float) -> Verdict:
    floors = picture.player.floors
    if floors is None:
        return Verdict(False, "There is no floor in this event.")
    return Verdict(
        floors.acted,
        f"Without a floor the rating would be {floors.before:.0f}; the floor is "
        f"{floors.floor}.",
    )


STANDARD_CARDS: Final[tuple[AnyCard, ...]] = (
    Card(
        "lose",
        "Easy",
        STANDARD,
        "Make {name} lose points with {score}.",
        lambda _case, picture: (
            -1
            if find_printed_change(picture) >= 0 and picture.scored != picture.worth
            else None
        ),
        _judge_change,
        "What happens to the expected score when an opponent gets weaker?",
        "Against weaker opponents more is expected, so a good score can lose points.",
        keeps_results=True,
    ),
    Card(
        "gain",
        "Easy",
        STANDARD,
        "Make {name} gain points with {score}.",
        lambda _case, picture: (
            1 if find_printed_change(picture) <= 0 < picture.scored else None
        ),
        _judge_change,
        "A result against a stronger opponent is worth more.",
        "Against stronger opponents less is expected, so the same score gains points.",
        keeps_results=True,
    ),
    Card(
        "quarters",
        "Easy",
        STANDARD,
        "Find a rating of an opponent against whom {name} is expected to score 0.75.",
        lambda _case, _picture: 0.75,
        _judge_quarters,
        "An equal opponent gives 0.5. Drag one opponent down, slowly.",
        "About 190 points of difference are worth three points out of four.",
    ),
    Card(
        "cheap-loss",
        "Easy",
        STANDARD,
        "Make a loss of {name} cost less than 1 point.",
        lambda _case, _picture: 0.0,
        _judge_result(lambda gain: gain > -1),
        "How much do you lose to an opponent who always beats you?",
        "A loss that everybody expects costs almost nothing.",
    ),
    Card(
        "cheap-win",
        "Medium",
        STANDARD,
        "Make a win of {name} worth less than 1 point.",
        lambda _case, _picture: 1.0,
        _judge_result(lambda gain: gain < 1),
        "A win that everybody expects changes almost nothing.",
        "A win that everybody expects gains almost nothing.",
    ),
    Card(
        "good-draw",
        "Medium",
        STANDARD,
        "Make a draw of {name} gain 5 points or more.",
        lambda _case, _picture: 0.5,
        _judge_result(lambda gain: gain >= 5),
        "Who would be glad about a draw?",
        "A draw gains points against a stronger player, because half a point is "
        "more than expected.",
    ),
    Card(
        "expected",
        "Medium",
        STANDARD,
        "Make {score} exactly the score that we expect of {name}.",
        lambda _case, picture: (
            picture.scored if 0.0 < picture.scored < picture.worth else None
        ),
        _judge_expected,
        "Move one opponent until the two sums at the foot are the same.",
        "A score that equals the expected score leaves the rating where it is.",
        keeps_results=True,
    ),
    Card(
        "double",
        "Medium",
        STANDARD,
        "Make {name} gain {goal:.0f} points or more, twice as many as now, with the same "
        "results.",
        _double_change,
        _judge_double,
        "Only the points above expected count.",
        "The change is K times the points above expected, so twice as many points "
        "above expected double it.",
        keeps_results=True,
    ),
    Card(
        "bonus",
        "Medium",
        STANDARD,
        "Make {name} earn a bonus.",
        lambda _case, picture: picture.done.threshold,
        _judge_bonus(lambda missed: missed < 0.0),
        "A bonus needs many more points than expected.",
        "Beyond the bonus threshold, rating points count twice.",
    ),
    Card(
        "no-bonus",
        "Medium",
        STANDARD,
        "Make {name} lose the bonus without changing a result.",
        lambda _case, picture: picture.done.bonus or None,
        _judge_bonus(lambda missed: missed >= 0.0),
        "Make the result less of a surprise.",
        "The bonus depends on the surprise: with weaker opponents, the same score "
        "is expected.",
        keeps_results=True,
    ),
    Card(
        "weight",
        "Medium",
        STANDARD,
        "Make one point worth {goal} rating points or more for {name}.",
        _larger_k,
        _judge_weight,
        "K is larger for lower ratings. Drag R0.",
        "K is larger for lower ratings, so the same surprise moves them more.",
    ),
    Card(
        "near-bonus",
        "Hard",
        STANDARD,
        "Make {name} miss the bonus by less than 1 point.",
        lambda _case, picture: picture.done.threshold,
        _judge_bonus(lambda missed: 0.0 < missed < 1.0),
        "First find a bonus, then take it back with one opponent.",
        "The bonus begins at one exact threshold, and just below it there is none.",
    ),
    Card(
        "floor",
        "Hard",
        STANDARD,
        "Make a floor stop the fall of {name}.",
        _reachable_floor,
        _judge_floor,
        "Put R0 close to a floor, and then let the event go badly.",
        "A floor stops the fall, however bad the event was.",
    ),
)


NEAR: Final = 0.05
REACHABLE: Final = 2.0
"""R may be this many points off: half of the smallest move that the mouse can make."""
SLOPE: Final = 800.0
"""The expected score of a game rises from 0 to 1 over this many points of R."""
MOVED: Final = 100.0
SPECIAL: Final = (SpecialPicture,)


def _judge_marker(attempt: Attempt, picture: SpecialPicture, wanted: float) -> Verdict:
    """Judge whether the expected score at R is the wanted one."""
    near = max(NEAR, REACHABLE * picture.worth / SLOPE)
    expected = picture.compute_expected(attempt.scene.at)
    solved = abs(expected - wanted) <= near
    said = f"At {attempt.scene.at:.0f} the expected score is {format_short(expected)}"
    goal = format_short(wanted)
    return Verdict(
        solved, f"{said}, close to {goal}." if solved else f"{said}; look for {goal}."
    )


def _judge_full(attempt: Attempt, picture: SpecialPicture, _goal: float) -> Verdict:
    at = attempt.scene.at
    bars = (row for row in picture.rows if row.worth)
    row = min(bars, key=lambda row: abs(row.high - at))
    whose = row.name or "the earlier games"
    return Verdict(
        abs(row.high - at) <= REACHABLE,
        f"R is {at:.0f}; the bar of {whose} is full at {format_rating(row.high)}.",
    )


def _can_be_flat(_case: PlayerCase, picture: SpecialPicture) -> float | None:
    # Half of N' must be a whole number, because an empty or full bar of earlier games
    # differs from the middle by N'/2.
    half = picture.done.n_eff / 2
    return (
        half
        if picture.games >= 2 and not half % 1.0 and half <= picture.games
        else None
    )


def _judge_flat(_attempt: Attempt, picture: SpecialPicture, _goal: float) -> Verdict:
    low, high = picture.curve.zeros
    if not isfinite(high - low):
        return Verdict(
            False,
            "The curve is zero beyond its last knot. Make it flat between two knots.",
        )
    return (
        Verdict(True, f"Every rating from {low:.0f} to {high:.0f} fits the score.")
        if picture.curve.zeros.is_range
        else Verdict(
            False, f"The curve crosses zero at one rating, {format_rating(low)}."
        )
    )


def _judge_cap(_attempt: Attempt, picture: SpecialPicture, cap: float) -> Verdict:
    return Verdict(
        picture.done.capped,
        f"The special formula gives {picture.done.result:.0f}; its highest rating is "
        f"{cap:.0f}.",
    )


def _unmoved_rating(case: PlayerCase, picture: SpecialPicture) -> float | None:
    """Return the rating if an opponent can be moved without changing it."""
    before = round_for_display(picture.result)
    moved = (
        case.subject.make_picture(
            LAST_STEP, TRUTH.get_tried_rating(row.game, row.rating + off)
        )
        for row in picture.rows[:-1]
        for off in (MOVED, -MOVED)
        if LOWEST <= row.rating + off <= HIGHEST
    )
    stays = any(round_for_display(other.result) == before for other in moved)
    return before if stays else None


def _judge_unmoved(attempt: Attempt, picture: SpecialPicture, before: float) -> Verdict:
    if max(abs(row.rating - row.true_rating) for row in picture.rows[:-1]) < MOVED:
        return Verdict(False, f"Move an opponent by {MOVED:.0f} points.")
    after = round_for_display(picture.result)
    return Verdict(
        after == before and attempt.scene.causes.r0 is None,
        f"The rating was {before:.0f} and is {after:.0f}.",
    )


SPECIAL_CARDS: Final[tuple[AnyCard, ...]] = (
    Card(
        "half",
        "Easy",
        SPECIAL,
        "Put R where {name} is expected to score half of the points.",
        lambda _case, picture: picture.worth / 2,
        _judge_marker,
        "Watch the expected score while you drag R.",
        "The expected score only grows with R, so there is a place for each score.",
        keeps_results=True,
    ),
    Card(
        "one-less",
        "Easy",
        SPECIAL,
        "Put R where the expected score of {name} is 1 point below the actual one.",
        lambda _case, picture: picture.scored - 1.0 if picture.scored >= 1.0 else None,
        _judge_marker,
        "Lower R, and the expected score falls.",
        "A rating below the result expects less than the actual score: R is too "
        "low there.",
        keeps_results=True,
    ),
    Card(
        "full",
        "Easy",
        SPECIAL,
        "In {name}'s picture, put R where a bar has just filled up.",
        lambda _case, picture: picture.worth,
        _judge_full,
        f"A bar is full {REACH:.0f} points above the opponent.",
        "Where a bar is full, the curve bends: that is a knot.",
    ),
    Card(
        "unmoved",
        "Medium",
        SPECIAL,
        f"Move an opponent by {MOVED:.0f} points or more without changing the rating of "
        "{name}.",
        _unmoved_rating,
        _judge_unmoved,
        f"A win over an opponent more than {REACH:.0f} points below R: does it matter how "
        "weak?",
        "Outside its 400 points, a game counts exactly 0 or 1, however weak or "
        "strong the opponent is.",
        keeps_results=True,
    ),
    Card(
        "flat",
        "Hard",
        SPECIAL,
        "Make the curve flat at zero, so that several ratings fit {name}.",
        _can_be_flat,
        _judge_flat,
        "Move the opponents apart, until no bar fills where the sums meet.",
        "Where no bar fills, the curve is flat, and several ratings fit the same "
        "score.",
    ),
    Card(
        "cap",
        "Hard",
        SPECIAL,
        "Bring {name} to the highest rating of the special formula, {goal:.0f}.",
        lambda _case, _picture: CAP,
        _judge_cap,
        "Wins over the strongest opponents there are.",
        "A perfect score has no highest rating that fits, so the formula needs a "
        "limit.",
    ),
)
