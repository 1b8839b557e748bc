"""Explain Step 2 and the standard formula in words and numbers."""

from collections.abc import Callable
from typing import Final

from uscalc.counted import format_day
from uscalc.engine.rules import Rules
from uscalc.engine.trace import PlayerTrace, SectionTrace, StandardTrace
from uscalc.explain.answer import ROUNDING
from uscalc.explain.formula import (
    TypesetFormula,
    join_equal,
    make_call,
    make_figure,
    make_name,
    make_number,
    make_rating,
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
    describe_change,
    describe_departure,
    describe_missing_rule,
    describe_validity,
)


def make_effective_games_formula(
    r0: float, variant: str, extra: int = 0
) -> tuple[TypesetFormula, bool]:
    """Return the formula of N*, and whether the rating is so high that N* is 50."""
    beyond, inner = _CURVES[variant]
    if r0 > beyond:
        return make_figure("50"), True
    return make_figure("50") / make_square_root(inner(make_rating(r0, extra))), False


def describe_effective_games_rule(variant: str) -> str:
    """Describe the formula of N* for any rating R0 in a sentence."""
    beyond, inner = _CURVES[variant]
    formula = join_equal(
        make_name("N*"), make_figure("50") / make_square_root(inner(make_name("R0")))
    )
    return f"{formula.plain} for a rating R0 up to {format_rating(beyond)}, and 50 above it."


_CURVES: Final[dict[str, tuple[float, Callable[[TypesetFormula], TypesetFormula]]]] = {
    "2001": (
        2200.0,
        lambda r0: (
            make_figure("1")
            + (make_figure("2200") - r0) ** make_figure("2") / make_figure("100000")
        ),
    ),
    "2013": (
        2355.0,
        lambda r0: (
            make_figure("0.662")
            + make_figure("0.00000739") * (make_figure("2569") - r0) ** make_figure("2")
        ),
    ),
}
"""For each variant in the engine: the end of its curve, and the term under the root."""


def explain_effective_games(
    player: PlayerTrace, trace: SectionTrace
) -> tuple[DerivationLine, ...]:
    """Explain Step 2: the effective number of games, and the formula to use."""
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
        since += f". This section ended on {format_day(rules.date)}"
    chosen = (
        str(rules.citations.foreign)
        if player.why == "foreign"
        else str(rules.citations.steps)
    )
    brief = fill_template(
        "A rating of {r0_here} limits past games to {n_star} effective games{beyond}.",
        r0_here=format_rating(r0),
        beyond=f". Above {beginning}, this limit is always 50" if beyond else "",
    )
    return (
        make_line(
            "n_star",
            brief + f" This formula is {since}.",
            lambda extra: join_equal(
                make_name("N*"), make_effective_games_formula(r0, variant, extra)[0]
            ),
            format_multiplier(n_star),
            section,
            brief=brief + describe_departure("effective_games", rules, "This formula"),
        ),
        _explain_n_eff(n, n_star, n_eff, section),
        make_line(
            "formula", _describe_formula_choice(player), None, player.formula, chosen
        ),
    )


def _explain_n_eff(
    n: int | None, n_star: float, n_eff: float, section: str
) -> DerivationLine:
    if n is None:
        text = fill_template(
            "{n} is unknown and assumed large, so {n_eff}, the number of "
            "{n_eff:effective games}, equals {n_star}."
        )
        return make_line("n_eff", text, None, format_multiplier(n_eff), section)
    brief = fill_template(
        "{n_eff}, the number of {n_eff:effective games}, is the smaller of {n} and "
        "{n_star}."
    )
    return make_line(
        "n_eff",
        brief + " The larger it is, the less the rating moves.",
        join_equal(
            make_name("N'"),
            make_call(
                "min",
                make_figure(str(n)),
                make_figure(format_multiplier(n_star), n_star),
            ),
        ),
        format_multiplier(n_eff),
        section,
        brief=brief,
    )


