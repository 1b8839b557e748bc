"""Rates a section in one system: everybody, or only those whom an edit reaches."""

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from uscalc.analysis.whatif import RatedBase, rerate_section_after
from uscalc.document.findings import Finding
from uscalc.document.model import Section, same_but_results
from uscalc.document.rate.check import Place
from uscalc.document.rate.engine_input import (
    FOREIGN,
    RuleBook,
    event_entrant,
    list_own_games,
    places_of,
    section_input,
)
from uscalc.document.rate.holes import perhaps_a_match, results_to_see
from uscalc.document.rate.members import Member, list_games
from uscalc.document.rate.systems import (
    DUAL,
    OtherDay,
    has_dual_time,
    not_eligible,
    other_days,
)
from uscalc.engine.guide import GuideWorksheet, compute_worksheet
from uscalc.engine.inputs import SYSTEM_NAMES, System
from uscalc.engine.section import rate_section
from uscalc.engine.table import UnknownRuleError
from uscalc.engine.trace import PlayerTrace, SectionTrace
from uscalc.monitor import UNMONITORED, Monitor


@dataclass(frozen=True, slots=True)
class SystemRating:
    """One section rated in one system.

    `dual` says that it is rated in Regular and in Quick; whether K is reduced depends
    on the time control, and `trace.section` has it. `places` finds a pairing number's
    trace. `guide` holds the worksheets of the guide of 2001, in the order of the
    entrants, when its rules were asked for. `other_days` are those that may decide the
    rules as well.
    """

    system: System
    dual: bool
    trace: SectionTrace
    places: dict[int, int]
    guide: tuple[GuideWorksheet, ...] | None = None
    other_days: tuple[OtherDay, ...] = ()

    def find_trace(self, number: int) -> PlayerTrace:
        """Return the trace of a pairing number; re-entries share one."""
        return self.trace.players[self.places[number]]

    def find_worksheet(self, number: int) -> GuideWorksheet | None:
        """Return the guide's worksheet of a pairing number, under the guide's rules."""
        return None if self.guide is None else self.guide[self.places[number]]

    def find_post(self, number: int) -> float | None:
        """Return the new rating of a pairing number; under the guide, the guide's answer."""
        worked = self.find_worksheet(number)
        return self.find_trace(number).post if worked is None else worked.result


class SystemOutcome(NamedTuple):
    """A section's outcome in one system; `rating` None where it is not rated.

    The rating after the next edit may start from `base`.
    """

    rating: SystemRating | None
    findings: tuple[Finding, ...]
    base: RatedBase | None


class EarlierRating(NamedTuple):
    """An earlier rating of the section, and the members who have changed since.

    Only facts and games of members may have changed: the same members have the same
    numbers, and the section the same rules. Not for kinds of section in which opponents
    have fixed strengths.
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
    """Return a section's rating in one system, and what to say of it.

    With an `earlier` rating only those whom a change reaches are rated; the result is
    the same.
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
        findings += not_eligible(section, members, broken, rules, index)
    unknown = _unknown_rating(section, members, broken, system)
    if unknown is not None:
        if unknown == NOBODY:
            note(
                "rating-unknown",
                True,
                f"No {name} ratings entered, so this section isn't {name}-rated",
                f"Enter the {name} ratings, or mark all players unrated",
                None,
            )
        else:
            note(
                "rating-unknown",
                True,
                f"No {name} rating entered, so this section isn't {name}-rated",
                f"Enter the {name} rating, or mark the player unrated",
                unknown,
            )
        return SystemOutcome(None, tuple(findings), None)
    dual = DUAL.issubset(systems)
    if earlier is None:
        by_time = has_dual_time(section, rules)
        # Without a time control, the systems say whether it is one of dual rating.
        dual_time = dual if by_time is None else by_time
        engine_input = section_input(
            section, members, broken, system, dual_time, end, rules, rulebook, monitor
        )
        base = RatedBase(rate_section(engine_input, rules, monitor))
        places = places_of(section, members)
        days = other_days(section, end, system, rules, rulebook)
    else:
        places = earlier.places
        entrants = {}
        for place in earlier.changed:
            member = members[place]
            if same_but_results(earlier.members[place].player, member.player):
                own = list_own_games(section, member, broken, places)
                old = earlier.base.trace.section.entrants[place]
                entrants[place] = replace(old, own=own)
            else:
                entrants[place] = event_entrant(
                    section, member, broken, system, end, rulebook, places
                )
        base = rerate_section_after(earlier.base, entrants)
        days = earlier.other_days
    trace = base.trace
    findings += results_to_see(section, trace, index, system, rules)
    for code, reason in trace.notes:
        note(code, False, *MATCH_NOTES[reason], None)
    if len(trace.players) == 2:
        match = perhaps_a_match(trace)
        if match is not None:
            note("two-players", False, *match, None)
    guide = None
    if rules.guide is not None:
        tables, given = rules.guide, trace.section
        guide = tuple(
            compute_worksheet(entrant, given, tables) for entrant in given.entrants
        )
    rating = SystemRating(system, dual, trace, places, guide, days)
    return SystemOutcome(rating, tuple(findings), base)


MATCH_NOTES = {
    "players": (
        ("A match has two players; this section is rated as an ordinary one"),
        "Set the section type to event",
    ),
    "rating": (
        (
            "The ratings don't allow a rated match, so this one is rated as an ordinary section"
        ),
        "Check the ratings and numbers of games",
    ),
    "distance": (
        (
            "The players' ratings are more than 400 points apart; rated as "
            "an ordinary section"
        ),
        "Check the ratings",
    ),
}


NOBODY: Final = 0
"""Replaces a player's number if no player has a rating."""


def _unknown_rating(
    section: Section,
    members: tuple[Member, ...],
    broken: frozenset[Place],
    system: System,
) -> int | None:
    """Return the number of the first player whose rating is needed and unknown.

    NOBODY where no rating is known: then there is nothing to show before any game.
    """
    if section.kind in FOREIGN:
        return None
    unknown = [member for member in members if member.player.facts(system).unknown]
    if not unknown:
        return None
    if len(unknown) == len(members):
        return NOBODY
    met: set[int] = set()
    playing: set[int] = set()
    for member in members:
        for _, entry in list_games(section, member, broken):
            playing.add(member.player.number)
            if entry.opponent is not None:
                met.add(entry.opponent)
    for member in unknown:
        numbers = set(member.list_numbers(section))
        if member.player.number in playing or numbers & met:
            return member.player.number
    return None
