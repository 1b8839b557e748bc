"""Explain files that cannot be read, and how to convert them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from uscalc.formats.shared.bundle import is_zip

_SAVE_AS_XLSX: Final = "open it in a spreadsheet program and save the table as .xlsx"
_EXPLANATIONS_BY_SUFFIX: Final[Mapping[str, tuple[str, str]]] = {
    ".ptd": (
        "it looks like a tournament of WinTD before version 5",
        "open it in WinTD 5 and save it as .ptoz",
    ),
    ".tmt": (
        "it looks like SwissSys' list of a tournament's sections, without the players",
        "open the tournament (.sjson), or a section's file beside it, as .S3C",
    ),
}
_OPEN_DOCUMENT: Final = b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet"
_NAME_AT: Final = 30
"""The offset of the first file's name in a zip; its content follows the name."""
_EXPLANATIONS_BY_CONTENT: Final[Mapping[bytes, tuple[str, str]]] = {
    b"urn:schemas-microsoft-com:office:spreadsheet": (
        "it is a workbook as XML, which is not read",
        _SAVE_AS_XLSX,
    ),
    b"<table": (
        "it is a web page without a crosstable of US Chess'",
        _SAVE_AS_XLSX,
    ),
}
"""The first match explains a text: programs give such texts misleading suffixes."""


def explain_unreadable(head: bytes, path: Path | None) -> tuple[str, str] | None:
    """Return what a file is and how to convert it; None if that is unknown."""
    if is_zip(head):
        if head.startswith(_OPEN_DOCUMENT, _NAME_AT):
            return "it is a workbook as OpenDocument, which is not read", _SAVE_AS_XLSX
        return None
    plain = head.replace(b"\0", b"").lower()
    for sign, said in _EXPLANATIONS_BY_CONTENT.items():
        if sign in plain:
            return said
    return None if path is None else _EXPLANATIONS_BY_SUFFIX.get(path.suffix.lower())
