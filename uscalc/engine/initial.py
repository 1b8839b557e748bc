"""Step 1: the rating and game count that an unrated player starts from.

By age (2009 section 1; 2015 section 2.6; from 2020 on 2.3), by a priority list (2009
section 1; 2015 sections 2.1 to 2.5), or by the average of other ratings (2020 and 2025,
section 2). In a list, the first rating that the player has decides.
"""

from collections.abc import Callable, Mapping
from datetime import date
from math import ceil, exp, floor
from typing import Final, NamedTuple

from uscalc.counted import count_in_words
from uscalc.engine.inputs import SYSTEM_NAMES, InitialRatingFacts, SourceRating, System
from uscalc.engine.rules import AgeFormula, Rules
from uscalc.engine.trace import BlendSource, PriorityLineTrace, StartTrace

DAYS_IN_A_YEAR: Final = 365.25
LEAST_CREDIBLE_AGE: Final = 3.0

UNDER_THREE: Final[Mapping[str, Callable[[AgeFormula, bool | None], float]]] = {
    "adult": lambda formula, adult: formula.adult,
    "by-membership": lambda formula, adult: formula.adult if adult else formula.child,
}
"""The rating for an age below three, which is an error: an adult's (2009, 2015), or as the
member's other data say whether the player is an adult (2020, 2025).
"""


class AgeRating(NamedTuple):
    """A rating by age, the age in years if known, and the rule that gave it.

    `how` is "age", "adult" (assumed to be an adult) or "child" (assumed to be fifteen
    years old).
    """

    rating: float
    age: float | None
    how: str


def compute_age(day: date, birth_date: date) -> float:
    """Return the age in years, as the rating documents define it."""
    return (day - birth_date).days / DAYS_IN_A_YEAR


def compute_age_formula(formula: AgeFormula, age: float) -> float:
    """Return the value of the age formula for a credible age."""
    if age < formula.infant_age:
        return formula.infant
    if age <= formula.oldest:
        return formula.base + formula.per_year * age
    return formula.adult


def compute_age_rating(
    facts: InitialRatingFacts, on: date, event_end: date, rules: Rules
) -> AgeRating:
    """Return the starting rating by age on the day `on`."""
    formula = rules.age_formula
    if facts.birth_date is None:
        return (
            AgeRating(formula.adult, None, "adult")
            if facts.adult
            else AgeRating(formula.child, None, "child")
        )
    if compute_age(event_end, facts.birth_date) < LEAST_CREDIBLE_AGE:
        rating = UNDER_THREE[rules.under_three](formula, facts.adult)
        return AgeRating(rating, None, "adult" if rating == formula.adult else "child")
    age = compute_age(on, facts.birth_date)
    return AgeRating(compute_age_formula(formula, age), age, "age")


FULL_FACTOR: Final = 10.0
HALF_FACTOR: Final = 5.0
MOST_BLENDED_GAMES: Final = 10
Z_CAP: Final = 6.0
Z_UNIT: Final = 350.0
DECAY: Final = 0.06
FIDE_FULL_ABOVE: Final = 2000.0
ROUNDING_SLACK: Final = 1e-9
"""A sum of weights this close above a whole number counts as that number: sums are inexact."""

_FULL_SOURCES: Final[dict[System, frozenset[System]]] = {
    "R": frozenset(),
    "Q": frozenset({"R"}),
    "B": frozenset({"R"}),
    "OR": frozenset({"R"}),
    "OQ": frozenset({"R", "Q"}),
    "OB": frozenset({"R", "B"}),
}


def compute_game_factor(target: System, key: str, source: SourceRating) -> float:
    """Return G, the most games that a rating can count for before it is reduced for its age."""
    if key == "fide":
        return FULL_FACTOR if source.rating > FIDE_FULL_ABOVE else HALF_FACTOR
    if key == "cfc":
        return HALF_FACTOR
    most = FULL_FACTOR if key in _FULL_SOURCES[target] else HALF_FACTOR
    return most if source.games is None else min(most, float(source.games))


