"""Rates a document: every section in every system it counts for, with findings."""

from uscalc.document.model import Document
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.in_system import SystemRating as SystemRating
from uscalc.document.rate.incremental import Only
from uscalc.document.rate.rated import DocumentRating as DocumentRating
from uscalc.document.rate.rated import SectionRating as SectionRating
from uscalc.document.rate.systems import section_systems as section_systems
from uscalc.document.rate.whole import rate_sections, rating_of


def rate_document(
    document: Document,
    rulebook: RuleBook,
    lenient: bool = False,
    only: Only | None = None,
) -> DocumentRating:
    """Rate every section.

    `lenient` leaves broken cells out instead of stopping. `only` chooses sections (by
    position) and systems; with chained sections the earlier ones are rated all the
    same, because the later start from them.
    """
    worked = rate_sections(document, rulebook, (), lenient, only)
    return rating_of(document, worked, lenient)
