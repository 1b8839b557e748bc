"""Parts of an exercise on the standard formula, each about one rule."""

from collections.abc import Sequence
from functools import partial
from math import exp, inf, sqrt
from typing import Final

from uscalc.engine.special import compute_provisional_expectancy
from uscalc.engine.standard import (
    EFFECTIVE_GAMES,
    LEAST_GAMES_COUNTED,
    NUMERATOR,
    REDUCED_K,
)
from uscalc.engine.trace import StandardTrace
from uscalc.explain.numbers import (
    MINUS,
    RESULTS,
    format_number,
    format_points,
    format_rating,
)
from uscalc.explain.standard import make_effective_games_formula
from uscalc.worksheet.box import TABLE_DECIMALS, look_up_expectation
from uscalc.worksheet.case import (
    ROUNDING,
    ExerciseCase,
    describe_step,
    make_rating_heading,
    name_new_rating,
)
from uscalc.worksheet.chain import (
    ExerciseBuilder,
    Figures,
    Slip,
    format_rating_column,
    round_as_printed,
)
from uscalc.worksheet.model import Cell

HAND: Final = 1
"""The level for work with a pencil and the printed table."""
TIMES: Final = "\N{MULTIPLICATION SIGN}"
MARK: Final = "B\N{SQUARE ROOT}m'"
GAIN: Final = f"K(S {MINUS} E)"


def ask_effective_games(chain: ExerciseBuilder, case: ExerciseCase) -> None:
    """Ask for N* and N'."""
    r0, variant = round_as_printed(case.r0), case.rules.effective_games
    formula, beyond = make_effective_games_formula(r0, variant)
    blank = chain.make_blank(
        key="n_star",
        name="N*",
        topics=("effective",),
        exact=case.n_star,
        by_hand=lambda _: EFFECTIVE_GAMES[variant](r0),
        decimals=2,
        hint="This rating is too high for the formula. What is N* there?"
        if beyond
        else f"Put R0 = {format_rating(case.r0)} into the formula for N* (see the "
        "rules below): first the difference, then its square, then the value "
        "under the root.",
        working=formula.plain,
        slips=(
            (case.n_star**2 / 50.0, "you left out the square root"),
            (50.0 / case.n_star, "you didn't divide 50 by the square root"),
        ),
    )
    chain.add_line("N*, the most earlier games that can count", blank)
    n = inf if case.n is None else float(case.n)
    chain.add_line(
        "N', the effective games",
        chain.make_blank(
            key="n_eff",
            name="N'",
            topics=("effective",),
            exact=case.n_eff,
            by_hand=lambda figures: min(n, figures["n_star"]),
            decimals=2,
            hint="Which is smaller, N or N*?",
            working=f"N* itself, {blank.answer}, because N counts as large"
            if case.n is None
            else f"the smaller of {case.n} and {blank.answer}",
            slips=(
                (
                    lambda figures: max(case.n or 0, figures["n_star"]),
                    "N' is the smaller of N and N*, not the larger",
                ),
            ),
        ),
    )


def ask_expectations(
    chain: ExerciseBuilder, case: ExerciseCase, level: int, place: int = 0
) -> None:
    """Ask for each game's expectation in a table, and for E."""
    done, r0 = get_standard_pass(case, place), round_as_printed(case.r0)
    decimals = TABLE_DECIMALS if level == HAND else 4
    rows: list[tuple[Cell, ...]] = []
    keys = [f"we{place}.{i}" for i in range(case.m)]
    strengths = format_rating_column([game.strengths[place] for game in case.games])
    for key, game, said, exact in zip(
        keys, case.games, strengths, done.expectations, strict=True
    ):
        strength = round_as_printed(game.strengths[place])
        if place:
            chain.note_printed_figure(game.opponent, "result0", strength)
        apart = strength - r0
        blank = chain.make_blank(
            key=key,
            name=f"Expected score against {game.opponent}{describe_step(case, place)}",
            topics=("we_table" if level == HAND else "we",),
            exact=exact,
            by_hand=partial(
                _explain_table_expectancy if level == HAND else _explain_expectancy,
                apart,
            ),
            decimals=decimals,
            hint=_look_up_in_table(apart)
            if level == HAND
            else _compute_by_formula(apart),
            working=f"table, {format_number(abs(apart))} {_describe_side(apart)}"
            if level == HAND
            else f"1 / (1 + 10^(({format_rating(strength)} {MINUS} {format_rating(r0)}) / 400))",
            column=f"we{place}",
            slips=_list_expectancy_slips(apart, game.score, level),
        )
        rows.append((game.opponent, RESULTS[game.score], said, blank))
    chain.add_table(
        ("Opponent", "Result", make_rating_heading(case, place), "Expected"),
        tuple(rows),
        2,
    )
    chain.add_line(
        f"E, the expected score{describe_step(case, place)}",
        chain.make_blank(
            key=f"e{place}",
            name=f"E{describe_step(case, place)}",
            topics=("expected",),
            exact=done.expected,
            by_hand=lambda figures: sum(figures[key] for key in keys),
            decimals=min(decimals, 3),
            hint="Add the expected scores of all games.",
            working=" + ".join(chain.said[key] for key in keys),
            slips=_list_sum_slips(chain, case, keys),
        ),
    )


