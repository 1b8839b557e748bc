"""Recompute every figure of a trace without the engine.

This module imports nothing of the program: it follows `docs/trace.md` alone, so that a
fault of the engine cannot hide in it.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import ceil, exp, floor, fsum, isclose, isfinite, prod, sqrt
from typing import Any, Final, NamedTuple

FORMAT: Final = "uscalc.trace/1"
TOLERANCE: Final = 1e-9
"""The greatest relative difference between a value and its recomputation."""
ROUNDING: Final = 1e-12
"""The difference that rounding may make where values cancel, and the result is near zero."""


class TraceFault(NamedTuple):
    """A part of a trace that is wrong: its place, the problem, and the fix."""

    place: str
    message: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}. {self.remedy}."


class _InvalidNodeError(Exception):
    """A node whose arguments or parameters don't fit its operation."""


Values = Sequence[float]
Operation = Callable[[Values, Mapping[str, Any]], float]


def find_faults(trace: object) -> tuple[TraceFault, ...]:
    """Return every fault of a trace read from JSON; nothing if the trace is right."""
    if not isinstance(trace, dict) or trace.get("format") != FORMAT:
        return (TraceFault("format", f"isn't {FORMAT}", "Choose a trace of uscalc"),)
    nodes = trace.get("nodes")
    if not isinstance(nodes, list) or not nodes:
        return (TraceFault("nodes", "missing or empty", "Make the trace again"),)
    values: dict[str, float] = {}
    faults = []
    for index, node in enumerate(nodes, 1):
        try:
            name, value = _check_node(node, values)
        except _InvalidNodeError as error:
            shown = node.get("id", index) if isinstance(node, dict) else index
            faults.append(TraceFault(f"node {shown}", str(error), _REMEDY))
            if isinstance(node, dict) and _is_number(node.get("value")):
                values.setdefault(str(node.get("id")), float(node["value"]))
        else:
            values[name] = value
    last = nodes[-1].get("id") if isinstance(nodes[-1], dict) else None
    if trace.get("result") != last:
        faults.append(TraceFault("result", "isn't the id of the last node", _REMEDY))
    return tuple(faults)


_REMEDY: Final = "Make the trace again from the event"


def _is_number(value: object) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and isfinite(value)
    )


def _check_node(node: object, known: Mapping[str, float]) -> tuple[str, float]:
    """Return the id and value of a node. Raise _InvalidNodeError for a wrong one."""
    if not isinstance(node, dict):
        raise _InvalidNodeError("isn't an object")
    name, value, op = node.get("id"), node.get("value"), node.get("op")
    args, parameters = node.get("args"), node.get("parameters")
    if not isinstance(name, str) or name in known:
        raise _InvalidNodeError("the id is missing or occurs twice")
    if not isinstance(value, int | float) or not _is_number(value):
        raise _InvalidNodeError("the value isn't a finite number")
    if not isinstance(args, list) or not isinstance(parameters, dict):
        raise _InvalidNodeError("args or parameters are missing")
    if not all(isinstance(arg, str) and arg in known for arg in args):
        raise _InvalidNodeError("an argument isn't an earlier node")
    if op in ("input", "assumed"):
        if args or (op == "assumed" and not parameters.get("reason")):
            raise _InvalidNodeError(f"{op} has arguments, or no reason")
        return name, float(value)
    if op not in OPERATIONS:
        raise _InvalidNodeError(f"the operation {op!r} is unknown")
    number, function = OPERATIONS[op]
    if number is not None and len(args) != number:
        raise _InvalidNodeError(f"{op} has {len(args)} arguments instead of {number}")
    try:
        again = function([known[arg] for arg in args], parameters)
    except (ArithmeticError, AttributeError, IndexError, KeyError) as error:
        raise _InvalidNodeError(f"{op} can't be recomputed: {error!r}") from error
    except (TypeError, ValueError) as error:
        raise _InvalidNodeError(f"{op} can't be recomputed: {error}") from error
    if not isclose(again, value, rel_tol=TOLERANCE, abs_tol=ROUNDING):
        raise _InvalidNodeError(f"the value is {value!r}, recomputed {again!r}")
    return name, float(value)


def _check_operation(condition: bool, problem: str) -> None:
    if not condition:
        raise _InvalidNodeError(problem)


# Step 1


def _rate_by_age(args: Values, given: Mapping[str, Any]) -> float:
    age, last = args
    if last < given["least_age"]:
        return float(given["under_least_age"])
    if age < given["infant_age"]:
        return float(given["infant"])
    return (
        float(given["base"] + given["per_year"] * age)
        if age <= given["oldest"]
        else float(given["adult"])
    )


def _convert(args: Values, given: Mapping[str, Any]) -> float:
    rating = args[0]
    for piece in given["pieces"]:
        up_to = piece["up_to"]
        if up_to is None or rating < up_to or (piece["inclusive"] and rating == up_to):
            break
    return float(piece["intercept"] + piece["slope"] * rating)