def _convert_rating(key: str, rating: float, rules: Rules) -> float:
    """Return a foreign rating as a US Chess rating; others stay the same."""
    conversion = {"fide": rules.fide_conversion, "cfc": rules.cfc_conversion}.get(key)
    return rating if conversion is None else conversion(rating)


def weigh_source(
    target: System,
    key: str,
    source: SourceRating,
    facts: InitialRatingFacts,
    event_end: date,
    rules: Rules,
) -> BlendSource:
    """Return one row of the table of sources (2025, section 2): X, G, D, P, Z, S and W."""
    x = _convert_rating(key, source.rating, rules)
    as_of = source.as_of or event_end
    d = (event_end - as_of).days
    p = compute_age_rating(facts, as_of, event_end, rules).rating
    z = min(Z_CAP, (x - p) / Z_UNIT)
    s = exp(DECAY * (z - Z_CAP) * d / DAYS_IN_A_YEAR)
    g = compute_game_factor(target, key, source)
    return BlendSource(
        key, source.rating, x, g, d, p, z, s, g * s, source.as_of is None
    )


def blend_ratings(
    facts: InitialRatingFacts, target: System, event_end: date, rules: Rules
) -> StartTrace:
    """Return R0 and N from all other ratings of the player, or by age if there are none."""
    known: list[tuple[str, SourceRating]] = [
        (system, source) for system, source in facts.others if system != target
    ]
    known += [
        (key, source)
        for key, source in (("fide", facts.fide), ("cfc", facts.cfc))
        if source is not None
    ]
    sources = tuple(
        weigh_source(target, key, source, facts, event_end, rules)
        for key, source in known
    )
    weight = sum(source.w for source in sources)
    if weight <= 0.0:
        by_age = compute_age_rating(facts, event_end, event_end, rules)
        return StartTrace(by_age.rating, 0, by_age.how, by_age.age, sources=sources)
    exact = sum(source.w * source.x for source in sources) / weight
    n = min(MOST_BLENDED_GAMES, ceil(weight - ROUNDING_SLACK))
    return StartTrace(
        float(floor(exact + 0.5)),
        max(1, n),
        "blend",
        sources=sources,
        exact_r0=exact,
        exact_n=weight,
    )


ESTABLISHED_ABOVE: Final = 25
MOST_LISTED_GAMES: Final = 10
FIDE_TEN_ABOVE: Final = 2150.0
CFC_FIVE_ABOVE: Final = 1500.0


class PriorityLine(NamedTuple):
    """One line of a priority list: a rating, its conditions, and the games it counts for.

    `source` is a system, "fide" or "cfc". The rating must be based on at least `least`
    games. It must be established if `established` is True, and must not be if it is
    False. `n` is the number of games that the rating counts for: a number, "own" (its
    own number, at most ten) or "graded" (by the height of the foreign rating).
    """

    source: str
    n: int | str
    least: int = 0
    established: bool | None = None


_FIDE = PriorityLine("fide", "graded")
_CFC = PriorityLine("cfc", "graded")
_FIDE_0 = PriorityLine("fide", 0)
_CFC_0 = PriorityLine("cfc", 0)

LIST_2009: Final[Mapping[System, tuple[PriorityLine, ...]]] = {
    "R": (_FIDE, _CFC, PriorityLine("Q", 0, least=4)),
    "Q": (_FIDE, _CFC, PriorityLine("R", "own", least=4)),
}
LIST_2015: Final[Mapping[System, tuple[PriorityLine, ...]]] = {
    "R": (_FIDE, _CFC, PriorityLine("Q", 0, least=4)),
    "Q": (PriorityLine("R", "own", least=4), _FIDE, _CFC),
    "B": (
        PriorityLine("R", 10, established=True),
        _FIDE,
        _CFC,
        PriorityLine("R", "own", least=4, established=False),
        PriorityLine("Q", 0, least=4),
    ),
    "OQ": (
        PriorityLine("OB", 10),
        PriorityLine("Q", 0),
        PriorityLine("B", 0),
        PriorityLine("R", 0),
        _FIDE_0,
        _CFC_0,
    ),
    "OB": (
        PriorityLine("OQ", 0),
        PriorityLine("B", 0),
        PriorityLine("Q", 0),
        PriorityLine("R", 0),
        _FIDE_0,
        _CFC_0,
    ),
}


