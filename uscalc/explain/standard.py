"""Step 2 and the standard formula in words and numbers."""

from collections.abc import Callable
from typing import Final

from uscalc.engine.rules import Rules
from uscalc.engine.trace import PlayerTrace, SectionTrace, StandardTrace
from uscalc.explain.answer import FULL_NUMERATOR, step_surplus
from uscalc.explain.formula import (
    Formula,
    call,
    equals,
    figure,
    name,
    power_of_ten,
    root,
    total,
)
from uscalc.explain.model import Gauge, Line, line
from uscalc.explain.numbers import (
    People,
    Words,
    change,
    fine,
    number,
    points,
    rating,
    say,
)
from uscalc.explain.since import cited, departure, holding, lacking


def effective_formula(r0: float, variant: str, extra: int = 0) -> tuple[Formula, bool]:
    """Return N* for a rating, and whether it is beyond the curve, where N* is 50."""
    beyond, inner = _CURVES[variant]
    if r0 > beyond:
        return figure("50"), True
    return figure("50") / root(inner(figure(rating(r0, extra), r0))), False


def effective_rule(variant: str) -> str:
    """Describe the rule for any rating R0 in a sentence."""
    beyond, inner = _CURVES[variant]
    formula = equals(name("N*"), figure("50") / root(inner(name("R0"))))
    return f"{formula.plain} for a rating R0 up to {rating(beyond)}, and 50 above it."


def _from_2200(r0: Formula) -> Formula:
    away = figure("2200") - r0
    return figure("1") + away ** figure("2") / figure("100000")


def _from_2569(r0: Formula) -> Formula:
    away = figure("2569") - r0
    return figure("0.662") + figure("0.00000739") * away ** figure("2")


_CURVES: Final[dict[str, tuple[float, Callable[[Formula], Formula]]]] = {
    "2001": (2200.0, _from_2200),
    "2013": (2355.0, _from_2569),
}
"""Each variant of the engine: the end of its curve, and the term under the root."""


def effective_lines(player: PlayerTrace, trace: SectionTrace) -> tuple[Line, ...]:
    """Explain Step 2: the worth of earlier games, and the formula that follows."""
    rules = trace.rules
    r0, n = player.start.r0, player.start.n
    n_star, n_eff = player.effective
    section = str(rules.citations.effective)
    variant = rules.effective_games
    beyond = r0 > _CURVES[variant][0]
    beginning = rating(_CURVES[rules.effective_games][0])
    since = holding("effective_games", rules)
    if rules.date is not None and rules.span("effective_games") is not None:
        since += f". This one ended on {rules.date}"
    chosen = str(rules.citations.steps)
    if player.why == "foreign":
        chosen = str(rules.citations.foreign)
    return (
        line(
            "n_star",
            say(
                "{n_star} says how many games a rating of {r0_here} can be worth at most"
                "{beyond}. This is the formula {since}.",
                r0_here=rating(r0),
                beyond=f": above {beginning} always so many" if beyond else "",
                since=since,
            ),
            lambda extra: equals(name("N*"), effective_formula(r0, variant, extra)[0]),
            fine(n_star),
            section,
        ),
        _n_eff_line(n, n_star, n_eff, section),
        line("formula", _why(player), None, player.formula, chosen),
    )


def _n_eff_line(n: int | None, n_star: float, n_eff: float, section: str) -> Line:
    star = fine(n_star)
    if n is None:
        text = say(
            "{n} is not known and taken as large, so {n_eff}, the number of "
            "{n_eff:effective games}, is {n_star} itself."
        )
        return line("n_eff", text, None, fine(n_eff), section)
    text = say(
        "{n_eff}, the number of {n_eff:effective games}, is the smaller of {n}, {count}, "
        "and {n_star}, {star}. It says how much the past weighs.",
        count=str(n),
        star=star,
    )
    smaller = call("min", figure(str(n)), figure(star, n_star))
    return line("n_eff", text, equals(name("N'"), smaller), fine(n_eff), section)


