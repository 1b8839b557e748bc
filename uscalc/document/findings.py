"""Problems that the user should see: each finding has its place and the fix."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from uscalc.counted import join_sentences
from uscalc.document.model import Document, Section
from uscalc.document.names import get_family_name
from uscalc.engine.inputs import SYSTEM_NAMES, System

Severity = Literal["stops", "warns", "notes"]
BLANK_RATINGS_CODE: Final = "blank-ratings"
"""The code of the question about entries without a rating."""
LINKED_FILE_DIFFERS: Final = "file-differs"
"""The code of a finding that a linked file has a different value."""


class Finding(Struct, frozen=True):
    """One error or doubt in an event, with its fix.

    `severity` "stops" is an Error: it keeps the section (or its `system`) from being
    rated until it is fixed, unless `rated` is set. "warns" is a Warning, and "notes" says
    what a reader assumed, adjusted or left out. `section` is
    the section's position, `player` a pairing number, `round` counts from 1. `about`
    names the fact, if the finding is about one. `also` are the pairing numbers of other
    players that it is about.
    """

    code: str
    severity: Severity
    message: str
    remedy: str
    section: int | None = None
    section_name: str = ""
    player: int | None = None
    round: int | None = None
    system: System | None = None
    about: str = ""
    also: tuple[int, ...] = ()
    rated: bool = False

    @property
    def stops_rating(self) -> bool:
        """True if the section, or its system, isn't rated until the problem is fixed."""
        return self.severity == "stops" and not self.rated

    @property
    def text(self) -> str:
        """The problem and the fix, as sentences."""
        return join_sentences(self.message, self.remedy)

    @property
    def place(self) -> str:
        """The place in words: section "Open", player 4, Regular."""
        parts = (
            (self.section, f'section "{self.section_name}"'),
            (self.player, f"player {self.player}"),
            (self.round, f"round {self.round}"),
            (self.system, SYSTEM_NAMES[self.system] if self.system else ""),
        )
        return ", ".join(words for known, words in parts if known is not None)

    def __str__(self) -> str:
        place = f"{self.place}: " if self.place else ""
        return to_single_line(f"{place}{self.text}")


def to_single_line(text: str) -> str:
    """Replace line ends and unprintable characters, which text from a file may have."""
    return "".join(c if c.isprintable() else " " for c in text)


MOST: Final = 3
"""Lists up to this length name everything; longer ones name the first two."""


def join_names(places: Sequence[str]) -> str:
    """Join names: "a, B and C", or for more than three "a, B and 5 more"."""
    if len(places) > MOST:
        first = places[: MOST - 1]
        return f"{', '.join(first)} and {len(places) - len(first)} more"
    return " and ".join(part for part in (", ".join(places[:-1]), *places[-1:]) if part)


def describe_place(document: Document, finding: Finding) -> str:
    """Describe the place of a finding, with the player's name instead of the number."""
    what = finding.about
    section = (
        document.sections[finding.section]
        if finding.section is not None and finding.section < len(document.sections)
        else None
    )
    within = f" in {section.name}" if section and len(document.sections) > 1 else ""
    if section is None or finding.player is None:
        if what:
            return f"the {what}{within}"
        return f'section "{finding.section_name}"' if section else "the event"
    if finding.round is not None:
        what = f"round {finding.round}"
    elif finding.system is not None:
        what = f"{SYSTEM_NAMES[finding.system]} {what or 'rating'}"
    number = finding.player
    who = shorten_player_names(section).get(number, f"player {number}")
    return f"{what} of {who}{within}" if what else f"{who}{within}"


def shorten_player_names(section: Section) -> dict[int, str]:
    """Map pairing numbers to the shortest unique names of the players who have one."""
    families = Counter(get_family_name(player.name) for player in section.players)
    found: dict[int, str] = {}
    for player in section.players:
        name = player.name.strip()
        alone = families[get_family_name(player.name)] == 1
        found.setdefault(
            player.number, get_family_name(name) if name and alone else name
        )
    return {number: name for number, name in found.items() if name}
