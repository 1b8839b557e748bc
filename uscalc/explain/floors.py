"""Explain floors and ceiling: which ones a player has, why, and their effect."""

from typing import Final

from msgspec.structs import replace

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
from uscalc.explain.answer import FLOOR_NAMES, to_sentence_case
from uscalc.explain.formula import (
    TypesetFormula,
    join_equal,
    make_call,
    make_figure,
    make_name,
    make_rating,
    make_rounded,
)
from uscalc.explain.model import DerivationLine, make_line
from uscalc.explain.numbers import (
    MarkedText,
    fill_template,
    format_number,
    format_rating,
)
from uscalc.explain.since import (
    cite_parameter,
    describe_departure,
    describe_printed_value,
    mentions_departure,
)

LOWERED_BY: Final = 100
"""Points by which a floor can be lowered after a match (2015 to 2025, section 7)."""


def explain_floors(
    player: PlayerTrace, floors: FloorTrace, trace: SectionTrace
) -> list[DerivationLine]:
    """Explain where each floor comes from, which one applies, and the ceiling.

    A floor that is not the highest and changes nothing is a detail.
    """
    citations = trace.rules.citations
    section = str(citations.floors)
    decisive = {f"floor.{floors.name}", f"floor.{floors.held[0]}"}
    lines = []
    levels = dict(floors.candidates)
    if "personal" in levels:
        lines.append(
            make_line(
                "floor.personal",
                _explain_personal_floor(player)
                + describe_departure("personal_floor", trace.rules),
                _format_earned_floor(player),
                str(levels["personal"]),
                cite_parameter("personal_floor", trace.rules),
            )
        )
    lines.append(_explain_peak_floor(player, levels.get("peak"), trace, section))
    if "prize" in levels:
        lines.append(_explain_prize_floor(player, levels["prize"], trace))
    if "life-master" in levels:
        level = str(levels["life-master"])
        text = fill_template(
            "The floor of the Original Life Master title: {level}. The title requires "
            "an established rating above 2200 in {games} rated games, not necessarily "
            "consecutive.",
            level=level,
            games=str(LIFE_MASTER_GAMES),
        ) + describe_departure("life_master_floor", trace.rules)
        where = cite_parameter("life_master_floor", trace.rules)
        lines.append(make_line("floor.life-master", text, None, level, where))
    lines = [
        replace(
            line,
            detail=line.key not in decisive
            and not mentions_departure(line.text, trace.rules),
        )
        for line in lines
    ]
    found = ", ".join(
        f"{FLOOR_NAMES[which]} {level}" for which, level in floors.candidates
    )
    before = format_rating(floors.before)
    after, acts = before, fill_template("{before} isn't below it.", before=before)
    held_by, held = floors.held if floors.acted else (floors.name, floors.floor)
    if floors.waived:
        acts = fill_template(
            "{before} is below it. After a {match}, this floor doesn't apply "
            "automatically. The player may ask US Chess to lower it by 100.",
            before=before,
        )
    if floors.acted:
        after, raises = str(held), fill_template("It raises {before}.", before=before)
        if floors.waived:
            raises = acts + fill_template(
                " {which}, {held}, always applies and raises {before}.",
                which=to_sentence_case(FLOOR_NAMES[held_by]),
                held=after,
                before=before,
            )
        acts = raises
    text = fill_template(
        "{floor:Floors}: {found}. The highest, {highest}, counts. {acts}",
        found=found,
        highest=str(floors.floor),
        acts=acts,
    )
    brief = fill_template(
        "The highest {floor}, {which}, is {highest}. {acts}",
        which=FLOOR_NAMES[floors.name],
        highest=str(floors.floor),
        acts=acts,
    )
    if len(floors.candidates) == 1:
        text = brief = fill_template(
            "The {floor} is {found}. {acts}", found=found, acts=acts
        )
    if floors.waived:
        departure = describe_departure(
            "match_below_floor", trace.rules, "The rule for matches"
        )
        text, brief = text + departure, brief + departure
    lines.append(
        make_line(
            "floor",
            text,
            None
            if floors.waived and not floors.acted
            else lambda extra: make_call(
                "max", make_rating(floors.before, extra), make_figure(str(held))
            ),
            after,
            f"{section}; {cite_parameter('match_below_floor', trace.rules)}"
            if floors.waived
            else section,
            brief=brief,
        )
    )
    if floors.waived:
        lines.append(
            _explain_floor_request(
                floors, cite_parameter("match_below_floor", trace.rules)
            )
        )
    if floors.ceiling is not None:
        lines.append(
            make_line(
                "ceiling",
                fill_template(
                    "A {ceiling} applies last. It lowers {after}."
                    if floors.capped
                    else "A {ceiling} applies last. {after} isn't above it.",
                    after=after,
                ),
                make_call(
                    "min",
                    make_figure(after),
                    make_figure(format_rating(floors.ceiling)),
                ),
                format_rating(floors.after),
                str(citations.match),
            )
        )
    return lines


