"""Keep short marks of printed lists, to find the lists and pages that changed."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from uscalc.report.wall.model import WallSheet

LENGTH: Final = 16


@dataclass(frozen=True, slots=True)
class Hung:
    """The mark of one list when it was printed, and the mark of each of its pages."""

    sheet: str
    pages: tuple[str, ...] = ()


Hanging = Mapping[str, Hung]
"""The lists on the wall, by their names (`names_of`)."""


def names_of(sheets: Iterable[WallSheet]) -> tuple[str, ...]:
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


def mark_of(texts: object) -> str:
    """Return a short text that differs if the texts differ."""
    said = repr(texts).encode("utf-8", "backslashreplace")
    return sha256(said).hexdigest()[:LENGTH]


def mark_of_sheet(sheet: WallSheet) -> str:
    """Return the mark of a list without what only the director reads."""
    return mark_of(replace(sheet, place=0, problems=(), remarks=()))


def changed(sheets: Sequence[WallSheet], hanging: Hanging) -> tuple[WallSheet, ...]:
    """Return the lists that differ from those on the wall, or aren't there."""
    return tuple(
        sheet
        for sheet, name in zip(sheets, names_of(sheets), strict=True)
        if name not in hanging or hanging[name].sheet != mark_of_sheet(sheet)
    )


def changed_pages(pages: Sequence[str], hung: Hung | None) -> tuple[int, ...]:
    """Return the positions of the pages whose marks are new at their position."""
    before = () if hung is None else hung.pages
    return tuple(
        place
        for place, mark in enumerate(pages)
        if place >= len(before) or before[place] != mark
    )
