"""Players and sections found again in another state of their event, by identity."""

from uscalc.document.model import Document, Identity

Place = tuple[int, int]
"""A section and a row in it, counted from 0."""


def find_section(document: Document, identity: Identity | None) -> int | None:
    """Return the index of a section; None where the event no longer has it."""
    return next(
        (
            index
            for index, section in enumerate(document.sections)
            if section.identity is identity
        ),
        None,
    )


def find_player(document: Document, identity: Identity | None) -> Place | None:
    """Return the section and row of a player; None where no section has the player."""
    for index, section in enumerate(document.sections):
        for row, player in enumerate(section.players):
            if player.identity is identity:
                return index, row
    return None
