"""Keep short marks of printed lists, to find the lists and pages that changed."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from uscalc.report.wall.model import WallSheet

LENGTH: Final = 16


@dataclass(frozen=True, slots=True)
class HangingList:
    """The mark of one list when it was printed, and the mark of each of its pages."""

    sheet: str
    pages: tuple[str, ...] = ()


HangingLists = Mapping[str, HangingList]
"""The lists on the wall, by their names (`name_lists`)."""


def name_lists(sheets: Iterable[WallSheet]) -> tuple[str, ...]:
    """Return a name for each list: its section, its order and its content.

    Sections with equal names are distinguished by their order.
    """
    seen: Counter[str] = Counter()
    names = []
    for sheet in sheets:
        name = f"{sheet.order} {sheet.content} {sheet.section}"
        seen[name] += 1
        names.append(f"{seen[name]} {name}")
    return tuple(names)


def make_mark(texts: object) -> str:
    """Return a short text that differs if the texts differ."""
    said = repr(texts).encode("utf-8", "backslashreplace")
    return sha256(said).hexdigest()[:LENGTH]


def make_sheet_mark(sheet: WallSheet) -> str:
    """Return the mark of a list without what only the director reads."""
    return make_mark(replace(sheet, place=0, problems=(), remarks=()))


def find_changed_lists(
    sheets: Sequence[WallSheet], hanging: HangingLists
) -> tuple[WallSheet, ...]:
    """Return the lists that differ from those on the wall, or aren't there."""
    return tuple(
        sheet
        for sheet, name in zip(sheets, name_lists(sheets), strict=True)
        if name not in hanging or hanging[name].sheet != make_sheet_mark(sheet)
    )


def find_changed_pages(
    pages: Sequence[str], hung: HangingList | None
) -> tuple[int, ...]:
    """Return the positions of the pages whose marks are new at their position."""
    before = () if hung is None else hung.pages
    return tuple(
        place
        for place, mark in enumerate(pages)
        if place >= len(before) or before[place] != mark
    )
