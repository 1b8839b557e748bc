"""Recompute the figures of a trace by docs/trace.md alone; imports nothing of
uscalc."""

from math import ceil, exp, floor, fsum, inf, isfinite, prod, sqrt
from types import SimpleNamespace


def given(condition, value):
    if not condition:
        raise ValueError("condition not met")
    return value


def convert(p, a):
    for piece in p.pieces:
        top = piece["up_to"]
        if top is None or top > a or (top == a and piece["inclusive"]):
            break
    return piece["intercept"] + piece["slope"] * a


def allows_bonus(p, a):
    most = max(map(p.opponents.count, p.opponents), default=0)
    once = p.once_in_least_games and a == p.least_games and most >= 2
    barred = p.match or a < p.least_games or most > p.most_meetings or once
    return given(len(p.opponents) == a, not barred)


def special_function(p, prior, games, score, *opponents):
    def f(rating):
        shares = [0.5 + (rating - x) / (2 * p.reach) for x in (prior, *opponents)]
        shares = [min(max(share, 0), 1) for share in shares]
        return fsum([games * shares[0], *shares[1:], -score])

    knots = []
    for knot in sorted(x + d for x in (prior, *opponents) for d in (-p.reach, p.reach)):
        if not knots or knot > knots[-1] + p.landing:
            knots.append(knot)
    return f, knots


def search_move(p, m, *rest):
    f, knots = special_function(p, *rest)
    if given(abs(f(m)) > p.tolerance, f(m)) > 0:
        z = max((k for k in knots if k < m - p.landing), default=knots[0])
    else:
        z = min((k for k in knots if k > m + p.landing), default=knots[-1])
    if abs(f(m) - f(z)) < p.tolerance:
        return z
    target = m - f(m) * (m - z) / (f(m) - f(z))
    beyond = target < z if f(m) > 0 else target > z
    return z if beyond or abs(target - z) <= p.landing else target


def special_rating(p, m, start, flag, prior, *rest):
    f, knots = special_function(p, prior, *rest)
    given(flag == 1 and abs(f(m)) <= p.tolerance, m)
    low = max([k for k in knots if k < m], default=-inf)
    high = min([k for k in knots if k > m], default=inf)
    near = any(abs(x - m) <= p.reach + p.landing for x in (prior, *rest[2:]))
    return min(m if near else min(max(low, start), high), p.cap)


def limit_match(p, a, b, *earlier):
    change = a - b
    for limit, net in zip(p.limits, [0] * bool(p.single) + [*earlier], strict=True):
        change = min(max(change, -max(0, limit + net)), max(0, limit - net))
    return a if change == a - b else b + change


def peak_floor(p, *v):
    top = (floor(max(v) + 0.5) if p.rounds_peak else max(v)) - p.below
    multiple = 100 * (ceil(top / 100) - 1 if p.strictly_below else floor(top / 100))
    return given(multiple >= p.lowest, min(multiple, p.highest))


RECORD_SIGN = {"mixed": 0, "all_wins": -1, "all_losses": 1}
LONG = [convert, allows_bonus, search_move, special_rating, limit_match, peak_floor]
OPERATIONS = {
    **{function.__name__: function for function in LONG},
    **dict.fromkeys(["input", "assumed"], lambda p: p.own_value),
    "rule_value": lambda p: p.value,
    "unchanged": lambda p, a: a,
    "sum": lambda p, a, *v: sum(v, a),
    "product": lambda p, a, *v: prod(v, start=a),
    "difference": lambda p, a, b: a - b,
    "minimum": lambda p, *v: min(v),
    "maximum": lambda p, *v: max(v),
    "minimum_of": lambda p, a: min(a, p.most),
    "at_least": lambda p, a: max(a, p.minimum),
    "graded": lambda p, a: p.high if a > p.above else p.low,
    "round_half_up": lambda p, a: floor(a + 0.5),
    "weighted_mean": lambda p, *v: (
        sum(x * w for x, w in zip(v[::2], v[1::2], strict=True)) / sum(v[1::2])
    ),
    "count": lambda p: len(p.opponents),
    "age": lambda p, a, b: (a - b) / p.days_in_a_year,
    "age_rating": lambda p, a, b: (
        (p.base + p.per_year * a if a <= p.oldest else p.adult)
        if b >= p.least_age and a >= p.infant_age
        else (p.under_least_age if b < p.least_age else p.infant)
    ),
    "rating_gap": lambda p, a, b: min(p.most, (a - b) / p.unit),
    "staleness": lambda p, a, b: exp(p.decay * (a - p.center) * b / p.days_in_a_year),
    "count_blended_games": lambda p, a: max(1, min(ceil(a - p.slack), p.most)),
    "n_star": lambda p, a: (
        p.most / (1 if a > p.above else sqrt(p.a + p.b * (p.center - a) ** 2))
    ),
    "uses_special": lambda p, a=inf: (
        not p.foreign and (a <= p.most_games or p.record != "mixed")
    ),
    "reduced_numerator": lambda p, a: (
        p.numerator * (p.intercept - p.slope * a)
        if p.low < a < p.high
        else (p.numerator if a <= p.low else p.reduced)
    ),
    "k_factor": lambda p, a, b, c: a / (b + c),
    "winning_expectancy": lambda p, a, b: 1 / (1 + 10 ** ((b - a) / p.scale)),
    "gain": lambda p, a, b, c: a * (b - c),
    "no_bonus": lambda p, a: given(a == 0, 0),
    "bonus_threshold": lambda p, a: p.multiplier * sqrt(max(a, p.least_games)),
    "bonus": lambda p, a, b, c: given(a == 1, max(0, b - c)),
    "standard_rating": lambda p, a, b, c, d: given(d == 0, a + b + c),
    "adjusted_prior": lambda p, a: a + p.reach * RECORD_SIGN[p.record],
    "adjusted_score": lambda p, a, b: a + b * (1 - RECORD_SIGN[p.record]) / 2,
    "round_away": lambda p, a, b: (
        ceil(a - p.slack)
        if a > b + p.slack
        else floor(a + p.slack if a < b - p.slack else b + 0.5)
    ),
    "personal_floor": lambda p, a, b, c, d, e, f: min(
        p.most, p.base + p.win * (a + b) + p.draw * (c + d) + p.event * (e + f)
    ),
    "prize_floor": lambda p, a, b=None: given(
        b is None or b > p.amount or (b == p.amount and p.inclusive), min(a, p.most)
    ),
}


def recompute(trace: dict) -> dict[str, float]:
    values, results = {}, {}
    for node in trace["nodes"]:
        try:
            p = SimpleNamespace(own_value=node["value"], **node["parameters"])
            given(node["id"] not in values and isfinite(node["value"]), None)
            result = OPERATIONS[node["op"]](p, *[values[name] for name in node["args"]])
            values[node["id"]], results[node["id"]] = node["value"], float(result)
        except (ArithmeticError, AttributeError, LookupError, TypeError) as error:
            raise ValueError(f"{node}: {error!r}") from error
    return given(results and trace["result"] == list(results)[-1], results)
