"""Conditions of the rules that cannot be checked with the event's figures."""

from collections.abc import Iterator
from typing import NamedTuple

from uscalc.engine.trace import SectionTrace

FOREIGN = ("foreign-fide", "foreign-fide-youth")
ELIGIBILITY = ("membership", "USA flag", "opt-in")
"""The conditions for a rating from FIDE events abroad (2025, section 6)."""
LIMITS = {"180 days": "limit for 180 days", "3 years": "limit for 3 years"}


class Unchecked(NamedTuple):
    """A player, by pairing number, and the unchecked conditions."""

    number: int
    what: tuple[str, ...]
    why: str


def unchecked_of(trace: SectionTrace) -> Iterator[Unchecked]:
    """Yield each rated player with an unchecked condition, in the section's order.

    A match has limits for 180 days and 3 years; without the earlier net changes nobody
    can check them (2015 to 2025, section 7; 2009, section 3).
    """
    for player in trace.players:
        number = player.entrant.number
        match = player.match
        if match is not None and match.unchecked:
            limits = tuple(LIMITS[name] for name in match.unchecked)
            yield Unchecked(number, limits, "the earlier net change isn't known")
        if trace.section.kind in FOREIGN and player.step5 is not None:
            yield Unchecked(number, ELIGIBILITY, "event files don't have it")


def unchecked_words(trace: SectionTrace) -> tuple[str, ...]:
    """Return the unchecked conditions in sentences, players of one kind together."""
    together: dict[tuple[tuple[str, ...], str], list[str]] = {}
    for found in unchecked_of(trace):
        together.setdefault((found.what, found.why), []).append(str(found.number))
    return tuple(
        f"Not checked for {', '.join(numbers)}: {', '.join(what)}, because {why}."
        for (what, why), numbers in together.items()
    )
