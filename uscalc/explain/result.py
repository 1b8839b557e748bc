"""Explain how Step 5 becomes the post-event rating: limits, rounding, floors, ceiling."""

from collections.abc import Iterator
from typing import Final

from uscalc.engine.floors import ESTABLISHED_ABOVE
from uscalc.engine.inputs import Entrant
from uscalc.engine.match import ELIGIBILITY, FURTHEST_APART
from uscalc.engine.rounding import round_for_display as shown_as
from uscalc.engine.rules import Rules
from uscalc.engine.trace import FloorTrace, MatchTrace, PlayerTrace, SectionTrace
from uscalc.explain.floors import explain_floors
from uscalc.explain.formula import (
    TypesetFormula,
    join_at_most,
    make_figure,
    make_name,
    make_rating,
    make_rounded,
)
from uscalc.explain.model import DerivationLine, make_line
from uscalc.explain.numbers import (
    MINUS,
    fill_template,
    format_change,
    format_deciding_digits,
    format_game_count,
    format_rating,
    format_whole_rating,
)
from uscalc.explain.since import cite_parameter, describe_departure, describe_validity


def explain_result(
    player: PlayerTrace, trace: SectionTrace
) -> tuple[DerivationLine, ...]:
    """Explain the changes to a rating after Step 5."""
    rules = trace.rules
    lines: list[DerivationLine] = []
    match, floors = player.match, player.floors
    if trace.section.kind == "match":
        lines += explain_match_eligibility(trace)
    if match is not None:
        lines += _explain_match_limits(player, match, rules)
    if (
        player.rounded_from is not None
        and rules.has_integer_ratings
        and floors is not None
    ):
        lines.append(_explain_rounding(player, floors, player.rounded_from, trace))
    if floors is not None:
        lines += explain_floors(player, floors, trace)
    if player.post is not None:
        lines.append(_explain_post_rating(player, player.post, trace))
    return tuple(lines)


def _explain_post_rating(
    player: PlayerTrace, post: float, trace: SectionTrace
) -> DerivationLine:
    """Explain the post-event rating: stored, displayed, and the change."""
    rules, count = trace.rules, player.post_games
    based = "" if count is None else f", based on {format_game_count(count)}"
    if count is not None and player.start.n:
        based += f": {player.start.n} before and {player.entrant.m} here"
    exact = format_deciding_digits(post, 4).rstrip("0").rstrip(".").replace("-", MINUS)
    shown = format_whole_rating(post)
    kept = (
        ""
        if rules.has_integer_ratings
        else (
            " It is stored with decimals and displayed as the nearest whole number, "
            f"with .5 rounded up ({describe_validity('storage', rules)})."
        )
    )
    before = player.entrant.rating
    if before is not None:
        shown += f" (change {format_change(shown_as(post) - shown_as(before), 0)})"
    text = f"The post-event rating{based}."
    return make_line(
        "post",
        text + kept,
        None if exact == format_whole_rating(post) else make_figure(exact, post),
        shown,
        str(rules.citations.storage),
        brief=text
        + (describe_departure("storage", rules, "The storage") if kept else ""),
    )


def explain_match_eligibility(trace: SectionTrace) -> list[DerivationLine]:
    """Explain whether the ratings of both players are eligible for a match."""
    rules, entrants = trace.rules, trace.section.entrants
    section = str(rules.citations.match)
    if len(entrants) != 2:
        text = f"A match has two players; this section has {len(entrants)}."
        return [make_line("match.players", text, None, "no match", section)]
    return [
        _explain_established(trace),
        *_explain_rating_difference(trace, section),
    ]


def _explain_established(trace: SectionTrace) -> DerivationLine:
    rule = trace.rules.match_eligibility
    section = cite_parameter("match_eligibility", trace.rules)
    since = describe_departure("match_eligibility", trace.rules)
    entrants = trace.section.entrants
    value = "met" if all(map(ELIGIBILITY[rule], entrants)) else "not met"
    if rule != "established":
        text = fill_template(
            "Both players of a {match} must be rated.{since}", since=since
        )
        return make_line("match.rated", text, None, value, section)
    text = fill_template(
        "Both players of a {match} must have an {established} rating, based on more "
        "than "
        "{least} games.{since} The numbers of games here are {counts}.",
        least=str(ESTABLISHED_ABOVE),
        since=since,
        counts=" and ".join(_describe_game_count(entrant) for entrant in entrants),
    )
    return make_line("match.established", text, None, value, section)


def _describe_game_count(entrant: Entrant) -> str:
    if entrant.rating is None:
        return "none (unrated)"
    return (
        f"more than {ESTABLISHED_ABOVE} (assumed)"
        if entrant.games is None
        else str(entrant.games)
    )


