"""The sample events of the program; all their players are invented."""

from pathlib import Path
from typing import Final, NamedTuple

from uscalc.resources import get_resource_path


class Sample(NamedTuple):
    """A sample event: its file name without suffix, its title, and what it shows."""

    name: str
    title: str
    shows: str

    @property
    def path(self) -> Path:
        """The event file."""
        return get_resource_path("samples", f"{self.name}.uscalc")

    @property
    def action(self) -> str:
        """The name of the command that opens the event."""
        return "sample" + "".join(word.title() for word in self.name.split("-"))


SAMPLES: Final = (
    Sample(
        "autumn-open",
        "Autumn Open",
        "Twelve players, a newcomer, and one unplayed game",
    ),
    Sample(
        "harvest-swiss",
        "Harvest Swiss",
        "Forty players in two sections, five rounds, with byes",
    ),
    Sample(
        "club-match",
        "Club Match",
        "A six-game match, with rating changes limited to 50 points",
    ),
    Sample(
        "school-newcomers",
        "Winter School Open",
        "Eighteen children, thirteen of them unrated",
    ),
    Sample(
        "fide-abroad",
        "Summer Round Robin Abroad",
        "Three US Chess members in a FIDE event in another country",
    ),
    Sample(
        "friday-quick",
        "Friday Night Quick",
        "Game in 25 minutes: Regular and Quick ratings from the same games",
    ),
)
"""The samples, in the order of the start page and the menu."""
FIRST_SAMPLE: Final = SAMPLES[0]
"""The sample that opens at the first start, with the unrated player of the explorer."""
