"""Recognize the published page of the open event; no Qt."""

from pathlib import Path
from typing import Final

from uscalc.document.model import Document
from uscalc.formats import open_event
from uscalc.formats.storage.files import HEAD_SIZE, read_head
from uscalc.ui.session.laid_page import PublishedPage

PAGE_SUFFIXES: Final = frozenset((".html", ".htm", ".txt", ".json", ""))
"""The suffixes of pages that browsers save, and of copied text."""


def may_be_page(path: Path) -> bool:
    """Return whether a file's name could be a page's; its content is read later."""
    return path.suffix.lower() in PAGE_SUFFIXES


def read_page(path: Path, event: Document) -> PublishedPage | None:
    """Return the page in a file if it is of this event. Raises FormatError."""
    from uscalc.document.overlay.match import is_page_of
    from uscalc.formats.every import is_published

    if path.is_dir() or not is_published(read_head(path, HEAD_SIZE)):
        return None
    page = open_event(path, event.end_date).document
    return PublishedPage(page, path.name) if is_page_of(page, event) else None
