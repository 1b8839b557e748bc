"""Facts put into a document as one edit."""

from collections.abc import Sequence

from uscalc.document.audit.put import apply_facts
from uscalc.document.audit.result import AuditFact
from uscalc.document.change import Edit
from uscalc.document.model import Document


def adopt_facts(document: Document, index: int, facts: Sequence[AuditFact]) -> Edit:
    """Return the edit that applies corrections to one section."""
    name = "Hidden fact put in" if len(facts) == 1 else f"{len(facts)} facts put in"
    there = apply_facts(document, index, facts)
    return Edit(document if there == document else there, name)
