"""Find the systems in which a section is rated: those it names, or by its time control."""

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from uscalc.document.findings import Finding
from uscalc.document.model import FOREIGN, Document, Section
from uscalc.document.rate.check import Place
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.members import Member, list_games
from uscalc.engine.floors import is_established
from uscalc.engine.inputs import ONLINE, SYSTEM_NAMES, System
from uscalc.engine.rules import Rules
from uscalc.engine.table import UnknownRuleError
from uscalc.engine.timecontrol import find_systems, parse_time_control

WORDS = {
    "any-rated": "a Regular rating",
    "established": "an established Regular rating",
}


def find_ineligible_players(
    section: Section,
    members: tuple[Member, ...],
    broken: frozenset[Place],
    rules: Rules,
    index: int,
) -> Iterator[Finding]:
    """Return a finding for each player with results whom these rules do not rate."""
    asked = WORDS.get(rules.foreign_fide)
    if asked is None:
        return
    for member in members:
        facts = member.player.facts("R")
        rated = facts.rating is not None and (
            rules.foreign_fide == "any-rated" or is_established(facts.games)
        )
        if rated or not any(list_games(section, member, broken)):
            continue
        yield Finding(
            "not-eligible",
            "warns",
            f"FIDE events abroad rate only players with {asked}",
            ("Enter the Regular rating and number of games, or delete the results"),
            index,
            section.name,
            member.player.number,
            None,
            "R",
        )


CONTRADICTED: Final = "systems-contradicted"
"""The code of the finding that the named systems don't fit the time control."""
DUAL: Final = frozenset(("R", "Q"))
"""The systems of a time control that counts for both."""


def find_section_systems(
    section: Section, index: int, end: dt.date, rulebook: RuleBook
) -> tuple[tuple[System, ...], Finding | None]:
    """Return the systems a section is rated in, and a finding if they are unknown."""

    def problem(message: str, remedy: str) -> Finding:
        return Finding("systems", "stops", message, remedy, index, section.name)

    if section.kind in FOREIGN:
        if section.systems in (None, ("R",)):
            return ("R",), None
        return ("R",), Finding(
            "regular-only",
            "warns",
            "FIDE events abroad count for Regular only",
            "Clear the rating systems, or select another section type",
            index,
            section.name,
        )
    if section.systems is not None:
        if not section.systems:
            return (), problem(
                "No rating system selected",
                (
                    "Select a rating system, or clear them all to follow the time "
                    "control"
                ),
            )
        return tuple(dict.fromkeys(section.systems)), (
            _find_online_problem(section, index)
            or _find_contradiction(section, index, end, rulebook)
        )
    if not section.time_control:
        return (), problem(
            "No time control or rating system entered",
            (
                'Enter the time control, for example "G/90;d5", or select the rating systems'
            ),
        )
    control = parse_time_control(section.time_control)
    if control is None:
        return (), problem(
            f'Time control "{section.time_control}" can\'t be read',
            (
                'Enter it like "G/90;d5" or "40/120, SD/30;d10", or select the '
                "rating systems"
            ),
        )
    try:
        rules = rulebook(section.rules, end, "R")
    except UnknownRuleError as error:
        return (), problem(
            str(error), "Correct the section's rules, or select rules by date"
        )
    systems = find_systems(control, section.online, rules.time_control)
    if not systems:
        medium = "online" if section.online else "over the board"
        return (), problem(
            (
                f'Time control "{section.time_control}" isn\'t ratable {medium} '
                "under these rules"
            ),
            "Correct it, or select the rating systems",
        )
    return systems, None


def find_counted_systems(
    document: Document, rulebook: RuleBook
) -> tuple[tuple[System, ...], ...]:
    """Return the systems in which each section of an event is rated."""
    return tuple(
        ()
        if section.kind == "unrated"
        else find_section_systems(
            section, index, document.end_date_of(section), rulebook
        )[0]
        for index, section in enumerate(document.sections)
    )


def _find_online_problem(section: Section, index: int) -> Finding | None:
    """Return a finding if the systems of an online section are over-the-board systems."""
    board = [system for system in section.systems or () if system not in ONLINE]
    if not section.online or not board:
        return None
    return Finding(
        "online",
        "warns",
        (
            f"The section was played online, but {', '.join(board)} is for "
            "over-the-board play"
        ),
        'Correct "Online" or the rating systems',
        index,
        section.name,
    )


def has_dual_time(section: Section, rules: Rules) -> bool | None:
    """Return whether the time control counts for Regular and for Quick.

    The reduced K depends on the time control and not on the systems that the section
    names (US Chess 2015 to 2025, section 4.2). Return None if the time control is
    unreadable.
    """
    control = parse_time_control(section.time_control or "")
    return (
        None
        if control is None
        else DUAL.issubset(find_systems(control, False, rules.time_control))
    )


def _find_contradiction(
    section: Section, index: int, end: dt.date, rulebook: RuleBook
) -> Finding | None:
    """Return a finding if the section names other systems than its time control gives."""
    control = parse_time_control(section.time_control or "")
    if control is None or section.kind == "unrated":
        return None
    try:
        rules = rulebook(section.rules, end, "R")
    except UnknownRuleError:
        # Rating the section reports this error.
        return None
    named = set(section.systems or ())
    given = find_systems(control, section.online, rules.time_control)
    if named == set(given) or (section.kind == "estimate" and named <= set(given)):
        return None
    given_words = _join_names(given) if given else "no rating system"
    return Finding(
        CONTRADICTED,
        "warns",
        (
            f'Time control "{section.time_control}" counts for {given_words}, but '
            "the section is set to "
            f"{_join_names(dict.fromkeys(section.systems or ()))}"
        ),
        (
            "Correct the time control or the section's rating systems "
            '("systems" in the file)'
        ),
        index,
        section.name,
    )


def _join_names(systems: Iterable[System]) -> str:
    return " and ".join(SYSTEM_NAMES[system] for system in systems)


LONGEST: Final = dt.timedelta(days=31)
"""The longest possible duration of a section without a first day."""


class OtherDay(NamedTuple):
    """Another day that may decide the rules of a section, and its rules.

    `ended` is the day to rate the section with; None if that day is known.
    """

    rules: Rules
    ended: dt.date | None


def other_days(
    section: Section, end: dt.date, system: System, rules: Rules, rulebook: RuleBook
) -> tuple[OtherDay, ...]:
    """Return the days of a section on which other rules than those of `end` were in force.

    The last day decides, but the 2025 edition names the first day (section 8). A
    section whose last day isn't in the file may also have ended before the event did.
    """
    first = section.start_date
    if rules.date is None or (first is None and section.kind == "estimate"):
        # An estimate is made for the day that was given.
        return ()
    if first is None or first > end:
        first = end - min(LONGEST, end - dt.date.min)
    found: list[OtherDay] = []
    while (since := _find_start(rules)) is not None and since > first:
        before = since - dt.timedelta(days=1)
        rules = rulebook(section.rules, before, system)
        if section.end_date is not None:
            found.append(OtherDay(rules, None))
        else:
            since = max(first, _find_start(rules) or first)
            found += [OtherDay(rules, day) for day in sorted({since, before})]
    return tuple(found)


def _find_start(rules: Rules) -> dt.date | None:
    """Return the first day on which all of these rules were in force."""
    return max(
        [span.start for _, span in rules.spans if span.start is not None], default=None
    )
