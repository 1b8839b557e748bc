"""Step 2 and the standard formula in words and numbers."""

from collections.abc import Callable
from typing import Final

from uscalc.engine.rules import Rules
from uscalc.engine.trace import PlayerTrace, SectionTrace, StandardTrace
from uscalc.explain.answer import FULL_NUMERATOR, compute_surplus
from uscalc.explain.formula import (
    TypesetFormula,
    join_equal,
    make_call,
    make_figure,
    make_name,
    make_power_of_ten,
    make_square_root,
    make_sum,
)
from uscalc.explain.model import BonusGauge, DerivationLine, make_line
from uscalc.explain.numbers import (
    MarkedText,
    PlayerDirectory,
    fill_template,
    format_change,
    format_multiplier,
    format_number,
    format_points,
    format_rating,
)
from uscalc.explain.since import (
    cite_parameter,
    describe_departure,
    describe_missing_rule,
    describe_validity,
)


def make_effective_games_formula(
    r0: float, variant: str, extra: int = 0
) -> tuple[TypesetFormula, bool]:
    """Return N* for a rating, and whether it is beyond the curve, where N* is 50."""
    beyond, inner = _CURVES[variant]
    if r0 > beyond:
        return make_figure("50"), True
    return make_figure("50") / make_square_root(
        inner(make_figure(format_rating(r0, extra), r0))
    ), False


def describe_effective_games_rule(variant: str) -> str:
    """Describe the rule for any rating R0 in a sentence."""
    beyond, inner = _CURVES[variant]
    formula = join_equal(
        make_name("N*"), make_figure("50") / make_square_root(inner(make_name("R0")))
    )
    return f"{formula.plain} for a rating R0 up to {format_rating(beyond)}, and 50 above it."


def _make_root_from_2200(r0: TypesetFormula) -> TypesetFormula:
    away = make_figure("2200") - r0
    return make_figure("1") + away ** make_figure("2") / make_figure("100000")


def _make_root_from_2569(r0: TypesetFormula) -> TypesetFormula:
    away = make_figure("2569") - r0
    return make_figure("0.662") + make_figure("0.00000739") * away ** make_figure("2")


_CURVES: Final[dict[str, tuple[float, Callable[[TypesetFormula], TypesetFormula]]]] = {
    "2001": (2200.0, _make_root_from_2200),
    "2013": (2355.0, _make_root_from_2569),
}
"""Each variant of the engine: the end of its curve, and the term under the root."""


def explain_effective_games(
    player: PlayerTrace, trace: SectionTrace
) -> tuple[DerivationLine, ...]:
    """Explain Step 2: the worth of earlier games, and the formula that follows."""
    rules = trace.rules
    r0, n = player.start.r0, player.start.n
    n_star, n_eff = player.effective
    section = str(rules.citations.effective)
    variant = rules.effective_games
    beyond = r0 > _CURVES[variant][0]
    beginning = format_rating(_CURVES[rules.effective_games][0])
    since = describe_validity("effective_games", rules)
    if (
        rules.date is not None
        and rules.get_validity_period("effective_games") is not None
    ):
        since += f". This one ended on {rules.date}"
    chosen = (
        str(rules.citations.foreign)
        if player.why == "foreign"
        else str(rules.citations.steps)
    )
    return (
        make_line(
            "n_star",
            fill_template(
                "{n_star} says how many games a rating of {r0_here} can be worth at most"
                "{beyond}. This is the formula {since}.",
                r0_here=format_rating(r0),
                beyond=f": above {beginning} always so many" if beyond else "",
                since=since,
            ),
            lambda extra: join_equal(
                make_name("N*"), make_effective_games_formula(r0, variant, extra)[0]
            ),
            format_multiplier(n_star),
            section,
        ),
        _explain_n_eff(n, n_star, n_eff, section),
        make_line(
            "formula", _describe_formula_choice(player), None, player.formula, chosen
        ),
    )


def _explain_n_eff(
    n: int | None, n_star: float, n_eff: float, section: str
) -> DerivationLine:
    star = format_multiplier(n_star)
    if n is None:
        text = fill_template(
            "{n} is not known and taken as large, so {n_eff}, the number of "
            "{n_eff:effective games}, is {n_star} itself."
        )
        return make_line("n_eff", text, None, format_multiplier(n_eff), section)
    text = fill_template(
        "{n_eff}, the number of {n_eff:effective games}, is the smaller of {n}, {count}, "
        "and {n_star}, {star}. It says how much the past weighs.",
        count=str(n),
        star=star,
    )
    smaller = make_call("min", make_figure(str(n)), make_figure(star, n_star))
    return make_line(
        "n_eff",
        text,
        join_equal(make_name("N'"), smaller),
        format_multiplier(n_eff),
        section,
    )


