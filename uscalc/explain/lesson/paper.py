"""A question as the handout has it: what slides before it told is left to be filled in."""

import re
from dataclasses import replace
from typing import Final

from uscalc.explain.lesson.model import Asked
from uscalc.explain.lesson.parts import Bars, Games, Part
from uscalc.explain.numbers import rating

BLANK: Final = "____"


def on_paper(asked: Asked) -> Asked:
    """The same question, with blanks for the figures of the slides before.

    A class that holds the whole lesson in its hands must not find an answer on the next
    page. Pictures in which such a figure has a place are left out: there is room to
    work in their stead.
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
    """A part that shows nothing of what was told."""
    if isinstance(part, Games):
        return part
    if not isinstance(part, Bars) or part.form not in ("axis", "column"):
        return None
    if any(rating(row.at) in carried for row in part.rows):
        return None
    return replace(part, summed=False)
