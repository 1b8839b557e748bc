"""The formulas as curves over one of their variables, computed by the engine's functions.

A curve takes the values of its variables (`Values`), which the user may change, and
also marks the figures of one player (`CurveSubject`).
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from uscalc.counted import count_in_words
from uscalc.engine.initial import compute_age_formula
from uscalc.engine.rules import AgeFormula, Rules
from uscalc.engine.special import compute_provisional_expectancy
from uscalc.engine.standard import (
    EFFECTIVE_GAMES,
    LEAST_GAMES_FOR_BONUS,
    NUMERATOR,
    REDUCED_K,
    compute_bonus_threshold,
    compute_effective_games,
    compute_winning_expectancy,
)
from uscalc.explain.curve import (
    MOST_PLAYED,
    OLDEST,
    CurvePoint,
    CurveSeries,
    CurveSubject,
    FormulaCurve,
    Point,
    Values,
)
from uscalc.explain.formula import (
    join_equal,
    make_figure,
    make_name,
    make_number,
    make_square_root,
)
from uscalc.explain.model import format_equation
from uscalc.explain.numbers import (
    find_sufficient_decimals,
    format_change,
    format_number,
    format_rating,
    parse_exact,
)
from uscalc.explain.since import cite_parameter, cite_section_and_parameter
from uscalc.explain.start import make_age_formula


def _list_values(low: float, high: float, step: float) -> list[float]:
    return [low + i * step for i in range(round((high - low) / step) + 1)]


def _make_points(
    f: Callable[[float], float], places: Iterable[float]
) -> tuple[Point, ...]:
    return tuple((x, f(x)) for x in places)


def _explain_missing_mark(subject: CurveSubject, what: str) -> str:
    """Return why a curve of the standard formula doesn't mark the player."""
    if not subject.name:
        return ""
    if subject.m is None:
        return f" {subject.name} has no rated games."
    if subject.k is None:
        return (
            f" {subject.name} is rated with the special formula, which has no {what}."
        )
    return (
        f" {subject.name} lost rating points."
        if what == "bonus" and (subject.gain or 0.0) < 0.0
        else ""
    )


def draw_effective_games(
    values: Values,
    subject: CurveSubject,
    rules: Rules,
    named: Iterable[tuple[str, str]] = (),
) -> FormulaCurve:
    """Return N*(R) by each formula; `named` has the formulas' names, by variant."""
    places = _list_values(0.0, 3000.0, 20.0)
    now = rules.effective_games
    names = {key: name for name, key in named}
    series = tuple(
        CurveSeries(
            names.get(key, key), _make_points(EFFECTIVE_GAMES[key], places), key == now
        )
        for key in EFFECTIVE_GAMES
    )
    r, n = values["rating"], round(values["games"])
    effective = compute_effective_games(r, n, EFFECTIVE_GAMES[now])
    spots = [
        CurvePoint(
            r, effective.n_star, f"N* {format_number(effective.n_star, 1)}", False
        )
    ]
    if effective.n_eff < effective.n_star:
        spots.append(
            CurvePoint(
                r, effective.n_eff, f"N' {format_number(effective.n_eff, 1)}", False
            )
        )
    if subject.rating is not None:
        star = EFFECTIVE_GAMES[now](subject.rating)
        spots.append(CurvePoint(subject.rating, star, subject.name, True))
    others = "; ".join(
        f"{names.get(key, key)}: {format_number(EFFECTIVE_GAMES[key](r), 1)}"
        for key in EFFECTIVE_GAMES
        if key != now
    )
    return FormulaCurve(
        "effective",
        "Effective games",
        "rating R",
        "N*, the most games that a rating counts for",
        (0.0, 3000.0),
        (0.0, 55.0),
        series,
        tuple(spots),
        f"A rating of {format_rating(r)} counts for at most "
        f"{format_number(effective.n_star, 1)} games "
        f"({others}). With {count_in_words(n, 'earlier game')}, N' is the smaller number, "
        f"{format_number(effective.n_eff, 1)}.",
        str(rules.citations.effective),
    )