def _describe_formula_choice(player: PlayerTrace) -> MarkedText:
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
    return fill_template(template, known=known)


E_DECIMALS: Final = 4
K_DECIMALS: Final = 3


def explain_standard_step(
    step: int, player: PlayerTrace, done: StandardTrace, people: PlayerDirectory
) -> tuple[DerivationLine, ...]:
    """Explain expectation, K, gain, bonus test and result of one step."""
    section, key = str(people.section.rules.citations.standard), f"step{step}"
    return (
        *_explain_expectations(key, player, done, people, section),
        _explain_k_factor(key, player, done, people, section),
        _explain_gain(key, player, done, section),
        *_explain_bonus(key, player, done, people),
        _explain_step_result(key, player, done, section),
    )


def _explain_expectations(
    key: str,
    player: PlayerTrace,
    done: StandardTrace,
    people: PlayerDirectory,
    section: str,
) -> tuple[DerivationLine, ...]:
    first, r0 = player.entrant.own[0], format_rating(player.start.r0)
    strength = done.strengths[0]

    def typeset_expectancy(extra: int) -> TypesetFormula:
        apart = make_figure(format_rating(strength, extra), strength)
        apart -= make_figure(format_rating(player.start.r0, extra), player.start.r0)
        odds = make_power_of_ten(apart / make_figure("400"))
        return join_equal(make_name("We"), make_figure("1") / (make_figure("1") + odds))

    def sum_of_all(extra: int) -> TypesetFormula:
        parts = [
            make_figure(format_number(e, E_DECIMALS + extra), e)
            for e in done.expectations
        ]
        return join_equal(make_name("E"), make_sum(parts))

    predicted = (
        fill_template("{e}, the score that the ratings predict, is just that.")
        if len(done.expectations) == 1
        else fill_template("{e}, the score that the ratings predict, is their sum.")
    )
    return (
        make_line(
            f"{key}.we",
            fill_template(
                "What can be expected of a game, {we}, follows from the difference of the "
                "two ratings. Here at R = {at}, against {first}, whose R_i is {strength}.",
                at=r0,
                first=people.get_name_with_number(first.opponent),
                strength=format_rating(strength),
            ),
            typeset_expectancy,
            format_number(done.expectations[0], E_DECIMALS),
            section,
        ),
        make_line(
            f"{key}.expected",
            predicted,
            sum_of_all,
            format_number(done.expected, E_DECIMALS),
            section,
        ),
    )


def _explain_k_factor(
    key: str,
    player: PlayerTrace,
    done: StandardTrace,
    people: PlayerDirectory,
    section: str,
) -> DerivationLine:
    r0, m = player.start.r0, player.entrant.m
    n_eff, rules = player.effective.n_eff, people.section.rules
    over, since = fill_template("800"), ""
    reduced = done.k * (n_eff + m) < FULL_NUMERATOR

    def typeset_points_above(extra: int) -> TypesetFormula:
        if not reduced:
            return make_figure("800")
        if r0 >= 2500:
            return make_figure("200")
        lowered = make_figure("0.0025") * make_figure(format_rating(r0, extra), r0)
        return make_figure("800") * (make_figure("6.5") - lowered)

    def typeset_k(extra: int) -> TypesetFormula:
        below = make_figure(format_multiplier(n_eff, extra), n_eff) + make_figure(
            str(m)
        )
        return join_equal(make_name("K"), typeset_points_above(extra) / below)

    if reduced:
        how = "to 200 from 2500 on" if r0 >= 2500 else "above 2200"
        over = fill_template(
            "800, reduced {how} under a time control for {dual:Regular and Quick},",
            how=how,
        )
        since = describe_departure("reduced_k", rules)
        section = cite_parameter("reduced_k", rules)
    return make_line(
        f"{key}.k",
        fill_template(
            "{k} is what a whole point above expectation is worth: {over} divided by "
            "{n_eff} and {m} together.{since}",
            over=over,
            since=since,
        ),
        typeset_k,
        format_number(done.k, K_DECIMALS),
        section,
    )


def _explain_gain(
    key: str, player: PlayerTrace, done: StandardTrace, section: str
) -> DerivationLine:

    def typeset_gain(extra: int) -> TypesetFormula:
        k = make_figure(format_number(done.k, K_DECIMALS + extra), done.k)
        score = make_figure(format_points(player.entrant.score))
        expected = make_figure(
            format_number(done.expected, E_DECIMALS + extra), done.expected
        )
        surplus = compute_surplus(player, done)
        return join_equal(
            k * (score - expected),
            k * make_figure(format_number(surplus, E_DECIMALS + extra), surplus),
        )

    return make_line(
        f"{key}.gain",
        fill_template(
            "The {gain}: {k} times what was scored, {s}, less what was expected, {e}."
        ),
        typeset_gain,
        format_change(done.gain),
        section,
    )


