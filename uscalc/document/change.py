"""An edit's value, and the few ways to put a changed part back into a document."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from uscalc.document.model import Document, Player, Section


@dataclass(frozen=True, slots=True)
class Edit:
    """A document after an edit, and the name of the edit.

    `refused` holds the reasons why nothing was changed; then `document` is the given
    one.
    """

    document: Document
    name: str
    refused: tuple[str, ...] = ()


def with_section(document: Document, index: int, section: Section) -> Document:
    """Return the document with one section replaced."""
    sections = list(document.sections)
    sections[index] = section
    return replace(document, sections=tuple(sections))


def with_players(
    document: Document, section_index: int, players: Sequence[Player]
) -> Document:
    """Return the document with the players of one section replaced."""
    section = document.sections[section_index]
    return with_section(
        document, section_index, replace(section, players=tuple(players))
    )


def with_player(
    document: Document, section_index: int, row: int, player: Player
) -> Document:
    """Return the document with one player replaced."""
    players = list(document.sections[section_index].players)
    players[row] = player
    return with_players(document, section_index, players)


def is_unchanged(old: Any, changes: dict[str, Any]) -> bool:
    """Return True if changes would leave a value unchanged."""
    return all(getattr(old, key) == value for key, value in changes.items())


def same_but_results(one: Player, other: Player) -> bool:
    """Return whether two players differ in nothing but results."""
    return one.ratings is other.ratings and replace(one, results=other.results) == other


def differ_in_results(one: Document, other: Document) -> bool:
    """Return whether two documents differ in nothing but results of the same players."""
    if len(one.sections) != len(other.sections):
        return False
    if replace(one, sections=other.sections) != other:
        return False
    for old, new in zip(one.sections, other.sections, strict=True):
        if old is new:
            continue
        if old.identity is not new.identity or len(old.players) != len(new.players):
            return False
        if replace(old, players=new.players) != new:
            return False
        for was, now in zip(old.players, new.players, strict=True):
            if was is now:
                continue
            if was.identity is not now.identity or not same_but_results(was, now):
                return False
    return True