def draw_k_factor(values: Values, subject: CurveSubject, rules: Rules) -> FormulaCurve:
    """Return K = 800 / (N' + m) as a function of N', for this m and a few others."""
    m, r = round(values["m"]), values["rating"]
    numerator = REDUCED_K[rules.reduced_k](r)
    places = _list_values(0.0, 50.0, 0.5)

    def k(n_eff: float, games: float, top: float = NUMERATOR) -> float:
        return top / (n_eff + games)

    series = [
        CurveSeries(
            f"m = {games}",
            _make_points(partial(k, games=games), places),
            games == m,
        )
        for games in sorted({1, 3, 5, 9, m})
    ]
    effective = compute_effective_games(
        r, round(values["games"]), EFFECTIVE_GAMES[rules.effective_games]
    )
    here = k(effective.n_eff, m)

    factor = format_equation(
        lambda extra: join_equal(
            make_name("K"),
            make_figure("800")
            / (make_number(effective.n_eff, 1 + extra) + make_figure(str(m))),
        ),
        format_number(here, 1),
    )
    standard = str(rules.citations.standard)
    spots = [CurvePoint(effective.n_eff, here, f"K {format_number(here, 1)}", False)]
    reduced = ""
    if numerator != NUMERATOR:
        less = k(effective.n_eff, m, numerator)
        series.append(
            CurveSeries(
                "reduced above 2200",
                _make_points(lambda n: k(n, m, numerator), places),
                False,
            )
        )
        reduced = (
            f" With a time control for both Regular and Quick, {format_number(numerator)} replaces "
            f"800, and K is {format_number(less, 1)}."
        )
    if subject.k is not None and subject.n_eff is not None:
        spots.append(CurvePoint(subject.n_eff, subject.k, subject.name, True))
    return FormulaCurve(
        "k",
        "The factor K",
        "effective games N'",
        "K, rating points for each point above expected",
        (0.0, 50.0),
        (0.0, 200.0),
        tuple(
            s._replace(points=tuple(p for p in s.points if p[1] <= 200.0))
            for s in series
        ),
        tuple(spot for spot in spots if spot.y <= 200.0),
        f"K = 800 / (N' + m) {factor.removeprefix('K ')}: the rating "
        "changes by K for each point above or below expected."
        f"{reduced}{_explain_missing_mark(subject, 'K')}",
        cite_section_and_parameter(standard, "reduced_k", rules)
        if reduced
        else standard,
    )


def draw_expectancy(
    values: Values, subject: CurveSubject, rules: Rules
) -> FormulaCurve:
    """Return both winning expectancies as functions of the rating difference."""
    places = _list_values(-800.0, 800.0, 20.0)
    r, opponent = values["rating"], values["opponent"]
    gap = r - opponent
    both = (
        ("standard formula", compute_winning_expectancy),
        ("special formula", compute_provisional_expectancy),
    )
    we, pwe = (
        compute_winning_expectancy(r, opponent),
        compute_provisional_expectancy(r, opponent),
    )
    spots = (
        [
            CurvePoint(gap, we, f"We {format_number(we, 3)}", False),
            CurvePoint(gap, pwe, f"PWe {format_number(pwe, 3)}", False),
        ]
        if abs(gap) <= 800.0
        else []
    )
    games = [((subject.rating or 0.0) - at, expected) for at, expected in subject.games]
    spots += [
        CurvePoint(away, expected, "", True)
        for away, expected in games
        if abs(away) <= 800.0
    ]
    more = "above" if gap >= 0 else "below"
    return FormulaCurve(
        "expectancy",
        "Winning expectancy",
        "rating difference (player minus opponent)",
        "expected score for one game",
        (-800.0, 800.0),
        (0.0, 1.0),
        tuple(
            CurveSeries(
                name,
                _make_points(partial(f, opponent=0.0), places),
                name[:8] == "standard",
            )
            for name, f in both
        ),
        tuple(spots),
        f"For a player rated {count_in_words(round(abs(gap)), 'point')} {more} the opponent, the "
        "standard formula expects "
        f"{format_number(we, 3)} of a point. The special formula expects "
        f"{format_number(pwe, 3)}; it is a straight line that reaches 0 and 1 at 400 points."
        + (f" The dots are the games of {subject.name}." if subject.games else ""),
        f"{rules.citations.special} and {rules.citations.standard.section}",
    )


