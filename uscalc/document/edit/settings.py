"""Edits of an event's and a section's settings and of a player's facts."""

import math
from dataclasses import replace
from typing import Any

from uscalc.document.change import Edit, same, with_player, with_section
from uscalc.document.edit.unsaid import with_facts
from uscalc.document.model import (
    HIGHEST_RATING,
    LOWEST_RATING,
    MOST_ROUNDS,
    Document,
    ForeignRating,
    Matches,
    OfficeInitial,
    PrizeFloor,
    Published,
)
from uscalc.engine.systems import SYSTEM_NAMES, SYSTEMS, System

RATINGS = ("rating", "peak", "ceiling", "official", "floor")
COUNTS = ("games", "wins", "draws", "events")
MOST_COUNTED = 100_000
MOST_MONEY = 10_000_000
HIGHEST_FOREIGN = 4000.0
WORDS = {
    "id": "member ID",
    "chief_td": "chief director",
    "assistant_td": "assistant director",
    "other_tds": "other directors",
    "zip": "ZIP code",
    "event_id": "number at the federation",
    "crosstable": "mark for a crosstable on paper",
    "birth": "birth date",
    "fide": "FIDE rating",
    "cfc": "CFC rating",
    "unknown": "",
    "rating": "rating",
    "games": "number of games",
    "peak": "highest rating",
    "floor": "floor",
    "prize_floor": "prize floor",
    "ceiling": "ceiling",
    "official": "published rating",
    "wins": "wins",
    "draws": "draws",
    "events": "events",
    "initial": "starting rating",
    "matches": "earlier matches",
    "record": "earlier results",
    "as_of": "date of the rating",
}
"""What fields are called in names of edits and in refusals; nothing: not named."""


def set_event(document: Document, **changes: Any) -> Edit:
    """Return other values for the event's own fields: name, end_date, chain_sections."""
    name = "Event settings"
    if "name" in changes:
        changes["name"] = " ".join(changes["name"].split())
        if not changes["name"]:
            return Edit(document, name, ("an event needs a name",))
    end = changes.get("end_date", document.end_date)
    for section in document.sections:
        if section.start_date is not None and section.start_date > (
            section.end_date or end
        ):
            reason = f'"{section.name}" begins on {section.start_date}'
            return Edit(document, name, (f"{reason}, after the event",))
    if same(document, changes):
        return Edit(document, name)
    return Edit(replace(document, **changes), name)


def set_event_report(document: Document, **changes: str) -> Edit:
    """Return other values for what a ratings report says of the event."""
    report = replace(document.report, **_flat(changes))
    name = f"Report: {_listed(changes)}"
    if report == document.report:
        return Edit(document, name)
    return Edit(replace(document, report=report), name)


def set_section_report(document: Document, index: int, **changes: str) -> Edit:
    """Return other values for what a ratings report says of a section."""
    section = document.sections[index]
    report = replace(section.report, **_flat(changes))
    name = f'Report of "{section.name}": {_listed(changes)}'
    if report == section.report:
        return Edit(document, name)
    return Edit(with_section(document, index, replace(section, report=report)), name)


def _flat(changes: dict[str, str]) -> dict[str, str]:
    said = {key: " ".join(text.split()) for key, text in changes.items()}
    # Its A is a capital, however it is typed.
    return {k: v.upper() if k == "affiliate" else v for k, v in said.items()}


def set_section(document: Document, index: int, **changes: Any) -> Edit:
    """Return other values for a section's own fields (not its players)."""
    section = document.sections[index]
    name = f'Settings of "{section.name}"'
    if "name" in changes:
        changes["name"] = " ".join(changes["name"].split())
        if not changes["name"]:
            return Edit(document, name, ("a section needs a name",))
    start = changes.get("start_date", section.start_date)
    end = changes.get("end_date", section.end_date) or document.end_date
    if start is not None and start > end:
        return Edit(document, name, (f"it begins on {start} and ends on {end}",))
    planned = changes.get("planned_rounds")
    if planned is not None and not 1 <= planned <= MOST_ROUNDS:
        return Edit(document, name, (f"a section has 1 to {MOST_ROUNDS} rounds",))
    if changes.get("systems", ...) == ():
        return Edit(document, name, ("choose a system, or let the time control say",))
    if same(section, changes):
        return Edit(document, name)
    return Edit(with_section(document, index, replace(section, **changes)), name)


