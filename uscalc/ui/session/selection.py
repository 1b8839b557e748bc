"""The selection that all views share: a section, a system, a player, a round."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from uscalc.document.locate import find_player, find_section
from uscalc.document.model import Document
from uscalc.engine.systems import System


@dataclass(frozen=True, slots=True)
class Selection:
    """The shared selection.

    `row` is the player's position in the section, None where nobody is selected;
    `round` counts from 1, None where no round is meant.
    """

    section: int = 0
    system: System = "R"
    row: int | None = None
    round: int | None = None

    def move_to(
        self,
        section: int | None,
        system: System | None,
        row: int | None,
        round_number: int | None,
    ) -> "Selection":
        """Return the selection moved; another section starts at its first player."""
        moved = self
        if section is not None and section != self.section:
            moved = replace(moved, section=section, row=0, round=None)
        if system is not None:
            moved = replace(moved, system=system)
        if row is not None:
            moved = replace(moved, row=row, round=round_number)
        return moved

    def keep_player(self, before: Document, now: Document) -> "Selection":
        """Return the selection of the same player and section after an edit.

        A player who is gone leaves the row to the one who has it now.
        """
        if self.section >= len(before.sections):
            return self
        section = before.sections[self.section]
        index = find_section(now, section.identity)
        if index is None:
            return self
        place = None
        if self.row is not None and self.row < len(section.players):
            place = find_player(now, section.players[self.row].identity)
        if place is None or place[0] != index:
            return replace(self, section=index)
        return replace(self, section=index, row=place[1])

    def fit_to(
        self, document: Document, systems_of: Callable[[int], Sequence[System]]
    ) -> "Selection":
        """Return the nearest selection that a document has."""
        sections = document.sections
        if not sections:
            return Selection()
        index = min(self.section, len(sections) - 1)
        systems = systems_of(index)
        system = self.system
        if system not in systems:
            system = systems[0] if systems else "R"
        players = len(sections[index].players)
        row = None if not players else min(self.row or 0, players - 1)
        return Selection(index, system, row, self.round)
