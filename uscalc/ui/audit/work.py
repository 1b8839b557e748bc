"""The audit that runs in a thread: the corrections, and the rating with them."""

from dataclasses import dataclass, field

from uscalc.document.audit.audit import MOST_FACTS, audit_event
from uscalc.document.audit.put import apply_facts
from uscalc.document.audit.result import Explanation, RatingAudit
from uscalc.document.model import Section
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.rating import (
    DocumentRating,
    SectionRating,
    SystemRating,
    rate_document,
)
from uscalc.engine.systems import System
from uscalc.monitor import Monitor
from uscalc.rules.resolve import load_correction_priors
from uscalc.ui.session.as_audited import AuditMarks, Mark


@dataclass(frozen=True, slots=True)
class AuditResult:
    """The audit of the shown rating, and the section rated with each explanation."""

    section: Section
    rating: SystemRating
    audit: RatingAudit
    with_facts: tuple[SectionRating, ...] = field(repr=False)


def audit_rating(
    rated: DocumentRating,
    index: int,
    system: System,
    rulebook: RuleBook,
    monitor: Monitor,
) -> AuditResult | None:
    """Audit one section in one system; return None once it is canceled."""
    document, rating = rated.document, rated.sections[index].in_system(system)
    found = audit_event(
        rated, [index], rulebook, load_correction_priors(), MOST_FACTS, monitor
    )
    if found is None or rating is None:
        return None
    (audit,) = [one for one in found[0] if one.system == system]
    chained = document.chain_sections
    with_facts = tuple(
        rate_document(
            apply_facts(document, index, one.facts),
            rulebook,
            only=lambda at, of: (chained or at == index) and of == system,
        ).sections[index]
        for one in audit.explanations
    )
    return AuditResult(document.sections[index], rating, audit, with_facts)


def make_marks(found: AuditResult, explanation: Explanation | None) -> AuditMarks:
    """Return what the crosstable shows of an audit with one of the explanations."""
    marks: dict[int, Mark] = {}
    words: dict[int, str] = {}
    mended = set[int]()
    left = {one.number for one in found.audit.compared if one.missed}
    if explanation is not None:
        left, mended = set(explanation.left), left - set(explanation.left)
    by_number = {one.number: one for one in found.audit.compared}
    for row, player in enumerate(found.section.players):
        if player.number not in left | mended:
            continue
        published = f"Published {by_number[player.number].published:g}"
        if player.number in left:
            marks[row] = "left"
            words[row] = f"{published}: not explained"
            continue
        facts = () if explanation is None else explanation.get_facts_for(player.number)
        marks[row] = "explained"
        said = "; ".join(fact.says for fact in facts)
        words[row] = f"{published}: comes out if {said}"
    return AuditMarks(found.section, found.rating.system, marks, words)