def _list_expectancy_slips(apart: float, score: float, level: int) -> tuple[Slip, ...]:
    """Return typical mistakes about one game's expectation."""
    find = _explain_table_expectancy if level == HAND else _explain_expectancy
    higher = "opponent" if apart > 0 else "player"
    of_both: tuple[Slip, ...] = (
        (
            find(-apart, {}),
            f"this is what the opponent expects, because the {higher} is rated higher",
        ),
        (score, "this is the result, but only the ratings decide what is expected"),
    )
    if level == HAND:
        return of_both + tuple(
            (
                look_up_expectation(other if apart > 0 else -other),
                f"this is for a difference of {other}",
            )
            for other in range(0, 900, 100)
        )
    odds = 10.0 ** (apart / 400.0)
    return (
        *of_both,
        (odds, "you didn't add 1 to the power and divide 1 by the sum"),
        (1.0 + odds, "you didn't divide 1 by the sum"),
        (1.0 / (1.0 + exp(apart / 400.0)), "you raised e to the power, not 10"),
        (
            compute_provisional_expectancy(0.0, apart),
            "you used PWe, the formula of the special rating",
        ),
    )


def _list_sum_slips(
    chain: ExerciseBuilder, case: ExerciseCase, keys: Sequence[str]
) -> tuple[Slip, ...]:
    """Return typical mistakes about the total of the expectations."""
    terms = [chain.written[key] for key in keys]
    return (
        *(
            (sum(terms) - term, f"you left out the game against {game.opponent}")
            for term, game in zip(terms, case.games, strict=True)
        ),
        (case.score, "this is S, the score"),
        (
            sum(terms) / case.m,
            "this is the average of the games, but E is their sum",
        ),
        (lambda figures: figures["e0"], "this is E of Step 4"),
    )


def _explain_expectancy(apart: float, _: Figures) -> float:
    odds: float = 10.0 ** (apart / 400.0)
    return 1.0 / (1.0 + odds)


def _explain_table_expectancy(apart: float, _: Figures) -> float:
    return look_up_expectation(apart)


def _look_up_in_table(apart: float) -> str:
    if not apart:
        return "Both have the same rating. What is the expected score of equals?"
    who = "opponent" if apart > 0 else "player"
    return (
        f"The {who} is rated {format_number(abs(apart))} higher. Find this difference "
        "in the table, and read the player's row."
    )


def _compute_by_formula(apart: float) -> str:
    return (
        f"The opponent's rating minus the player's is {format_number(apart)}. Divide "
        "it by 400, raise 10 to that power, add 1, and divide 1 by the result."
    )


def _describe_side(apart: float) -> str:
    if not apart:
        return "apart"
    return "lower" if apart > 0 else "higher"


def ask_k_factor(chain: ExerciseBuilder, case: ExerciseCase, level: int) -> None:
    """Ask for K."""
    reduced = case.numerator < NUMERATOR - ROUNDING
    r0 = round_as_printed(case.r0)
    above = REDUCED_K[case.rules.reduced_k](r0) if reduced else NUMERATOR
    whole = above % (chain.written["n_eff"] + case.m) == 0
    chain.add_line(
        "K, the value of one point above expected",
        chain.make_blank(
            key="k",
            name="K",
            topics=("k", *(("k_reduced",) if reduced else ())),
            exact=get_standard_pass(case, 0).k,
            by_hand=lambda figures: above / (figures["n_eff"] + case.m),
            decimals=2 if level != HAND else 0 if whole else 1,
            hint="K is larger for few games. Add N' and the number of games, and "
            "divide 800 by the sum.",
            working=f"{format_number(above, 4)} / ({chain.said['n_eff']} + {case.m})",
            slips=_list_k_slips(chain, case),
        ),
    )


