"""Identities carried over to an event that was read again."""

from collections.abc import Sequence
from dataclasses import replace

from uscalc.document.compare.people import match_players
from uscalc.document.merge.match import match_sections_by_name
from uscalc.document.model import Document, Player, Section


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
