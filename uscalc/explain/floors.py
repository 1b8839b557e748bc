"""Floors and ceiling in words: which there are, why, and what they do."""

from typing import Final

from uscalc.engine.floors import (
    ABSOLUTE,
    BELOW_PEAK,
    ESTABLISHED_ABOVE,
    HIGHEST_PEAK_FLOOR,
    HIGHEST_PERSONAL,
    HIGHEST_PRIZE_FLOOR,
    LIFE_MASTER_GAMES,
    PEAK_ROUNDING,
    is_established,
)
from uscalc.engine.trace import FloorTrace, PlayerTrace, SectionTrace
from uscalc.explain.answer import FLOOR_NAMES
from uscalc.explain.formula import Formula, call, equals, figure, name, rounded_down
from uscalc.explain.model import Line, line
from uscalc.explain.numbers import number, rating
from uscalc.explain.words import Words, say

PRIZE_WORDS: Final = {
    "over-2000-dollars": "more than 2,000 dollars",
    "4000-dollars-or-more": "4,000 dollars or more",
}
LOWERED_BY: Final = 100
"""Points by which a floor is lowered after a match (2015 to 2025, section 7)."""


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
        earned = _earned(player)
        lines.append(line("floor.personal", _personal(player), earned, level, section))
    lines.append(_peak_line(player, levels.get("peak"), trace, section))
    if "prize" in levels:
        lines.append(_prize_line(player, levels["prize"], trace, section))
    if "life-master" in levels:
        text = say(
            "The floor of the original life master title: {level}, for an established "
            "rating above 2200 in {games} rated games, not necessarily consecutive.",
            level=str(levels["life-master"]),
            games=str(LIFE_MASTER_GAMES),
        )
        level = str(levels["life-master"])
        lines.append(line("floor.life-master", text, None, level, section))
    found = ", ".join(
        f"{FLOOR_NAMES[which]} {level}" for which, level in floors.candidates
    )
    before = rating(floors.before)
    after, acts = before, say("{before} is not below it.", before=before)

    def formula(extra: int) -> Formula:
        found = figure(rating(floors.before, extra), floors.before)
        return call("max", found, figure(str(floors.floor)))

    if floors.acted:
        after, acts = str(floors.floor), say("It raises {before}.", before=before)
    elif floors.waived:
        acts = say(
            "{before} is below it, but after a {match} a floor does not act; its lowering "
            "is asked for.",
            before=before,
        )
    text = say(
        "{floor:Floors}: {found}. The highest counts, {highest}. {acts}",
        found=found,
        highest=str(floors.floor),
        acts=acts,
    )
    if len(floors.candidates) == 1:
        text = say("The {floor} is {found}. {acts}", found=found, acts=acts)
    lines.append(
        line(
            "floor",
            text,
            None if floors.waived else formula,
            after,
            match_section if floors.waived else section,
        )
    )
    if floors.waived:
        lines.append(_request_line(floors, match_section))
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


def _prize_line(
    player: PlayerTrace, level: int, trace: SectionTrace, section: str
) -> Line:
    """Why a prize sets a floor, and at which level."""
    prize = player.entrant.floors.prize
    rule = trace.rules.prize_floor
    won = ""
    if prize is not None:
        rule = prize.rule or rule
        if prize.amount is not None:
            won = f" This one was {rating(prize.amount)} dollars."
    text = say(
        "The floor of a prize of {least}: the first 100-point level, up to {most}, at "
        "which the winner is no longer eligible for that section.{won}",
        least=PRIZE_WORDS[rule],
        most=str(HIGHEST_PRIZE_FLOOR),
        won=won,
    )
    return line("floor.prize", text, None, str(level), section)


def _request_line(floors: FloorTrace, section: str) -> Line:
    """What comes of the request to lower a floor after a match, either way."""
    lowered = floors.floor - LOWERED_BY
    granted = rating(max(floors.before, lowered))
    text = say(
        "This is a request to lower the floor by {by} points. If US Chess grants it, the "
        "rating is {granted} and the new floor {lowered}. If not, rating and floor are "
        "{kept}.",
        by=str(LOWERED_BY),
        granted=granted,
        lowered=str(lowered),
        kept=str(floors.floor),
    )
    return line("floor.request", text, None, f"{granted} or {floors.floor}", section)


def _personal(player: PlayerTrace) -> Words:
    facts = player.entrant.floors
    known = None not in (facts.wins, facts.draws, facts.events)
    return say(
        "AF, the {personal_floor:personal absolute floor}: {least}, and 4 for each win, "
        "N_W, 2 for each draw, N_D, 1 for each event of three rated games or more, N_R; "
        "{most} at most. This event counts, and earlier ones{known}.",
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
    return equals(name("AF"), call("min", earned, figure(str(HIGHEST_PERSONAL))))


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
    hundreds = (figure(_peak(peak)) - figure(str(BELOW_PEAK))) / figure("100")
    formula = figure("100") * rounded_down(hundreds)
    if level is None:
        below = int((peak - BELOW_PEAK) // 100 * 100)
        text = say(
            none + "{below} below the highest rating known, down to a full hundred, is "
            "less than the lowest such floor, {lowest}.",
            below=str(BELOW_PEAK),
            lowest=str(trace.rules.peak_floor_lowest),
        )
        return line(key, text, formula, str(below), section)
    text = say(
        "The {peak_floor:floor by the highest rating} known before the event: {below} "
        "below it, down to a full hundred, {most} at most. It is there because the rating "
        "is {established}: {n} is {based} {least}.",
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


def _peak(peak: float) -> str:
    """The highest rating, with the digits that keep it below the next hundred."""
    for places in range(2, 13):
        text = number(peak, places)
        if float(text) // 100 == peak // 100:
            return text
    return rating(peak)