def _list_k_slips(chain: ExerciseBuilder, case: ExerciseCase) -> tuple[Slip, ...]:
    """Return typical mistakes about K."""
    n_eff, n, m = chain.written["n_eff"], case.n, case.m
    slips: tuple[Slip, ...] = (
        (
            lambda figures: NUMERATOR / figures["n_eff"],
            f"you left out the {m} games of this event",
        ),
        (NUMERATOR / m, "you left out N', and K is smaller after many earlier games"),
        (n_eff + m, "this is N' + m; divide 800 by it"),
        ((n_eff + m) / NUMERATOR, "divide 800 by N' + m, not N' + m by 800"),
    )
    if n is None or "n_star" not in chain.written:
        return slips
    larger = "instead of N', and K is larger for few games"
    return (
        *slips,
        (NUMERATOR / (n + m), f"you used N {larger}"),
        (NUMERATOR / (chain.written["n_star"] + m), f"you used N* {larger}"),
    )


def ask_gain(chain: ExerciseBuilder, case: ExerciseCase, place: int = 0) -> None:
    """Ask for K(S - E)."""
    score = format_points(case.score)
    chain.add_line(
        f"{GAIN}, the change for a score of {score}{describe_step(case, place)}",
        chain.make_blank(
            key=f"gain{place}",
            name=f"{GAIN}{describe_step(case, place)}",
            topics=("gain",),
            exact=get_standard_pass(case, place).gain,
            by_hand=lambda figures: figures["k"] * (case.score - figures[f"e{place}"]),
            decimals=1,
            hint="Is the score above or below expected? Subtract E from it, and "
            "multiply by K.",
            working=f"{chain.said['k']} {TIMES} ({score} {MINUS} {chain.said[f'e{place}']})",
            signed=True,
            slips=_list_gain_slips(chain, case, place),
        ),
    )


def _list_gain_slips(
    chain: ExerciseBuilder, case: ExerciseCase, place: int
) -> tuple[Slip, ...]:
    """Return typical mistakes about the change."""
    k, e, s = chain.written["k"], chain.written[f"e{place}"], case.score
    return (
        (k * (e - s), "you subtracted S from E"),
        (k * s, "you left out E"),
        (s - e, f"this is S {MINUS} E; multiply it by K"),
        (k * s - e, "you multiplied S by K before you subtracted E"),
        (round_as_printed(case.r0) + k * (s - e), "only the change is needed here"),
        (k * (s - chain.written["e0"]), "you used E of Step 4"),
    )


def ask_bonus(
    chain: ExerciseBuilder, case: ExerciseCase, level: int, place: int = 0
) -> None:
    """Ask for the threshold once, and for the bonus."""
    done = get_standard_pass(case, place)
    if done.threshold is None:
        chain.add_rules("no_bonus")
        chain.print_given(f"bonus{place}", 0.0, 0)
        return
    m, b = max(case.m, LEAST_GAMES_COUNTED), case.rules.bonus_multiplier
    if "mark" not in chain.written:
        given, sign = "", f"\N{SQUARE ROOT}{m}"
        if level == HAND and sqrt(m) % 1:
            given = f", {chain.format_given(sign, 'root', sqrt(m), 3)}"
            sign = chain.said["root"]
        chain.add_line(
            f"{MARK}, the threshold for a bonus{given}",
            chain.make_blank(
                key="mark",
                name=MARK,
                topics=("bonus",),
                exact=done.threshold,
                by_hand=lambda figures: b * figures.get("root", sqrt(m)),
                decimals=1,
                hint="m' is the number of games, but at least 4. Take its square "
                "root, and multiply by B.",
                working=f"{format_number(b)} {TIMES} {sign}",
                slips=(
                    (sqrt(m), "you left out B"),
                    (b * m, "you left out the square root"),
                    (b * sqrt(case.m), "m' is at least 4"),
                ),
            ),
        )
    chain.add_line(
        f"Bonus{describe_step(case, place)}",
        chain.make_blank(
            key=f"bonus{place}",
            name=f"Bonus{describe_step(case, place)}",
            topics=("bonus",),
            exact=done.bonus,
            by_hand=lambda figures: max(0.0, figures[f"gain{place}"] - figures["mark"]),
            decimals=1,
            hint=f"How much of {GAIN} is above the threshold? Below it, there is no "
            "bonus.",
            working=f"{chain.said[f'gain{place}']} {MINUS} {chain.said['mark']}"
            if chain.written[f"gain{place}"] > chain.written["mark"]
            else f"none: {chain.said[f'gain{place}']} isn't above {chain.said['mark']}",
            slips=_list_bonus_slips(
                chain.written[f"gain{place}"], chain.written["mark"]
            ),
        ),
    )


