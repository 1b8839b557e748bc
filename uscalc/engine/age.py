"""Starting ratings by age (2009 section 1; 2015 section 2.6; from 2020 on 2.3)."""

from collections.abc import Callable
from datetime import date
from typing import Final, NamedTuple

from uscalc.engine.inputs import StartFacts
from uscalc.engine.rules import AgeFormula, Rules
from uscalc.engine.variants import Variants

DAYS_IN_A_YEAR: Final = 365.25
LEAST_CREDIBLE_AGE: Final = 3.0

UNDER_THREE: Variants[Callable[[AgeFormula, bool | None], float]] = Variants()


class AgeRating(NamedTuple):
    """A rating by age, the age in years where there is one, and which rule gave it.

    `how` is "age", "adult" (taken as grown up) or "child" (taken as fifteen).
    """

    rating: float
    age: float | None
    how: str


@UNDER_THREE.named("adult")
def under_three_2009(formula: AgeFormula, adult: bool | None) -> float:
    """An age below three is an error, and the player an adult (2009, 2015)."""
    return formula.adult


@UNDER_THREE.named("by-membership")
def under_three_2020(formula: AgeFormula, adult: bool | None) -> float:
    """An age below three is an error; whether adult is known otherwise (2020, 2025)."""
    return formula.adult if adult else formula.child


def age_on(day: date, birth_date: date) -> float:
    """Age in years, as the documents define it."""
    return (day - birth_date).days / DAYS_IN_A_YEAR


def formula_rating(formula: AgeFormula, age: float) -> float:
    """Return the formula alone, for an age that is believed."""
    if age < formula.infant_age:
        return formula.infant
    if age <= formula.oldest:
        return formula.base + formula.per_year * age
    return formula.adult


def age_rating(facts: StartFacts, on: date, event_end: date, rules: Rules) -> AgeRating:
    """Return the rating by age on a day.

    A birth date that makes the player younger than three at the event's end is taken
    for a mistake, on whatever day the rating is asked for; a missing one leaves adult
    or child.
    """
    formula = rules.age_formula
    if facts.birth_date is None:
        if facts.adult:
            return AgeRating(formula.adult, None, "adult")
        return AgeRating(formula.child, None, "child")
    if age_on(event_end, facts.birth_date) < LEAST_CREDIBLE_AGE:
        rating = UNDER_THREE[rules.under_three](formula, facts.adult)
        how = "adult" if rating == formula.adult else "child"
        return AgeRating(rating, None, how)
    age = age_on(on, facts.birth_date)
    return AgeRating(formula_rating(formula, age), age, "age")
