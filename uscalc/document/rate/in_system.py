"""Rate a section in one system: all players, or only those whom an edit reaches."""

import datetime as dt
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from uscalc.analysis.whatif import RatedBase, rerate_section_after
from uscalc.counted import count_in_words
from uscalc.document.findings import Finding
from uscalc.document.model import FOREIGN, Section, is_same_except_results
from uscalc.document.rate.check import Place
from uscalc.document.rate.engine_input import (
    RuleBook,
    list_own_games,
    make_event_entrant,
    make_section_input,
    map_places,
)
from uscalc.document.rate.members import Member, list_games
from uscalc.document.rate.rated import SystemRating
from uscalc.document.rate.systems import (
    DUAL,
    OtherDay,
    find_ineligible_players,
    has_dual_time,
    other_days,
)
from uscalc.engine.floors import PRIZE_FLOOR
from uscalc.engine.guide import compute_worksheet
from uscalc.engine.inputs import SYSTEM_NAMES, System
from uscalc.engine.match import describe_match_obstacle
from uscalc.engine.rounding import round_for_display
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section
from uscalc.engine.table import UnknownRuleError
from uscalc.engine.trace import PlayerTrace, SectionTrace
from uscalc.monitor import UNMONITORED, Monitor


class SystemOutcome(NamedTuple):
    """A section's outcome in one system; `rating` is None if it is not rated.

    The rating after the next edit may start from `base`.
    """

    rating: SystemRating | None
    findings: tuple[Finding, ...]
    base: RatedBase | None


class EarlierRating(NamedTuple):
    """An earlier rating of the section, and the members who have changed since.

    Only facts and games of members may have changed: the members, their numbers and the
    section's rules must be the same. Section types with fixed opponents are excluded.
    """

    base: RatedBase
    members: tuple[Member, ...]
    places: dict[int, int]
    changed: Collection[int]
    other_days: tuple[OtherDay, ...]


def rate_system(
    section: Section,
    members: tuple[Member, ...],
    broken: frozenset[Place],
    system: System,
    systems: tuple[System, ...],
    index: int,
    end: dt.date,
    rulebook: RuleBook,
    earlier: EarlierRating | None = None,
    monitor: Monitor = UNMONITORED,
) -> SystemOutcome:
    """Rate a section in one system, and return the rating with its findings.

    With an `earlier` rating, only the players whom a change reaches are rated again;
    the result is the same.
    """
    findings: list[Finding] = []

    def note(
        code: str, stops: bool, message: str, remedy: str, player: int | None
    ) -> None:
        findings.append(
            Finding(
                code,
                "stops" if stops else "warns",
                message,
                remedy,
                index,
                section.name,
                player,
                None,
                system,
            )
        )

    name = SYSTEM_NAMES[system]
    try:
        rules = (
            rulebook(section.rules, end, system)
            if earlier is None
            else earlier.base.trace.rules
        )
    except UnknownRuleError as error:
        note(
            "rules",
            True,
            str(error),
            "Correct the section's rules, or select rules by date",
            None,
        )
        return SystemOutcome(None, tuple(findings), None)
    if system not in rules.systems:
        note(
            "no-such-system",
            False,
            f"These rules have no {name} ratings",
            "Check the section's dates and rating systems",
            None,
        )
    if section.half_k and rules.guide is None:
        note(
            "half-k",
            False,
            "Half K exists only in the 2001 guide and is ignored",
            "Select the rules of the 2001 guide, or clear half K",
            None,
        )
    if section.kind in FOREIGN and rules.foreign_fide == "nobody":
        note(
            "no-foreign-events",
            False,
            "FIDE events abroad aren't rated under these rules",
            "Select a later edition of the rules, or another section type",
            None,
        )
    if section.kind in FOREIGN:
        findings += find_ineligible_players(section, members, broken, rules, index)
    unknown = _find_unknown_rating(section, members, broken, system)
    if unknown is not None:
        what, who = (
            (f"{name} ratings", "all players")
            if unknown == NOBODY
            else (f"{name} rating", "the player")
        )
        note(
            "rating-unknown",
            True,
            f"No {what} entered, so this section isn't {name}-rated",
            f"Enter the {what}, or mark {who} unrated",
            unknown or None,
        )
        return SystemOutcome(None, tuple(findings), None)
    dual = DUAL.issubset(systems)
    if earlier is None:
        by_time = has_dual_time(section, rules)
        # Without a time control, the entered systems decide whether the section is dual
        # rated.
        dual_time = dual if by_time is None else by_time
        engine_input = make_section_input(
            section, members, broken, system, dual_time, end, rules, rulebook, monitor
        )
        base = RatedBase(rate_section(engine_input, rules, monitor))
        places = map_places(section, members)
        days = other_days(section, end, system, rules, rulebook)
    else:
        places = earlier.places
        entrants = {}
        for place in earlier.changed:
            member = members[place]
            if is_same_except_results(earlier.members[place].player, member.player):
                own = list_own_games(section, member, broken, places)
                entrants[place] = replace(
                    earlier.base.trace.section.entrants[place], own=own
                )
            else:
                entrants[place] = make_event_entrant(
                    section, member, broken, system, end, rulebook, places
                )
        base = rerate_section_after(earlier.base, entrants)
        days = earlier.other_days
    trace = base.trace
    findings += find_results_to_confirm(section, trace, index, system, rules)
    for code, reason in trace.notes:
        note(code, False, *MATCH_NOTES[reason], None)
    match = describe_possible_match(trace) if len(trace.players) == 2 else None
    if match is not None:
        note("two-players", False, *match, None)
    guide = (
        None
        if rules.guide is None
        else tuple(
            compute_worksheet(entrant, trace.section, rules.guide)
            for entrant in trace.section.entrants
        )
    )
    return SystemOutcome(
        SystemRating(system, dual, trace, places, guide, days), tuple(findings), base
    )