def _average(args: Values, _: Mapping[str, Any]) -> float:
    weights = args[1::2]
    return sum(x * w for x, w in zip(args[::2], weights, strict=True)) / sum(weights)


# Step 2


def _compute_n_star(args: Values, given: Mapping[str, Any]) -> float:
    if args[0] > given["above"]:
        return float(given["most"])
    below = given["center"] - args[0]
    return float(given["most"] / sqrt(given["a"] + given["b"] * below**2))


def _choose_formula(args: Values, given: Mapping[str, Any]) -> float:
    _check_operation(len(args) <= 1, "uses_special has more than one argument")
    few = bool(args) and args[0] <= given["most_games"]
    _check_operation(given["record"] in SHARES, "the record is unknown")
    return float(not given["foreign"] and (few or given["record"] != "mixed"))


# The standard formula


def _reduce_numerator(args: Values, given: Mapping[str, Any]) -> float:
    if args[0] <= given["low"]:
        return float(given["numerator"])
    return (
        float(given["reduced"])
        if args[0] >= given["high"]
        else float(given["numerator"] * (given["intercept"] - given["slope"] * args[0]))
    )


def _allow_bonus(args: Values, given: Mapping[str, Any]) -> float:
    opponents, least = given["opponents"], given["least_games"]
    _check_operation(
        len(opponents) == args[0], "the opponents don't fit the number of games"
    )
    meetings = max(map(opponents.count, opponents), default=0)
    repeated = meetings > given["most_meetings"] or (
        given["once_in_least_games"] and args[0] == least and meetings > 1
    )
    return float(not given["match"] and args[0] >= least and not repeated)


def _give_no_bonus(args: Values, _: Mapping[str, Any]) -> float:
    _check_operation(args[0] == 0.0, "a bonus is possible")
    return 0.0


def _compute_bonus(args: Values, _: Mapping[str, Any]) -> float:
    possible, gain, threshold = args
    _check_operation(possible == 1.0, "no bonus is possible")
    return max(0.0, gain - threshold)


def _rate_standard(args: Values, _: Mapping[str, Any]) -> float:
    r0, gain, bonus, special = args
    _check_operation(special == 0.0, "the special formula applies")
    return r0 + gain + bonus


# The special formula


def _compute_f(r: float, search: Values, reach: float) -> float:
    """Return f(R): the expected minus the adjusted score."""
    prior, effective, target, *opponents = search

    def expect(opponent: float) -> float:
        if r <= opponent - reach:
            return 0.0
        return 1.0 if r >= opponent + reach else 0.5 + (r - opponent) / (2.0 * reach)

    return fsum([*map(expect, opponents), effective * expect(prior), -target])


def _find_knots(search: Values, given: Mapping[str, Any]) -> list[float]:
    """Return the ratings at which f bends, ascending; near ones are joined."""
    people = search[0], *search[3:]
    knots: list[float] = []
    for knot in sorted(
        p + d for p in people for d in (-given["reach"], given["reach"])
    ):
        if not knots or knot - knots[-1] > given["landing"]:
            knots.append(knot)
    return knots


def _move(args: Values, given: Mapping[str, Any]) -> float:
    m, *search = args
    reach, tolerance, landing = given["reach"], given["tolerance"], given["landing"]
    knots, value = _find_knots(search, given), _compute_f(m, search, reach)
    _check_operation(abs(value) > tolerance, "the search has ended before this move")
    knot = (
        knots[max(bisect_left(knots, m - landing) - 1, 0)]
        if value > 0.0
        else knots[min(bisect_right(knots, m + landing), len(knots) - 1)]
    )
    there = _compute_f(knot, search, reach)
    if abs(value - there) < tolerance:
        return knot
    root = m - value * (m - knot) / (value - there)
    beyond = root < knot if value > 0.0 else root > knot
    return knot if beyond or abs(root - knot) <= landing else root


def _rate_special(args: Values, given: Mapping[str, Any]) -> float:
    m, r0, special, *search = args
    _check_operation(special == 1.0, "the standard formula applies")
    reach = given["reach"]
    f = _compute_f(m, search, reach)
    _check_operation(abs(f) <= given["tolerance"], f"f is {f!r} there, not zero")
    near = reach + given["landing"]
    if not any(abs(m - rating) <= near for rating in (search[0], *search[3:])):
        around = [float("-inf"), *_find_knots(search, given), float("inf")]
        low, high = next((a, b) for a, b in pairwise(around) if a < m < b)
        m = min(max(r0, low), high)
    return min(m, float(given["cap"]))


# After Step 5


def _limit_match(args: Values, given: Mapping[str, Any]) -> float:
    result, rating, *nets = args
    limits = list(given["limits"])
    _check_operation(
        len(limits) == len(nets) + bool(given["single"]), "limits and nets differ"
    )
    if given["single"]:
        nets = [0.0, *nets]
    change = result - rating
    for limit, net in zip(limits, nets, strict=True):
        down, up = max(0.0, limit + net), max(0.0, limit - net)
        change = min(max(change, -down), up)
    return result if change == result - rating else rating + change


