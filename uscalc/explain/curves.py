"""The formulas as curves over one of their variables, by the engine's own functions.

A curve takes the values of its variables (`Values`), which a person may move, and marks
the figures of one player (`Subject`) beside them.
"""

from collections.abc import Callable, Iterable
from typing import Final

from uscalc.counted import counted
from uscalc.engine.initial import formula_rating
from uscalc.engine.rules import AgeFormula, Rules
from uscalc.engine.special import provisional_expectancy
from uscalc.engine.standard import (
    EFFECTIVE_GAMES,
    LEAST_GAMES_FOR_BONUS,
    NUMERATOR,
    REDUCED_K,
    bonus_threshold,
    effective_games,
    winning_expectancy,
)
from uscalc.explain.curve import (
    MOST_PLAYED,
    OLDEST,
    FormulaCurve,
    Point,
    Series,
    Spot,
    Subject,
    Values,
)
from uscalc.explain.formula import Formula, equals, figure, name, root
from uscalc.explain.model import equation
from uscalc.explain.numbers import change, decimals_for, exact, number, rating
from uscalc.explain.since import also_cited, cited


def _over(low: float, high: float, step: float) -> list[float]:
    return [low + i * step for i in range(round((high - low) / step) + 1)]


def _line(f: Callable[[float], float], places: Iterable[float]) -> tuple[Point, ...]:
    return tuple((x, f(x)) for x in places)


def _without(subject: Subject, what: str) -> str:
    """Return why the player is not marked on a curve of the standard formula."""
    if not subject.name:
        return ""
    if subject.m is None:
        return f" {subject.name} has no rated game."
    if subject.k is None:
        return f" {subject.name} has the special formula, which has no {what}."
    if what == "bonus" and (subject.gain or 0.0) < 0.0:
        return f" {subject.name} lost points, so there is none to give."
    return ""


def effective_curve(
    values: Values,
    subject: Subject,
    rules: Rules,
    named: Iterable[tuple[str, str]] = (),
) -> FormulaCurve:
    """Return N*(R) by every formula; `named` gives their names, with the variant."""
    places = _over(0.0, 3000.0, 20.0)
    now = rules.effective_games
    names = {key: name for name, key in named}
    series = tuple(
        Series(names.get(key, key), _line(EFFECTIVE_GAMES[key], places), key == now)
        for key in EFFECTIVE_GAMES.names
    )
    r, n = values["rating"], round(values["games"])
    effective = effective_games(r, n, EFFECTIVE_GAMES[now])
    spots = [Spot(r, effective.n_star, f"N* {number(effective.n_star, 1)}", False)]
    if effective.n_eff < effective.n_star:
        spots.append(
            Spot(r, effective.n_eff, f"N' {number(effective.n_eff, 1)}", False)
        )
    if subject.rating is not None:
        star = EFFECTIVE_GAMES[now](subject.rating)
        spots.append(Spot(subject.rating, star, subject.name, True))
    others = "; ".join(
        f"{names.get(key, key)}: {number(EFFECTIVE_GAMES[key](r), 1)}"
        for key in EFFECTIVE_GAMES.names
        if key != now
    )
    return FormulaCurve(
        "effective",
        "Effective games",
        "rating R",
        "N*, the games a rating is worth at most",
        (0.0, 3000.0),
        (0.0, 55.0),
        series,
        tuple(spots),
        f"A rating of {rating(r)} is worth {number(effective.n_star, 1)} games at most "
        f"({others}). On {counted(n, 'earlier game')}, N' is the smaller of the two, "
        f"{number(effective.n_eff, 1)}.",
        str(rules.citations.effective),
    )