def draw_bonus(values: Values, subject: CurveSubject, rules: Rules) -> FormulaCurve:
    """Return the bonus threshold as a function of the games, and the bonus of a gain."""
    b, gain, m = values["multiplier"], values["gain"], round(values["m"])
    places = [float(games) for games in range(LEAST_GAMES_FOR_BONUS, MOST_PLAYED + 1)]

    def bonus(games: float) -> float:
        return max(0.0, gain - compute_bonus_threshold(round(games), b))

    series = (
        CurveSeries(
            "threshold B√m'",
            _make_points(
                lambda games: compute_bonus_threshold(round(games), b), places
            ),
            True,
        ),
        CurveSeries("bonus", _make_points(bonus, places), False),
    )
    spots = []
    limit = compute_bonus_threshold(m, b)
    if m >= LEAST_GAMES_FOR_BONUS:
        spots = [
            CurvePoint(m, limit, format_number(limit, 1), False),
            CurvePoint(m, bonus(m), f"bonus {format_number(bonus(m), 1)}", False),
        ]
        root_of = make_figure(format_number(b, 5)) * make_square_root(
            make_figure(str(max(m, 4)))
        )
        digits = find_sufficient_decimals(
            1, lambda d: _is_consistent(gain, limit, bonus(m), d), 5
        )
        mark = format_equation(lambda _: root_of, format_number(limit, digits))
        said = f"In {m} games a gain of {format_number(gain, digits)} is " + (
            f"{format_number(bonus(m), digits)} above "
            f"{format_number(limit, digits)}. That part is "
            f"added again as a bonus. The bonus threshold is {mark}."
            if bonus(m) > 0
            else f"not above the bonus threshold, {mark}, so there is no bonus."
        )
    else:
        said = (
            f"{count_in_words(m, 'game')}: no bonus. At least three games are required."
        )
    top = max(compute_bonus_threshold(MOST_PLAYED, b), gain, subject.gain or 0.0) * 1.08
    in_range = 0 < (subject.m or 0) <= MOST_PLAYED
    # A loss has no bonus, and would be below the picture.
    if subject.gain is not None and subject.gain >= 0.0 and in_range:
        text = f"{subject.name} {format_change(subject.gain, 1)}"
        spots.append(CurvePoint(subject.m or 0, subject.gain, text, True))
    return FormulaCurve(
        "bonus",
        "The bonus",
        "games m",
        "points",
        (0.0, float(MOST_PLAYED)),
        (0.0, top),
        series,
        tuple(spots),
        f"{said}{_explain_missing_mark(subject, 'bonus')}",
        cite_section_and_parameter(
            str(rules.citations.bonus), "bonus_multiplier", rules
        ),
    )


def _is_consistent(gain: float, limit: float, bonus: float, decimals: int) -> bool:
    """Return whether the printed gain minus the printed threshold is the printed bonus."""
    above, mark, rest = (
        parse_exact(format_number(v, decimals)) for v in (gain, limit, bonus)
    )
    return bonus <= 0.0 or above - mark == rest


def draw_age_rating(
    values: Values,
    subject: CurveSubject,
    rules: Rules,
    others: Iterable[tuple[str, AgeFormula]] = (),
) -> FormulaCurve:
    """Return starting ratings by age, under the rules in force and `others`, by name."""
    places = _list_values(0.0, OLDEST, 0.25)
    age, now = values["age"], rules.age_formula
    start = compute_age_formula(now, age)
    spots = [CurvePoint(age, start, format_rating(start), False)]
    if subject.age is not None and subject.age <= OLDEST:
        level = (
            compute_age_formula(now, subject.age)
            if subject.start is None
            else subject.start
        )
        spots.append(CurvePoint(subject.age, level, subject.name, True))
    begins = (
        format_equation(partial(make_age_formula, now, age, 2), format_rating(start))
        if now.infant_age <= age <= now.oldest
        else format_rating(start)
    )
    said = f"At age {format_number(age, 1)}, an unrated player starts at {begins}."
    if age < 3.0:
        said += " An age below three is treated as an error in the event's data."
    return FormulaCurve(
        "age",
        "Starting rating by age",
        "age (years)",
        "starting rating",
        (0.0, OLDEST),
        (0.0, 1400.0),
        tuple(
            CurveSeries(
                name,
                _make_points(partial(compute_age_formula, f), places),
                f == now,
            )
            for name, f in (
                ("these rules", now),
                *((name, f) for name, f in others if f != now),
            )
        ),
        tuple(spots),
        f"{said} Above age {format_number(now.oldest)}, or for an adult without a birth date: "
        f"{format_rating(now.adult)}. For a child without one: {format_rating(now.child)}."
        + (
            f" The birth date of {subject.name} is missing."
            if subject.name and subject.age is None
            else ""
        ),
        cite_parameter("age_formula", rules),
    )


USED: Final[dict[str, tuple[str, ...]]] = {
    "effective": ("rating", "games"),
    "k": ("rating", "games", "m"),
    "expectancy": ("rating", "opponent"),
    "bonus": ("m", "multiplier", "gain"),
    "age": ("age",),
}
"""The variables of each curve."""
NAMES: Final[dict[str, str]] = {
    "effective": "N*",
    "k": "K",
    "expectancy": "Expectancy",
    "bonus": "Bonus",
    "age": "Age",
}


def draw_formula(
    key: str,
    values: Values,
    subject: CurveSubject,
    rules: Rules,
    ages: Iterable[tuple[str, AgeFormula]] = (),
    effective: Iterable[tuple[str, str]] = (),
) -> FormulaCurve:
    """Return the curve with this key.

    `ages` are age formulas to draw beside the one in force, `effective` the names of
    the formulas for N*.
    """
    if key == "age":
        return draw_age_rating(values, subject, rules, ages)
    if key == "effective":
        return draw_effective_games(values, subject, rules, effective)
    draw = {"k": draw_k_factor, "expectancy": draw_expectancy, "bonus": draw_bonus}
    return draw[key](values, subject, rules)
