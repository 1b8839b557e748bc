"""From Step 5 to the rating that is stored: limits, rounding, floors, ceiling."""

from typing import Final

from uscalc.engine.floors import ESTABLISHED_ABOVE
from uscalc.engine.inputs import Entrant
from uscalc.engine.match import ELIGIBILITY, FURTHEST_APART
from uscalc.engine.rounding import shown as shown_as
from uscalc.engine.rules import Rules
from uscalc.engine.trace import FloorTrace, MatchTrace, PlayerTrace, SectionTrace
from uscalc.explain.floors import floor_lines
from uscalc.explain.formula import (
    Formula,
    at_most,
    figure,
    name,
    rounded_down,
    rounded_up,
)
from uscalc.explain.model import Line, line
from uscalc.explain.numbers import MINUS, change, deciding, games, rating, say, whole
from uscalc.explain.since import cited, departure, holding


def result_lines(player: PlayerTrace, trace: SectionTrace) -> tuple[Line, ...]:
    """Explain the changes to a rating after Step 5."""
    rules = trace.rules
    lines: list[Line] = []
    match, floors = player.match, player.floors
    if trace.section.kind == "match":
        lines += eligibility_lines(trace)
    if match is not None:
        lines += _match_lines(player, match, rules)
    if player.rounded_from is not None and rules.integer_ratings and floors is not None:
        lines.append(_rounding(player, floors, player.rounded_from, trace))
    if floors is not None:
        lines += floor_lines(player, floors, trace)
    if player.post is not None:
        lines.append(_post_line(player, player.post, trace))
    return tuple(lines)


def _post_line(player: PlayerTrace, post: float, trace: SectionTrace) -> Line:
    """Return the post-event rating: stored, displayed, and the change."""
    rules, count = trace.rules, player.post_games
    based = "" if count is None else f", based on {games(count)}"
    if count is not None and player.start.n:
        m = player.entrant.m
        based += (
            f", the {player.start.n} before and {'this' if m == 1 else 'these'} {m}"
        )
    exact = deciding(post, 4).rstrip("0").rstrip(".").replace("-", MINUS)
    shown = whole(post)
    if rules.integer_ratings:
        kept = ""
    else:
        kept = (
            " It is kept with its decimals and shown as the nearest whole number, half a "
            f"point up ({holding('storage', rules)})."
        )
    before = player.entrant.rating
    if before is not None:
        moved = shown_as(post) - shown_as(before)
        shown += f" (change {change(moved, 0)})"
    text = f"The rating after the event{based}.{kept}"
    formula = None if exact == whole(post) else figure(exact, post)
    return line("post", text, formula, shown, str(rules.citations.storage))


def eligibility_lines(trace: SectionTrace) -> list[Line]:
    """Explain whether both players may play a rated match, by their ratings."""
    rules, entrants = trace.rules, trace.section.entrants
    section = str(rules.citations.match)
    if len(entrants) != 2:
        text = f"A match has two players, and this section {len(entrants)}."
        return [line("match.players", text, None, "no match", section)]
    return [
        _established_line(trace),
        *_distance_line(trace, section),
    ]


def _established_line(trace: SectionTrace) -> Line:
    rule = trace.rules.match_eligibility
    section = cited("match_eligibility", trace.rules)
    since = departure("match_eligibility", trace.rules)
    entrants = trace.section.entrants
    met = all(ELIGIBILITY[rule](entrant) for entrant in entrants)
    value = "met" if met else "not met"
    if rule != "established":
        text = say("Both players of a {match} must be rated.{since}", since=since)
        return line("match.rated", text, None, value, section)
    counts = " and ".join(_count_words(entrant) for entrant in entrants)
    text = say(
        "Both players of a {match} must have an {established} rating, based on more than "
        "{least} games.{since} Theirs are based on {counts}.",
        least=str(ESTABLISHED_ABOVE),
        since=since,
        counts=counts,
    )
    return line("match.established", text, None, value, section)


def _count_words(entrant: Entrant) -> str:
    if entrant.rating is None:
        return "none (unrated)"
    return "an unknown number" if entrant.games is None else str(entrant.games)


def _distance_line(trace: SectionTrace, section: str) -> list[Line]:
    levels = [
        e.rating if e.matches.official is None else e.matches.official
        for e in trace.section.entrants
    ]
    known = [level for level in levels if level is not None]
    if len(known) != 2:
        return []
    low, high = sorted(known)
    published = sum(e.matches.official is not None for e in trace.section.entrants)
    which = (
        "the ratings before the event, because no last published rating is given,",
        "the only last published rating given and the other rating before the event",
        "the last published ratings",
    )[published]
    near = "not more" if high - low <= FURTHEST_APART else "more"
    return [
        line(
            "match.distance",
            say(
                "The players of a {match} may be {most} points apart at most. By {which} "
                "it is {near}.",
                most=rating(FURTHEST_APART),
                which=which,
                near=near,
            ),
            lambda extra: (
                figure(rating(high, extra), high) - figure(rating(low, extra), low)
            ),
            rating(high - low),
            section,
        )
    ]


