"""Which section of which rating document each part of a derivation follows."""

from dataclasses import dataclass, fields
from datetime import date
from typing import Any, Final, NamedTuple

NO_RULE: Final = "no such rule"
"""Stands for the section of an edition that does not have a topic at all."""


class Citation(NamedTuple):
    """A section of a document, which is named by its edition's key.

    `lacking` is the key of the edition in force where that edition has no such rule and
    another edition is cited in its place.
    """

    edition: str
    section: str
    lacking: str = ""

    def __str__(self) -> str:
        return f"{self.edition}, {self.section}"


class OtherDate(NamedTuple):
    """Another first day that a document gives for a value."""

    cited: Citation
    start: date


class Origin(NamedTuple):
    """The place that prints a parameter's value, and the value of the edition in force.

    `cited` prints the value; None: no document does, and `source` says where it comes
    from. `edition` is the key of the edition in force and `prints` its own value, which is
    another one where `differs` holds. `by_edition` says that the value's first day is only
    the edition's date, because nothing gives it a day of its own. `disputes` are the
    documents by whose dates another value would hold on the section's day.
    """

    cited: Citation | None
    source: str
    edition: str
    prints: Any
    differs: bool
    by_edition: bool = False
    disputes: tuple[OtherDate, ...] = ()


@dataclass(frozen=True, slots=True)
class Citations:
    """Where every topic stands. A topic is a field here and a key of the rule data.

    `start_by_system` pairs a system with the section of its own starting ratings, where
    a document has one for it.
    """

    systems: Citation
    time_control: Citation
    steps: Citation
    start: Citation
    age: Citation
    fide: Citation
    cfc: Citation
    effective: Citation
    special: Citation
    standard: Citation
    bonus: Citation
    floors: Citation
    foreign: Citation
    match: Citation
    storage: Citation
    office: Citation
    games: Citation
    match_bonus: Citation
    changes: Citation
    start_by_system: tuple[tuple[str, Citation], ...] = ()

    def starting(self, system: str) -> Citation:
        """Return where the starting ratings of a system stand."""
        return dict(self.start_by_system).get(system, self.start)


TOPICS: Final = tuple(f.name for f in fields(Citations) if f.name != "start_by_system")
"""Every topic, in the order of the documents."""