MATCH_NOTES = {
    "players": (
        (
            "A match has two players. This section doesn't, so it is rated as an "
            "ordinary section"
        ),
        "Set the section type to event",
    ),
    "rating": (
        (
            "The ratings don't allow a rated match, so this match is rated as an "
            "ordinary section"
        ),
        "Check the ratings and numbers of games",
    ),
    "distance": (
        (
            "The players' ratings are more than 400 points apart, so this match is "
            "rated as an ordinary section"
        ),
        "Check the ratings",
    ),
}


NOBODY: Final = 0
"""The result of `_find_unknown_rating` if no rating is known at all."""


def _find_unknown_rating(
    section: Section,
    members: tuple[Member, ...],
    broken: frozenset[Place],
    system: System,
) -> int | None:
    """Return the number of the first player whose rating is needed and unknown.

    Return NOBODY if no rating is known; then there is nothing to show before any game.
    """
    if section.kind in FOREIGN:
        return None
    unknown = [member for member in members if member.player.facts(system).unknown]
    if not unknown:
        return None
    if len(unknown) == len(members):
        return NOBODY
    games = [
        (member.player.number, entry.opponent)
        for member in members
        for _, entry in list_games(section, member, broken)
    ]
    playing = {number for number, _ in games}
    met = {opponent for _, opponent in games}
    return next(
        (
            member.player.number
            for member in unknown
            if member.player.number in playing
            or set(member.list_numbers(section)) & met
        ),
        None,
    )


SEVERAL: Final = 2
"""The number of games from which two players may have played a match."""


def describe_possible_match(trace: SectionTrace) -> tuple[str, str] | None:
    """Return the problem and the fix if a section of two players may be a match.

    Match rules must allow the match, and the two must have met several times or get a
    different rating by these rules.
    """
    section, rules = trace.section, trace.rules
    if section.kind != "event":
        return None
    games = section.entrants[0].m
    match = replace(section, kind="match")
    if not games or describe_match_obstacle(match, rules) is not None:
        return None
    if games < SEVERAL:
        ratings = _round_ratings(trace), _round_ratings(rate_section(match, rules))
        if ratings[0] == ratings[1]:
            return None
    return (
        (
            f"Two players met {count_in_words(games, 'time')}, and this is "
            "rated as an ordinary section"
        ),
        (
            'If it was a match, set the section type to match (kind: "match" '
            "in the file)"
        ),
    )


def _round_ratings(trace: SectionTrace) -> list[float | None]:
    return [
        p.post if p.post is None else round_for_display(p.post) for p in trace.players
    ]


def find_results_to_confirm(
    section: Section, trace: SectionTrace, index: int, system: System, rules: Rules
) -> Iterator[Finding]:
    """Return a finding for each floor that a match asks to lower, and each prize without effect."""
    for player in trace.players:
        if player.entrant.floors.prize is None and not (
            player.floors is not None and player.floors.waived
        ):
            continue
        for code, message, remedy in _of_player(player, rules):
            yield Finding(
                code,
                "warns",
                message,
                remedy,
                index,
                section.name,
                player.entrant.number,
                None,
                system,
            )


def _of_player(player: PlayerTrace, rules: Rules) -> Iterator[tuple[str, str, str]]:
    floors = player.floors
    if floors is not None and floors.waived:
        yield (
            "floor-request",
            (
                f"This match takes the rating to {floors.after:.0f}, below the "
                f"floor {floors.floor}"
            ),
            (
                "The player may ask US Chess to lower the floor by 100. If it "
                "agrees, the rating is "
                f"{max(floors.after, floors.floor - 100):.0f} and the floor "
                f"{floors.floor - 100}; otherwise both are {floors.floor}"
            ),
        )
    prize = player.entrant.floors.prize
    if prize is not None and prize.amount is not None:
        rule = prize.rule or rules.prize_floor
        if not PRIZE_FLOOR[rule](prize.amount):
            yield (
                "prize-too-small",
                (
                    f"A prize of ${prize.amount:g} sets no floor: the rule on that "
                    f"date requires {rule.replace('-', ' ')}"
                ),
                "Correct or delete the prize floor",
            )
