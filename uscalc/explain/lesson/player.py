"""The lesson of one player: the way to the rating as slides, for every path."""

from collections.abc import Callable, Sequence
from typing import Final

from uscalc.engine.guide import Worksheet
from uscalc.engine.trace import SectionTrace
from uscalc.explain.lesson.after import after_slides
from uscalc.explain.lesson.case import Case, Swing
from uscalc.explain.lesson.guide import guide_slides
from uscalc.explain.lesson.model import Lesson
from uscalc.explain.lesson.start import start_slides
from uscalc.explain.lesson.steps import step_slides
from uscalc.explain.people import People

TOO_LITTLE: Final = (
    "The lesson needs a player with a rated game in a section that is rated."
)
"""What is said where there is nothing to teach."""


def player_lesson(
    trace: SectionTrace,
    place: int,
    name_of: Callable[[int], str],
    about: str,
    swings: Sequence[Swing] = (),
    worked: Worksheet | None = None,
) -> Lesson | None:
    """Return the slides for an entrant; None without a rated game.

    `worked` is the guide's worksheet where the guide of 2001 is followed; where it has no
    answer the lesson is by the exact rules. `about` says where the figures are from.
    """
    people = People(trace, name_of)
    case = Case(people, place, tuple(swings))
    if case.player.formula == "none" or case.player.step5 is None:
        return None
    if worked is not None and worked.result is not None:
        slides = tuple(guide_slides(case, worked))
    else:
        slides = (*start_slides(case), *step_slides(case), *after_slides(case))
        if worked is not None:
            about = f"{about}. By the exact rules: the guide has no answer"
    return Lesson(f"The rating of {people.name(place)}", about, slides)
