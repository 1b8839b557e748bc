"""Edits of an event's and a section's settings and of a player's facts."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from uscalc.document.edit.unknown_ratings import with_rating
from uscalc.document.facts.table import (
    find_problems,
    list_merged_keys,
    name_fact,
    tidy_changes,
)
from uscalc.document.model import (
    Document,
    Edit,
    EventReport,
    Player,
    PublishedRating,
    RatingFacts,
    RulesChoice,
    Section,
    SectionReport,
    is_unchanged,
    with_player,
    with_section,
)
from uscalc.engine.inputs import SYSTEM_NAMES, SYSTEMS, System

Owner = TypeVar("Owner", Document, EventReport, Section, SectionReport, Player)
"""A part of the event whose fields an edit changes."""


def set_event(document: Document, **changes: Any) -> Edit:
    """Change the event's own fields: name, end_date, chain_sections."""
    name = "Event settings"
    end = changes.get("end_date") or document.end_date
    for section in document.sections:
        if section.start_date is not None and section.start_date > (
            section.end_date or end
        ):
            reason = f'"{section.name}" starts on {section.start_date}'
            return Edit(document, name, (f"{reason}, after the event ends",))
    return _change(document, name, document, changes, lambda event: event)


def set_event_report(document: Document, **changes: str) -> Edit:
    """Change facts of the event that only its rating report needs."""

    def put(report: EventReport) -> Document:
        return replace(document, report=report)

    name = f"Report: {_name_changes(changes)}"
    return _change(document, name, document.report, changes, put)


def set_section_report(document: Document, index: int, **changes: str) -> Edit:
    """Change facts of a section that only its rating report needs."""
    section = document.sections[index]

    def put(report: SectionReport) -> Document:
        return with_section(document, index, replace(section, report=report))

    name = f'Report of "{section.name}": {_name_changes(changes)}'
    return _change(document, name, section.report, changes, put)


def set_section(document: Document, index: int, **changes: Any) -> Edit:
    """Change a section's own fields (not its players)."""
    section = document.sections[index]
    name = f'Settings of "{section.name}"'
    start = changes.get("start_date", section.start_date)
    end = changes.get("end_date", section.end_date) or document.end_date
    if start is not None and start > end:
        return Edit(document, name, (f"start date {start} is after end date {end}",))
    if changes.get("systems", ...) == ():
        return Edit(
            document,
            name,
            (("select a rating system, or clear them all to follow the time control"),),
        )
    return _change(
        document,
        name,
        section,
        changes,
        lambda changed: with_section(document, index, changed),
    )


def set_player(
    document: Document, section_index: int, row: int, **changes: Any
) -> Edit:
    """Change a player's own fields, such as name, id, state, birth, adult, fide, cfc."""
    player = document.sections[section_index].players[row]
    return _change(
        document,
        f"Player {player.number}: {_name_changes(changes)}",
        player,
        changes,
        lambda changed: with_player(document, section_index, row, changed),
    )


def _change(
    document: Document,
    name: str,
    owner: Owner,
    changes: Mapping[str, Any],
    put: Callable[[Owner], Document],
) -> Edit:
    """Return the edit that changes fields of an owner, which `put` puts into the event.

    It is refused if a value is out of bounds, or needed and missing.
    """
    tidy = tidy_changes(type(owner), changes)
    if problems := find_problems(type(owner), tidy):
        return Edit(document, name, problems)
    if is_unchanged(owner, tidy):
        return Edit(document, name)
    return Edit(put(replace(owner, **tidy)), name)


def set_facts(
    document: Document, section_index: int, row: int, system: System, **changes: Any
) -> Edit:
    """Change facts of a player in a system.

    With a new rating, the facts of the old one alone (its date, its source, its
    rounding) go, unless they are given too.
    """
    player = document.sections[section_index].players[row]
    facts = player.facts(system)
    name = f"Player {player.number}, {SYSTEM_NAMES[system]}: {_name_changes(changes)}"
    if problems := find_problems(RatingFacts, changes):
        return Edit(document, name, problems)
    if is_unchanged(facts, changes):
        return Edit(document, name)
    if changes.get("unknown"):
        changes["rating"] = None
    if "rating" in changes and changes["rating"] != facts.rating:
        aside = dict.fromkeys(list_merged_keys(RatingFacts, of_rating=True))
        changes = {**aside, "source": "typed", "unknown": False, **changes}
        if changes["rating"] is None:
            changes["source"] = None
            changes.setdefault("games", None)
    new = replace(facts, **changes)
    changed = with_rating(player, system, new)
    return Edit(with_player(document, section_index, row, changed), name)


def set_published(
    document: Document,
    section_index: int,
    row: int,
    system: System,
    published: PublishedRating | None,
) -> Edit:
    """Change a player's published rating in a system; None removes it."""
    player = document.sections[section_index].players[row]
    name = f"Player {player.number}, {SYSTEM_NAMES[system]}: published"
    if published is not None:
        shown = {"rating": published.rating, "games": published.games}
        if problems := find_problems(PublishedRating, shown):
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


def _name_changes(changes: dict[str, Any]) -> str:
    """Name the changed fields."""
    words = map(name_fact, changes)
    return ", ".join(word for word in words if word)


def choose_edition(document: Document, index: int, edition: str | None) -> Edit:
    """Rate a section by an edition, or (None) by its date; overrides stay."""
    chosen = document.sections[index].rules
    edit = set_section(document, index, rules=RulesChoice(edition, chosen.overrides))
    said = "by date" if edition is None else edition
    return Edit(edit.document, f"Rules: {said}", edit.refused)


def override_rule(
    document: Document, index: int, name: str, value: str | float | None, title: str
) -> Edit:
    """Replace the value of one rule; None means no limit."""
    chosen = document.sections[index].rules
    kept = [(key, old) for key, old in chosen.overrides if key != name]
    rules = RulesChoice(chosen.edition, (*kept, (name, value)))
    if rules.edition == chosen.edition and dict(chosen.overrides) == dict(
        rules.overrides
    ):
        return Edit(document, title)
    edit = set_section(document, index, rules=rules)
    return Edit(edit.document, f"{title} replaced", edit.refused)


def restore_rule(document: Document, index: int, name: str, title: str) -> Edit:
    """Remove the override of one rule."""
    chosen = document.sections[index].rules
    kept = tuple((key, old) for key, old in chosen.overrides if key != name)
    edit = set_section(document, index, rules=RulesChoice(chosen.edition, kept))
    return Edit(edit.document, f"{title} restored", edit.refused)


def restore_rules(document: Document, index: int) -> Edit:
    """Remove every override."""
    edition = document.sections[index].rules.edition
    edit = set_section(document, index, rules=RulesChoice(edition))
    return Edit(edit.document, "All rules restored", edit.refused)