def _explain_rating_difference(
    trace: SectionTrace, section: str
) -> list[DerivationLine]:
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
        "the pre-event ratings (no last published rating is given)",
        "one last published and one pre-event rating (only one published rating is "
        "given)",
        "the last published ratings",
    )[published]
    near = (
        "are within this limit" if high - low <= FURTHEST_APART else "are farther apart"
    )
    return [
        make_line(
            "match.distance",
            fill_template(
                "The players of a {match} may be at most {most} points apart. By "
                "{which}, these two {near}.",
                most=format_rating(FURTHEST_APART),
                near=near,
                which=which,
            ),
            lambda extra: make_rating(high, extra) - make_rating(low, extra),
            format_rating(high - low),
            section,
        )
    ]


def _explain_match_limits(
    player: PlayerTrace, match: MatchTrace, rules: Rules
) -> Iterator[DerivationLine]:
    before = player.start.r0
    r0 = make_figure(format_rating(before))
    for limit, up, down in match.limits:
        yield make_line(
            f"match.{limit}",
            _describe_limit(limit, up, down, player, rules)
            + describe_departure(_LIMITS[limit], rules),
            join_at_most(
                r0 - make_figure(format_rating(down)),
                make_name("R"),
                r0 + make_figure(format_rating(up)),
            ),
            _describe_limit_effect(
                match.uncapped - before, match.result - before, up, down
            ),
            cite_parameter(_LIMITS[limit], rules),
        )
    for limit in match.unchecked:
        most = {
            "180 days": rules.match_net_180_days,
            "3 years": rules.match_net_3_years,
        }[limit]
        text = (
            f"The limit for {limit}, {format_rating(most or 0.0)} points either way, "
            "isn't "
            "checked because the earlier net change is unknown."
        ) + describe_departure(_LIMITS[limit], rules)
        where = cite_parameter(_LIMITS[limit], rules)
        yield make_line(f"match.{limit}", text, None, "not checked", where)
    if match.limited_by is not None:
        room = match.result - before

        def typeset_capped_result(extra: int) -> TypesetFormula:
            start, kept = make_rating(before, extra), make_rating(abs(room), extra)
            return start + kept if room >= 0 else start - kept

        yield make_line(
            "match.result",
            f"{format_rating(match.uncapped)} is beyond the limit, so the limit is "
            "the result.",
            typeset_capped_result,
            format_rating(match.result),
            cite_parameter(_LIMITS[match.limited_by], rules),
        )


_LIMITS: Final = {
    "match": "match_change_cap",
    "180 days": "match_net_180_days",
    "3 years": "match_net_3_years",
}
"""The parameter of each limit of a match."""


def _describe_limit(
    limit: str, up: float, down: float, player: PlayerTrace, rules: Rules
) -> str:
    """Return how much a match may change a rating, given the player's earlier matches."""
    facts = player.entrant.matches
    most, net = {
        "180 days": (rules.match_net_180_days, facts.net_180_days),
        "3 years": (rules.match_net_3_years, facts.net_3_years),
    }.get(limit, (None, None))
    if most is None or not net:
        which = "one match" if limit == "match" else limit
        return (
            f"The limit for {which} is {format_rating(up)} points up and "
            f"{format_rating(down)} down."
        )
    return (
        f"The limit for {limit} is {format_rating(most)} points either way. Earlier "
        "matches "
        f"changed the rating by {format_change(net)}, which leaves {format_rating(up)} "
        "up "
        f"and {format_rating(down)} down."
    )


def _describe_limit_effect(wanted: float, kept: float, up: float, down: float) -> str:
    """Return what a limit does: nothing, a cut, or nothing because another limit cuts more."""
    if -down <= wanted <= up:
        return "not reached"
    return (
        "applies"
        if abs(kept - (up if wanted > 0 else -down)) < 1e-6
        else "exceeded, but another limit is stricter"
    )


def _explain_rounding(
    player: PlayerTrace, floors: FloorTrace, exact: float, trace: SectionTrace
) -> DerivationLine:
    """Explain the rounding in the years when ratings were whole numbers."""
    rules, before = trace.rules, player.start.r0
    kept = make_figure(_format_unrounded(exact, floors.before))
    way = "This one is unchanged and stays"
    if floors.before > exact:
        kept = make_rounded(kept, up=True)
        way = "This one is higher and is rounded up"
    elif floors.before < exact:
        kept = make_rounded(kept, up=False)
        way = "This one is lower and is rounded down"
    elif exact != before:
        way = "This one is already a whole number"
    text = fill_template(
        "Ratings are whole numbers ({since}). A rating above {began}, {before}, is "
        "rounded up; a lower one is rounded down. {way}.",
        since=describe_validity("storage", rules),
        began="the starting rating"
        if player.entrant.rating is None
        else "the pre-event rating",
        before=format_rating(before),
        way=way,
    )
    after, section = format_rating(floors.before), str(rules.citations.storage)
    return make_line("rounding", text, kept, after, section)


def _format_unrounded(exact: float, stored: float) -> str:
    """Return a result before rounding, with enough digits to show the direction."""
    if abs(exact - stored) < 1e-9:
        return format_rating(stored)
    texts = (f"{exact:.{places}f}" for places in range(2, 13))
    near = (text for text in texts if 0 < abs(float(text) - stored) < 1)
    return next(near, format_rating(exact)).replace("-", MINUS)
