"""Decide whether a linked file still holds the same tournament."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

from uscalc.document.merge.alignment import match_sections_by_name
from uscalc.document.merge.people import (
    count_shared,
    match_players,
    name_key,
    person_key,
)
from uscalc.document.model import Document, Player, Section

SHARE = 0.5
"""The share of the known members that must be in the file."""


@dataclass(frozen=True, slots=True)
class EventComparison:
    """A comparison of two states of a file: `found` of the `members` are in both.

    `known` is False if nothing was read before; then any content is accepted.
    """

    known: bool
    title: bool
    dates: bool
    members: int
    found: int

    @property
    def same(self) -> bool:
        """True if both states are one tournament.

        At least half of the known members must be in the new file, and the title or the
        dates must agree. The share counts the known members, not the smaller of the two
        lists: a tournament keeps its players, while a small event may share two guests
        with another. Without known members, title or dates decide alone.
        """
        if not self.known:
            return True
        return (self.title or self.dates) and self.found >= SHARE * self.members


def get_last_known(document: Document) -> Document:
    """Return the last merged state of a linked file.

    Before the first merge, this is the event itself, if it has players.
    """
    if document.link is not None and document.link.base.sections:
        return document.link.base
    return document if _list_members(document) else replace(document, sections=())


def compare_events(before: Document, now: Document) -> EventComparison:
    """Return the tournament as the file had it, and what the file has now."""
    known, there = _list_members(before), _list_members(now)
    return EventComparison(
        bool(before.sections),
        name_key(before.name) == name_key(now.name),
        _find_first_and_last_day(before) == _find_first_and_last_day(now),
        len(known),
        # An ID may have been given to a player since, or taken away again.
        int(count_shared(known, there, name_key)),
    )


def _find_first_and_last_day(document: Document) -> tuple[dt.date, dt.date]:
    """Return the first and the last day."""
    last = max((document.end_date_of(s) for s in document.sections), default=None)
    end = max(last or document.end_date, document.end_date)
    starts = (section.start_date or end for section in document.sections)
    return min(starts, default=end), end


def _list_members(document: Document) -> Sequence[Player]:
    """Return who plays, each once: by member ID, else by name."""
    people = {
        person_key(player): player
        for section in document.sections
        for player in section.players
    }
    return [player for person, player in people.items() if person]


def restore_identities(fresh: Document, before: Document) -> Document:
    """Return `fresh` with the identities of the players and sections of `before`.

    They are found again as in a linked file that was saved: by name, member ID and
    number. Parts that an edit left alone have their identity already.
    """
    here = {section.identity for section in fresh.sections}
    old = [section for section in before.sections if section.identity not in here]
    known = {section.identity for section in before.sections}
    new = [section for section in fresh.sections if section.identity not in known]
    pairs = match_sections_by_name(old, new)
    found = {new[j].identity: old[i] for i, j in pairs.items()}
    found |= {section.identity: section for section in before.sections}
    sections = tuple(
        _restore_section(section, found[section.identity])
        if section.identity in found
        else section
        for section in fresh.sections
    )
    return replace(fresh, sections=sections)


def _restore_section(fresh: Section, before: Section) -> Section:
    if fresh is before:
        return fresh
    players = _restore_players(fresh.players, before.players)
    return replace(fresh, players=players, identity=before.identity)


def _restore_players(
    fresh: Sequence[Player], before: Sequence[Player]
) -> tuple[Player, ...]:
    here = {player.identity for player in fresh}
    known = {player.identity for player in before}
    old = [player for player in before if player.identity not in here]
    places = [at for at, player in enumerate(fresh) if player.identity not in known]
    players = list(fresh)
    for i, j in match_players(old, [fresh[at] for at in places]).items():
        at = places[j]
        players[at] = replace(players[at], identity=old[i].identity)
    return tuple(players)
