"""The questions of a handout: what slides before one told is left to be filled in."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from uscalc.explain.lesson.model import Asked, Lesson, Slide
from uscalc.explain.lesson.parts import Bars, Games, Part
from uscalc.explain.numbers import number, rating

BLANK: Final = "____"
OPEN: Final = frozenset({"way", "formula"})
"""Questions that the later ones answer: who is asked about a bonus has gained."""


def handout(lesson: Lesson) -> Iterator[Slide]:
    """Yield the slides as a class may hold all of them in its hands."""
    for slide in lesson.slides:
        if slide.key not in OPEN:
            yield replace(slide, asked=on_paper(slide.asked))


def on_paper(asked: Asked) -> Asked:
    """Return the same question, with blanks for the figures of the slides before.

    No answer may be found on the next page. Pictures in which such a figure has a place
    are left out: there is room to work in their stead.
    """
    if not asked.carried:
        return asked
    return replace(
        asked,
        fact=_blanked(asked.fact, asked.carried),
        question=_blanked(asked.question, asked.carried),
        picture=tuple(
            kept for part in asked.picture if (kept := _kept(part, asked.carried))
        ),
    )


def _blanked(text: str, carried: tuple[str, ...]) -> str:
    for figure in sorted(carried, key=len, reverse=True):
        text = re.sub(rf"(?<![\d.]){re.escape(figure)}(?!\.?\d)", BLANK, text)
    return text


def _kept(part: Part, carried: tuple[str, ...]) -> Part | None:
    """Return a part that shows nothing of what was told."""
    if isinstance(part, Games):
        return part
    if not isinstance(part, Bars) or part.form not in ("axis", "column"):
        return None
    if any(rating(row.at) in carried for row in part.rows):
        return None
    # The earlier games are worth as many as was found before.
    rows = tuple(
        row
        for row in part.rows
        if row.worth == 1.0 or number(row.worth, 1) not in carried
    )
    return replace(part, rows=rows, summed=False) if rows else None
