"""The checks of the open event, made beside the window."""

import datetime as dt
from pathlib import Path
from typing import NamedTuple

from uscalc.document.findings import Finding
from uscalc.document.model import Document
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.reporting.check import check_report
from uscalc.document.reporting.of_player import Expiries, Owners
from uscalc.document.reporting.scope import not_reported, reported
from uscalc.monitor import UNMONITORED, Monitor


class Checked(NamedTuple):
    """An event, the findings of its report, and the data it leaves out."""

    document: Document
    findings: tuple[Finding, ...]
    left_out: tuple[str, ...]


def checked(
    document: Document,
    rulebook: RuleBook,
    lists: Path,
    today: dt.date,
    monitor: Monitor = UNMONITORED,
) -> Checked:
    """Return the checks, with the newest rating list of a folder where there is one."""
    ends, names = _listed(document, lists, monitor)
    found = check_report(document, rulebook, today, ends, monitor, names)
    return Checked(document, found, tuple(not_reported(document)))


def _listed(
    document: Document, lists: Path, monitor: Monitor
) -> tuple[Expiries, Owners]:
    """Return the expiration dates of memberships, and the owners of IDs."""
    from uscalc.ratinglist.expiry import expiries, members_of, owners
    from uscalc.ratinglist.store import ListError, looking_up, stored_lists

    found = stored_lists(lists, monitor).lists
    if not found:
        return {}, {}
    ids = members_of(p.id for _, section in reported(document) for p in section.players)
    try:
        with looking_up(found[0]) as lookup:
            return expiries(lookup, ids, monitor), owners(lookup, ids, monitor)
    except ListError:
        # The view of the lists tells of it; without one nothing is asked of members.
        return {}, {}
