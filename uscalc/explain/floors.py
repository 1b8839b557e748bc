"""Floors and ceiling in words: which there are, why, and what they do."""

from collections.abc import Callable, Mapping
from typing import Final

from uscalc.engine.floors import (
    ABSOLUTE,
    BELOW_PEAK,
    ESTABLISHED_ABOVE,
    HIGHEST_PEAK_FLOOR,
    HIGHEST_PERSONAL,
    PEAK_LEVEL,
    PEAK_ROUNDING,
    is_established,
)
from uscalc.engine.rules import Rules
from uscalc.engine.trace import FloorTrace, PlayerTrace, SectionTrace
from uscalc.explain.answer import FLOOR_NAMES, sentence_case
from uscalc.explain.formula import Formula, call, figure, rounded_down, rounded_up
from uscalc.explain.model import Line, line
from uscalc.explain.numbers import number, rating
from uscalc.explain.since import cited, departure
from uscalc.explain.words import Words, say


def floor_lines(
    player: PlayerTrace, floors: FloorTrace, trace: SectionTrace
) -> list[Line]:
    """How each floor comes about, which one counts, and the ceiling."""
    citations = trace.rules.citations
    section, match_section = str(citations.floors), str(citations.match)
    lines = []
    levels = dict(floors.candidates)
    if "personal" in levels:
        level = str(levels["personal"])
        formula = _earned(player)
        text = _personal(player) + departure("personal_floor", trace.rules)
        where = cited("personal_floor", trace.rules)
        lines.append(line("floor.personal", text, formula, level, where))
    lines.append(_peak_line(player, levels.get("peak"), trace, section))
    found = ", ".join(
        f"{FLOOR_NAMES[which]} {level}" for which, level in floors.candidates
    )
    before = rating(floors.before)
    after, acts = before, say("{before} is not below it.", before=before)
    held_by, held = floors.held if floors.acted else (floors.name, floors.floor)
    formula = call("max", figure(before), figure(str(held)))
    if floors.waived:
        acts = say(
            "{before} is below it, but after a {match} this floor does not act: the result "
            "is a request to lower it by 100.",
            before=before,
        )
    if floors.acted:
        after, raises = str(held), say("It raises {before}.", before=before)
        if floors.waived:
            raises = acts + say(
                " {which}, {held}, always acts: it raises {before}.",
                which=sentence_case(FLOOR_NAMES[held_by]),
                held=after,
                before=before,
            )
        acts = raises
    text = say(
        "{floor:Floors}: {found}. The highest counts, {highest}. {acts}",
        found=found,
        highest=str(floors.floor),
        acts=acts,
    )
    if len(floors.candidates) == 1:
        text = say("The {floor} is {found}. {acts}", found=found, acts=acts)
    text += _dated(player, levels, trace.rules)
    lines.append(
        line(
            "floor",
            text,
            None if floors.waived and not floors.acted else formula,
            after,
            f"{section}; {cited('match_below_floor', trace.rules)}"
            if floors.waived
            else section,
        )
    )
    if floors.ceiling is not None:
        reached = (
            say("A {ceiling} acts last, and lowers {after}.", after=after)
            if floors.capped
            else say("A {ceiling} acts last. {after} is not above it.", after=after)
        )
        lines.append(
            line(
                "ceiling",
                reached,
                call("min", figure(after), figure(rating(floors.ceiling))),
                rating(floors.after),
                match_section,
            )
        )
    return lines


def _dated(player: PlayerTrace, levels: dict[str, int], rules: Rules) -> str:
    """Return since when the rules of the other floors hold, where no day is printed."""
    said = ""
    prize = player.entrant.floors.prize
    if (
        "prize" in levels
        and prize is not None
        and prize.rule in (None, rules.prize_floor)
    ):
        said += departure("prize_floor", rules, "The rule for prizes")
    if player.entrant.floors.life_master:
        said += departure("life_master_floor", rules, "The rule for the title")
    if player.floors is not None and player.floors.waived:
        said += departure("match_below_floor", rules, "The rule for matches")
    return said


def _personal(player: PlayerTrace) -> Words:
    facts = player.entrant.floors
    known = None not in (facts.wins, facts.draws, facts.events)
    return say(
        "The {personal_floor:personal absolute floor}: {least}, and 4 for each win, 2 for "
        "each draw, 1 for each event of three rated games or more; {most} at most. This "
        "event counts, and earlier ones{known}.",
        least=str(ABSOLUTE),
        most=str(HIGHEST_PERSONAL),
        known=", all of them known" if known else " as far as known",
    )