def _describe_formula_choice(player: PlayerTrace) -> MarkedText:
    """Explain why the player is rated by the special or the standard formula."""
    n = player.start.n
    known = "is assumed to be higher" if n is None else f"is {n}"
    template = {
        "few-games": "The rules use the {special:special formula} if {n} is 8 or less "
        "({n}, not {n_eff}). Here {n} {known}.",
        "many-games": "The rules use the {standard:standard formula} if {n} is more "
        "than 8 ({n}, not {n_eff}). Here {n} {known}.",
        "all_wins": "Every earlier game was a win, so the rules use the {special:special "
        "formula} for any number of games.",
        "all_losses": "Every earlier game was a loss, so the rules use the "
        "{special:special formula} for any number of games.",
        "foreign": "For events abroad, the rules use the {standard:standard formula} "
        "only once, without Steps 3 and 4.",
    }[player.why]
    return fill_template(template, known=known)


E_DECIMALS: Final = 4
K_DECIMALS: Final = 3


def explain_standard_step(
    step: int, player: PlayerTrace, done: StandardTrace, people: PlayerDirectory
) -> tuple[DerivationLine, ...]:
    """Explain the expected score, K, gain, bonus and result of one step."""
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
    first, r0 = player.entrant.own[0], player.start.r0
    strength, one = done.strengths[0], make_figure("1")
    reach = make_figure("400")
    again = _repeats_step_4(key, player)
    return (
        make_line(
            f"{key}.we",
            fill_template(
                "The expected score of a game, {we}, depends on the rating difference. "
                "For "
                "example, {at} against {first}, {strength}.",
                at=format_rating(r0),
                first=people.get_name_with_number(first.opponent),
                strength=format_rating(strength),
            ),
            lambda extra: join_equal(
                make_name("We"),
                one
                / (
                    one
                    + make_figure("10")
                    ** ((make_rating(strength, extra) - make_rating(r0, extra)) / reach)
                ),
            ),
            format_number(done.expectations[0], E_DECIMALS),
            section,
            detail=again,
        ),
        make_line(
            f"{key}.expected",
            fill_template(
                "{e}, the total expected score, is the expected score of the only game."
            )
            if len(done.expectations) == 1
            else fill_template(
                "{e}, the total expected score, is the sum over all games."
            ),
            lambda extra: join_equal(
                make_name("E"),
                make_sum(make_number(e, E_DECIMALS + extra) for e in done.expectations),
            ),
            format_number(done.expected, E_DECIMALS),
            section,
            brief=fill_template("{e}, the total expected score.") if again else "",
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
    full, lowest = format_number(rules.k_numerator), rules.k_numerator / 4
    over, since = fill_template(full), describe_change("k_numerator", rules)
    reduced = done.k * (n_eff + m) < rules.k_numerator - ROUNDING

    def typeset_points_above(extra: int) -> TypesetFormula:
        if not reduced:
            return make_figure(full)
        if r0 >= 2500:
            return make_figure(format_number(lowest))
        lowered = make_figure("0.0025") * make_rating(r0, extra)
        return make_figure(full) * (make_figure("6.5") - lowered)

    if reduced:
        to = f"to {format_number(lowest)} for ratings of 2500 or more"
        over = fill_template(
            full
            + " (reduced {how} under a time control for {dual:both Regular and Quick})",
            how=to if r0 >= 2500 else "above 2200",
        )
        since += describe_departure("reduced_k", rules)
        section = cite_parameter("reduced_k", rules)
    return make_line(
        f"{key}.k",
        fill_template(
            "{k}, the rating points for each point above or below expected: {over} "
            "divided by "
            "{n_eff} + {m}.{since}",
            over=over,
            since=since,
        ),
        lambda extra: join_equal(
            make_name("K"),
            typeset_points_above(extra)
            / (make_number(n_eff, 5 + extra) + make_figure(str(m))),
        ),
        format_number(done.k, K_DECIMALS),
        section,
        detail=_repeats_step_4(key, player),
    )


def _repeats_step_4(key: str, player: PlayerTrace) -> bool:
    """Return whether a line of a step only repeats Step 4, from the same rating."""
    return key == "step5" and player.step4 is not None


def _explain_gain(
    key: str, player: PlayerTrace, done: StandardTrace, section: str
) -> DerivationLine:
    score = make_figure(format_points(player.entrant.score))
    surplus = player.entrant.score - done.expected
    return make_line(
        f"{key}.gain",
        fill_template(
            "The {gain} is {k} times the points above expected, {s} minus {e}."
        ),
        lambda extra: join_equal(
            make_number(done.k, K_DECIMALS + extra)
            * (score - make_number(done.expected, E_DECIMALS + extra)),
            make_number(done.k, K_DECIMALS + extra)
            * make_number(surplus, E_DECIMALS + extra),
        ),
        format_change(done.gain),
        section,
        brief=fill_template("The {gain}.") if _repeats_step_4(key, player) else "",
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
    threshold, gain = format_number(done.threshold, 2), format_number(done.gain, 2)
    begins = fill_template(
        "The {bonus} threshold is {b} times the square root of {m_prime}. Here m' is "
        "{m}, but at least 4, and B = {multiplier}",
        multiplier=multiplier,
    )
    mark = done.threshold
    if done.bonus:
        text = fill_template(
            "The gain, {gain}, is above the threshold, {threshold}. The difference is "
            "added "
            "again as a {bonus}.",
            gain=gain,
            threshold=threshold,
        )
    elif done.gain > 0:
        text = fill_template(
            "The gain, {gain}, isn't above the threshold, {threshold}: no {bonus}.",
            gain=gain,
            threshold=threshold,
        )
    else:
        text = fill_template("No gain, so no {bonus}.")
    return (
        make_line(
            f"{key}.threshold",
            begins + f" {describe_validity('bonus_multiplier', rules)}.",
            make_figure(multiplier)
            * make_square_root(make_figure(str(max(player.entrant.m, 4)))),
            threshold,
            section,
            detail=_repeats_step_4(key, player),
            brief=begins + f".{describe_departure('bonus_multiplier', rules)}",
        ),
        make_line(
            f"{key}.bonus",
            text,
            (
                lambda extra: (
                    make_number(done.gain, 2 + extra) - make_number(mark, 2 + extra)
                )
            )
            if done.bonus
            else None,
            format_number(done.bonus, 2),
            section,
            BonusGauge(done.gain, done.threshold),
        ),
    )


def _explain_no_bonus(player: PlayerTrace, rules: Rules) -> tuple[MarkedText, str]:
    """Explain why this player can get no bonus, with the source."""
    m, met = player.entrant.m, player.entrant.most_meetings
    section = str(rules.citations.bonus)
    if player.no_bonus == "match":
        source = rules.citations.match_bonus
        text = fill_template(
            "There is no {bonus} in a {match}.{lacking}",
            lacking=describe_missing_rule(source),
        )
        return text, str(source)
    if player.no_bonus == "few-games":
        text = fill_template(
            "A {bonus} needs at least three games; {m} is {count}.", count=str(m)
        )
        return text, section
    if met > 2:
        text = fill_template(
            "No {bonus}: the player met one opponent {met} times. The rules allow a "
            "bonus only up to twice.",
            met=str(met),
        )
        return text, section
    text = fill_template(
        "No {bonus}: the player met one opponent twice in only three games.{since}",
        since=describe_departure("bonus_repeats", rules),
    )
    return text, cite_parameter("bonus_repeats", rules)


def _explain_step_result(
    key: str, player: PlayerTrace, done: StandardTrace, section: str
) -> DerivationLine:
    before, gain = player.start.r0, abs(done.gain)

    def typeset_result(extra: int) -> TypesetFormula:
        found, moved = make_rating(before, extra), make_number(gain, 2 + extra)
        if moved.plain != "0":
            found = found + moved if done.gain >= 0 else found - moved
        if done.bonus:
            found = found + make_number(done.bonus, 2 + extra)
        return join_equal(make_name("Rₛ"), found)

    text = (
        fill_template("Rₛ, the result of this step: no gain, so {r0} stays.")
        if format_number(gain, 2) == "0"
        else fill_template(
            "Rₛ, the result of this step: {r0} {plus} gain.",
            plus="plus the" if done.gain > 0 else "plus the negative",
        )
    )
    if done.bonus:
        text = fill_template(
            "Rₛ, the result of this step: {r0} plus the gain and the {bonus}."
        )
    again = _repeats_step_4(key, player) and not done.bonus
    return make_line(
        f"{key}.result",
        text,
        typeset_result,
        format_rating(done.raw),
        section,
        brief="Rₛ, the result of this step." if again else "",
    )
