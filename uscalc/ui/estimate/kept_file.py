"""A kept sheet as a file: written whole, and read only where it is one."""

import json
from typing import Final

from uscalc.document.sheet.section import SavedEstimate

KIND: Final = "uscalc-sheet"
VERSION: Final = 1
MOST: Final = 500
"""Lines and controls that are read of a file; no sheet has so many."""
LONGEST: Final = 40_000
"""Characters of one text."""


def format_sheet(sheet: SavedEstimate) -> bytes:
    """Return a sheet in the form of its file."""
    said = {
        "kind": KIND,
        "version": VERSION,
        "own": dict(sheet.own),
        "lines": [list(line) for line in sheet.lines],
        "target": sheet.target,
    }
    return (json.dumps(said, ensure_ascii=True, indent=1) + "\n").encode("ascii")


def parse_sheet(data: bytes) -> SavedEstimate | None:
    """Return the sheet in a file; None where it is damaged, or another program's."""
    try:
        said = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict) or said.get("kind") != KIND:
        return None
    own, lines, target = said.get("own"), said.get("lines"), said.get("target")
    if said.get("version") != VERSION or not isinstance(target, str):
        return None
    if not isinstance(own, dict) or not isinstance(lines, list):
        return None
    if not all(_is_text(text) for text in own.values()) or len(own) > MOST:
        return None
    if not all(_is_line(line) for line in lines) or len(lines) > MOST:
        return None
    return SavedEstimate(own, tuple((text, letter) for text, letter in lines), target)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST


def _is_line(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and _is_text(value[0])
        and (value[1] is None or value[1] in ("W", "D", "L"))
    )