def _explain_prize_floor(
    player: PlayerTrace, level: int, trace: SectionTrace
) -> DerivationLine:
    """Explain the level of the floor that a prize sets."""
    prize = player.entrant.floors.prize
    rule = trace.rules.prize_floor
    since = describe_departure("prize_floor", trace.rules)
    section = cite_parameter("prize_floor", trace.rules)
    won = ""
    if prize is not None:
        if prize.rule not in (None, rule):
            origin, rule = trace.rules.get_origin("prize_floor"), prize.rule
            since = (
                " The rule in force when the prize was won counts; the "
                f"{origin.edition} edition prints "
                f"{describe_printed_value('prize_floor', origin.prints)}."
            )
            section = str(prize.printed or trace.rules.citations.floors)
        if prize.amount is not None:
            won = f" This prize was ${prize.amount:,.0f}."
    text = fill_template(
        "A prize of {least} sets a floor: the lowest multiple of 100 that is too high "
        "to play in that section, but at most {most}.{since}{won}",
        least=describe_printed_value("prize_floor", rule),
        most=str(HIGHEST_PRIZE_FLOOR),
        since=since,
        won=won,
    )
    return make_line("floor.prize", text, None, str(level), section)


def _explain_floor_request(floors: FloorTrace, section: str) -> DerivationLine:
    """Explain both outcomes of the request to lower a floor after a match."""
    lowered = floors.floor - LOWERED_BY
    granted = format_rating(max(floors.before, floors.after, lowered))
    text = fill_template(
        "If US Chess grants the request, the rating is {granted} and the new floor is "
        "{lowered}. If not, both the rating and the floor are {kept}.",
        granted=granted,
        lowered=str(lowered),
        kept=str(floors.floor),
    )
    return make_line(
        "floor.request", text, None, f"{granted} or {floors.floor}", section
    )


def _explain_personal_floor(player: PlayerTrace) -> MarkedText:
    facts = player.entrant.floors
    return fill_template(
        "AF, the {personal_floor:personal absolute floor}, is {least}, plus 4 for each "
        "win, 2 for each draw, and 1 for each event with at least three rated games. "
        "It is at most {most}. This event counts, and so do earlier ones{known}.",
        least=str(ABSOLUTE),
        most=str(HIGHEST_PERSONAL),
        known=" if they are known"
        if None in (facts.wins, facts.draws, facts.events)
        else "",
    )


def _format_earned_floor(player: PlayerTrace) -> TypesetFormula:
    entrant, facts = player.entrant, player.entrant.floors
    earned = (
        make_figure(str(ABSOLUTE))
        + make_figure("4") * make_figure(str((facts.wins or 0) + entrant.wins))
        + make_figure("2") * make_figure(str((facts.draws or 0) + entrant.draws))
        + make_figure(str((facts.events or 0) + (entrant.m >= 3)))
    )
    return join_equal(
        make_name("AF"), make_call("min", earned, make_figure(str(HIGHEST_PERSONAL)))
    )