def _why(player: PlayerTrace) -> Words:
    """Explain which games decide between the formulas, and how."""
    n = player.start.n
    count = "not known and taken as more than 8" if n is None else str(n)
    known = (
        count if n is None else f"{count}, {'8 or fewer' if n <= 8 else 'more than 8'}"
    )
    template = {
        "few-games": "{n} is {known}, so the {special:special formula} applies. {n} "
        "decides it, not {n_eff}.",
        "many-games": "{n} is {known}, so the {standard:standard formula} applies. {n} "
        "decides it, not {n_eff}.",
        "all_wins": "Every earlier game was won, so the {special:special formula} "
        "applies, however many they were.",
        "all_losses": "Every earlier game was lost, so the {special:special formula} "
        "applies, however many they were.",
        "foreign": "For events abroad the {standard:standard formula} applies, once: "
        "Steps 3 and 4 are left out.",
    }[player.why]
    return say(template, known=known)


E_DECIMALS: Final = 4
K_DECIMALS: Final = 3


def standard_lines(
    step: int, player: PlayerTrace, done: StandardTrace, people: People
) -> tuple[Line, ...]:
    """Explain expectation, K, gain, bonus test and result of one step."""
    section, key = str(people.section.rules.citations.standard), f"step{step}"
    return (
        *_expectations(key, player, done, people, section),
        _k_line(key, player, done, people, section),
        _gain_line(key, player, done, section),
        *_bonus_lines(key, player, done, people),
        _result_line(key, player, done, section),
    )


def _expectations(
    key: str, player: PlayerTrace, done: StandardTrace, people: People, section: str
) -> tuple[Line, ...]:
    first, r0 = player.entrant.own[0], rating(player.start.r0)
    strength = done.strengths[0]

    def expectancy(extra: int) -> Formula:
        apart = figure(rating(strength, extra), strength)
        apart -= figure(rating(player.start.r0, extra), player.start.r0)
        odds = power_of_ten(apart / figure("400"))
        return equals(name("We"), figure("1") / (figure("1") + odds))

    def sum_of_all(extra: int) -> Formula:
        parts = [figure(number(e, E_DECIMALS + extra), e) for e in done.expectations]
        return equals(name("E"), total(parts))

    predicted = say("{e}, the score that the ratings predict, is their sum.")
    if len(done.expectations) == 1:
        predicted = say("{e}, the score that the ratings predict, is just that.")
    return (
        line(
            f"{key}.we",
            say(
                "What can be expected of a game, {we}, follows from the difference of the "
                "two ratings. Here at R = {at}, against {first}, whose R_i is {strength}.",
                at=r0,
                first=people.numbered(first.opponent),
                strength=rating(strength),
            ),
            expectancy,
            number(done.expectations[0], E_DECIMALS),
            section,
        ),
        line(
            f"{key}.expected",
            predicted,
            sum_of_all,
            number(done.expected, E_DECIMALS),
            section,
        ),
    )


def _k_line(
    key: str, player: PlayerTrace, done: StandardTrace, people: People, section: str
) -> Line:
    r0, m = player.start.r0, player.entrant.m
    n_eff, rules = player.effective.n_eff, people.section.rules
    over, since = say("800"), ""
    reduced = done.k * (n_eff + m) < FULL_NUMERATOR

    def above(extra: int) -> Formula:
        if not reduced:
            return figure("800")
        if r0 >= 2500:
            return figure("200")
        lowered = figure("0.0025") * figure(rating(r0, extra), r0)
        return figure("800") * (figure("6.5") - lowered)

    def factor(extra: int) -> Formula:
        below = figure(fine(n_eff, extra), n_eff) + figure(str(m))
        return equals(name("K"), above(extra) / below)

    if reduced:
        how = "to 200 from 2500 on" if r0 >= 2500 else "above 2200"
        over = say(
            "800, reduced {how} under a time control for {dual:Regular and Quick},",
            how=how,
        )
        since = departure("reduced_k", rules)
        section = cited("reduced_k", rules)
    return line(
        f"{key}.k",
        say(
            "{k} is what a whole point above expectation is worth: {over} divided by "
            "{n_eff} and {m} together.{since}",
            over=over,
            since=since,
        ),
        factor,
        number(done.k, K_DECIMALS),
        section,
    )