def _explain_bonus(
    key: str, player: PlayerTrace, done: StandardTrace, people: PlayerDirectory
) -> tuple[DerivationLine, ...]:
    rules = people.section.rules
    section = str(rules.citations.bonus)
    if player.no_bonus is not None:
        text, where = _explain_no_bonus(player, rules)
        return (make_line(f"{key}.bonus", text, None, "0", where),)
    if done.threshold is None:
        return ()
    multiplier = format_number(rules.bonus_multiplier)
    m = player.entrant.m
    counted = str(max(m, 4))
    threshold, gain = format_number(done.threshold, 2), format_number(done.gain, 2)
    told = "as {m} is" if m > 3 else "for three games count as four"
    begins = fill_template(
        "A {bonus} begins above {b} times the root of {m_prime}. B = {multiplier} "
        "{since}. m' is {counted}, {told}.",
        multiplier=multiplier,
        since=describe_validity("bonus_multiplier", rules),
        counted=counted,
        told=fill_template(told),
    )
    mark = done.threshold

    def typeset_points_beyond(extra: int) -> TypesetFormula:
        over = make_figure(format_number(done.gain, 2 + extra), done.gain)
        over -= make_figure(format_number(mark, 2 + extra), mark)
        return over if done.bonus else make_call("max", make_figure("0"), over)

    if done.bonus:
        text = fill_template(
            "The gain, {gain}, passes it. The {bonus} is what lies beyond, which so counts "
            "twice.",
            gain=gain,
        )
    elif done.gain > 0:
        text = fill_template(
            "The gain, {gain}, does not pass it, so nothing counts twice: no {bonus}.",
            gain=gain,
        )
    else:
        text = fill_template("There is no gain, and so no {bonus}.")
    return (
        make_line(
            f"{key}.threshold",
            begins,
            make_figure(multiplier) * make_square_root(make_figure(counted)),
            threshold,
            section,
        ),
        make_line(
            f"{key}.bonus",
            text,
            typeset_points_beyond if done.gain > 0 else None,
            format_number(done.bonus, 2),
            section,
            BonusGauge(done.gain, done.threshold),
        ),
    )


def _explain_no_bonus(player: PlayerTrace, rules: Rules) -> tuple[MarkedText, str]:
    """Explain why no bonus is possible for any gain, with the source."""
    m, met = player.entrant.m, player.entrant.most_meetings
    section = str(rules.citations.bonus)
    if player.no_bonus == "match":
        source = rules.citations.match_bonus
        text = fill_template(
            "A {match} gives no {bonus}.{lacking}",
            lacking=describe_missing_rule(source),
        )
        return text, str(source)
    if player.no_bonus == "few-games":
        text = fill_template(
            "Fewer than three games give no {bonus}: {m} is {count}.", count=str(m)
        )
        return text, section
    if met > 2:
        text = fill_template(
            "One opponent was met {met} times, and more than twice is too often for a "
            "{bonus}.",
            met=str(met),
        )
        return text, section
    text = fill_template(
        "One opponent was met twice, and in three games that is too often for a "
        "{bonus}.{since}",
        since=describe_departure("bonus_repeats", rules),
    )
    return text, cite_parameter("bonus_repeats", rules)


def _explain_step_result(
    key: str, player: PlayerTrace, done: StandardTrace, section: str
) -> DerivationLine:
    before, gain = player.start.r0, abs(done.gain)

    def typeset_result(extra: int) -> TypesetFormula:
        found = make_figure(format_rating(before, extra), before)
        moved = make_figure(format_number(gain, 2 + extra), gain)
        if moved.plain != "0":
            found = found + moved if done.gain >= 0 else found - moved
        if done.bonus:
            found = found + make_figure(
                format_number(done.bonus, 2 + extra), done.bonus
            )
        return join_equal(make_name("R_s"), found)

    text = (
        fill_template("R_s, the rating of this step: nothing is gained, so {r0} stays.")
        if format_number(gain, 2) == "0"
        else fill_template("R_s, the rating of this step: {r0} and the gain.")
    )
    if done.bonus:
        text = fill_template(
            "R_s, the rating of this step: {r0}, the gain and the {bonus}."
        )
    return make_line(
        f"{key}.result", text, typeset_result, format_rating(done.raw), section
    )
