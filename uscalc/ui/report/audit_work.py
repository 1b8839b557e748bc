"""The audit that runs in a thread: the corrections, and the rating with them."""

from dataclasses import dataclass, field

from uscalc.counted import choose_plural, count_in_words
from uscalc.document.audit.audit import MOST_FACTS, audit_event
from uscalc.document.audit.result import Explanation, RatingAudit, apply_facts
from uscalc.document.model import Section
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.in_system import SystemRating
from uscalc.document.rate.rated import DocumentRating, SectionRating
from uscalc.document.rate.whole import rate_document
from uscalc.engine.inputs import System
from uscalc.monitor import Monitor
from uscalc.rules.resolve import load_correction_priors
from uscalc.ui.session.session import AuditMarks, Mark


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
    with_facts = tuple(
        rate_document(
            apply_facts(document, index, one.facts),
            rulebook,
            only=lambda at, of: (
                (document.chain_sections or at == index) and of == system
            ),
        ).sections[index]
        for one in audit.explanations
    )
    return AuditResult(document.sections[index], rating, audit, with_facts)


def make_marks(found: AuditResult, explanation: Explanation | None) -> AuditMarks:
    """Return what the crosstable shows of an audit with one of the explanations."""
    marks: dict[int, Mark] = {}
    words: dict[int, str] = {}
    missed = {one.number for one in found.audit.compared if one.missed}
    left = missed if explanation is None else set(explanation.left)
    mended = missed - left
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


NUMBERS = ("no", "One", "Two", "Three", "Four")


def describe_audit(audit: RatingAudit, shown: Explanation | None) -> str:
    """Describe how many ratings match, how many are explained, and how many are left."""
    count, exact = len(audit.compared), len(audit.exact)
    missed = [one for one in audit.compared if one.missed]
    near = count - exact - len(missed)
    come = choose_plural(exact, "comes", "come")
    said = (
        f"{exact:,} of {count_in_words(count, 'published rating')} {come} out exactly"
    )
    said += f", {near} within the rounding of those before." if near else "."
    if not missed:
        return said
    if shown is None:
        return (
            f"{said} No facts were found that explain {_choose_pronoun(len(missed))}."
        )
    left = len(shown.left)
    mended = sum(one.number not in shown.left for one in missed)
    facts = _count_facts(len(shown.facts))
    verb = "explain" if len(shown.facts) > 1 else "explains"
    if shown.guess:
        facts = f"A guess: {facts[:1].lower()}{facts[1:]}"
    if left:
        said += f" {facts} {verb} {mended} more. {left} {'is' if left == 1 else 'are'} left."
    else:
        said += f" {facts} {verb} {_choose_pronoun(mended)}."
    if len(audit.explanations) > 1:
        sets = len(audit.explanations)
        said += f" {NUMBERS[sets]} sets explain as much; the likeliest is first."
    return said


def describe_question(shown: Explanation | None) -> str:
    """Return the one thing to ask for."""
    if shown is None or not shown.facts:
        return ""
    return f"To settle it, ask for {shown.facts[0].settle}."


def _count_facts(count: int) -> str:
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} hidden {'fact' if count == 1 else 'facts'}"


def _choose_pronoun(count: int) -> str:
    return "the other one" if count == 1 else f"the other {count}"
