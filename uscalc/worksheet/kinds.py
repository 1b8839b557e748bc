"""The types of exercises, and how much each one asks at each level."""

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from uscalc.explain.numbers import format_points, format_rating
from uscalc.worksheet import special, standard
from uscalc.worksheet.case import ExerciseCase, ExerciseGame, round_case_to_hundreds
from uscalc.worksheet.chain import ANY_DECIMALS, ExerciseBuilder, build_exercise
from uscalc.worksheet.model import Exercise
from uscalc.worksheet.standard import GAIN, HAND

Kind = Literal[
    "expectation", "k", "bonus", "special-1", "special-3", "special-7", "two-passes"
]
Level = Literal[1, 2, 3]
LEVELS: Final[tuple[tuple[Level, str], ...]] = (
    (1, "By hand"),
    (2, "With a calculator"),
    (3, "Full calculation"),
)
MOST_DECIMALS: Final[dict[Level, int]] = {1: 4, 2: 4, 3: 5}
"""A class shouldn't have to write more decimals than these."""


class ExerciseKindSpec(NamedTuple):
    """A type of exercise: its title, its count for each level, and its maker."""

    words: str
    counts: tuple[int, int, int]
    make: Callable[[ExerciseBuilder, ExerciseCase, Level], str]


def make_exercise(
    kind: Kind, case: ExerciseCase, level: Level, most: int = ANY_DECIMALS
) -> Exercise | None:
    """Return an exercise of a type about a case; None if the case doesn't suit it."""
    if not is_case_of_kind(kind, case):
        return None
    found = _adapt_case_to_level(kind, case, level)
    if found is None or not is_case_of_kind(kind, found):
        return None
    spec = KINDS[kind]

    def attempt(chain: ExerciseBuilder) -> Exercise:
        question = spec.make(chain, found, level)
        if len(found.passes) > 1:
            chain.add_rules("steps")
        return chain.make_exercise(f"{spec.words}: {found.name}", question, found.name)

    return build_exercise(attempt, level == HAND and found.special is None, most)


def is_case_of_kind(kind: Kind, case: ExerciseCase) -> bool:
    """Return whether a case suits a type."""
    if kind.startswith("special"):
        moves = int(kind.rpartition("-")[2])
        return case.special is not None and len(case.special.moves) == moves
    if case.standard is None:
        return False
    return (
        len(case.passes) > 1
        if kind == "two-passes"
        else kind != "bonus" or case.no_bonus is None
    )


def _adapt_case_to_level(
    kind: Kind, case: ExerciseCase, level: Level
) -> ExerciseCase | None:
    """Return the case adapted to the level: by hand in hundreds, and in one pass."""
    found = round_case_to_hundreds(case) if level == HAND else case
    if found is None or kind == "two-passes" or level != HAND:
        return found
    games = tuple(
        ExerciseGame(g.opponent, g.score, g.strengths[:1]) for g in found.games
    )
    return replace(found, games=games, passes=found.passes[:1])


# The questions of each type


def _describe_player(case: ExerciseCase) -> str:
    score = f"{format_points(case.score)} of {case.m}"
    rating = (
        f"is unrated, starts at {format_rating(case.r0)} from Step 1,"
        if case.unrated
        else f"is rated {format_rating(case.r0)}"
    )
    return f"{case.name} {rating} and scores {score}"


def _describe_known_games(case: ExerciseCase) -> str:
    if case.n is None:
        return "with an unknown number N of earlier games, which counts as large"
    count = f"with N = {case.n} "
    return (
        f"{count}from Step 1"
        if case.unrated
        else f"{count}earlier game{'' if case.n == 1 else 's'}"
    )


def _print_expected(chain: ExerciseBuilder, case: ExerciseCase, level: Level) -> str:
    decimals = 2 if level == HAND else 3
    return (
        "the expected score is "
        f"{chain.format_given('E', 'e0', standard.get_standard_pass(case, 0).expected, decimals)}"
    )


def _print_effective_games(chain: ExerciseBuilder, case: ExerciseCase) -> str:
    return chain.format_given("N'", "n_eff", case.n_eff, 4)


def _print_k_factor(chain: ExerciseBuilder, case: ExerciseCase, level: Level) -> str:
    return chain.format_given(
        "K", "k", standard.get_standard_pass(case, 0).k, 1 if level == HAND else 4
    )


def _ask_expectation(chain: ExerciseBuilder, case: ExerciseCase, level: Level) -> str:
    both = level == 3 and len(case.passes) > 1
    for place in range(2 if both else 1):
        standard.ask_expectations(chain, case, level, place)
    said = (
        f"{_describe_player(case)}. Find the expected score of each game and the total."
    )
    if both:
        said += " Do this for both steps, because the opponents' ratings differ."
    return said


