"""The published page that the open event is compared with."""

from dataclasses import dataclass

from uscalc.document.model import Document


@dataclass(frozen=True, slots=True)
class PublishedPage:
    """A published page's content, and its source: a file, or the clipboard."""

    document: Document
    source: str
