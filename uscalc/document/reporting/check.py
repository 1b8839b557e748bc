"""Every check of a report: the event, then each section, its players and its games."""

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Final

from uscalc.document.findings import Finding
from uscalc.document.model import Document
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.systems import section_systems
from uscalc.document.reporting.across import across
from uscalc.document.reporting.grades import Placed
from uscalc.document.reporting.of_event import of_event
from uscalc.document.reporting.of_game import of_games
from uscalc.document.reporting.of_player import Expiries, Owners, of_players
from uscalc.document.reporting.of_section import of_section
from uscalc.document.reporting.scope import reported
from uscalc.monitor import UNMONITORED, Monitor

NO_LIST: Final[Expiries] = {}
NO_OWNERS: Final[Owners] = {}


def check_report(
    document: Document,
    rulebook: RuleBook,
    today: dt.date | None = None,
    expiries: Expiries = NO_LIST,
    monitor: Monitor = UNMONITORED,
    owners: Owners = NO_OWNERS,
) -> tuple[Finding, ...]:
    """Return the findings of the report's checks, in the order of the event.

    US Chess will reject a report with a finding that "stops", and ask about one that
    "warns". `expiries` and `owners` are the facts of a rating list; without one,
    members are not checked.
    """
    people = _by_section(across(document))
    found = list(of_event(document, today))
    for at in reported(document):
        monitor.check()
        found += _of_section(document, at, rulebook, expiries, owners)
        found += people.get(at[0], ())
    return tuple(found)


def _of_section(
    document: Document,
    at: Placed,
    rulebook: RuleBook,
    expiries: Expiries,
    owners: Owners,
) -> list[Finding]:
    index, section = at
    end = document.end_of(section)
    systems, _ = section_systems(section, index, end, rulebook)
    return [
        *of_section(document, at, rulebook),
        *of_players(document, at, systems, expiries, owners),
        *of_games(at),
    ]


def _by_section(findings: Iterable[Finding]) -> Mapping[int, list[Finding]]:
    found: dict[int, list[Finding]] = {}
    for finding in findings:
        if finding.section is not None:
            found.setdefault(finding.section, []).append(finding)
    return found
