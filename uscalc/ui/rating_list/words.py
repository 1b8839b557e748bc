"""Describe members in registration: ratings, membership, entries; no Qt."""

import datetime as dt
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from uscalc.document.merge.listed import (
    CHOICE,
    FoundMember,
    ListEntry,
    PlannedFill,
    plan_fill_listed,
)
from uscalc.document.merge.people import may_be_one_person
from uscalc.document.model import Document
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.ratinglist.cells import parse_expiry, split_words
from uscalc.ratinglist.matching import Place

SHORTEST_ID: Final = 6
"""A number with at least this many digits is a member ID, not part of a name."""


def matches_beginnings(entry: ListEntry, text: str) -> bool:
    """Return whether all typed words begin words of the name or state, or match the ID."""
    said = (*split_words(entry.name), *split_words(entry.id), *split_words(entry.state))
    return all(
        any(one.startswith(word) for one in said)
        or (word.isdecimal() and entry.id.endswith(word))
        for word in split_words(text)
    )


def is_abbreviation(typed: str, name: str) -> bool:
    """Return whether a name was typed by the beginnings of its words."""
    ours, theirs = split_words(typed), split_words(name)
    return set(ours) != set(theirs) and all(
        any(word.startswith(one) for word in theirs) for one in ours
    )


def parse_typed_player(text: str) -> tuple[str, str]:
    """Return the name and the ID of a new player, as typed.

    A name typed without capitals gets them.
    """
    parts = text.split()
    ids = [part for part in parts if part.isdecimal() and len(part) >= SHORTEST_ID]
    name = " ".join(part for part in parts if not part.isdecimal())
    if name == name.lower():
        name = "".join(
            letter.upper() if not place or name[place - 1] in " -'\u2019" else letter
            for place, letter in enumerate(name)
        )
    return name, ids[0] if len(ids) == 1 else ""


def describe_new_player(text: str) -> str:
    """Return the text of the row for a new player."""
    name, member = parse_typed_player(text)
    if not (name or member):
        return ""
    who = f"“{name}”" if name else "a player"
    having = f"with ID {member}" if member else "without an ID"
    return f"Add {who} as a new player, {having}  (Ctrl+Enter)"


# Members


def find_expiry_before(entry: ListEntry, end: dt.date) -> dt.date | None:
    """Return the day on which a membership ended before the event's end, or None."""
    day = parse_expiry(entry.expires)
    return day if day is not None and day < end else None


def describe_expiry(entry: ListEntry, end: dt.date) -> str:
    """Return the day of expiry, with a mark if it is before the event's end."""
    day = parse_expiry(entry.expires)
    if day is None:
        return entry.expires
    return f"! {day}" if find_expiry_before(entry, end) else str(day)


def describe_ratings(entry: ListEntry) -> str:
    """Describe every rating with its supplement."""
    rated = [(listed.as_of, system, listed) for system, listed in entry.ratings]
    rated = [one for one in rated if one[2].rating is not None or not one[2].readable]
    if not rated:
        return "Unrated in all supplements"
    parts = []
    for day, group in groupby(rated, key=lambda one: one[0]):
        said = ", ".join(
            f"{SYSTEM_NAMES[system]} {listed}" for _, system, listed in group
        )
        parts.append(f"{said} ({day} supplement)" if day else said)
    return "; ".join(parts)


def describe_member(entry: ListEntry) -> str:
    """Describe a member in a line: ratings and birth year."""
    born = f"; born {entry.birth_year}" if entry.birth_year else ""
    return f"{entry.name or entry.id}: {describe_ratings(entry)}{born}."


def list_cautions(entry: ListEntry, end: dt.date) -> Iterator[str]:
    """Yield warnings for the director before the member is entered."""
    day = find_expiry_before(entry, end)
    if day is not None:
        yield f"Membership expired on {day}, before the event ended ({end})."
    later = sorted(
        {one.as_of for _, one in entry.ratings if one.as_of and one.as_of > end}
    )
    if later:
        yield describe_later_list(f"The {later[0]} supplement", end)


def describe_later_list(which: str, end: dt.date) -> str:
    """Describe how the ratings of a supplement that is later than the event are used."""
    return (
        f"{which} is dated after the event ended ({end}). Its ratings will be used as "
        "pre-event ratings, without a date."
    )


# Entries in the event


def describe_standing(
    document: Document, section: int, known: Sequence[Place], unsure: Sequence[Place]
) -> str:
    """Describe the entries of a member, or of namesakes without ID, briefly."""
    said = [_describe_place(document, section, place) for place in known]
    said += [f"{_describe_place(document, section, one)}, no ID" for one in unsure]
    return "; ".join(said)


def _describe_place(document: Document, section: int, place: Place) -> str:
    index, row = place
    number = document.sections[index].players[row].number
    where = "here" if index == section else f"in {document.sections[index].name}"
    return f"#{number} {where}"


def describe_places(document: Document, section: int, places: Sequence[Place]) -> str:
    """Describe the entries of a member, at length."""
    said = []
    for index, row in places:
        number = document.sections[index].players[row].number
        name = document.sections[index].name
        where = "in this section" if index == section else f"in {name}"
        said.append(f"player {number} {where}")
    return " and ".join(said)


def plan_player_fill(
    document: Document, place: Place, entry: ListEntry, as_of: dt.date
) -> PlannedFill:
    """Return the changes, with a doubt if the supplement has a different name."""
    section, row = place
    player = document.sections[section].players[row]
    doubt = ""
    if not may_be_one_person(player.name, entry.name):
        doubt = f"the supplement has a different name, {entry.name}"
    begun = not player.member and is_abbreviation(player.name, entry.name)
    name = entry.name if begun else ""
    found = FoundMember(section, row, entry, CHOICE, doubt, name)
    (plan,) = plan_fill_listed(document, (found,), as_of)
    return plan
