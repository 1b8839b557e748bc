"""The checks of the open event, made beside the window."""

import datetime as dt
from pathlib import Path
from typing import NamedTuple

from uscalc.document.findings import Finding
from uscalc.document.model import Document
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.reporting.check import check_report
from uscalc.document.reporting.of_player import Expiries, Owners
from uscalc.document.reporting.scope import describe_unreported, list_reported_sections
from uscalc.monitor import UNMONITORED, Monitor


class CheckedReport(NamedTuple):
    """An event, the findings of its report, and the data it leaves out."""

    document: Document
    findings: tuple[Finding, ...]
    left_out: tuple[str, ...]


def find_report_problems(
    document: Document,
    rulebook: RuleBook,
    lists: Path,
    today: dt.date,
    monitor: Monitor = UNMONITORED,
) -> CheckedReport:
    """Return the checks, with the newest rating list of a folder where there is one."""
    ends, names = _read_memberships(document, lists, monitor)
    found = check_report(document, rulebook, today, ends, monitor, names)
    return CheckedReport(document, found, tuple(describe_unreported(document)))


def _read_memberships(
    document: Document, lists: Path, monitor: Monitor
) -> tuple[Expiries, Owners]:
    """Return the expiration dates of memberships, and the owners of IDs."""
    from uscalc.ratinglist.expiry import find_expiries, find_owners, list_distinct_ids
    from uscalc.ratinglist.store import ListError, load_lists, open_lookup

    found = load_lists(lists, monitor).lists
    if not found:
        return {}, {}
    ids = list_distinct_ids(
        p.id for _, section in list_reported_sections(document) for p in section.players
    )
    try:
        with open_lookup(found[0]) as lookup:
            return find_expiries(lookup, ids, monitor), find_owners(
                lookup, ids, monitor
            )
    except ListError:
        # The view of the lists tells of it; without one nothing is asked of members.
        return {}, {}
