"""Select the findings of a reading that matter to US Chess."""

from dataclasses import replace
from typing import Final

from uscalc.document.findings import Finding
from uscalc.formats.opened import OpenedEvent

_REJECTED: Final = frozenset(
    {"player-count", "rounds-differ", "section-count", "odd-date"}
)
"""These are errors in a report that is uploaded unchanged; a new report has them right.
"""
_QUERIED: Final = frozenset({"odd-rating", "section-type"})


def select_upload_findings(
    opened: OpenedEvent, as_it_stands: bool
) -> tuple[Finding, ...]:
    """Return the findings that US Chess would reject or query, graded like the checks'.

    `as_it_stands` says that the report is uploaded unchanged.
    """
    return tuple(
        replace(
            finding,
            severity="stops" if as_it_stands and finding.code in _REJECTED else "warns",
        )
        for finding in opened.findings
        if finding.code in _REJECTED | _QUERIED
    )