def _match_lines(player: PlayerTrace, match: MatchTrace, rules: Rules) -> list[Line]:
    before = player.start.r0
    r0 = figure(rating(before))
    lines: list[Line] = []
    for limit, up, down in match.limits:
        lines.append(
            line(
                f"match.{limit}",
                _limit_sentence(limit, up, down, player, rules)
                + departure(_LIMITS[limit], rules),
                at_most(r0 - figure(rating(down)), name("R"), r0 + figure(rating(up))),
                _limit_words(match.uncapped - before, match.result - before, up, down),
                cited(_LIMITS[limit], rules),
            )
        )
    for limit in match.unchecked:
        most = {
            "180 days": rules.match_net_180_days,
            "3 years": rules.match_net_3_years,
        }[limit]
        text = (
            f"The limit for {limit}, {rating(most or 0.0)} points either way, is not "
            "checked: the earlier net change isn't known."
        ) + departure(_LIMITS[limit], rules)
        where = cited(_LIMITS[limit], rules)
        lines.append(line(f"match.{limit}", text, None, "not checked", where))
    if match.limited_by is not None:
        room = match.result - before
        section = cited(_LIMITS[match.limited_by], rules)

        def cut(extra: int) -> Formula:
            start = figure(rating(before, extra), before)
            kept = figure(rating(abs(room), extra), abs(room))
            return start + kept if room >= 0 else start - kept

        lines.append(
            line(
                "match.result",
                f"{rating(match.uncapped)} is cut to the limit.",
                cut,
                rating(match.result),
                section,
            )
        )
    return lines


_LIMITS: Final = {
    "match": "match_change_cap",
    "180 days": "match_net_180_days",
    "3 years": "match_net_3_years",
}
"""The parameter of each limit of a match."""


def _limit_sentence(
    limit: str, up: float, down: float, player: PlayerTrace, rules: Rules
) -> str:
    """Describe a limit: equal in both directions, or reduced by earlier matches."""
    facts = player.entrant.matches
    known = {
        "180 days": (rules.match_net_180_days, facts.net_180_days),
        "3 years": (rules.match_net_3_years, facts.net_3_years),
    }
    most, net = known.get(limit, (None, None))
    if most is None or not net:
        which = "one match" if limit == "match" else limit
        return f"The limit for {which}: {rating(up)} up, {rating(down)} down."
    return (
        f"The limit for {limit} is {rating(most)} either way. Earlier matches have made "
        f"{change(net)}, so {rating(up)} up and {rating(down)} down are left."
    )


def _limit_words(wanted: float, kept: float, up: float, down: float) -> str:
    """Describe the effect of a match limit: none, a cut, or a tighter limit cut."""
    if -down <= wanted <= up:
        return "not reached"
    edge = up if wanted > 0 else -down
    return "cuts" if abs(kept - edge) < 1e-6 else "passed, but another cuts deeper"


def _rounding(
    player: PlayerTrace, floors: FloorTrace, exact: float, trace: SectionTrace
) -> Line:
    """Explain the rounding of the years when ratings were integers."""
    rules, before = trace.rules, player.start.r0
    kept = figure(_unrounded(exact, floors.before))
    way = "it is that rating, and stays"
    if floors.before > exact:
        kept, way = rounded_up(kept), "it is above, so it goes up"
    elif floors.before < exact:
        kept, way = rounded_down(kept), "it is below, so it goes down"
    elif exact != before:
        way = "it is a whole number already"
    began = "the rating before the event"
    if player.entrant.rating is None:
        began = "the starting rating"
    text = say(
        "Ratings are whole numbers ({since}): rounded up above {began}, {before}, and down "
        "below it. {way}.",
        since=holding("storage", rules),
        began=began,
        before=rating(before),
        way=way[:1].upper() + way[1:],
    )
    section = str(rules.citations.storage)
    return line("rounding", text, kept, rating(floors.before), section)


def _unrounded(exact: float, stored: float) -> str:
    """Return a result before rounding, with the digits that show the direction."""
    if abs(exact - stored) < 1e-9:
        return rating(stored)
    for places in range(2, 13):
        text = f"{exact:.{places}f}"
        if 0 < abs(float(text) - stored) < 1:
            return text.replace("-", MINUS)
    return rating(exact)