def _gain_line(
    key: str, player: PlayerTrace, done: StandardTrace, section: str
) -> Line:

    def gained(extra: int) -> Formula:
        k = figure(number(done.k, K_DECIMALS + extra), done.k)
        score = figure(points(player.entrant.score))
        expected = figure(number(done.expected, E_DECIMALS + extra), done.expected)
        surplus = step_surplus(player, done)
        return equals(
            k * (score - expected),
            k * figure(number(surplus, E_DECIMALS + extra), surplus),
        )

    return line(
        f"{key}.gain",
        say("The {gain}: {k} times what was scored, {s}, less what was expected, {e}."),
        gained,
        change(done.gain),
        section,
    )


def _bonus_lines(
    key: str, player: PlayerTrace, done: StandardTrace, people: People
) -> tuple[Line, ...]:
    rules = people.section.rules
    section = str(rules.citations.bonus)
    if player.no_bonus is not None:
        text, where = _no_bonus(player, rules)
        return (line(f"{key}.bonus", text, None, "0", where),)
    if done.threshold is None:
        return ()
    multiplier = number(rules.bonus_multiplier)
    m = player.entrant.m
    counted = str(max(m, 4))
    threshold, gain = number(done.threshold, 2), number(done.gain, 2)
    told = "as {m} is" if m > 3 else "for three games count as four"
    begins = say(
        "A {bonus} begins above {b} times the root of {m_prime}. B = {multiplier} "
        "{since}. m' is {counted}, {told}.",
        multiplier=multiplier,
        since=holding("bonus_multiplier", rules),
        counted=counted,
        told=say(told),
    )
    mark = done.threshold

    def beyond(extra: int) -> Formula:
        over = figure(number(done.gain, 2 + extra), done.gain)
        over -= figure(number(mark, 2 + extra), mark)
        return over if done.bonus else call("max", figure("0"), over)

    if done.bonus:
        text = say(
            "The gain, {gain}, passes it. The {bonus} is what lies beyond, which so counts "
            "twice.",
            gain=gain,
        )
    elif done.gain > 0:
        text = say(
            "The gain, {gain}, does not pass it, so nothing counts twice: no {bonus}.",
            gain=gain,
        )
    else:
        text = say("There is no gain, and so no {bonus}.")
    return (
        line(
            f"{key}.threshold",
            begins,
            figure(multiplier) * root(figure(counted)),
            threshold,
            section,
        ),
        line(
            f"{key}.bonus",
            text,
            beyond if done.gain > 0 else None,
            number(done.bonus, 2),
            section,
            Gauge(done.gain, done.threshold),
        ),
    )


def _no_bonus(player: PlayerTrace, rules: Rules) -> tuple[Words, str]:
    """Explain why no bonus is possible for any gain, with the source."""
    m, met = player.entrant.m, player.entrant.most_meetings
    section = str(rules.citations.bonus)
    if player.no_bonus == "match":
        source = rules.citations.match_bonus
        text = say("A {match} gives no {bonus}.{lacking}", lacking=lacking(source))
        return text, str(source)
    if player.no_bonus == "few-games":
        text = say(
            "Fewer than three games give no {bonus}: {m} is {count}.", count=str(m)
        )
        return text, section
    if met > 2:
        text = say(
            "One opponent was met {met} times, and more than twice is too often for a "
            "{bonus}.",
            met=str(met),
        )
        return text, section
    text = say(
        "One opponent was met twice, and in three games that is too often for a "
        "{bonus}.{since}",
        since=departure("bonus_repeats", rules),
    )
    return text, cited("bonus_repeats", rules)


def _result_line(
    key: str, player: PlayerTrace, done: StandardTrace, section: str
) -> Line:
    before, gain = player.start.r0, abs(done.gain)

    def result(extra: int) -> Formula:
        found = figure(rating(before, extra), before)
        moved = figure(number(gain, 2 + extra), gain)
        if moved.plain != "0":
            found = found + moved if done.gain >= 0 else found - moved
        if done.bonus:
            found = found + figure(number(done.bonus, 2 + extra), done.bonus)
        return equals(name("R_s"), found)

    text = say("R_s, the rating of this step: {r0} and the gain.")
    if number(gain, 2) == "0":
        text = say("R_s, the rating of this step: nothing is gained, so {r0} stays.")
    if done.bonus:
        text = say("R_s, the rating of this step: {r0}, the gain and the {bonus}.")
    return line(f"{key}.result", text, result, rating(done.raw), section)
