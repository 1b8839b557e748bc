"""Floors and ceiling in words: which there are, why, and what they do."""

from collections.abc import Callable, Mapping
from typing import Final

from uscalc.engine.floors import (
    ABSOLUTE,
    BELOW_PEAK,
    ESTABLISHED_ABOVE,
    HIGHEST_PEAK_FLOOR,
    HIGHEST_PERSONAL,
    HIGHEST_PRIZE_FLOOR,
    LIFE_MASTER_GAMES,
    PEAK_LEVEL,
    PEAK_ROUNDING,
    is_established,
)
from uscalc.engine.rules import Rules
from uscalc.engine.trace import FloorTrace, PlayerTrace, SectionTrace
from uscalc.explain.answer import FLOOR_NAMES, sentence_case
from uscalc.explain.formula import (
    Formula,
    call,
    equals,
    figure,
    name,
    rounded_down,
    rounded_up,
)
from uscalc.explain.model import Line, line
from uscalc.explain.numbers import Words, number, rating, say
from uscalc.explain.since import cited, departure, printed_words

LOWERED_BY: Final = 100
"""Points by which a floor is lowered after a match (2015 to 2025, section 7)."""


def floor_lines(
    player: PlayerTrace, floors: FloorTrace, trace: SectionTrace
) -> list[Line]:
    """Explain the source of each floor, the one that applies, and the ceiling."""
    citations = trace.rules.citations
    section = str(citations.floors)
    lines = []
    levels = dict(floors.candidates)
    if "personal" in levels:
        level = str(levels["personal"])
        earned = _earned(player)
        text = _personal(player) + departure("personal_floor", trace.rules)
        where = cited("personal_floor", trace.rules)
        lines.append(line("floor.personal", text, earned, level, where))
    lines.append(_peak_line(player, levels.get("peak"), trace, section))
    if "prize" in levels:
        lines.append(_prize_line(player, levels["prize"], trace))
    if "life-master" in levels:
        text = say(
            "The floor of the original life master title: {level}, for an established "
            "rating above 2200 in {games} rated games, not necessarily consecutive.",
            level=str(levels["life-master"]),
            games=str(LIFE_MASTER_GAMES),
        ) + departure("life_master_floor", trace.rules)
        level = str(levels["life-master"])
        where = cited("life_master_floor", trace.rules)
        lines.append(line("floor.life-master", text, None, level, where))
    found = ", ".join(
        f"{FLOOR_NAMES[which]} {level}" for which, level in floors.candidates
    )
    before = rating(floors.before)
    after, acts = before, say("{before} is not below it.", before=before)
    held_by, held = floors.held if floors.acted else (floors.name, floors.floor)

    def formula(extra: int) -> Formula:
        found = figure(rating(floors.before, extra), floors.before)
        return call("max", found, figure(str(held)))

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
    if floors.waived:
        text += departure("match_below_floor", trace.rules, "The rule for matches")
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
    if floors.waived:
        asked = cited("match_below_floor", trace.rules)
        lines.append(_request_line(floors, asked))
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
                str(citations.match),
            )
        )
    return lines


def _prize_line(player: PlayerTrace, level: int, trace: SectionTrace) -> Line:
    """Explain why a prize sets a floor, and at which level."""
    prize = player.entrant.floors.prize
    rule = trace.rules.prize_floor
    since = departure("prize_floor", trace.rules)
    section = cited("prize_floor", trace.rules)
    won = ""
    if prize is not None:
        if prize.rule not in (None, rule):
            origin, rule = trace.rules.origin("prize_floor"), prize.rule
            since = (
                " The rule of the day on which the prize was won counts; the "
                f"{origin.edition} edition prints "
                f"{printed_words('prize_floor', origin.prints)}."
            )
            section = str(prize.printed or trace.rules.citations.floors)
        if prize.amount is not None:
            won = f" This prize was ${prize.amount:,.0f}."
    text = say(
        "The floor of a prize of {least}: the first 100-point level, up to {most}, at "
        "which the winner is no longer eligible for that section.{since}{won}",
        least=printed_words("prize_floor", rule),
        most=str(HIGHEST_PRIZE_FLOOR),
        since=since,
        won=won,
    )
    return line("floor.prize", text, None, str(level), section)


def _request_line(floors: FloorTrace, section: str) -> Line:
    """Explain both outcomes of the request to lower a floor after a match."""
    lowered = floors.floor - LOWERED_BY
    granted = rating(max(floors.before, floors.after, lowered))
    text = say(
        "If US Chess grants the request, the rating is {granted} and the new floor "
        "{lowered}. If not, rating and floor are {kept}.",
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
    """Explain the floor by the highest rating, or why there is none."""
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
        return line(key, text, formula, rating(below), where)
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
    """Return which rules of the floor the edition in force prints differently, if they matter."""
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
    """Return the highest rating with enough decimals to show it below the next hundred."""
    for places in range(2, 13):
        text = number(peak, places)
        if float(text) // 100 == peak // 100:
            return text
    return rating(peak)
