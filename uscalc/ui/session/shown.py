"""The ratings the window shows of one section in one system, and how they moved."""

from dataclasses import dataclass

from uscalc.document.model import Section
from uscalc.document.rate.rating import SystemRating
from uscalc.engine.rounding import round_for_display
from uscalc.engine.trace import PlayerTrace


@dataclass(frozen=True, slots=True)
class ShownRatings:
    """A section's players beside their ratings; `rating` None where there is none.

    `around` says that the games of broken cells are left out.
    """

    section: Section | None
    rating: SystemRating | None
    around: bool

    def find_trace(self, row: int) -> PlayerTrace | None:
        """Return the trace of a row of the section."""
        rating, section = self.rating, self.section
        if rating is None or section is None or row >= len(section.players):
            return None
        place = rating.places.get(section.players[row].number)
        return None if place is None else rating.trace.players[place]

    def find_post(self, row: int) -> float | None:
        """Return the new rating of a row; under the guide, the guide's."""
        trace = self.find_trace(row)
        if self.rating is None or trace is None:
            return None
        if self.rating.guide is None:
            return trace.post
        return self.rating.find_post(trace.entrant.number)

    def find_change(self, row: int) -> float | None:
        """By how many points the rating moves, as both are shown.

        The same as on paper, where people add up; the exact change is in the trace.
        None for the unrated, and without a rated game.
        """
        trace, post = self.find_trace(row), self.find_post(row)
        if trace is None or post is None:
            return None
        before = trace.entrant.rating
        if before is None or not trace.entrant.m:
            return None
        return round_for_display(post) - round_for_display(before)


def find_moved_rows(before: ShownRatings, after: ShownRatings) -> frozenset[int] | None:
    """Return the rows whose figures may be others now; None where any may be."""
    old, new = before.rating, after.rating
    if old is None and new is None:
        return frozenset()
    if old is None or new is None or after.section is None:
        return None
    if (
        before.around != after.around
        or old.system != new.system
        or old.places != new.places
        or old.guide is not None
        or new.guide is not None
    ):
        return None
    pairs = zip(old.trace.players, new.trace.players, strict=True)
    moved = {place for place, (one, other) in enumerate(pairs) if one is not other}
    if not moved:
        return frozenset()
    return frozenset(
        row
        for row, player in enumerate(after.section.players)
        if new.places.get(player.number) in moved
    )