def _ask_k_factor(chain: ExerciseBuilder, case: ExerciseCase, level: Level) -> str:
    if level == HAND:
        given = f"{_print_effective_games(chain, case)}, and {_print_expected(chain, case, level)}"
    else:
        given = _describe_known_games(case)
        standard.ask_effective_games(chain, case)
    if level == 2:
        given += f"; {_print_expected(chain, case, level)}"
    if level == 3:
        standard.ask_expectations(chain, case, level)
    standard.ask_k_factor(chain, case, level)
    standard.ask_gain(chain, case)
    joined = "; " if level == HAND else ", "
    return (
        f"{_describe_player(case)}{joined}{given}. Find K and the rating change for "
        "this score."
    )


def _ask_bonus(chain: ExerciseBuilder, case: ExerciseCase, level: Level) -> str:
    if level == HAND:
        k = _print_k_factor(chain, case, level)
        given = f"{k}, and {_print_expected(chain, case, level)}"
    elif level == 2:
        given = _print_effective_games(chain, case)
        standard.ask_expectations(chain, case, level)
        standard.ask_k_factor(chain, case, level)
    else:
        given = _describe_known_games(case)
        standard.ask_effective_games(chain, case)
        standard.ask_k_factor(chain, case, level)
    for place in range(len(case.passes) if level == 3 else 1):
        if level == 3:
            standard.ask_expectations(chain, case, level, place)
        standard.ask_new_rating(chain, case, level, place)
    joined = ", " if level == 3 else "; "
    return (
        f"{_describe_player(case)}{joined}{given}. No opponent was met too often for "
        f"a bonus. Is {GAIN} large enough for one? Find the new rating."
    )


def _ask_two_passes(chain: ExerciseBuilder, case: ExerciseCase, level: Level) -> str:
    if level == 3:
        given = f", {_describe_known_games(case)}"
        standard.ask_effective_games(chain, case)
        standard.ask_k_factor(chain, case, level)
    else:
        given = f"; {_print_k_factor(chain, case, level)}"
    for place in range(2):
        standard.ask_expectations(chain, case, level, place)
        standard.ask_new_rating(chain, case, level, place, decimals=1)
    standard.ask_difference(chain, case)
    return (
        f"{_describe_player(case)}{given}. The opponents' own results change their "
        "ratings, too: Step 5 uses their ratings from Step 4. How much does that "
        "change the result?"
    )


def _ask_special(chain: ExerciseBuilder, case: ExerciseCase, level: Level) -> str:
    special.print_opponents(chain, case)
    if level == HAND:
        n_eff = _print_effective_games(chain, case)
        given = f"; {n_eff}, {special.print_prior(chain, case)}"
    elif level == 2:
        given = f"; {_print_effective_games(chain, case)}, {_describe_record(case)}"
        special.ask_prior(chain, case)
    else:
        given = f", {_describe_known_games(case)}"
        given += f", {_describe_record(case)}" if case.n_eff else ""
        standard.ask_effective_games(chain, case)
        special.ask_prior(chain, case)
    special.ask_walk(chain, case, level)
    if level == 3 and len(case.passes) > 1:
        special.print_opponents(chain, case, 1)
        special.ask_walk(chain, case, level, 1)
    return (
        f"{_describe_player(case)}{given}. Search from knot to knot for the rating "
        "at which f is 0."
    )


def _describe_record(case: ExerciseCase) -> str:
    if not case.n_eff:
        return "no earlier games"
    return {
        "all_wins": "all of them won",
        "all_losses": "all of them lost",
    }.get(case.record, "neither all won nor all lost")


KINDS: Final[dict[Kind, ExerciseKindSpec]] = {
    "expectation": ExerciseKindSpec("Expected score", (4, 3, 2), _ask_expectation),
    "k": ExerciseKindSpec("K, the value of a point", (5, 4, 2), _ask_k_factor),
    "bonus": ExerciseKindSpec("Bonus", (4, 2, 2), _ask_bonus),
    "special-1": ExerciseKindSpec(
        "Special rating in one move", (3, 2, 1), _ask_special
    ),
    "special-3": ExerciseKindSpec(
        "Special rating in three moves", (2, 2, 1), _ask_special
    ),
    "special-7": ExerciseKindSpec(
        "Special rating in seven moves", (1, 1, 1), _ask_special
    ),
    "two-passes": ExerciseKindSpec("Step 4 and Step 5", (2, 1, 1), _ask_two_passes),
}