def _earned(player: PlayerTrace) -> Formula:
    entrant, facts = player.entrant, player.entrant.floors
    wins = (facts.wins or 0) + entrant.wins
    draws = (facts.draws or 0) + entrant.draws
    events = (facts.events or 0) + (entrant.m >= 3)
    earned = (
        figure(str(ABSOLUTE))
        + figure("4") * figure(str(wins))
        + figure("2") * figure(str(draws))
        + figure(str(events))
    )
    return call("min", earned, figure(str(HIGHEST_PERSONAL)))


def _peak_line(
    player: PlayerTrace, level: int | None, trace: SectionTrace, section: str
) -> Line:
    """The floor by the highest rating, or why there is none."""
    entrant, key = player.entrant, "floor.peak"
    none = "No {peak_floor:floor by the highest rating}: "
    if entrant.rating is None:
        text = say(none + "the player came without a rating.")
        return line(key, text, None, "", section)
    if entrant.floors.given is not None:
        text = say(none + "the floor given for this player stands in its place.")
        return line(key, text, None, "", section)
    section = f"{section} and {trace.rules.citations.steps.section}"
    count = "not known and taken as more than" if entrant.games is None else None
    based = count or f"{entrant.games}, more than"
    if not is_established(entrant.games):
        text = say(
            none + "only an {established} rating has one, based on more than {least} "
            "games; {n} is {games}, so this one is {provisional}.",
            least=str(ESTABLISHED_ABOVE),
            games=str(entrant.games),
        )
        return line(key, text, None, "", section)
    highest = max(entrant.rating, entrant.floors.peak or 0.0)
    peak = PEAK_ROUNDING[trace.rules.peak_rounding](highest)
    below = int(PEAK_LEVEL[trace.rules.peak_level](peak - BELOW_PEAK))
    how, formula = _HUNDREDS[trace.rules.peak_level](_peak(peak))
    if level is None:
        text = say(
            none
            + "{below} below the highest rating known, {how}, is less than the lowest "
            "such floor, {lowest}.{since}",
            how=how,
            since=_peak_dated(peak, highest, below, trace.rules),
            below=str(BELOW_PEAK),
            lowest=str(trace.rules.peak_floor_lowest),
        )
        where = cited("peak_floor_lowest", trace.rules)
        return line(key, text, formula, str(below), where)
    text = say(
        "The {peak_floor:floor by the highest rating} known before the event: {below} "
        "below it, {how}, {most} at most. It is there because the rating is "
        "{established}: {n} is {based} {least}.{since}",
        how=how,
        since=_peak_dated(peak, highest, below, trace.rules),
        below=str(BELOW_PEAK),
        most=str(HIGHEST_PEAK_FLOOR),
        based=based,
        least=str(ESTABLISHED_ABOVE),
    )
    return line(
        key,
        text,
        call("min", formula, figure(str(HIGHEST_PEAK_FLOOR))),
        str(level),
        section,
    )


def _peak_dated(peak: float, highest: float, below: int, rules: Rules) -> str:
    """Return which rules of the floor the edition in force prints otherwise, if they act."""
    said = ""
    origin = rules.origin("peak_floor_lowest")
    lowest = min(rules.peak_floor_lowest, origin.prints)
    if origin.differs and lowest <= below < max(rules.peak_floor_lowest, origin.prints):
        said += departure(
            "peak_floor_lowest", rules, f"The lowest, {rules.peak_floor_lowest},"
        )
    printed = rules.origin("peak_level").prints
    if int(PEAK_LEVEL[printed](peak - BELOW_PEAK)) != below:
        said += departure("peak_level", rules, "At or just below")
    unrounded = PEAK_LEVEL[rules.peak_level](highest - BELOW_PEAK)
    if int(unrounded) != below:
        said += departure("peak_rounding", rules, "The rounding of the highest rating")
    return said


def _at_or_below(peak: str) -> tuple[str, Formula]:
    hundreds = (figure(peak) - figure(str(BELOW_PEAK))) / figure("100")
    return "down to a full hundred", figure("100") * rounded_down(hundreds)


def _strictly_below(peak: str) -> tuple[str, Formula]:
    hundreds = (figure(peak) - figure(str(BELOW_PEAK))) / figure("100")
    formula = figure("100") * rounded_up(hundreds) - figure("100")
    return "down to the full hundred just below that", formula


_HUNDREDS: Final[Mapping[str, Callable[[str], tuple[str, Formula]]]] = {
    "at-or-just-below": _at_or_below,
    "just-below": _strictly_below,
}
"""How a full hundred is found below a peak, in words and as a formula, by the variant."""


def _peak(peak: float) -> str:
    """The highest rating, with the digits that keep it below the next hundred."""
    for places in range(2, 13):
        text = number(peak, places)
        if float(text) // 100 == peak // 100:
            return text
    return rating(peak)
