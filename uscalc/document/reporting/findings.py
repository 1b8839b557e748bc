"""Make a check's findings, and summarize them."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, Literal

from uscalc.counted import count_in_words
from uscalc.document.findings import Finding, Severity, to_single_line
from uscalc.document.model import Document, Section, SectionKind
from uscalc.document.reporting.fields import find_text_problem

GRADES: Final[dict[Severity, str]] = {
    "stops": "will be refused",
    "warns": "will be asked",
}
LABELS: Final[dict[Severity, str]] = {"stops": "Error", "warns": "Warning"}
Placed = tuple[int, Section]
"""A section with its place in the event."""


def find_address(finding: Finding) -> Literal["event", "section", "player", "game"]:
    """Return the place of a finding: its section, player, and so on."""
    if finding.section is None:
        return "event"
    if finding.player is None:
        return "section"
    return "player" if finding.round is None else "game"


def _make_finding(
    severity: Severity,
    about: str,
    message: str,
    remedy: str,
    at: Placed | None = None,
    player: int | None = None,
    round_number: int | None = None,
) -> Finding:
    """Return a finding of the report's checks; `about` names the fact."""
    index, name = (None, "") if at is None else (at[0], at[1].name)
    return Finding(
        f"report-{about.replace(' ', '-')}",
        severity,
        to_single_line(message),
        to_single_line(remedy),
        index,
        name,
        player,
        round_number,
        None,
        about,
    )


make_error = partial(_make_finding, "stops")
"""Return the error for something that US Chess would reject."""
make_warning = partial(_make_finding, "warns")
"""Return the warning for something that US Chess would question."""


def check_text(
    about: str,
    text: str,
    width: int,
    at: Placed | None = None,
    player: int | None = None,
) -> Iterator[Finding]:
    """Yield the error about a text that doesn't fit a field of the report."""
    if (problem := find_text_problem(text, width)) is not None:
        yield make_error(about, *problem, at, player)


def summarize_findings(findings: Sequence[Finding]) -> str:
    """Return the numbers of errors and warnings in a sentence."""
    if not findings:
        return "Ready to submit. No errors or warnings."
    errors = sum(finding.severity == "stops" for finding in findings)
    warnings = len(findings) - errors
    first = f"{count_in_words(errors, 'error')} to fix" if errors else "No errors"
    second = f", {count_in_words(warnings, 'warning')} to confirm" if warnings else ""
    return f"{first}{second}."


_NOT: Final[dict[SectionKind, str]] = {
    "unrated": "it isn't rated",
    "estimate": "it is a one-player estimate",
    "foreign-fide": "US Chess rates FIDE events abroad from FIDE's data",
    "foreign-fide-youth": "US Chess rates FIDE events abroad from FIDE's data",
}


def list_reported_sections(document: Document) -> tuple[tuple[int, Section], ...]:
    """Return the sections that the report includes, with their positions in the event."""
    return tuple(
        (index, section)
        for index, section in enumerate(document.sections)
        if section.kind not in _NOT
    )


def describe_unreported(document: Document) -> Iterator[str]:
    """Yield a sentence for each section that the report leaves out."""
    yield from (
        f'Section "{section.name}" is not in the report: {_NOT[section.kind]}.'
        for section in document.sections
        if section.kind in _NOT
    )
