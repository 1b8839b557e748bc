"""FIDE events abroad in words: the players rated, and their opponents' ratings."""

from collections.abc import Mapping
from typing import Final

from uscalc.engine.rules import Conversion, Rules
from uscalc.engine.trace import PlayerTrace
from uscalc.explain.formula import Formula
from uscalc.explain.model import Line, line
from uscalc.explain.numbers import rating
from uscalc.explain.people import People
from uscalc.explain.since import cited, departure
from uscalc.explain.start import conversion_formula

CONVERSIONS: Final[Mapping[str, str]] = {
    "foreign-fide": "fide_conversion",
    "foreign-fide-youth": "fide_youth_conversion",
}
"""The parameter that converts the opponents' FIDE ratings, by the kind of section."""
ELIGIBLE: Final[Mapping[str, str]] = {
    "any-rated": "A player with a Regular rating is rated from FIDE events abroad.",
    "established": "Only a player with an established Regular rating is rated from FIDE "
    "events abroad.",
}
"""Who is rated from such events, by the variant of the rule."""
AUTOMATIC: Final = 2200
"""From this FIDE rating on a US player needs not opt in (2015 to 2025, section 6)."""


def foreign_lines(step: int, player: PlayerTrace, people: People) -> tuple[Line, ...]:
    """Return the condition for a rating from abroad, and opponents' conversions."""
    kind, rules = people.section.section.kind, people.section.rules
    if kind not in CONVERSIONS:
        return ()
    parameter = CONVERSIONS[kind]
    conversion: Conversion | None = getattr(rules, parameter)
    lines = [_automatic(step, player, rules)]
    since = departure(parameter, rules, "The conversion")
    for place in dict.fromkeys(player.entrant.opponents):
        fide = people.trace(place).entrant.start.fide
        if fide is not None and conversion is not None:
            who = people.numbered(place)
            text = f"{who}: FIDE {rating(fide.rating)} as a US Chess rating.{since}"
            section = cited(parameter, rules)
            key = f"step{step}.fide{place}"
            lines.append(_converted(key, text, fide.rating, conversion, section))
            since = ""  # Said once, where it is first used.
    return tuple(lines)


def _automatic(step: int, player: PlayerTrace, rules: Rules) -> Line:
    """Explain who is rated, and whether this player is rated without opting in."""
    fide = player.entrant.start.fide
    text = ""
    if rules.foreign_fide in ELIGIBLE:
        text = f"{ELIGIBLE[rules.foreign_fide]}{departure('foreign_fide', rules)} "
    text += (
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
    return line(f"step{step}.foreign", text, None, "", cited("foreign_fide", rules))


def _converted(
    key: str, text: str, fide: float, conversion: Conversion, section: str
) -> Line:
    def formula(extra: int) -> Formula:
        return conversion_formula(conversion, fide, extra)

    return line(key, text, formula, rating(conversion(fide)), section)
