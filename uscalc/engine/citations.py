"""Which section of which rating document each part of a derivation follows."""

from dataclasses import dataclass, fields
from typing import Final, NamedTuple


class Citation(NamedTuple):
    """A section of a document, which is named by its edition's key."""

    edition: str
    section: str

    def __str__(self) -> str:
        return f"{self.edition}, {self.section}"


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
    start_by_system: tuple[tuple[str, Citation], ...] = ()

    def starting(self, system: str) -> Citation:
        """Where the starting ratings of a system stand."""
        return dict(self.start_by_system).get(system, self.start)


TOPICS: Final = tuple(f.name for f in fields(Citations) if f.name != "start_by_system")
"""Every topic, in the order of the documents."""
