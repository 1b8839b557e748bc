"""What the readers of pairing programs' files have in common."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from uscalc.document.findings import Finding
from uscalc.document.model import MOST_ROUNDS, Document, RatingFacts, Section
from uscalc.engine.systems import SYSTEM_NAMES, SYSTEMS, System
from uscalc.formats.errors import EndDateNeededError, FormatError
from uscalc.formats.shared import loose
from uscalc.formats.shared.loose import UNKNOWN

MOST_PLAYERS: Final = 9999
"""In a section; the formats have four digits for a pairing number."""

MOST_SECTIONS: Final = 300


@dataclass(slots=True)
class Notes:
    """What a person should know, as the reading finds it out."""

    assumed: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    systems: list[tuple[System, ...]] = field(default_factory=list)
    """Of each section: those that its ratings are needed in."""


def days_of(
    start: dt.date | None, end: dt.date | None, notes: Notes, needed: EndDateNeededError
) -> tuple[dt.date | None, dt.date]:
    """Return the first and the last day of an event, by what is said or given of them.

    One that says only when it began ended on that day; a first day after the last is
    none. Raises `needed` where no day is known.
    """
    if end is None and start is not None:
        end = start
        notes.assumed.append(
            f"The event ended on {start}, the day it began: no other day is said."
        )
    if end is None:
        raise needed
    return (start if start is not None and start <= end else None), end


def days_said(
    began: object,
    ended: object,
    given: dt.date | None,
    notes: Notes,
    needed: EndDateNeededError,
) -> tuple[dt.date | None, dt.date]:
    """Return the same from what a file says of them; `given` holds where it says no last day.

    What is no day is told, and a last day that is none is never taken for the first.
    """
    start, end = loose.date(began), loose.date(ended)
    for said, day in ((began, start), (ended, end)):
        if day is None and (text := loose.text(said)[:40]):
            notes.left_out.append(f'"{text}" is no day that can be read.')
            if said is ended and given is None:
                raise type(needed)(
                    f'its last day, "{text}", cannot be read',
                    needed.remedy,
                    path=needed.path,
                )
    return days_of(start, end or given, notes, needed)


def check_count(count: int, what: str, most: int, path: Path | None) -> None:
    """Refuses more sections or players than any event has. Raises FormatError."""
    if count > most:
        raise FormatError(
            f"it has {count:,} {what}, and at most {most:,} are possible",
            "check that this is the event's file",
            path=path,
        )


def sections_sentences(document: Document) -> tuple[str, ...]:
    """Return one sentence a section: players, rounds, time control."""
    return tuple(
        f'Section "{section.name}": {_count(len(section.players), "player")}, '
        f"{_count(section.rounds, 'round')}"
        + (f", {section.time_control}." if section.time_control else ".")
        for section in document.sections
    )


def in_all_systems(
    given: Mapping[System, RatingFacts],
) -> tuple[tuple[System, RatingFacts], ...]:
    """Return what is given, and unknown in every other system: nobody is made unrated."""
    return tuple((system, given.get(system, UNKNOWN)) for system in SYSTEMS)


def rated_in(document: Document, systems: Sequence[Sequence[System]]) -> Iterator[str]:
    """Yield for each system whose ratings the file lacks in part: how many it has.

    `systems` are those that each section's ratings are needed in.
    """
    have: Counter[str] = Counter()
    entries: Counter[str] = Counter()
    for section, needed in zip(document.sections, systems, strict=True):
        for player in section.players:
            for system in needed:
                entries[system] += 1
                have[system] += not player.facts(system).unknown
    for system in SYSTEMS:
        if have[system] < entries[system]:
            yield (
                f"{SYSTEM_NAMES[system]} ratings: the file has {have[system]} of "
                f"{entries[system]}; the others are unknown."
            )


def with_rounds(section: Section, planned: object, played: object = None) -> Section:
    """Return the section with the rounds that a file says are planned, and are played.

    What its own results contradict, or no section can have, is not taken.
    """
    whole, over = loose.whole(planned), loose.whole(played)
    if whole is not None and not max(section.rounds, 1) <= whole <= MOST_ROUNDS:
        whole = None
    if over is not None and not 0 <= over <= section.rounds:
        over = None
    return replace(section, planned_rounds=whole, played_rounds=over)


def odd_facts(
    rating: str, member: str, section: int, name: str, player: int
) -> Iterator[Finding]:
    """Yield what cells say of a player's rating and member's number and is not understood."""

    def finding(code: str, message: str, remedy: str) -> Finding:
        return Finding(code, "warns", message, remedy, section, name, player)

    if not loose.is_blank_rating(rating) and loose.rating(rating) is None:
        yield finding(
            "odd-rating",
            f'"{rating[:24]}" is no rating; it is left unknown',
            "give the rating, or say that the player is unrated",
        )
    if re.search(r"[1-9]", member, re.ASCII) and loose.member_id(member) is None:
        yield finding(
            "odd-id",
            f'"{member[:24]}" is no member number; it is not taken over',
            "give the ID",
        )


def without_ends(tokens: list[str]) -> tuple[str, ...]:
    """Return results without the rounds at the end that nothing is said of."""
    while tokens and not tokens[-1]:
        tokens.pop()
    return tuple(tokens)


def _count(count: int, thing: str) -> str:
    return f"{count} {thing}{'s' * (count != 1)}"
