"""Sheets for the tests: of invented players, and of the sample event."""

from collections.abc import Iterator

from uscalc.document.rate.rating import DocumentRating, rate_document
from uscalc.formats import open_event
from uscalc.report.worksheets import invented_sheet, section_sheet
from uscalc.resources import resource
from uscalc.rules.resolve import rules_for
from uscalc.worksheet.kinds import KINDS, LEVELS, Kind, Level
from uscalc.worksheet.model import Worksheet

EVERY: tuple[Kind, ...] = tuple(KINDS)
LEVEL_NUMBERS: tuple[Level, ...] = tuple(level for level, _ in LEVELS)


def invented_sheets(seeds: range) -> Iterator[Worksheet]:
    """Every kind alone and all together, at every level, for every seed."""
    for seed in seeds:
        for level in LEVEL_NUMBERS:
            for kind in EVERY:
                yield invented_sheet((kind,), level, seed)
            yield invented_sheet(EVERY, level, seed)


def sample() -> DocumentRating:
    """The sample event, rated."""
    event = open_event(resource("samples", "autumn-open.uscalc")).document
    return rate_document(event, rules_for)


def sample_sheet(
    kinds: tuple[Kind, ...] = EVERY, level: Level = 2, seed: int = 1
) -> Worksheet | None:
    """A sheet of the sample event's section."""
    rated = sample()
    where = rated.sections[0]
    return section_sheet(rated, where, where.ratings[0], kinds, level, seed)
