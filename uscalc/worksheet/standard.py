"""Parts of an exercise on the standard formula, each about one rule."""

from functools import partial
from math import inf, sqrt
from typing import Final

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
    chain.add_rules("effective")
    r0, variant = round_as_printed(case.r0), case.rules.effective_games
    formula, beyond = make_effective_games_formula(r0, variant)
    blank = chain.make_blank(
        key="n_star",
        name="N*",
        group="effective",
        exact=case.n_star,
        by_hand=lambda _: EFFECTIVE_GAMES[variant](r0),
        decimals=2,
        hint="This rating is too high for the formula. What is N* there?"
        if beyond
        else f"Put R0 = {format_rating(case.r0)} into the formula for N* (see the "
        "rules below): first the difference, then its square, then the value "
        "under the root.",
        working=formula.plain,
    )
    chain.add_line("N*, the most earlier games that can count", blank)
    n = inf if case.n is None else float(case.n)
    chain.add_line(
        "N', the effective games",
        chain.make_blank(
            key="n_eff",
            name="N'",
            group="effective",
            exact=case.n_eff,
            by_hand=lambda figures: min(n, figures["n_star"]),
            decimals=2,
            hint="Which is smaller, N or N*?",
            working=f"N* itself, {blank.answer}, because N counts as large"
            if case.n is None
            else f"the smaller of {case.n} and {blank.answer}",
        ),
    )


def ask_expectations(
    chain: ExerciseBuilder, case: ExerciseCase, level: int, place: int = 0
) -> None:
    """Ask for each game's expectation in a table, and for E."""
    chain.add_rules("we_table" if level == HAND else "we", "expected")
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
            group="expectation",
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
        )
        rows.append((game.opponent, RESULTS[game.score], said, blank))
    heads = ("Opponent", "Result", make_rating_heading(case, place), "Expected")
    chain.add_table(heads, tuple(rows), 2)
    chain.add_line(
        f"E, the expected score{describe_step(case, place)}",
        chain.make_blank(
            key=f"e{place}",
            name=f"E{describe_step(case, place)}",
            group="expectation",
            exact=done.expected,
            by_hand=lambda figures: sum(figures[key] for key in keys),
            decimals=min(decimals, 3),
            hint="Add the expected scores of all games.",
            working=" + ".join(chain.said[key] for key in keys),
        ),
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
    chain.add_rules("k", *(("k_reduced",) if reduced else ()))
    r0 = round_as_printed(case.r0)
    above = REDUCED_K[case.rules.reduced_k](r0) if reduced else NUMERATOR
    whole = above % (chain.written["n_eff"] + case.m) == 0
    chain.add_line(
        "K, the value of one point above expected",
        chain.make_blank(
            key="k",
            name="K",
            group="k",
            exact=get_standard_pass(case, 0).k,
            by_hand=lambda figures: above / (figures["n_eff"] + case.m),
            decimals=2 if level != HAND else 0 if whole else 1,
            hint="Add N' and the number of games, and divide by that.",
            working=f"{format_number(above, 4)} / ({chain.said['n_eff']} + {case.m})",
        ),
    )


def ask_gain(chain: ExerciseBuilder, case: ExerciseCase, place: int = 0) -> None:
    """Ask for K(S - E)."""
    chain.add_rules("gain")
    score = format_points(case.score)
    chain.add_line(
        f"{GAIN}, the change for a score of {score}{describe_step(case, place)}",
        chain.make_blank(
            key=f"gain{place}",
            name=f"{GAIN}{describe_step(case, place)}",
            group="gain",
            exact=get_standard_pass(case, place).gain,
            by_hand=lambda figures: figures["k"] * (case.score - figures[f"e{place}"]),
            decimals=1,
            hint="Is the score above or below expected? Subtract E from it, and "
            "multiply by K.",
            working=f"{chain.said['k']} {TIMES} ({score} {MINUS} {chain.said[f'e{place}']})",
            signed=True,
        ),
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
    chain.add_rules("bonus")
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
                group="gain",
                exact=done.threshold,
                by_hand=lambda figures: b * figures.get("root", sqrt(m)),
                decimals=1,
                hint="m' is the number of games, but at least 4. Take its square "
                "root, and multiply by B.",
                working=f"{format_number(b)} {TIMES} {sign}",
            ),
        )
    chain.add_line(
        f"Bonus{describe_step(case, place)}",
        chain.make_blank(
            key=f"bonus{place}",
            name=f"Bonus{describe_step(case, place)}",
            group="gain",
            exact=done.bonus,
            by_hand=lambda figures: max(0.0, figures[f"gain{place}"] - figures["mark"]),
            decimals=1,
            hint=f"How much of {GAIN} is above the threshold? Below it, there is no "
            "bonus.",
            working=f"{chain.said[f'gain{place}']} {MINUS} {chain.said['mark']}"
            if chain.written[f"gain{place}"] > chain.written["mark"]
            else f"none: {chain.said[f'gain{place}']} isn't above {chain.said['mark']}",
        ),
    )


def ask_result(
    chain: ExerciseBuilder, case: ExerciseCase, place: int = 0, decimals: int = 0
) -> None:
    """Ask for the rating after a pass; it equals the engine's to the point."""
    gained, extra = chain.written[f"gain{place}"], chain.written[f"bonus{place}"]
    more = f" + {chain.said[f'bonus{place}']}" if extra else ""
    sign = MINUS if gained < 0 else "+"
    name = name_new_rating(case, place)
    chain.add_line(
        name,
        chain.make_blank(
            key=f"result{place}",
            name=name,
            group="result",
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
        ),
    )
    chain.require_agreement(f"result{place}", get_standard_pass(case, place).result)


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
            group="result",
            exact=other - one,
            by_hand=lambda figures: figures["result1"] - figures["result0"],
            decimals=1,
            hint="Subtract the rating after Step 4 from the rating after Step 5.",
            working=f"{chain.said['result1']} {MINUS} {chain.said['result0']}",
            signed=True,
        ),
    )


def get_standard_pass(case: ExerciseCase, place: int) -> StandardTrace:
    """Return the trace of a pass by the standard formula."""
    done = case.passes[place]
    assert isinstance(done, StandardTrace)
    return done
