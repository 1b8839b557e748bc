"""Make the content of every file that an event can be written to, by its extension."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from uscalc.counted import count_in_words
from uscalc.document.facts.table import facts_of
from uscalc.document.model import Document
from uscalc.document.rate.rated import DocumentRating
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.formats.every import open_bytes
from uscalc.formats.native.reader import make_file
from uscalc.formats.opened import FormatError, check
from uscalc.formats.shared.loose import UNKNOWN
from uscalc.report.wall.model import ListOrder

FILE_TYPES: Final[Mapping[str, str]] = MappingProxyType(
    {
        ".csv": "Crosstable as CSV",
        ".xlsx": "Crosstable as Excel workbook",
        ".json": "Ratings as JSON",
        ".trf": "FIDE tournament report, one section",
        ".uscalc": "Event file",
    }
)
"""Every writable format, by the extension in lower case."""
SPREADSHEETS: Final = (".csv", ".xlsx")
"""The formats whose rows may have any order."""
RATED: Final = (*SPREADSHEETS, ".json")
"""The formats that have the ratings of the event."""


class Export(NamedTuple):
    """The content of a file, and sentences about the facts that it can't hold."""

    data: bytes
    left_out: tuple[str, ...] = ()


def check_suffix(path: Path) -> str:
    """Return a file's extension in lower case. Raise FormatError for an unknown format."""
    check(
        path.suffix.lower() in FILE_TYPES,
        f'uscalc can\'t write "{path.suffix}" files',
        f"Use one of these file name extensions: {', '.join(FILE_TYPES)}",
        path=path,
    )
    return path.suffix.lower()


def make_export(
    path: Path,
    document: Document,
    sections: Sequence[int],
    rate: Callable[[], DocumentRating],
    order: ListOrder | None = None,
) -> Export:
    """Return the content of a file of some sections. Raise FormatError.

    `path` selects the format; nothing is written. `rate` rates the event, and is called
    for formats with ratings. `order` is the order of rows in a spreadsheet; None means
    that of the crosstable.
    """
    suffix, chosen = check_suffix(path), document
    if len(sections) != len(document.sections):
        chosen = replace(
            document, sections=tuple(document.sections[i] for i in sections), link=None
        )
    if suffix == ".uscalc":
        return Export(make_file(chosen, path))
    if suffix == ".json":
        return Export(_make_json(rate(), sections))
    if suffix == ".trf":
        return _verify(_make_report(chosen, path), _with_end_date(chosen))
    check(
        any(section.players for section in chosen.sections),
        "there are no players",
        "Add players",
        path=path,
    )
    return _make_spreadsheet(suffix, rate(), sections, order)


def _make_report(document: Document, path: Path) -> bytes:
    from uscalc.formats.trf.writer import make_report

    if len(document.sections) != 1:
        count = count_in_words(len(document.sections), "section")
        raise FormatError(
            f"a tournament report has one section, not {count}",
            "Choose one section",
            path=path,
        )
    return make_report(document, path)


def _with_end_date(document: Document) -> Document:
    """Return an event of one section with the end date of that section."""
    (section,) = document.sections
    return replace(
        document,
        end_date=document.end_date_of(section),
        sections=(replace(section, end_date=None),),
    )


def _make_json(rated: DocumentRating, sections: Sequence[int]) -> bytes:
    import json

    from uscalc.report.as_json import make_rating_json

    text = json.dumps(make_rating_json(rated, sections), indent=1, allow_nan=False)
    return f"{text}\n".encode("ascii")


def _make_spreadsheet(
    suffix: str,
    rated: DocumentRating,
    sections: Sequence[int],
    order: ListOrder | None,
) -> Export:
    from uscalc.report.crosstable_files import (
        make_csv_file,
        make_workbook_file,
        order_players,
    )

    if order is not None:
        ordered = tuple(
            replace(
                one, section=replace(one.section, players=order_players(one, order))
            )
            for one in rated.sections
        )
        document = replace(
            rated.document, sections=tuple(one.section for one in ordered)
        )
        rated = DocumentRating(document, ordered)
    make = make_csv_file if suffix == ".csv" else make_workbook_file
    written = [i for i in sections if rated.document.sections[i].players]
    chosen = tuple(rated.document.sections[i] for i in written)
    return _verify(make(rated, written), replace(rated.document, sections=chosen))


def _verify(data: bytes, document: Document) -> Export:
    """Return a file and the facts that it can't hold, found by reading it again."""
    try:
        found = Counter(_find_losses(document, open_bytes(data, None, None).document))
    except FormatError as error:
        return Export(data, (f"uscalc can't read this file again: {error}",))
    facts = ", ".join(f"{name} ({count})" for name, count in found.items())
    return Export(data, (f"The file can't hold: {facts}.",) if facts else ())


def _find_losses(before: Document, after: Document) -> Iterator[str]:
    """Yield the name of each fact of an event that differs in the file."""
    if len(before.sections) == 1:
        before = replace(before, chain_sections=False)
    yield from _list_changed(before, after)
    for section, other in zip(before.sections, after.sections, strict=False):
        yield from (f"{one} of the section" for one in _list_changed(section, other))
        if len(section.players) != len(other.players):
            yield "players of the section"
        for player, row in zip(section.players, other.players, strict=False):
            yield from _list_changed(player, row)
            for system, facts in player.ratings:
                known = row.facts(system)
                lost = facts != UNKNOWN and known == UNKNOWN
                names = ("rating",) if lost else _list_changed(facts, known)
                yield from (f"{name} in {SYSTEM_NAMES[system]}" for name in names)


def _list_changed(one: Any, other: Any) -> Iterator[str]:
    for fact in facts_of(type(one)):
        lost = getattr(one, fact.key) not in (fact.default, getattr(other, fact.key))
        if lost and fact.key != "ratings":
            yield fact.name or "rating"
