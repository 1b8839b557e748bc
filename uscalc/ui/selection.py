"""What all views point at: a section, a system, a player, a round."""

from dataclasses import dataclass

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