def find_listed_rating(
    lines: tuple[PriorityLine, ...],
    facts: InitialRatingFacts,
    event_end: date,
    rules: Rules,
) -> StartTrace:
    """Return R0 and N by the first line that applies, then by age, then 750."""
    walked = []
    for line in lines:
        source = _find_source(line.source, facts)
        reason = _describe_obstacle(line, source)
        walked.append(
            PriorityLineTrace(
                line.source, _describe_line(line), reason is None, reason or ""
            )
        )
        if reason is None and source is not None:
            return StartTrace(
                _convert_rating(line.source, source.rating, rules),
                _count_games_of_line(line, source),
                "list",
                lines=tuple(walked),
                exact_r0=source.rating,
            )
    by_age = compute_age_rating(facts, event_end, event_end, rules)
    known = by_age.how != "child" or facts.birth_date is not None
    walked.append(
        PriorityLineTrace("age", "age", known, "" if known else "no birth date")
    )
    if not known:
        walked.append(PriorityLineTrace("none", "nothing known", True, ""))
    return StartTrace(by_age.rating, 0, by_age.how, by_age.age, lines=tuple(walked))


def _find_source(key: str, facts: InitialRatingFacts) -> SourceRating | None:
    if key == "fide":
        return facts.fide
    if key == "cfc":
        return facts.cfc
    return next((source for system, source in facts.others if system == key), None)


def _describe_obstacle(line: PriorityLine, source: SourceRating | None) -> str | None:
    """Return why a line does not apply, or None."""
    if source is None:
        return "no such rating"
    games = source.games
    if games is not None and games < line.least:
        return f"based on {count_in_words(games, 'game')}"
    established = games is None or games > ESTABLISHED_ABOVE
    if line.established is True and not established:
        return "not established"
    return "established" if line.established is False and established else None


def _count_games_of_line(line: PriorityLine, source: SourceRating) -> int:
    if isinstance(line.n, int):
        return line.n
    if line.n == "own":
        return (
            MOST_LISTED_GAMES
            if source.games is None
            else min(MOST_LISTED_GAMES, source.games)
        )
    if line.source == "fide":
        return 10 if source.rating > FIDE_TEN_ABOVE else 5
    return 5 if source.rating > CFC_FIVE_ABOVE else 0


def _describe_line(line: PriorityLine) -> str:
    """Describe the rating that a line requires."""
    if line.source in ("fide", "cfc"):
        return f"{line.source.upper()} rating"
    words = f"{SYSTEM_NAMES[line.source]} rating"  # type: ignore[index]
    if line.established is True:
        return f"established {words}"
    if line.established is False:
        words = f"non-established {words}"
    return f"{words} on {line.least} games or more" if line.least else words


Initial = Callable[[InitialRatingFacts, System, date, Rules], StartTrace]
INITIAL: Final[Mapping[str, Initial]] = {
    "list-2009": lambda facts, target, event_end, rules: find_listed_rating(
        LIST_2009.get(target) or LIST_2015.get(target, ()), facts, event_end, rules
    ),
    "list-2015": lambda facts, target, event_end, rules: find_listed_rating(
        LIST_2015.get(target, ()), facts, event_end, rules
    ),
    "blend-2020": blend_ratings,
}
"""R0 and N by the order of precedence of 2009 (section 1, Step 1), by the orders of priority
of 2015 (sections 2.1 to 2.5), or by the average of all ratings (2020 and 2025, section 2).
"""


def compute_initial_rating(
    facts: InitialRatingFacts, target: System, event_end: date, rules: Rules
) -> StartTrace:
    """Return R0 and N of a player who is unrated in `target`.

    A starting rating that US Chess set itself takes precedence.
    """
    if facts.office is not None:
        rating, games = facts.office
        return StartTrace(rating, games, "office")
    return INITIAL[rules.initial](facts, target, event_end, rules)