def set_player(
    document: Document, section_index: int, row: int, **changes: Any
) -> Edit:
    """Return other values for a player's own fields: name, id, state, birth, adult, fide, cfc."""
    player = document.sections[section_index].players[row]
    name = f"Player {player.number}: {_listed(changes)}"
    for key in ("name", "id", "state"):
        if isinstance(changes.get(key), str):
            changes[key] = " ".join(changes[key].split())
    for key in ("id", "state"):
        if changes.get(key) == "":
            changes[key] = None
    for key in ("fide", "cfc"):
        rating = changes.get(key)
        if isinstance(rating, ForeignRating) and not (
            0 < rating.rating <= HIGHEST_FOREIGN
        ):
            reason = f"a {key.upper()} rating lies between 1 and {HIGHEST_FOREIGN:.0f}"
            return Edit(document, name, (reason,))
    if same(player, changes):
        return Edit(document, name)
    return Edit(
        with_player(document, section_index, row, replace(player, **changes)), name
    )


def set_facts(
    document: Document, section_index: int, row: int, system: System, **changes: Any
) -> Edit:
    """Return other facts of a player in a system.

    With another rating, what was known of the old one alone (its date, its source, how
    it was rounded) goes, unless it is given too.
    """
    player = document.sections[section_index].players[row]
    facts = player.facts(system)
    name = f"Player {player.number}, {SYSTEM_NAMES[system]}: {_listed(changes)}"
    problems = fact_problems(changes)
    if problems:
        return Edit(document, name, problems)
    if same(facts, changes):
        return Edit(document, name)
    if changes.get("unknown"):
        changes["rating"] = None
    if "rating" in changes and changes["rating"] != facts.rating:
        aside = {"as_of": None, "rounded": None, "source": "typed", "unknown": False}
        changes = {**aside, **changes}
        if changes["rating"] is None:
            changes["source"] = None
            changes.setdefault("games", None)
    new = replace(facts, **changes)
    changed = with_facts(player, system, new)
    return Edit(with_player(document, section_index, row, changed), name)


def set_published(
    document: Document,
    section_index: int,
    row: int,
    system: System,
    published: Published | None,
) -> Edit:
    """Return what the federation published of a player in a system; None: nothing known."""
    player = document.sections[section_index].players[row]
    name = f"Player {player.number}, {SYSTEM_NAMES[system]}: published"
    if published is not None:
        problems = fact_problems({"rating": published.rating, "games": published.games})
        if problems:
            return Edit(document, name, problems)
    if player.published_in(system) == published:
        return Edit(document, name)
    known = dict(player.published)
    known.pop(system, None)
    if published is not None:
        known[system] = published
    ordered = tuple((key, known[key]) for key in SYSTEMS if key in known)
    changed = replace(player, published=ordered)
    return Edit(with_player(document, section_index, row, changed), name)


def _listed(changes: dict[str, Any]) -> str:
    """Return the changed fields in words."""
    words = [WORDS.get(key, key.replace("_", " ")) for key in changes]
    return ", ".join(word for word in words if word)


def fact_problems(changes: dict[str, Any]) -> tuple[str, ...]:
    """Return why facts cannot be so: ratings, counts and levels out of their bounds."""
    ratings = {key: changes.get(key) for key in RATINGS}
    counts = {key: changes.get(key) for key in COUNTS}
    prize: PrizeFloor | None = changes.get("prize_floor")
    initial: OfficeInitial | None = changes.get("initial")
    matches: Matches | None = changes.get("matches")
    problems = []
    if prize is not None:
        ratings["prize_floor"] = prize.level
        if prize.amount is not None and not 0 <= prize.amount <= MOST_MONEY:
            problems.append(f"a prize lies between 0 and {MOST_MONEY} dollars")
    if initial is not None:
        ratings["initial"] = initial.rating
        counts["initial"] = initial.games
    if matches is not None:
        for net in (matches.net_180_days, matches.net_3_years):
            if net is not None and not abs(net) <= HIGHEST_RATING:
                problems.append(
                    f"a net change lies between -{HIGHEST_RATING:.0f} and "
                    f"{HIGHEST_RATING:.0f}"
                )
    for key, value in ratings.items():
        if value is not None and not (
            math.isfinite(value) and LOWEST_RATING <= value <= HIGHEST_RATING
        ):
            problems.append(
                f"{WORDS[key]}: it lies between {LOWEST_RATING:.0f} and "
                f"{HIGHEST_RATING:.0f}"
            )
    for key, value in counts.items():
        if value is not None and not 0 <= value <= MOST_COUNTED:
            problems.append(f"{WORDS[key]}: it lies between 0 and {MOST_COUNTED}")
    return tuple(problems)
