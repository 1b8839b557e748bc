"""Places and players by name: round 4 of Ortiz, rating of Lee."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from uscalc.document.findings import Finding
from uscalc.document.model import Document, Section
from uscalc.document.names import get_family_name
from uscalc.engine.systems import SYSTEM_NAMES

MOST: Final = 3
"""So many are all named; of more, the first two."""


def join_names(places: Sequence[str]) -> str:
    """Join names: "a, B and C", or for more than three "a, B and 5 more"."""
    if len(places) > MOST:
        first = places[: MOST - 1]
        return f"{', '.join(first)} and {len(places) - len(first)} more"
    return " and ".join(part for part in (", ".join(places[:-1]), *places[-1:]) if part)


def describe_place(document: Document, finding: Finding) -> str:
    """Describe the place of a finding, with the player's name instead of the number."""
    what = finding.about
    section = None
    if finding.section is not None and finding.section < len(document.sections):
        section = document.sections[finding.section]
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