def _list_bonus_slips(gain: float, mark: float) -> tuple[Slip, ...]:
    """Return typical mistakes about the bonus."""
    threshold = (mark, "this is the threshold")
    below = f"{GAIN} isn't above the threshold, so there is no bonus"
    if gain <= mark:
        return (gain, below), (gain - mark, below), (mark - gain, below), threshold
    return (
        (0.0, f"{GAIN} is above the threshold, so there is a bonus"),
        (gain, f"only the part of {GAIN} above the threshold is the bonus"),
        (gain - mark + gain, f"this is {GAIN} with the bonus"),
        threshold,
    )


def ask_result(
    chain: ExerciseBuilder, case: ExerciseCase, place: int = 0, decimals: int = 0
) -> None:
    """Ask for the rating after a pass.

    The answer rounds to the same whole number as the engine's.
    """
    gained, extra = chain.written[f"gain{place}"], chain.written[f"bonus{place}"]
    more = f" + {chain.said[f'bonus{place}']}" if extra else ""
    sign = MINUS if gained < 0 else "+"
    name = name_new_rating(case, place)
    chain.add_line(
        name,
        chain.make_blank(
            key=f"result{place}",
            name=name,
            topics=(
                "gain",
                *(("bonus",) if extra else ()),
                *(("steps",) if place else ()),
            ),
            exact=get_standard_pass(case, place).result,
            by_hand=lambda figures: (
                round_as_printed(case.r0)
                + figures[f"gain{place}"]
                + figures[f"bonus{place}"]
            ),
            decimals=decimals,
            hint=f"Start with R0 = {format_rating(case.r0)}. Add the gain and the "
            "bonus, or subtract the loss.",
            working=f"{format_rating(case.r0)} {sign} {format_number(abs(gained), 4)}{more}",
            slips=_list_result_slips(chain, case, place),
        ),
    )
    chain.require_agreement(f"result{place}", get_standard_pass(case, place).result)


def _list_result_slips(
    chain: ExerciseBuilder, case: ExerciseCase, place: int
) -> tuple[Slip, ...]:
    """Return typical mistakes about the rating after a pass."""
    r0, written = round_as_printed(case.r0), chain.written
    gain, bonus = written[f"gain{place}"], written[f"bonus{place}"]
    turned = "you subtracted a gain" if gain > 0 else "you added a loss"
    of_bonus: tuple[Slip, ...] = (
        (r0 + gain, "you left out the bonus"),
        (r0 + bonus, f"you left out {GAIN}"),
        (
            lambda figures: r0 + gain + figures["mark"],
            "you added the threshold, not the bonus",
        ),
    )
    return (
        *(of_bonus if bonus else ()),
        (r0 - gain + bonus, turned),
        (r0 - gain - bonus, turned),
        (gain + bonus, "this is the change; add it to R0"),
        (r0, "this is R0; add the change"),
        (
            lambda figures: figures["result0"] + gain + bonus,
            "Step 5 starts from R0 again",
        ),
        (lambda figures: figures["result0"], "this is the rating after Step 4"),
    )


def ask_new_rating(
    chain: ExerciseBuilder,
    case: ExerciseCase,
    level: int,
    place: int = 0,
    decimals: int = 0,
) -> None:
    """Ask for the change, the bonus, and the rating after a pass."""
    ask_gain(chain, case, place)
    ask_bonus(chain, case, level, place)
    ask_result(chain, case, place, decimals)


def ask_difference(chain: ExerciseBuilder, case: ExerciseCase) -> None:
    """Ask for the change by the second pass."""
    one, other = (get_standard_pass(case, place).result for place in (0, 1))
    chain.add_line(
        "Change from Step 4 to Step 5",
        chain.make_blank(
            key="difference",
            name="Step 5 minus Step 4",
            topics=("steps",),
            exact=other - one,
            by_hand=lambda figures: figures["result1"] - figures["result0"],
            decimals=1,
            hint="Subtract the rating after Step 4 from the rating after Step 5.",
            working=f"{chain.said['result1']} {MINUS} {chain.said['result0']}",
            signed=True,
            slips=(
                (one - other, "you subtracted Step 5 from Step 4"),
                (other - case.r0, "this is the change from R0"),
            ),
        ),
    )


def get_standard_pass(case: ExerciseCase, place: int) -> StandardTrace:
    """Return the trace of a pass by the standard formula."""
    done = case.passes[place]
    assert isinstance(done, StandardTrace)
    return done