def k_curve(values: Values, subject: Subject, rules: Rules) -> FormulaCurve:
    """Return K = 800 / (N' + m) over N', for this m and a few others."""
    m, r = round(values["m"]), values["rating"]
    numerator = REDUCED_K[rules.reduced_k](r)
    places = _over(0.0, 50.0, 0.5)

    def k(n_eff: float, games: float, top: float = NUMERATOR) -> float:
        return top / (n_eff + games)

    series = [
        Series(f"m = {games}", _line(lambda n, g=games: k(n, g), places), games == m)  # type: ignore[misc]
        for games in sorted({1, 3, 5, 9, m})
    ]
    effective = effective_games(
        r, round(values["games"]), EFFECTIVE_GAMES[rules.effective_games]
    )
    here = k(effective.n_eff, m)

    def divided(extra: int) -> Formula:
        n_eff = figure(number(effective.n_eff, 1 + extra), effective.n_eff)
        return equals(name("K"), figure("800") / (n_eff + figure(str(m))))

    factor = equation(divided, number(here, 1))
    standard = str(rules.citations.standard)
    spots = [Spot(effective.n_eff, here, f"K {number(here, 1)}", False)]
    reduced = ""
    if numerator != NUMERATOR:
        less = k(effective.n_eff, m, numerator)
        series.append(
            Series(
                "reduced above 2200",
                _line(lambda n: k(n, m, numerator), places),
                False,
            )
        )
        reduced = (
            f" Under a time control for Regular and Quick, {number(numerator)} replaces "
            f"800, and K is {number(less, 1)}."
        )
    if subject.k is not None and subject.n_eff is not None:
        spots.append(Spot(subject.n_eff, subject.k, subject.name, True))
    return FormulaCurve(
        "k",
        "The factor K",
        "effective games N'",
        "K, points for each game won above expectation",
        (0.0, 50.0),
        (0.0, 200.0),
        tuple(
            s._replace(points=tuple(p for p in s.points if p[1] <= 200.0))
            for s in series
        ),
        tuple(spot for spot in spots if spot.y <= 200.0),
        f"K = 800 / (N' + m) {factor.removeprefix('K ')}: one point more than "
        "expected moves the rating by so much."
        f"{reduced}{_without(subject, 'K')}",
        also_cited(standard, "reduced_k", rules) if reduced else standard,
    )


def expectancy_curve(values: Values, subject: Subject, rules: Rules) -> FormulaCurve:
    """Return both winning expectancies over the difference in rating."""
    places = _over(-800.0, 800.0, 20.0)
    r, opponent = values["rating"], values["opponent"]
    gap = r - opponent
    both = (
        ("standard formula", winning_expectancy),
        ("special formula", provisional_expectancy),
    )
    lines = tuple(
        Series(name, _line(lambda d, f=f: f(d, 0.0), places), name[:8] == "standard")  # type: ignore[misc]
        for name, f in both
    )
    we, pwe = winning_expectancy(r, opponent), provisional_expectancy(r, opponent)
    spots = []
    if abs(gap) <= 800.0:
        spots = [
            Spot(gap, we, f"We {number(we, 3)}", False),
            Spot(gap, pwe, f"PWe {number(pwe, 3)}", False),
        ]
    for strength, expected in subject.games:
        away = (subject.rating or 0.0) - strength
        if abs(away) <= 800.0:
            spots.append(Spot(away, expected, "", True))
    more = "above" if gap >= 0 else "below"
    return FormulaCurve(
        "expectancy",
        "Winning expectancy",
        "rating minus the opponent's",
        "points expected of one game",
        (-800.0, 800.0),
        (0.0, 1.0),
        lines,
        tuple(spots),
        f"{counted(round(abs(gap)), 'point')} {more} the opponent, the standard formula "
        "expects "
        f"{number(we, 3)} of a point and the special formula {number(pwe, 3)}: a "
        "straight line that reaches 0 and 1 at 400 points."
        + (f" The dots are the games of {subject.name}." if subject.games else ""),
        f"{rules.citations.special} and {rules.citations.standard.section}",
    )


