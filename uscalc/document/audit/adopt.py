"""Facts put into a document as one edit."""

from collections.abc import Sequence

from uscalc.document.audit.put import put_in
from uscalc.document.audit.result import Fact
from uscalc.document.change import Edit
from uscalc.document.model import Document


def adopt(document: Document, index: int, facts: Sequence[Fact]) -> Edit:
    """Return the edit that applies corrections to one section."""
    name = "Hidden fact put in" if len(facts) == 1 else f"{len(facts)} facts put in"
    there = put_in(document, index, facts)
    return Edit(document if there == document else there, name)
