"""Worksheets for the tests: about invented players, and about the sample event."""

from collections.abc import Iterator

from uscalc.document.rate.rated import DocumentRating
from uscalc.document.rate.whole import rate_document
from uscalc.formats import open_event
from uscalc.report.lessons import make_invented_worksheet, make_section_worksheet
from uscalc.resources import get_resource_path
from uscalc.rules.resolve import resolve_rules
from uscalc.worksheet.kinds import KINDS, LEVELS, Kind, Level
from uscalc.worksheet.model import Worksheet

EVERY: tuple[Kind, ...] = tuple(KINDS)
LEVEL_NUMBERS: tuple[Level, ...] = tuple(level for level, _ in LEVELS)


def invented_sheets(seeds: range) -> Iterator[Worksheet]:
    """Yield every type alone and all together, at every level, for every seed."""
    for seed in seeds:
        for level in LEVEL_NUMBERS:
            for kind in EVERY:
                yield make_invented_worksheet((kind,), level, seed)
            yield make_invented_worksheet(EVERY, level, seed)


def sample() -> DocumentRating:
    event = open_event(get_resource_path("samples", "autumn-open.uscalc")).document
    return rate_document(event, resolve_rules)


def sample_sheet(kinds=EVERY, level=2, seed=1) -> Worksheet | None:
    rated = sample()
    where = rated.sections[0]
    return make_section_worksheet(rated, where, where.ratings[0], kinds, level, seed)
