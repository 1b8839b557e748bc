"""What the reading of a report met that the office would refuse or ask about."""

from dataclasses import replace
from typing import Final

from uscalc.document.findings import Finding
from uscalc.formats.opened import Opened

_REFUSED: Final = frozenset(
    {"player-count", "rounds-differ", "section-count", "odd-date"}
)
"""Of a report as it stands; one that is written anew has them right."""
_ASKED: Final = frozenset({"odd-rating", "section-type"})


def doubts(opened: Opened, as_it_stands: bool) -> tuple[Finding, ...]:
    """Return those of the reading's findings, graded as the checks' own are."""
    return tuple(
        replace(
            finding,
            severity="stops" if as_it_stands and finding.code in _REFUSED else "warns",
        )
        for finding in opened.findings
        if finding.code in _REFUSED | _ASKED
    )
