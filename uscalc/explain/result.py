"""From Step 5 to the rating that is stored: limits, rounding, floors, ceiling."""

from uscalc.engine.floors import (
    ABSOLUTE,
    BELOW_PEAK,
    HIGHEST_PEAK_FLOOR,
    HIGHEST_PERSONAL,
    PEAK_ROUNDING,
)
from uscalc.engine.trace import FloorTrace, MatchTrace, PlayerTrace, SectionTrace
from uscalc.explain.answer import FLOOR_NAMES, sentence_case
from uscalc.explain.formula import (
    Formula,
    at_most,
    call,
    figure,
    name,
    rounded_down,
    rounded_up,
)
from uscalc.explain.model import Line, line
from uscalc.explain.numbers import MINUS, change, deciding, number, rating, whole
from uscalc.explain.numbers import games as games_words


def result_lines(player: PlayerTrace, trace: SectionTrace) -> tuple[Line, ...]:
    """What happens to a rating after Step 5."""
    rules = trace.rules
    lines: list[Line] = []
    match, floors = player.match, player.floors
    if match is not None:
        lines += _match_lines(player, match, str(rules.citations.match))
    if player.rounded_from is not None and rules.integer_ratings and floors is not None:
        lines.append(_rounding(player, floors, player.rounded_from, trace))
    if floors is not None:
        lines += _floor_lines(player, floors, trace)
    if player.post is not None:
        games = player.post_games
        based = "" if games is None else f", based on {games_words(games)}"
        text = f"The rating after the event{based}"
        if player.change is not None:
            text += f": {change(player.change)}"
        exact = deciding(player.post, 4).rstrip("0").rstrip(".")
        lines.append(
            line(
                "post",
                f"{text}.",
                figure(exact),
                whole(player.post),
                str(rules.citations.storage),
            )
        )
    return tuple(lines)


def _match_lines(player: PlayerTrace, match: MatchTrace, section: str) -> list[Line]:
    before = player.start.r0
    r0 = figure(rating(before))
    lines = []
    for limit, up, down in match.limits:
        which = "one match" if limit == "match" else limit
        lines.append(
            line(
                f"match.{limit}",
                f"The limit for {which}: {rating(up)} up, {rating(down)} down.",
                at_most(r0 - figure(rating(down)), name("R"), r0 + figure(rating(up))),
                _limit_words(match.uncapped - before, match.result - before, up, down),
                section,
            )
        )
    for limit in match.unchecked:
        text = f"The limit for {limit} is not checked: the earlier net change is not known."
        lines.append(line(f"match.{limit}", text, None, "not checked", section))
    if match.limited_by is not None:
        room = match.result - before
        kept = figure(rating(abs(room)))
        lines.append(
            line(
                "match.result",
                f"{rating(match.uncapped)} is cut to the limit.",
                r0 + kept if room >= 0 else r0 - kept,
                rating(match.result),
                section,
            )
        )
    return lines


def _limit_words(wanted: float, kept: float, up: float, down: float) -> str:
    """What a match limit did: nothing, cut, or was passed while another cut deeper."""
    if -down <= wanted <= up:
        return "not reached"
    edge = up if wanted > 0 else -down
    return "cuts" if abs(kept - edge) < 1e-6 else "passed, but another cuts deeper"


def _rounding(
    player: PlayerTrace, floors: FloorTrace, exact: float, trace: SectionTrace
) -> Line:
    kept = figure(_unrounded(exact, floors.before))
    if floors.before > exact:
        kept = rounded_up(kept)
    elif floors.before < exact:
        kept = rounded_down(kept)
    return line(
        "rounding",
        "Ratings are whole numbers, rounded away from the rating before, "
        f"{rating(player.start.r0)}.",
        kept,
        rating(floors.before),
        str(trace.rules.citations.storage),
    )


def _unrounded(exact: float, stored: float) -> str:
    """A result before its rounding, with the digits that show which way it went.

    Within the slack of the rounding it is the whole number, and is written so.
    """
    if abs(exact - stored) < 1e-9:
        return rating(stored)
    for places in range(2, 13):
        text = f"{exact:.{places}f}"
        if 0 < abs(float(text) - stored) < 1:
            return text.replace("-", MINUS)
    return rating(exact)


def _floor_lines(
    player: PlayerTrace, floors: FloorTrace, trace: SectionTrace
) -> list[Line]:
    citations = trace.rules.citations
    section, match_section = str(citations.floors), str(citations.match)
    found = ", ".join(
        f"{FLOOR_NAMES[name]} {level}" for name, level in floors.candidates
    )
    lines = [
        line(
            f"floor.{which}",
            text,
            formula,
            str(level),
            section,
        )
        for which, level in floors.candidates
        for text, formula in _origin(which, player, trace)
    ]
    formula = call("max", figure(rating(floors.before)), figure(str(floors.floor)))
    after = rating(floors.before)
    if floors.acted:
        text = f"{FLOOR_NAMES[floors.name]} raises {after}."
        after = str(floors.floor)
    elif floors.waived:
        text = "After a match the floor does not act; its lowering is asked for."
    else:
        text = "No floor is reached."
    lines.append(
        line(
            "floor",
            f"Floors: {found}. {sentence_case(text)}",
            None if floors.waived else formula,
            after,
            match_section if floors.waived else section,
        )
    )
    if floors.ceiling is not None:
        lines.append(
            line(
                "ceiling",
                "A ceiling acts last."
                if floors.capped
                else "The ceiling is not reached.",
                call("min", figure(after), figure(rating(floors.ceiling))),
                rating(floors.after),
                match_section,
            )
        )
    return lines


def _origin(
    which: str, player: PlayerTrace, trace: SectionTrace
) -> list[tuple[str, Formula]]:
    """How a floor comes about, where it is reckoned."""
    entrant, facts = player.entrant, player.entrant.floors
    if which == "personal":
        wins = (facts.wins or 0) + entrant.wins
        draws = (facts.draws or 0) + entrant.draws
        events = (facts.events or 0) + (entrant.m >= 3)
        earned = (
            figure(str(ABSOLUTE))
            + figure("4") * figure(str(wins))
            + figure("2") * figure(str(draws))
            + figure(str(events))
        )
        known = None not in (facts.wins, facts.draws, facts.events)
        text = "The personal absolute floor: 4 for a win, 2 for a draw, 1 for an event"
        text += "." if known else "; only what is known of earlier events is counted."
        return [(text, call("min", earned, figure(str(HIGHEST_PERSONAL))))]
    if which == "peak" and entrant.rating is not None:
        peak = PEAK_ROUNDING[trace.rules.peak_rounding](
            max(entrant.rating, facts.peak or 0.0)
        )
        hundreds = (figure(_peak(peak)) - figure(str(BELOW_PEAK))) / figure("100")
        return [
            (
                f"The floor by the highest rating: {BELOW_PEAK} below it, down to a full "
                f"hundred, {HIGHEST_PEAK_FLOOR} at most.",
                call(
                    "min",
                    figure("100") * rounded_down(hundreds),
                    figure(str(HIGHEST_PEAK_FLOOR)),
                ),
            )
        ]
    return []


def _peak(peak: float) -> str:
    """The highest rating, with the digits that keep it below the next hundred."""
    for places in range(2, 13):
        text = number(peak, places)
        if float(text) // 100 == peak // 100:
            return text
    return rating(peak)
