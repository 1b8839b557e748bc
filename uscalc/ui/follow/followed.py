"""Which formats can be followed, and an event that follows its file."""

import datetime as dt
from dataclasses import replace
from pathlib import Path
from typing import Final

from uscalc.document.model import Document, Link

FOLLOWED: Final = {
    "swisssys": "SwissSys",
    "swisssys-round": "SwissSys",
    "wintd": "WinTD",
    "report-2c": "the ratings report",
    "trf": "the tournament report",
    "csv": "the table",
    "xlsx": "the table",
}
"""Formats that a pairing program keeps writing, and their names in the list of undo."""


def link_document(document: Document, path: Path, end_date: dt.date | None) -> Document:
    """Return a newly read event with a link to its file."""
    return replace(document, link=Link(str(path.absolute()), document, end_date))
