"""Which sections of an event are reported, and which are not, and why."""

from collections.abc import Iterator
from typing import Final

from uscalc.document.model import Document, Section, SectionKind

_NOT: Final[dict[SectionKind, str]] = {
    "unrated": "it is not rated",
    "estimate": "it is one player's sheet, and no event",
    "foreign-fide": "an event abroad is rated by what FIDE says of it",
    "foreign-fide-youth": "an event abroad is rated by what FIDE says of it",
}


def list_reported_sections(document: Document) -> tuple[tuple[int, Section], ...]:
    """Return the sections that a report has, with their places in the event."""
    return tuple(
        (index, section)
        for index, section in enumerate(document.sections)
        if section.kind not in _NOT
    )


def describe_unreported(document: Document) -> Iterator[str]:
    """Yield a sentence of each section that a report does not have."""
    for section in document.sections:
        why = _NOT.get(section.kind)
        if why is not None:
            yield f'Section "{section.name}" is not in the report: {why}.'
