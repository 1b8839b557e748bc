"""Answers that a sheet would give away: a figure asked here that is printed there."""

import re
from collections.abc import Iterable
from typing import Final

from uscalc.explain.numbers import MINUS
from uscalc.worksheet.model import Ask, Exercise, rounded

_FIGURE: Final = re.compile(r"\d+(?:\.\d+)?")
_WALK: Final = ("knot", "to")
"""Places on a walk lie in hundreds or at ratings, so they often equal one by chance."""


def gives_away(exercise: Exercise, others: Iterable[Exercise]) -> bool:
    """Return whether an exercise prints an answer of its own, or of another's."""
    return _prints_its_own(exercise) or any(
        _prints(exercise, other) or _prints(other, exercise) for other in others
    )


def _prints(exercise: Exercise, other: Exercise) -> bool:
    """Return whether an exercise prints a figure of a person that another asks for."""
    asked = {
        (other.person, blank.key, rounded(blank.exact, blank.decimals)): blank.decimals
        for blank in other.blanks()
    }
    return any(
        asked.get((given.person, given.key, rounded(given.value, decimals))) == decimals
        for given in exercise.given
        for decimals in set(asked.values())
    )


def _prints_its_own(exercise: Exercise) -> bool:
    """Return whether the words of an exercise hold one of its answers."""
    labels = (item.label for item in exercise.items if isinstance(item, Ask))
    printed = set(_FIGURE.findall(" ".join((exercise.question, *labels))))
    return any(
        blank.answer.lstrip(f"+{MINUS}") in printed
        for blank in exercise.blanks()
        if not blank.key.startswith(_WALK)
    )
