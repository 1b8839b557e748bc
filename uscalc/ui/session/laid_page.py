"""A published page that lies over the open event, until another one or another event."""

from dataclasses import dataclass

from uscalc.document.model import Document


@dataclass(frozen=True, slots=True)
class LaidPage:
    """What the page says, and what it is called: its file, or that it was copied."""

    document: Document
    source: str