def bonus_curve(values: Values, subject: Subject, rules: Rules) -> FormulaCurve:
    """Return the threshold for a bonus by the number of games, and the bonus of a gain."""
    b, gain, m = values["multiplier"], values["gain"], round(values["m"])
    places = [float(games) for games in range(LEAST_GAMES_FOR_BONUS, MOST_PLAYED + 1)]

    def bonus(games: float) -> float:
        return max(0.0, gain - bonus_threshold(round(games), b))

    series = (
        Series(
            "limit B√m'",
            _line(lambda games: bonus_threshold(round(games), b), places),
            True,
        ),
        Series("bonus", _line(bonus, places), False),
    )
    spots = []
    limit = bonus_threshold(m, b)
    if m >= LEAST_GAMES_FOR_BONUS:
        spots = [
            Spot(m, limit, number(limit, 1), False),
            Spot(m, bonus(m), f"bonus {number(bonus(m), 1)}", False),
        ]
        root_of = figure(number(b, 5)) * root(figure(str(max(m, 4))))
        digits = decimals_for(1, lambda d: _adds_up(gain, limit, bonus(m), d), 5)
        mark = equation(lambda _: root_of, number(limit, digits))
        said = f"In {m} games a gain of {number(gain, digits)} is " + (
            f"{number(bonus(m), digits)} beyond {number(limit, digits)}: that much is "
            f"added once more. The mark is {mark}."
            if bonus(m) > 0
            else f"not beyond the mark, {mark}: no bonus."
        )
    else:
        said = (
            f"In {m} {'game' if m == 1 else 'games'} there is no bonus; it takes three."
        )
    top = max(bonus_threshold(MOST_PLAYED, b), gain, subject.gain or 0.0) * 1.08
    if subject.gain is not None and 0 < (subject.m or 0) <= MOST_PLAYED:
        # A loss is below the picture, and has no bonus.
        text = f"{subject.name} {change(subject.gain, 1)}"
        if subject.gain >= 0.0:
            spots.append(Spot(subject.m or 0, subject.gain, text, True))
    return FormulaCurve(
        "bonus",
        "The bonus",
        "games m",
        "points",
        (0.0, float(MOST_PLAYED)),
        (0.0, top),
        series,
        tuple(spots),
        f"{said}{_without(subject, 'bonus')}",
        also_cited(str(rules.citations.bonus), "bonus_multiplier", rules),
    )


def _adds_up(gain: float, limit: float, bonus: float, decimals: int) -> bool:
    """Return whether the printed gain less the printed limit is the printed bonus."""
    above, mark, rest = (exact(number(v, decimals)) for v in (gain, limit, bonus))
    return bonus <= 0.0 or above - mark == rest


def age_curve(
    values: Values,
    subject: Subject,
    rules: Rules,
    others: Iterable[tuple[str, AgeFormula]] = (),
) -> FormulaCurve:
    """Return starting ratings by age, under the rules in force and others by name."""
    places = _over(0.0, OLDEST, 0.25)
    age, now = values["age"], rules.age_formula
    formulas = [("these rules", now), *((n, f) for n, f in others if f != now)]
    series = tuple(
        Series(name, _line(lambda a, f=f: formula_rating(f, a), places), f == now)  # type: ignore[misc]
        for name, f in formulas
    )
    start = formula_rating(now, age)
    spots = [Spot(age, start, rating(start), False)]
    if subject.age is not None and subject.age <= OLDEST:
        level = subject.start
        level = formula_rating(now, subject.age) if level is None else level
        spots.append(Spot(subject.age, level, subject.name, True))

    def grown(extra: int) -> Formula:
        years = figure(number(now.per_year)) * figure(number(age, 2 + extra), age)
        return figure(number(now.base)) + years if now.base else years

    said = f"At {number(age, 1)} years an unrated player starts from "
    if now.infant_age <= age <= now.oldest:
        said += f"{equation(grown, rating(start))}."
    else:
        said += f"{rating(start)}."
    if age < 3.0:
        said += " An age below three is taken for a mistake at the event itself."
    return FormulaCurve(
        "age",
        "Starting rating by age",
        "age in years",
        "starting rating",
        (0.0, OLDEST),
        (0.0, 1400.0),
        series,
        tuple(spots),
        f"{said} Above {number(now.oldest)}, or grown up without a birth date: "
        f"{rating(now.adult)}; otherwise without one: {rating(now.child)}."
        + (
            f" The birth date of {subject.name} is not known."
            if subject.name and subject.age is None
            else ""
        ),
        cited("age_formula", rules),
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


def formula_curve(
    key: str,
    values: Values,
    subject: Subject,
    rules: Rules,
    ages: Iterable[tuple[str, AgeFormula]] = (),
    effective: Iterable[tuple[str, str]] = (),
) -> FormulaCurve:
    """Return a curve by its key.

    `ages` are age formulas to draw beside the one in force, `effective` names for the
    formulas of N*.
    """
    if key == "age":
        return age_curve(values, subject, rules, ages)
    if key == "effective":
        return effective_curve(values, subject, rules, effective)
    made: dict[str, Callable[[Values, Subject, Rules], FormulaCurve]] = {
        "k": k_curve,
        "expectancy": expectancy_curve,
        "bonus": bonus_curve,
    }
    return made[key](values, subject, rules)
