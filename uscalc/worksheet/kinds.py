"""The kinds of exercises, and how much of each is asked at which level."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Literal, NamedTuple

from uscalc.engine.trace import StandardTrace
from uscalc.explain.numbers import points, rating
from uscalc.worksheet import special, standard
from uscalc.worksheet.case import Case, Game, in_hundreds
from uscalc.worksheet.chain import ANY_DECIMALS, Chain, chained
from uscalc.worksheet.model import Exercise
from uscalc.worksheet.standard import GAIN, HAND

Kind = Literal[
    "expectation", "k", "bonus", "special-1", "special-3", "special-7", "two-passes"
]
Level = Literal[1, 2, 3]
LEVELS: Final[tuple[tuple[Level, str], ...]] = (
    (1, "By hand"),
    (2, "With a calculator"),
    (3, "The whole way"),
)
MOST_DECIMALS: Final[dict[Level, int]] = {1: 4, 2: 4, 3: 5}
"""More decimals than these are no work for a class."""


class KindSpec(NamedTuple):
    """A type of exercise in words, its number per level, and its maker."""

    words: str
    counts: tuple[int, int, int]
    make: Callable[[Chain, Case, Level], str]


def exercise(
    kind: Kind, case: Case, level: Level, most: int = ANY_DECIMALS
) -> Exercise | None:
    """Return the exercise of a type on a case."""
    if not fits(kind, case):
        return None
    found = _at_level(kind, case, level)
    if found is None or not fits(kind, found):
        return None
    spec = KINDS[kind]
    return _made(spec.words, spec.make, found, level, most)


def whole_way(case: Case) -> Exercise | None:
    """Return all steps from the effective games to the new rating, as one exercise."""
    return _made("The whole way", _way, case, 3)


def _made(
    title: str,
    make: Callable[[Chain, Case, Level], str],
    case: Case,
    level: Level,
    most: int = ANY_DECIMALS,
) -> Exercise | None:
    def attempt(chain: Chain) -> Exercise:
        question = make(chain, case, level)
        if len(case.passes) > 1:
            chain.needs("steps")
        return chain.done(f"{title}: {case.name}", question, case.name)

    return chained(attempt, level == HAND and case.special is None, most)


def fits(kind: Kind, case: Case) -> bool:
    """Return whether a case suits a type."""
    if kind.startswith("special"):
        moves = int(kind.rpartition("-")[2])
        return case.special is not None and len(case.special.moves) == moves
    if case.standard is None:
        return False
    if kind == "two-passes":
        return len(case.passes) > 1
    return kind != "bonus" or case.no_bonus is None


def _at_level(kind: Kind, case: Case, level: Level) -> Case | None:
    """Return the case adapted to the level: by hand in hundreds, and in one pass."""
    found = in_hundreds(case) if level == HAND else case
    if found is None or kind == "two-passes" or level != HAND:
        return found
    games = tuple(Game(g.opponent, g.score, g.strengths[:1]) for g in found.games)
    return replace(found, games=games, passes=found.passes[:1])


# The questions of each type


def _who(case: Case) -> str:
    score = f"{points(case.score)} of {case.m}"
    return f"{case.name} is rated {rating(case.r0)} and scores {score}"


def _known_games(case: Case) -> str:
    if case.n is None:
        return "after so many earlier games that N is taken as large"
    return f"after N = {case.n} earlier game{'' if case.n == 1 else 's'}"


def _tell_expected(chain: Chain, case: Case, level: Level) -> str:
    decimals = 2 if level == HAND else 3
    return (
        f"the ratings predict {chain.given('E', 'e0', _first(case).expected, decimals)}"
    )


def _tell_n_eff(chain: Chain, case: Case) -> str:
    return chain.given("N'", "n_eff", case.n_eff, 4)


def _tell_k(chain: Chain, case: Case, level: Level) -> str:
    return chain.given("K", "k", _first(case).k, 1 if level == HAND else 4)


def _first(case: Case) -> StandardTrace:
    first = case.passes[0]
    assert isinstance(first, StandardTrace)
    return first


def _expectation(chain: Chain, case: Case, level: Level) -> str:
    both = level == 3 and len(case.passes) > 1
    for place in range(2 if both else 1):
        standard.expectations(chain, case, level, place)
    said = f"{_who(case)}. What is expected of each game, and of all together?"
    if both:
        said += " Find it for both steps: the opponents' ratings differ."
    return said


def _k(chain: Chain, case: Case, level: Level) -> str:
    if level == HAND:
        given = f"{_tell_n_eff(chain, case)}, and {_tell_expected(chain, case, level)}"
    else:
        given = _known_games(case)
        standard.effective(chain, case)
    if level == 2:
        given += f"; {_tell_expected(chain, case, level)}"
    if level == 3:
        standard.expectations(chain, case, level)
    standard.factor(chain, case, level)
    standard.gain(chain, case)
    joined = "; " if level == HAND else ", "
    return (
        f"{_who(case)}{joined}{given}. What is K here, and what does the score bring?"
    )


def _bonus(chain: Chain, case: Case, level: Level) -> str:
    if level == HAND:
        k = _tell_k(chain, case, level)
        given = f"{k}, and {_tell_expected(chain, case, level)}"
    elif level == 2:
        given = _tell_n_eff(chain, case)
        standard.expectations(chain, case, level)
        standard.factor(chain, case, level)
    else:
        given = _known_games(case)
        standard.effective(chain, case)
        standard.factor(chain, case, level)
    passes = len(case.passes) if level == 3 else 1
    for place in range(passes):
        if level == 3:
            standard.expectations(chain, case, level, place)
        standard.gain(chain, case, place)
        standard.bonus(chain, case, level, place)
        standard.result(chain, case, place)
    joined = ", " if level == 3 else "; "
    return (
        f"{_who(case)}{joined}{given}. Nobody is met too often for a bonus. Is {GAIN} large "
        "enough for one, and what is the new rating?"
    )


def _two_passes(chain: Chain, case: Case, level: Level) -> str:
    if level == 3:
        given = f", {_known_games(case)}"
        standard.effective(chain, case)
        standard.factor(chain, case, level)
    else:
        given = f"; {_tell_k(chain, case, level)}"
    for place in range(2):
        standard.expectations(chain, case, level, place)
        standard.gain(chain, case, place)
        standard.bonus(chain, case, level, place)
        standard.result(chain, case, place, decimals=1)
    standard.difference(chain, case)
    return (
        f"{_who(case)}{given}. The opponents' own results move them too: in Step 5 they "
        "count what Step 4 made of them. What does that change?"
    )


def _special(chain: Chain, case: Case, level: Level) -> str:
    special.opponents(chain, case)
    if level == HAND:
        given = f"; {_tell_n_eff(chain, case)}"
        given += f", {special.given_prior(chain, case)}"
    elif level == 2:
        given = f"; {_tell_n_eff(chain, case)}, {_record(case)}"
        special.prior(chain, case)
    else:
        given = f", {_known_games(case)}"
        given += f", {_record(case)}" if case.n_eff else ""
        standard.effective(chain, case)
        special.prior(chain, case)
    special.walk(chain, case, level)
    if level == 3 and len(case.passes) > 1:
        special.opponents(chain, case, 1)
        special.walk(chain, case, level, 1)
    return f"{_who(case)}{given}. Walk from knot to knot to the rating at which f is 0."


def _way(chain: Chain, case: Case, level: Level) -> str:
    if case.special is not None:
        return _special(chain, case, level)
    standard.effective(chain, case)
    standard.factor(chain, case, level)
    for place in range(len(case.passes)):
        standard.expectations(chain, case, level, place)
        standard.gain(chain, case, place)
        standard.bonus(chain, case, level, place)
        standard.result(chain, case, place)
    no_bonus = " There is no bonus here." if case.no_bonus else ""
    return (
        f"{_who(case)}, {_known_games(case)}.{no_bonus} What is the new rating, step by "
        "step?"
    )


def _record(case: Case) -> str:
    if not case.n_eff:
        return "no earlier games"
    return {
        "all_wins": "all of them won",
        "all_losses": "all of them lost",
    }.get(case.record, "neither all won nor all lost")


KINDS: Final[dict[Kind, KindSpec]] = {
    "expectation": KindSpec("What is expected", (4, 3, 2), _expectation),
    "k": KindSpec("What a point is worth", (5, 4, 2), _k),
    "bonus": KindSpec("The bonus", (4, 2, 2), _bonus),
    "special-1": KindSpec("The special rating in one move", (3, 2, 1), _special),
    "special-3": KindSpec("The special rating in three moves", (2, 2, 1), _special),
    "special-7": KindSpec("The special rating in seven moves", (1, 1, 1), _special),
    "two-passes": KindSpec("Step 4 against Step 5", (2, 1, 1), _two_passes),
}