def _round_away(args: Values, given: Mapping[str, Any]) -> float:
    result, before = args
    slack = given["slack"]
    if result > before + slack:
        return float(ceil(result - slack))
    return (
        float(floor(result + slack))
        if result < before - slack
        else float(floor(before + 0.5))
    )


def _compute_personal_floor(args: Values, given: Mapping[str, Any]) -> float:
    wins, draws, events = args[0] + args[1], args[2] + args[3], args[4] + args[5]
    earned = given["win"] * wins + given["draw"] * draws + given["event"] * events
    return float(min(given["base"] + earned, given["most"]))


def _compute_peak_floor(args: Values, given: Mapping[str, Any]) -> float:
    peak = max(args)
    if given["rounds_peak"]:
        peak = floor(peak + 0.5)
    level = peak - given["below"]
    level = (
        ceil(level / 100.0) * 100.0 - 100.0
        if given["strictly_below"]
        else floor(level / 100.0) * 100.0
    )
    _check_operation(level >= given["lowest"], "the peak is too low for a floor")
    return float(min(level, given["highest"]))


def _compute_prize_floor(args: Values, given: Mapping[str, Any]) -> float:
    level, *amounts = args
    for amount in amounts:
        enough = amount > given["amount"] or (
            given["inclusive"] and amount == given["amount"]
        )
        _check_operation(enough, "the prize is too small for a floor")
    return min(level, float(given["most"]))


SHIFTS: Final = {"mixed": 0.0, "all_wins": -1.0, "all_losses": 1.0}
SHARES: Final = {"mixed": 0.5, "all_wins": 1.0, "all_losses": 0.0}
"""How earlier games shift the prior, and the points they add, by their record."""
OPERATIONS: Final[dict[str, tuple[int | None, Operation]]] = {
    "rule_value": (0, lambda _, given: float(given["value"])),
    "unchanged": (1, lambda args, _: args[0]),
    "sum": (None, lambda args, _: sum(args)),
    "difference": (2, lambda args, _: args[0] - args[1]),
    "product": (None, lambda args, _: prod(args, start=1.0)),
    "minimum": (None, lambda args, _: min(args)),
    "maximum": (None, lambda args, _: max(args)),
    "minimum_of": (1, lambda args, given: min(args[0], float(given["most"]))),
    "at_least": (1, lambda args, given: max(args[0], float(given["minimum"]))),
    "graded": (
        1,
        lambda args, given: float(
            given["high"] if args[0] > given["above"] else given["low"]
        ),
    ),
    "weighted_mean": (None, _average),
    "round_half_up": (1, lambda args, _: float(floor(args[0] + 0.5))),
    "count": (0, lambda _, given: float(len(given["opponents"]))),
    "age": (
        2,
        lambda args, given: float((args[0] - args[1]) / given["days_in_a_year"]),
    ),
    "age_rating": (2, _rate_by_age),
    "convert": (1, _convert),
    "rating_gap": (
        2,
        lambda args, given: float(
            min(given["most"], (args[0] - args[1]) / given["unit"])
        ),
    ),
    "staleness": (
        2,
        lambda args, given: float(
            exp(
                given["decay"]
                * (args[0] - given["center"])
                * (args[1] / given["days_in_a_year"])
            )
        ),
    ),
    "count_blended_games": (
        1,
        lambda args, given: float(
            max(1, min(given["most"], ceil(args[0] - given["slack"])))
        ),
    ),
    "n_star": (1, _compute_n_star),
    "uses_special": (None, _choose_formula),
    "reduced_numerator": (1, _reduce_numerator),
    "k_factor": (3, lambda args, _: args[0] / (args[1] + args[2])),
    "winning_expectancy": (
        2,
        lambda args, given: float(
            1.0 / (1.0 + 10.0 ** ((args[1] - args[0]) / given["scale"]))
        ),
    ),
    "gain": (3, lambda args, _: args[0] * (args[1] - args[2])),
    "allows_bonus": (1, _allow_bonus),
    "no_bonus": (1, _give_no_bonus),
    "bonus_threshold": (
        1,
        lambda args, given: float(
            given["multiplier"] * sqrt(max(args[0], given["least_games"]))
        ),
    ),
    "bonus": (3, _compute_bonus),
    "standard_rating": (4, _rate_standard),
    "adjusted_prior": (
        1,
        lambda args, given: float(args[0] + SHIFTS[given["record"]] * given["reach"]),
    ),
    "adjusted_score": (
        2,
        lambda args, given: args[0] + SHARES[given["record"]] * args[1],
    ),
    "search_move": (None, _move),
    "special_rating": (None, _rate_special),
    "limit_match": (None, _limit_match),
    "round_away": (2, _round_away),
    "personal_floor": (6, _compute_personal_floor),
    "peak_floor": (None, _compute_peak_floor),
    "prize_floor": (None, _compute_prize_floor),
}
"""Each operation by name: its number of arguments (None: any) and its formula."""
