"""Problems that a person should see: one value a finding, with its place and the fix."""

from dataclasses import dataclass
from typing import Final, Literal

from uscalc.engine.systems import System

Severity = Literal["stops", "warns"]
LINKED_FILE_DIFFERS: Final = "file-differs"
"""The code of a finding that a linked file has a different value."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong or doubtful.

    `severity` "stops" is an Error. It keeps the section (or its `system`) from being
    rated until it is fixed, unless `rated` is set; "warns" does not.
    `section` is the section's position, `player` a pairing number, `round` counts from
    1; `about` names the fact, where it is about one. `also` are the pairing numbers of
    other players that it is about.
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
        """True if the section, or its system, isn't rated until it is fixed."""
        return self.severity == "stops" and not self.rated

    @property
    def said(self) -> str:
        """The problem and the fix, in two sentences if the fix is one of its own."""
        mark = "." if self.remedy[:1].isupper() else ";"
        return f"{self.message}{mark} {self.remedy}"

    @property
    def place(self) -> str:
        """The place in words: section "Open", player 4, round 3."""
        parts = []
        if self.section is not None:
            parts.append(f'section "{self.section_name}"')
        if self.player is not None:
            parts.append(f"player {self.player}")
        if self.round is not None:
            parts.append(f"round {self.round}")
        if self.system is not None:
            parts.append(f"system {self.system}")
        return ", ".join(parts)

    def __str__(self) -> str:
        place = f"{self.place}: " if self.place else ""
        return to_single_line(f"{place}{self.said}")


def to_single_line(said: str) -> str:
    """Replace line ends and unprintable characters, which a file may have in any text."""
    return "".join(c if c.isprintable() else " " for c in said)