def _explain_peak_floor(
    player: PlayerTrace, level: int | None, trace: SectionTrace, section: str
) -> DerivationLine:
    """Explain the peak-rating floor, or why there is none."""
    entrant, key = player.entrant, "floor.peak"
    none = "No {peak_floor:peak-rating floor}: "
    if entrant.rating is None:
        text = fill_template(none + "the player has no pre-event rating.")
        return make_line(key, text, None, "", section)
    if entrant.floors.given is not None:
        text = fill_template(none + "the floor given for this player replaces it.")
        return make_line(key, text, None, "", section)
    section = f"{section} and {trace.rules.citations.steps.section}"
    games = "unknown and assumed large" if entrant.games is None else str(entrant.games)
    if not is_established(entrant.games):
        text = fill_template(
            none
            + "only an {established} rating (more than {least} games) has one. Here "
            "{n} is {games}, so the rating is {provisional}.",
            least=str(ESTABLISHED_ABOVE),
            games=games,
        )
        return make_line(key, text, None, "", section)
    highest = max(entrant.rating, entrant.floors.peak or 0.0)
    peak = PEAK_ROUNDING[trace.rules.peak_rounding](highest)
    below = int(PEAK_LEVEL[trace.rules.peak_level](peak - BELOW_PEAK))
    how, formula = _explain_hundreds(trace.rules.peak_level, _format_peak(peak))
    if level is None:
        text = fill_template(
            none
            + "{below} points below the highest known rating, {how}, is less than the "
            "lowest such floor, {lowest}.{since}",
            how=how,
            since=_describe_rule_change(peak, highest, below, trace.rules),
            below=str(BELOW_PEAK),
            lowest=str(trace.rules.peak_floor_lowest),
        )
        where = cite_parameter("peak_floor_lowest", trace.rules)
        return make_line(key, text, formula, format_rating(below), where)
    return make_line(
        key,
        fill_template(
            "The {peak_floor:peak-rating floor} is {below} points below the highest known "
            "rating, "
            "{how}, at most {most}. It requires an {established} rating (more than {least} "
            "games). {n} is {games}.{since}",
            how=how,
            since=_describe_rule_change(peak, highest, below, trace.rules),
            below=str(BELOW_PEAK),
            most=str(HIGHEST_PEAK_FLOOR),
            games=games,
            least=str(ESTABLISHED_ABOVE),
        ),
        make_call("min", formula, make_figure(str(HIGHEST_PEAK_FLOOR))),
        str(level),
        section,
    )


def _describe_rule_change(peak: float, highest: float, below: int, rules: Rules) -> str:
    """Return in which rules of the floor the editions differ, if this matters here."""
    notes = ""
    origin = rules.get_origin("peak_floor_lowest")
    lowest = min(rules.peak_floor_lowest, origin.prints)
    if origin.differs and lowest <= below < max(rules.peak_floor_lowest, origin.prints):
        notes += describe_departure(
            "peak_floor_lowest",
            rules,
            f"The lowest such floor, {rules.peak_floor_lowest},",
        )
    lower = PEAK_LEVEL[rules.get_origin("peak_level").prints]
    if int(lower(peak - BELOW_PEAK)) != below:
        notes += describe_departure(
            "peak_level", rules, "The rule to keep an exact multiple of 100"
        )
    if int(PEAK_LEVEL[rules.peak_level](highest - BELOW_PEAK)) != below:
        notes += describe_departure(
            "peak_rounding", rules, "The rounding of the highest rating"
        )
    return notes


def _explain_hundreds(variant: str, peak: str) -> tuple[str, TypesetFormula]:
    """Explain the multiple of 100 below a peak, in words and as a formula."""
    hundred = make_figure("100")
    hundreds = (make_figure(peak) - make_figure(str(BELOW_PEAK))) / hundred
    if variant == "just-below":
        formula = hundred * make_rounded(hundreds, up=True) - hundred
        return "lowered to the next multiple of 100", formula
    formula = hundred * make_rounded(hundreds, up=False)
    return "rounded down to a multiple of 100", formula


def _format_peak(peak: float) -> str:
    """Return the highest rating with enough decimals to show that it is below a hundred."""
    texts = (format_number(peak, places) for places in range(2, 13))
    return next(
        (text for text in texts if float(text) // 100 == peak // 100),
        format_rating(peak),
    )
