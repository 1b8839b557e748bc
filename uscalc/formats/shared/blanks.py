"""Treat entries without a rating: unrated players, or ratings not looked up.

A pairing program writes the same blank for both. The reader keeps them as unknown and
asks once for the whole event.
"""

from dataclasses import replace

from uscalc.document.edit.unsaid import has_no_ratings
from uscalc.document.findings import Finding
from uscalc.document.model import UNRATED, Document, Player

BLANK_RATINGS_CODE = "blank-ratings"


def count_blank_entries(document: Document) -> int:
    """Return the number of entries without any rating."""
    return sum(has_no_ratings(p) for s in document.sections for p in s.players)


def make_blank_finding(document: Document) -> Finding | None:
    """Return the one question about entries without a rating; None if there are none."""
    blank = [p for s in document.sections for p in s.players if has_no_ratings(p)]
    if not blank:
        return None
    count, people = len(blank), len({p.id or id(p) for p in blank})
    entries = "1 entry has" if count == 1 else f"{count} entries have"
    of_people = f" ({people} players)" if people != count else ""
    return Finding(
        BLANK_RATINGS_CODE,
        "warns",
        f"{entries} no rating{of_people}: whether they are new or were not looked up, "
        "the file does not say",
        "say once for all that they are unrated, or look their ratings up",
    )


def mark_blanks_unrated(document: Document) -> Document:
    """Return the event with every entry without a rating marked as unrated."""

    def settled(player: Player) -> Player:
        if not has_no_ratings(player):
            return player
        return replace(
            player, ratings=tuple((system, UNRATED) for system, _ in player.ratings)
        )

    return replace(
        document,
        sections=tuple(
            replace(section, players=tuple(map(settled, section.players)))
            for section in document.sections
        ),
    )
