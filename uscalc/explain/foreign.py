"""FIDE events abroad in words: the players rated, and their opponents' ratings."""

from typing import Final

from uscalc.engine.rules import Conversion
from uscalc.engine.trace import PlayerTrace
from uscalc.explain.formula import Formula
from uscalc.explain.model import Line, line
from uscalc.explain.numbers import rating
from uscalc.explain.people import People
from uscalc.explain.start import conversion_formula

YOUTH: Final = "foreign-fide-youth"
AUTOMATIC: Final = 2200
"""From this FIDE rating on a US player needs not opt in (2015 to 2025, section 6)."""


def foreign_lines(step: int, player: PlayerTrace, people: People) -> tuple[Line, ...]:
    """Return the condition for a rating from abroad, and opponents' conversions."""
    kind, rules = people.section.section.kind, people.section.rules
    if kind not in ("foreign-fide", YOUTH):
        return ()
    youth = kind == YOUTH
    conversion = rules.fide_youth_conversion if youth else rules.fide_conversion
    section = str(rules.citations.foreign if youth else rules.citations.fide)
    lines = [_automatic(step, player, str(rules.citations.foreign))]
    for place in dict.fromkeys(player.entrant.opponents):
        fide = people.trace(place).entrant.start.fide
        if fide is not None and conversion is not None:
            who = people.numbered(place)
            lines.append(_converted(step, place, who, fide.rating, conversion, section))
    return tuple(lines)


def _automatic(step: int, player: PlayerTrace, section: str) -> Line:
    """Explain whether the player is rated automatically, without opting in."""
    fide = player.entrant.start.fide
    text = (
        f"A member with a USA flag and a FIDE rating of {AUTOMATIC} or more is rated from "
        "such events automatically. Other members must have opted in before the event. "
    )
    if fide is None:
        text += "This player's FIDE rating is not given, so neither is checked."
    elif fide.rating >= AUTOMATIC:
        text += f"This player's FIDE rating is {rating(fide.rating)}: automatic."
    else:
        text += (
            f"This player's FIDE rating is {rating(fide.rating)}: only after opting in, "
            "which is not checked."
        )
    return line(f"step{step}.foreign", text, None, "", section)


def _converted(
    step: int, place: int, who: str, fide: float, conversion: Conversion, section: str
) -> Line:
    def formula(extra: int) -> Formula:
        return conversion_formula(conversion, fide, extra)

    return line(
        f"step{step}.fide{place}",
        f"{who}: FIDE {rating(fide)} as a US Chess rating.",
        formula,
        rating(conversion(fide)),
        section,
    )
