"""Define the choices for wall charts: lists, content and systems."""

from dataclasses import dataclass
from typing import Final, Literal

from uscalc.engine.systems import System

ListOrder = Literal["score", "name", "number"]
ORDERS: Final[tuple[ListOrder, ...]] = ("score", "name", "number")
WallContent = Literal["ratings", "results", "both"]
CONTENTS: Final[tuple[WallContent, ...]] = ("ratings", "results", "both")


@dataclass(frozen=True, slots=True)
class WallChoices:
    """The complete lists to print, what they show, and in which systems.

    No system means all systems in which a section is rated.
    """

    lists: tuple[ListOrder, ...] = ("score",)
    content: WallContent = "ratings"
    systems: tuple[System, ...] = ()

    @property
    def of_ratings(self) -> bool:
        """Return whether ratings are shown."""
        return self.content != "results"

    @property
    def of_results(self) -> bool:
        """Return whether every round is shown."""
        return self.content != "ratings"

    def shows_system(self, system: System) -> bool:
        """Return whether the ratings of a system are shown."""
        return self.of_ratings and (not self.systems or system in self.systems)


SMALLEST: Final = 8
LARGEST: Final = 48
"""Type sizes that can be selected, in points."""
USUAL_CHOICES: Final = WallChoices()
