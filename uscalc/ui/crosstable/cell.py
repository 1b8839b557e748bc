"""A cell of the crosstable, as its column is asked about it."""

from typing import NamedTuple

from uscalc.document.model import Player, RatingFacts, Section
from uscalc.engine.trace import PlayerTrace
from uscalc.ui.session.event import Selection
from uscalc.ui.session.live import ShownRatings
from uscalc.ui.session.session import Session


class CrosstableCell(NamedTuple):
    """A player's place in the section that is selected; `round` counts from 0.

    `section` and `shown` are the section and its ratings, real or with what-if
    be.
    """

    session: Session
    at: Selection
    section: Section
    shown: ShownRatings
    row: int
    round: int = -1

    @property
    def player(self) -> Player:
        """The player of the row."""
        return self.section.players[self.row]

    @property
    def facts(self) -> RatingFacts:
        """The player's facts in the selected system."""
        return self.player.facts(self.at.system)

    @property
    def trace(self) -> PlayerTrace | None:
        """How the player is rated; None where the section is not."""
        return self.shown.find_trace(self.row)
