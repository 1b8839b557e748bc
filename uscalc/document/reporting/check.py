"""Every check of a report: the event, then each section, its players and its games."""

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Final

from uscalc.document.findings import Finding
from uscalc.document.model import Document
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.systems import section_systems
from uscalc.document.reporting.across import check_people
from uscalc.document.reporting.grades import Placed
from uscalc.document.reporting.of_event import check_event
from uscalc.document.reporting.of_game import check_games
from uscalc.document.reporting.of_player import Expiries, Owners, check_players
from uscalc.document.reporting.of_section import check_section
from uscalc.document.reporting.scope import list_reported_sections
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
    people = _group_by_section(check_people(document))
    found = list(check_event(document, today))
    for at in list_reported_sections(document):
        monitor.check()
        found += _check_whole_section(document, at, rulebook, expiries, owners)
        found += people.get(at[0], ())
    return tuple(found)


def _check_whole_section(
    document: Document,
    at: Placed,
    rulebook: RuleBook,
    expiries: Expiries,
    owners: Owners,
) -> list[Finding]:
    index, section = at
    end = document.end_date_of(section)
    systems, _ = section_systems(section, index, end, rulebook)
    return [
        *check_section(document, at, rulebook),
        *check_players(document, at, systems, expiries, owners),
        *check_games(at),
    ]


def _group_by_section(findings: Iterable[Finding]) -> Mapping[int, list[Finding]]:
    found: dict[int, list[Finding]] = {}
    for finding in findings:
        if finding.section is not None:
            found.setdefault(finding.section, []).append(finding)
    return found
