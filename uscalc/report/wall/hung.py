"""What hangs on the wall already, as short marks: which lists and pages say otherwise."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from uscalc.report.wall.model import WallSheet

LENGTH: Final = 16


@dataclass(frozen=True, slots=True)
class Hung:
    """What one list said when it was printed, and what each of its pages."""

    sheet: str
    pages: tuple[str, ...] = ()


Hanging = Mapping[str, Hung]
"""The lists that hang, by their names (`names_of`)."""


def names_of(sheets: Iterable[WallSheet]) -> tuple[str, ...]:
    """Return what each list is known by: its section's name, whose list it is, what it shows.

    Sections of one name are told apart by the order in which they stand.
    """
    seen: Counter[str] = Counter()
    names = []
    for sheet in sheets:
        name = f"{sheet.order} {sheet.content} {sheet.section}"
        seen[name] += 1
        names.append(f"{seen[name]} {name}")
    return tuple(names)


def mark_of(texts: object) -> str:
    """Return a short text that differs where what is said differs."""
    said = repr(texts).encode("utf-8", "backslashreplace")
    return sha256(said).hexdigest()[:LENGTH]


def mark_of_sheet(sheet: WallSheet) -> str:
    """Return the mark of what hangs of a list; what only the director reads is no part."""
    return mark_of(replace(sheet, place=0, problems=(), remarks=()))


def changed(sheets: Sequence[WallSheet], hanging: Hanging) -> tuple[WallSheet, ...]:
    """Return the lists that say something else than what hangs, or do not hang at all."""
    return tuple(
        sheet
        for sheet, name in zip(sheets, names_of(sheets), strict=True)
        if name not in hanging or hanging[name].sheet != mark_of_sheet(sheet)
    )


def changed_pages(pages: Sequence[str], hung: Hung | None) -> tuple[int, ...]:
    """Return the places of the pages whose marks do not hang at the same place."""
    before = () if hung is None else hung.pages
    return tuple(
        place
        for place, mark in enumerate(pages)
        if place >= len(before) or before[place] != mark
    )
